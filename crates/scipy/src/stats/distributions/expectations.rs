//! Expectations of functions, and moments of any order.

use super::parameters::constant;
use super::{Continuous, Discrete};
use crate::special::kernels::F;
use std::f64::consts::PI;
use xparray_core::prelude::*;
use xparray_core::{Create, Error, Result};

/// What may be missing of a sum, as a share of it.
const MISSING: f64 = 1e-9;

/// Options of `expect_with`: a part of the support.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{self, Expect};
/// let d = stats::uniform(&xp)?;
/// let part = Expect::new().lb(0.5);
/// assert_eq!(format!("{:.6}", d.expect_with(|x| Ok(x.clone()), part)?.item()?.get::<f64>()), "0.375000");
/// assert_eq!(format!("{:.6}", d.expect_with(|x| Ok(x.clone()), part.conditional(true))?.item()?.get::<f64>()), "0.750000");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Expect {
    pub(super) lb: Option<f64>,
    pub(super) ub: Option<f64>,
    pub(super) conditional: bool,
}

impl Expect {
    /// The whole support.
    pub fn new() -> Self {
        Self::default()
    }

    /// Numbers of at least `lb`.
    pub fn lb(self, lb: f64) -> Self {
        Self { lb: Some(lb), ..self }
    }

    /// Numbers of at most `ub`.
    pub fn ub(self, ub: f64) -> Self {
        Self { ub: Some(ub), ..self }
    }

    /// Whether the expectation is that of such numbers, divided by their probability.
    pub fn conditional(self, conditional: bool) -> Self {
        Self { conditional, ..self }
    }

    /// The probabilities of less and of more than each end, of a shape.
    fn probabilities<B: Backend>(
        self,
        like: &DynArray<B>,
        cdf: &dyn Fn(f64) -> Result<DynArray<B>>,
        sf: &dyn Fn(f64) -> Result<DynArray<B>>,
    ) -> Result<[[DynArray<B>; 2]; 2]> {
        let none = like.astype(DType::F64)?.zeros_like()?;
        let end = |bound: Option<f64>, [less, more]: [f64; 2]| match bound {
            None => Ok([none.add(less)?, none.add(more)?]),
            Some(x) => Ok([cdf(x)?.astype(DType::F64)?, sf(x)?.astype(DType::F64)?]),
        };
        Ok([end(self.lb, [0.0, 1.0])?, end(self.ub, [1.0, 0.0])?])
    }
}

/// Shares from next to nothing to 1/2, and their weights in an integral over this half (Takahasi and Mori, 1974).
fn shares() -> (Vec<f64>, Vec<f64>) {
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

/// Probabilities over which functions of quantiles are integrated, along the first axis: those of one end, then those of the other, each from
/// its end on.
pub(super) struct Nodes<B: Backend> {
    /// Of less than a number, and of more.
    less: DynArray<B>,
    more: DynArray<B>,
    weights: DynArray<B>,
    /// The probability of the whole part.
    pub mass: DynArray<B>,
}

impl<B: Backend> Nodes<B> {
    /// Between two numbers, of which there are the probabilities of less and of more, all of one shape.
    pub fn between(ends: [[DynArray<B>; 2]; 2]) -> Result<Self> {
        let mass = between(&ends)?;
        let [from, to] = ends;
        let (shares, weights) = shares();
        let (shares, weights) = (before(&shares, &mass)?, before(&weights, &mass)?);
        let steps = mass.multiply(&shares)?;
        let xp = mass.xp();
        let both = |[first, second]: [DynArray<B>; 2]| xp.concatenate(&[&first, &second], 0);
        let weights = both([weights.clone(), weights])?.multiply(&mass)?;
        let less = both([from[0].add(&steps)?, to[0].subtract(&steps)?])?;
        let more = both([from[1].subtract(&steps)?, to[1].add(&steps)?])?;
        Ok(Self { less, more, weights, mass })
    }

    /// The quantiles, each by its smaller probability.
    pub fn numbers(
        &self,
        ppf: &dyn Fn(&DynArray<B>) -> Result<DynArray<B>>,
        isf: &dyn Fn(&DynArray<B>) -> Result<DynArray<B>>,
    ) -> Result<DynArray<B>> {
        let low = self.less.less_equal(0.5)?;
        low.where_(&ppf(&low.where_(&self.less, 0.5)?)?, &isf(&low.where_(0.5, &self.more)?)?)
    }

    /// The integral of values at the quantiles, NaN if it does not converge.
    pub fn sum(&self, values: &DynArray<B>) -> Result<DynArray<B>> {
        let terms = values.multiply(&self.weights)?;
        let sizes = terms.abs()?;
        let ends = sizes.slice(s![0])?.add(&sizes.slice(s![sizes.shape()[0] as isize / 2])?)?;
        ends.less_equal(&sizes.sum(0)?.multiply(MISSING)?)?.where_(&terms.sum(0)?, f64::NAN)
    }
}

/// The probability between two numbers from those of less and of more, by the smaller ones.
fn between<B: Backend>([from, to]: &[[DynArray<B>; 2]; 2]) -> Result<DynArray<B>> {
    from[0].greater(0.5)?.where_(&from[1].subtract(&to[1])?, &to[0].subtract(&from[0])?)
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
        self.expect_with(f, Expect::new())
    }

    /// As [`expect`](Self::expect), of a part of the support.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::{self, Expect};
    /// let tail = Expect::new().lb(3.0).conditional(true);
    /// let mean = stats::norm(&xp)?.expect_with(|x| Ok(x.clone()), tail)?;
    /// assert_eq!(format!("{:.6}", mean.item()?.get::<f64>()), "3.283099");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`expect`](Self::expect).
    pub fn expect_with(&self, f: impl Fn(&DynArray<B>) -> Result<DynArray<B>>, options: Expect) -> Result<DynArray<B>> {
        let mean = self.mean()?;
        let nodes = Nodes::between(options.probabilities(&mean, &|x| self.cdf(x), &|x| self.sf(x))?)?;
        let x = nodes.numbers(&|q| self.ppf(q), &|q| self.isf(q))?;
        let sum = nodes.sum(&values("expect", &f, &x)?)?;
        let sum = if options.conditional { sum.divide(&nodes.mass)? } else { sum };
        sum.astype(mean.dtype())
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
        self.expect_with(f, Expect::new())
    }

    /// As [`expect`](Self::expect), of a part of the support.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::{self, Expect};
    /// let some = Expect::new().lb(1.0).conditional(true);
    /// let mean = stats::binom(&xp, 2, 0.5)?.expect_with(|k| Ok(k.clone()), some)?;
    /// assert_eq!(format!("{:.6}", mean.item()?.get::<f64>()), "1.333333");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`expect`](Self::expect).
    pub fn expect_with(&self, f: impl Fn(&DynArray<B>) -> Result<DynArray<B>>, options: Expect) -> Result<DynArray<B>> {
        const OP: &str = "expect";
        const IMPROBABLE: f64 = 1e-20;
        const MANY: f64 = 1e6;
        let mean = self.mean()?;
        let number = |x: DynArray<B>| Ok(x.item()?.get::<f64>());
        let mass = self.mass(&mean, options)?;
        let improbable = mass.multiply(IMPROBABLE)?.maximum(f64::MIN_POSITIVE)?;
        let (low, high) = (self.ppf(&improbable)?, self.isf(&improbable)?);
        if low.isfinite()?.count_nonzero(..)?.item()?.get::<f64>() == 0.0 {
            return mean.multiply(f64::NAN);
        }
        let (low, high) = (number(low.nanmin(..)?)?, number(high.nanmax(..)?)?);
        // Integers, as they are about the location.
        let low = low + options.lb.map_or(0.0, |lb| (lb - low).ceil().max(0.0));
        let beyond = options.ub.map_or(0.0, |ub| (high - ub).ceil().max(0.0));
        let high = high - beyond;
        if high - low >= MANY {
            return Err(Error::value(OP, format!("a sum over the integers from {low} to {high}")));
        }
        if high < low {
            let nothing = if options.conditional { f64::NAN } else { 0.0 };
            return mean.zeros_like()?.add(nothing);
        }
        let count = (high - low) as usize + 1;
        let k = before(&(0..count).map(|k| low + k as f64).collect::<Vec<_>>(), &mean)?;
        // Functions are of the integers as they are for each set of parameters.
        let shape = [&[count][..], mean.shape()].concat();
        let p = self.pmf(&k)?.astype(DType::F64)?;
        let terms = values(OP, &f, &k.broadcast_to(&shape[..])?)?.multiply(&p)?;
        // What is impossible counts for nothing, even if the function is infinite there.
        let terms = p.equal(0)?.where_(0.0, &terms)?;
        let sum = terms.sum(0)?;
        let sum = if options.conditional { sum.divide(&mass)? } else { sum };
        if beyond > 0.0 {
            return sum.astype(mean.dtype());
        }
        let rest = terms.slice(s![-1])?.abs()?.multiply(count as f64)?;
        let last = self.sf(high)?.less_equal(0)?;
        let complete = last.logical_or(&rest.less_equal(&terms.abs()?.sum(0)?.multiply(MISSING)?)?)?;
        complete.where_(&sum, f64::NAN)?.astype(mean.dtype())
    }

    /// The probability of a part of the support, for each set of parameters.
    fn mass(&self, like: &DynArray<B>, options: Expect) -> Result<DynArray<B>> {
        let mass = between(&options.probabilities(like, &|x| self.cdf(x), &|x| self.sf(x))?)?;
        options.lb.map_or(Ok(mass.clone()), |lb| mass.add(&self.pmf(lb)?))
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
