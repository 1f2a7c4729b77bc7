//! Logarithms of probabilities, also of those that are too small for numbers.

use super::densities;
use super::masses;
use super::parameters::constant;
use crate::special::kernels::F;
use xparray_core::kernel::while_;
use xparray_core::prelude::*;
use xparray_core::{Result, Var};

/// Probabilities below this are computed as logarithms.
const SMALL: f64 = 1e-280;

/// Masses of which one is smaller than the one before by less than this share fall slowly.
const SLOW: f64 = 1e-3;

/// The logarithms of probabilities at `x`, of which `rest` is missing to 1; of small ones what `far` computes of their `x`, where others are NaN.
pub(super) fn log_of<B: Backend>(
    p: &DynArray<B>,
    rest: &DynArray<B>,
    x: &DynArray<B>,
    far: impl FnOnce(&DynArray<B>) -> Result<DynArray<B>>,
) -> Result<DynArray<B>> {
    // The turns of angles that are below 0 have no logarithm.
    let small = p.less(SMALL)?.logical_and(&p.greater_equal(0)?)?;
    small.where_(&far(&small.where_(x, f64::NAN)?)?, &log_by_rest(p, rest)?)
}

/// The logarithms of probabilities, of large ones by what is missing to 1.
pub(super) fn log_by_rest<B: Backend>(p: &DynArray<B>, rest: &DynArray<B>) -> Result<DynArray<B>> {
    // Nothing is missing to 1 without a sign.
    p.greater(0.5)?.where_(&rest.negative()?.add(0.0)?.log1p()?, &p.log()?)
}

/// The logarithm of the integral of `exp(g(s))` from 0 on, of a function that falls from the beginning, where it is needed: by the double
/// exponential rule for such integrands (Takahasi and Mori, 1974), whose unit is that in which `g` falls by 1 at first.
///
/// The function is in the loop alone: its first steps find where it begins and how it falls.
fn log_integral(g: impl Fn(F) -> F, needed: Var<bool>) -> F {
    const STEP: f64 = 0.125;
    const SLOPE: f64 = 1e-5;
    let (begin, slope, first, end) = (-6.0, -5.0, -3.5, 4.0);
    let next = |(start, width, sum, u): (F, F, F, F)| {
        let (is_begin, is_slope) = (u.eq(begin), u.eq(slope));
        let small = (-u).exp();
        let x = (u - small).exp();
        let value = g(is_begin.select(0.0, is_slope.select(SLOPE, width * x)));
        let fall = (start - value) / SLOPE;
        let term = x * (1.0 + small) * (value - start).exp();
        (
            is_begin.select(value, start),
            is_slope.select(1.0 / fall.gt(0.0).select(fall, 1.0), width),
            u.lt(first).select(sum, sum + term),
            is_begin.select(slope, is_slope.select(first, u + STEP)),
        )
    };
    let initial = (0.0, 1.0, 0.0, needed.select(begin, end));
    let (start, width, sum, _) = while_(initial, |(_, _, _, u): (F, F, F, F)| u.lt(end), next);
    // Where even the greatest value is none.
    start.eq(f64::NEG_INFINITY).select(start, start + (sum * width * STEP).log())
}

impl densities::Family {
    /// The logarithm of the probability of what is beyond `z`, above or below, where it is small.
    pub fn log_tail(&self, z: F, shapes: &[F], above: bool) -> F {
        if self.name == "vonmises" {
            // Angles have no tails: so small a probability is a rounding of one.
            return constant(f64::NEG_INFINITY);
        }
        let [low, high] = (self.support)(shapes);
        let end = if above { high } else { low };
        // In equal parts of the distance to the end of the support, or of the number itself.
        let finite = end.abs().lt(f64::INFINITY);
        let (from, sign) = (finite.select(end, 0.0), finite.select(-1.0, 1.0));
        let distance = z - from;
        let density = |s: F| (self.logpdf)(from + distance * (sign * s).exp(), shapes) + sign * s;
        log_integral(density, z.eq(z)) + distance.abs().log()
    }
}

impl masses::Family {
    /// The logarithm of the probability of more than `k`, or of at most `k`, where it is small.
    pub fn log_tail(&self, k: F, shapes: &[F], above: bool) -> F {
        let [low, high] = (self.support)(shapes);
        let (first, step) = if above { (k + 1.0, 1.0) } else { (k, -1.0) };
        // What falls slowly is told by its second term.
        let is_slow = |term: F, j: F| constant(step).gt(0.0) & (j - first).eq(2.0) & term.gt(1.0 - SLOW) & j.le(high);
        let next = |(sum, _, j, top): (F, F, F, F)| {
            let value = (self.logpmf)(j, shapes);
            let top = j.eq(first).select(value, top);
            let term = (value - top).exp();
            (sum + term, term, j + step, top)
        };
        let more = |(sum, term, j, _): (F, F, F, F)| {
            let inside = j.ge(low) & j.le(high) & (j - first).abs().lt(1e6);
            inside & term.gt(sum * 1e-17) & !is_slow(term, j)
        };
        let (sum, term, j, top) = while_((0.0, 1.0, first, 0.0), more, next);
        // That is an integral over units about the integers, but for the curvature within each.
        let (slow, fall, begin) = (is_slow(term, j), -term.log(), first - 0.5);
        let mass = |s: F| (self.logpmf)(begin * s.exp(), shapes) + s;
        let integral = log_integral(mass, slow) + begin.log() + (-fall * fall / 24.0).log1p();
        // Beyond a number that is certain there is nothing.
        top.eq(f64::NEG_INFINITY).select(top, slow.select(integral, top + sum.log()))
    }
}
