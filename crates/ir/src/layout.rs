//! Where the elements of a view lie: shape, strides, offset.

use crate::error::{Error, Result};
use smallvec::SmallVec;

/// Lengths of the axes.
pub type Dims = SmallVec<[usize; 4]>;
/// Distances between neighbours along each axis, in elements.
pub type Strides = SmallVec<[isize; 4]>;

/// A view of a buffer: element `i` lies at `offset + sum(i[k] * strides[k])`, in elements.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array(&[0.0; 12], [3, 4])?;
/// let part = x.slice(s![1.., ..;2])?;
/// let layout = part.layout();
/// assert_eq!((layout.shape(), layout.strides(), layout.offset()), (&[2, 2][..], &[4, 2][..], 4));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    shape: Dims,
    strides: Strides,
    offset: usize,
}

impl Clone for Layout {
    /// By `from_slice`, which copies bytes; a derived clone goes element by element, and every operation clones
    /// layouts.
    fn clone(&self) -> Self {
        Self { shape: Dims::from_slice(&self.shape), strides: Strides::from_slice(&self.strides), offset: self.offset }
    }
}

/// The number of elements of a shape; an error if it is beyond the address space.
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
pub fn checked_len(shape: &[usize]) -> Result<usize> {
    // Zero-length axes first: a shape like [0, usize::MAX, 2] has no elements.
    if shape.contains(&0) {
        return Ok(0);
    }
    shape
        .iter()
        .try_fold(1usize, |n, &d| n.checked_mul(d))
        .filter(|&n| n <= isize::MAX as usize / 16)
        .ok_or_else(|| Error::value("shape", format!("{shape:?} has too many elements")))
}

/// The strides of a row-major array.
///
/// ```
/// use xparray::layout::row_major_strides;
/// assert_eq!(row_major_strides(&[2, 3, 4])[..], [12, 4, 1]);
/// ```
pub fn row_major_strides(shape: &[usize]) -> Strides {
    let mut strides: Strides = SmallVec::from_elem(1, shape.len());
    for k in (1..shape.len()).rev() {
        strides[k - 1] = strides[k] * shape[k].max(1) as isize;
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
    /// A row-major layout. The caller has checked that the length fits ([`checked_len`]).
    ///
    /// ```
    /// use xparray::Layout;
    /// let x = Layout::row_major(&[2, 3]);
    /// assert_eq!((x.strides(), x.offset(), x.len()), (&[3, 1][..], 0, 6));
    /// ```
    pub fn row_major(shape: &[usize]) -> Self {
        Self { shape: Dims::from_slice(shape), strides: row_major_strides(shape), offset: 0 }
    }

    /// A layout of these parts.
    pub fn new(shape: Dims, strides: Strides, offset: usize) -> Self {
        debug_assert_eq!(shape.len(), strides.len());
        Self { shape, strides, offset }
    }

    /// Lengths of the axes.
    pub fn shape(&self) -> &[usize] {
        &self.shape
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
        self.shape.iter().product()
    }

    /// Whether the elements lie in row-major order without gaps (axes of length 1 do not count).
    ///
    /// ```
    /// use xparray::Layout;
    /// let x = Layout::row_major(&[2, 3]);
    /// assert!(x.is_contiguous() && !x.permute(&[1, 0]).is_contiguous());
    /// ```
    pub fn is_contiguous(&self) -> bool {
        let mut expected = 1;
        for (&d, &s) in self.shape.iter().zip(&self.strides).rev() {
            if d == 0 {
                return true;
            }
            if d != 1 && s != expected {
                return false;
            }
            expected *= d as isize;
        }
        true
    }

    /// Whether this is the whole of a row-major buffer of its own length.
    pub fn is_identity(&self) -> bool {
        self.offset == 0 && self.is_contiguous()
    }

    /// Whether two different indices can name one element.
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
    /// assert_eq!(Layout::row_major(&[2, 3]).sliced(1, 2, -1, 2).bounds(), Some((1, 5)));
    /// ```
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

    /// Every `step`-th index of an axis from `start` on, `len` of them, all in range.
    ///
    /// ```
    /// use xparray::Layout;
    /// let reversed = Layout::row_major(&[4]).sliced(0, 3, -1, 4);
    /// assert_eq!((reversed.strides(), reversed.offset()), (&[-1][..], 3));
    /// ```
    pub fn sliced(&self, axis: usize, start: usize, step: isize, len: usize) -> Self {
        let mut view = self.clone();
        // An empty view points nowhere new, and a single index needs no step: neither can overflow.
        if len > 0 && self.len() > 0 {
            view.offset = (self.offset as isize + start as isize * self.strides[axis]) as usize;
            if len > 1 {
                view.strides[axis] *= step;
            }
        }
        view.shape[axis] = len;
        view
    }

    /// The view without an axis, which has length 1.
    ///
    /// ```
    /// use xparray::Layout;
    /// assert_eq!(Layout::row_major(&[2, 1, 3]).without_axis(1).shape(), [2, 3]);
    /// ```
    pub fn without_axis(&self, axis: usize) -> Self {
        let mut view = self.clone();
        view.shape.remove(axis);
        view.strides.remove(axis);
        view
    }

    /// The view with another axis of length 1.
    ///
    /// ```
    /// use xparray::Layout;
    /// assert_eq!(Layout::row_major(&[2, 3]).with_axis(1).shape(), [2, 1, 3]);
    /// ```
    pub fn with_axis(&self, axis: usize) -> Self {
        let mut view = self.clone();
        view.shape.insert(axis, 1);
        view.strides.insert(axis, 1);
        view
    }

    /// The view with its axes in another order.
    ///
    /// ```
    /// use xparray::Layout;
    /// assert_eq!(Layout::row_major(&[2, 3]).permute(&[1, 0]).strides(), [1, 3]);
    /// ```
    pub fn permute(&self, axes: &[usize]) -> Self {
        Self {
            shape: axes.iter().map(|&k| self.shape[k]).collect(),
            strides: axes.iter().map(|&k| self.strides[k]).collect(),
            offset: self.offset,
        }
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
    /// [`Error::Shape`] if the shape does not broadcast to it.
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
        Ok(Self { shape: shape.into(), strides, offset: self.offset })
    }

    /// The same elements under another shape of the same length, if strides can express it.
    ///
    /// ```
    /// use xparray::Layout;
    /// let x = Layout::row_major(&[2, 3]);
    /// assert_eq!(x.reshape(&[6]), Some(Layout::row_major(&[6])));
    /// assert_eq!(x.permute(&[1, 0]).reshape(&[6]), None); // needs a copy
    /// ```
    pub fn reshape(&self, shape: &[usize]) -> Option<Self> {
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
            if (first_i..i - 1).any(|k| old[k].1 != old[k + 1].1 * old[k + 1].0 as isize) {
                return None;
            }
            let mut stride = old[i - 1].1;
            for k in (first_j..j).rev() {
                strides[k] = stride;
                stride *= shape[k] as isize;
            }
        }
        Some(Self { shape: shape.into(), strides, offset: self.offset })
    }

    /// The layout of `self` seen through `view`: `view` addresses the row-major virtual array
    /// whose elements `self` locates. `None` if strides cannot express it.
    ///
    /// ```
    /// use xparray::Layout;
    /// let transposed = Layout::row_major(&[2, 3]).permute(&[1, 0]);
    /// let row = Layout::row_major(&[3, 2]).sliced(0, 1, 1, 1);
    /// assert_eq!(transposed.compose(&row), Some(transposed.sliced(0, 1, 1, 1)));
    /// ```
    pub fn compose(&self, view: &Layout) -> Option<Layout> {
        if self.is_contiguous() {
            return Some(Layout {
                shape: view.shape.clone(),
                strides: view.strides.clone(),
                offset: view.offset + self.offset,
            });
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
            let steps = split(s);
            let mut stride = 0;
            for (k, &step) in steps.iter().enumerate() {
                let reach = step * (d as isize - 1).max(0);
                if reach < 0 {
                    low[k] += reach
                } else {
                    high[k] += reach
                }
                stride += step * base.strides[k];
            }
            strides.push(stride);
        }
        // In range on every axis, the mixed-radix digits are the index: no carries.
        let fits = (0..base.ndim()).all(|k| low[k] >= 0 && high[k] < base.shape[k] as isize);
        if !fits && view.len() != 0 {
            return None;
        }
        let offset = if view.len() == 0 {
            self.offset as isize
        } else {
            self.offset as isize + start.iter().zip(&base.strides).map(|(&a, &b)| a * b).sum::<isize>()
        };
        Some(Layout { shape: view.shape.clone(), strides, offset: offset as usize })
    }

    /// The same elements in the same order with as few axes as strides allow.
    fn coalesced(&self) -> Layout {
        let mut shape = Dims::new();
        let mut strides = Strides::new();
        for (&d, &s) in self.shape.iter().zip(&self.strides).filter(|&(&d, _)| d != 1) {
            match (shape.last_mut(), strides.last_mut()) {
                (Some(last), Some(stride)) if *stride == s * d as isize => {
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
        let base = Layout::new(smallvec![4, 6], smallvec![1, 10], 3);
        let inner = elements(&base);
        let views = [
            Layout::row_major(&[4, 6]),
            Layout::row_major(&[2, 2, 6]),
            Layout::new(smallvec![6, 4], smallvec![1, 6], 0),
            Layout::new(smallvec![4, 3], smallvec![6, -2], 5),
            Layout::new(smallvec![2, 4, 6], smallvec![0, 6, 1], 0),
            Layout::new(smallvec![2, 2], smallvec![12, 3], 7),
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
        let x = Layout::new(smallvec![4, 6], smallvec![12, 2], 1);
        for shape in [&[24][..], &[2, 2, 6], &[4, 3, 2], &[2, 12], &[4, 1, 6, 1]] {
            let y = x.reshape(shape).unwrap();
            assert_eq!(elements(&y), elements(&x), "{shape:?}");
        }
        let t = x.permute(&[1, 0]);
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
        let x = Layout::new(smallvec![3, 2], smallvec![-4, 1], 8);
        assert_eq!(x.bounds(), Some((0, 9)));
        assert_eq!(Layout::row_major(&[0]).bounds(), None);
        assert!(checked_len(&[usize::MAX, 2]).is_err());
        assert_eq!(checked_len(&[usize::MAX, 0, 2]), Ok(0));
    }
}
