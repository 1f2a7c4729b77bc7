//! Continuous distributions of the user: what is made of their functions.

use super::super::parameters::Parameters;
use super::density::Density;
use super::distribution::Distribution;
use super::drawn;
use super::laws::{Function, Law};
use super::log_of_side;
use super::support::Support;
use std::sync::Arc;
use xparray_core::prelude::*;
use xparray_core::{ArrayLike, IntoShape, Result};

/// A continuous distribution of the user.
///
/// Location, scale and arguments are numbers or arrays, which broadcast; where the scale is not positive, results are NaN. They are `f64`, or
/// have the common type of those that are arrays, as a float. Functions are asked for many numbers at once.
#[derive(Clone, Debug)]
pub struct RvContinuous<B: Backend> {
    pub(super) law: Arc<dyn Law<B>>,
    pub(super) parameters: Parameters<B>,
}

impl<B: Backend> RvContinuous<B> {
    /// The distribution with a density, a function of arrays of numbers between the ends of the support, which may be infinite. Densities of
    /// narrow peaks must have them where numbers are not much larger than 1.
    ///
    /// By adaptive integrals (Gauss and Legendre's rule of 15 points) and bisection.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::RvContinuous;
    /// let d = RvContinuous::of_pdf(&xp, [0.0, f64::INFINITY], |x| x.negative()?.exp())?;
    /// assert!((d.cdf(1.0)?.item()?.get::<f64>() - (1.0 - (-1f64).exp())).abs() < 1e-14);
    /// assert!((d.var()?.item()?.get::<f64>() - 1.0).abs() < 1e-12);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](xparray_core::Error::Value) for ends in the wrong order, for a density that is negative or not finite, and if its integral is not 1, to 1e-8;
    /// [`Error::Shape`](xparray_core::Error::Shape) unless it gives a number for each; those of the function.
    pub fn of_pdf(
        xp: &B,
        support: [f64; 2],
        pdf: impl Fn(&DynArray<B>) -> Result<DynArray<B>> + Send + Sync + 'static,
    ) -> Result<Self> {
        const OP: &str = "rv_continuous";
        const PIECES: u32 = 16;
        let support = Support::new(OP, support)?;
        let share = |k: u32| f64::from(k) / f64::from(PIECES);
        let lower = (0..=PIECES).map(|k| support.number(false, share(k)));
        let upper = (0..PIECES).rev().map(|k| support.number(true, share(k)));
        Self::of_density(OP, xp, support, Arc::new(pdf), &lower.chain(upper).collect::<Vec<_>>())
    }

    pub(super) fn of_density(
        op: &'static str,
        xp: &B,
        support: Support,
        f: Function<B>,
        pieces: &[f64],
    ) -> Result<Self> {
        let law = Density::new(op, xp, support, f, pieces)?;
        Ok(Self { law: Arc::new(law), parameters: Parameters::new(xp, &[])? })
    }

    /// The distribution with a distribution function, one of arrays of numbers between the ends of the support, which may be infinite. The
    /// density is its difference quotient, so moments and the density have errors of 1e-10.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::RvContinuous;
    /// let d = RvContinuous::of_cdf(&xp, [0.0, 1.0], |x| x.square())?;
    /// assert!((d.ppf(0.25)?.item()?.get::<f64>() - 0.5).abs() < 1e-15);
    /// assert!((d.pdf(0.25)?.item()?.get::<f64>() - 0.5).abs() < 1e-9);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](xparray_core::Error::Value) for ends in the wrong order.
    pub fn of_cdf(
        xp: &B,
        support: [f64; 2],
        cdf: impl Fn(&DynArray<B>) -> Result<DynArray<B>> + Send + Sync + 'static,
    ) -> Result<Self> {
        let law = Distribution { xp: xp.clone(), support: Support::new("rv_continuous", support)?, f: Arc::new(cdf) };
        Ok(Self { law: Arc::new(law), parameters: Parameters::new(xp, &[])? })
    }

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

    /// A function of the standardised argument within the support, with its values at and beyond the ends; of a density per unit of length.
    fn along(
        &self,
        x: &impl ArrayLike<B>,
        ends: [f64; 2],
        density: bool,
        f: impl Fn(&DynArray<B>) -> Result<DynArray<B>>,
    ) -> Result<DynArray<B>> {
        let (own, x, dtype) = self.parameters.wide(x)?;
        let scale = own.scale.as_dyn();
        let z = x.subtract(&own.loc)?.divide(scale)?;
        let [low, high] = self.law.support().ends;
        // A density is one at the ends of its support, unless these are infinite.
        let (under, over) = match density {
            true => (
                z.less(low)?.logical_or(z.equal(f64::NEG_INFINITY)?)?,
                z.greater(high)?.logical_or(z.equal(f64::INFINITY)?)?,
            ),
            false => (z.less_equal(low)?, z.greater_equal(high)?),
        };
        let known = scale.greater(0.0)?.logical_and(&z.isnan()?.logical_not()?)?;
        let inside = known.logical_and(&under.logical_or(&over)?.logical_not()?)?;
        let value = f(&inside.where_(&z, self.law.support().middle)?)?;
        let value = if density { value.divide(scale)? } else { value };
        let value = inside.where_(&value, &under.where_(ends[0], ends[1])?)?;
        known.where_(&value, f64::NAN)?.astype(dtype)
    }

    /// The density.
    ///
    /// # Errors
    /// [`Error::Shape`](xparray_core::Error::Shape) if argument and parameters do not broadcast; [`Error::DType`](xparray_core::Error::DType) for complex numbers; those of the user's function. So of
    /// the other functions.
    pub fn pdf(&self, x: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.along(&x, [0.0, 0.0], true, |z| self.law.pdf(z))
    }

    /// The logarithm of the density.
    ///
    /// # Errors
    /// Those of [`pdf`](Self::pdf).
    pub fn logpdf(&self, x: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.pdf(x)?.log()
    }

    /// The distribution function, the probability of at most `x`.
    ///
    /// # Errors
    /// Those of [`pdf`](Self::pdf).
    pub fn cdf(&self, x: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.along(&x, [0.0, 1.0], false, |z| self.law.probability(z, false))
    }

    /// The survival function, the probability of more than `x`; of a density also where that is small.
    ///
    /// # Errors
    /// Those of [`pdf`](Self::pdf).
    pub fn sf(&self, x: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.along(&x, [1.0, 0.0], false, |z| self.law.probability(z, true))
    }

    /// The logarithm of the distribution function.
    ///
    /// # Errors
    /// Those of [`pdf`](Self::pdf).
    pub fn logcdf(&self, x: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.logs(&x, false)
    }

    /// The logarithm of the survival function.
    ///
    /// # Errors
    /// Those of [`pdf`](Self::pdf).
    pub fn logsf(&self, x: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.logs(&x, true)
    }

    fn logs(&self, x: &impl ArrayLike<B>, above: bool) -> Result<DynArray<B>> {
        log_of_side(&self.parameters, x, above, |parameters, x| {
            let wide = Self { parameters, ..self.clone() };
            Ok([wide.cdf(x)?, wide.sf(x)?])
        })
    }

    /// The inverse of [`cdf`](Self::cdf), for probabilities from 0 to 1.
    ///
    /// # Errors
    /// Those of [`pdf`](Self::pdf).
    pub fn ppf(&self, q: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.quantiles(&q, false)
    }

    /// The inverse of [`sf`](Self::sf), for probabilities from 0 to 1.
    ///
    /// # Errors
    /// Those of [`pdf`](Self::pdf).
    pub fn isf(&self, q: impl ArrayLike<B>) -> Result<DynArray<B>> {
        self.quantiles(&q, true)
    }

    fn quantiles(&self, q: &impl ArrayLike<B>, above: bool) -> Result<DynArray<B>> {
        let (own, q, dtype) = self.parameters.wide(q)?;
        let [mut at_zero, mut at_one] = self.law.support().ends;
        if above {
            std::mem::swap(&mut at_zero, &mut at_one);
        }
        let (zero, one) = (q.less_equal(0.0)?, q.greater_equal(1.0)?);
        let inside = zero.logical_or(&one)?.logical_or(&q.isnan()?)?.logical_not()?;
        let z = self.law.quantile(&inside.where_(&q, 0.5)?, above)?;
        let z = zero.where_(at_zero, &one.where_(at_one, &z)?)?;
        let known = q.greater_equal(0.0)?.logical_and(&q.less_equal(1.0)?)?;
        let known = known.logical_and(&own.scale.as_dyn().greater(0.0)?)?;
        known.where_(&z.multiply(&own.scale)?.add(&own.loc)?, f64::NAN)?.astype(dtype)
    }

    /// The median.
    ///
    /// # Errors
    /// Those of [`pdf`](Self::pdf).
    pub fn median(&self) -> Result<DynArray<B>> {
        self.ppf(0.5)
    }

    /// The ends of the interval about the median that has a probability, with as much on either side of it.
    ///
    /// # Errors
    /// Those of [`pdf`](Self::pdf).
    pub fn interval(&self, confidence: impl ArrayLike<B>) -> Result<(DynArray<B>, DynArray<B>)> {
        let tail = self.parameters.tail(&confidence)?;
        Ok((self.ppf(&tail)?, self.isf(&tail)?))
    }

    /// Random numbers of a generator, with a shape to which location and scale broadcast, in `f64`.
    ///
    /// # Errors
    /// [`Error::Shape`](xparray_core::Error::Shape) if they do not; those of [`pdf`](Self::pdf).
    pub fn rvs(&self, rng: &mut Generator<B>, shape: impl IntoShape) -> Result<DynArray<B>> {
        drawn(rng, &shape.into_shape(), |q| self.ppf(q))
    }
}
