//! Sums of what a kernel computes, by machine code that adds in registers and by the loops: exact of small integers, and the same bits
//! of all numbers, for every length of rows around those of vectors, pairs of them and pieces.

use super::arrays::{Array, Build, Case, Lie, Operand};
use super::values::V;
use crate::launch::Executor;
use crate::launch::jit::{Settings, When};
use crate::pool::Pool;
use crate::simd::{Level, level};
use xparray_ir::ir::{BinaryOp, ReduceOp, UnaryOp, Value};
use xparray_ir::{DType, Layout};

const SHAPES: [&[usize]; 24] = [
    &[1],
    &[7],
    &[8],
    &[15],
    &[16],
    &[17],
    &[31],
    &[32],
    &[33],
    &[47],
    &[50],
    &[1023],
    &[1024],
    &[1025],
    &[1041],
    &[9000],
    &[3, 1],
    &[7, 15],
    &[6, 48],
    &[40, 5],
    &[3, 1060],
    &[90, 70],
    &[9, 1300],
    &[2, 3, 50],
];

/// What is summed: of a difference and a factor, of a product alone, of functions, and several sums at once.
fn sums(build: &mut Build, which: usize, [x, y]: [Value; 2]) {
    let dtype = build.kernel.dtype(x);
    let terms = match which {
        0 => {
            let difference = build.binary(BinaryOp::Sub, x, y);
            vec![build.binary(BinaryOp::Mul, difference, y)]
        }
        1 => vec![build.binary(BinaryOp::Mul, x, y)],
        2 => {
            let size = build.unary(UnaryOp::Abs, x);
            let larger = build.binary(BinaryOp::Max, size, y);
            let square = build.unary(UnaryOp::Square, larger);
            vec![build.binary(BinaryOp::Add, square, x)]
        }
        _ => {
            let sum = build.binary(BinaryOp::Add, x, y);
            vec![sum, x, build.unary(UnaryOp::Square, sum)]
        }
    };
    let reductions: Vec<u16> = terms.iter().map(|&term| build.reduce(ReduceOp::Sum, dtype, &[term])).collect();
    for index in reductions {
        let sum = build.reduced(index, 0);
        build.store(sum);
    }
}

/// An operand in a layout, or the same number in all of a row.
fn operand(pool: &Pool, dtype: DType, shape: &[usize], lie: Option<Lie>, number: impl Fn(usize) -> V) -> Operand {
    let mut array = Array::new(pool, dtype, shape, lie.unwrap_or(Lie::Contiguous), number);
    if let (None, [rows @ .., last]) = (lie, shape) {
        let mut strides = xparray_ir::layout::row_major_strides(rows);
        strides.push(0);
        assert!(*last > 0);
        array.layout = Layout::new(shape.into(), strides, 0).unwrap();
    }
    Operand::Array(array)
}

#[test]
fn sums_in_registers() {
    let pool = Pool::default();
    let settings = |when| Settings { when, level: level(), streams: false };
    let [loops, native] = [When::Never, When::Always].map(|when| Executor::with_native(settings(when)));
    let integers = |i: usize| V::I((i * 37 % 11) as i128 - 5);
    let numbers = |i: usize| match i % 997 {
        900 => V::F(-0.0),
        k => V::F((k as f64 * 0.7391).sin() * 3.0),
    };
    let lies = || Lie::ALL.map(Some).into_iter().chain([None]);
    for dtype in [DType::F32, DType::F64] {
        for (shape, which) in SHAPES.into_iter().flat_map(|shape| (0..4).map(move |which| (shape, which))) {
            for (kept, lie) in (0..=shape.len()).flat_map(|kept| lies().map(move |lie| (kept, lie))) {
                let case = |number: &dyn Fn(usize) -> V, run: &mut dyn FnMut(Case<'_>)| {
                    let mut build = Build::default();
                    let loaded = [build.load(dtype), build.load(dtype)];
                    sums(&mut build, which, loaded);
                    let operands = vec![
                        operand(&pool, dtype, shape, Some(Lie::Contiguous), number),
                        operand(&pool, dtype, shape, lie, |i| number(i / 3)),
                    ];
                    run(Case { build: &mut build, shape, kept, operands, lie: Lie::Contiguous });
                };
                case(&integers, &mut |case| case.check(&native, &pool, &[], 0.0));
                case(&numbers, &mut |mut case| {
                    let found = case.run(&native, &pool, &[]).unwrap();
                    let expected = case.run(&loops, &pool, &[]).unwrap();
                    for (found, expected) in found.iter().zip(&expected) {
                        let place = format!("{shape:?}, kept {kept}, sums {which}, {lie:?}, {dtype}");
                        assert!(
                            found.bytes() == expected.bytes(),
                            "{place}\n{:?}\n{:?}",
                            found.values(),
                            expected.values()
                        );
                    }
                });
            }
        }
    }
    // Three sums are too many for the registers of 64-bit Arm.
    let adding = match level() {
        Level::Avx512 => 8,
        _ if cfg!(target_arch = "aarch64") => 6,
        _ => 0,
    };
    assert!(native.adding() == adding, "{} of {adding} kernels add up in machine code", native.adding());
}
