//! Sums of floats at places, the same in every run.

use super::THREADS;
use super::sort::Pairs;
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::{Config, Driver};
use crate::packed::Packed;
use crate::sparse::MatrixRef;
use crate::sparse::product::{Spread, spread};
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
        if len == 0 || all > MOST_BITS || n > Routine::SHORT || len / SPARSE > n {
            return None;
        }
        let passes = all.saturating_sub(table + TABLE_BITS).div_ceil(8);
        let bits = all.saturating_sub(8 * passes).max(table.min(all));
        let segment = n.div_ceil(PIECES).max(SEGMENT);
        Some(Self {
            passes: passes as usize,
            bits,
            buckets: ((len - 1) >> bits) + 1,
            width: 1 << bits.min(table),
            segment,
        })
    }

    fn tables(&self) -> usize {
        (1 << self.bits) / self.width
    }
}

/// Additions of `n` floats or complex numbers to `len` places. What goes to a place is added up as integers, so threads may do it
/// in any order.
pub struct Sums<'a, D: Driver> {
    gpu: &'a Gpu<D>,
    /// Of the parts of complex numbers.
    routine: Routine,
    division: Division,
    dtype: DType,
    n: usize,
    len: usize,
}

/// Where the places come from, and in which order the values are.
enum Source<'s, D: Driver> {
    /// The address of indices, which are checked, and who is told of a wrong one.
    Given(u64, FaultOp),
    Sorted(&'s Sorted<D>),
}

/// Keys by buckets, the values or where they are, and where each bucket begins and the last one ends.
struct Sorted<D: Driver> {
    keys: Buffer<D>,
    words: Buffer<D>,
    starts: Buffer<D>,
}

impl<'a, D: Driver> Sums<'a, D> {
    /// If there are few enough places for each value.
    pub fn new(gpu: &'a Gpu<D>, dtype: DType, n: usize, len: usize) -> Option<Self> {
        let division = Division::new(dtype.real(), n, len)?;
        Some(Self { gpu, routine: Routine::sums(dtype.real()), division, dtype, n, len })
    }

    /// Adds values at indices to a target at an address that is ordered on the stream; nothing, if an index is wrong.
    pub fn add(&self, target: u64, indices: &Packed<'_, D>, values: &Packed<'_, D>, op: FaultOp) -> Result<()> {
        let (gpu, Division { passes, bits, .. }) = (self.gpu, self.division);
        let mut refused = gpu.zeros(4)?;
        values.buffer().0.order_for_reading(gpu)?;
        indices.buffer().0.order_for_reading(gpu)?;
        if passes == 0 {
            return self.sum(target, Source::Given(indices.address(), op), values.address(), &mut refused);
        }
        let mut keys = gpu.alloc_buffer(self.n * 4)?;
        let ([n, len], fault) = ([self.n, self.len].map(|n| n as u64), gpu.fault_address());
        // SAFETY: the kernel declares these, and writes `n` keys.
        unsafe {
            let args = (indices, n, len, bits, passes as u32, &mut keys, &mut refused, fault, op as u32);
            gpu.run(&self.routine, "xp_keys", gpu.blocks(self.n), THREADS, args)?;
        }
        let sorted = self.sorted(&keys, values.address())?;
        self.sum(target, Source::Sorted(&sorted), values.address(), &mut refused)
    }

    /// Adds a matrix' entries, each times the number of a vector for its row, to a target with a place for each column.
    pub fn add_products(&self, target: u64, a: &MatrixRef<'_, D>, x: &Packed<'_, D>) -> Result<()> {
        let (gpu, Division { passes, bits, .. }) = (self.gpu, self.division);
        let mut products = gpu.alloc_buffer(self.n * self.dtype.size())?;
        let mut refused = gpu.zeros(4)?;
        if passes == 0 {
            let mut places = gpu.alloc_buffer(self.n * 8)?;
            spread(gpu, a, x, &mut products, Spread::Columns(&mut places))?;
            let source = Source::Given(places.address(), FaultOp::ScatterJoin);
            return self.sum(target, source, products.address(), &mut refused);
        }
        let mut keys = gpu.alloc_buffer(self.n * 4)?;
        spread(gpu, a, x, &mut products, Spread::Keys(&mut keys, bits, 8 * passes as u32))?;
        let sorted = self.sorted(&keys, products.address())?;
        self.sum(target, Source::Sorted(&sorted), products.address(), &mut refused)
    }

    /// Keys in order, with the values at an address, if these are words, or where they are.
    fn sorted(&self, keys: &Buffer<D>, values: u64) -> Result<Sorted<D>> {
        let (gpu, Division { passes, buckets, .. }) = (self.gpu, self.division);
        let pairs = Pairs::new(gpu, self.n, passes)?;
        pairs.count(gpu, keys)?;
        let [keys, words] = pairs.sort(gpu, keys, if self.along() { values } else { 0 })?;
        let mut starts = gpu.alloc_buffer((buckets + 1) * 4)?;
        // With one byte there are as many buckets as threads, or fewer.
        let blocks = if passes == 1 { 1 } else { (buckets + 1).div_ceil(THREADS as usize) };
        let args = (&keys, pairs.counts(), self.n as u64, passes as u32, buckets as u32, &mut starts);
        // SAFETY: the kernel declares these, and writes as many starts as there are buckets, and one.
        unsafe { gpu.run(&self.routine, "xp_starts", blocks, THREADS, args)? };
        Ok(Sorted { keys, words, starts })
    }

    /// Whether values are sorted along with their keys.
    fn along(&self) -> bool {
        self.dtype == DType::F32
    }

    fn sum(&self, target: u64, source: Source<'_, D>, values: u64, refused: &mut Buffer<D>) -> Result<()> {
        let (gpu, Division { passes, bits, buckets, width, segment }) = (self.gpu, self.division);
        let (pieces, tables) = (self.n / segment + buckets, self.division.tables());
        let mut sums = gpu.alloc_buffer(pieces * tables * width * size_of::<f64>())?;
        let grid = [pieces as u32, tables as u32, 1];
        let config = Config { grid, ..Config::line(pieces, Routine::SUM_THREADS) };
        let parts = if self.dtype.is_complex() { 2 } else { 1 };
        let [n, len, segment, stride] = [self.n, self.len, segment, parts].map(|n| n as u64);
        let (width, count, shift) = (width as u32, buckets as u32, 8 * passes as u32);
        for k in 0..parts {
            let part = |start: u64| start + (k * self.dtype.size() / parts) as u64;
            let (from, to, run) = (part(values), part(target), &self.routine);
            // SAFETY: the kernels declare these. A piece has sums for its bucket's tables; the places are inside the target, or
            // nothing is written.
            unsafe {
                let starts = match source {
                    Source::Given(indices, op) => {
                        let (refused, fault, op) = (&mut *refused, gpu.fault_address(), op as u32);
                        let args = (indices, from, stride, n, len, segment, width, &mut sums, refused, fault, op);
                        gpu.run_grid(run, "xp_sum_given", config, args)?;
                        0
                    }
                    Source::Sorted(Sorted { keys, words, starts }) if self.along() => {
                        let args = (keys, words, starts, count, segment, shift, width, &mut sums);
                        gpu.run_grid(run, "xp_sum_along", config, args)?;
                        starts.address()
                    }
                    Source::Sorted(Sorted { keys, words, starts }) => {
                        let args = (keys, words, from, stride, starts, count, segment, shift, width, &mut sums);
                        gpu.run_grid(run, "xp_sum_ordered", config, args)?;
                        starts.address()
                    }
                };
                let args = (&sums, starts, n, len, segment, bits, width, &*refused, to, stride);
                gpu.run(run, "xp_add_sums", gpu.blocks(self.len), THREADS, args)?;
            }
        }
        Ok(())
    }
}
