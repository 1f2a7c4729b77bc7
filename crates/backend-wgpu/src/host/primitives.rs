//! [`Primitives`] and [`Rng`].

use super::V;
use crate::buffer::Buffer;
use crate::device::Wgpu;
use crate::scatter::is_native;
use crate::{scan, search, select, sort};
use xparray_ir::Result;
use xparray_ir::backend::{Output, Primitives, Rng, ScanOp, ScatterOp, Side};

impl Primitives for Wgpu {
    fn inclusive_scan(&self, op: &ScanOp, x: V<'_>, axis: usize) -> Result<Buffer> {
        scan::inclusive(self, op, x, axis)
    }

    fn sort(&self, x: V<'_>, axis: usize) -> Result<Buffer> {
        sort::sorted(self, x, axis)
    }

    fn argsort(&self, x: V<'_>, axis: usize) -> Result<Buffer> {
        sort::order(self, x, axis)
    }

    fn compact(&self, x: V<'_>, mask: V<'_>) -> Result<(Buffer, usize)> {
        select::compact(self, x, mask)
    }

    fn nonzero(&self, mask: V<'_>) -> Result<(Buffer, usize)> {
        select::nonzero(self, mask)
    }

    fn take(&self, x: V<'_>, axis: usize, indices: V<'_>) -> Result<Buffer> {
        self.taken(x, axis, indices)
    }

    fn take_along_axis(&self, x: V<'_>, axis: usize, indices: V<'_>) -> Result<Buffer> {
        self.taken_along(x, axis, indices)
    }

    fn scatter(&self, op: ScatterOp, target: Output<'_, Buffer>, indices: V<'_>, values: V<'_>) -> Result<()> {
        if is_native(op, values.dtype(), values.len(), target.layout().len()) {
            return self.scattered(op, &target, indices, values);
        }
        let mut block = self.block(target.buffer())?;
        let (indices, values) = (self.fetched(indices)?, self.fetched(values)?);
        let written = Output::new(&mut block, target.dtype(), target.layout())?;
        self.host().scatter(op, written, indices.view()?, values.view()?)?;
        self.restore(&block, target.buffer())
    }

    fn searchsorted(&self, sorted: V<'_>, values: V<'_>, side: Side) -> Result<Buffer> {
        search::search(self, sorted, values, side)
    }

    fn histogram(&self, x: V<'_>, edges: V<'_>, uniform: bool) -> Result<Buffer> {
        search::histogram(self, x, edges, uniform)
    }

    fn bincount(&self, x: V<'_>, weights: Option<V<'_>>, len: usize) -> Result<Buffer> {
        match weights {
            None => search::count(self, x, len),
            Some(weights) => self.two(x, weights, |cpu, x, weights| cpu.bincount(x, Some(weights), len)),
        }
    }
}

impl Rng for Wgpu {
    fn permutation(&self, seed: u64, stream: u64, len: usize) -> Result<Buffer> {
        self.stored(self.host().permutation(seed, stream, len)?)
    }
}
