//! Means without the extremes.

use super::along::Along;
use crate::SliceLast;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// The mean along an axis, or of all elements (`None`), without a share of the least and as many of the greatest elements, rounded down.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::trim_mean;
/// let x = xp.array([1.0, 100.0, 2.0, 3.0, -50.0])?;
/// assert_eq!(trim_mean(&x, 0.2, 0)?.to_string(), "2.0");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if nothing is left; [`Error::Axis`] if the axis is not there; [`Error::DType`] for complex numbers.
pub fn trim_mean<B: Backend>(
    x: &impl AnyArray<B>,
    proportiontocut: f64,
    along: impl Into<Along>,
) -> Result<DynArray<B>> {
    const OP: &str = "trim_mean";
    if proportiontocut.is_nan() || proportiontocut < 0.0 {
        return Err(Error::value(OP, format!("the proportion {proportiontocut}")));
    }
    let [mean] = along.into().one(OP, x.as_dyn(), 1, |last, n| {
        let cut = (proportiontocut * n as f64) as usize;
        if cut == 0 {
            return Ok([last.mean(-1)?]);
        }
        if cut >= n.saturating_sub(cut) {
            return Err(Error::value(OP, format!("nothing is left of {n} elements without {cut} on either side")));
        }
        let parts = last.partition([cut, n - cut - 1])?;
        let mean = parts.slice_last(s![cut..n - cut])?.mean(-1)?;
        // NaN sorts behind all numbers, into what is cut off.
        let last = parts.slice_last(s![n - 1..])?.mean(-1)?;
        Ok([last.isnan()?.where_(&last, &mean)?])
    })?;
    Ok(mean)
}
