//! Where the elements of a view lie: shape, strides, offset.

use crate::error::{Error, Result};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// Lengths of the axes.
pub type Dims = SmallVec<[usize; 4]>;
/// Distances between neighbours along each axis, in elements.
pub type Strides = SmallVec<[isize; 4]>;

/// The largest number of elements: what any of them takes is at most 16 bytes.
const MOST: usize = isize::MAX as usize / 16;

/// A view of a buffer: element `i` lies at `offset + sum(i[k] * strides[k])`, in elements.
///
/// Every layout has at most `isize::MAX / 16` elements and as many strides as axes, and all its elements lie at places
/// from 0 to `isize::MAX`: nothing computed of these overflows. The stride of an axis that has fewer than two elements
/// is never used.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array(&[0.0; 12], [3, 4])?;
/// let part = x.slice(s![1.., ..;2])?;
/// let layout = part.layout();
/// assert_eq!((layout.shape(), layout.strides(), layout.offset()), (&[2, 2][..], &[4, 2][..], 4));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Debug, Eq)]
pub struct Layout {
    shape: Dims,
    strides: Strides,
    offset: usize,
}

impl PartialEq for Layout {
    /// Number by number, as in [`Layout::has_shape`].
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.offset == other.offset && self.has_shape(&other.shape) && self.strides.iter().eq(&other.strides)
    }
}

impl Hash for Layout {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.shape, &self.strides, self.offset).hash(state);
    }
}

impl Clone for Layout {
    /// As every operation clones layouts, not derived: that would go element by element.
    fn clone(&self) -> Self {
        Self { shape: few(&self.shape), strides: few(&self.strides), offset: self.offset }
    }
}

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

impl Layout {
    /// A row-major layout.
    ///
    /// ```
    /// use xparray::Layout;
    /// let x = Layout::row_major(&[2, 3]);
    /// assert_eq!((x.strides(), x.offset(), x.len()), (&[3, 1][..], 0, 6));
    /// ```
    ///
    /// # Panics
    /// If the shape has too many elements, which [`checked_len`] tells.
    pub fn row_major(shape: &[usize]) -> Self {
        assert!(checked_len(shape).is_ok(), "{shape:?} has too many elements");
        Self { shape: few(shape), strides: row_major_strides(shape), offset: 0 }
    }

    /// A layout of these parts.
    ///
    /// ```
    /// use xparray::Layout;
    /// let x = Layout::new(vec![3, 2].into(), vec![-2, 1].into(), 4)?;
    /// assert_eq!(x.bounds(), Some((0, 5)));
    /// assert!(Layout::new(vec![3].into(), vec![-2].into(), 3).is_err()); // the last element would lie at -1
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless there is a stride for each axis and all elements lie at places from 0 to `isize::MAX`;
    /// for too many elements.
    pub fn new(shape: Dims, mut strides: Strides, offset: usize) -> Result<Self> {
        let op = "layout";
        if shape.len() != strides.len() {
            return Err(Error::value(op, format!("{} strides for {} axes", strides.len(), shape.len())));
        }
        let len = checked_len(&shape)?;
        let (mut low, mut high) = (offset as i128, offset as i128);
        for (&d, stride) in shape.iter().zip(&mut strides) {
            if d < 2 || len == 0 {
                *stride = (*stride).clamp(-(MOST as isize), MOST as isize);
                continue;
            }
            let reach = *stride as i128 * (d as i128 - 1);
            if reach < 0 { low += reach } else { high += reach }
        }
        if low < 0 || high > isize::MAX as i128 {
            return Err(Error::value(op, format!("elements would lie at places from {low} to {high}")));
        }
        Ok(Self { shape, strides, offset })
    }

    /// Lengths of the axes.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Whether the axes have these lengths. One by one: there are few, mostly, and a call of `memcmp` would take longer.
    ///
    /// ```
    /// use xparray::Layout;
    /// assert!(Layout::row_major(&[2, 3]).has_shape(&[2, 3]));
    /// ```
    #[inline]
    pub fn has_shape(&self, shape: &[usize]) -> bool {
        self.shape.len() == shape.len() && self.shape.iter().zip(shape).all(|(a, b)| a == b)
    }

    /// Strides in elements.
    pub fn strides(&self) -> &[isize] {
        &self.strides
    }

    /// The first element's place, in elements.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The number of axes.
    pub fn ndim(&self) -> usize {
        self.shape.len()
    }

    /// The number of elements.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        len(&self.shape)
    }

    /// Whether the elements lie in row-major order without gaps (axes of length 1 do not count).
    ///
    /// ```
    /// use xparray::Layout;
    /// let x = Layout::row_major(&[2, 3]);
    /// assert!(x.is_contiguous() && !x.transpose().is_contiguous());
    /// ```
    #[inline]
    pub fn is_contiguous(&self) -> bool {
        let mut expected = 1isize;
        for (&d, &s) in self.shape.iter().zip(&self.strides).rev() {
            if d != 1 && s != expected {
                return self.shape.contains(&0);
            }
            // Wraps only where another axis has no elements.
            expected = expected.wrapping_mul(d as isize);
        }
        true
    }

    /// Whether this is the whole of a row-major buffer of its own length.
    #[inline]
    pub fn is_identity(&self) -> bool {
        self.offset == 0 && self.is_contiguous()
    }

    /// Whether two different indices can name one element. If the strides of several axes are entangled, also where
    /// they happen not to.
    ///
    /// ```
    /// use xparray::Layout;
    /// assert!(Layout::row_major(&[1]).broadcast("broadcast_to", &[3])?.overlaps());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn overlaps(&self) -> bool {
        if self.len() == 0 {
            return false;
        }
        let mut axes: SmallVec<[(usize, usize); 4]> = self
            .shape
            .iter()
            .zip(&self.strides)
            .filter(|&(&d, _)| d > 1)
            .map(|(&d, &s)| (s.unsigned_abs(), d))
            .collect();
        axes.sort_unstable();
        let mut reach = 0;
        for (stride, d) in axes {
            if stride <= reach {
                return true;
            }
            reach += stride * (d - 1);
        }
        false
    }

    /// The lowest and highest element that the view touches; `None` if it has no elements.
    ///
    /// ```
    /// use xparray::Layout;
    /// assert_eq!(Layout::row_major(&[2, 3]).sliced(1, 2, -1, 2)?.bounds(), Some((1, 5)));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    #[inline]
    pub fn bounds(&self) -> Option<(usize, usize)> {
        if self.len() == 0 {
            return None;
        }
        let (mut low, mut high) = (self.offset as isize, self.offset as isize);
        for (&d, &s) in self.shape.iter().zip(&self.strides) {
            let reach = s * (d as isize - 1);
            if reach < 0 { low += reach } else { high += reach }
        }
        Some((low as usize, high as usize))
    }

    fn check_axis(&self, op: &'static str, axis: usize) -> Result<()> {
        if axis < self.ndim() {
            return Ok(());
        }
        Err(Error::Axis { op, axis: isize::try_from(axis).unwrap_or(isize::MAX), ndim: self.ndim() })
    }

    /// Every `step`-th index of an axis from `start` on, `len` of them, all in range; with a step of 0, one of them
    /// again and again.
    ///
    /// ```
    /// use xparray::Layout;
    /// let reversed = Layout::row_major(&[4]).sliced(0, 3, -1, 4)?;
    /// assert_eq!((reversed.strides(), reversed.offset()), (&[-1][..], 3));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there, [`Error::Value`] for indices out of range or too many elements.
    pub fn sliced(&self, axis: usize, start: usize, step: isize, len: usize) -> Result<Self> {
        let op = "slice";
        self.check_axis(op, axis)?;
        let mut view = self.clone();
        view.shape[axis] = len;
        // An empty view points nowhere new.
        if len == 0 {
            return Ok(view);
        }
        let d = self.shape[axis];
        let last = (len as i128 - 1).saturating_mul(step as i128).saturating_add(start as i128);
        if start >= d || !(0..d as i128).contains(&last) {
            let message = format!("{len} indices from {start} by {step} are not all on an axis of length {d}");
            return Err(Error::value(op, message));
        }
        checked_len(&view.shape)?;
        if self.len() > 0 {
            view.offset = (self.offset as isize + start as isize * self.strides[axis]) as usize;
            // A single index needs no step, which could overflow.
            if len > 1 {
                view.strides[axis] *= step;
            }
        }
        Ok(view)
    }

    /// The view without an axis, which has length 1.
    ///
    /// ```
    /// use xparray::Layout;
    /// assert_eq!(Layout::row_major(&[2, 1, 3]).without_axis(1)?.shape(), [2, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there, [`Error::Value`] for one of another length.
    pub fn without_axis(&self, axis: usize) -> Result<Self> {
        let op = "squeeze";
        self.check_axis(op, axis)?;
        let mut view = self.clone();
        view.strides.remove(axis);
        match view.shape.remove(axis) {
            1 => Ok(view),
            d => Err(Error::value(op, format!("axis {axis} has length {d}, not 1"))),
        }
    }

    /// The view with another axis of length 1.
    ///
    /// ```
    /// use xparray::Layout;
    /// assert_eq!(Layout::row_major(&[2, 3]).with_axis(1)?.shape(), [2, 1, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for a place beyond the last axis.
    pub fn with_axis(&self, axis: usize) -> Result<Self> {
        if axis != self.ndim() {
            self.check_axis("expand_dims", axis)?;
        }
        let mut view = self.clone();
        view.shape.insert(axis, 1);
        view.strides.insert(axis, 1);
        Ok(view)
    }

    /// The view with its axes in another order.
    ///
    /// ```
    /// use xparray::Layout;
    /// assert_eq!(Layout::row_major(&[2, 3, 4]).permute(&[1, 2, 0])?.strides(), [4, 1, 12]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there or is named twice, [`Error::Value`] if one is missing.
    pub fn permute(&self, axes: &[usize]) -> Result<Self> {
        let op = "permute_dims";
        if axes.iter().copied().eq(0..self.ndim()) {
            return Ok(self.clone());
        }
        if axes.len() != self.ndim() {
            return Err(Error::value(op, format!("{} axes for an array of {} dimensions", axes.len(), self.ndim())));
        }
        for (i, &axis) in axes.iter().enumerate() {
            self.check_axis(op, axis)?;
            if axes[..i].contains(&axis) {
                return Err(Error::Axis { op, axis: axis as isize, ndim: self.ndim() });
            }
        }
        Ok(Self {
            shape: axes.iter().map(|&k| self.shape[k]).collect(),
            strides: axes.iter().map(|&k| self.strides[k]).collect(),
            offset: self.offset,
        })
    }

    /// The view with its axes in reverse order.
    ///
    /// ```
    /// use xparray::Layout;
    /// assert_eq!(Layout::row_major(&[2, 3]).transpose().strides(), [1, 3]);
    /// ```
    pub fn transpose(&self) -> Self {
        Self {
            shape: self.shape.iter().rev().copied().collect(),
            strides: self.strides.iter().rev().copied().collect(),
            offset: self.offset,
        }
    }

    /// The view of the elements whose indices on two axes are the same; a last axis takes the place of both.
    ///
    /// ```
    /// use xparray::Layout;
    /// let x = Layout::row_major(&[3, 4, 5]).diagonal(0, 2)?;
    /// assert_eq!((x.shape(), x.strides()), (&[4, 3][..], &[5, 21][..]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there or is named twice.
    pub fn diagonal(&self, first: usize, second: usize) -> Result<Self> {
        let op = "diagonal";
        self.check_axis(op, first)?;
        self.check_axis(op, second)?;
        if first == second {
            return Err(Error::Axis { op, axis: second as isize, ndim: self.ndim() });
        }
        let kept = (0..self.ndim()).filter(|&k| k != first && k != second);
        let n = self.shape[first].min(self.shape[second]);
        // Both strides are used only where there are two elements.
        let step = if n > 1 && self.len() > 0 { self.strides[first] + self.strides[second] } else { 1 };
        Ok(Self {
            shape: kept.clone().map(|k| self.shape[k]).chain([n]).collect(),
            strides: kept.map(|k| self.strides[k]).chain([step]).collect(),
            offset: self.offset,
        })
    }

    /// The view repeated to a larger shape, by NumPy's broadcasting rules.
    ///
    /// ```
    /// use xparray::Layout;
    /// assert_eq!(Layout::row_major(&[3]).broadcast("broadcast_to", &[2, 3])?.strides(), [0, 1]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the shape does not broadcast to it, [`Error::Value`] for too many elements.
    pub fn broadcast(&self, op: &'static str, shape: &[usize]) -> Result<Self> {
        let mismatch = || Error::shape(op, &self.shape, shape);
        let lead = shape.len().checked_sub(self.ndim()).ok_or_else(mismatch)?;
        let mut strides: Strides = SmallVec::from_elem(0, lead);
        for ((&d, &s), &target) in self.shape.iter().zip(&self.strides).zip(&shape[lead..]) {
            strides.push(match d {
                _ if d == target => s,
                1 => 0,
                _ => return Err(mismatch()),
            });
        }
        checked_len(shape)?;
        Ok(Self { shape: shape.into(), strides, offset: self.offset })
    }

    /// The same elements under another shape of the same length, if strides can express it; `None` for a shape of
    /// another length, too.
    ///
    /// ```
    /// use xparray::Layout;
    /// let x = Layout::row_major(&[2, 3]);
    /// assert_eq!(x.reshape(&[6]), Some(Layout::row_major(&[6])));
    /// assert_eq!(x.transpose().reshape(&[6]), None); // needs a copy
    /// ```
    pub fn reshape(&self, shape: &[usize]) -> Option<Self> {
        if checked_len(shape) != Ok(self.len()) {
            return None;
        }
        if self.is_contiguous() {
            return Some(Self { shape: shape.into(), strides: row_major_strides(shape), offset: self.offset });
        }
        // Walk both shapes together; each group of old axes must be contiguous in itself.
        let old: SmallVec<[(usize, isize); 4]> =
            self.shape.iter().zip(&self.strides).filter(|&(&d, _)| d != 1).map(|(&d, &s)| (d, s)).collect();
        let mut strides: Strides = SmallVec::from_elem(1, shape.len());
        let (mut i, mut j) = (0, 0);
        while i < old.len() {
            let (mut have, mut want, (first_i, first_j)) = (old[i].0, 1, (i, j));
            while want != have {
                if want < have {
                    want *= *shape.get(j)?;
                    j += 1;
                } else {
                    i += 1;
                    have *= old.get(i)?.0;
                }
            }
            i += 1;
            if (first_i..i - 1).any(|k| !follows(old[k].1, old[k + 1])) {
                return None;
            }
            let mut stride = old[i - 1].1;
            for k in (first_j..j).rev() {
                strides[k] = stride;
                // Beyond the range only where no index uses it.
                stride = stride.saturating_mul(shape[k] as isize);
            }
        }
        Some(Self { shape: shape.into(), strides, offset: self.offset })
    }

    /// The layout of `self` seen through `view`: `view` addresses the row-major virtual array
    /// whose elements `self` locates. `None` if strides cannot express it, or if it addresses elements that are not
    /// there.
    ///
    /// ```
    /// use xparray::Layout;
    /// let transposed = Layout::row_major(&[2, 3]).transpose();
    /// let row = Layout::row_major(&[3, 2]).sliced(0, 1, 1, 1)?;
    /// assert_eq!(transposed.compose(&row), Some(transposed.sliced(0, 1, 1, 1)?));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn compose(&self, view: &Layout) -> Option<Layout> {
        let Some((_, last)) = view.bounds() else {
            return Some(Layout { offset: self.offset, ..view.clone() });
        };
        if last >= self.len() {
            return None;
        }
        if self.is_contiguous() {
            return Some(Layout { offset: view.offset + self.offset, ..view.clone() });
        }
        if view.is_identity() {
            if view.shape == self.shape {
                return Some(self.clone());
            }
            if let Some(same) = self.reshape(&view.shape) {
                return Some(same);
            }
        }
        let base = self.coalesced();
        let rows = row_major_strides(&base.shape);
        // A linear distance as steps along each base axis.
        let split = |distance: isize| -> Strides {
            let (sign, mut rest) = (distance.signum(), distance.abs());
            rows.iter()
                .map(|&row| {
                    let steps = rest / row;
                    rest %= row;
                    sign * steps
                })
                .collect()
        };
        let start = split(view.offset as isize);
        let (mut low, mut high) = (start.clone(), start.clone());
        let mut strides = Strides::new();
        for (&d, &s) in view.shape.iter().zip(&view.strides) {
            let mut stride = 0isize;
            for (k, &step) in split(s).iter().enumerate() {
                let reach = step * (d as isize - 1);
                if reach < 0 {
                    low[k] += reach
                } else {
                    high[k] += reach
                }
                // Beyond the range only where no index uses it.
                stride = stride.saturating_add(step.saturating_mul(base.strides[k]));
            }
            strides.push(stride);
        }
        // In range on every axis, the mixed-radix digits are the index: no carries.
        if (0..base.ndim()).any(|k| low[k] < 0 || high[k] >= base.shape[k] as isize) {
            return None;
        }
        let offset = start.iter().zip(&base.strides).fold(self.offset as isize, |at, (&a, &b)| at + a * b);
        Some(Layout { shape: view.shape.clone(), strides, offset: offset as usize })
    }

    /// The same elements in the same order with as few axes as strides allow.
    fn coalesced(&self) -> Layout {
        let mut shape = Dims::new();
        let mut strides = Strides::new();
        for (&d, &s) in self.shape.iter().zip(&self.strides).filter(|&(&d, _)| d != 1) {
            match (shape.last_mut(), strides.last_mut()) {
                (Some(last), Some(stride)) if follows(*stride, (d, s)) => {
                    *last *= d;
                    *stride = s;
                }
                _ => {
                    shape.push(d);
                    strides.push(s);
                }
            }
        }
        Layout { shape, strides, offset: self.offset }
    }
}

/// Whether an axis of this stride goes on where the next one, of this length and stride, ends.
fn follows(stride: isize, (d, s): (usize, isize)) -> bool {
    s.checked_mul(d as isize) == Some(stride)
}

#[cfg(test)]
mod tests {
    use super::*;
    use smallvec::smallvec;

    fn elements(layout: &Layout) -> Vec<usize> {
        let mut places = vec![layout.offset as isize];
        for (&d, &s) in layout.shape.iter().zip(&layout.strides) {
            places = places.iter().flat_map(|&p| (0..d as isize).map(move |i| p + i * s)).collect();
        }
        places.into_iter().map(|p| p as usize).collect()
    }

    #[test]
    fn composing_is_indexing_twice() {
        let base = Layout::new(smallvec![4, 6], smallvec![1, 10], 3).unwrap();
        let inner = elements(&base);
        let views = [
            Layout::row_major(&[4, 6]),
            Layout::row_major(&[2, 2, 6]),
            Layout::new(smallvec![6, 4], smallvec![1, 6], 0).unwrap(),
            Layout::new(smallvec![4, 3], smallvec![6, -2], 5).unwrap(),
            Layout::new(smallvec![2, 4, 6], smallvec![0, 6, 1], 0).unwrap(),
            Layout::new(smallvec![2, 2], smallvec![12, 3], 7).unwrap(),
        ];
        for view in views {
            let composed = base.compose(&view).unwrap_or_else(|| panic!("{view:?}"));
            let expected: Vec<_> = elements(&view).into_iter().map(|i| inner[i]).collect();
            assert_eq!(elements(&composed), expected, "{view:?}");
        }
        let flat = Layout::row_major(&[24]);
        assert_eq!(base.compose(&flat), None);
    }

    #[test]
    fn reshape_keeps_order_or_refuses() {
        let x = Layout::new(smallvec![4, 6], smallvec![12, 2], 1).unwrap();
        for shape in [&[24][..], &[2, 2, 6], &[4, 3, 2], &[2, 12], &[4, 1, 6, 1]] {
            let y = x.reshape(shape).unwrap();
            assert_eq!(elements(&y), elements(&x), "{shape:?}");
        }
        let t = x.transpose();
        assert!(t.reshape(&[24]).is_none());
        assert_eq!(elements(&t.reshape(&[3, 2, 2, 2]).unwrap()), elements(&t));
        assert!(Layout::row_major(&[0, 3]).reshape(&[3, 0, 7]).is_some());
    }

    #[test]
    fn broadcasting_is_numpys() {
        assert_eq!(broadcast_shapes("t", &[3, 1], &[4]).unwrap()[..], [3, 4]);
        assert_eq!(broadcast_shapes("t", &[0, 1], &[1, 5]).unwrap()[..], [0, 5]);
        assert!(broadcast_shapes("t", &[3], &[4]).is_err());
        let x = Layout::row_major(&[3, 1]).broadcast("t", &[2, 3, 4]).unwrap();
        assert_eq!(x.strides(), [0, 1, 0]);
        assert!(x.overlaps() && !Layout::row_major(&[3, 4]).overlaps());
    }

    #[test]
    fn bounds_reach_both_ways() {
        let x = Layout::new(smallvec![3, 2], smallvec![-4, 1], 8).unwrap();
        assert_eq!(x.bounds(), Some((0, 9)));
        assert_eq!(Layout::row_major(&[0]).bounds(), None);
        assert!(checked_len(&[usize::MAX, 2]).is_err());
        assert_eq!(checked_len(&[1 << 62, 0, 2]), Ok(0));
    }
}
