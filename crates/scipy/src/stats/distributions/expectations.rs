//! Expectations of functions, and moments of any order.

use super::parameters::constant;
use super::{Continuous, Discrete};
use crate::special::kernels::F;
use std::f64::consts::PI;
use xparray_core::prelude::*;
use xparray_core::{Create, Error, Result};

/// What may be missing of a sum, as a share of it.
const MISSING: f64 = 1e-9;

/// Probabilities from next to nothing to 1/2, and their weights in an integral over this half (Takahasi and Mori, 1974).
fn probabilities() -> (Vec<f64>, Vec<f64>) {
    const STEP: f64 = 1.0 / 16.0;
    let node = |k: i32| {
        let u = f64::from(k) * STEP;
        let odds = (-PI * u.sinh()).exp();
        let q = odds / (1.0 + odds);
        let weight = STEP * PI * u.cosh() * q / (1.0 + odds);
        (q, if k == 0 { 0.5 * weight } else { weight })
    };
    (0..=97).rev().map(node).unzip()
}

/// The values of a function, which has one for each argument.
fn values<B: Backend>(
    op: &'static str,
    f: &dyn Fn(&DynArray<B>) -> Result<DynArray<B>>,
    x: &DynArray<B>,
) -> Result<DynArray<B>> {
    let y = f(x)?;
    if y.shape() == x.shape() { y.astype(DType::F64) } else { Err(Error::shape(op, y.shape(), x.shape())) }
}

/// Numbers along a first axis, before those of `like`.
fn before<B: Backend>(numbers: &[f64], like: &DynArray<B>) -> Result<DynArray<B>> {
    let shape = [&[numbers.len()][..], &vec![1; like.ndim()]].concat();
    Ok(like.xp().from_slice(numbers, shape)?.into_dyn())
}

/// Moments about 0 of orders up to 4, from those about the mean.
fn raw(order: u32, loc: F, scale: F, [mean, variance, skewness, kurtosis]: [F; 4]) -> F {
    let (mean, deviation) = (loc + scale * mean, scale * variance.sqrt());
    let square = deviation * deviation;
    let third = skewness * deviation * square;
    match order {
        0 => 0.0 * mean + 1.0,
        1 => mean,
        2 => square + mean * mean,
        3 => third + mean * (3.0 * square + mean * mean),
        _ => (kurtosis + 3.0) * square * square + mean * (4.0 * third + mean * (6.0 * square + mean * mean)),
    }
}

impl<B: Backend> Continuous<B> {
    /// The expectation of a function of arrays of numbers, of many at once: its integral over the quantiles, for functions that are
    /// smooth within the support, also where they or the density are infinite at its ends. Infinite or NaN where the integral does not
    /// converge.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats;
    /// let d = stats::expon(&xp)?.scale(xp.array([1.0, 2.0])?)?;
    /// assert_eq!(d.expect(|x| x.sqrt())?.to_string(), "[0.88622693 1.25331414]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean) and of the function; [`Error::Shape`] if that does not give a number for each.
    pub fn expect(&self, f: impl Fn(&DynArray<B>) -> Result<DynArray<B>>) -> Result<DynArray<B>> {
        let mean = self.mean()?;
        let (nodes, weights) = probabilities();
        let (nodes, weights) = (before(&nodes, &mean)?, before(&weights, &mean)?);
        let half = |x: DynArray<B>| values("expect", &f, &x)?.multiply(&weights);
        let (below, above) = (half(self.ppf(&nodes)?)?, half(self.isf(&nodes)?)?);
        let sum = below.sum(0)?.add(&above.sum(0)?)?;
        let size = below.abs()?.sum(0)?.add(&above.abs()?.sum(0)?)?;
        let ends = below.slice(s![0])?.abs()?.add(&above.slice(s![0])?.abs()?)?;
        ends.less_equal(&size.multiply(MISSING)?)?.where_(&sum, f64::NAN)?.astype(mean.dtype())
    }

    /// The moment about 0, the mean of the powers; above the fourth order by [`expect`](Self::expect).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats;
    /// let d = stats::norm(&xp)?.loc(1.0)?;
    /// assert_eq!((d.moment(4)?.to_string(), format!("{:.6}", d.moment(6)?.item()?.get::<f64>())), ("10.0".into(), "76.000000".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean).
    pub fn moment(&self, order: u32) -> Result<DynArray<B>> {
        if order > 4 {
            return self.expect(|x| x.power(f64::from(order)));
        }
        let family = self.family;
        self.parameters.of(&|loc, scale, shapes| {
            let known = scale.gt(0.0) & (family.valid)(shapes);
            known.select(raw(order, loc, scale, (family.moments)(shapes)), f64::NAN)
        })
    }
}

impl<B: Backend> Discrete<B> {
    /// The expectation of a function of arrays of numbers, of many at once: a sum over a million integers at most. NaN where the sum does not
    /// converge within them.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats;
    /// let d = stats::binom(&xp, 2, xp.array([0.5, 1.0])?)?;
    /// assert_eq!(d.expect(|k| k.power(5.0))?.to_string(), "[ 8.5 32. ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean) and of the function; [`Error::Shape`] if that does not give a number for each; [`Error::Value`] if
    /// there are more integers that are not improbable.
    pub fn expect(&self, f: impl Fn(&DynArray<B>) -> Result<DynArray<B>>) -> Result<DynArray<B>> {
        const OP: &str = "expect";
        const IMPROBABLE: f64 = 1e-20;
        const MANY: f64 = 1e6;
        let mean = self.mean()?;
        let number = |x: DynArray<B>| Ok(x.item()?.get::<f64>());
        let (low, high) = (self.ppf(IMPROBABLE)?, self.isf(IMPROBABLE)?);
        if low.isfinite()?.count_nonzero(..)?.item()?.get::<f64>() == 0.0 {
            return mean.multiply(f64::NAN);
        }
        let (low, high) = (number(low.nanmin(..)?)?, number(high.nanmax(..)?)?);
        if high - low >= MANY {
            return Err(Error::value(OP, format!("a sum over the integers from {low} to {high}")));
        }
        let count = (high - low) as usize + 1;
        let k = before(&(0..count).map(|k| low + k as f64).collect::<Vec<_>>(), &mean)?;
        // Functions are of the integers as they are for each set of parameters.
        let shape = [&[count][..], mean.shape()].concat();
        let p = self.pmf(&k)?.astype(DType::F64)?;
        let terms = values(OP, &f, &k.broadcast_to(&shape[..])?)?.multiply(&p)?;
        // What is impossible counts for nothing, even if the function is infinite there.
        let terms = p.equal(0)?.where_(0.0, &terms)?;
        let rest = terms.slice(s![-1])?.abs()?.multiply(count as f64)?;
        let last = self.sf(high)?.less_equal(0)?;
        let complete = last.logical_or(&rest.less_equal(&terms.abs()?.sum(0)?.multiply(MISSING)?)?)?;
        complete.where_(&terms.sum(0)?, f64::NAN)?.astype(mean.dtype())
    }

    /// The moment about 0, the mean of the powers; above the fourth order by [`expect`](Self::expect).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats;
    /// assert!((stats::binom(&xp, 2, 0.5)?.moment(3)?.item()?.get::<f64>() - 2.5).abs() < 1e-14);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`expect`](Self::expect).
    pub fn moment(&self, order: u32) -> Result<DynArray<B>> {
        if order > 4 {
            return self.expect(|k| k.power(f64::from(order)));
        }
        let family = self.family;
        self.parameters.of(&|loc, _, shapes| {
            (family.valid)(shapes).select(raw(order, loc, constant(1.0), (family.moments)(shapes)), f64::NAN)
        })
    }
}
