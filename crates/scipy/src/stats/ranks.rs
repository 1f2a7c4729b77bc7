//! Ranks, ties and what is most frequent: by sorting, so that slices are ranked side by side on the device.

use super::along::{Along, NanPolicy};
use super::sample::samples;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result};

/// Which rank equal elements get.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RankMethod {
    /// The mean of the ranks that they would have.
    #[default]
    Average,
    /// The least one.
    Min,
    /// The greatest one.
    Max,
    /// As [`RankMethod::Min`], with no gap after them.
    Dense,
    /// Different ranks, in the order of the elements.
    Ordinal,
}

/// Sorted slices of the last axis: where the run of equal elements around each begins and ends, from 0 on.
pub(super) struct Runs<B: Backend> {
    starts: DynArray<B>,
    pub first: DynArray<B>,
    pub last: DynArray<B>,
}

impl<B: Backend> Runs<B> {
    pub fn of(sorted: &DynArray<B>) -> Result<Self> {
        let n = sorted.shape().last().map_or(0, |&n| n as i64);
        let place = sorted.xp().arange(0..n)?.into_dyn();
        // NaN, sorted to the end, count as equal.
        let number = sorted.equal(sorted)?;
        let differs =
            |other: DynArray<B>| sorted.not_equal(&other)?.logical_and(&number.logical_or(&other.equal(&other)?)?);
        let starts = differs(sorted.roll(1, -1)?)?.logical_or(&place.equal(0)?)?;
        let ends = differs(sorted.roll(-1, -1)?)?.logical_or(&place.equal(n - 1)?)?;
        let first = starts.where_(&place, 0)?.cummax(-1)?;
        let last = ends.where_(&place, n)?.flip(-1)?.cummin(-1)?.flip(-1)?;
        Ok(Self { starts, first, last })
    }

    /// How many elements each one's run has.
    pub fn lengths(&self) -> Result<DynArray<B>> {
        self.last.subtract(&self.first)?.add(1)
    }
}

/// Ranks along the last axis in `f64`, NaN in slices with NaN; and the sum of `t^3 - t` over runs of `t` equal elements.
pub(super) fn ranks<B: Backend>(x: &DynArray<B>, method: RankMethod) -> Result<(DynArray<B>, DynArray<B>)> {
    let (ranks, ties) = ordered(x, method)?;
    let undefined = x.isnan()?.any(keepdims(-1))?;
    Ok((undefined.where_(f64::NAN, &ranks)?, ties))
}

/// [`ranks`], of NaN as well: they are equal, and above all numbers.
pub(super) fn ordered<B: Backend>(x: &DynArray<B>, method: RankMethod) -> Result<(DynArray<B>, DynArray<B>)> {
    let order = x.argsort()?;
    let sorted = x.take_along_axis(&order, -1)?;
    let runs = Runs::of(&sorted)?;
    let ranks = match method {
        RankMethod::Average => runs.first.add(&runs.last)?.astype(DType::F64)?.multiply(0.5)?.add(1.0)?,
        RankMethod::Min => runs.first.add(1)?.astype(DType::F64)?,
        RankMethod::Max => runs.last.add(1)?.astype(DType::F64)?,
        RankMethod::Dense => runs.starts.astype(DType::F64)?.cumsum(-1)?,
        RankMethod::Ordinal => runs.first.multiply(0)?.add(1)?.cumsum(-1)?.astype(DType::F64)?,
    };
    let ranks = ranks.take_along_axis(&order.argsort()?, -1)?;
    // Each of the `t` elements of a run counts as `t^2 - 1`.
    let ties = runs.lengths()?.astype(DType::F64)?.square()?.subtract(1.0)?.sum(-1)?;
    Ok((ranks, ties))
}

/// The ranks of elements along an axis, or of all elements as one slice (`None`), from 1 on, in `f64`; NaN in slices with NaN, or for
/// NaN alone with [`NanPolicy::Omit`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::{RankMethod, rankdata};
/// let x = xp.array([0.0, 2.0, 3.0, 2.0])?;
/// assert_eq!(rankdata(&x, RankMethod::Average, 0)?.to_string(), "[1.  2.5 4.  2.5]");
/// assert_eq!(rankdata(&x, RankMethod::Dense, 0)?.to_string(), "[1. 2. 3. 2.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] if the axis is not there; [`Error::Value`] for NaN that is to be an error; [`Error::DType`] for complex numbers.
pub fn rankdata<B: Backend>(x: &impl AnyArray<B>, method: RankMethod, along: impl Into<Along>) -> Result<DynArray<B>> {
    const OP: &str = "rankdata";
    let along = along.into();
    let (last, _) = moved(OP, x.as_dyn(), along.axis)?;
    let ranks = match along.nan_policy {
        _ if last.is_empty() => last.astype(DType::F64)?,
        NanPolicy::Propagate => ranks(&last, method)?.0,
        NanPolicy::Omit => last.isnan()?.where_(f64::NAN, &ordered(&last, method)?.0)?,
        NanPolicy::Raise if last.isnan()?.any(..)?.typed::<bool>()?.item()? => {
            return Err(Error::value(OP, "the sample has NaN"));
        }
        NanPolicy::Raise => ordered(&last, method)?.0,
    };
    match along.axis {
        Some(axis) => ranks.moveaxis(-1, axis),
        None => Ok(ranks),
    }
}

/// As [`samples`], of the elements as they are: large integers that are different have different ranks.
fn moved<B: Backend>(op: &'static str, x: &DynArray<B>, axis: Option<isize>) -> Result<(DynArray<B>, usize)> {
    let (floats, n) = samples(op, x, axis)?;
    if is_float(x) {
        return Ok((floats, n));
    }
    let last = axis.map_or_else(|| x.ravel(), |axis| x.moveaxis(axis, -1))?;
    Ok((last, n))
}

/// Whether elements are computed with as floats, truth values among them.
fn is_float<B: Backend>(x: &DynArray<B>) -> bool {
    x.dtype() == DType::Bool || x.dtype() == x.dtype().float()
}

/// The most frequent element along an axis, or of all elements (`None`), the least of several; and how often it is there. NaN if
/// there is no element.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::mode;
/// let (mode, count) = mode(&xp.array([[3, 0, 3], [1, 2, 2], [1, 0, 3]])?, 0)?;
/// assert_eq!((mode.to_string(), count.to_string()), ("[1 0 3]".into(), "[2 2 2]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`rankdata`].
pub fn mode<B: Backend>(x: &impl AnyArray<B>, along: impl Into<Along>) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "mode";
    let (x, along) = (x.as_dyn(), along.into());
    if !is_float(x) {
        let (last, n) = moved(OP, x, along.axis)?;
        let [mode, count] = most_frequent(&last, n)?;
        return Ok((mode, count));
    }
    let [mode, count] = along.one(OP, x, 1, most_frequent)?;
    if along.nan_policy == NanPolicy::Omit {
        let none = mode.isnan()?;
        return Ok((mode, none.where_(0, &count)?));
    }
    Ok((mode, count))
}

fn most_frequent<B: Backend>(last: &DynArray<B>, n: usize) -> Result<[DynArray<B>; 2]> {
    if n == 0 {
        let none = crate::field(last)?.mean(-1)?;
        let count = none.isfinite()?.astype(DType::I64)?;
        return Ok([none, count]);
    }
    let sorted = last.sort()?;
    let counts = Runs::of(&sorted)?.lengths()?;
    let place = counts.argmax(keepdims(-1))?;
    let at = |x: &DynArray<B>| x.take_along_axis(&place, -1)?.squeeze(-1);
    Ok([at(&sorted)?, at(&counts)?])
}
