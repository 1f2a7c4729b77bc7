//! Every operation on every element type that it accepts, in every kind of layout.

use super::arrays::{Array, Build, Case, Lie, Operand};
use super::values::{V, samples};
use crate::launch::Executor;
use crate::pool::Pool;
use num_complex::Complex;
use xparray_ir::ir::{BinaryOp, Op, UnaryOp};
use xparray_ir::{DType, Kind};

/// Whether the result must be the reference's to the bit.
fn is_exact(op: UnaryOp, dtype: DType) -> bool {
    use UnaryOp::*;
    match op {
        Sqrt | Reciprocal | Square | Sign | Abs => !dtype.is_complex(),
        Cbrt | Exp | Exp2 | Expm1 | Log | Log2 | Log10 | Log1p | Sin | Cos | Tan | Asin | Acos | Atan | Sinh | Cosh
        | Tanh | Asinh | Acosh | Atanh | I0 | Sinc => false,
        _ => true,
    }
}

/// Operands where reference and implementation must agree: all, but for functions of complex numbers
/// only finite ones away from branch cuts and zeros; the rest is tested by itself.
fn operands(dtype: DType, exact: bool) -> Vec<V> {
    if dtype.is_complex() && !exact {
        let parts = [0.3, -0.4, 1.25, -2.5, 0.01];
        let points = parts.iter().flat_map(|&re| parts.iter().map(move |&im| V::C(Complex::new(re, im + 0.001))));
        return points.map(|v| v.rounded(dtype)).collect();
    }
    samples(dtype)
}

/// Values of a short period have to cover the layouts that repeat one.
fn shapes(n: usize) -> Vec<Vec<usize>> {
    vec![vec![n], vec![2, n], vec![], vec![0], vec![3, 0, 2]]
}

#[test]
fn unary_operations() {
    let (pool, executor) = (Pool::default(), Executor::default());
    for op in UnaryOp::ALL {
        for dtype in DType::ALL.into_iter().filter(|&dtype| op.accepts(dtype)) {
            let exact = is_exact(op, dtype);
            let values = operands(dtype, exact);
            let ulps = match dtype {
                _ if exact => 0.0,
                // The reference rounds in the same precision, more often.
                DType::F64 | DType::Complex128 => 1e4,
                _ => 8.0,
            };
            for shape in shapes(values.len()) {
                for lie in Lie::ALL {
                    let mut build = Build::default();
                    let x = build.load(dtype);
                    let y = build.unary(op, x);
                    build.store(y);
                    let array = Array::new(&pool, dtype, &shape, lie, |i| values[i % values.len()]);
                    let lie = Lie::OUTPUTS[shape.len() % 4];
                    let operands = vec![Operand::Array(array)];
                    let kept = shape.len();
                    Case { build: &mut build, shape: &shape, kept, operands, lie }.check(&executor, &pool, &[], ulps);
                }
            }
        }
    }
}

#[test]
fn binary_operations() {
    use BinaryOp::*;
    let (pool, executor) = (Pool::default(), Executor::default());
    for op in BinaryOp::ALL {
        for dtype in DType::ALL.into_iter().filter(|&dtype| op.accepts(dtype)) {
            let rounds = match op {
                Pow | Atan2 | Hypot | LogAddExp | LogAddExp2 | FloorDiv => dtype.kind() == Kind::Float,
                _ => false,
            };
            let complex = dtype.is_complex() && matches!(op, Mul | Div | Pow);
            let mut values = operands(dtype, !complex);
            if matches!(op, LogAddExp | LogAddExp2) {
                // Where no sum is near zero: there the reference has few digits.
                values.retain(|v| v.f() >= 0.0 || v.is_nan() || v.f().is_infinite());
            }
            let ulps = match () {
                _ if complex => 300.0,
                // Which zero is less is not defined.
                _ if matches!(op, Min | Max | Fmin | Fmax) => 1e-9,
                // The reference rounds in the same precision.
                _ if rounds && dtype == DType::F64 => 1e4,
                _ if rounds => 8.0,
                _ => 0.0,
            };
            let n = values.len();
            for lie in Lie::ALL {
                for shape in [vec![n, n], vec![], vec![n, 0]] {
                    let mut build = Build::default();
                    let (x, y) = (build.load(dtype), build.load(dtype));
                    let z = build.binary(op, x, y);
                    build.store(z);
                    let x = Array::new(&pool, dtype, &shape, lie, |i| values[i / n]);
                    let y = Array::new(&pool, dtype, &shape, Lie::Contiguous, |i| values[i % n]);
                    let operands = vec![Operand::Array(x), Operand::Array(y)];
                    let kept = shape.len();
                    let case = Case { build: &mut build, shape: &shape, kept, operands, lie: Lie::Contiguous };
                    case.check(&executor, &pool, &[], ulps);
                }
            }
        }
    }
}

#[test]
fn casts() {
    let (pool, executor) = (Pool::default(), Executor::default());
    for source in DType::ALL {
        let mut values = samples(source);
        if source.kind() == Kind::Float {
            // Near ties of the half types, which must round once.
            values.extend([1.0 + 1.0 / 2048.0 + 1e-9, 1.0 + 1.0 / 256.0 + 1e-12, 65519.99999, 65520.0].map(V::F));
        }
        let values: Vec<V> = values.into_iter().map(|v| v.rounded(source)).collect();
        for target in DType::ALL {
            for lie in [Lie::Contiguous, Lie::Strided] {
                let mut build = Build::default();
                let x = build.load(source);
                let y = build.cast(x, target);
                build.store(y);
                let shape = [values.len()];
                let array = Array::new(&pool, source, &shape, lie, |i| values[i]);
                let operands = vec![Operand::Array(array)];
                Case { build: &mut build, shape: &shape, kept: 1, operands, lie }.check(&executor, &pool, &[], 0.0);
            }
        }
    }
}

#[test]
fn select_and_complex() {
    let (pool, executor) = (Pool::default(), Executor::default());
    for dtype in DType::ALL {
        let values = samples(dtype);
        let shape = [values.len()];
        let mut build = Build::default();
        let (c, x, y) = (build.load(DType::Bool), build.load(dtype), build.load(dtype));
        let z = build.op(Op::Select, dtype, &[c, x, y]);
        build.store(z);
        if let DType::F32 | DType::F64 = dtype {
            let complex = if dtype == DType::F32 { DType::Complex64 } else { DType::Complex128 };
            let w = build.op(Op::Complex, complex, &[x, y]);
            build.store(w);
        }
        let n = values.len();
        let operands = vec![
            Operand::Array(Array::new(&pool, DType::Bool, &shape, Lie::Contiguous, |i| V::I((i % 3 == 0).into()))),
            Operand::Array(Array::new(&pool, dtype, &shape, Lie::Contiguous, |i| values[i])),
            Operand::Array(Array::new(&pool, dtype, &shape, Lie::Strided, |i| values[(i + 1) % n])),
        ];
        Case { build: &mut build, shape: &shape, kept: 1, operands, lie: Lie::Contiguous }.check(
            &executor,
            &pool,
            &[],
            0.0,
        );
    }
}

/// Each operation on 16-bit floats rounds, as NumPy's do, also between fused operations.
#[test]
fn halves_round_after_each_operation() {
    let (pool, executor) = (Pool::default(), Executor::default());
    for dtype in [DType::F16, DType::BF16] {
        let mut build = Build::default();
        let x = build.load(dtype);
        let third = build.param(V::F(1.0 / 3.0).scalar(dtype));
        let y = build.binary(BinaryOp::Mul, x, third);
        let z = build.binary(BinaryOp::Add, y, x);
        let w = build.binary(BinaryOp::Sub, z, y);
        build.store(y).store(w).store(x);
        let x = Array::new(&pool, dtype, &[500], Lie::Strided, |i| V::F(i as f64 * 0.37 - 20.0));
        let operands = vec![Operand::Array(x)];
        Case { build: &mut build, shape: &[500], kept: 1, operands, lie: Lie::Contiguous }.check(
            &executor,
            &pool,
            &[],
            0.0,
        );
    }
}
