//! The backend's primitives on computed arrays.

use super::DynArray;
use super::device::same_device;
use crate::backend::{Backend, Output, ScanOp, ScatterOp, Side, View};
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::layout::{Layout, checked_len};
use smallvec::SmallVec;

impl<B: Backend> DynArray<B> {
    /// The inclusive scan along an axis.
    pub(super) fn scanned(&self, op: ScanOp, axis: usize) -> Result<Self> {
        if self.is_empty() {
            return Ok(self.clone());
        }
        Self::operation("scan", &[self], self.dtype(), self.shape(), move |xp, x| xp.inclusive_scan(&op, x[0], axis))
    }

    /// Sorted along an axis.
    pub(super) fn sorted(&self, axis: usize) -> Result<Self> {
        if self.is_empty() {
            return Ok(self.clone());
        }
        Self::operation("sort", &[self], self.dtype(), self.shape(), move |xp, x| xp.sort(x[0], axis))
    }

    /// The indices that sort along an axis.
    pub(super) fn sorting(&self, axis: usize) -> Result<Self> {
        if self.is_empty() {
            return self.astype(DType::I64);
        }
        Self::operation("argsort", &[self], DType::I64, self.shape(), move |xp, x| xp.argsort(x[0], axis))
    }

    /// Along an axis, the elements at some places where sorting puts them, and the others on their side.
    pub(super) fn partitioned(&self, axis: usize, kth: Vec<usize>) -> Result<Self> {
        if self.is_empty() {
            return Ok(self.clone());
        }
        let partition = move |xp: &B, x: &[View<'_, B::Buffer>]| xp.partition(x[0], axis, &kth);
        Self::operation("partition", &[self], self.dtype(), self.shape(), partition)
    }

    /// The elements, in row-major order, where a mask of the same shape is true.
    pub(super) fn compacted(&self, mask: &Self) -> Result<Self> {
        if self.is_empty() {
            return self.flat();
        }
        let xp = self.xp();
        let (buffer, n) = xp.compact(self.computed()?.view()?, mask.computed_for("compact", xp)?.view()?)?;
        Ok(Self::from_buffer(xp, self.dtype(), &[n], buffer))
    }

    /// The row-major indices where a mask is true.
    pub(crate) fn places(&self) -> Result<Self> {
        if self.is_empty() {
            return self.flat()?.astype(DType::I64);
        }
        let (buffer, n) = self.xp().nonzero(self.computed()?.view()?)?;
        Ok(Self::from_buffer(self.xp(), DType::I64, &[n], buffer))
    }

    /// Along an axis, the elements at one index each.
    pub(super) fn taken_along(&self, axis: usize, index: &Self) -> Result<Self> {
        let xp = self.xp();
        if index.is_empty() {
            return Self::full(xp, Scalar::from_f64(self.dtype(), 0.0), index.shape());
        }
        let take = move |xp: &B, x: &[View<'_, B::Buffer>]| xp.take_along_axis(x[0], axis, x[1]);
        Self::operation("take_along_axis", &[self, index], self.dtype(), index.shape(), take)?.evaluated()
    }

    /// A vector with element `i` moved to place `index[i]`; the index is a permutation.
    pub(super) fn scattered(&self, index: &Self) -> Result<Self> {
        let (n, dtype) = (self.len(), self.dtype());
        if n == 0 {
            return self.flat();
        }
        let scatter = move |xp: &B, x: &[View<'_, B::Buffer>]| {
            let mut buffer = crate::graph::alloc(xp, n * dtype.size())?;
            let place = Layout::row_major(&[n]);
            xp.scatter(ScatterOp::Put, Output::new(&mut buffer, dtype, &place)?, x[0], x[1])?;
            Ok(buffer)
        };
        Self::operation("scatter", &[index, self], dtype, &[n], scatter)?.evaluated()
    }

    /// Where each of `values` would go in a sorted vector of their type.
    pub(super) fn searched(&self, values: &Self, side: Side) -> Result<Self> {
        if values.is_empty() {
            return values.astype(DType::I64);
        }
        let search = move |xp: &B, x: &[View<'_, B::Buffer>]| xp.searchsorted(x[1], x[0], side);
        Self::operation("searchsorted", &[values, self], DType::I64, values.shape(), search)
    }

    /// How often each of `0..len` occurs in a vector (`i64`), or the sums of weights (`f64`).
    pub(super) fn counted(&self, weights: Option<&Self>, len: usize) -> Result<Self> {
        const OP: &str = "bincount";
        checked_len(&[len])?;
        if let Some(weights) = weights {
            same_device(OP, self.xp(), weights.xp())?;
        }
        let dtype = if weights.is_some() { DType::F64 } else { DType::I64 };
        if self.is_empty() {
            return Self::full(self.xp(), Scalar::from_f64(dtype, 0.0), &[len]);
        }
        let inputs: SmallVec<[&Self; 2]> = std::iter::once(self).chain(weights).collect();
        let count = move |xp: &B, x: &[View<'_, B::Buffer>]| xp.bincount(x[0], x.get(1).copied(), len);
        Self::operation(OP, &inputs, dtype, &[len], count)?.evaluated()
    }
}
