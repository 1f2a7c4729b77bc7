//! Writes by index.

use super::sort::Pairs;
use super::sums::Sums;
use super::{THREADS, V};
use crate::blas::matrices::same_type;
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::{Config, Driver};
use crate::packed::Packed;
use xparray_ir::backend::{Output, Primitives, ScatterOp, View};
use xparray_ir::layout::checked_len;
use xparray_ir::{DType, Error, Kind, Layout, Result};
use xparray_kernels::{FaultOp, Routine};

/// A mark for every place is worth it up to so many places for each write.
const SPARSE: usize = 8;
/// Bytes of a block's tables of weights: the shared memory that every device gives without being asked.
const TABLES: usize = Routine::WEIGHT_BINS * size_of::<f64>();
const MOST_WARPS: usize = 8;
/// Weights that a warp adds at least, so that its table is worth it.
const WORTH: usize = 1 << 10;

pub fn scatter<D: Driver>(
    gpu: &Gpu<D>,
    op: ScatterOp,
    target: Output<'_, Buffer<D>>,
    indices: V<'_, D>,
    values: V<'_, D>,
) -> Result<()> {
    let (n, len, dtype) = (indices.len(), target.layout().len(), values.dtype());
    if !target.layout().is_contiguous() {
        return Err(Error::value("scatter", "the target is not row-major"));
    }
    same_type("scatter", target.dtype(), dtype)?;
    same_type("scatter", DType::I64, indices.dtype())?;
    if n == 0 {
        return Ok(());
    }
    let (indices, values) = (gpu.packed(indices)?, gpu.packed(values)?);
    target.buffer().order_for_writing(gpu)?;
    let target = target.buffer().address() + (target.layout().offset() * dtype.size()) as u64;
    match op {
        ScatterOp::Put => put(gpu, target, len, &indices, &values, dtype, n),
        op => join(gpu, op, target, len, &indices, &values, dtype, n, FaultOp::ScatterJoin),
    }
}

/// The sums of the weights of each of `0..len`.
pub fn weighted_count<D: Driver>(gpu: &Gpu<D>, x: V<'_, D>, weights: V<'_, D>, len: usize) -> Result<Buffer<D>> {
    same_type("bincount", DType::I64, x.dtype())?;
    same_type("bincount", DType::F64, weights.dtype())?;
    let n = x.len();
    if n > 0 && len <= Routine::WEIGHT_BINS {
        return weighted_count_of_few(gpu, x, weights, len);
    }
    let sums = gpu.zeros(checked_len(&[len])? * size_of::<f64>())?;
    if n > 0 {
        let (indices, weights) = (gpu.packed(x)?, gpu.packed(weights)?);
        sums.order_for_writing(gpu)?;
        join(gpu, ScatterOp::Add, sums.address(), len, &indices, &weights, DType::F64, n, FaultOp::Bincount)?;
    }
    Ok(sums)
}

/// Likewise for so few that a warp has a table of them.
fn weighted_count_of_few<D: Driver>(gpu: &Gpu<D>, x: V<'_, D>, weights: V<'_, D>, len: usize) -> Result<Buffer<D>> {
    let (routine, n, table) = (Routine::weights(), x.len(), len * size_of::<f64>());
    let warps = (TABLES / table.max(1)).clamp(1, MOST_WARPS);
    let (threads, blocks) = (32 * warps as u32, n.div_ceil(WORTH * warps).clamp(1, gpu.units() * 4));
    let mut totals = gpu.alloc_buffer(table)?;
    let mut sums = gpu.alloc_buffer(blocks * table)?;
    let (x, weights) = (gpu.packed(x)?, gpu.packed(weights)?);
    let config = Config { shared: (warps * table) as u32, ..Config::line(blocks, threads) };
    let totalling = Config::line(len.div_ceil(MOST_WARPS).max(1), 32 * MOST_WARPS as u32);
    // SAFETY: the kernels declare these; each block writes `len` sums, and the last `len` totals.
    unsafe {
        let args = (&x, &weights, n as u64, len as u32, &mut sums, gpu.fault_address());
        gpu.run_grid(&routine, "xp_weigh", config, args)?;
        gpu.run_grid(&routine, "xp_total", totalling, (&sums, blocks as u32, len as u32, &mut totals))?;
    }
    Ok(totals)
}

fn put<D: Driver>(
    gpu: &Gpu<D>,
    target: u64,
    len: usize,
    indices: &Packed<'_, D>,
    values: &Packed<'_, D>,
    dtype: DType,
    n: usize,
) -> Result<()> {
    let (routine, blocks) = (Routine::scatter(ScatterOp::Put, dtype), gpu.blocks(n));
    if len / SPARSE > n {
        let places = Places::new(gpu, &routine, indices, len, n, FaultOp::Scatter)?;
        let order = places.order(gpu)?;
        // SAFETY: the kernel declares these; the places are inside the target, or nothing is written.
        return unsafe {
            let args = (&places.places, &order, values, n as u64, &places.refused, target);
            gpu.run(&routine, "xp_put_sorted", blocks, THREADS, args)
        };
    }
    // Word 0 is whether an index is wrong, the others the last write to each place.
    let mut marks = gpu.zeros((1 + len) * 8)?;
    let (refused, last) = (marks.address(), marks.address() + 8);
    let (n, len) = (n as u64, len as u64);
    // SAFETY: the kernels declare these; marks and target have `len` places, and indices are checked first.
    unsafe {
        let op = FaultOp::Scatter as u32;
        let args = (indices, n, len, last, refused, gpu.fault_address(), op);
        gpu.run(&routine, "xp_claim", blocks, THREADS, args)?;
        let args = (indices, values, n, len, last, &mut marks, target);
        gpu.run(&routine, "xp_put", blocks, THREADS, args)
    }
}

#[allow(clippy::too_many_arguments)]
fn join<D: Driver>(
    gpu: &Gpu<D>,
    how: ScatterOp,
    target: u64,
    len: usize,
    indices: &Packed<'_, D>,
    values: &Packed<'_, D>,
    dtype: DType,
    n: usize,
    op: FaultOp,
) -> Result<()> {
    let (routine, blocks) = (Routine::scatter(how, dtype), gpu.blocks(n));
    let in_order = how == ScatterOp::Mul || matches!(dtype.kind(), Kind::Float | Kind::Complex);
    if in_order
        && how == ScatterOp::Add
        && let Some(sums) = Sums::new(gpu, dtype, n, len)
    {
        return sums.add(target, indices, values, op);
    }
    if in_order && n <= Routine::SHORT && u32::try_from(len).is_ok() {
        return join_runs(gpu, &routine, target, len, indices, values, dtype, n, op);
    }
    let places = Places::new(gpu, &routine, indices, len, n, op)?;
    // SAFETY: the kernels declare these; the places are inside the target, or nothing is written.
    unsafe {
        if in_order {
            let order = places.order(gpu)?;
            let args = (&places.places, &order, values, n as u64, &places.refused, target);
            return gpu.run(&routine, "xp_join_sorted", blocks, THREADS, args);
        }
        // Integers add in any order, and are compared so.
        let entry = if how == ScatterOp::Add { "xp_add" } else { "xp_join_any" };
        let args = (&places.places, values, n as u64, &places.refused, target);
        gpu.run(&routine, entry, blocks, THREADS, args)
    }
}

/// Joins in the values' order. They are sorted by as many bytes of their places as count.
#[allow(clippy::too_many_arguments)]
fn join_runs<D: Driver>(
    gpu: &Gpu<D>,
    routine: &Routine,
    target: u64,
    len: usize,
    indices: &Packed<'_, D>,
    values: &Packed<'_, D>,
    dtype: DType,
    n: usize,
    op: FaultOp,
) -> Result<()> {
    let (mut keys, mut refused) = (gpu.alloc_buffer(n * 4)?, gpu.zeros(4)?);
    let (blocks, n_u, fault) = (gpu.blocks(n), n as u64, gpu.fault_address());
    let passes = (usize::BITS - len.saturating_sub(1).leading_zeros()).div_ceil(8).max(1) as usize;
    // SAFETY: the kernels declare these; there are `n` keys and words, and the places are inside the target, or nothing is
    // written.
    unsafe {
        let args = (indices, n_u, len as u64, &mut keys, &mut refused, fault, op as u32);
        gpu.run(routine, "xp_resolve_keys", blocks, THREADS, args)?;
        // Words of values go along; of others their places do.
        let along = dtype.size() == size_of::<u32>();
        values.buffer().0.order_for_reading(gpu)?;
        let pairs = Pairs::new(gpu, n, passes)?;
        pairs.count(gpu, &keys)?;
        let [places, words] = pairs.sort(gpu, &keys, if along { values.address() } else { 0 })?;
        if along {
            return gpu.run(routine, "xp_join_pairs", blocks, THREADS, (&places, &words, n_u, &refused, target));
        }
        gpu.run(routine, "xp_join_ordered", blocks, THREADS, (&places, &words, values, n_u, &refused, target))
    }
}

/// Checked places of indices, and whether one was wrong.
struct Places<D: Driver> {
    places: Buffer<D>,
    refused: Buffer<D>,
    n: usize,
}

impl<D: Driver> Places<D> {
    fn new(
        gpu: &Gpu<D>,
        routine: &Routine,
        indices: &Packed<'_, D>,
        len: usize,
        n: usize,
        op: FaultOp,
    ) -> Result<Self> {
        let (mut places, mut refused) = (gpu.alloc_buffer(n * 8)?, gpu.zeros(4)?);
        // SAFETY: the kernel declares these, and writes `n` places.
        unsafe {
            let args = (indices, n as u64, len as u64, &mut places, &mut refused, gpu.fault_address(), op as u32);
            gpu.run(routine, "xp_resolve", gpu.blocks(n), THREADS, args)?;
        }
        Ok(Self { places, refused, n })
    }

    /// The stable order that sorts them.
    fn order(&self, gpu: &Gpu<D>) -> Result<Buffer<D>> {
        let layout = Layout::row_major(&[self.n]);
        gpu.argsort(View::new(&self.places, DType::I64, &layout)?, 0)
    }
}
