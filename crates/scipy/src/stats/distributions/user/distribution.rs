//! What is computed of a distribution function.

use super::super::expectations::Nodes;
use super::laws::{Function, LEAST, Law, between};
use super::support::{Place, Support};
use std::fmt;
use xparray_core::Result;
use xparray_core::prelude::*;

/// The distribution of a distribution function.
pub struct Distribution<B: Backend> {
    pub xp: B,
    pub support: Support,
    pub f: Function<B>,
}

/// The derivatives of Lagrange's polynomials of the numbers from -2 to 2, times 24.
const SLOPES: [[f64; 4]; 5] = [
    [4.0, -6.0, -2.0, 2.0],
    [-16.0, 12.0, 32.0, -16.0],
    [24.0, 0.0, -60.0, 0.0],
    [-16.0, -12.0, 32.0, 16.0],
    [4.0, 6.0, -2.0, -2.0],
];

impl<B: Backend> Distribution<B> {
    /// The distribution function, 0 and 1 beyond the support.
    fn cdf(&self, z: &DynArray<B>) -> Result<DynArray<B>> {
        let [low, high] = self.support.ends;
        let (under, over) = (z.less_equal(low)?, z.greater_equal(high)?);
        let inside = under.logical_or(&over)?.logical_not()?;
        let value = (self.f)(&inside.where_(z, self.support.middle)?)?;
        inside.where_(&value, &under.where_(0.0, 1.0)?)
    }

    /// The probability of less than a number, or of more.
    fn at(&self, number: f64, above: bool) -> Result<DynArray<B>> {
        self.probability(&self.xp.full([], number)?.into_dyn(), above)
    }
}

impl<B: Backend> Law<B> for Distribution<B> {
    fn support(&self) -> Support {
        self.support
    }

    /// The slope of the polynomial through five numbers of the support, about `z` where there is room.
    fn pdf(&self, z: &DynArray<B>) -> Result<DynArray<B>> {
        const STEP: f64 = 1e-4;
        let [low, high] = self.support.ends;
        let step = match (high - low).is_finite() {
            true => z.zeros_like()?.add(STEP * (high - low).min(1.0))?,
            // Far out functions change slowly.
            false => z.subtract(self.support.middle)?.abs()?.add(1.0)?.multiply(STEP)?,
        };
        let room = step.multiply(2.0)?;
        let center = z.maximum(&room.add(low)?)?.minimum(&room.negative()?.add(high)?)?;
        let s = z.subtract(&center)?.divide(&step)?;
        let mut sum = z.zeros_like()?;
        for (k, [c3, c2, c1, c0]) in SLOPES.into_iter().enumerate() {
            let weight = s.multiply(c3)?.add(c2)?.multiply(&s)?.add(c1)?.multiply(&s)?.add(c0)?;
            sum = sum.add(&self.cdf(&step.multiply(k as f64 - 2.0)?.add(&center)?)?.multiply(&weight)?)?;
        }
        sum.divide(&step)?.divide(24.0)?.maximum(0.0)
    }

    fn probability(&self, z: &DynArray<B>, above: bool) -> Result<DynArray<B>> {
        let p = self.cdf(z)?;
        if above { p.negative()?.add(1.0) } else { Ok(p) }
    }

    /// By halves, 10 for the exponent and 54 for the digits.
    fn quantile(&self, q: &DynArray<B>, above: bool) -> Result<DynArray<B>> {
        const HALVES: usize = 64;
        let middle = self.at(self.support.middle, above)?;
        let upper = if above { q.less(&middle)? } else { q.greater(&middle)? };
        let (mut low, mut high) = (q.zeros_like()?.add(LEAST)?, q.zeros_like()?.add(1.0)?);
        for _ in 0..HALVES {
            let t = between(&low, &high)?;
            let p = self.probability(&self.support.x(&Place { upper: upper.clone(), t: t.clone() })?, above)?;
            // In the upper half numbers grow to its end, where `t` is 0.
            let below = if above { p.greater(q)? } else { p.less(q)? };
            let further = below.not_equal(&upper)?;
            (low, high) = (further.where_(&t, &low)?, further.where_(&high, &t)?);
            low.eval()?;
            high.eval()?;
        }
        self.support.x(&Place { upper, t: between(&low, &high)? })
    }

    /// Over the quantiles.
    fn mean(&self, ends: [f64; 2], f: &dyn Fn(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>>) -> Result<f64> {
        let end = |x: f64| Ok([self.at(x, false)?, self.at(x, true)?]);
        let nodes = Nodes::between([end(ends[0])?, end(ends[1])?])?;
        let z = nodes.numbers(&|q| self.quantile(q, false), &|q| self.quantile(q, true))?;
        Ok(nodes.sum(&f(&z, &self.pdf(&z)?)?)?.item()?.get::<f64>())
    }
}

impl<B: Backend> fmt::Debug for Distribution<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a distribution function on {:?}", self.support.ends)
    }
}
