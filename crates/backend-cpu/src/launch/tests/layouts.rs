//! Shapes, layouts and aliasing: what is read and written where.

use super::arrays::{Array, Build, Case, Lie, Operand};
use super::values::V;
use crate::launch::Executor;
use crate::pool::Pool;
use smallvec::smallvec;
use xparray_ir::ir::{BinaryOp, Op};
use xparray_ir::layout::{Dims, Strides};
use xparray_ir::{DType, Layout, Scalar};

const SHAPES: [&[usize]; 9] =
    [&[], &[7], &[1, 5, 1], &[13, 3], &[3, 70], &[40, 41], &[5, 1, 6, 4], &[2, 3, 4, 5], &[300, 9]];

fn number(i: usize) -> V {
    V::F((i * 7 % 1009) as f64 - 300.0)
}

/// Copies and sums of every pair of layouts, for element sizes from 1 to 16.
#[test]
fn every_pair_of_layouts() {
    let (pool, executor) = (Pool::default(), Executor::default());
    for dtype in [DType::I8, DType::F16, DType::F32, DType::F64, DType::Complex128] {
        for shape in SHAPES {
            for lie in Lie::ALL {
                for out in Lie::OUTPUTS {
                    let mut build = Build::default();
                    let (x, y) = (build.load(dtype), build.load(dtype));
                    let z = build.binary(BinaryOp::Sub, x, y);
                    build.store(x).store(z);
                    let array = |lie, shift| {
                        let value = move |i: usize| V::F((i % 50 + shift) as f64);
                        Operand::Array(Array::new(&pool, dtype, shape, lie, value))
                    };
                    let operands = vec![array(lie, 0), array(out, 3)];
                    let case = Case { build: &mut build, shape, kept: shape.len(), operands, lie: out };
                    case.check(&executor, &pool, &[], 0.0);
                }
            }
        }
    }
}

/// Large enough for many tiles, tasks and threads, and for squares of transpositions with rests.
#[test]
fn large_arrays() {
    let (pool, executor) = (Pool::default(), Executor::default());
    for shape in [&[300_001][..], &[517, 401], &[9, 11, 1301], &[70_000, 3]] {
        for dtype in [DType::F32, DType::I64, DType::U8] {
            for (lie, out) in
                [(Lie::Contiguous, Lie::Contiguous), (Lie::Transposed, Lie::Contiguous), (Lie::Strided, Lie::Reversed)]
            {
                let mut build = Build::default();
                let (x, y) = (build.load(dtype), build.load(dtype));
                let z = build.binary(BinaryOp::Add, x, y);
                build.store(z).store(x);
                let value = |i: usize| V::I((i % 97) as i128);
                let operands = vec![
                    Operand::Array(Array::new(&pool, dtype, shape, lie, value)),
                    Operand::Array(Array::new(&pool, dtype, shape, Lie::Repeated, value)),
                ];
                let case = Case { build: &mut build, shape, kept: shape.len(), operands, lie: out };
                case.check(&executor, &pool, &[], 0.0);
            }
        }
    }
}

#[test]
fn writing_over_an_operand() {
    let (pool, executor) = (Pool::default(), Executor::default());
    for n in [5usize, 1000, 50_000] {
        for lie in Lie::OUTPUTS {
            // x, y = x + y, x - y * x
            let mut build = Build::default();
            let (x, y) = (build.load(DType::F32), build.load(DType::F32));
            let sum = build.binary(BinaryOp::Add, x, y);
            let product = build.binary(BinaryOp::Mul, y, x);
            let difference = build.binary(BinaryOp::Sub, x, product);
            build.store(sum).store(difference);
            let old: Vec<Vec<V>> = vec![(0..n).map(number).collect(), (0..n).map(|i| number(i + 3)).collect()];
            let operands = vec![Operand::Output(0), Operand::Output(1)];
            Case { build: &mut build, shape: &[n], kept: 1, operands, lie }.check(&executor, &pool, &old, 0.0);
            // x, y, z = y, x, x
            let mut build = Build::default();
            let (x, y) = (build.load(DType::F32), build.load(DType::F32));
            build.store(y).store(x).store(x);
            let operands = vec![Operand::Output(0), Operand::Output(1)];
            let old = [old[0].clone(), old[1].clone(), old[1].clone()];
            Case { build: &mut build, shape: &[n], kept: 1, operands, lie }.check(&executor, &pool, &old, 0.0);
        }
    }
}

#[test]
fn index_operands() {
    let (pool, executor) = (Pool::default(), Executor::default());
    for (shape, strides, offset) in [
        (&[][..], &[][..], 5),
        (&[100_000], &[3], 7),
        (&[40, 50], &[50, 1], 0),
        (&[40, 50], &[1, 40], 9),
        (&[6, 5, 4], &[-20, 0, 3], 100),
    ] {
        let mut build = Build::default();
        let i = build.index();
        let x = build.cast(i, DType::F64);
        build.store(i).store(x);
        let layout = Layout::new(Dims::from_slice(shape), Strides::from_slice(strides), offset).unwrap();
        let operands = vec![Operand::Index(layout)];
        let case = Case { build: &mut build, shape, kept: shape.len(), operands, lie: Lie::Contiguous };
        case.check(&executor, &pool, &[], 0.0);
    }
}

#[test]
fn gathering() {
    let (pool, executor) = (Pool::default(), Executor::default());
    for dtype in [DType::Bool, DType::F16, DType::F32, DType::Complex128] {
        for lie in [Lie::Contiguous, Lie::Reversed, Lie::Strided, Lie::Constant] {
            let mut build = Build::default();
            let i = build.load(DType::I64);
            build.kernel.operands += 1;
            let x = build.op(Op::Gather(1), dtype, &[i]);
            build.store(x);
            let index = |i: usize| V::I((i * 5 % 20) as i128 - 10);
            let operands = vec![
                Operand::Array(Array::new(&pool, DType::I64, &[3, 700], Lie::Transposed, index)),
                Operand::Array(Array::new(&pool, dtype, &[10], lie, |i| V::I((i % 2 + i) as i128))),
            ];
            let case = Case { build: &mut build, shape: &[3, 700], kept: 2, operands, lie: Lie::Contiguous };
            case.check(&executor, &pool, &[], 0.0);
        }
    }
}

/// A kernel compiled once serves other parameters.
#[test]
fn parameters_change_between_launches() {
    let (pool, executor) = (Pool::default(), Executor::default());
    for value in [2.5f32, -1.0] {
        let mut build = Build::default();
        let x = build.load(DType::F32);
        let k = build.param(Scalar::new(value));
        let y = build.binary(BinaryOp::Mul, x, k);
        build.store(y).store(k);
        let operands = vec![Operand::Array(Array::new(&pool, DType::F32, &[2000], Lie::Contiguous, number))];
        let case = Case { build: &mut build, shape: &[2000], kept: 1, operands, lie: Lie::Strided };
        case.check(&executor, &pool, &[], 0.0);
    }
    assert_eq!(executor.programs.read().unwrap().len(), 1);
}

/// An operand that is the same for every tile is read once, but not if only its start is the same.
#[test]
fn broadcast_operands_follow_the_shape_of_the_tile() {
    let (pool, executor) = (Pool::default(), Executor::default());
    let mut build = Build::default();
    let (x, y) = (build.load(DType::F64), build.load(DType::F64));
    let z = build.binary(BinaryOp::Add, x, y);
    build.store(z);
    let shape = [1111, 37];
    let row = Array {
        layout: Layout::new(smallvec![1111, 37], smallvec![0, 2], 1).unwrap(),
        ..Array::new(&pool, DType::F64, &[80], Lie::Contiguous, number)
    };
    let operands =
        vec![Operand::Array(Array::new(&pool, DType::F64, &shape, Lie::Contiguous, number)), Operand::Array(row)];
    Case { build: &mut build, shape: &shape, kept: 2, operands, lie: Lie::Contiguous }.check(
        &executor,
        &pool,
        &[],
        0.0,
    );
}
