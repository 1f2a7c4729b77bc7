//! Where the elements of a view lie: shape, strides, offset.

mod bounds;
mod compose;
mod dims;
mod reshape;
#[cfg(test)]
mod tests;
mod views;

pub use dims::{Dims, Strides, broadcast_shapes, checked_len, few, len, normalize_axis, row_major_strides};

use crate::error::{Error, Result};
use dims::MOST;
use std::hash::{Hash, Hasher};

/// A view of a buffer: element `i` lies at `offset + sum(i[k] * strides[k])`, in elements.
///
/// Every layout has at most `isize::MAX / 16` elements and as many strides as axes, and all its elements lie at places
/// from 0 to `isize::MAX`: nothing computed of these overflows. The stride of an axis that has fewer than two elements
/// is never used.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.from_slice(&[0.0; 12], [3, 4])?;
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
}
