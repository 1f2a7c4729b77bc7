//! Functions in machine code against the loops over tiles: the same bits for every kind of number but NaN.

use super::arrays::{Array, Build, Case, Lie, Operand};
use super::values::V;
use crate::launch::Executor;
use crate::launch::jit::{LEVELS, Settings, When};
use crate::pool::Pool;
use crate::simd::Level;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use xparray_ir::functions::FunctionId;
use xparray_ir::ir::{BinaryOp, Op, ReduceOp, UnaryOp};
use xparray_ir::{DType, Scalar};

const UNARY: [UnaryOp; 22] = [
    UnaryOp::Exp,
    UnaryOp::Exp2,
    UnaryOp::Expm1,
    UnaryOp::Log,
    UnaryOp::Log2,
    UnaryOp::Log10,
    UnaryOp::Log1p,
    UnaryOp::Sin,
    UnaryOp::Cos,
    UnaryOp::Tan,
    UnaryOp::Asin,
    UnaryOp::Acos,
    UnaryOp::Atan,
    UnaryOp::Sinh,
    UnaryOp::Cosh,
    UnaryOp::Tanh,
    UnaryOp::Asinh,
    UnaryOp::Acosh,
    UnaryOp::Atanh,
    UnaryOp::Cbrt,
    UnaryOp::I0,
    UnaryOp::Sinc,
];
const BINARY: [BinaryOp; 5] =
    [BinaryOp::Pow, BinaryOp::Atan2, BinaryOp::Hypot, BinaryOp::LogAddExp, BinaryOp::LogAddExp2];

/// Numbers around everything special: of each size, both signs, their neighbours, and where functions change.
fn numbers(dtype: DType) -> Vec<f64> {
    let mut all = vec![0.0, f64::INFINITY, f64::NAN, 1e-310, 1e-40, f64::MIN_POSITIVE, f64::MAX];
    all.extend([f64::from(f32::MIN_POSITIVE), f64::from(f32::MAX), 1e5, 5e7, 1e16, 88.72, 103.9, 709.78, 745.1, 2.5]);
    all.extend((-60..60).map(|k| 1.37 * 2f64.powi(5 * k)));
    all.extend((0..40).map(|k| f64::from(k) / 8.0));
    all.extend((0..100).map(|k| 0.37 * f64::from(k)));
    let next = |x: f64, step: i64| match dtype {
        DType::F32 => f64::from(f32::from_bits((x as f32).to_bits().wrapping_add_signed(step as i32))),
        _ => f64::from_bits(x.to_bits().wrapping_add_signed(step)),
    };
    all.iter().flat_map(|&x| [x, -x, next(x, 1), next(x, -1), -next(x, 1)]).collect()
}

/// Runs a kernel by the loops and by machine code, and compares bits. Returns whether there was any machine code.
fn compare(
    level: Level,
    build: impl Fn(&mut Build),
    operands: impl Fn(&Pool) -> Vec<Operand>,
    (shape, kept): (&[usize], usize),
    lie: Lie,
) -> bool {
    if level > crate::simd::level() {
        return true;
    }
    static RUNS: AtomicI64 = AtomicI64::new(0);
    let pool = Pool::default();
    let run = |when| {
        let executor = Executor::with_native(Settings { when, level, streams: false });
        let mut made = Build::default();
        // Kernels that are the same share what was made of them.
        made.op(Op::Const(Scalar::new(RUNS.fetch_add(1, Relaxed))), DType::I64, &[]);
        build(&mut made);
        let mut case = Case { build: &mut made, shape, kept, operands: operands(&pool), lie };
        let found = case.run(&executor, &pool, &[]).unwrap();
        (found, executor.compiled() > 0, made.kernel.insts)
    };
    let ((found, compiled, insts), (expected, ..)) = (run(When::Always), run(When::Never));
    for (a, b) in found.iter().zip(&expected) {
        let size = a.dtype.size();
        let element = |array: &Array, k: usize| array.bytes()[k * size..][..size].to_vec();
        // The sign of NaN is open: in loops it depends on which operand of a sum the compiler takes first.
        let nan = |array: &Array, k: usize| matches!(array.value_at(k), V::F(x) if x.is_nan());
        let differs = |&k: &usize| element(a, k) != element(b, k) && !(nan(a, k) && nan(b, k));
        let Some(k) = (0..a.bytes().len() / size).find(differs) else { continue };
        let value = |operand: &Operand| match operand {
            Operand::Array(array) => array.values().get(k).copied(),
            _ => None,
        };
        let args: Vec<Option<V>> = operands(&pool).iter().map(value).collect();
        let (a, b) = (element(a, k), element(b, k));
        panic!("{level:?}, {shape:?}, {lie:?}, place {k}, {args:?}: {a:x?}, expected {b:x?}\n{insts:?}");
    }
    compiled
}

fn levels(check: impl Fn(Level) -> bool) {
    assert!(LEVELS.iter().all(|&level| check(level)), "there is machine code");
}

#[test]
fn functions_of_one_number() {
    for dtype in [DType::F32, DType::F64] {
        let all = numbers(dtype);
        for op in UNARY {
            let build = |build: &mut Build| {
                let x = build.load(dtype);
                let y = build.unary(op, x);
                build.store(y);
            };
            let operands = |pool: &Pool| {
                vec![Operand::Array(Array::new(pool, dtype, &[all.len()], Lie::Contiguous, |i| V::F(all[i])))]
            };
            levels(|level| compare(level, build, operands, (&[all.len()], 1), Lie::Contiguous));
        }
    }
}

/// Functions of the table consist of these and of polynomials.
#[test]
fn functions_of_the_table() {
    for dtype in [DType::F32, DType::F64] {
        let all = numbers(dtype);
        for &function in FunctionId::ALL {
            let build = |build: &mut Build| {
                let x = build.load(dtype);
                let y = build.op(Op::Call(function), dtype, &[x]);
                build.store(y);
            };
            let operands = |pool: &Pool| {
                vec![Operand::Array(Array::new(pool, dtype, &[all.len()], Lie::Contiguous, |i| V::F(all[i])))]
            };
            for &level in LEVELS {
                compare(level, build, operands, (&[all.len()], 1), Lie::Contiguous);
            }
        }
    }
}

#[test]
fn functions_of_two_numbers() {
    for dtype in [DType::F32, DType::F64] {
        let all = numbers(dtype);
        let n = all.len();
        // Each with most others; no two NaNs, of which compiled loops may give either.
        let steps = [0, 1, 2, 3, 5, 8, 13, 40, 77, 101, 333, 700, 998];
        let pairs: Vec<(f64, f64)> =
            (0..n).flat_map(|i| steps.map(|step| (i, (i + step) % n))).map(|(i, k)| (all[i], all[k])).collect();
        let pairs: Vec<(f64, f64)> = pairs.into_iter().filter(|(x, y)| !(x.is_nan() && y.is_nan())).collect();
        for op in BINARY {
            let build = |build: &mut Build| {
                let (x, y) = (build.load(dtype), build.load(dtype));
                let z = build.binary(op, x, y);
                build.store(z);
            };
            let array = |pool: &Pool, first: bool| {
                let value = |i: usize| V::F(if first { pairs[i].0 } else { pairs[i].1 });
                Operand::Array(Array::new(pool, dtype, &[pairs.len()], Lie::Contiguous, value))
            };
            let operands = |pool: &Pool| vec![array(pool, true), array(pool, false)];
            levels(|level| compare(level, build, operands, (&[pairs.len()], 1), Lie::Contiguous));
        }
    }
}

/// What stays with the loops is computed among what does not: huge angles, in every place of a vector and of a row.
#[test]
fn every_length_and_layout() {
    for dtype in [DType::F32, DType::F64] {
        let build = |build: &mut Build| {
            let (x, y, z) = (build.load(dtype), build.load(dtype), build.load(dtype));
            let (exp, sin) = (build.unary(UnaryOp::Exp, x), build.unary(UnaryOp::Sin, y));
            let cos = build.unary(UnaryOp::Cos, z);
            let product = build.binary(BinaryOp::Mul, exp, sin);
            let sum = build.binary(BinaryOp::Add, product, cos);
            build.store(sum).store(sin);
        };
        let value = |seed: usize| {
            move |i: usize| {
                let k = (i * 7919 + seed * 104_729) % 1009;
                V::F(if k.is_multiple_of(11) { 1e9 * k as f64 } else { k as f64 / 50.0 - 9.0 })
            }
        };
        for n in 0..70 {
            for lie in Lie::ALL {
                let operands = |pool: &Pool| {
                    let array = |seed, lie| Operand::Array(Array::new(pool, dtype, &[3, n], lie, value(seed)));
                    vec![array(1, lie), array(2, Lie::Contiguous), array(3, lie)]
                };
                let out = if n % 2 == 0 { Lie::Contiguous } else { Lie::Strided };
                levels(|level| compare(level, build, operands, (&[3, n], 2), out) || n == 0);
            }
        }
    }
}

/// What is reduced is machine code, for tiles of every length.
#[test]
fn reductions_of_every_length_and_layout() {
    for dtype in [DType::F32, DType::F64] {
        let build = |build: &mut Build| {
            let (x, y) = (build.load(dtype), build.load(dtype));
            let exp = build.unary(UnaryOp::Exp, x);
            let product = build.binary(BinaryOp::Mul, exp, y);
            let (sum, all) = (build.reduce(ReduceOp::Sum, dtype, &[product]), build.reduce(ReduceOp::Sum, dtype, &[y]));
            let (sum, all) = (build.reduced(sum, 0), build.reduced(all, 0));
            build.store(sum).store(all);
        };
        for n in 0..70 {
            for lie in Lie::ALL {
                let value = |i: usize| V::F(if i == 37 { f64::NAN } else { (i * 7919 % 1009) as f64 / 50.0 - 9.0 });
                let operands = |pool: &Pool| {
                    let array = |lie| Operand::Array(Array::new(pool, dtype, &[3, 5, n], lie, value));
                    vec![array(lie), array(Lie::Contiguous)]
                };
                for kept in 0..3 {
                    let out = if n % 2 == 0 { Lie::Contiguous } else { Lie::Strided };
                    levels(|level| compare(level, build, operands, (&[3, 5, n], kept), out) || n == 0);
                }
            }
        }
    }
}
