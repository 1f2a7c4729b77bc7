//! `pow`, `cbrt`, `hypot`.

use super::exp::{clamp_2, exp2_parts};
use super::log::sqrt_half;
use super::real::{Real, div2, fast_two_sum, mul2, poly, residual, two_prod};
use super::tables;

/// `log2(x)` as a sum that is good to some ten bits more than a number has, for positive numbers.
#[inline(always)]
fn log2_wide<T: Real, const FMA: bool>(x: T) -> (T, T) {
    let (m, e) = x.split(sqrt_half());
    // log(m) = 2 atanh(s) = 2 s + s^3 (2/3 + ...)
    let f = m - T::ONE;
    let s = div2::<T, FMA>((f, T::ZERO), fast_two_sum(T::TWO, f));
    let z = mul2::<T, FMA>(s, s);
    let series = fast_two_sum(T::term(tables::TWO_THIRDS, 0), z.0 * poly::<T, FMA>(z.0, tables::LOG_TAIL));
    let series = (series.0, series.1 + T::term(tables::TWO_THIRDS, 1));
    let rest = mul2::<T, FMA>(mul2::<T, FMA>(s, z), series);
    let (hi, lo) = fast_two_sum(s.0 + s.0, rest.0);
    let log = fast_two_sum(hi, lo + (s.1 + s.1 + rest.1));
    let (hi, lo) = mul2::<T, FMA>(log, (T::term(tables::LOG2_E, 0), T::term(tables::LOG2_E, 1)));
    let (sum, error) = fast_two_sum(e, hi);
    (sum, error + lo)
}

/// Whether `x`, not negative, is an integer.
#[inline(always)]
fn is_integer<T: Real>(x: T) -> T::Mask {
    x.at_least(T::INTEGERS) | ((x + T::INTEGERS) - T::INTEGERS).equals(x)
}

/// `x^y`.
#[inline(always)]
pub fn pow<T: Real, const FMA: bool>(x: T, y: T) -> T {
    let a = x.abs();
    let (log, log_lo) = log2_wide::<T, FMA>(a);
    let log = T::select(a.equals(T::ZERO), -T::INFINITY, log);
    let log = T::select(a.below(T::INFINITY), log, a);
    // A larger exponent than this has the same result, but would overflow on the way.
    let limit = T::pick(1e12, 1e22);
    let bounded = T::select(y.above(limit), limit, y);
    let bounded = T::select(bounded.below(-limit), -limit, bounded);
    let (hi, lo) = two_prod::<T, FMA>(bounded, log);
    let power = clamp_2(hi);
    let lo = T::select(power.equals(hi), T::fma::<FMA>(bounded, log_lo, lo), T::ZERO);
    let ((hi, lo), k) = exp2_parts::<T, FMA>(power, lo);
    let value = (hi + lo).scale(k, power.below(T::ZERO));

    let integer = is_integer(y.abs());
    let odd = integer & !is_integer(T::HALF * y.abs());
    let value = T::select(odd, value.copysign(x), value);
    let defined = integer | a.equals(T::INFINITY) | x.at_least(T::ZERO) | x.is_nan();
    let value = T::select(defined, value, T::NAN);
    T::select(y.equals(T::ZERO) | x.equals(T::ONE), T::ONE, value)
}

/// The cube root.
#[inline(always)]
pub fn cbrt<T: Real, const FMA: bool>(x: T) -> T {
    let a = x.abs();
    let (m, e) = a.split(T::ONE);
    // e = 3 third + rest, rest from 0 to 2.
    let third_of = T::pick(1.0 / 3.0, 1.0 / 3.0);
    let (third, _) = (e - T::ONE).round::<FMA>(third_of);
    let rest = e - (third + third + third);
    let power = T::select(rest.equals(T::ONE), T::TWO, T::TWO + T::TWO);
    let power = T::select(rest.equals(T::ZERO), T::ONE, power);
    let (one, two) = (T::pick(0.7937005, 0.7937005259840998), T::pick(0.62996054, 0.6299605249474366));
    let root = T::select(rest.equals(T::ONE), one, two);
    let root = T::select(rest.equals(T::ZERO), T::ONE, root);
    // An estimate of m^(-1/3), a step of Halley's method, and the last bits from the remainder of the cube.
    let estimate = poly::<T, FMA>(m, tables::CBRT) * root;
    let m = m * power;
    let error = T::fma::<FMA>(-(m * estimate), estimate * estimate, T::ONE);
    let step = error * T::fma::<FMA>(error, T::pick(2.0 / 9.0, 2.0 / 9.0), third_of);
    let inverse = T::fma::<FMA>(estimate, step, estimate);
    let square = inverse * inverse;
    let y = m * square;
    let (yy, yy_lo) = two_prod::<T, FMA>(y, y);
    let remainder = T::fma::<FMA>(-yy_lo, y, residual::<T, FMA>(m, yy, y));
    let value = T::fma::<FMA>(remainder, square * third_of, y) * third.exp2i();
    T::select(a.above(T::ZERO) & a.below(T::INFINITY), value.copysign(x), x)
}

/// `sqrt(x^2 + y^2)`.
#[inline(always)]
pub fn hypot<T: Real, const FMA: bool>(x: T, y: T) -> T {
    let (x, y) = (x.abs(), y.abs());
    let (max, min) = T::select2(x.below(y), (y, x), (x, y));
    // Squares must neither overflow nor lose bits to underflow.
    let shift = T::pick(90.0, 700.0);
    let (up, down) = (shift.exp2i(), (-shift).exp2i());
    let large = max.above(T::pick(1e15, 1e150));
    let small = max.below(T::pick(1e-10, 1e-130));
    let scale = T::select(large, down, T::ONE);
    let scale = T::select(small, up, scale);
    let back = T::select(large, up, T::ONE);
    let back = T::select(small, down, back);
    let (a, b) = (max * scale, min * scale);
    let (aa, aa_lo) = two_prod::<T, FMA>(a, a);
    let (bb, bb_lo) = two_prod::<T, FMA>(b, b);
    let (sum, sum_lo) = fast_two_sum(aa, bb);
    let root = sum.sqrt();
    let rest = residual::<T, FMA>(sum, root, root) + (sum_lo + (aa_lo + bb_lo));
    let correction = T::select(root.above(T::ZERO), rest / (root + root), T::ZERO);
    let value = (root + correction) * back;
    let value = T::select(x.is_nan() | y.is_nan(), T::NAN, value);
    T::select(x.equals(T::INFINITY) | y.equals(T::INFINITY), T::INFINITY, value)
}
