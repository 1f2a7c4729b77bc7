//! Splitting of rows at a few of their elements.

use super::sort;
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use crate::packed::Packed;
use xparray_ir::{DType, Result};
use xparray_kernels::Routine;

/// Shorter rows are sorted: that takes fewer launches.
const LONG: usize = 1 << 18;
/// Digits of a pass over the elements, as the sort's kernel has them.
const DIGITS: usize = 256;
/// Bits of the keys that a pass settles.
const BITS: u32 = Routine::PIVOT_BINS.ilog2();
const THREADS: usize = 512;

/// The rows with the elements at places `kth` where sorting puts them, and the others on their side.
pub fn values<D: Driver>(
    gpu: &Gpu<D>,
    x: &Packed<'_, D>,
    dtype: DType,
    [rows, len]: [usize; 2],
    kth: &[usize],
) -> Result<Buffer<D>> {
    let mut places: Vec<u64> = kth.iter().map(|&k| k as u64).collect();
    places.sort_unstable();
    places.dedup();
    let few = (1..=Routine::PIVOTS).contains(&places.len()) && rows < 64;
    // A sort of one or two bytes takes as many passes.
    let worth = dtype.size() > 2 && !dtype.is_complex();
    if !few || !worth || !(LONG..=u32::MAX as usize).contains(&len) {
        return sort::values(gpu, x, dtype, [rows, len]);
    }
    let out = gpu.alloc_buffer(rows * len * dtype.size())?;
    x.buffer().0.order_for_reading(gpu)?;
    out.order_for_writing(gpu)?;
    for row in 0..rows {
        let at = |address: u64| address + (row * len * dtype.size()) as u64;
        // SAFETY: the row is inside both buffers, which are ordered on this stream.
        unsafe { split(gpu, [at(x.address()), at(out.address())], dtype, len, &places)? };
    }
    Ok(out)
}

/// # Safety
/// From the addresses on there are so many elements, which the stream may read, and write.
unsafe fn split<D: Driver>(gpu: &Gpu<D>, [x, out]: [u64; 2], dtype: DType, len: usize, places: &[u64]) -> Result<()> {
    let long = len > Routine::SHORT;
    let (routine, tile) = (Routine::partition(dtype, long), Routine::sort_tile(dtype));
    let (tiles, count_size) = (len.div_ceil(tile), if long { 8 } else { 4 });
    // What is known of the keys; a counter of tiles; counts of digits, of sides, and states of tiles.
    let known = 2 * Routine::PIVOTS * 8;
    let bins = Routine::PIVOTS * Routine::PIVOT_BINS * 4;
    let sides = DIGITS * count_size;
    let scratch = gpu.zeros(known + 16 + bins + sides + tiles * sides)?;
    let at = |offset: usize| scratch.address() + offset as u64;
    let (state, counter, done) = (at(0), at(known), at(known + 8));
    let (counts, sides_at) = (at(known + 16), at(known + 16 + bins));
    let states = at(known + 16 + bins + sides);
    scratch.order_for_writing(gpu)?;
    let blocks = len.div_ceil(THREADS * 16).min(gpu.units() * 3);
    let (len_u, threads, pivots) = (len as u64, THREADS as u32, places.len() as u32);
    let place = |j: usize| places.get(j).copied().unwrap_or_default();
    let mut shift = 8 * dtype.size() as u32;
    // SAFETY: the kernels declare these, and the scratch memory has room for all of it.
    unsafe {
        while shift > 0 {
            let bits = BITS.min(shift);
            shift -= bits;
            let [a, b, c, d] = [0, 1, 2, 3].map(place);
            let args = (x, len_u, state, counts, done, sides_at, shift, bits, pivots, a, b, c, d);
            gpu.run(&routine, "xp_narrow", blocks, threads, args)?;
        }
        let args = (x, out, len_u, tiles as u64, state, pivots, sides_at, states, counter);
        gpu.run(&routine, "xp_split", tiles, Routine::SORT_THREADS as u32, args)
    }
}
