//! Distribution functions of samples.

use super::sample::samples;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result, Side};

/// The distribution function of a sample, which [`ecdf`] gives.
#[derive(Clone, Debug)]
pub struct Ecdf<B: Backend> {
    /// The different elements, in order.
    pub quantiles: DynArray<B>,
    /// The shares of the sample up to each of them.
    pub probabilities: DynArray<B>,
}

/// The empirical distribution function of a sample without censored elements.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::ecdf;
/// let f = ecdf(&xp.array([6.0, 5.0, 5.0, 8.0])?)?;
/// assert_eq!((f.quantiles.to_string(), f.probabilities.to_string()), ("[5. 6. 8.]".into(), "[0.5  0.75 1.  ]".into()));
/// assert_eq!(f.evaluate(&xp.array([4.0, 7.0])?)?.to_string(), "[0.   0.75]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no elements, NaN, and more than one dimension; [`Error::DType`] for complex numbers.
pub fn ecdf<B: Backend>(sample: &impl AnyArray<B>) -> Result<Ecdf<B>> {
    const OP: &str = "ecdf";
    let x = sample.as_dyn();
    let (sorted, n) = samples(OP, x, None)?;
    if x.ndim() > 1 || n == 0 || sorted.isnan()?.any(..)?.typed::<bool>()?.item()? {
        return Err(Error::value(OP, "the sample must have one dimension and numbers"));
    }
    let quantiles = sorted.unique()?;
    let counts = sorted.sort()?.searchsorted_with(&quantiles, Side::Right)?;
    let probabilities = counts.astype(DType::F64)?.divide(n as f64)?;
    Ok(Ecdf { quantiles, probabilities })
}

impl<B: Backend> Ecdf<B> {
    /// The share of the sample up to each number; NaN of NaN.
    ///
    /// # Errors
    /// [`Error::DType`] for complex numbers.
    pub fn evaluate(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        let x = x.as_dyn();
        let place = self.quantiles.searchsorted_with(x, Side::Right)?;
        let zero = x.xp().zeros_of(self.probabilities.dtype(), 1)?;
        let steps = x.xp().concatenate(&[&zero, &self.probabilities], 0)?;
        let known = x.equal(x)?;
        known.where_(&steps.take(&place, None)?, f64::NAN)
    }

    /// The share of the sample above each number, the survival function.
    ///
    /// # Errors
    /// Those of [`evaluate`](Self::evaluate).
    pub fn sf(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        self.evaluate(x)?.negative()?.add(1.0)
    }
}
