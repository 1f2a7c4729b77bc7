//! Where labelled parts and values are.

use std::ops::Range;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// The box of each label from 1 to the largest, or to another one: a range for each axis; `None` for labels that are not there.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::find_objects;
/// let labels = xp.array([[0, 1, 1], [0, 1, 0], [3, 0, 0]])?;
/// assert_eq!(find_objects(&labels, None)?, [Some(vec![0..2, 1..3]), None, Some(vec![2..3, 0..1])]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::DType`] unless labels are integers.
pub fn find_objects<B: Backend>(
    labels: &impl AnyArray<B>,
    max_label: impl Into<Option<usize>>,
) -> Result<Vec<Option<Vec<Range<usize>>>>> {
    const OP: &str = "find_objects";
    let (labels, xp) = (labels.as_dyn(), labels.as_dyn().xp());
    if !labels.dtype().is_integer() {
        return Err(Error::DType { op: OP, expected: "integers as labels".into(), found: labels.dtype().to_string() });
    }
    if labels.is_empty() {
        return Ok(vec![None; max_label.into().unwrap_or(0)]);
    }
    let flat = labels.astype(DType::I64)?.reshape(-1)?;
    let most = match max_label.into().filter(|&most| most > 0) {
        Some(most) => most,
        None => usize::try_from(flat.max(..)?.item()?.get::<i64>()).unwrap_or(0),
    };
    // Other labels count for the one that is not asked for.
    let slot = flat.greater(0)?.logical_and(&flat.less_equal(most as i64)?)?.where_(&flat, 0)?;
    let shape = labels.shape();
    let slots = xparray_core::layout::checked_len(&[most.saturating_add(1)])?;
    let mut boxes: Vec<Option<Vec<Range<usize>>>> = vec![None; most];
    for (axis, &n) in shape.iter().enumerate() {
        let mut along = vec![1; shape.len()];
        along[axis] = n;
        let places =
            xp.arange(n)?.into_dyn().astype(DType::I64)?.reshape(&along[..])?.broadcast_to(shape)?.reshape(-1)?;
        let (mut first, mut last) = (xp.full(slots, n as i64)?.into_dyn(), xp.full(slots, -1i64)?.into_dyn());
        first.minimum_at([&slot], &places)?;
        last.maximum_at([&slot], &places)?;
        let [first, last] = [first, last].map(|ends| ends.typed::<i64>().and_then(|ends| ends.to_vec()));
        let (first, last) = (first?, last?);
        for label in 1..=most {
            if last[label] >= 0 {
                let range = first[label] as usize..last[label] as usize + 1;
                boxes[label - 1].get_or_insert_default().push(range);
            }
        }
    }
    if shape.is_empty() {
        let label = usize::try_from(flat.typed::<i64>()?.to_vec()?[0]).unwrap_or(0);
        if let Some(object) = label.checked_sub(1).and_then(|place| boxes.get_mut(place)) {
            *object = Some(Vec::new());
        }
    }
    Ok(boxes)
}

/// The distinct values of an array of integers, in ascending order, but for one to be ignored, and the indices of the elements that
/// have each: an array for each axis.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::value_indices;
/// let found = value_indices(&xp.array([[0, 7], [7, 0]])?, 0)?;
/// assert_eq!((found.len(), found[0].0), (1, 7));
/// assert_eq!((found[0].1[0].to_string(), found[0].1[1].to_string()), ("[0 1]".into(), "[1 0]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::DType`] unless they are integers that `i64` has.
pub fn value_indices<B: Backend>(
    x: &impl AnyArray<B>,
    ignore_value: impl Into<Option<i64>>,
) -> Result<Vec<(i64, Vec<DynArray<B>>)>> {
    let (x, ignored) = (x.as_dyn(), ignore_value.into());
    if !x.dtype().is_integer() || x.dtype() == DType::U64 {
        let expected = "integers up to those of i64".into();
        return Err(Error::DType { op: "value_indices", expected, found: x.dtype().to_string() });
    }
    let flat = x.astype(DType::I64)?.reshape(-1)?;
    let order = flat.argsort()?;
    let sorted = flat.take(&order, 0)?.typed::<i64>()?.to_vec()?;
    let mut found = Vec::new();
    let mut begin = 0;
    for run in sorted.chunk_by(|a, b| a == b) {
        let end = begin + run.len();
        if Some(run[0]) != ignored {
            found.push((run[0], order.slice(s![begin as isize..end as isize])?.unravel_index(x.shape())?));
        }
        begin = end;
    }
    Ok(found)
}
