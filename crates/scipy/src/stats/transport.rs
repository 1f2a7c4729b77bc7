//! Distances of distributions, by their distribution functions.

use super::sample::samples;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Join, Result, Side};

/// Values, sorted, and how much lies below each place between them.
struct Steps<B: Backend> {
    sorted: DynArray<B>,
    /// From 0 to 1, an element more than there are values; `None` where each value counts the same.
    sums: Option<DynArray<B>>,
}

impl<B: Backend> Steps<B> {
    fn of(op: &'static str, values: &DynArray<B>, weights: Option<&DynArray<B>>) -> Result<Self> {
        let (values, n) = samples(op, values, None)?;
        if n == 0 {
            return Err(Error::value(op, "a distribution without values"));
        }
        let values = values.astype(DType::F64)?;
        let Some(weights) = weights else { return Ok(Self { sorted: values.sort()?, sums: None }) };
        let (weights, count) = samples(op, weights, None)?;
        if count != n {
            return Err(Error::shape(op, values.shape(), weights.shape()));
        }
        let weights = weights.astype(DType::F64)?;
        let total = weights.sum(..)?.item()?.get::<f64>();
        if !(weights.greater_equal(0.0)?.all(..)?.item()?.get::<bool>() && total > 0.0 && total.is_finite()) {
            return Err(Error::value(op, "weights that are negative, or have no positive and finite sum"));
        }
        let order = values.argsort()?;
        let sums = weights.take(&order, 0)?.cumsum(0)?.divide(total)?;
        let sums = values.xp().concatenate(&[&values.xp().zeros_of(DType::F64, 1)?, &sums], 0)?;
        Ok(Self { sorted: values.take(&order, 0)?, sums: Some(sums) })
    }

    /// The distribution function.
    fn at(&self, places: &DynArray<B>) -> Result<DynArray<B>> {
        let below = self.sorted.searchsorted_with(places, Side::Right)?;
        match &self.sums {
            Some(sums) => sums.take(&below, 0),
            None => below.astype(DType::F64)?.divide(self.sorted.len() as f64),
        }
    }
}

/// The sum of a power of the differences of two distribution functions, over the places where these are steps.
fn between<B: Backend>(
    op: &'static str,
    u: (&DynArray<B>, Option<&DynArray<B>>),
    v: (&DynArray<B>, Option<&DynArray<B>>),
    power: impl Fn(&DynArray<B>) -> Result<DynArray<B>>,
) -> Result<DynArray<B>> {
    let (u, v) = (Steps::of(op, u.0, u.1)?, Steps::of(op, v.0, v.1)?);
    let places = u.sorted.xp().concatenate(&[&u.sorted, &v.sorted], 0)?.sort()?;
    let (here, next) = (places.slice(s![..-1])?, places.slice(s![1..])?);
    power(&u.at(&here)?.subtract(&v.at(&here)?)?)?.multiply(&next.subtract(&here)?)?.sum(..)
}

/// The first Wasserstein distance of two samples, or of values with weights, of one dimension: the area between their distribution functions
/// (Ramdas, Garcia and Cuturi, On Wasserstein two sample testing, 2015). In double precision, a number without axes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::wasserstein_distance;
/// let (u, v) = (xp.array([0, 1, 3])?, xp.array([5, 6, 8])?);
/// assert!(wasserstein_distance(&u, &v, None, None)?.allclose(5.0)?);
/// let weights = xp.array([3, 1, 0])?.into_dyn();
/// assert!(wasserstein_distance(&u, &v, Some(&weights), None)?.allclose(73.0 / 12.0)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no values, and for weights that are negative or without a positive, finite sum; [`Error::Shape`] for another number of
/// weights; [`Error::DType`] for complex numbers.
pub fn wasserstein_distance<B: Backend>(
    u_values: &impl AnyArray<B>,
    v_values: &impl AnyArray<B>,
    u_weights: Option<&DynArray<B>>,
    v_weights: Option<&DynArray<B>>,
) -> Result<DynArray<B>> {
    let (u, v) = ((u_values.as_dyn(), u_weights), (v_values.as_dyn(), v_weights));
    between("wasserstein_distance", u, v, DynArray::abs)
}

/// The energy distance of two samples, or of values with weights, of one dimension: the root of twice the squared difference of their distribution
/// functions, integrated (Szekely, E-statistics: the energy of statistical samples, 2002). In double precision, a number without axes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::energy_distance;
/// assert!(energy_distance(&xp.array([0])?, &xp.array([2])?, None, None)?.allclose(2.0)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`wasserstein_distance`].
pub fn energy_distance<B: Backend>(
    u_values: &impl AnyArray<B>,
    v_values: &impl AnyArray<B>,
    u_weights: Option<&DynArray<B>>,
    v_weights: Option<&DynArray<B>>,
) -> Result<DynArray<B>> {
    let (u, v) = ((u_values.as_dyn(), u_weights), (v_values.as_dyn(), v_weights));
    between("energy_distance", u, v, DynArray::square)?.multiply(2.0)?.sqrt()
}
