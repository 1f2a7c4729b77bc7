use super::*;
use crate::ir::Op;
use crate::kernel::trace::trace;
use half::f16;
use num_complex::Complex;

/// What a closure of one variable records for its result.
fn one<T: Element, R>(f: impl FnOnce(Var<T>) -> Var<R>) -> Op {
    let (trace, result) = trace(false, || f(Var::record(Recipe::Input(0), &[])));
    let combine = trace.combine(result.id).unwrap();
    combine.insts[combine.result as usize].op.clone()
}

fn two<T: Element, R>(f: impl FnOnce(Var<T>, Var<T>) -> Var<R>) -> Op {
    one(|x| f(x, Var::record(Recipe::Input(1), &[])))
}

/// How each operation is written. The compiler asks for those that are missing here.
fn unary(op: UnaryOp) -> Op {
    use UnaryOp::*;
    match op {
        Neg => one(|x: Var<f64>| -x),
        Abs => one(|x: Var<f64>| x.abs()),
        Sign => one(|x: Var<f64>| x.sign()),
        Square => one(|x: Var<f64>| x.square()),
        Reciprocal => one(|x: Var<f64>| x.reciprocal()),
        Not => one(|x: Var<i32>| !x),
        BitCount => one(|x: Var<i32>| x.bitwise_count()),
        Conj => one(|x: Var<Complex<f64>>| x.conj()),
        Real => one(|x: Var<Complex<f64>>| x.real()),
        Imag => one(|x: Var<Complex<f64>>| x.imag()),
        IsNan => one(|x: Var<f64>| x.isnan()),
        IsInf => one(|x: Var<f64>| x.isinf()),
        IsFinite => one(|x: Var<f64>| x.isfinite()),
        SignBit => one(|x: Var<f64>| x.signbit()),
        Floor => one(|x: Var<f64>| x.floor()),
        Ceil => one(|x: Var<f64>| x.ceil()),
        Trunc => one(|x: Var<f64>| x.trunc()),
        Rint => one(|x: Var<f64>| x.rint()),
        Mantissa => one(|x: Var<f64>| x.frexp().0),
        Exponent => one(|x: Var<f64>| x.frexp().1),
        Sqrt => one(|x: Var<f64>| x.sqrt()),
        Cbrt => one(|x: Var<f64>| x.cbrt()),
        Exp => one(|x: Var<f64>| x.exp()),
        Exp2 => one(|x: Var<f64>| x.exp2()),
        StopGradient => one(|x: Var<f64>| x.stop_gradient()),
        Expm1 => one(|x: Var<f64>| x.expm1()),
        Log => one(|x: Var<f64>| x.log()),
        Log2 => one(|x: Var<f64>| x.log2()),
        Log10 => one(|x: Var<f64>| x.log10()),
        Log1p => one(|x: Var<f64>| x.log1p()),
        Sin => one(|x: Var<f64>| x.sin()),
        Cos => one(|x: Var<f64>| x.cos()),
        Tan => one(|x: Var<f64>| x.tan()),
        Asin => one(|x: Var<f64>| x.arcsin()),
        Acos => one(|x: Var<f64>| x.arccos()),
        Atan => one(|x: Var<f64>| x.arctan()),
        Sinh => one(|x: Var<f64>| x.sinh()),
        Cosh => one(|x: Var<f64>| x.cosh()),
        Tanh => one(|x: Var<f64>| x.tanh()),
        Asinh => one(|x: Var<f64>| x.arcsinh()),
        Acosh => one(|x: Var<f64>| x.arccosh()),
        Atanh => one(|x: Var<f64>| x.arctanh()),
        I0 => one(|x: Var<f64>| x.i0()),
        Sinc => one(|x: Var<f64>| x.sinc()),
    }
}

fn binary(op: BinaryOp) -> Op {
    use BinaryOp::*;
    match op {
        Add => two(|x: Var<f64>, y| x + y),
        Sub => two(|x: Var<f64>, y| x - y),
        Mul => two(|x: Var<f64>, y| x * y),
        Div => two(|x: Var<f64>, y| x / y),
        FloorDiv => two(|x: Var<f64>, y| x.floor_divide(y)),
        Mod => two(|x: Var<f64>, y| x % y),
        Fmod => two(|x: Var<f64>, y| x.fmod(y)),
        Pow => two(|x: Var<f64>, y| x.power(y)),
        Atan2 => two(|x: Var<f64>, y| x.arctan2(y)),
        Hypot => two(|x: Var<f64>, y| x.hypot(y)),
        LogAddExp => two(|x: Var<f64>, y| x.logaddexp(y)),
        LogAddExp2 => two(|x: Var<f64>, y| x.logaddexp2(y)),
        Min => two(|x: Var<f64>, y| x.minimum(y)),
        Max => two(|x: Var<f64>, y| x.maximum(y)),
        Fmin => two(|x: Var<f64>, y| x.fmin(y)),
        Fmax => two(|x: Var<f64>, y| x.fmax(y)),
        Copysign => two(|x: Var<f64>, y| x.copysign(y)),
        NextAfter => two(|x: Var<f64>, y| x.nextafter(y)),
        Gcd => two(|x: Var<i32>, y| x.gcd(y)),
        Lcm => two(|x: Var<i32>, y| x.lcm(y)),
        And => two(|x: Var<i32>, y| x & y),
        Or => two(|x: Var<i32>, y| x | y),
        Xor => two(|x: Var<i32>, y| x ^ y),
        Shl => two(|x: Var<i32>, y| x << y),
        Shr => two(|x: Var<i32>, y| x >> y),
        Eq => two(|x: Var<f64>, y| x.eq(y)),
        Ne => two(|x: Var<f64>, y| x.ne(y)),
        Lt => two(|x: Var<f64>, y| x.lt(y)),
        Le => two(|x: Var<f64>, y| x.le(y)),
        Gt => two(|x: Var<f64>, y| x.gt(y)),
        Ge => two(|x: Var<f64>, y| x.ge(y)),
    }
}

#[test]
fn every_operation_is_there() {
    for op in UnaryOp::ALL {
        assert_eq!(unary(op), Op::Unary(op));
    }
    for op in BinaryOp::ALL {
        assert_eq!(binary(op), Op::Binary(op));
    }
}

#[test]
fn constants_stand_on_either_side() {
    assert_eq!(one(|x: Var<u8>| 1 - x), Op::Binary(BinaryOp::Sub));
    assert_eq!(one(|x: Var<bool>| true & x), Op::Binary(BinaryOp::And));
    assert_eq!(one(|x: Var<f16>| f16::ONE / x), Op::Binary(BinaryOp::Div));
    assert_eq!(one(|x: Var<i32>| x.hypot(3)), Op::Binary(BinaryOp::Hypot));
}
