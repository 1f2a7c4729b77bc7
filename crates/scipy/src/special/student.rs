//! Student's distribution.

use super::beta::complete::betaln;
use super::beta::{inverse, sides};
use super::elementwise::{F, functions};

/// Degrees of freedom from which on the distribution is the normal one, to the last digit of any probability.
const NORMAL: f64 = 1e25;

/// Twice the probability below `-|t|`, and by the complement where that is precise.
fn tails(df: F, t: F) -> F {
    let known = df.gt(0.0) & t.eq(t);
    // Of which the square is no number but 0.
    let near = df.lt(NORMAL) & (t.abs() / df.abs().sqrt()).lt(1e-150);
    let finite = known & df.lt(NORMAL) & t.abs().lt(f64::INFINITY) & !near;
    let (v, u) = (finite.select(df, 1.0), finite.select(t.abs(), 1.0));
    // `v / (v + u^2)` and `u^2 / (v + u^2)`.
    let root = u / v.sqrt();
    let ratio = root.minimum(1e140).square();
    let (x, y) = (1.0 / (1.0 + ratio), 1.0 / (1.0 + 1.0 / ratio));
    let [lower, _] = sides(0.5 * v, v * 0.0 + 0.5, x, y);
    let normal = 2.0 * (-t.abs()).ndtr();
    // Far out, by the tail's power.
    let half = 0.5 * v;
    let far = (-v * root.log() - half.log() - betaln(half, v * 0.0 + 0.5)).exp();
    let lower = root.gt(1e140).select(far, lower);
    let end = near.select(1.0, t.abs().eq(f64::INFINITY).select(0.0, normal));
    known.select(finite.select(lower, end), f64::NAN)
}

/// The density at 0.
fn density(v: F) -> F {
    (-betaln(0.5 * v, v * 0.0 + 0.5)).exp() / v.sqrt()
}

pub(crate) fn distribution(df: F, t: F) -> F {
    // At 0 itself with the slope there.
    let zero = t.eq(0.0) & df.gt(0.0) & df.lt(f64::INFINITY);
    let half = zero.select(0.5 + t * density(zero.select(df, 1.0)), 0.5 * tails(df, t));
    t.gt(0.0).select(1.0 - half, half)
}

pub(crate) fn quantile(df: F, p: F) -> F {
    let known = df.gt(0.0) & p.ge(0.0) & p.le(1.0);
    let low = p.lt(0.5);
    let tail = low.select(p, 1.0 - p);
    let inside = known & df.lt(NORMAL) & tail.gt(0.0) & tail.lt(0.5);
    let (v, q) = (inside.select(df, 1.0), inside.select(tail, 0.25));
    let [x, y] = inverse(0.5 * v, v * 0.0 + 0.5, 2.0 * q, 1.0 - 2.0 * q);
    // Far out, by the tail's power, whose square could be no number.
    let far = (-((2.0 * q).log() + (0.5 * v).log() + betaln(0.5 * v, v * 0.0 + 0.5)) / v).exp();
    let size = v.sqrt() * x.lt(1e-280).select(far, (y / x).sqrt());
    // In the middle with the slope there.
    let middle = known & df.lt(f64::INFINITY) & tail.eq(0.5);
    let middle = middle.select((0.5 - tail) / density(middle.select(df, 1.0)), -tail.ndtri());
    let end = tail.eq(0.0).select(f64::INFINITY, middle);
    let size = inside.select(size, end);
    known.select(low.select(-size, size), f64::NAN)
}

functions! {
    /// Student's distribution function of `df` degrees of freedom, the probability below `t`; with infinitely many the normal
    /// distribution's (DLMF 8.17.4, NIST handbook 1.3.6.6.4).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::stdtr;
    /// assert_eq!(stdtr(1.0, &xp.array([-1.0, 0.0, 1.0])?)?.to_string(), "[0.25 0.5  0.75]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    stdtr(df, t) = distribution;
    /// The inverse of [`stdtr`] over `t`, for `p` from 0 to 1.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::stdtrit;
    /// assert_eq!(stdtrit(1.0, &xp.array([0.25, 0.5, 1.0])?)?.to_string(), "[-1.  0. inf]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    stdtrit(df, p) = quantile;
}
