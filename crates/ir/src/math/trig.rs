//! `sin`, `cos`, `tan`, `sinc`.

use super::real::{Real, div2, fast_two_sum, poly, residual, two_prod};
use super::tables::{self, Table};

/// Whether `x` is too large for the reductions below. Infinity is, NaN is not.
#[inline(always)]
pub fn is_huge<T: Real>(x: T) -> T::Mask {
    x.abs().above(T::pick(1e5, 5e7))
}

/// `x - n period` as a sum. The first difference is exact: it has no more bits than `period`.
#[inline(always)]
fn reduce<T: Real, const FMA: bool>(x: T, n: T, period: Table) -> (T, T) {
    let near = residual::<T, FMA>(x, n, T::term(period, 0));
    let (part, part_lo) = two_prod::<T, FMA>(n, T::term(period, 1));
    let r = near - part;
    (r, (((near - r) - part) - part_lo) - n * T::term(period, 2))
}

/// `sin(r + r_lo)` for `|r| <= pi / 2`.
#[inline(always)]
fn sin_half_turn<T: Real, const FMA: bool>(r: T, r_lo: T) -> T {
    let z = r * r;
    // cos(r), of which r_lo does not need many digits.
    let cos = T::fma::<FMA>(z, T::fma::<FMA>(z, T::pick(0.04, 0.04), -T::HALF), T::ONE);
    r + T::fma::<FMA>(r, z * poly::<T, FMA>(z, tables::SIN), r_lo * cos)
}

/// The sine.
#[inline(always)]
pub fn sin<T: Real, const FMA: bool>(x: T) -> T {
    let (n, k) = x.round::<FMA>(T::pick(std::f32::consts::FRAC_1_PI, std::f64::consts::FRAC_1_PI));
    let (r, r_lo) = reduce::<T, FMA>(x, n, tables::PI);
    let sin = sin_half_turn::<T, FMA>(r, r_lo).negate_odd(k);
    T::select(x.equals(T::ZERO), x, sin)
}

/// The cosine.
#[inline(always)]
pub fn cos<T: Real, const FMA: bool>(x: T) -> T {
    // The distance from the nearest zero of the cosine, which is half a turn from one of the sine.
    let turns = T::fma::<FMA>(x, T::pick(std::f32::consts::FRAC_1_PI, std::f64::consts::FRAC_1_PI), -T::HALF);
    let (n, k) = turns.round::<FMA>(T::ONE);
    let (r, r_lo) = reduce::<T, FMA>(x, n + T::HALF, tables::PI);
    (-sin_half_turn::<T, FMA>(r, r_lo)).negate_odd(k)
}

/// The tangent.
#[inline(always)]
pub fn tan<T: Real, const FMA: bool>(x: T) -> T {
    let (n, k) = x.round::<FMA>(T::pick(std::f32::consts::FRAC_2_PI, std::f64::consts::FRAC_2_PI));
    let (r, r_lo) = reduce::<T, FMA>(x, n, tables::HALF_PI);
    let (z, z_lo) = two_prod::<T, FMA>(r, r);
    let sin_rest =
        T::fma::<FMA>(z * r, poly::<T, FMA>(z, tables::SIN_QUARTER), r_lo * T::fma::<FMA>(-T::HALF, z, T::ONE));
    let sin = fast_two_sum(r, sin_rest);
    let (cos, cos_lo) = fast_two_sum(T::ONE, -T::HALF * z);
    let cos_rest =
        T::fma::<FMA>(z * z, poly::<T, FMA>(z, tables::COS_QUARTER), -T::fma::<FMA>(T::HALF, z_lo, r * r_lo));
    let cos = fast_two_sum(cos, cos_lo + cos_rest);
    let odd = T::is_odd(k);
    let over = T::select2(odd, (-cos.0, -cos.1), sin);
    let under = T::select2(odd, sin, cos);
    let (hi, lo) = div2::<T, FMA>(over, under);
    T::select(x.equals(T::ZERO), x, hi + lo)
}

/// `sin(pi x) / (pi x)`.
#[inline(always)]
pub fn sinc<T: Real, const FMA: bool>(x: T) -> T {
    // Where all numbers are integers, the sine is zero.
    let a = T::select(x.abs().below(T::INTEGERS), x.abs(), T::ZERO);
    let nearest = |a: T| (a + T::INTEGERS) - T::INTEGERS;
    let n = nearest(a);
    let r = a - n;
    let half = T::HALF * n;
    let sign = T::select(nearest(half).equals(half), T::ONE, -T::ONE);
    let z = r * r;
    let ratio = sign * r / x.abs();
    let sinc = T::fma::<FMA>(ratio, z * poly::<T, FMA>(z, tables::SINC), ratio);
    let sinc = T::select(r.equals(T::ZERO), T::ZERO, sinc);
    let sinc = T::select(x.equals(T::ZERO), T::ONE, sinc);
    T::select(x.abs().below(T::INFINITY), sinc, T::NAN)
}
