//! Extrema and medians of labelled parts.

use super::groups::{Groups, Labels, Many};
use crate::ndimage::extrema::Extreme;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// Values and places of the outermost elements of each group; zeros of groups without elements.
fn outermost<B: Backend>(many: &Many<B>, extreme: Extreme) -> Result<(DynArray<B>, DynArray<B>)> {
    let (x, xp, n) = (&many.x, many.x.xp(), many.x.len());
    let slots = many.count + 1;
    if n == 0 {
        return Ok((xp.zeros_of(x.dtype(), slots)?, xp.zeros_of(DType::I64, slots)?));
    }
    let places = xp.arange(n)?.into_dyn().astype(DType::I64)?;
    let mut first = xp.full(slots, n as i64)?.into_dyn();
    first.minimum_at([&many.group], &places)?;
    let there = first.less(n as i64)?;
    let mut values = x.take(&first.minimum(n as i64 - 1)?, 0)?;
    match extreme {
        Extreme::Minimum => values.minimum_at([&many.group], x)?,
        Extreme::Maximum => values.maximum_at([&many.group], x)?,
    }
    let here = x.equal(&values.take(&many.group, 0)?)?;
    let mut place = xp.full(slots, n as i64)?.into_dyn();
    place.minimum_at([&many.group], &here.where_(&places, n as i64)?)?;
    let zero = xp.zeros_of(x.dtype(), [])?;
    Ok((there.where_(&values, &zero)?, there.logical_and(&place.less(n as i64)?)?.where_(&place, 0)?))
}

/// The value and the flat place of the outermost element, or of each label's.
fn found<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    labels: &Labels<B>,
    extreme: Extreme,
) -> Result<(DynArray<B>, DynArray<B>)> {
    TypeClass::RealElement.check(op, x.dtype())?;
    match Groups::new(op, x, labels)? {
        Groups::One(x, _) if x.is_empty() => Err(Error::value(op, "there are no elements")),
        Groups::One(x, places) => {
            let at = if extreme == Extreme::Minimum { x.argmin(0)? } else { x.argmax(0)? };
            Ok((x.take(&at, 0)?, places.take(&at, 0)?))
        }
        Groups::Many(many) => {
            let (values, places) = outermost(&many, extreme)?;
            Ok((many.ordered(&values)?, many.ordered(&places)?))
        }
    }
}

/// Flat places as indices: the last axis has one for each dimension.
fn indices<B: Backend>(places: &DynArray<B>, shape: &[usize]) -> Result<DynArray<B>> {
    if shape.is_empty() || shape.contains(&0) {
        return places.xp().zeros_of(DType::I64, [places.shape(), &[shape.len()]].concat());
    }
    let parts = places.astype(DType::I64)?.unravel_index(shape)?;
    places.xp().stack(&parts.iter().collect::<Vec<_>>(), -1)
}

/// The smallest element, or that of each label: 0 of labels that are not there.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Labels, minimum};
/// let (x, labels) = (xp.array([5, 2, 8, 9])?, xp.array([1, 1, 0, 3])?);
/// assert_eq!(minimum(&x, &Labels::of(&labels).index([3, 1]))?.to_string(), "[9 2]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`sum_labels`](super::sum_labels); [`Error::Value`] if there are no elements; [`Error::DType`] for complex numbers.
pub fn minimum<B: Backend>(x: &impl AnyArray<B>, labels: &Labels<B>) -> Result<DynArray<B>> {
    Ok(found("minimum", x.as_dyn(), labels, Extreme::Minimum)?.0)
}

/// The largest element, or that of each label: 0 of labels that are not there.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Labels, maximum};
/// let (x, labels) = (xp.array([5, 2, 8, 9])?, xp.array([1, 1, 0, 3])?);
/// assert_eq!(maximum(&x, &Labels::of(&labels).index([3, 1]))?.to_string(), "[9 5]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`minimum`].
pub fn maximum<B: Backend>(x: &impl AnyArray<B>, labels: &Labels<B>) -> Result<DynArray<B>> {
    Ok(found("maximum", x.as_dyn(), labels, Extreme::Maximum)?.0)
}

/// Where the first of the smallest elements is: `[ndim]` indices, or a row of them for each label.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Labels, minimum_position};
/// let x = xp.array([[5, 2], [8, 9]])?;
/// assert_eq!(minimum_position(&x, &Labels::all())?.to_string(), "[0 1]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`minimum`].
pub fn minimum_position<B: Backend>(x: &impl AnyArray<B>, labels: &Labels<B>) -> Result<DynArray<B>> {
    let x = x.as_dyn();
    indices(&found("minimum_position", x, labels, Extreme::Minimum)?.1, x.shape())
}

/// Where the first of the largest elements is: `[ndim]` indices, or a row of them for each label.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Labels, maximum_position};
/// let x = xp.array([[5, 2], [8, 9]])?;
/// assert_eq!(maximum_position(&x, &Labels::all())?.to_string(), "[1 1]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`minimum`].
pub fn maximum_position<B: Backend>(x: &impl AnyArray<B>, labels: &Labels<B>) -> Result<DynArray<B>> {
    let x = x.as_dyn();
    indices(&found("maximum_position", x, labels, Extreme::Maximum)?.1, x.shape())
}

/// What [`extrema`] finds.
pub struct Extrema<B: Backend> {
    /// The smallest elements.
    pub minimum: DynArray<B>,
    /// The largest elements.
    pub maximum: DynArray<B>,
    /// Where the smallest ones are, as of [`minimum_position`].
    pub minimum_position: DynArray<B>,
    /// Where the largest ones are, as of [`maximum_position`].
    pub maximum_position: DynArray<B>,
}

/// The smallest and the largest element, or those of each label, and where they are.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Labels, extrema};
/// let found = extrema(&xp.array([[5, 2], [8, 9]])?, &Labels::all())?;
/// assert_eq!((found.minimum.to_string(), found.maximum_position.to_string()), ("2".into(), "[1 1]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`minimum`].
pub fn extrema<B: Backend>(x: &impl AnyArray<B>, labels: &Labels<B>) -> Result<Extrema<B>> {
    const OP: &str = "extrema";
    let x = x.as_dyn();
    let (minimum, least) = found(OP, x, labels, Extreme::Minimum)?;
    let (maximum, most) = found(OP, x, labels, Extreme::Maximum)?;
    let [minimum_position, maximum_position] = [indices(&least, x.shape())?, indices(&most, x.shape())?];
    Ok(Extrema { minimum, maximum, minimum_position, maximum_position })
}

/// The median, or that of each label: 0 of labels that are not there.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Labels, median};
/// let (x, labels) = (xp.array([5, 2, 8, 9])?, xp.array([1, 1, 0, 3])?);
/// assert_eq!(median(&x, &Labels::of(&labels).index([3, 1]))?.to_string(), "[9.  3.5]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`minimum`].
pub fn median<B: Backend>(x: &impl AnyArray<B>, labels: &Labels<B>) -> Result<DynArray<B>> {
    const OP: &str = "median";
    let x = x.as_dyn();
    TypeClass::RealElement.check(OP, x.dtype())?;
    let x = if x.dtype().is_float() { x.clone() } else { x.astype(DType::F64)? };
    match Groups::new(OP, &x, labels)? {
        Groups::One(x, _) if x.is_empty() => Err(Error::value(OP, "there are no elements")),
        Groups::One(x, _) => x.median(..),
        Groups::Many(many) if many.x.is_empty() => many.ordered(&x.xp().zeros_of(x.dtype(), many.count + 1)?),
        Groups::Many(many) => {
            // By label, and among those of one by value.
            let by_value = many.x.argsort()?;
            let by_label = many.group.take(&by_value, 0)?.argsort()?;
            let sorted = many.x.take(&by_value.take(&by_label, 0)?, 0)?;
            let sizes = many.sizes()?.astype(DType::I64)?;
            let begins = sizes.cumsum(0)?.subtract(&sizes)?;
            let last = many.x.len() as i64 - 1;
            let at = |within: DynArray<B>| sorted.take(&begins.add(&within)?.maximum(0)?.minimum(last)?, 0);
            let (low, high) = (at(sizes.subtract(1)?.floor_divide(2)?)?, at(sizes.floor_divide(2)?)?);
            let middle = low.add(&high)?.divide(2.0)?;
            let zero = x.xp().zeros_of(middle.dtype(), [])?;
            many.ordered(&sizes.greater(0)?.where_(&middle, &zero)?)
        }
    }
}
