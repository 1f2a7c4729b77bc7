//! Sums of floats at places, the same in every run.

use super::THREADS;
use super::sort::pairs;
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::{Config, Driver};
use crate::packed::Packed;
use xparray_ir::{DType, Result};
use xparray_kernels::{FaultOp, Routine};

/// Values of a piece that a block adds up, at least.
const SEGMENT: usize = 1 << 15;
/// Pieces into which many values of one place are cut, at most about.
const PIECES: usize = 512;
/// Tables that a bucket may have more than one: each of their blocks reads all of the bucket, which costs less than another pass of the
/// sort.
const TABLE_BITS: u32 = 2;
/// Two passes of the sort, and one table.
const MOST_BITS: u32 = 16 + 11;
/// Tables are worth it up to so many places for each value.
const SPARSE: usize = 8;

/// How places are divided.
#[derive(Clone, Copy, Debug)]
struct Division {
    /// Passes of the sort, by a byte of the bucket each.
    passes: usize,
    /// The bits of a place's number in its bucket.
    bits: u32,
    buckets: usize,
    /// Places of a table.
    width: usize,
    segment: usize,
}

impl Division {
    /// Of `n` values and `len` places, if tables are worth it.
    fn new(dtype: DType, n: usize, len: usize) -> Option<Self> {
        let (all, table) = (usize::BITS - len.saturating_sub(1).leading_zeros(), Routine::sum_bits(dtype));
        if all > MOST_BITS || n > Routine::SHORT || len / SPARSE > n {
            return None;
        }
        let passes = all.saturating_sub(table + TABLE_BITS).div_ceil(8);
        let bits = all.saturating_sub(8 * passes).max(table.min(all));
        let segment = n.div_ceil(PIECES).max(SEGMENT);
        Some(Self {
            passes: passes as usize,
            bits,
            buckets: (len - 1 >> bits) + 1,
            width: 1 << bits.min(table),
            segment,
        })
    }

    fn tables(&self) -> usize {
        (1 << self.bits) / self.width
    }
}

/// Adds values to the places of a target that indices name, if these are few enough for each value: whether it did.
/// What goes to a place is added up exactly first, so its order does not count.
#[allow(clippy::too_many_arguments)]
pub fn add<D: Driver>(
    gpu: &Gpu<D>,
    target: u64,
    len: usize,
    indices: &Packed<'_, D>,
    values: &Packed<'_, D>,
    dtype: DType,
    n: usize,
    op: FaultOp,
) -> Result<bool> {
    let (part, parts) = (dtype.real(), if dtype.is_complex() { 2 } else { 1 });
    let Some(division) = Division::new(part, n, len) else { return Ok(false) };
    let routine = Routine::sums(part);
    let refused = &mut gpu.zeros(4)?;
    let sorted = if division.passes == 0 {
        None
    } else {
        Some(Sorted::new(gpu, &routine, division, indices, values, dtype, [n, len], refused, op)?)
    };
    let Division { bits, buckets, width, segment, .. } = division;
    let pieces = n / segment + buckets;
    let mut sums = gpu.alloc_buffer(pieces * division.tables() * width * size_of::<f64>())?;
    let config =
        Config { grid: [pieces as u32, division.tables() as u32, 1], ..Config::line(pieces, Routine::SUM_THREADS) };
    values.buffer().0.order_for_reading(gpu)?;
    let (stride, n, len, segment) = (parts as u64, n as u64, len as u64, segment as u64);
    for k in 0..parts {
        let at = |start: u64| start + (k * part.size()) as u64;
        let (width, from, starts) =
            (width as u32, at(values.address()), sorted.as_ref().map_or(0, |s| s.starts.address()));
        // SAFETY: the kernels declare these. A piece has sums for its bucket's tables; the places are inside the target, or
        // nothing is written.
        unsafe {
            match &sorted {
                None => {
                    let args = (
                        indices,
                        from,
                        stride,
                        n,
                        len,
                        segment,
                        width,
                        &mut sums,
                        &mut *refused,
                        gpu.fault_address(),
                        op as u32,
                    );
                    gpu.run_grid(&routine, "xp_sum_given", config, args)?;
                }
                Some(sorted) if sorted.along => {
                    let Sorted { keys, words, starts, .. } = sorted;
                    let args = (keys, words, starts, buckets as u32, segment, sorted.shift, width, &mut sums);
                    gpu.run_grid(&routine, "xp_sum_along", config, args)?;
                }
                Some(sorted) => {
                    let Sorted { keys, words, starts, .. } = sorted;
                    let args =
                        (keys, words, from, stride, starts, buckets as u32, segment, sorted.shift, width, &mut sums);
                    gpu.run_grid(&routine, "xp_sum_ordered", config, args)?;
                }
            }
            let args = (&sums, starts, n, len, segment, bits, width, &*refused, at(target), stride);
            gpu.run(&routine, "xp_add_sums", gpu.blocks(len as usize), THREADS, args)?;
        }
    }
    Ok(true)
}

/// Values by buckets.
struct Sorted<D: Driver> {
    keys: Buffer<D>,
    /// The values, or where they are.
    words: Buffer<D>,
    along: bool,
    /// Where each bucket begins, and the last one ends.
    starts: Buffer<D>,
    /// Bits of keys that say the bucket.
    shift: u32,
}

impl<D: Driver> Sorted<D> {
    #[allow(clippy::too_many_arguments)]
    fn new(
        gpu: &Gpu<D>,
        routine: &Routine,
        division: Division,
        indices: &Packed<'_, D>,
        values: &Packed<'_, D>,
        dtype: DType,
        [n, len]: [usize; 2],
        refused: &mut Buffer<D>,
        op: FaultOp,
    ) -> Result<Self> {
        let Division { passes, bits, buckets, .. } = division;
        let (mut keys, shift) = (gpu.alloc_buffer(n * 4)?, 8 * passes as u32);
        // SAFETY: the kernel declares these, and writes `n` keys.
        unsafe {
            let args = (indices, n as u64, len as u64, bits, shift, &mut keys, refused, gpu.fault_address(), op as u32);
            gpu.run(routine, "xp_keys", gpu.blocks(n), THREADS, args)?;
        }
        let along = dtype == DType::F32;
        values.buffer().0.order_for_reading(gpu)?;
        let (keys, words) = pairs(gpu, &keys, if along { values.address() } else { 0 }, n, passes)?;
        let mut starts = gpu.alloc_buffer((buckets + 1) * 4)?;
        let blocks = (buckets + 1).div_ceil(THREADS as usize);
        // SAFETY: the kernel declares these, and writes as many starts as there are buckets, and one.
        unsafe {
            gpu.run(routine, "xp_starts", blocks, THREADS, (&keys, n as u64, shift, buckets as u32, &mut starts))?
        };
        Ok(Self { keys, words, along, starts, shift })
    }
}
