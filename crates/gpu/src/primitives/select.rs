//! Elements where a mask is true.

use super::{THREADS, V};
use crate::blas::matrices::same_type;
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use xparray_ir::backend::Memory;
use xparray_ir::{DType, Result};
use xparray_kernels::Routine;

/// Elements of a tile, as the kernels have it.
const TILE: usize = 4096;
/// Blocks for each multiprocessor, which has them all at a time.
const RESIDENT: usize = 5;

pub fn compact<D: Driver>(gpu: &Gpu<D>, x: V<'_, D>, mask: V<'_, D>) -> Result<(Buffer<D>, usize)> {
    select(gpu, Some(x), mask)
}

pub fn nonzero<D: Driver>(gpu: &Gpu<D>, mask: V<'_, D>) -> Result<(Buffer<D>, usize)> {
    select(gpu, None, mask)
}

/// Values, or indices if there are none.
fn select<D: Driver>(gpu: &Gpu<D>, x: Option<V<'_, D>>, mask: V<'_, D>) -> Result<(Buffer<D>, usize)> {
    same_type("mask", DType::Bool, mask.dtype())?;
    let (n, dtype) = (mask.layout().len(), x.map_or(DType::I64, |x| x.dtype()));
    if n == 0 {
        return Ok((gpu.alloc_buffer(0)?, 0));
    }
    let routine = Routine::select(dtype);
    let tiles = n.div_ceil(TILE);
    let each = tiles.div_ceil(gpu.units() * RESIDENT);
    let blocks = tiles.div_ceil(each);
    let (n_u, each) = (n as u64, each as u64);
    let mut bits = gpu.alloc_buffer(tiles * TILE / 8)?;
    let mut counts = gpu.alloc_buffer(blocks * size_of::<u32>())?;
    // SAFETY: the kernel declares these; it writes a bit for each element of a tile and a count for each block.
    unsafe {
        let args = (&gpu.packed(mask)?, n_u, each, &mut bits, &mut counts);
        gpu.run(&routine, "xp_choose", blocks, THREADS, args)?;
    }
    let mut found = vec![0; blocks * size_of::<u32>()];
    gpu.download(&counts, 0, &mut found)?;
    let (found, _) = found.as_chunks();
    let count = found.iter().map(|&bytes| u32::from_ne_bytes(bytes) as usize).sum();
    let mut out = gpu.alloc_buffer(count * dtype.size())?;
    if count == 0 {
        return Ok((out, 0));
    }
    // SAFETY: the kernels declare these; they write as many elements as bits are set.
    unsafe {
        match x {
            Some(x) => {
                let args = (&gpu.packed(x)?, &bits, &counts, n_u, each, &mut out);
                gpu.run(&routine, "xp_compact", blocks, THREADS, args)?;
            }
            None => gpu.run(&routine, "xp_nonzero", blocks, THREADS, (&bits, &counts, n_u, each, &mut out))?,
        }
    }
    Ok((out, count))
}
