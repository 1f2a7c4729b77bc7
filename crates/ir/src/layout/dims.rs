//! Lengths of axes: how many elements they make, which strides, which common shape.

use crate::error::{Error, Result};
use smallvec::SmallVec;

/// Lengths of the axes.
pub type Dims = SmallVec<[usize; 4]>;
/// Distances between neighbours along each axis, in elements.
pub type Strides = SmallVec<[isize; 4]>;

/// The largest number of elements: what any of them takes is at most 16 bytes.
pub(super) const MOST: usize = isize::MAX as usize / 16;

/// A copy of lengths or strides. There are few, mostly: a call of `memcpy` would take longer.
///
/// ```
/// use xparray::layout::few;
/// assert_eq!(few(&[2, 3])[..], [2, 3]);
/// ```
#[inline]
pub fn few<T: Copy + Default>(values: &[T]) -> SmallVec<[T; 4]> {
    let mut copy = [T::default(); 4];
    match *values {
        [] => {}
        [a] => copy[0] = a,
        [a, b] => [copy[0], copy[1]] = [a, b],
        _ => return SmallVec::from_slice(values),
    }
    SmallVec::from_buf_and_len(copy, values.len())
}

/// The number of elements of a shape; an error if it, or the length of an axis, is beyond the address space.
///
/// ```
/// use xparray::layout::checked_len;
/// assert_eq!(checked_len(&[2, 3])?, 6);
/// assert!(checked_len(&[usize::MAX, 2]).is_err());
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for too many elements.
#[inline]
pub fn checked_len(shape: &[usize]) -> Result<usize> {
    match shape.iter().try_fold(1usize, |n, &d| n.checked_mul(d).filter(|&n| n <= MOST)) {
        Some(len) if len > 0 => Ok(len),
        _ => no_elements(shape),
    }
}

/// Whether a shape has none, rather than too many.
#[cold]
fn no_elements(shape: &[usize]) -> Result<usize> {
    // A shape like [0, 1 << 40, 1 << 40] has none.
    if shape.contains(&0) && shape.iter().all(|&d| d <= isize::MAX as usize) {
        return Ok(0);
    }
    Err(Error::value("shape", format!("{shape:?} has too many elements")))
}

/// The number of elements of a shape, which [`checked_len`] has accepted.
///
/// ```
/// use xparray::layout::len;
/// assert_eq!((len(&[2, 3]), len(&[1 << 40, 1 << 40, 0])), (6, 0));
/// ```
#[inline]
pub fn len(shape: &[usize]) -> usize {
    // A length of 0 may stand beside others whose product is beyond `usize`, and makes 0 of whatever that wraps to.
    shape.iter().fold(1, |n, &d| n.wrapping_mul(d))
}

/// The strides of a row-major array. Those of an array without elements are never used, and stay in range.
///
/// ```
/// use xparray::layout::row_major_strides;
/// assert_eq!(row_major_strides(&[2, 3, 4])[..], [12, 4, 1]);
/// ```
pub fn row_major_strides(shape: &[usize]) -> Strides {
    if shape.len() < 2 {
        return few(&[1][..shape.len()]);
    }
    let mut strides: Strides = SmallVec::from_elem(1, shape.len());
    for k in (1..shape.len()).rev() {
        let stride = strides[k].unsigned_abs().saturating_mul(shape[k].max(1));
        strides[k - 1] = stride.min(MOST) as isize;
    }
    strides
}

/// The common shape of operands, by NumPy's broadcasting rules.
///
/// ```
/// use xparray::layout::broadcast_shapes;
/// assert_eq!(broadcast_shapes("add", &[5, 1, 3], &[4, 1])?[..], [5, 4, 3]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] if there is none.
pub fn broadcast_shapes(op: &'static str, left: &[usize], right: &[usize]) -> Result<Dims> {
    let (long, short) = if left.len() >= right.len() { (left, right) } else { (right, left) };
    let mut shape = Dims::from_slice(long);
    let lead = long.len() - short.len();
    for (d, &s) in shape[lead..].iter_mut().zip(short) {
        match (*d, s) {
            (a, b) if a == b => {}
            (1, b) => *d = b,
            (_, 1) => {}
            _ => return Err(Error::shape(op, left, right)),
        }
    }
    Ok(shape)
}

/// Turns a possibly negative axis into an index.
///
/// ```
/// use xparray::layout::normalize_axis;
/// assert_eq!(normalize_axis("sum", -1, 3)?, 2);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] for an axis that is not there.
pub fn normalize_axis(op: &'static str, axis: isize, ndim: usize) -> Result<usize> {
    let k = if axis < 0 { axis + ndim as isize } else { axis };
    if (0..ndim as isize).contains(&k) { Ok(k as usize) } else { Err(Error::Axis { op, axis, ndim }) }
}
