//! Elements where a mask is true.

use super::{THREADS, V};
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use xparray_core::backend::Memory;
use xparray_core::{DType, Result};
use xparray_kernels::Routine;

/// Elements of a tile, as the kernel has it.
const TILE: usize = 4096;

pub fn compact<D: Driver>(gpu: &Gpu<D>, x: V<'_, D>, mask: V<'_, D>) -> Result<(Buffer<D>, usize)> {
    select(gpu, Some(x), mask)
}

pub fn nonzero<D: Driver>(gpu: &Gpu<D>, mask: V<'_, D>) -> Result<(Buffer<D>, usize)> {
    select(gpu, None, mask)
}

/// Values, or indices if there are none.
fn select<D: Driver>(gpu: &Gpu<D>, x: Option<V<'_, D>>, mask: V<'_, D>) -> Result<(Buffer<D>, usize)> {
    let (n, dtype) = (mask.layout.len(), x.map_or(DType::I64, |x| x.dtype));
    if n == 0 {
        return Ok((gpu.alloc_buffer(0)?, 0));
    }
    let mask = gpu.packed(mask)?;
    let mut out = gpu.alloc_buffer(n * dtype.size())?;
    let tiles = n.div_ceil(TILE);
    // The counter of tiles, the total, and a state for each tile.
    let mut scratch = gpu.zeros((2 + tiles) * 8)?;
    let at = scratch.address();
    let (states, total) = (at + 16, at + 8);
    let routine = Routine::select(dtype);
    // SAFETY: the kernels declare these; they write at most as many elements as there are, and the scratch memory has
    // room for the counter, the total and the states.
    unsafe {
        match x {
            Some(x) => {
                let args = (&gpu.packed(x)?, &mask, n as u64, &mut out, &mut scratch, states, total);
                gpu.run(&routine, "xp_compact", tiles, THREADS, args)?;
            }
            None => {
                let args = (&mask, n as u64, &mut out, &mut scratch, states, total);
                gpu.run(&routine, "xp_nonzero", tiles, THREADS, args)?;
            }
        }
    }
    let mut count = [0; 8];
    gpu.download(&scratch, 8, &mut count)?;
    let count = u64::from_ne_bytes(count) as usize;
    if count > n / 2 {
        return Ok((out, count));
    }
    // Room for all would be kept as long as the few.
    let mut few = gpu.alloc_buffer(count * dtype.size())?;
    gpu.copy(&out, &mut few, count * dtype.size())?;
    Ok((few, count))
}
