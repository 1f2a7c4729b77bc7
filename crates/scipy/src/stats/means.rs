//! Means of other kinds.

use super::sample::samples;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, IntoOptionalAxis, Result};

/// Options of means: the axis, and weights.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Means, gmean};
/// let (x, w) = (xp.array([[1.0], [8.0]])?, xp.array([[2.0], [1.0]])?);
/// assert_eq!(gmean(&x, Means::new().axis(0).weights(&w))?.to_string(), "[2.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Means<B: Backend> {
    axis: Option<isize>,
    weights: Option<DynArray<B>>,
}

impl<B: Backend> Default for Means<B> {
    fn default() -> Self {
        Self { axis: Some(0), weights: None }
    }
}

impl<B: Backend> Means<B> {
    /// Along the first axis, without weights.
    pub fn new() -> Self {
        Self::default()
    }

    /// The axis, or all elements (`None`).
    pub fn axis(self, axis: impl IntoOptionalAxis) -> Self {
        Self { axis: axis.into_optional_axis(), ..self }
    }

    /// A weight for each element: an array of the same shape, or of one that broadcasts to it.
    pub fn weights(self, weights: &impl AnyArray<B>) -> Self {
        Self { weights: Some(weights.as_dyn().clone()), ..self }
    }

    /// The sample along the last axis, its negative elements NaN, and the shares of the elements.
    fn sample(&self, op: &'static str, x: &DynArray<B>) -> Result<(DynArray<B>, Option<DynArray<B>>)> {
        let (sample, _) = samples(op, x, self.axis)?;
        let sample = sample.less(0)?.where_(f64::NAN, &sample)?.astype(sample.dtype())?;
        let Some(weights) = &self.weights else { return Ok((sample, None)) };
        let (weights, _) = samples(op, &weights.broadcast_to(x.shape())?, self.axis)?;
        let shares = weights.divide(&weights.sum(keepdims(-1))?)?;
        Ok((sample, Some(shares)))
    }
}

fn mean<B: Backend>(x: &DynArray<B>, shares: Option<&DynArray<B>>) -> Result<DynArray<B>> {
    match shares {
        None => x.mean(-1),
        // A share of 0 leaves an infinite logarithm out.
        Some(shares) => shares.equal(0)?.where_(0.0, &x.multiply(shares)?)?.astype(x.dtype())?.sum(-1),
    }
}

/// The geometric mean, `exp(mean(log(x)))`; NaN for negative numbers.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Means, gmean};
/// assert_eq!(gmean(&xp.array([1.0, 4.0])?, Means::new())?.to_string(), "2.0");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`](xparray_core::Error::Axis) if the axis is not there; [`Error::Shape`](xparray_core::Error::Shape) for weights that
/// do not broadcast to the array; [`Error::DType`](xparray_core::Error::DType) for complex numbers.
pub fn gmean<B: Backend>(x: &impl AnyArray<B>, options: Means<B>) -> Result<DynArray<B>> {
    let (x, shares) = options.sample("gmean", x.as_dyn())?;
    mean(&x.log()?, shares.as_ref())?.exp()
}

/// The harmonic mean, `1 / mean(1 / x)`; NaN for negative numbers.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Means, hmean};
/// assert_eq!(hmean(&xp.array([1.0, 3.0])?, Means::new())?.to_string(), "1.5");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`gmean`].
pub fn hmean<B: Backend>(x: &impl AnyArray<B>, options: Means<B>) -> Result<DynArray<B>> {
    let (x, shares) = options.sample("hmean", x.as_dyn())?;
    mean(&x.reciprocal()?, shares.as_ref())?.reciprocal()
}

/// The power mean, `mean(x^p)^(1 / p)`, with `p` of 0 the geometric mean; NaN for negative numbers.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Means, pmean};
/// assert_eq!(pmean(&xp.array([1.0, 7.0])?, 2.0, Means::new())?.to_string(), "5.0");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`gmean`].
pub fn pmean<B: Backend>(x: &impl AnyArray<B>, p: f64, options: Means<B>) -> Result<DynArray<B>> {
    let (x, shares) = options.sample("pmean", x.as_dyn())?;
    if p == 0.0 {
        return mean(&x.log()?, shares.as_ref())?.exp();
    }
    mean(&x.power(p)?, shares.as_ref())?.power(1.0 / p)
}
