//! Real floating-point arithmetic.

use super::maps::{TileFn, map1, map2, map3};
use super::real::Real;
use crate::simd::{Cold, Hot, Warm};
use xparray_ir::ir::{BinaryOp, UnaryOp};

#[inline(always)]
fn sign<T: Real>(x: T) -> T {
    if x > T::zero() {
        T::one()
    } else if x < T::zero() {
        -T::one()
    } else if x == T::zero() {
        T::zero()
    } else {
        x
    }
}

/// NumPy's `floor_divide`, from the remainder `r` of `x` by `y` with the sign of `x`.
#[inline(always)]
fn floor_divide<T: Real>(x: T, y: T, r: T) -> T {
    let zero = T::zero();
    let q = (x - r) / y;
    let q = if r != zero && (y < zero) != (r < zero) { q - T::one() } else { q };
    let floor = q.floor();
    let rounded = if q - floor > T::one() / (T::one() + T::one()) { floor + T::one() } else { floor };
    let result = if q == zero { zero.copysign(x / y) } else { rounded };
    if y == zero { x / y } else { result }
}

/// NumPy's `remainder`, from the remainder `r` with the sign of `x`.
#[inline(always)]
fn modulo<T: Real>(_: T, y: T, r: T) -> T {
    let zero = T::zero();
    let same = (y < zero) == (r < zero);
    let result = if r == zero {
        zero.copysign(y)
    } else if same {
        r
    } else {
        r + y
    };
    if y == zero { r } else { result }
}

/// The negative.
#[inline(always)]
pub fn negate<T: Real>(x: T) -> T {
    -x
}

/// The nearest integer, ties to even.
#[inline(always)]
pub fn rint<T: Real>(x: T) -> T {
    x.rint()
}

/// The loop of a unary operation on floats, if it is not one of the mathematical functions.
pub fn unary<T: Real>(op: UnaryOp) -> Option<TileFn> {
    use UnaryOp::*;
    Some(match op {
        Neg => map1(Hot, negate::<T>),
        Abs => map1(Hot, |x: T| x.abs()),
        Sign => map1(Warm, sign::<T>),
        Square => map1(Hot, |x: T| x * x),
        Reciprocal => map1(Hot, |x: T| T::one() / x),
        Imag => map1(Cold, |_: T| T::zero()),
        IsNan => map1(Warm, |x: T| x.is_nan()),
        IsInf => map1(Warm, |x: T| x.abs() == T::infinity()),
        IsFinite => map1(Warm, |x: T| x.abs() < T::infinity()),
        SignBit => map1(Warm, |x: T| x.is_sign_negative()),
        Floor => map1(Warm, |x: T| x.floor()),
        Ceil => map1(Warm, |x: T| x.ceil()),
        Trunc => map1(Warm, |x: T| x.trunc()),
        Rint => map1(Warm, rint::<T>),
        Mantissa => map1(Warm, |x: T| x.mantissa()),
        Exponent => map1(Warm, |x: T| x.exponent()),
        Sqrt => map1(Hot, |x: T| x.sqrt()),
        _ => return None,
    })
}

/// The loop of a binary operation on floats, if it is not arithmetic or one of the mathematical functions.
pub fn binary<T: Real>(op: BinaryOp) -> Option<TileFn> {
    use BinaryOp::*;
    Some(match op {
        Min => map2(Hot, |x: T, y: T| if x < y || x.is_nan() { x } else { y }),
        Max => map2(Hot, |x: T, y: T| if x > y || x.is_nan() { x } else { y }),
        Fmin => map2(Warm, |x: T, y: T| if x <= y || y.is_nan() { x } else { y }),
        Fmax => map2(Warm, |x: T, y: T| if x >= y || y.is_nan() { x } else { y }),
        Copysign => map2(Warm, |x: T, y: T| x.copysign(y)),
        NextAfter => map2(Cold, |x: T, y: T| x.next_after(y)),
        _ => return None,
    })
}

/// The second half of a division with remainder: a function of both operands and their `fmod`.
pub fn after_fmod<T: Real>(op: BinaryOp) -> Option<TileFn> {
    match op {
        BinaryOp::FloorDiv => Some(map3(Warm, floor_divide::<T>)),
        BinaryOp::Mod => Some(map3(Warm, modulo::<T>)),
        _ => None,
    }
}
