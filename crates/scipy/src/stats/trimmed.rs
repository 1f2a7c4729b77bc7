//! Means without the extremes.

use crate::{SliceLast, field};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, IntoOptionalAxis, Result, TypeClass};

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
    axis: impl IntoOptionalAxis,
) -> Result<DynArray<B>> {
    const OP: &str = "trim_mean";
    TypeClass::RealElement.check(OP, x.as_dyn().dtype())?;
    let (x, axis) = match axis.into_optional_axis() {
        Some(axis) => (x.as_dyn().clone(), axis),
        None => (x.as_dyn().ravel()?, 0),
    };
    let last = x.moveaxis(axis, -1)?;
    let &n = last.shape().last().ok_or(Error::Axis { op: OP, axis, ndim: 0 })?;
    if proportiontocut.is_nan() || proportiontocut < 0.0 {
        return Err(Error::value(OP, format!("the proportion {proportiontocut}")));
    }
    if n == 0 {
        return field(&x)?.mean(axis);
    }
    let cut = (proportiontocut * n as f64) as usize;
    if cut >= n.saturating_sub(cut) {
        return Err(Error::value(OP, format!("nothing is left of {n} elements without {cut} on either side")));
    }
    let parts = match cut {
        0 => last,
        _ => last.partition([cut, n - cut - 1])?,
    };
    let mean = field(&parts.slice_last(s![cut..n - cut])?)?.mean(-1)?;
    // NaN sorts behind all numbers, into what is cut off.
    let last = field(&parts.slice_last(s![n - 1..])?)?.mean(-1)?;
    if cut == 0 { Ok(mean) } else { last.isnan()?.where_(&last, &mean) }
}
