//! `arcsin`, `arccos`, `arctan`, `arctan2`.

use super::real::{Real, div2, fast_two_sum, poly, two_sum};
use super::tables;

/// `quarters pi/4 + angle + angle_lo`.
#[inline(always)]
fn add_quarters<T: Real, const FMA: bool>(quarters: T, angle: T, angle_lo: T) -> T {
    let quarter = T::table(tables::QUARTER_PI);
    let (hi, lo) = fast_two_sum(quarters * quarter[0], angle);
    hi + (lo + T::fma::<FMA>(quarters, quarter[1], angle_lo))
}

/// `quarters pi/4 + factor asin(s)` with `|s| <= 1/2`, `z = s^2`.
#[inline(always)]
fn asin_part<T: Real, const FMA: bool>(quarters: T, factor: T, s: T, z: T) -> T {
    let s = factor * s;
    add_quarters::<T, FMA>(quarters, s, s * (z * poly::<T, FMA>(z, tables::ASIN)))
}

/// `(far, s, s^2)`: near zero `s = x`, far from it `s` is the sine of half the complement's angle.
#[inline(always)]
fn half_angle<T: Real>(x: T) -> (bool, T, T) {
    let far = x.abs() > T::HALF;
    let z = if far { T::HALF * (T::ONE - x.abs()) } else { x * x };
    (far, if far { z.sqrt() } else { x }, z)
}

/// The angle from -pi/2 to pi/2 with this sine.
#[inline(always)]
pub fn arcsin<T: Real, const FMA: bool>(x: T) -> T {
    let (far, s, z) = half_angle(x.abs());
    let (quarters, factor) = if far { (T::TWO, -T::TWO) } else { (T::ZERO, T::ONE) };
    asin_part::<T, FMA>(quarters, factor, s, z).copysign(x)
}

/// The angle from 0 to pi with this cosine.
#[inline(always)]
pub fn arccos<T: Real, const FMA: bool>(x: T) -> T {
    let (far, s, z) = half_angle(x);
    let negative = x < T::ZERO;
    let quarters = if negative { T::TWO + T::TWO } else { T::ZERO };
    let quarters = if far { quarters } else { T::TWO };
    let factor = if negative { -T::TWO } else { T::TWO };
    let factor = if far { factor } else { -T::ONE };
    asin_part::<T, FMA>(quarters, factor, s, z)
}

/// The angle of the point `(x, y)` of the first quadrant.
#[inline(always)]
fn angle<T: Real, const FMA: bool>(y: T, x: T, left: bool) -> T {
    // Turn the point by -pi/2 or -pi/4, whichever brings it next to the axis.
    let steep = y > x * T::pick(2.4142137, 2.414213562373095);
    let middle = y > x * T::pick(0.41421357, 0.4142135623730951);
    let over = if middle { two_sum(y, -x) } else { (y, T::ZERO) };
    let over = if steep { (-x, T::ZERO) } else { over };
    let under = if middle { two_sum(x, y) } else { (x, T::ZERO) };
    let under = if steep { (y, T::ZERO) } else { under };
    let quarters = if middle { T::ONE } else { T::ZERO };
    let quarters = if steep { T::TWO } else { quarters };
    let (t, t_lo) = div2::<T, FMA>(over, under);
    let z = t * t;
    let rest = T::fma::<FMA>(t * z, poly::<T, FMA>(z, tables::ATAN), t_lo * (T::ONE - z));
    let (quarters, t, rest) = if left { (T::TWO + T::TWO - quarters, -t, -rest) } else { (quarters, t, rest) };
    add_quarters::<T, FMA>(quarters, t, rest)
}

/// The angle from -pi/2 to pi/2 with this tangent.
#[inline(always)]
pub fn arctan<T: Real, const FMA: bool>(x: T) -> T {
    // Beyond this the result is pi/2.
    let limit = T::pick(1e9, 1e18);
    let y = if x.abs() > limit { limit } else { x.abs() };
    angle::<T, FMA>(y, T::ONE, false).copysign(x)
}

/// The angle of the point `(x, y)`, from -pi to pi.
#[inline(always)]
pub fn arctan2<T: Real, const FMA: bool>(y: T, x: T) -> T {
    let (ay, ax) = (y.abs(), x.abs());
    let max = if ay > ax { ay } else { ax };
    // Away from the ends of the range sums do not overflow and reciprocals are normal.
    let large = max > T::pick(1e30, 1e290);
    let small = max < T::ONE;
    let scale = if large { T::ONE / T::INTEGERS } else { T::ONE };
    let scale = if small { T::INTEGERS * T::INTEGERS } else { scale };
    let infinite = max == T::INFINITY;
    let one_if = |condition| if condition { T::ONE } else { T::ZERO };
    let v = if infinite { one_if(ay == max) } else { ay * scale };
    let u = if infinite { one_if(ax == max) } else { ax * scale };
    let u = if max == T::ZERO { T::ONE } else { u };
    let angle = angle::<T, FMA>(v, u, x.is_sign_negative()).copysign(y);
    if x.is_nan() | y.is_nan() { T::NAN } else { angle }
}
