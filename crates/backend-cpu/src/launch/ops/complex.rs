//! Complex arithmetic by the formulas that NumPy uses.

use super::compare::less;
use super::maps::{TileFn, map1, map2, parts1, parts2};
use super::real::Real;
use super::{arithmetic, float};
use crate::simd::{Cold, Hot, Warm};
use num_complex::Complex;
use xparray_ir::ir::{BinaryOp, UnaryOp};

type C<T> = Complex<T>;

/// The product by the textbook formula.
#[inline(always)]
pub fn multiply<T: Real>(x: C<T>, y: C<T>) -> C<T> {
    C::new(x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re)
}

/// Smith's division: scaled by the larger part of the divisor, so that nothing overflows early.
#[inline(always)]
pub fn divide<T: Real>(x: C<T>, y: C<T>) -> C<T> {
    let one = T::one();
    let (re, im) = (y.re.abs(), y.im.abs());
    if re >= im {
        if re == T::zero() && im == T::zero() {
            return C::new(x.re / re, x.im / re);
        }
        let ratio = y.im / y.re;
        let scale = one / (y.re + y.im * ratio);
        C::new((x.re + x.im * ratio) * scale, (x.im - x.re * ratio) * scale)
    } else {
        let ratio = y.re / y.im;
        let scale = one / (y.im + y.re * ratio);
        C::new((x.re * ratio + x.im) * scale, (x.im * ratio - x.re) * scale)
    }
}

#[inline(always)]
fn reciprocal<T: Real>(x: C<T>) -> C<T> {
    let one = T::one();
    if x.im.abs() <= x.re.abs() {
        let ratio = x.im / x.re;
        let scale = x.re + x.im * ratio;
        C::new(one / scale, -ratio / scale)
    } else {
        let ratio = x.re / x.im;
        let scale = x.re * ratio + x.im;
        C::new(ratio / scale, -one / scale)
    }
}

/// `x / |x|`, and the direction of what is infinite in one part.
fn sign<T: Real>(x: C<T>) -> C<T> {
    let (zero, one) = (T::zero(), T::one());
    let unit = |part: T| if part.is_infinite() { one.copysign(part) } else { zero };
    let length = x.re.safe_hypot(x.im);
    if length.is_nan() || (x.re.is_infinite() && x.im.is_infinite()) {
        C::new(T::nan(), T::nan())
    } else if length.is_infinite() && (x.re.is_infinite() || x.im.is_infinite()) {
        C::new(unit(x.re), unit(x.im))
    } else if length == zero {
        C::new(zero, zero)
    } else {
        C::new(x.re / length, x.im / length)
    }
}

/// Whether a part is NaN.
#[inline(always)]
pub fn is_nan<T: Real>(x: C<T>) -> bool {
    x.re.is_nan() || x.im.is_nan()
}

/// The loop of a unary operation on complex numbers, if it is not one of the mathematical functions.
pub fn unary<T: Real>(op: UnaryOp) -> Option<TileFn> {
    use UnaryOp::*;
    Some(match op {
        Neg => parts1(Hot, float::negate::<T>),
        Abs => map1(Warm, |x: C<T>| x.re.safe_hypot(x.im)),
        Sign => map1(Cold, sign::<T>),
        Square => map1(Warm, |x: C<T>| C::new(x.re * x.re - x.im * x.im, x.re * x.im + x.im * x.re)),
        Reciprocal => map1(Cold, reciprocal::<T>),
        Conj => map1(Warm, |x: C<T>| C::new(x.re, -x.im)),
        Real => real_part::<T>(),
        Imag => map1(Warm, |x: C<T>| x.im),
        IsNan => map1(Cold, is_nan::<T>),
        IsInf => map1(Cold, |x: C<T>| x.re.abs() == T::infinity() || x.im.abs() == T::infinity()),
        IsFinite => map1(Cold, |x: C<T>| x.re.abs() < T::infinity() && x.im.abs() < T::infinity()),
        Rint => parts1(Warm, float::rint::<T>),
        _ => return None,
    })
}

/// The lesser, or `x` if it is NaN.
#[inline(always)]
pub fn min<T: Real>(x: C<T>, y: C<T>) -> C<T> {
    if is_nan(x) || less::<T, true>(x, y) { x } else { y }
}

/// The greater, or `x` if it is NaN.
#[inline(always)]
pub fn max<T: Real>(x: C<T>, y: C<T>) -> C<T> {
    if is_nan(x) || less::<T, true>(y, x) { x } else { y }
}

/// The loop of a binary operation on complex numbers, if it is not one of the mathematical functions.
pub fn binary<T: Real>(op: BinaryOp) -> Option<TileFn> {
    use BinaryOp::*;
    Some(match op {
        Add => parts2(Hot, arithmetic::add::<T>),
        Sub => parts2(Hot, arithmetic::subtract::<T>),
        Mul => map2(Hot, multiply::<T>),
        Div => map2(Warm, divide::<T>),
        Min => map2(Cold, min::<T>),
        Max => map2(Cold, max::<T>),
        Fmin => map2(Cold, |x: C<T>, y: C<T>| if is_nan(y) || less::<T, true>(x, y) { x } else { y }),
        Fmax => map2(Cold, |x: C<T>, y: C<T>| if is_nan(y) || less::<T, true>(y, x) { x } else { y }),
        _ => return None,
    })
}

/// The loop that takes the real part.
pub fn real_part<T: Real>() -> TileFn {
    map1(Warm, |x: C<T>| x.re)
}

/// The loop that makes complex numbers of their parts.
pub fn from_parts<T: Real>() -> TileFn {
    map2(Warm, |re: T, im: T| C::new(re, im))
}
