//! [`Primitives`] of a GPU.

mod axis;
mod histogram;
mod partition;
mod scan;
mod scatter;
mod select;
mod sort;
pub(crate) mod sums;
mod take;

use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use xparray_ir::backend::{Output, Primitives, ScanOp, ScatterOp, Side, View};
use xparray_ir::{DType, Error, Result};

/// Threads of a block.
const THREADS: u32 = 256;

type V<'a, D> = View<'a, Buffer<D>>;

impl<D: Driver> Primitives for Gpu<D> {
    fn inclusive_scan(&self, op: &ScanOp, x: V<'_, D>, axis: usize) -> Result<Buffer<D>> {
        axis::check("scan", &x, axis)?;
        if x.dtype() == DType::Bool && !matches!(op, ScanOp::Custom(..)) {
            return Err(Error::Unsupported { backend: D::NAME, op: "scan", dtype: x.dtype() });
        }
        scan::inclusive(self, op, x, axis)
    }

    fn sort(&self, x: V<'_, D>, axis: usize) -> Result<Buffer<D>> {
        axis::check("sort", &x, axis)?;
        axis::along_rows(self, x, axis, x.dtype(), |rows, n| sort::values(self, rows, x.dtype(), n))
    }

    fn argsort(&self, x: V<'_, D>, axis: usize) -> Result<Buffer<D>> {
        axis::check("argsort", &x, axis)?;
        axis::along_rows(self, x, axis, DType::I64, |rows, n| sort::order(self, rows, x.dtype(), n))
    }

    fn partition(&self, x: V<'_, D>, axis: usize, kth: &[usize]) -> Result<Buffer<D>> {
        axis::check("partition", &x, axis)?;
        axis::along_rows(self, x, axis, x.dtype(), |rows, n| partition::values(self, rows, x.dtype(), n, kth))
    }

    fn compact(&self, x: V<'_, D>, mask: V<'_, D>) -> Result<(Buffer<D>, usize)> {
        if x.layout().shape() != mask.layout().shape() {
            return Err(Error::shape("compact", x.layout().shape(), mask.layout().shape()));
        }
        select::compact(self, x, mask)
    }

    fn nonzero(&self, mask: V<'_, D>) -> Result<(Buffer<D>, usize)> {
        select::nonzero(self, mask)
    }

    fn take(&self, x: V<'_, D>, axis: usize, indices: V<'_, D>) -> Result<Buffer<D>> {
        axis::check("take", &x, axis)?;
        take::take(self, x, axis, indices)
    }

    fn take_along_axis(&self, x: V<'_, D>, axis: usize, indices: V<'_, D>) -> Result<Buffer<D>> {
        axis::check("take_along_axis", &x, axis)?;
        take::take_along_axis(self, x, axis, indices)
    }

    fn scatter(&self, op: ScatterOp, target: Output<'_, Buffer<D>>, indices: V<'_, D>, values: V<'_, D>) -> Result<()> {
        if indices.layout().shape() != values.layout().shape() {
            return Err(Error::shape("scatter", indices.layout().shape(), values.layout().shape()));
        }
        scatter::scatter(self, op, target, indices, values)
    }

    fn searchsorted(&self, sorted: V<'_, D>, values: V<'_, D>, side: Side) -> Result<Buffer<D>> {
        histogram::search(self, sorted, values, side)
    }

    fn histogram(&self, x: V<'_, D>, edges: V<'_, D>, uniform: bool) -> Result<Buffer<D>> {
        histogram::histogram(self, x, edges, uniform)
    }

    fn bincount(&self, x: V<'_, D>, weights: Option<V<'_, D>>, len: usize) -> Result<Buffer<D>> {
        match weights {
            None => histogram::count(self, x, len),
            Some(weights) if weights.layout().shape() != x.layout().shape() => {
                Err(Error::shape("bincount", x.layout().shape(), weights.layout().shape()))
            }
            Some(weights) => scatter::weighted_count(self, x, weights, len),
        }
    }
}

impl<D: Driver> Gpu<D> {
    /// Blocks for so many items, a few for each thread if there are many.
    fn blocks(&self, items: usize) -> usize {
        items.div_ceil(THREADS as usize).clamp(1, self.units() * 32)
    }

    /// Memory of zeros.
    pub(crate) fn zeros(&self, bytes: usize) -> Result<Buffer<D>> {
        let mut buffer = self.alloc_buffer(bytes)?;
        self.fill_bytes(&mut buffer, 0, bytes)?;
        Ok(buffer)
    }
}
