//! Expectiles: what quantiles are of squares instead of distances.

use super::sample::samples;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// The number from which all elements above are, in the mean, `(1 - alpha) / alpha` times as far as those below: the mean for an `alpha` of 0.5, the
/// least element for 0, and the greatest for 1 (Newey and Powell, Asymmetric least squares estimation and testing, 1987). Elements count by
/// their weights.
///
/// In double precision, on the device: between two neighbours the condition is linear, and it is solved between all of them. NaN gives NaN.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::expectile;
/// let a = xp.array([1, 4, 2, -1])?;
/// assert_eq!(expectile(&a, 0.5, None)?.to_string(), "1.5");
/// assert!(expectile(&a, 0.8, None)?.allclose(18.0 / 7.0)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for an `alpha` that is not from 0 to 1, and for no elements; [`Error::Shape`] for another number of weights;
/// [`Error::DType`] for complex numbers.
pub fn expectile<B: Backend>(a: &impl AnyArray<B>, alpha: f64, weights: Option<&DynArray<B>>) -> Result<DynArray<B>> {
    const OP: &str = "expectile";
    if !(0.0..=1.0).contains(&alpha) {
        return Err(Error::value(OP, format!("the level {alpha}")));
    }
    let (x, n) = samples(OP, a.as_dyn(), None)?;
    if n == 0 {
        return Err(Error::value(OP, "no elements"));
    }
    let x = x.astype(DType::F64)?;
    if alpha == 0.0 {
        return x.min(..);
    }
    if alpha == 1.0 {
        return x.max(..);
    }
    let order = x.argsort()?;
    let sorted = x.take(&order, 0)?;
    let weights = match weights {
        None => x.xp().full_of(DType::F64, [n], 1.0)?,
        Some(weights) => {
            let (weights, count) = samples(OP, weights, None)?;
            if count != n && count != 1 {
                return Err(Error::shape(OP, x.shape(), weights.shape()));
            }
            weights.astype(DType::F64)?.broadcast_to([n])?.take(&order, 0)?
        }
    };
    // What is above each element, and what is not, by the share of either.
    let shared = |x: &DynArray<B>| {
        let below = x.cumsum(0)?;
        below.slice(s![-1..])?.subtract(&below)?.multiply(alpha)?.add(&below.multiply(1.0 - alpha)?)
    };
    let found = shared(&weights.multiply(&sorted)?)?.divide(&shared(&weights)?)?;
    // The last element that its own solution is not below.
    let place = found.greater_equal(&sorted)?.count_nonzero(..)?.subtract(1)?.maximum(0)?;
    found.take(&place, 0)
}
