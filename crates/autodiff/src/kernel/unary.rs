//! Functions of one value.

use super::number::Number;
use super::partial::Partial::{self, Conj, Imag, Minus, One, Phase, Real, RealOf, Times, Zero};
use crate::rule::Values;
use std::f64::consts::{LN_2, LN_10, PI};
use xparray_core::Result;
use xparray_core::backend::Backend;
use xparray_core::functions::FunctionId;
use xparray_core::ir::{BinaryOp, UnaryOp};

/// The function of an array.
pub(super) fn apply<B: Backend>(op: UnaryOp, x: &Values<B>) -> Result<Values<B>> {
    match op {
        UnaryOp::Neg => x.negative(),
        UnaryOp::Abs => x.abs(),
        UnaryOp::Sign => x.sign(),
        UnaryOp::Square => x.square(),
        UnaryOp::Reciprocal => x.reciprocal(),
        UnaryOp::Not => x.invert(),
        UnaryOp::BitCount => x.bitwise_count(),
        UnaryOp::Conj => x.conj(),
        UnaryOp::Real => x.real(),
        UnaryOp::Imag => x.imag(),
        UnaryOp::IsNan => x.isnan(),
        UnaryOp::IsInf => x.isinf(),
        UnaryOp::IsFinite => x.isfinite(),
        UnaryOp::SignBit => x.signbit(),
        UnaryOp::Floor => x.floor(),
        UnaryOp::Ceil => x.ceil(),
        UnaryOp::Trunc => x.trunc(),
        UnaryOp::Rint => x.rint(),
        UnaryOp::Mantissa => Ok(x.frexp()?.0),
        UnaryOp::Exponent => Ok(x.frexp()?.1),
        UnaryOp::Sqrt => x.sqrt(),
        UnaryOp::Cbrt => x.cbrt(),
        UnaryOp::Exp => x.exp(),
        UnaryOp::Exp2 => x.exp2(),
        UnaryOp::Expm1 => x.expm1(),
        UnaryOp::Log => x.log(),
        UnaryOp::Log2 => x.log2(),
        UnaryOp::Log10 => x.log10(),
        UnaryOp::Log1p => x.log1p(),
        UnaryOp::Sin => x.sin(),
        UnaryOp::Cos => x.cos(),
        UnaryOp::Tan => x.tan(),
        UnaryOp::Asin => x.arcsin(),
        UnaryOp::Acos => x.arccos(),
        UnaryOp::Atan => x.arctan(),
        UnaryOp::Sinh => x.sinh(),
        UnaryOp::Cosh => x.cosh(),
        UnaryOp::Tanh => x.tanh(),
        UnaryOp::Asinh => x.arcsinh(),
        UnaryOp::Acosh => x.arccosh(),
        UnaryOp::Atanh => x.arctanh(),
        UnaryOp::I0 => x.i0(),
        UnaryOp::Sinc => x.sinc(),
        UnaryOp::StopGradient => x.detached(),
    }
}

/// The derivative of a function where it has the value `y`. Complex ones are holomorphic, or linear in the parts.
pub(super) fn partial<N: Number>(op: UnaryOp, x: &N, y: &N) -> Result<Partial<N>> {
    let is_complex = x.dtype().is_complex();
    Ok(match op {
        UnaryOp::Neg => Minus,
        UnaryOp::Abs if is_complex => RealOf(direction(x, y)?),
        UnaryOp::Abs => Times(x.unary(UnaryOp::Sign)?),
        UnaryOp::Sign if is_complex => {
            let modulus = x.unary(UnaryOp::Abs)?;
            Phase(y.clone(), modulus.equal(0.0)?.where_(1.0, &modulus)?)
        }
        UnaryOp::Conj if is_complex => Conj,
        UnaryOp::Real if is_complex => Real,
        UnaryOp::Imag if is_complex => Imag,
        UnaryOp::Conj | UnaryOp::Real => One,
        UnaryOp::Imag
        | UnaryOp::Sign
        | UnaryOp::Floor
        | UnaryOp::Ceil
        | UnaryOp::Trunc
        | UnaryOp::Rint
        | UnaryOp::Exponent
        | UnaryOp::Not
        | UnaryOp::BitCount
        | UnaryOp::IsNan
        | UnaryOp::IsInf
        | UnaryOp::IsFinite
        | UnaryOp::SignBit
        | UnaryOp::StopGradient => Zero,
        _ => Times(slope(op, x, y)?),
    })
}

/// The conjugate of a number divided by its modulus `y`; zero at zero, as in JAX.
fn direction<N: Number>(x: &N, y: &N) -> Result<N> {
    let divisor = y.equal(0.0)?.where_(1.0, y)?;
    x.conj()?.divide(&divisor)
}

fn slope<N: Number>(op: UnaryOp, x: &N, y: &N) -> Result<N> {
    match op {
        UnaryOp::Square => x.multiply(2.0),
        UnaryOp::Reciprocal => y.square()?.negative(),
        UnaryOp::Mantissa => y.divide(x),
        UnaryOp::Sqrt => y.reciprocal()?.multiply(0.5),
        UnaryOp::Cbrt => y.square()?.multiply(3.0)?.reciprocal(),
        UnaryOp::Exp => Ok(y.clone()),
        UnaryOp::Exp2 => y.multiply(LN_2),
        UnaryOp::Expm1 => y.add(1.0),
        UnaryOp::Log => x.reciprocal(),
        UnaryOp::Log2 => x.multiply(LN_2)?.reciprocal(),
        UnaryOp::Log10 => x.multiply(LN_10)?.reciprocal(),
        UnaryOp::Log1p => x.add(1.0)?.reciprocal(),
        UnaryOp::Sin => x.unary(UnaryOp::Cos),
        UnaryOp::Cos => x.unary(UnaryOp::Sin)?.negative(),
        UnaryOp::Tan => y.square()?.add(1.0),
        UnaryOp::Asin => one_less_square(x)?.unary(UnaryOp::Sqrt)?.reciprocal(),
        UnaryOp::Acos => one_less_square(x)?.unary(UnaryOp::Sqrt)?.reciprocal()?.negative(),
        UnaryOp::Atan => x.square()?.add(1.0)?.reciprocal(),
        UnaryOp::Sinh => x.unary(UnaryOp::Cosh),
        UnaryOp::Cosh => x.unary(UnaryOp::Sinh),
        UnaryOp::Tanh => one_less_square(y),
        UnaryOp::Asinh => x.square()?.add(1.0)?.unary(UnaryOp::Sqrt)?.reciprocal(),
        UnaryOp::Acosh => {
            x.subtract(1.0)?.unary(UnaryOp::Sqrt)?.multiply(&x.add(1.0)?.unary(UnaryOp::Sqrt)?)?.reciprocal()
        }
        UnaryOp::Atanh => one_less_square(x)?.reciprocal(),
        UnaryOp::I0 => x.call(FunctionId::i1),
        UnaryOp::Sinc => sinc(x, y),
        _ => x.zero(),
    }
}

/// `(1 - x) (1 + x)`, which is accurate near 1.
fn one_less_square<N: Number>(x: &N) -> Result<N> {
    x.negative()?.add(1.0)?.multiply(&x.add(1.0)?)
}

/// The derivative of `sin(pi x) / (pi x)`: near zero, where `cos(pi x) - y` loses digits, the series of
/// `2 k (-1)^k pi^(2 k) x^(2 k - 1) / (2 k + 1)!`.
fn sinc<N: Number>(x: &N, y: &N) -> Result<N> {
    let near = x.unary(UnaryOp::Abs)?.with(BinaryOp::Lt, 0.25)?;
    let far = near.where_(1.0, x)?;
    let far = x.multiply(PI)?.unary(UnaryOp::Cos)?.subtract(y)?.divide(&far)?;
    let square = near.where_(x, 0.0)?.square()?;
    let factors: Vec<f64> = (1..=8)
        .map(|k: i32| {
            let factorial: f64 = (1..=2 * k + 1).map(f64::from).product();
            f64::from(2 * k) * (-1f64).powi(k) * PI.powi(2 * k) / factorial
        })
        .collect();
    let mut sum = square.zero()?;
    for factor in factors.into_iter().rev() {
        sum = sum.multiply(&square)?.add(factor)?;
    }
    near.where_(&sum.multiply(x)?, &far)
}
