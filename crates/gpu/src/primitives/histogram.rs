//! Binary search, and counting of values in bins.

use super::{THREADS, V};
use crate::blas::matrices::same_type;
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::{Config, Driver};
use xparray_ir::backend::Side;
use xparray_ir::layout::checked_len;
use xparray_ir::{DType, Error, Result};
use xparray_kernels::Routine;

/// The most bins that are counted in the shared memory of each block, which every device has.
const LOCAL: usize = 8 << 10;
/// Values that a block counts at least, so that its table is worth it.
const WORTH: usize = 1 << 13;
const COUNTERS: u32 = 512;

pub fn search<D: Driver>(gpu: &Gpu<D>, sorted: V<'_, D>, values: V<'_, D>, side: Side) -> Result<Buffer<D>> {
    same_type("searchsorted", sorted.dtype(), values.dtype())?;
    let (len, n) = (sorted.layout().len(), values.layout().len());
    let mut out = gpu.alloc_buffer(n * size_of::<i64>())?;
    if n > 0 {
        let routine = Routine::search(values.dtype());
        let (sorted, values) = (gpu.packed(sorted)?, gpu.packed(values)?);
        let right = u32::from(side == Side::Right);
        // SAFETY: the kernel declares these, and writes `n` places.
        unsafe {
            let args = (&sorted, len as u64, &values, n as u64, &mut out, right);
            gpu.run(&routine, "xp_search", gpu.blocks(n), THREADS, args)?;
        }
    }
    Ok(out)
}

pub fn histogram<D: Driver>(gpu: &Gpu<D>, x: V<'_, D>, edges: V<'_, D>, uniform: bool) -> Result<Buffer<D>> {
    same_type("histogram", x.dtype(), edges.dtype())?;
    let n = x.layout().len();
    let bins = edges.layout().len().checked_sub(1).filter(|&bins| bins > 0);
    let bins = bins.ok_or_else(|| Error::value("histogram", "there are no bins"))?;
    let mut counts = gpu.zeros(bins * size_of::<i64>())?;
    if n > 0 {
        let routine = Routine::search(x.dtype());
        let (x, edges) = (gpu.packed(x)?, gpu.packed(edges)?);
        let (config, local) = tables(gpu, n, bins);
        // SAFETY: the kernel declares these; the tables have room for the bins.
        unsafe {
            let args = (&x, n as u64, &edges, bins as u64, &mut counts, local, u32::from(uniform));
            gpu.run_grid(&routine, "xp_histogram", config, args)?;
        }
    }
    Ok(counts)
}

/// How often each of `0..len` occurs.
pub fn count<D: Driver>(gpu: &Gpu<D>, x: V<'_, D>, len: usize) -> Result<Buffer<D>> {
    same_type("bincount", DType::I64, x.dtype())?;
    let n = x.layout().len();
    let mut counts = gpu.zeros(checked_len(&[len])? * size_of::<i64>())?;
    if n > 0 {
        let routine = Routine::search(x.dtype());
        let x = gpu.packed(x)?;
        let (config, local) = tables(gpu, n, len);
        // SAFETY: as above; values are checked.
        unsafe {
            let args = (&x, n as u64, len as u64, &mut counts, local, gpu.fault_address());
            gpu.run_grid(&routine, "xp_count", config, args)?;
        }
    }
    Ok(counts)
}

/// A launch whose blocks count in tables of their own, if the bins are few; and the length of the tables.
fn tables<D: Driver>(gpu: &Gpu<D>, n: usize, bins: usize) -> (Config, u32) {
    let local = if bins <= LOCAL { bins as u32 } else { 0 };
    let blocks = n.div_ceil(WORTH).clamp(1, gpu.units() * 4);
    (Config { shared: local * 4, ..Config::line(blocks, COUNTERS) }, local)
}
