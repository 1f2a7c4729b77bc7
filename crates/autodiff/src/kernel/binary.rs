//! Functions of two values.

use super::number::Number;
use super::partial::Partial::{self, Minus, One, Times, Zero};
use crate::rule::{Values, missing};
use std::f64::consts::LN_2;
use xparray_core::Result;
use xparray_core::backend::Backend;
use xparray_core::ir::{BinaryOp, UnaryOp};

/// The function of two arrays of one type.
pub(super) fn apply<B: Backend>(op: BinaryOp, a: &Values<B>, b: &Values<B>) -> Result<Values<B>> {
    match op {
        BinaryOp::Add => a.add(b),
        BinaryOp::Sub => a.subtract(b),
        BinaryOp::Mul => a.multiply(b),
        BinaryOp::Div => a.divide(b),
        BinaryOp::FloorDiv => a.floor_divide(b),
        BinaryOp::Mod => a.remainder(b),
        BinaryOp::Fmod => a.fmod(b),
        BinaryOp::Pow => a.power(b),
        BinaryOp::Atan2 => a.arctan2(b),
        BinaryOp::Hypot => a.hypot(b),
        BinaryOp::LogAddExp => a.logaddexp(b),
        BinaryOp::LogAddExp2 => a.logaddexp2(b),
        BinaryOp::Min => a.minimum(b),
        BinaryOp::Max => a.maximum(b),
        BinaryOp::Fmin => a.fmin(b),
        BinaryOp::Fmax => a.fmax(b),
        BinaryOp::Copysign => a.copysign(b),
        BinaryOp::NextAfter => a.nextafter(b),
        BinaryOp::Gcd => a.gcd(b),
        BinaryOp::Lcm => a.lcm(b),
        BinaryOp::And => a.bitwise_and(b),
        BinaryOp::Or => a.bitwise_or(b),
        BinaryOp::Xor => a.bitwise_xor(b),
        BinaryOp::Shl => a.left_shift(b),
        BinaryOp::Shr => a.right_shift(b),
        BinaryOp::Eq => a.equal(b),
        BinaryOp::Ne => a.not_equal(b),
        BinaryOp::Lt => a.less(b),
        BinaryOp::Le => a.less_equal(b),
        BinaryOp::Gt => a.greater(b),
        BinaryOp::Ge => a.greater_equal(b),
    }
}

/// The derivatives of a function where it has the value `y`, with respect to one operand: the first or the second.
pub(super) fn partial<N: Number>(op: BinaryOp, second: bool, a: &N, b: &N, y: &N) -> Result<Partial<N>> {
    Ok(match (op, second) {
        (BinaryOp::Add, _) | (BinaryOp::Sub | BinaryOp::Mod | BinaryOp::Fmod, false) => One,
        (BinaryOp::Sub, true) => Minus,
        (BinaryOp::Mul, false) => Times(b.clone()),
        (BinaryOp::Mul, true) => Times(a.clone()),
        (BinaryOp::Div, false) => Times(b.reciprocal()?),
        (BinaryOp::Div, true) => Times(y.divide(b)?.negative()?),
        (BinaryOp::Mod, true) => Times(a.divide(b)?.unary(UnaryOp::Floor)?.negative()?),
        (BinaryOp::Fmod, true) => Times(a.divide(b)?.unary(UnaryOp::Trunc)?.negative()?),
        (BinaryOp::Pow, false) => {
            // Of zero to the power of zero there is no slope of infinity times zero.
            let corner = a.equal(0.0)?.with(BinaryOp::And, &b.equal(0.0)?)?;
            let power = a.with(BinaryOp::Pow, &corner.where_(1.0, &b.subtract(1.0)?)?)?;
            Times(b.multiply(&power)?)
        }
        // The logarithm of zero counts as zero, as in JAX: so a derivative that nobody needs is no NaN.
        (BinaryOp::Pow, true) => Times(a.equal(0.0)?.where_(1.0, a)?.unary(UnaryOp::Log)?.multiply(y)?),
        (BinaryOp::Atan2, false) => Times(b.divide(&a.square()?.add(&b.square()?)?)?),
        (BinaryOp::Atan2, true) => Times(a.negative()?.divide(&a.square()?.add(&b.square()?)?)?),
        (BinaryOp::Hypot, false) => Times(a.divide(y)?),
        (BinaryOp::Hypot, true) => Times(b.divide(y)?),
        (BinaryOp::LogAddExp, _) => Times(share(if second { b } else { a }, y)?.unary(UnaryOp::Exp)?),
        (BinaryOp::LogAddExp2, _) => Times(share(if second { b } else { a }, y)?.multiply(LN_2)?.unary(UnaryOp::Exp)?),
        (BinaryOp::Min | BinaryOp::Fmin | BinaryOp::Max | BinaryOp::Fmax, _) => {
            let (own, other) = if second { (b, a) } else { (a, b) };
            Times(chosen(op, own, other)?)
        }
        (BinaryOp::Copysign, false) => Times(a.multiply(y)?.unary(UnaryOp::Sign)?),
        (BinaryOp::Copysign, true) | (BinaryOp::FloorDiv, _) => Zero,
        (BinaryOp::NextAfter, _) => return Err(missing("nextafter")),
        // Of integers and truth values, or to these.
        _ => Zero,
    })
}

/// The logarithm of an operand's share in a sum of exponentials; both may be infinite.
fn share<N: Number>(x: &N, y: &N) -> Result<N> {
    x.equal(y)?.where_(0.0, &x.subtract(y)?)
}

/// 1 where an operand is what was chosen, 1/2 where both are.
fn chosen<N: Number>(op: BinaryOp, own: &N, other: &N) -> Result<N> {
    let ahead = match op {
        BinaryOp::Min | BinaryOp::Fmin => own.with(BinaryOp::Lt, other)?,
        _ => own.with(BinaryOp::Gt, other)?,
    };
    // What is not a number loses, or wins.
    let ahead = match op {
        BinaryOp::Fmin | BinaryOp::Fmax => ahead.with(BinaryOp::Or, &other.unary(UnaryOp::IsNan)?)?,
        _ => ahead.with(BinaryOp::Or, &own.unary(UnaryOp::IsNan)?)?,
    };
    let half = own.equal(other)?.astype(own.dtype())?.multiply(0.5)?;
    ahead.where_(1.0, &half)
}
