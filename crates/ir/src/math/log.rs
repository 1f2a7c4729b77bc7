//! `log`, `log2`, `log10`, `log1p` and the logarithms of sums of exponentials.

use super::exp::{exp_parts, exp2_parts};
use super::real::{Mask, Real, fast_two_sum, mul2, poly, two_prod, two_sum};
use super::tables;

/// `m` of `split` is then nearest to 1.
#[inline(always)]
pub(super) fn sqrt_half<T: Real>() -> T {
    T::pick(std::f32::consts::FRAC_1_SQRT_2, std::f64::consts::FRAC_1_SQRT_2)
}

/// `log(1 + f + f_lo)` as a sum, for `1 + f` from `sqrt(1/2)` to `sqrt(2)` and a tiny `f_lo`.
#[inline(always)]
fn log_near_one<T: Real, const FMA: bool>(f: T, f_lo: T) -> (T, T) {
    // 2 atanh(s) = f - f^2/2 + s (f^2/2 + 2 s^2/3 + ...): the first two terms exactly, the rest is small.
    let s = f / (T::TWO + f);
    let z = s * s;
    let (square, square_lo) = two_prod::<T, FMA>(f, f);
    let half = T::HALF * square;
    let (hi, lo) = fast_two_sum(f, -half);
    let rest = s * T::fma::<FMA>(z, poly::<T, FMA>(z, tables::LOG), half);
    let derivative = (T::ONE - f) + square;
    (hi, lo + T::fma::<FMA>(f_lo, derivative, T::fma::<FMA>(-T::HALF, square_lo, rest)))
}

/// `(e, log(m))` with `x + x_lo.0 + x_lo.1 = m 2^e`, for positive numbers.
#[inline(always)]
fn log_parts<T: Real, const FMA: bool>(x: T, x_lo: (T, T)) -> (T, (T, T)) {
    let (m, e) = x.split(sqrt_half());
    // Where x is large, x_lo does not matter.
    let down = T::select(e.below(T::pick(60.0, 120.0)), (-e).exp2i(), T::ZERO);
    let (f, f_lo) = two_sum(m - T::ONE, x_lo.0 * down);
    (e, log_near_one::<T, FMA>(f, f_lo + x_lo.1 * down))
}

/// `e ln(2) + log` as a sum.
#[inline(always)]
fn add_exponent<T: Real, const FMA: bool>(e: T, (hi, lo): (T, T)) -> (T, T) {
    let (sum, error) = fast_two_sum(e * T::term(tables::LN2, 0), hi);
    (sum, error + T::fma::<FMA>(e, T::term(tables::LN2, 1), lo))
}

/// `log(x + x_lo.0 + x_lo.1) + doublings log(2)` as a sum, for positive numbers.
#[inline(always)]
pub(super) fn log_sum<T: Real, const FMA: bool>(x: T, x_lo: (T, T), doublings: T) -> (T, T) {
    let (e, log) = log_parts::<T, FMA>(x, x_lo);
    add_exponent::<T, FMA>(e + doublings, log)
}

/// `log(1 + x + x_lo)` as a sum.
#[inline(always)]
pub(super) fn log1p_sum<T: Real, const FMA: bool>(x: T, x_lo: T) -> (T, T) {
    let (one_x, error) = two_sum(T::ONE, x);
    log_sum::<T, FMA>(one_x, (error, x_lo), T::ZERO)
}

/// `value`, or what the logarithm of a number that is not positive and finite is.
#[inline(always)]
fn with_special<T: Real>(x: T, value: T) -> T {
    let special = T::select(x.equals(T::ZERO), -T::INFINITY, T::NAN);
    let value = T::select(x.above(T::ZERO), value, special);
    T::select(x.equals(T::INFINITY), x, value)
}

/// `(e, log(m))` with `x = m 2^e`.
#[inline(always)]
fn split_log<T: Real, const FMA: bool>(x: T) -> (T, (T, T)) {
    let (m, e) = x.split(sqrt_half());
    (e, log_near_one::<T, FMA>(m - T::ONE, T::ZERO))
}

/// The natural logarithm.
#[inline(always)]
pub fn log<T: Real, const FMA: bool>(x: T) -> T {
    let (e, log) = split_log::<T, FMA>(x);
    let (hi, lo) = add_exponent::<T, FMA>(e, log);
    with_special(x, hi + lo)
}

/// The logarithm to base 2.
#[inline(always)]
pub fn log2<T: Real, const FMA: bool>(x: T) -> T {
    let (e, log) = split_log::<T, FMA>(x);
    let (hi, lo) = mul2::<T, FMA>(log, (T::term(tables::LOG2_E, 0), T::term(tables::LOG2_E, 1)));
    let (hi, error) = fast_two_sum(e, hi);
    with_special(x, hi + (error + lo))
}

/// The logarithm to base 10.
#[inline(always)]
pub fn log10<T: Real, const FMA: bool>(x: T) -> T {
    let (e, log) = split_log::<T, FMA>(x);
    let (hi, lo) = mul2::<T, FMA>(log, (T::term(tables::LOG10_E, 0), T::term(tables::LOG10_E, 1)));
    let (hi, error) = fast_two_sum(e * T::term(tables::LOG10_2, 0), hi);
    with_special(x, hi + (error + T::fma::<FMA>(e, T::term(tables::LOG10_2, 1), lo)))
}

/// `log(1 + x)`, accurate near zero.
#[inline(always)]
pub fn log1p<T: Real, const FMA: bool>(x: T) -> T {
    let (hi, lo) = log1p_sum::<T, FMA>(x, T::ZERO);
    with_special(T::ONE + x, hi + lo).copysign(x)
}

/// The larger one, and the difference of the other from it, as a sum and down to `-limit`, where its power is zero.
#[inline(always)]
fn difference<T: Real>(x: T, y: T, limit: T) -> (T, (T, T)) {
    let (max, min) = T::select2(x.below(y), (y, x), (x, y));
    let (d, d_lo) = two_sum(min, -max);
    (max, T::select2(d.below(-limit), (-limit, T::ZERO), (d, d_lo)))
}

/// `max + lo`, or what the sum is where the difference is not a number.
#[inline(always)]
fn finish<T: Real>(x: T, y: T, max: T, (hi, lo): (T, T)) -> T {
    let (hi, error) = two_sum(max, hi);
    let sum = hi + (error + lo);
    let sum = T::select(max.abs().equals(T::INFINITY), max, sum);
    T::select(x.is_nan() | y.is_nan(), T::NAN, sum)
}

/// `log(e^x + e^y)`.
#[inline(always)]
pub fn logaddexp<T: Real, const FMA: bool>(x: T, y: T) -> T {
    let (max, (d, d_lo)) = difference(x, y, T::pick(105.0, 746.0));
    let ((hi, lo), k) = exp_parts::<T, FMA>(d, d_lo);
    let down = T::Mask::of(true);
    let log = log1p_sum::<T, FMA>(hi.scale(k, down), lo.scale(k, down));
    finish(x, y, max, log)
}

/// `log2(2^x + 2^y)`.
#[inline(always)]
pub fn logaddexp2<T: Real, const FMA: bool>(x: T, y: T) -> T {
    let (max, (d, d_lo)) = difference(x, y, T::pick(151.0, 1076.0));
    let ((hi, lo), k) = exp2_parts::<T, FMA>(d, d_lo);
    let down = T::Mask::of(true);
    let (sum, error) = two_sum(T::ONE, hi.scale(k, down));
    // The exponent is added to what it is not part of, so that the sum of equal terms is exact.
    let (e, log) = log_parts::<T, FMA>(sum, (error, lo.scale(k, down)));
    let (hi, lo) = mul2::<T, FMA>(log, (T::term(tables::LOG2_E, 0), T::term(tables::LOG2_E, 1)));
    let (hi, error) = fast_two_sum(e, hi);
    finish(x, y, max, (hi, error + lo))
}
