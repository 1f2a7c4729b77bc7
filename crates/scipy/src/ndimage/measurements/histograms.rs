//! Histograms and other functions of labelled parts.

use super::groups::{Groups, Labels};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// Counts in bins of equal width from `min` to `max`: `[bins]`, or a row for each label.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Labels, histogram};
/// let (x, labels) = (xp.array([0.1, 0.2, 0.9, 1.0])?, xp.array([1, 1, 0, 3])?);
/// assert_eq!(histogram(&x, 0.0, 1.0, 2, &Labels::all())?.to_string(), "[2 2]");
/// assert_eq!(histogram(&x, 0.0, 1.0, 2, &Labels::of(&labels).index([1, 3]))?.to_string(), "[[2 0]\n [0 1]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`sum_labels`](super::sum_labels); [`Error::Value`] unless there are bins, and `min` is less than `max`; [`Error::DType`]
/// for complex numbers.
pub fn histogram<B: Backend>(
    x: &impl AnyArray<B>,
    min: f64,
    max: f64,
    bins: usize,
    labels: &Labels<B>,
) -> Result<DynArray<B>> {
    const OP: &str = "histogram";
    let (x, xp) = (x.as_dyn(), x.as_dyn().xp());
    TypeClass::RealElement.check(OP, x.dtype())?;
    if bins == 0 || !(min < max && (max - min).is_finite()) {
        return Err(Error::value(OP, format!("{bins} bins from {min} to {max}")));
    }
    let edges = xp.linspace(min, max, bins + 1)?.into_dyn();
    // The bin of each element: the last one has its right edge; those outside have one more.
    let bin = |x: &DynArray<B>| {
        let x = x.astype(DType::F64)?;
        let right = xparray_core::backend::Side::Right;
        let bin = edges.searchsorted_with(&x, right)?.astype(DType::I64)?.subtract(1)?;
        let bin = x.equal(max)?.where_(bins as i64 - 1, &bin)?;
        bin.greater_equal(0)?.logical_and(&bin.less(bins as i64)?)?.where_(&bin, bins as i64)
    };
    let counted = |bin: &DynArray<B>, rows: usize| {
        let counts = bin.bincount_with(Bincount::new().minlength(rows * (bins + 1)))?;
        counts.astype(DType::I64)?.reshape([rows, bins + 1])?.slice(s![.., ..-1])
    };
    match Groups::new(OP, x, labels)? {
        Groups::One(x, _) => counted(&bin(&x)?, 1)?.reshape([bins]),
        Groups::Many(many) => {
            let place = many.group.multiply(bins as i64 + 1)?.add(&bin(&many.x)?)?;
            many.ordered(&counted(&place, many.count + 1)?)
        }
    }
}

/// What a function makes of the elements of each label, and of their places in the flat array: a number for each, or `default` for
/// labels that are not there.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Labels, labeled_comprehension};
/// let (x, labels) = (xp.array([1, 2, 4, 8])?, xp.array([1, 1, 0, 3])?);
/// let ranges = |x: &DynArray<_>, _: &DynArray<_>| Ok(x.max(..)?.subtract(x.min(..)?)?.item()?.get::<f64>());
/// let found = labeled_comprehension(&x, &Labels::of(&labels).index([1, 2, 3]), ranges, -1.0)?;
/// assert_eq!(found.to_string(), "[ 1. -1.  0.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of the function and of [`sum_labels`](super::sum_labels).
pub fn labeled_comprehension<B: Backend>(
    x: &impl AnyArray<B>,
    labels: &Labels<B>,
    mut function: impl FnMut(&DynArray<B>, &DynArray<B>) -> Result<f64>,
    default: f64,
) -> Result<DynArray<B>> {
    let (x, xp) = (x.as_dyn(), x.as_dyn().xp());
    let many = match Groups::new("labeled_comprehension", x, labels)? {
        Groups::One(x, places) => return Ok(xp.full([], function(&x, &places)?)?.into_dyn()),
        Groups::Many(many) => many,
    };
    // Elements label by label, in the order of the array.
    let order = many.group.argsort()?;
    let sorted = many.x.take(&order, 0)?;
    let sizes = many.sizes()?.astype(DType::I64)?.typed::<i64>()?.to_vec()?;
    let mut begin = 0;
    let mut results = Vec::with_capacity(sizes.len());
    for &size in &sizes[..many.count] {
        let part = s![begin as isize..(begin + size) as isize];
        results.push(if size == 0 { default } else { function(&sorted.slice(part)?, &order.slice(part)?)? });
        begin += size;
    }
    results.push(default);
    many.ordered(xp.from_slice(&results, results.len())?.as_dyn())
}
