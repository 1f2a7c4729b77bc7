//! Filters by the order of elements, and by functions of windows.

use super::extrema::Extreme;
use super::options::{Filter, Window};
use super::registers;
use super::selection::{MOST, Rank, of_boxes, of_mask};
use super::windows::{Windows, converted};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// The element of a rank, of all elements of a window in ascending order.
fn ranked<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    window: Window,
    filter: &Filter,
    rank: impl FnOnce(usize) -> Option<usize>,
) -> Result<DynArray<B>> {
    TypeClass::RealElement.check(op, x.dtype())?;
    let along = filter.along(op, x.ndim())?;
    let (sizes, mask) = window.of(op, along.len())?;
    let count = match &mask {
        Some(mask) => mask.iter().filter(|inside| **inside).count(),
        None => sizes.iter().product(),
    };
    let rank = rank(count).filter(|&rank| rank < count);
    let rank = rank.ok_or_else(|| Error::value(op, format!("no such rank among {count} elements")))?;
    if rank == 0 {
        return Extreme::Minimum.filter(op, x, (sizes, mask), filter);
    }
    if rank + 1 == count {
        return Extreme::Maximum.filter(op, x, (sizes, mask), filter);
    }
    let output = filter.output_of(x.dtype());
    if x.is_empty() {
        return x.astype(output);
    }
    let windows = Windows::new(op, x, &along, &sizes)?;
    // Merging takes many passes, which stay in a host's cache and go through a device's memory.
    let merged = count <= MOST && x.xp().name() == "cpu";
    let of = Rank { rank, count };
    let compared = match &mask {
        None if merged => Some(windows.in_parts(|part| of_boxes(part, of))?),
        Some(mask) if merged => Some(windows.in_parts(|part| of_mask(part, mask, of))?),
        _ if count <= registers::MOST => registers::of_windows(&windows, mask.as_deref(), of)?,
        _ => None,
    };
    let partitioned = |elements: &DynArray<B>| elements.partition(rank as isize)?.take(rank as isize, -1);
    let found = compared.map_or_else(|| windows.reduced(mask.as_deref(), partitioned), Ok)?;
    converted(&found, output)
}

/// The element of a rank, of all elements of a window in ascending order; from the largest if negative.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, rank_filter};
/// let x = xp.array([2, 8, 0, 4, 1, 9, 9, 0])?;
/// assert_eq!(rank_filter(&x, -2, 3, Filter::new())?.to_string(), "[2 2 4 1 4 9 9 0]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`minimum_filter`](super::minimum_filter); [`Error::Value`] for a rank that windows do not have.
pub fn rank_filter<B: Backend>(
    x: &impl AnyArray<B>,
    rank: isize,
    window: impl Into<Window>,
    filter: Filter,
) -> Result<DynArray<B>> {
    let of = |count: usize| if rank < 0 { count.checked_add_signed(rank) } else { Some(rank as usize) };
    ranked("rank_filter", x.as_dyn(), window.into(), &filter, of)
}

/// The medians of windows; of an even number of elements the larger one of the two.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, median_filter};
/// let x = xp.array([2, 8, 0, 4, 1, 9, 9, 0])?;
/// assert_eq!(median_filter(&x, 3, Filter::new())?.to_string(), "[2 2 4 1 4 9 9 0]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`minimum_filter`](super::minimum_filter).
pub fn median_filter<B: Backend>(
    x: &impl AnyArray<B>,
    window: impl Into<Window>,
    filter: Filter,
) -> Result<DynArray<B>> {
    ranked("median_filter", x.as_dyn(), window.into(), &filter, |count| Some(count / 2))
}

/// The elements of windows below which a percentage of them is; from the largest if negative.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, percentile_filter};
/// let x = xp.array([2, 8, 0, 4, 1, 9, 9, 0])?;
/// assert_eq!(percentile_filter(&x, 20.0, 5, Filter::new())?.to_string(), "[2 2 1 1 1 1 0 0]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`minimum_filter`](super::minimum_filter); [`Error::Value`] for a percentage beyond 100 or -100.
pub fn percentile_filter<B: Backend>(
    x: &impl AnyArray<B>,
    percentile: f64,
    window: impl Into<Window>,
    filter: Filter,
) -> Result<DynArray<B>> {
    let percentile = if percentile < 0.0 { percentile + 100.0 } else { percentile };
    ranked("percentile_filter", x.as_dyn(), window.into(), &filter, |count| match percentile {
        100.0 => Some(count - 1),
        0.0..100.0 => Some((count as f64 * percentile / 100.0) as usize),
        _ => None,
    })
}

/// What a function makes of windows: it is called with arrays of `f64` whose last axis has the elements of each window, in row-major
/// order, and gives arrays without that axis. Long arrays come in parts.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, generic_filter};
/// let x = xp.array([[5, 2, 8], [4, 9, 6]])?;
/// let spread = generic_filter(&x, |windows| windows.max(-1)?.subtract(windows.min(-1)?), 2, Filter::new())?;
/// assert_eq!(spread.to_string(), "[[0 3 6]\n [1 7 7]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of the function and of [`minimum_filter`](super::minimum_filter); [`Error::Shape`] if the function's result has another shape.
pub fn generic_filter<B: Backend>(
    x: &impl AnyArray<B>,
    function: impl FnMut(&DynArray<B>) -> Result<DynArray<B>>,
    window: impl Into<Window>,
    filter: Filter,
) -> Result<DynArray<B>> {
    const OP: &str = "generic_filter";
    let x = x.as_dyn();
    TypeClass::RealElement.check(OP, x.dtype())?;
    let (along, output) = (filter.along(OP, x.ndim())?, filter.output_of(x.dtype()));
    let (sizes, mask) = window.into().of(OP, along.len())?;
    if x.is_empty() {
        return x.astype(output);
    }
    let windows = Windows::new(OP, x, &along, &sizes)?.astype(DType::F64)?;
    converted(&windows.reduced(mask.as_deref(), function)?, output)
}

/// What a function makes of lines: it is called with an array of `f64` whose last axis has the elements of all lines along an axis,
/// continued beyond their ends by what windows of a size need, and gives one whose last axis is as long as the lines.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, generic_filter1d};
/// let x = xp.array([1, 4, 9])?;
/// let next = |lines: &DynArray<_>| lines.slice(s![.., 2..]);
/// let rows = x.reshape([1, 3])?;
/// assert_eq!(generic_filter1d(&rows, next, 3, -1, Filter::new())?.to_string(), "[[4 9 9]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of the function; [`Error::Axis`] for an axis that is not there; [`Error::Value`] for a window without elements, or that is
/// moved away from its own; [`Error::Shape`] if the function's result has another shape.
pub fn generic_filter1d<B: Backend>(
    x: &impl AnyArray<B>,
    function: impl FnOnce(&DynArray<B>) -> Result<DynArray<B>>,
    size: usize,
    axis: isize,
    filter: Filter,
) -> Result<DynArray<B>> {
    const OP: &str = "generic_filter1d";
    let x = x.as_dyn();
    TypeClass::RealElement.check(OP, x.dtype())?;
    let along = filter.along_one(OP, axis, x.ndim())?;
    let output = filter.output_of(x.dtype());
    if size == 0 {
        return Err(Error::value(OP, "a window without elements"));
    }
    if x.is_empty() {
        return x.astype(output);
    }
    let axis = along.axis as isize;
    let lines = Windows::new(OP, x, &[along], &[size])?.astype(DType::F64)?.whole().moveaxis(axis, -1)?;
    let result = function(&lines)?.moveaxis(-1, axis)?;
    match result.shape() == x.shape() {
        true => converted(&result, output),
        false => Err(Error::shape(OP, x.shape(), result.shape())),
    }
}
