//! Discrete distributions: what is made of their formulas.

use super::masses::Family;
use super::parameters::Parameters;
use super::tails::log_of;
use crate::special::kernels::{F, is_integer};
use xparray_core::prelude::*;
use xparray_core::{ArrayLike, IntoShape, Result};

/// A discrete distribution with its parameters.
///
/// Shape parameters and location are numbers or arrays, which broadcast with one another and with the arguments of the functions; where they
/// are not valid, results are NaN. Results have the common type of all arrays, as a float, or are `f64`. They are computed elementwise, in
/// `f64`, on the device, and fuse with what is around them.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats;
/// let k = xp.array([0, 1, 2])?;
/// let d = stats::binom(&xp, 2, 0.5)?;
/// assert_eq!((d.pmf(&k)?.to_string(), d.cdf(&k)?.to_string()), ("[0.25 0.5  0.25]".into(), "[0.25 0.75 1.  ]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Discrete<B: Backend> {
    pub(super) family: &'static Family,
    pub(super) parameters: Parameters<B>,
}

/// The least integer of the support, or 0 without one.
fn finite(low: F) -> F {
    low.eq(f64::NEG_INFINITY).select(0.0, low)
}

impl<B: Backend> Discrete<B> {
    /// With a location, which moves the distribution.
    ///
    /// # Errors
    /// [`Error::DType`](xparray_core::Error::DType) for complex numbers.
    pub fn loc(mut self, loc: impl ArrayLike<B>) -> Result<Self> {
        self.parameters.loc = self.parameters.operand(&loc.operand())?;
        Ok(self)
    }

    fn masses(&self, k: &impl ArrayLike<B>, none: f64, f: impl Fn(F, &[F]) -> F) -> Result<DynArray<B>> {
        let family = self.family;
        self.parameters.apply(k, &|x, loc, _, shapes| {
            let k = x - loc;
            let [low, high] = (family.support)(shapes);
            let inside = k.ge(low) & k.le(high) & is_integer(k) & k.abs().lt(f64::INFINITY);
            let value = inside.select(f(inside.select(k, finite(low)), &family.known(shapes)), none);
            ((family.valid)(shapes) & k.eq(k)).select(value, f64::NAN)
        })
    }

    fn sided(&self, x: &impl ArrayLike<B>, ends: [f64; 2], f: impl Fn(F, &[F]) -> F) -> Result<DynArray<B>> {
        let family = self.family;
        self.parameters.apply(x, &|x, loc, _, shapes| {
            let k = (x - loc).floor();
            let [low, high] = (family.support)(shapes);
            let below = k.lt(low) | k.eq(f64::NEG_INFINITY);
            let inside = k.lt(high) & !below;
            let end = below.select(ends[0], ends[1]);
            let value = inside.select(f(inside.select(k, finite(low)), &family.known(shapes)), end);
            ((family.valid)(shapes) & k.eq(k)).select(value, f64::NAN)
        })
    }

    fn quantiles(&self, q: &impl ArrayLike<B>, rising: bool) -> Result<DynArray<B>> {
        let family = self.family;
        self.parameters.apply(q, &|q, loc, _, shapes| {
            let known = (family.valid)(shapes) & q.ge(0.0) & q.le(1.0);
            let inside = known & q.gt(0.0) & q.lt(1.0);
            let target = inside.select(q, 0.5);
            let used = family.known(shapes);
            let k = family.search(&used, inside, |k| match rising {
                true => (family.cdf)(k, &used).ge(target),
                false => (family.sf)(k, &used).le(target),
            });
            let [low, high] = (family.support)(shapes);
            let all = if rising { q.ge(1.0) } else { q.le(0.0) };
            known.select(loc + inside.select(k, all.select(high, low - 1.0)), f64::NAN)
        })
    }

    fn of_moments(&self, f: impl Fn(F, [F; 4]) -> F) -> Result<DynArray<B>> {
        let family = self.family;
        self.parameters.of(&|loc, _, shapes| {
            let known = loc.eq(loc) & (family.valid)(shapes);
            known.select(f(loc, (family.moments)(shapes)), f64::NAN)
        })
    }

    /// The probability of `k`; 0 for what is no integer of the support.
    ///
    /// # Errors
    /// [`Error::Shape`](xparray_core::Error::Shape) if argument and parameters do not broadcast;
    /// [`Error::DType`](xparray_core::Error::DType) for complex numbers. So of the other functions.
    pub fn pmf(&self, k: impl ArrayLike<B>) -> Result<DynArray<B>> {
        let family = self.family;
        self.masses(&k, 0.0, |k, shapes| family.probability(k, shapes))
    }

    /// The logarithm of the probability of `k`.
    ///
    /// # Errors
    /// Those of [`pmf`](Self::pmf).
    pub fn logpmf(&self, k: impl ArrayLike<B>) -> Result<DynArray<B>> {
        let family = self.family;
        self.masses(&k, f64::NEG_INFINITY, |k, shapes| (family.logpmf)(k, shapes))
    }

    /// The distribution function, the probability of at most `x`.
    ///
    /// # Errors
    /// Those of [`pmf`](Self::pmf).
    pub fn cdf(&self, x: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.sided(&x, [0.0, 1.0], self.family.cdf)
    }

    /// The survival function, the probability of more than `x`, also where that is small.
    ///
    /// # Errors
    /// Those of [`pmf`](Self::pmf).
    pub fn sf(&self, x: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.sided(&x, [1.0, 0.0], self.family.sf)
    }

    /// The logarithm of the distribution function, also where that is no number any more.
    ///
    /// # Errors
    /// Those of [`pmf`](Self::pmf).
    pub fn logcdf(&self, x: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.logs(&x, false)
    }

    /// The logarithm of the survival function, also where that is no number any more.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats;
    /// let d = stats::geom(&xp, 0.5)?;
    /// assert_eq!(d.logsf(xp.array([1, 2000])?)?.to_string(), "[-6.93147181e-01 -1.38629436e+03]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`pmf`](Self::pmf).
    pub fn logsf(&self, x: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.logs(&x, true)
    }

    fn logs(&self, x: &impl ArrayLike<B>, above: bool) -> Result<DynArray<B>> {
        let family = self.family;
        let (parameters, x, dtype) = self.parameters.wide(x)?;
        let wide = Self { family, parameters };
        let (mut p, mut rest, mut ends) = (wide.cdf(&x)?, wide.sf(&x)?, [f64::NEG_INFINITY, 0.0]);
        if above {
            std::mem::swap(&mut p, &mut rest);
            ends.reverse();
        }
        let far = |x: &DynArray<B>| {
            wide.parameters.apply(&x, &|x, loc, _, shapes| {
                let k = (x - loc).floor();
                let [low, high] = (family.support)(shapes);
                let tail = family.log_tail(k, &family.known(shapes), above);
                k.lt(low).select(ends[0], k.ge(high).select(ends[1], tail))
            })
        };
        log_of(&p, &rest, &x, far)?.astype(dtype)
    }

    /// The ends of the interval about the median that has at least a probability, with as much on either side of it.
    ///
    /// # Errors
    /// Those of [`pmf`](Self::pmf).
    pub fn interval(&self, confidence: impl ArrayLike<B>) -> Result<(DynArray<B>, DynArray<B>)> {
        let tail = self.parameters.tail(&confidence)?;
        Ok((self.ppf(&tail)?, self.isf(&tail)?))
    }

    /// The least integer whose [`cdf`](Self::cdf) is at least `q`; at 0 the one before the support.
    ///
    /// # Errors
    /// Those of [`pmf`](Self::pmf).
    pub fn ppf(&self, q: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.quantiles(&q, true)
    }

    /// The least integer whose [`sf`](Self::sf) is at most `q`; at 1 the one before the support.
    ///
    /// # Errors
    /// Those of [`pmf`](Self::pmf).
    pub fn isf(&self, q: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.quantiles(&q, false)
    }

    /// The mean; infinite if there is none.
    ///
    /// # Errors
    /// [`Error::Shape`](xparray_core::Error::Shape) if parameters do not broadcast. So of the other moments.
    pub fn mean(&self) -> Result<DynArray<B>> {
        self.of_moments(|loc, [mean, ..]| loc + mean)
    }

    /// The variance.
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean).
    pub fn var(&self) -> Result<DynArray<B>> {
        self.of_moments(|_, [_, variance, ..]| variance)
    }

    /// The standard deviation.
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean).
    pub fn std(&self) -> Result<DynArray<B>> {
        self.of_moments(|_, [_, variance, ..]| variance.sqrt())
    }

    /// Mean, variance, skewness, and kurtosis less that of the normal distribution.
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean).
    pub fn stats(&self) -> Result<[DynArray<B>; 4]> {
        let skewness = self.of_moments(|_, [_, _, skewness, _]| skewness)?;
        Ok([self.mean()?, self.var()?, skewness, self.of_moments(|_, [_, _, _, kurtosis]| kurtosis)?])
    }

    /// The median.
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean).
    pub fn median(&self) -> Result<DynArray<B>> {
        self.ppf(0.5)
    }

    /// The entropy; without a formula, of ten million integers at most.
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean).
    pub fn entropy(&self) -> Result<DynArray<B>> {
        let family = self.family;
        self.parameters.of(&|loc, _, shapes| {
            let known = family.known(shapes);
            let value = match family.entropy {
                Some(entropy) => entropy(&known),
                None => family.terms(&known),
            };
            (loc.eq(loc) & (family.valid)(shapes)).select(value, f64::NAN)
        })
    }

    /// Random numbers of a generator, with a shape to which the parameters broadcast, in `f64`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats;
    /// let k = stats::poisson(&xp, 4.0)?.rvs(&mut xp.rng(1), [1000])?;
    /// assert!((k.mean(0)?.item()?.get::<f64>() - 4.0).abs() < 0.4);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](xparray_core::Error::Value) for parameters that are not valid;
    /// [`Error::Shape`](xparray_core::Error::Shape) if they do not broadcast to the shape.
    pub fn rvs(&self, rng: &mut Generator<B>, shape: impl IntoShape) -> Result<DynArray<B>> {
        super::draws::discrete(self, rng, &shape.into_shape())?.astype(DType::F64)?.add(&self.parameters.loc)
    }
}
