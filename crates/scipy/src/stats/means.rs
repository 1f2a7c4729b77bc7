//! Means of other kinds.

use super::along::{Along, Pairing, along_setters};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// Options of means: the axis, what becomes of NaN, and weights.
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
    along: Along,
    weights: Option<DynArray<B>>,
}

impl<B: Backend> Default for Means<B> {
    fn default() -> Self {
        Self { along: Along::new(0), weights: None }
    }
}

impl<B: Backend> Means<B> {
    /// Along the first axis, without weights.
    pub fn new() -> Self {
        Self::default()
    }

    along_setters!();

    /// A weight for each element: an array of the same shape, or of one that broadcasts to it.
    pub fn weights(self, weights: &impl AnyArray<B>) -> Self {
        Self { weights: Some(weights.as_dyn().clone()), ..self }
    }

    /// The mean of what `f` makes of the elements, of which negative ones are NaN.
    fn mean(
        &self,
        op: &'static str,
        x: &DynArray<B>,
        f: impl Fn(&DynArray<B>) -> Result<DynArray<B>>,
    ) -> Result<DynArray<B>> {
        let weights = self.weights.as_ref().map(|weights| weights.broadcast_to(x.shape())).transpose()?;
        let given: Vec<_> = [Some(x), weights.as_ref()].into_iter().flatten().collect();
        let [mean] = self.along.several(op, &given, Pairing::Paired, 1, &|samples| {
            let x = &samples[0].0;
            let terms = f(&x.less(0)?.where_(f64::NAN, x)?.astype(x.dtype())?)?;
            let Some((weights, _)) = samples.get(1) else { return Ok([terms.mean(-1)?]) };
            let shares = weights.divide(&weights.sum(keepdims(-1))?)?;
            // A share of 0 leaves an infinite logarithm out.
            let weighted = shares.equal(0)?.where_(0.0, &terms.multiply(&shares)?)?.astype(terms.dtype())?;
            Ok([weighted.sum(-1)?])
        })?;
        Ok(mean)
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
    options.mean("gmean", x.as_dyn(), DynArray::log)?.exp()
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
    options.mean("hmean", x.as_dyn(), DynArray::reciprocal)?.reciprocal()
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
    const OP: &str = "pmean";
    match p == 0.0 {
        true => options.mean(OP, x.as_dyn(), DynArray::log)?.exp(),
        false => options.mean(OP, x.as_dyn(), |x| x.power(p))?.power(1.0 / p),
    }
}
