//! Samples and means without the extremes.

use super::along::Along;
use crate::SliceLast;
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

/// The elements along an axis, or all (`None`), without a share of the least and as many of the greatest ones, rounded down; sorted.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::trimboth;
/// assert_eq!(trimboth(&xp.array([5, 1, 9, 3, 4])?, 0.2, 0)?.to_string(), "[3 4 5]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no share or if nothing is left; [`Error::Axis`] if the axis is not there; [`Error::DType`] for complex numbers.
pub fn trimboth<B: Backend>(
    x: &impl AnyArray<B>,
    proportiontocut: f64,
    axis: impl IntoOptionalAxis,
) -> Result<DynArray<B>> {
    const OP: &str = "trimboth";
    without(OP, x.as_dyn(), proportiontocut, axis.into_optional_axis(), |n, cut| match n {
        0 => Ok((0, 0)),
        _ if 2 * cut < n => Ok((cut, n - cut)),
        _ => Err(Error::value(OP, format!("nothing is left of {n} elements without {cut} on either side"))),
    })
}

/// The side that [`trim1`] cuts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tail {
    /// The least elements.
    Left,
    /// The greatest ones.
    #[default]
    Right,
}

/// The elements along an axis, or all (`None`), without a share of the least or of the greatest ones, rounded down; sorted.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{Tail, trim1};
/// assert_eq!(trim1(&xp.array([5, 1, 9, 3, 4])?, 0.4, Tail::Right, 0)?.to_string(), "[1 3 4]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no share; [`Error::Axis`] if the axis is not there; [`Error::DType`] for complex numbers.
pub fn trim1<B: Backend>(
    x: &impl AnyArray<B>,
    proportiontocut: f64,
    tail: Tail,
    axis: impl IntoOptionalAxis,
) -> Result<DynArray<B>> {
    without("trim1", x.as_dyn(), proportiontocut, axis.into_optional_axis(), |n, cut| match tail {
        Tail::Left => Ok((cut.min(n), n)),
        Tail::Right => Ok((0, n.saturating_sub(cut))),
    })
}

/// What `range` says of the sorted elements along an axis, of their number and how many are the share.
fn without<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    proportion: f64,
    axis: Option<isize>,
    range: impl Fn(usize, usize) -> Result<(usize, usize)>,
) -> Result<DynArray<B>> {
    if proportion.is_nan() || proportion < 0.0 {
        return Err(Error::value(op, format!("the proportion {proportion}")));
    }
    TypeClass::RealElement.check(op, x.dtype())?;
    let last = match axis {
        Some(axis) if x.ndim() == 0 => return Err(Error::Axis { op, axis, ndim: 0 }),
        Some(axis) => x.moveaxis(axis, -1)?,
        None => x.ravel()?,
    };
    let n = last.shape().last().copied().unwrap_or_default();
    let (begin, end) = range(n, (proportion * n as f64) as usize)?;
    let left = last.sort()?.slice_last(s![begin..end])?;
    axis.map_or(Ok(left.clone()), |axis| left.moveaxis(-1, axis))
}
