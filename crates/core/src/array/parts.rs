//! Parts of arrays that elementwise work is made of.

use super::DynArray;
use crate::backend::Backend;
use crate::error::Result;

impl<B: Backend> DynArray<B> {
    /// `len` elements along an axis, from `start` on. In range: the caller has checked.
    pub(crate) fn narrow(&self, axis: usize, start: usize, len: usize) -> Result<Self> {
        self.with_layout(self.layout().sliced(axis, start, 1, len)?)
    }

    /// The elements after the first along an axis, and those before the last.
    pub(crate) fn neighbours(&self, axis: usize) -> Result<(Self, Self)> {
        let len = self.shape()[axis].saturating_sub(1);
        Ok((self.narrow(axis, self.shape()[axis] - len, len)?, self.narrow(axis, 0, len)?))
    }

    /// A vector from its end to its start.
    pub(super) fn reversed_vector(&self) -> Result<Self> {
        let n = self.len();
        self.with_layout(self.layout().sliced(0, n.saturating_sub(1), -1, n)?)
    }

    /// All elements in row-major order.
    pub(super) fn flat(&self) -> Result<Self> {
        self.reshaped(&[self.len()])
    }
}
