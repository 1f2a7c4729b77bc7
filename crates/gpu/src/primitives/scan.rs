//! Inclusive scans: rows in one pass over memory, columns by a thread each.

use super::axis::{Around, along_rows};
use super::{THREADS, V};
use crate::blas::matrices::same_type;
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use crate::packed::Packed;
use xparray_ir::backend::ScanOp;
use xparray_ir::{DType, Result, Scalar};
use xparray_kernels::{Routine, most_blocks};

/// Tiles of a group, and groups of a link: what the kernel has.
const GROUP: usize = 32;
/// With so many columns for each multiprocessor, or columns as short as this, a thread takes one.
const COLUMNS: usize = 128;
const SHORT: usize = 64;

pub fn inclusive<D: Driver>(gpu: &Gpu<D>, op: &ScanOp, x: V<'_, D>, axis: usize) -> Result<Buffer<D>> {
    let around = Around::new(x.layout().shape(), axis);
    if around.size() == 0 {
        return gpu.alloc_buffer(0);
    }
    let identity = match op {
        ScanOp::Custom(_, identity) => {
            same_type("scan", x.dtype(), identity.dtype())?;
            *identity
        }
        _ => Scalar::from_f64(x.dtype(), 0.0),
    };
    let many = around.outer * around.inner >= COLUMNS * gpu.units() || around.len <= SHORT;
    if around.inner > 1 && many {
        return columns(gpu, op, &gpu.packed(x)?, x.dtype(), around, identity);
    }
    along_rows(gpu, x, axis, x.dtype(), |rows, [count, len]| {
        if len <= SHORT || count * len.div_ceil(Routine::scan_tile(x.dtype())) > most_blocks(THREADS as usize) {
            let around = Around { outer: count, len, inner: 1 };
            return columns(gpu, op, rows, x.dtype(), around, identity);
        }
        self::rows(gpu, op, rows, x.dtype(), [count, len], identity)
    })
}

fn columns<D: Driver>(
    gpu: &Gpu<D>,
    op: &ScanOp,
    x: &Packed<'_, D>,
    dtype: DType,
    around: Around,
    identity: Scalar,
) -> Result<Buffer<D>> {
    let mut out = gpu.alloc_buffer(around.size() * dtype.size())?;
    let routine = Routine::scan(op, dtype, false)?;
    let blocks = gpu.blocks(around.outer * around.inner);
    let sizes = (around.outer as u64, around.len as u64, around.inner as u64);
    // SAFETY: the kernel declares these, and reads and writes as many elements as there are.
    unsafe {
        let args = (x, &mut out, sizes.0, sizes.1, sizes.2, identity);
        gpu.run(&routine, "xp_scan_columns", blocks, THREADS, args)?;
    }
    Ok(out)
}

fn rows<D: Driver>(
    gpu: &Gpu<D>,
    op: &ScanOp,
    x: &Packed<'_, D>,
    dtype: DType,
    [count, len]: [usize; 2],
    identity: Scalar,
) -> Result<Buffer<D>> {
    let mut out = gpu.alloc_buffer(count * len * dtype.size())?;
    let aligned = (count == 1 || (len * dtype.size()).is_multiple_of(16)) && x.address().is_multiple_of(16);
    let tile = Routine::scan_tile(dtype);
    let tiles = len.div_ceil(tile);
    // A tile for each multiprocessor: more would leave the L2 cache before it is read.
    let ahead = gpu.units() * tile;
    let groups = tiles.div_ceil(GROUP);
    let room = tiles + groups + groups.div_ceil(GROUP);
    // The counter of tiles, then slots.
    let mut scratch = gpu.zeros(16 + if tiles > 1 { count * room * Routine::scan_slot(op) } else { 0 })?;
    let slots = scratch.address() + 16;
    let routine = Routine::scan(op, dtype, aligned)?;
    // SAFETY: as above; the scratch memory has a counter, and room for each row, where the addresses say.
    unsafe {
        let sizes = ((count * len) as u64, len as u64, tiles as u64);
        let args = (x, &mut out, sizes.0, sizes.1, sizes.2, ahead as u64, &mut scratch, slots, room as u64, identity);
        gpu.run(&routine, "xp_scan_rows", count * tiles, THREADS, args)?;
    }
    Ok(out)
}
