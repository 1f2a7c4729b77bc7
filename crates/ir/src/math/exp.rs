//! `exp`, `exp2`, `expm1`.

use super::real::{Real, fast_two_sum, poly};
use super::tables;

/// Arguments beyond these overflow or underflow to zero, with or without the clamp.
#[inline(always)]
fn clamp<T: Real>(x: T, low: T, high: T) -> T {
    let x = T::select(x.above(high), high, x);
    T::select(x.below(low), low, x)
}

#[inline(always)]
pub(super) fn clamp_e<T: Real>(x: T) -> T {
    clamp(x, T::pick(-105.0, -746.0), T::pick(90.0, 711.0))
}

#[inline(always)]
pub(super) fn clamp_2<T: Real>(x: T) -> T {
    clamp(x, T::pick(-151.0, -1076.0), T::pick(129.0, 1025.0))
}

/// `(n, bits of n, r, error of r)` with `x = n ln(2) + r`.
#[inline(always)]
pub(super) fn reduce<T: Real, const FMA: bool>(x: T) -> (T, T::Bits, T, T) {
    let (n, k) = x.round::<FMA>(T::term(tables::LOG2_E, 0));
    // Exact: the first part has as many zero bits as n has bits.
    let hi = T::fma::<FMA>(n, -T::term(tables::LN2, 0), x);
    let lo = n * T::term(tables::LN2, 1);
    let r = hi - lo;
    (n, k, r, (hi - r) - lo)
}

/// `((hi, lo), k)` with `e^(x + x_lo) = (hi + lo) 2^k`.
#[inline(always)]
pub(super) fn exp_parts<T: Real, const FMA: bool>(x: T, x_lo: T) -> ((T, T), T::Bits) {
    let (_, k, r, r_lo) = reduce::<T, FMA>(x);
    let square = (r * r) * poly::<T, FMA>(r, tables::EXP);
    let (t, t_lo) = fast_two_sum(r, square);
    let (hi, lo) = fast_two_sum(T::ONE, t);
    ((hi, lo + (t_lo + (r_lo + x_lo) * hi)), k)
}

/// `((hi, lo), k)` with `2^(x + x_lo) = (hi + lo) 2^k`.
#[inline(always)]
pub(super) fn exp2_parts<T: Real, const FMA: bool>(x: T, x_lo: T) -> ((T, T), T::Bits) {
    let (n, k) = x.round::<FMA>(T::ONE);
    let (r, r_lo) = fast_two_sum(x - n, x_lo);
    let (hi, lo) = fast_two_sum(T::ONE, r * poly::<T, FMA>(r, tables::EXP2));
    ((hi, T::fma::<FMA>(r_lo, hi * T::term(tables::LN2, 0), lo)), k)
}

/// `e^x`.
#[inline(always)]
pub fn exp<T: Real, const FMA: bool>(x: T) -> T {
    let x = clamp_e(x);
    let (n, k) = x.round::<FMA>(T::term(tables::LOG2_E, 0));
    let r = T::fma::<FMA>(n, -T::term(tables::LN2, 1), T::fma::<FMA>(n, -T::term(tables::LN2, 0), x));
    let t = T::fma::<FMA>(r * r, poly::<T, FMA>(r, tables::EXP), r);
    (T::ONE + t).scale(k, x.below(T::ZERO))
}

/// `2^x`.
#[inline(always)]
pub fn exp2<T: Real, const FMA: bool>(x: T) -> T {
    let x = clamp_2(x);
    let (n, k) = x.round::<FMA>(T::ONE);
    let r = x - n;
    T::fma::<FMA>(r, poly::<T, FMA>(r, tables::EXP2), T::ONE).scale(k, x.below(T::ZERO))
}

/// `e^x - 1`, accurate near zero.
#[inline(always)]
pub fn expm1<T: Real, const FMA: bool>(x: T) -> T {
    // Below, the result is -1; above, half of 2^n is still a number.
    let clamped = clamp(x, T::pick(-20.0, -40.0), T::pick(89.0, 710.0));
    let (n, _, r, r_lo) = reduce::<T, FMA>(clamped);
    let (t, t_lo) = fast_two_sum(r, T::fma::<FMA>(r * r, poly::<T, FMA>(r, tables::EXP), r_lo));
    // 2^n (1 + t) - 1, halved.
    let half_scale = (n - T::ONE).exp2i();
    let (hi, lo) = super::real::two_sum(half_scale - T::HALF, half_scale * t);
    let large = (hi + T::fma::<FMA>(half_scale, t_lo, lo)) * T::TWO;
    let small = t + t_lo;
    T::select(n.equals(T::ZERO), small, large).copysign(x)
}
