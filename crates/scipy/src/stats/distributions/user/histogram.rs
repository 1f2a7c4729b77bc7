//! Distributions like histograms.

use super::support::Support;
use super::{RvContinuous, checked};
use std::sync::Arc;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, Side};

/// The distribution with a density like a histogram: of `counts` for each of the intervals between `edges`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::rv_histogram;
/// let d = rv_histogram(&xp.array([1, 3])?, &xp.array([0.0, 1.0, 2.0])?)?;
/// assert_eq!(d.pdf(1.5)?.to_string(), "0.75");
/// assert!((d.cdf(1.0)?.item()?.get::<f64>() - 0.25).abs() < 1e-15);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless there is one edge more than there are counts; [`Error::Value`] unless edges rise, and counts are finite, not negative
/// and not all zero; [`Error::DType`] for complex numbers.
pub fn rv_histogram<B: Backend>(counts: &impl AnyArray<B>, edges: &impl AnyArray<B>) -> Result<RvContinuous<B>> {
    const OP: &str = "rv_histogram";
    let (counts, edges) = (checked(OP, counts.as_dyn())?, checked(OP, edges.as_dyn())?);
    if edges.len() != counts.len() + 1 {
        return Err(Error::shape(OP, counts.shape(), edges.shape()));
    }
    let widths = edges.diff()?;
    let all = |x: DynArray<B>| x.all(..)?.typed::<bool>()?.item();
    let sum = counts.sum(..)?;
    if !all(widths.greater(0.0)?)? || !all(counts.greater_equal(0.0)?)? || !all(sum.greater(0.0)?)? {
        return Err(Error::value(OP, "edges that do not rise, or counts that are negative or all zero"));
    }
    let heights = counts.divide(&sum)?.divide(&widths)?;
    let inner = edges.slice(s![1..-1])?;
    let bounds = edges.typed::<f64>()?.to_vec()?;
    let (low, high) = (bounds[0], bounds[bounds.len() - 1]);
    let density = move |x: &DynArray<B>| heights.take(&inner.searchsorted_with(x, Side::Right)?, 0);
    RvContinuous::of_density(OP, counts.xp(), Support::new(OP, [low, high])?, Arc::new(density), &bounds)
}
