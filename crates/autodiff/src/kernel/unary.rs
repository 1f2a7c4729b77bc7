//! Functions of one value.

use super::partial::Partial::{self, Conj, Imag, Minus, One, Phase, Real, RealOf, Times, Zero};
use crate::rule::Values;
use std::f64::consts::{LN_2, LN_10, PI};
use xparray_core::Result;
use xparray_core::backend::Backend;
use xparray_core::ir::UnaryOp;

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
pub(super) fn partial<B: Backend>(op: UnaryOp, x: &Values<B>, y: &Values<B>) -> Result<Partial<B>> {
    let is_complex = x.dtype().is_complex();
    Ok(match op {
        UnaryOp::Neg => Minus,
        UnaryOp::Abs if is_complex => RealOf(direction(x, y)?),
        UnaryOp::Abs => Times(x.sign()?),
        UnaryOp::Sign if is_complex => {
            let modulus = x.abs()?;
            Phase(y.clone(), modulus.equal(0)?.where_(1, modulus)?)
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
fn direction<B: Backend>(x: &Values<B>, y: &Values<B>) -> Result<Values<B>> {
    let divisor = y.equal(0)?.where_(1, y)?;
    x.conj()?.divide(&divisor)
}

fn slope<B: Backend>(op: UnaryOp, x: &Values<B>, y: &Values<B>) -> Result<Values<B>> {
    match op {
        UnaryOp::Square => x.multiply(2),
        UnaryOp::Reciprocal => y.square()?.negative(),
        UnaryOp::Mantissa => y.divide(x),
        UnaryOp::Sqrt => y.reciprocal()?.multiply(0.5),
        UnaryOp::Cbrt => y.square()?.multiply(3)?.reciprocal(),
        UnaryOp::Exp => Ok(y.clone()),
        UnaryOp::Exp2 => y.multiply(LN_2),
        UnaryOp::Expm1 => y.add(1),
        UnaryOp::Log => x.reciprocal(),
        UnaryOp::Log2 => x.multiply(LN_2)?.reciprocal(),
        UnaryOp::Log10 => x.multiply(LN_10)?.reciprocal(),
        UnaryOp::Log1p => x.add(1)?.reciprocal(),
        UnaryOp::Sin => x.cos(),
        UnaryOp::Cos => x.sin()?.negative(),
        UnaryOp::Tan => y.square()?.add(1),
        UnaryOp::Asin => one_less_square(x)?.sqrt()?.reciprocal(),
        UnaryOp::Acos => one_less_square(x)?.sqrt()?.reciprocal()?.negative(),
        UnaryOp::Atan => x.square()?.add(1)?.reciprocal(),
        UnaryOp::Sinh => x.cosh(),
        UnaryOp::Cosh => x.sinh(),
        UnaryOp::Tanh => one_less_square(y),
        UnaryOp::Asinh => x.square()?.add(1)?.sqrt()?.reciprocal(),
        UnaryOp::Acosh => x.subtract(1)?.sqrt()?.multiply(&x.add(1)?.sqrt()?)?.reciprocal(),
        UnaryOp::Atanh => one_less_square(x)?.reciprocal(),
        UnaryOp::I0 => x.i1(),
        UnaryOp::Sinc => sinc(x, y),
        _ => x.zeros_like(),
    }
}

/// `(1 - x) (1 + x)`, which is accurate near 1.
fn one_less_square<B: Backend>(x: &Values<B>) -> Result<Values<B>> {
    x.negative()?.add(1)?.multiply(&x.add(1)?)
}

/// The derivative of `sin(pi x) / (pi x)`: near zero, where `cos(pi x) - y` loses digits, the series of
/// `2 k (-1)^k pi^(2 k) x^(2 k - 1) / (2 k + 1)!`.
fn sinc<B: Backend>(x: &Values<B>, y: &Values<B>) -> Result<Values<B>> {
    let near = x.abs()?.less(0.25)?;
    let far = near.where_(1, x)?;
    let far = x.multiply(PI)?.cos()?.subtract(y)?.divide(&far)?;
    let square = near.where_(x, 0)?.square()?;
    let factors: Vec<f64> = (1..=8)
        .map(|k: i32| {
            let factorial: f64 = (1..=2 * k + 1).map(f64::from).product();
            f64::from(2 * k) * (-1f64).powi(k) * PI.powi(2 * k) / factorial
        })
        .collect();
    let mut sum = square.full_like(0.0)?;
    for factor in factors.into_iter().rev() {
        sum = sum.multiply(&square)?.add(factor)?;
    }
    near.where_(sum.multiply(x)?, far)
}
