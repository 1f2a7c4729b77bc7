//! Copies by index.

use super::axis::Around;
use super::{THREADS, V};
use crate::blas::matrices::same_type;
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::{Config, Driver};
use xparray_ir::layout::{Dims, checked_len};
use xparray_ir::{DType, Error, Result};
use xparray_kernels::{FaultOp, Routine};

/// Elements that a thread copies at a time.
const BATCH: usize = 4;
/// Bytes of the rows that a block stages, and so many at most.
const STAGED: usize = 16 << 10;
const ROWS: usize = 16;
/// Of staged rows, one in so many elements is taken at least: memory is read by sectors of as many.
const SECTOR: usize = 8;

pub fn take<D: Driver>(gpu: &Gpu<D>, x: V<'_, D>, axis: usize, indices: V<'_, D>) -> Result<Buffer<D>> {
    let around = Around::new(x.layout().shape(), axis);
    let count = indices.layout().len();
    copy(gpu, x, indices, FaultOp::Take, around, count, checked_len(&[around.outer, count, around.inner])?)
}

pub fn take_along_axis<D: Driver>(gpu: &Gpu<D>, x: V<'_, D>, axis: usize, indices: V<'_, D>) -> Result<Buffer<D>> {
    let (shape, places) = (x.layout().shape(), indices.layout().shape());
    let others =
        |shape: &[usize]| shape.iter().enumerate().filter(|&(k, _)| k != axis).map(|(_, &d)| d).collect::<Dims>();
    if shape.len() != places.len() || others(shape) != others(places) {
        return Err(Error::shape("take_along_axis", shape, places));
    }
    let around = Around::new(shape, axis);
    copy(gpu, x, indices, FaultOp::TakeAlong, around, places[axis], indices.layout().len())
}

fn copy<D: Driver>(
    gpu: &Gpu<D>,
    x: V<'_, D>,
    indices: V<'_, D>,
    op: FaultOp,
    around: Around,
    count: usize,
    total: usize,
) -> Result<Buffer<D>> {
    same_type("take", DType::I64, indices.dtype())?;
    let mut out = gpu.alloc_buffer(total * x.dtype().size())?;
    if total == 0 {
        return Ok(out);
    }
    let (x_rows, indices) = (gpu.packed(x)?, gpu.packed(indices)?);
    let row = around.len * x.dtype().size();
    if op == FaultOp::Take && around.inner == 1 && around.outer > 1 && row <= STAGED && around.len <= SECTOR * count {
        let rows = (STAGED / row.max(1)).clamp(1, ROWS);
        let config =
            Config { shared: (rows * row) as u32, ..Config::line(around.outer.div_ceil(rows).min(1 << 20), THREADS) };
        let sizes = (around.outer as u64, count as u32, around.len as u32, rows as u32);
        let args = (&x_rows, &indices, &mut out, sizes.0, sizes.1, sizes.2, sizes.3, gpu.fault_address(), op as u32);
        // SAFETY: the kernel declares these; it writes `outer` rows and checks what it reads.
        unsafe { gpu.run_grid(&Routine::index(x.dtype()), "xp_take_rows", config, args)? };
        return Ok(out);
    }
    let entry = match op {
        _ if total == count => ["xp_take_vector_wide", "xp_take_vector"],
        FaultOp::TakeAlong => ["xp_take_along_wide", "xp_take_along"],
        _ => ["xp_take_wide", "xp_take"],
    }[usize::from(total < 1 << 31)];
    let [total_u, count, len, inner] = [total, count, around.len, around.inner].map(|n| n as u64);
    // SAFETY: the kernel declares these; it writes `total` elements and checks what it reads.
    unsafe {
        let args = (&x_rows, &indices, &mut out, total_u, count, len, inner, gpu.fault_address(), op as u32);
        gpu.run(&Routine::index(x.dtype()), entry, gpu.blocks(total.div_ceil(BATCH)), THREADS, args)?;
    }
    Ok(out)
}
