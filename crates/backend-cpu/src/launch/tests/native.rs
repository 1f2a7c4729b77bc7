//! Machine code against the loops over tiles: the same bits, in every layout, with everything special about numbers.

use super::arrays::{Array, Build, Case, Lie, Operand};
use super::programs::{Dice, same_type};
use super::values::V;
use crate::launch::Executor;
use crate::launch::jit::{LEVELS, Settings, When};
use crate::pool::{Block, Pool};
use xparray_ir::functions::FunctionId;
use xparray_ir::ir::{BinaryOp, Op, ReduceOp, UnaryOp, Value};
use xparray_ir::{DType, Error, Layout};

const DTYPES: [DType; 10] = [
    DType::F64,
    DType::F64,
    DType::F32,
    DType::F32,
    DType::I64,
    DType::I32,
    DType::U64,
    DType::U32,
    DType::Bool,
    DType::U8,
];
/// Most kernels with one of these stay with the loops.
const RARE: [DType; 4] = [DType::I16, DType::F16, DType::Complex64, DType::Complex128];

/// A number of a type, often a special one. Only one NaN: of two, a compiled loop may give either.
fn number(dice: &mut Dice, dtype: DType) -> V {
    let bits = dice.bits();
    let small = (bits % 23) as i64 - 8;
    if dtype.is_float() {
        return V::F(match dice.below(12) {
            0 => f64::NAN,
            1 => f64::INFINITY,
            2 => f64::NEG_INFINITY,
            3 => 0.0,
            4 => -0.0,
            5 => 1e-310,
            6 => f64::from(1e-40f32),
            7 => 1e300,
            8 => 3e9 * small as f64,
            9 => 1e19 * small as f64,
            10 => small as f64,
            _ => small as f64 + bits as f64 / 2f64.powi(64),
        });
    }
    V::I(match dice.below(6) {
        _ if dtype == DType::Bool => i128::from(bits & 1),
        0 => i128::from(i64::MIN),
        1 => i128::from(i32::MIN),
        2 => i128::from(i64::MAX),
        3 => i128::from(bits as i64),
        _ => i128::from(small),
    })
}

impl Dice {
    fn dtype(&mut self) -> DType {
        if self.below(60) == 0 { self.one_of(&RARE) } else { self.one_of(&DTYPES) }
    }

    fn bits(&mut self) -> u64 {
        (self.below(1 << 31) as u64) << 33 ^ (self.below(1 << 31) as u64) << 12 ^ self.below(1 << 31) as u64
    }
}

fn grow(dice: &mut Dice, build: &mut Build, values: &mut Vec<Value>) {
    use BinaryOp as B;
    use UnaryOp as U;
    let x = dice.one_of(values);
    let dtype = build.kernel.dtype(x);
    let real = matches!(dtype, DType::F32 | DType::F64);
    let new = match dice.below(9) {
        0 | 1 => {
            let target = dice.dtype();
            build.cast(x, target)
        }
        2 | 3 => {
            let op = dice.one_of(&[
                U::Neg,
                U::Abs,
                U::Sign,
                U::Square,
                U::Reciprocal,
                U::Not,
                U::IsNan,
                U::IsInf,
                U::IsFinite,
                U::SignBit,
                U::Floor,
                U::Ceil,
                U::Trunc,
                U::Rint,
                U::Mantissa,
                U::Exponent,
                U::Sqrt,
                U::Imag,
                U::Exp,
                U::Log,
                U::Sin,
                U::Cos,
                U::Tanh,
            ]);
            if !op.accepts(dtype) {
                return;
            }
            build.unary(op, x)
        }
        4 => {
            let bools: Vec<Value> = values.iter().copied().filter(|&v| build.kernel.dtype(v) == DType::Bool).collect();
            if bools.is_empty() {
                return;
            }
            let y = same_type(dice, build, values, x);
            let c = dice.one_of(&bools);
            build.op(Op::Select, dtype, &[c, x, y])
        }
        5 if real && dice.below(4) == 0 => {
            let function = dice.one_of(FunctionId::ALL);
            build.op(Op::Call(function), dtype, &[x])
        }
        5 if real => {
            let y = same_type(dice, build, values, x);
            build.op(Op::ProductError, dtype, &[x, y])
        }
        _ => {
            let op = dice.one_of(&[
                B::Add,
                B::Sub,
                B::Mul,
                B::Div,
                B::Min,
                B::Max,
                B::Fmin,
                B::Fmax,
                B::Copysign,
                B::And,
                B::Or,
                B::Xor,
                B::Shl,
                B::Shr,
                B::Eq,
                B::Ne,
                B::Lt,
                B::Le,
                B::Gt,
                B::Ge,
                B::Pow,
            ]);
            if !op.accepts(dtype) {
                return;
            }
            let y = same_type(dice, build, values, x);
            build.binary(op, x, y)
        }
    };
    values.push(new);
}

/// One random kernel, by the loops, by machine code, and prepared; returns whether there were the latter.
fn compare(seed: u64, pool: &Pool, loops: &Executor, native: &Executor) -> [bool; 2] {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let rank = dice.below(4);
    // Rows that are written by whole cache lines are longer.
    let long = dice.below(if rank == 1 { 1201 } else { 201 });
    let lengths = [1, 2, 3, 5, 17];
    let mut shape: Vec<usize> = (0..rank).map(|_| dice.one_of(&lengths)).collect();
    if let Some(last) = shape.last_mut().filter(|_| dice.below(3) > 0) {
        *last = long;
    }
    let n: usize = shape.iter().product();
    let mut build = Build::default();
    let (mut values, mut operands) = (Vec::new(), Vec::new());
    // Sometimes more than there are registers for addresses.
    let most = if dice.below(8) == 0 { 14 } else { 6 };
    for _ in 0..1 + dice.below(most) {
        match dice.below(8) {
            0 => {
                values.push(build.index());
                let strides = (0..rank).map(|_| dice.below(7) as isize).collect();
                operands.push(Operand::Index(Layout::new(shape.as_slice().into(), strides, 3).unwrap()));
            }
            1 => {
                let dtype = dice.dtype();
                let new = number(&mut dice, dtype).scalar(dtype);
                // Parameters of equal values are one.
                let same = !build.params.is_empty() && dice.below(2) == 0;
                let scalar = if same { dice.one_of(&build.params) } else { new };
                values.push(build.param(scalar));
            }
            _ => {
                let dtype = dice.dtype();
                let data: Vec<V> = (0..n).map(|_| number(&mut dice, dtype)).collect();
                values.push(build.load(dtype));
                operands.push(Operand::Array(Array::new(pool, dtype, &shape, dice.one_of(&Lie::ALL), |i| data[i])));
            }
        }
    }
    for _ in 0..1 + dice.below(24) {
        grow(&mut dice, &mut build, &mut values);
    }
    let lie = dice.one_of(&Lie::OUTPUTS);
    let mut old: Vec<Vec<V>> = Vec::new();
    let reduces = n > 0 && dice.below(3) == 0;
    let kept = if reduces { dice.below(rank + 1) } else { rank };
    let mut reductions = Vec::new();
    for _ in 0..if reduces { 1 + dice.below(3) } else { 0 } {
        let x = dice.one_of(&values);
        let op = [ReduceOp::Sum, ReduceOp::Min, ReduceOp::Max, ReduceOp::Prod][dice.below(4)].clone();
        let dtype = build.kernel.dtype(x);
        reductions.push(build.reduce(op, dtype, &[x]));
    }
    for k in 0..if reduces { dice.below(2) } else { 1 + dice.below(3) } {
        let value = if k == 0 { values[values.len() - 1] } else { dice.one_of(&values) };
        build.store(value);
        let dtype = build.kernel.dtype(value);
        old.push((0..n).map(|_| number(&mut dice, dtype)).collect());
        // In place, sometimes.
        let fits = |operand: &Operand| matches!(operand, Operand::Array(array) if array.dtype == dtype);
        if let Some(place) = operands.iter().position(fits).filter(|_| !reduces && dice.below(2) == 0) {
            operands[place] = Operand::Output(k);
        }
    }
    for index in reductions {
        let result = build.reduced(index, 0);
        build.store(result);
        old.push(vec![V::I(0); shape[..kept].iter().product()]);
    }
    let before = native.compiled();
    let mut case = Case { build: &mut build, shape: &shape, kept, operands, lie };
    // First, because the kernel keeps what the first executor made of it.
    let found = case.run(native, pool, &old).unwrap();
    let expected = case.run(loops, pool, &old).unwrap();
    let again = case.run_prepared(native, pool, &old).unwrap();
    for (k, (found, expected)) in found.iter().chain(again.iter().flatten()).zip(expected.iter().cycle()).enumerate() {
        for (at, (a, b)) in found.bytes().iter().zip(expected.bytes()).enumerate() {
            assert!(
                a == b,
                "seed {seed}, output {k}, byte {at}: {a:#x}, expected {b:#x}\n{:?}\n{:?}\nshape {shape:?}, {lie:?}\n{}\n{:?}",
                found.values(),
                expected.values(),
                case.build
                    .kernel
                    .insts
                    .iter()
                    .enumerate()
                    .map(|(k, inst)| format!("{k}: {inst:?}\n"))
                    .collect::<String>(),
                case.operands,
            );
        }
    }
    [native.compiled() > before, again.is_some()]
}

fn compare_all(streams: bool) {
    let pool = Pool::default();
    // Emulated processors take ten times as long.
    let cases = if cfg!(target_arch = "x86_64") { 2000 } else { 600 };
    for &level in LEVELS.iter().filter(|&&level| level <= crate::simd::level()) {
        let loops = Executor::with_native(Settings { when: When::Never, level, streams });
        let native = Executor::with_native(Settings { when: When::Always, level, streams });
        let found = (0..cases).map(|seed| compare(seed, &pool, &loops, &native));
        let [compiled, prepared] = found.fold([0, 0], |[a, b], [x, y]| [a + usize::from(x), b + usize::from(y)]);
        assert!(compiled > cases as usize / 5, "{level:?}: {compiled} of {cases} kernels became machine code");
        assert!(prepared > cases as usize / 10, "{level:?}: {prepared} of {cases} kernels were prepared");
    }
}

#[test]
fn machine_code_computes_the_same() {
    compare_all(false);
}

#[test]
fn machine_code_that_streams_computes_the_same() {
    compare_all(true);
}

/// The first of equal parameters may be one that only the epilogue reads.
#[test]
fn equal_parameters_of_body_and_epilogue() {
    let pool = Pool::default();
    for when in [When::Never, When::Always] {
        let executor = Executor::with_native(Settings { when, level: crate::simd::level(), streams: false });
        let mut build = Build::default();
        let x = build.load(DType::F64);
        let three = V::F(3.0).scalar(DType::F64);
        let of_body = build.param(three);
        let scaled = build.binary(BinaryOp::Mul, x, of_body);
        let shifted = build.binary(BinaryOp::Sub, scaled, of_body);
        let sum = build.reduce(ReduceOp::Sum, DType::F64, &[shifted]);
        let (reduced, of_epilogue) = (build.reduced(sum, 0), build.param(three));
        for (value, number) in [(of_body, 1), (of_epilogue, 0)] {
            build.kernel.insts[value as usize].op = Op::Param(number);
        }
        let result = build.binary(BinaryOp::Add, reduced, of_epilogue);
        build.store(result);
        let x = Array::new(&pool, DType::F64, &[2, 700], Lie::ALL[0], |i| V::I(i as i128));
        let mut case =
            Case { build: &mut build, shape: &[2, 700], kept: 1, operands: vec![Operand::Array(x)], lie: Lie::ALL[0] };
        let found = case.run(&executor, &pool, &[vec![V::I(0); 2]]).unwrap();
        let sums = [(0..700), (700..1400)].map(|range| V::F(f64::from(range.map(|i| 3 * i - 3).sum::<i32>() + 3)));
        assert_eq!(found[0].values(), sums, "{when:?}");
    }
}

#[test]
fn prepared_launches_refuse_buffers_that_do_not_fit() {
    let pool = Pool::default();
    let executor = Executor::with_native(Settings { when: When::Always, level: crate::simd::level(), streams: false });
    let mut build = Build::default();
    let x = build.load(DType::F64);
    let y = build.unary(UnaryOp::Neg, x);
    build.store(y);
    let x = Array::new(&pool, DType::F64, &[3], Lie::ALL[0], |i| V::I(i as i128));
    let mut case =
        Case { build: &mut build, shape: &[3], kept: 1, operands: vec![Operand::Array(x)], lie: Lie::ALL[0] };
    let Some(prepared) = case.prepare(&executor, &pool).unwrap() else { return };
    let (x, short) = (pool.alloc(24).unwrap(), pool.alloc(16).unwrap());
    let (mut y, mut other) = (pool.alloc(24).unwrap(), pool.alloc(16).unwrap());
    assert!(prepared.run(&[&x], &mut [&mut y]).is_ok());
    let refuses = |inputs: &[&Block], outputs: &mut [&mut Block]| {
        assert!(matches!(prepared.run(inputs, outputs), Err(Error::Value { .. })));
    };
    refuses(&[&short], &mut [&mut y]);
    refuses(&[&x], &mut [&mut other]);
    refuses(&[], &mut [&mut y]);
    refuses(&[&x, &x], &mut [&mut y]);
    refuses(&[&x], &mut []);
}
