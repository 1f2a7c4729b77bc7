//! `fmod`.

use super::real::{Real, residual};

/// Whether the fast path below is not exact: the quotient has too many bits, or its parts are near the ends of the range.
#[inline(always)]
pub fn is_hard<T: Real>(x: T, y: T) -> T::Mask {
    let (a, b) = (x.abs(), y.abs());
    let quotient_fits = a.below(b * (T::INTEGERS * T::pick(0.125, 0.125)));
    let normal = b.above(T::pick(1e-25, 1e-240)) & b.below(T::pick(1e25, 1e240)) & a.below(T::pick(1e30, 1e250));
    !(quotient_fits & normal)
}

/// The remainder of the truncated quotient, exactly, unless `is_hard`.
#[inline(always)]
pub fn fmod<T: Real, const FMA: bool>(x: T, y: T) -> T {
    let (a, b) = (x.abs(), y.abs());
    // Adding and taking away this rounds to an integer, which is the quotient or one more.
    let quotient = (a / b + T::INTEGERS) - T::INTEGERS;
    let rest = residual::<T, FMA>(a, quotient, b);
    let rest = T::select(rest.below(T::ZERO), rest + b, rest);
    rest.copysign(x)
}
