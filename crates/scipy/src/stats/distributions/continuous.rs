//! Continuous distributions: what is made of their formulas.

use super::densities::{Family, Formula};
use super::parameters::Parameters;
use super::tails::log_of;
use crate::special::kernels::F;
use xparray_core::prelude::*;
use xparray_core::{ArrayLike, IntoShape, Result};

/// A continuous distribution with its parameters.
///
/// Shape parameters, location and scale are numbers or arrays, which broadcast with one another and with the arguments of the functions;
/// where they are not valid, as a scale of 0, results are NaN. Results have the common type of all arrays, as a float, or are `f64`. They are
/// computed elementwise, in `f64`, on the device, and fuse with what is around them.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats;
/// let x = xp.array([-1.0, 0.0, 1.0])?;
/// let d = stats::norm(&xp)?.loc(1.0)?.scale(2.0)?;
/// assert_eq!(d.cdf(&x)?.to_string(), "[0.15865525 0.30853754 0.5       ]");
/// assert_eq!(d.ppf(0.5)?.to_string(), "1.0");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Continuous<B: Backend> {
    pub(super) family: &'static Family,
    pub(super) parameters: Parameters<B>,
}

impl<B: Backend> Continuous<B> {
    /// With a location, which moves the distribution.
    ///
    /// # Errors
    /// [`Error::DType`](xparray_core::Error::DType) for complex numbers.
    pub fn loc(mut self, loc: impl ArrayLike<B>) -> Result<Self> {
        self.parameters.loc = self.parameters.operand(&loc.operand())?;
        Ok(self)
    }

    /// With a scale, which stretches it.
    ///
    /// # Errors
    /// [`Error::DType`](xparray_core::Error::DType) for complex numbers.
    pub fn scale(mut self, scale: impl ArrayLike<B>) -> Result<Self> {
        self.parameters.scale = self.parameters.operand(&scale.operand())?;
        Ok(self)
    }

    /// The shape parameters, the location and the scale.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats;
    /// let (shapes, loc, scale) = stats::gamma(&xp, 2.0)?.scale(3.0)?.args();
    /// assert_eq!((shapes[0].to_string(), loc.to_string(), scale.to_string()), ("2.0".into(), "0.0".into(), "3.0".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn args(&self) -> (Vec<Array<f64, B>>, Array<f64, B>, Array<f64, B>) {
        let shapes = (0..self.parameters.count).map(|k| self.parameters.shape(k).clone()).collect();
        (shapes, self.parameters.loc.clone(), self.parameters.scale.clone())
    }

    /// A function of the standardized argument, with its values below and above the support.
    fn along(&self, x: &impl ArrayLike<B>, ends: [f64; 2], f: impl Fn(F, F, &[F]) -> F) -> Result<DynArray<B>> {
        let family = self.family;
        self.parameters.apply(x, &|x, loc, scale, shapes| {
            let z = (x - loc) / scale;
            let [low, high] = (family.support)(shapes);
            let value = z.lt(low).select(ends[0], z.gt(high).select(ends[1], f(z, scale, shapes)));
            let known = scale.gt(0.0) & (family.valid)(shapes) & z.eq(z);
            known.select(value, f64::NAN)
        })
    }

    /// A function of probabilities, with its values at 0 and 1.
    fn quantiles(&self, q: &impl ArrayLike<B>, rising: bool, f: Formula) -> Result<DynArray<B>> {
        let family = self.family;
        self.parameters.apply(q, &|q, loc, scale, shapes| {
            let [low, high] = (family.support)(shapes);
            let (at_zero, at_one) = if rising { (low, high) } else { (high, low) };
            let z = q.le(0.0).select(at_zero, q.ge(1.0).select(at_one, f(q, shapes)));
            let known = scale.gt(0.0) & (family.valid)(shapes) & q.ge(0.0) & q.le(1.0);
            known.select(loc + scale * z, f64::NAN)
        })
    }

    fn of_moments(&self, f: impl Fn(F, F, [F; 4]) -> F) -> Result<DynArray<B>> {
        let family = self.family;
        self.parameters.of(&|loc, scale, shapes| {
            let known = scale.gt(0.0) & loc.eq(loc) & (family.valid)(shapes);
            known.select(f(loc, scale, (family.moments)(shapes)), f64::NAN)
        })
    }

    /// The density.
    ///
    /// # Errors
    /// [`Error::Shape`](xparray_core::Error::Shape) if argument and parameters do not broadcast;
    /// [`Error::DType`](xparray_core::Error::DType) for complex numbers. So of the other functions.
    pub fn pdf(&self, x: impl ArrayLike<B>) -> Result<DynArray<B>> {
        let family = self.family;
        self.along(&x, [0.0, 0.0], |z, scale, shapes| match family.pdf {
            Some(pdf) => pdf(z, shapes) / scale,
            None => (family.logpdf)(z, shapes).exp() / scale,
        })
    }

    /// The logarithm of the density.
    ///
    /// # Errors
    /// Those of [`pdf`](Self::pdf).
    pub fn logpdf(&self, x: impl ArrayLike<B>) -> Result<DynArray<B>> {
        let family = self.family;
        let none = f64::NEG_INFINITY;
        self.along(&x, [none, none], |z, scale, shapes| (family.logpdf)(z, shapes) - scale.log())
    }

    /// The distribution function, the probability of at most `x`.
    ///
    /// # Errors
    /// Those of [`pdf`](Self::pdf).
    pub fn cdf(&self, x: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.sided(&x, [0.0, 1.0], self.family.cdf)
    }

    /// The survival function, the probability of more than `x`, also where that is small.
    ///
    /// # Errors
    /// Those of [`pdf`](Self::pdf).
    pub fn sf(&self, x: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.sided(&x, [1.0, 0.0], self.family.sf)
    }

    /// A probability, which is known at the ends of the support as well.
    fn sided(&self, x: &impl ArrayLike<B>, ends: [f64; 2], f: impl Fn(F, &[F]) -> F) -> Result<DynArray<B>> {
        let support = self.family.support;
        self.along(x, ends, |z, _, shapes| {
            let [low, high] = support(shapes);
            z.le(low).select(ends[0], z.ge(high).select(ends[1], f(z, shapes)))
        })
    }

    /// The logarithm of the distribution function, also where that is no number any more.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats;
    /// assert_eq!(stats::logistic(&xp)?.logcdf(xp.array([0.0, -2000.0])?)?.to_string(), "[-6.93147181e-01 -2.00000000e+03]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`pdf`](Self::pdf).
    pub fn logcdf(&self, x: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.logs(&x, false)
    }

    /// The logarithm of the survival function, also where that is no number any more.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats;
    /// assert_eq!(stats::norm(&xp)?.logsf(xp.array([0.0, 50.0])?)?.to_string(), "[-6.93147181e-01 -1.25483136e+03]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`pdf`](Self::pdf).
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
        let far = |x: &DynArray<B>| wide.sided(&x, ends, |z, shapes| family.log_tail(z, shapes, above));
        log_of(&p, &rest, &x, far)?.astype(dtype)
    }

    /// The ends of the interval about the median that has a probability, with as much on either side of it.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats;
    /// let (low, high) = stats::norm(&xp)?.interval(0.95)?;
    /// assert_eq!(format!("{:.6} {:.6}", low.item()?.get::<f64>(), high.item()?.get::<f64>()), "-1.959964 1.959964");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`pdf`](Self::pdf).
    pub fn interval(&self, confidence: impl ArrayLike<B>) -> Result<(DynArray<B>, DynArray<B>)> {
        let tail = self.parameters.tail(&confidence)?;
        Ok((self.ppf(&tail)?, self.isf(&tail)?))
    }

    /// The inverse of [`cdf`](Self::cdf), for probabilities from 0 to 1.
    ///
    /// # Errors
    /// Those of [`pdf`](Self::pdf).
    pub fn ppf(&self, q: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.quantiles(&q, true, self.family.ppf)
    }

    /// The inverse of [`sf`](Self::sf), for probabilities from 0 to 1.
    ///
    /// # Errors
    /// Those of [`pdf`](Self::pdf).
    pub fn isf(&self, q: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.quantiles(&q, false, self.family.isf)
    }

    /// The mean; infinite or NaN if there is none.
    ///
    /// # Errors
    /// [`Error::Shape`](xparray_core::Error::Shape) if parameters do not broadcast. So of the other moments.
    pub fn mean(&self) -> Result<DynArray<B>> {
        self.of_moments(|loc, scale, [mean, ..]| loc + scale * mean)
    }

    /// The variance.
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean).
    pub fn var(&self) -> Result<DynArray<B>> {
        self.of_moments(|_, scale, [_, variance, ..]| scale * scale * variance)
    }

    /// The standard deviation.
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean).
    pub fn std(&self) -> Result<DynArray<B>> {
        self.of_moments(|_, scale, [_, variance, ..]| scale * variance.sqrt())
    }

    /// Mean, variance, skewness, and kurtosis less that of the normal distribution.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats;
    /// let moments = stats::expon(&xp)?.scale(2.0)?.stats()?;
    /// assert_eq!(moments.map(|m| m.to_string()), ["2.0", "4.0", "2.0", "6.0"]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean).
    pub fn stats(&self) -> Result<[DynArray<B>; 4]> {
        let skewness = self.of_moments(|_, _, [_, _, skewness, _]| skewness)?;
        let kurtosis = self.of_moments(|_, _, [_, _, _, kurtosis]| kurtosis)?;
        Ok([self.mean()?, self.var()?, skewness, kurtosis])
    }

    /// The median.
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean).
    pub fn median(&self) -> Result<DynArray<B>> {
        self.ppf(0.5)
    }

    /// The differential entropy.
    ///
    /// # Errors
    /// Those of [`mean`](Self::mean).
    pub fn entropy(&self) -> Result<DynArray<B>> {
        let family = self.family;
        self.parameters.of(&|loc, scale, shapes| {
            let known = scale.gt(0.0) & loc.eq(loc) & (family.valid)(shapes);
            known.select((family.entropy)(shapes) + scale.log(), f64::NAN)
        })
    }

    /// Random numbers of a generator, with a shape to which the parameters broadcast, in `f64`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats;
    /// let x = stats::gamma(&xp, 2.0)?.scale(3.0)?.rvs(&mut xp.rng(1), [1000])?;
    /// assert!((x.mean(0)?.item()?.get::<f64>() - 6.0).abs() < 0.5);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](xparray_core::Error::Value) for parameters that are not valid;
    /// [`Error::Shape`](xparray_core::Error::Shape) if they do not broadcast to the shape.
    pub fn rvs(&self, rng: &mut Generator<B>, shape: impl IntoShape) -> Result<DynArray<B>> {
        let standard = super::draws::continuous(self, rng, &shape.into_shape())?;
        standard.multiply(&self.parameters.scale)?.add(&self.parameters.loc)
    }
}
