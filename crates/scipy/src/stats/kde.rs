//! Densities estimated by normal distributions around the elements of a sample.

use super::sample::samples;
use crate::field;
use crate::special::logsumexp;
use std::f64::consts::TAU;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result, Side, TypeClass};

/// How wide the normal distributions of [`gaussian_kde`] are, in standard deviations of the sample.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Bandwidth {
    /// `n^(-1 / (d + 4))` (Scott, 1992).
    #[default]
    Scott,
    /// `(n (d + 2) / 4)^(-1 / (d + 4))` (Silverman, 1986).
    Silverman,
    /// A factor.
    Factor(f64),
}

/// A density estimated by [`gaussian_kde`].
#[derive(Clone, Debug)]
pub struct GaussianKde<B: Backend> {
    /// The sample, a row for each dimension.
    pub dataset: DynArray<B>,
    /// The weights, whose sum is 1.
    pub weights: DynArray<B>,
    /// The effective number of elements, `1 / sum(weights^2)`.
    pub neff: f64,
    /// The standard deviations of the normal distributions, over those of the sample.
    pub factor: f64,
    /// The covariance of each normal distribution.
    pub covariance: DynArray<B>,
    cholesky: DynArray<B>,
}

/// The density of which a sample is, estimated by the mean of normal distributions around its elements: of numbers, or of points, a row for
/// each dimension. Weights are one for each element, or `None`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Bandwidth, gaussian_kde};
/// let kde = gaussian_kde(&xp.array([-1.0, 0.0, 1.0])?, Bandwidth::Scott, None)?;
/// assert_eq!(kde.evaluate(&xp.array([0.0, 5.0])?)?.to_string(), "[3.18156221e-01 6.72902111e-07]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for fewer than two elements, weights that are negative or of another number, and a factor that is not positive;
/// [`Error::NotPositiveDefinite`] if the elements lie in a space of fewer dimensions; [`Error::DType`] for complex numbers.
pub fn gaussian_kde<B: Backend>(
    dataset: &impl AnyArray<B>,
    bandwidth: Bandwidth,
    weights: Option<&DynArray<B>>,
) -> Result<GaussianKde<B>> {
    const OP: &str = "gaussian_kde";
    let given = dataset.as_dyn();
    TypeClass::RealElement.check(OP, given.dtype())?;
    let dataset = points(OP, given, None)?;
    let (d, n) = (dataset.shape()[0], dataset.shape()[1]);
    if n < 2 || d == 0 {
        return Err(Error::value(OP, format!("{n} elements of {d} dimensions")));
    }
    let weights = match weights {
        None => dataset.xp().full([n], 1.0 / n as f64)?.into_dyn().astype(dataset.dtype())?,
        Some(weights) => {
            let (weights, count) = samples(OP, weights, Some(0))?;
            if weights.ndim() != 1 || count != n || !weights.greater_equal(0)?.all(..)?.typed::<bool>()?.item()? {
                return Err(Error::value(OP, "weights must be one for each element, and not negative"));
            }
            weights.divide(&weights.sum(0)?)?
        }
    };
    let neff = 1.0 / weights.square()?.sum(0)?.item()?.get::<f64>();
    let dimensions = d as f64;
    let factor = match bandwidth {
        Bandwidth::Scott => neff.powf(-1.0 / (dimensions + 4.0)),
        Bandwidth::Silverman => (neff * (dimensions + 2.0) / 4.0).powf(-1.0 / (dimensions + 4.0)),
        Bandwidth::Factor(factor) => factor,
    };
    if !(factor > 0.0 && factor.is_finite()) {
        return Err(Error::value(OP, format!("the factor {factor} of the bandwidth")));
    }
    let mean = dataset.multiply(&weights)?.sum(keepdims(1))?;
    let centred = dataset.subtract(&mean)?;
    let sample = centred.multiply(&weights)?.matmul(&centred.t())?.divide(1.0 - 1.0 / neff)?;
    let covariance = sample.multiply(factor * factor)?;
    let cholesky = covariance.cholesky()?;
    Ok(GaussianKde { dataset, weights, neff, factor, covariance, cholesky })
}

/// Points as a row for each dimension, of which there must be `d`.
fn points<B: Backend>(op: &'static str, x: &DynArray<B>, d: Option<usize>) -> Result<DynArray<B>> {
    TypeClass::RealElement.check(op, x.dtype())?;
    let rows = match (x.ndim(), d) {
        (0 | 1, None | Some(1)) => field(x)?.reshape([1, x.len()])?,
        (1, Some(d)) if x.len() == d => field(x)?.reshape([d, 1])?,
        (2, _) => field(x)?,
        _ => return Err(Error::value(op, format!("points of the shape {:?}", x.shape()))),
    };
    match d {
        Some(d) if rows.shape()[0] != d => {
            Err(Error::value(op, format!("points of {} dimensions, not {d}", rows.shape()[0])))
        }
        _ => Ok(rows),
    }
}

impl<B: Backend> GaussianKde<B> {
    fn dimensions(&self) -> usize {
        self.dataset.shape()[0]
    }

    /// Points in units of the normal distributions.
    fn whitened(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        let dtype = self.cholesky.dtype().promote(x.dtype());
        self.cholesky.astype(dtype)?.solve_triangular_with(&x.astype(dtype)?, SolveTriangular::new().lower(true))
    }

    /// The density at points, a row for each dimension, or at numbers.
    ///
    /// # Errors
    /// [`Error::Value`] for points of another number of dimensions; [`Error::DType`] for complex numbers.
    pub fn evaluate(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        self.logpdf_of("evaluate", x.as_dyn())?.exp()
    }

    /// The density at points: [`evaluate`](Self::evaluate).
    ///
    /// # Errors
    /// Those of [`evaluate`](Self::evaluate).
    pub fn pdf(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        self.evaluate(x)
    }

    /// The logarithm of the density at points, also where that is no number any more.
    ///
    /// # Errors
    /// Those of [`evaluate`](Self::evaluate).
    pub fn logpdf(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        self.logpdf_of("logpdf", x.as_dyn())
    }

    fn logpdf_of(&self, op: &'static str, x: &DynArray<B>) -> Result<DynArray<B>> {
        let x = points(op, x, Some(self.dimensions()))?;
        let (x, data) = (self.whitened(&x)?, self.whitened(&self.dataset)?);
        // One dimension after the other, so that no array of all differences is made.
        let mut energy = None;
        for k in 0..self.dimensions() as isize {
            let row = |a: &DynArray<B>| a.slice(s![k]);
            let square = row(&x)?.expand_dims(1)?.subtract(&row(&data)?)?.square()?;
            energy = Some(match energy {
                None => square,
                Some(energy) => square.add(&energy)?,
            });
        }
        let energy = energy.ok_or_else(|| Error::value(op, "no dimensions"))?;
        let terms = self.weights.log()?.subtract(&energy.multiply(0.5)?)?;
        let log_det = self.cholesky.diagonal()?.log()?.sum(0)?;
        let constant = log_det.add(0.5 * self.dimensions() as f64 * TAU.ln())?;
        let sums = logsumexp(&terms, -1)?;
        sums.subtract(&constant)
    }

    /// The probability of numbers from `low` to `high`, of a density in one dimension.
    ///
    /// # Errors
    /// [`Error::Value`] in more dimensions.
    pub fn integrate_box_1d(&self, low: f64, high: f64) -> Result<DynArray<B>> {
        if self.dimensions() != 1 {
            return Err(Error::value("integrate_box_1d", format!("a density in {} dimensions", self.dimensions())));
        }
        let deviation = self.covariance.squeeze(..)?.sqrt()?;
        let data = self.dataset.reshape([self.dataset.len()])?;
        let at = |bound: f64| data.negative()?.add(bound)?.divide(&deviation);
        // Of the side on which both bounds are small.
        let (low, high) = (at(low)?, at(high)?);
        let below = high.ndtr()?.subtract(&low.ndtr()?)?;
        let above = low.negative()?.ndtr()?.subtract(&high.negative()?.ndtr()?)?;
        low.greater(0)?.where_(&above, &below)?.multiply(&self.weights)?.sum(0)
    }

    /// Random points of the density, a row for each dimension.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::stats::{Bandwidth, gaussian_kde};
    /// let kde = gaussian_kde(&xp.array([-1.0, 0.0, 1.0])?, Bandwidth::Silverman, None)?;
    /// assert_eq!(kde.resample(&mut xp.rng(1), 5)?.shape(), [1, 5]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn resample(&self, rng: &mut Generator<B>, size: usize) -> Result<DynArray<B>> {
        let ends = self.weights.astype(DType::F64)?.cumsum(0)?;
        let total = ends.slice(s![-1])?;
        let place = ends.searchsorted_with(&rng.random_of(DType::F64, size)?.multiply(&total)?, Side::Right)?;
        let place = place.minimum(self.weights.len() as i64 - 1)?;
        let centers = self.dataset.take(&place, 1)?;
        let normal = rng.normal_of(DType::F64, [self.dimensions(), size])?.astype(self.dataset.dtype())?;
        centers.add(&self.cholesky.matmul(&normal)?)
    }
}
