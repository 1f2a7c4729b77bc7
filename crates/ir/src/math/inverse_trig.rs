//! `arcsin`, `arccos`, `arctan`, `arctan2`.

use super::real::{Mask, Real, div2, fast_two_sum, poly, two_sum};
use super::tables;

/// `quarters pi/4 + angle + angle_lo`.
#[inline(always)]
fn add_quarters<T: Real, const FMA: bool>(quarters: T, angle: T, angle_lo: T) -> T {
    let (hi, lo) = fast_two_sum(quarters * T::term(tables::QUARTER_PI, 0), angle);
    hi + (lo + T::fma::<FMA>(quarters, T::term(tables::QUARTER_PI, 1), angle_lo))
}

/// `quarters pi/4 + factor asin(s)` with `|s| <= 1/2`, `z = s^2`.
#[inline(always)]
fn asin_part<T: Real, const FMA: bool>(quarters: T, factor: T, s: T, z: T) -> T {
    let s = factor * s;
    add_quarters::<T, FMA>(quarters, s, s * (z * poly::<T, FMA>(z, tables::ASIN)))
}

/// `(far, s, s^2)`: near zero `s = x`, far from it `s` is the sine of half the complement's angle.
#[inline(always)]
fn half_angle<T: Real>(x: T) -> (T::Mask, T, T) {
    let far = x.abs().above(T::HALF);
    let z = T::select(far, T::HALF * (T::ONE - x.abs()), x * x);
    (far, T::select(far, z.sqrt(), x), z)
}

/// The angle from -pi/2 to pi/2 with this sine.
#[inline(always)]
pub fn arcsin<T: Real, const FMA: bool>(x: T) -> T {
    let (far, s, z) = half_angle(x.abs());
    let (quarters, factor) = T::select2(far, (T::TWO, -T::TWO), (T::ZERO, T::ONE));
    asin_part::<T, FMA>(quarters, factor, s, z).copysign(x)
}

/// The angle from 0 to pi with this cosine.
#[inline(always)]
pub fn arccos<T: Real, const FMA: bool>(x: T) -> T {
    let (far, s, z) = half_angle(x);
    let negative = x.below(T::ZERO);
    let quarters = T::select(negative, T::TWO + T::TWO, T::ZERO);
    let quarters = T::select(far, quarters, T::TWO);
    let factor = T::select(negative, -T::TWO, T::TWO);
    let factor = T::select(far, factor, -T::ONE);
    asin_part::<T, FMA>(quarters, factor, s, z)
}

/// The angle of the point `(x, y)` of the first quadrant.
#[inline(always)]
fn angle<T: Real, const FMA: bool>(y: T, x: T, left: T::Mask) -> T {
    // Turn the point by -pi/2 or -pi/4, whichever brings it next to the axis.
    let steep = y.above(x * T::pick(2.4142137, 2.414213562373095));
    let middle = y.above(x * T::pick(0.41421357, 0.4142135623730951));
    let over = T::select2(middle, two_sum(y, -x), (y, T::ZERO));
    let over = T::select2(steep, (-x, T::ZERO), over);
    let under = T::select2(middle, two_sum(x, y), (x, T::ZERO));
    let under = T::select2(steep, (y, T::ZERO), under);
    let quarters = T::select(middle, T::ONE, T::ZERO);
    let quarters = T::select(steep, T::TWO, quarters);
    let (t, t_lo) = div2::<T, FMA>(over, under);
    let z = t * t;
    let rest = T::fma::<FMA>(t * z, poly::<T, FMA>(z, tables::ATAN), t_lo * (T::ONE - z));
    let quarters = T::select(left, T::TWO + T::TWO - quarters, quarters);
    let (t, rest) = T::select2(left, (-t, -rest), (t, rest));
    add_quarters::<T, FMA>(quarters, t, rest)
}

/// The angle from -pi/2 to pi/2 with this tangent.
#[inline(always)]
pub fn arctan<T: Real, const FMA: bool>(x: T) -> T {
    // Beyond this the result is pi/2.
    let limit = T::pick(1e9, 1e18);
    let y = T::select(x.abs().above(limit), limit, x.abs());
    angle::<T, FMA>(y, T::ONE, T::Mask::of(false)).copysign(x)
}

/// The angle of the point `(x, y)`, from -pi to pi.
#[inline(always)]
pub fn arctan2<T: Real, const FMA: bool>(y: T, x: T) -> T {
    let (ay, ax) = (y.abs(), x.abs());
    let max = T::select(ay.above(ax), ay, ax);
    // Away from the ends of the range sums do not overflow and reciprocals are normal.
    let large = max.above(T::pick(1e30, 1e290));
    let small = max.below(T::ONE);
    let scale = T::select(large, T::ONE / T::INTEGERS, T::ONE);
    let scale = T::select(small, T::INTEGERS * T::INTEGERS, scale);
    let infinite = max.equals(T::INFINITY);
    let one_if = |condition| T::select(condition, T::ONE, T::ZERO);
    let v = T::select(infinite, one_if(ay.equals(max)), ay * scale);
    let u = T::select(infinite, one_if(ax.equals(max)), ax * scale);
    let u = T::select(max.equals(T::ZERO), T::ONE, u);
    let angle = angle::<T, FMA>(v, u, x.is_sign_negative()).copysign(y);
    T::select(x.is_nan() | y.is_nan(), T::NAN, angle)
}
