//! Parts of arrays, and putting parts together.

use super::Axes;
use super::raw::Raw;
use crate::backend::Backend;
use crate::error::{Error, Result};
use crate::layout::{Dims, Layout};

/// `len` places along an axis, from `start` on. In range: the caller has checked.
fn narrowed(layout: &Layout, axis: usize, start: usize, len: usize) -> Layout {
    let mut shape = Dims::from_slice(layout.shape());
    shape[axis] = len;
    // Nothing is touched if nothing is left, so the offset need not name an element.
    let step = if len == 0 { 0 } else { start as isize * layout.strides()[axis] };
    Layout::new(shape, layout.strides().into(), (layout.offset() as isize + step) as usize)
}

impl<B: Backend> Raw<B> {
    /// `len` elements along an axis, from `start` on. In range: the caller has checked.
    pub(super) fn narrow(&self, axis: usize, start: usize, len: usize) -> Result<Self> {
        self.with_layout(narrowed(self.layout(), axis, start, len))
    }

    /// The elements after the first along an axis, and those before the last.
    pub(super) fn neighbours(&self, axis: usize) -> Result<(Self, Self)> {
        let len = self.shape()[axis].saturating_sub(1);
        Ok((self.narrow(axis, self.shape()[axis] - len, len)?, self.narrow(axis, 0, len)?))
    }

    /// A vector from its end to its start.
    pub(super) fn reversed_vector(&self) -> Result<Self> {
        let (layout, n) = (self.layout(), self.len());
        if n == 0 {
            return Ok(self.clone());
        }
        let stride = layout.strides()[0];
        let last = layout.offset() as isize + (n as isize - 1) * stride;
        self.with_layout(Layout::new(Dims::from_slice(&[n]), smallvec::smallvec![-stride], last as usize))
    }

    /// All elements in row-major order.
    pub(super) fn flat(&self) -> Result<Self> {
        self.reshape(&[self.len()])
    }

    /// The array and the one axis to work along; all axes together are those of the flat array.
    pub(super) fn along(&self, op: &'static str, axes: &Axes) -> Result<(Self, usize)> {
        match axes.resolve(op, self.shape().len())?[..] {
            [axis] => Ok((self.clone(), axis)),
            ref all if all.len() == self.shape().len() => Ok((self.flat()?, 0)),
            _ => Err(Error::value(op, "takes one axis, or all")),
        }
    }
}
