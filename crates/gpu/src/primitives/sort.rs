//! Sorting of rows.

use super::THREADS;
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use crate::packed::Packed;
use smallvec::smallvec;
use std::sync::OnceLock;
use xparray_ir::backend::{Input, Launch, LaunchArgs, Output, Primitives, View};
use xparray_ir::ir::{BinaryOp, Inst, Kernel, Op, SharedKernel, UnaryOp};
use xparray_ir::{DType, Error, Layout, Result};
use xparray_kernels::{Routine, parts};

/// Rows up to this length are sorted by a block each.
const SMALL: usize = 2048;
const DIGITS: usize = 256;
/// Elements whose digits a block counts, at least.
const WORTH: usize = 1 << 14;

/// The rows with their elements in order.
pub fn values<D: Driver>(gpu: &Gpu<D>, x: &Packed<'_, D>, dtype: DType, [rows, len]: [usize; 2]) -> Result<Buffer<D>> {
    if rows * len == 0 {
        return gpu.alloc_buffer(0);
    }
    if len <= SMALL {
        return small(gpu, x, dtype, [rows, len], false);
    }
    if !dtype.is_complex() {
        return radix(gpu, x, dtype, [rows, len], false);
    }
    // Parts that compare equal can differ in their bits, so whole elements are moved.
    let order = order(gpu, x, dtype, [rows, len])?;
    let (buffer, start) = x.buffer();
    let elements = Layout::new(dims([rows, len]), strides([len as isize, 1]), start / dtype.size())?;
    let places = Layout::row_major(&[rows, len]);
    let order = View::new(&order, DType::I64, &places)?;
    gpu.take_along_axis(View::new(buffer, dtype, &elements)?, 1, order)
}

/// The stable order of each row's elements (`i64`).
pub fn order<D: Driver>(gpu: &Gpu<D>, x: &Packed<'_, D>, dtype: DType, [rows, len]: [usize; 2]) -> Result<Buffer<D>> {
    match dtype {
        _ if rows * len == 0 => gpu.alloc_buffer(0),
        _ if len <= SMALL => small(gpu, x, dtype, [rows, len], true),
        DType::Complex128 => order_of_pairs(gpu, x, [rows, len]),
        _ => radix(gpu, x, dtype, [rows, len], true),
    }
}

fn dims(dims: [usize; 2]) -> xparray_ir::layout::Dims {
    dims.into_iter().collect()
}

fn strides(strides: [isize; 2]) -> xparray_ir::layout::Strides {
    strides.into_iter().collect()
}

fn small<D: Driver>(
    gpu: &Gpu<D>,
    x: &Packed<'_, D>,
    dtype: DType,
    [rows, len]: [usize; 2],
    order: bool,
) -> Result<Buffer<D>> {
    let out = gpu.alloc_buffer(rows * len * if order { size_of::<i64>() } else { dtype.size() })?;
    let most = len.next_power_of_two().max(32);
    let address = out.address();
    let (sorted, places) = if order { (0, address) } else { (address, 0) };
    out.order_for_writing(gpu)?;
    let threads = (most as u32 / 2).clamp(32, THREADS);
    // SAFETY: the kernel declares these, and writes as many elements as it reads to one of the addresses.
    unsafe {
        let args = (x, sorted, places, rows as u64, len as u32);
        gpu.run(&Routine::sort_small(dtype, most), "xp_sort_rows", rows.min(1 << 20), threads, args)?;
    }
    Ok(out)
}

/// By the imaginary parts, then by the real ones, then by which of them are NaN: stable sorts, the last counts most.
fn order_of_pairs<D: Driver>(gpu: &Gpu<D>, x: &Packed<'_, D>, [rows, len]: [usize; 2]) -> Result<Buffer<D>> {
    let (buffer, start) = x.buffer();
    let part = |k: usize| Layout::new(dims([rows, len]), strides([2 * len as isize, 2]), start / 8 + k);
    let whole = Layout::row_major(&[rows, len]);
    let (re, im) = (part(0)?, part(1)?);
    let (re, im) = (View::new(buffer, DType::F64, &re)?, View::new(buffer, DType::F64, &im)?);
    let mut nans = gpu.alloc_buffer(rows * len)?;
    gpu.launch(LaunchArgs::new(
        which_are_nan()?,
        &[rows, len],
        2,
        &[Input::Buffer(re), Input::Buffer(im)],
        smallvec![Output::new(&mut nans, DType::U8, &whole)?],
        &[],
    )?)?;
    let mut order = gpu.argsort(im, 1)?;
    for key in [re, View::new(&nans, DType::U8, &whole)?] {
        let so_far = View::new(&order, DType::I64, &whole)?;
        let moved = gpu.take_along_axis(key, 1, so_far)?;
        let next = gpu.argsort(View::new(&moved, key.dtype(), &whole)?, 1)?;
        order = gpu.take_along_axis(so_far, 1, View::new(&next, DType::I64, &whole)?)?;
    }
    Ok(order)
}

/// The kernel that writes 2 where the first operand is NaN, plus 1 where the second one is.
fn which_are_nan() -> Result<&'static SharedKernel> {
    static KERNEL: OnceLock<SharedKernel> = OnceLock::new();
    SharedKernel::once(&KERNEL, || {
        let inst = |op, dtype, args: &[u16]| Inst { op, dtype, args: args.into() };
        let insts = vec![
            inst(Op::Load(0), DType::F64, &[]),
            inst(Op::Load(1), DType::F64, &[]),
            inst(Op::Unary(UnaryOp::IsNan), DType::Bool, &[0]),
            inst(Op::Unary(UnaryOp::IsNan), DType::Bool, &[1]),
            inst(Op::Cast, DType::U8, &[2]),
            inst(Op::Cast, DType::U8, &[3]),
            inst(Op::Binary(BinaryOp::Add), DType::U8, &[4, 4]),
            inst(Op::Binary(BinaryOp::Add), DType::U8, &[6, 5]),
        ];
        Kernel { insts, body: 8, outputs: vec![7], operands: 2, ..Kernel::default() }
    })
}

/// Two buffers that take turns.
struct Turns<D: Driver>([Option<Buffer<D>>; 2]);

impl<D: Driver> Turns<D> {
    fn new(gpu: &Gpu<D>, bytes: usize, count: usize) -> Result<Self> {
        let alloc = |k: usize| (k < count && bytes > 0).then(|| gpu.alloc_buffer(bytes)).transpose();
        Ok(Self([alloc(0)?, alloc(1)?]))
    }

    fn address(&self, k: usize) -> u64 {
        self.0[k % 2].as_ref().map_or(0, Buffer::address)
    }
}

fn radix<D: Driver>(
    gpu: &Gpu<D>,
    x: &Packed<'_, D>,
    dtype: DType,
    [rows, len]: [usize; 2],
    order: bool,
) -> Result<Buffer<D>> {
    if len > u32::MAX as usize {
        return Err(Error::value("sort", format!("rows of {len} elements: at most {} can be sorted", u32::MAX)));
    }
    let to_size = if order { size_of::<i64>() } else { dtype.size() };
    let out = gpu.alloc_buffer(rows * len * to_size)?;
    x.buffer().0.order_for_reading(gpu)?;
    out.order_for_writing(gpu)?;
    for part in parts(rows, len.div_ceil(Routine::sort_tile(dtype)), Routine::SORT_THREADS) {
        let at = |address: u64, size: usize| address + (part.start * len * size) as u64;
        let places = [at(x.address(), dtype.size()), at(out.address(), to_size)];
        // SAFETY: the rows of a part are inside both buffers, which are ordered on this stream.
        unsafe { radix_part(gpu, places, dtype, [part.len(), len], order)? };
    }
    Ok(out)
}

/// Rows for which one launch has enough blocks.
///
/// # Safety
/// From the addresses on there are so many rows, which the stream may read, and write.
unsafe fn radix_part<D: Driver>(
    gpu: &Gpu<D>,
    [x, out]: [u64; 2],
    dtype: DType,
    [rows, len]: [usize; 2],
    order: bool,
) -> Result<()> {
    let long = len > Routine::SHORT;
    let (routine, passes, tile) = (Routine::sort(dtype, order, long), dtype.size(), Routine::sort_tile(dtype));
    let (count_size, key_size) = (if long { 8 } else { 4 }, if order { passes.max(4) } else { passes });
    let (tiles, elements) = (len.div_ceil(tile), rows * len);
    let keys = Turns::new(gpu, elements * key_size, passes - 1)?;
    let indices = Turns::new(gpu, if order { elements * 4 } else { 0 }, passes - 1)?;
    // A counter of tiles for each pass, counts of digits, states of tiles for each pass.
    let (counts_at, counts) = (passes * 8, rows * passes * DIGITS * count_size);
    let states = rows * tiles * DIGITS * count_size;
    let scratch = gpu.zeros(counts_at + counts + passes * states)?;
    let at = |offset: usize| scratch.address() + offset as u64;
    let (counts, states_at) = (at(counts_at), |pass: usize| at(counts_at + counts + pass * states));
    let counters: Vec<u64> = (0..passes).map(|pass| at(pass * 8)).collect();
    let states: Vec<u64> = (0..passes).map(states_at).collect();
    scratch.order_for_writing(gpu)?;
    let pieces = len.div_ceil(WORTH).min((gpu.units() * 3).div_ceil(rows).max(1));
    let (len_u, tiles_u, threads) = (len as u64, tiles as u64, Routine::SORT_THREADS as u32);
    // SAFETY: the kernels declare these. Counts and states have room for every row and pass, keys and indices for every
    // element; what a pass reads, the one before has written.
    unsafe {
        gpu.run(&routine, "xp_digits", rows * pieces, threads, (x, counts, len_u, pieces as u64))?;
        for pass in 0..passes {
            let (first, last) = (pass == 0, pass + 1 == passes);
            let entry = match (first, last) {
                (true, true) => "xp_pass_only",
                (true, false) => "xp_pass_first",
                (false, false) => "xp_pass",
                (false, true) => "xp_pass_last",
            };
            let from = if first { x } else { keys.address(pass - 1) };
            let to = if last { out } else { keys.address(pass) };
            let from_order = if first { 0 } else { indices.address(pass - 1) };
            let counts = counts + (pass * DIGITS * count_size) as u64;
            let args = (
                from,
                from_order,
                to,
                indices.address(pass),
                len_u,
                tiles_u,
                pass as u32,
                counts,
                states[pass],
                counters[pass],
            );
            gpu.run(&routine, entry, rows * tiles, threads, args)?;
        }
    }
    Ok(())
}

/// A sort of keys (`u32`), of which so many of the lower bytes count, with words that go with them; stable.
pub struct Pairs<D: Driver> {
    routine: Routine,
    n: usize,
    passes: usize,
    /// A counter of tiles for each pass, counts of digits, states of tiles for each pass; zeros before.
    scratch: Buffer<D>,
}

impl<D: Driver> Pairs<D> {
    pub fn new(gpu: &Gpu<D>, n: usize, passes: usize) -> Result<Self> {
        let states = n.div_ceil(Routine::sort_tile(DType::U32)) * DIGITS * 4;
        let scratch = gpu.zeros(passes * (8 + DIGITS * 4 + states))?;
        Ok(Self { routine: Routine::sort_pairs(passes), n, passes, scratch })
    }

    /// Where the counts of each pass's digits are, `u32`.
    pub fn counts(&self) -> u64 {
        self.scratch.address() + 8 * self.passes as u64
    }

    /// Counts the digits of keys.
    pub fn count(&self, gpu: &Gpu<D>, keys: &Buffer<D>) -> Result<()> {
        let pieces = self.n.div_ceil(WORTH).min(gpu.units() * 3).max(1);
        let args = (keys, self.counts(), self.n as u64, pieces as u64);
        // SAFETY: the kernel declares these, and there are as many keys.
        unsafe { gpu.run(&self.routine, "xp_digits", pieces, Routine::SORT_THREADS as u32, args) }
    }

    /// Sorted keys whose digits were counted, and their words: those at an address that is ordered on the stream, or the keys'
    /// places if it is 0.
    pub fn sort(&self, gpu: &Gpu<D>, keys: &Buffer<D>, words: u64) -> Result<[Buffer<D>; 2]> {
        let Self { routine, n, passes, .. } = self;
        let (bytes, tiles) = (n * 4, n.div_ceil(Routine::sort_tile(DType::U32)));
        let out = [gpu.alloc_buffer(bytes)?, gpu.alloc_buffer(bytes)?];
        let between = [Turns::new(gpu, bytes, passes - 1)?, Turns::new(gpu, bytes, passes - 1)?];
        for pass in 0..*passes {
            let (first, last) = (pass == 0, pass + 1 == *passes);
            let entry = match (first, last) {
                (true, true) => "xp_pass_only",
                (true, false) => "xp_pass_first",
                (false, false) => "xp_pass",
                (false, true) => "xp_pass_last",
            };
            let from = |k: usize, start: u64| if first { start } else { between[k].address(pass - 1) };
            let to = |k: usize| if last { out[k].address() } else { between[k].address(pass) };
            let of_pass = |start: u64, size: usize| start + (pass * size) as u64;
            let states = self.counts() + (passes * DIGITS * 4) as u64;
            let args = (
                from(0, keys.address()),
                from(1, words),
                to(0),
                to(1),
                *n as u64,
                tiles as u64,
                pass as u32,
                of_pass(self.counts(), DIGITS * 4),
                of_pass(states, tiles * DIGITS * 4),
                of_pass(self.scratch.address(), 8),
            );
            // SAFETY: the kernels declare these; as for `radix_part`, of one row.
            unsafe { gpu.run(routine, entry, tiles, Routine::SORT_THREADS as u32, args)? };
        }
        Ok(out)
    }
}
