//! Selection by a mask of bytes, which are true unless they are 0.
//!
//! Two passes: blocks count their trues, running sums of the counts give every block its place in
//! the output, and blocks move what they select.

use std::mem::MaybeUninit;

use super::parallel::{Shared, block};
use crate::parallel::{for_each, for_items, map};
use crate::pool::{OutOfMemory, Pool};
use crate::simd::{Kernel, dispatch};

#[cfg(target_arch = "x86_64")]
use super::compress;

/// Elements to a block.
const BLOCK: usize = 32 << 10;
/// To count so many blocks takes a few times as long as to wake a thread.
const COUNTED: usize = 16;

/// The number of trues.
pub fn count_true(mask: &[u8]) -> usize {
    if mask.len() <= BLOCK {
        dispatch(Count(mask))
    } else {
        map(mask.len().div_ceil(BLOCK), COUNTED, |i| dispatch(Count(&mask[block(i, BLOCK, mask.len())])))
            .into_iter()
            .sum()
    }
}

struct Count<'a>(&'a [u8]);

impl Kernel for Count<'_> {
    type Output = usize;
    #[inline(always)]
    fn run<const FMA: bool>(self) -> usize {
        // So few that a byte holds their number: the sums stay in byte lanes.
        let runs = self.0.chunks(128);
        runs.map(|run| run.iter().map(|&x| u8::from(x != 0)).sum::<u8>() as usize).sum()
    }
}

/// Writes the values where `mask` is true to `out`, in order.
///
/// # Panics
/// If `values` is not as long as `mask`, or `out` not as long as the mask has trues.
pub fn compact<T: Copy + Send + Sync>(
    pool: &Pool,
    values: &[T],
    mask: &[u8],
    out: &mut [MaybeUninit<T>],
) -> Result<(), OutOfMemory> {
    assert_eq!(values.len(), mask.len());
    select(pool, values, mask, out)
}

/// Writes the positions where `mask` is true to `out`, in order.
///
/// # Panics
/// If `out` is not as long as the mask has trues.
pub fn nonzero(pool: &Pool, mask: &[u8], out: &mut [MaybeUninit<i64>]) -> Result<(), OutOfMemory> {
    select(pool, Positions, mask, out)
}

/// What is selected from.
trait Origin<T>: Copy + Send + Sync {
    /// The element at `i`.
    ///
    /// # Safety
    /// The mask has an element `i`.
    unsafe fn get(self, i: usize) -> T;

    /// Selects with vector instructions from `start` on, as far as whole vectors go; returns how
    /// many elements of the mask are done, and how many values are written.
    ///
    /// # Safety
    /// The mask is a part of the whole mask that begins at `start`; `out` is as long as it has
    /// trues.
    unsafe fn vectors(self, start: usize, mask: &[u8], out: &mut [MaybeUninit<T>]) -> (usize, usize);
}

impl<T: Copy + Send + Sync> Origin<T> for &[T] {
    #[inline(always)]
    unsafe fn get(self, i: usize) -> T {
        // SAFETY: the values are as many as the mask's elements.
        unsafe { *self.get_unchecked(i) }
    }

    unsafe fn vectors(self, start: usize, mask: &[u8], out: &mut [MaybeUninit<T>]) -> (usize, usize) {
        #[cfg(target_arch = "x86_64")]
        if compress::available() {
            let (from, to) = (self[start..].as_ptr(), out.as_mut_ptr());
            // SAFETY: the instructions are there, and elements of this size are plain bits.
            return unsafe {
                match size_of::<T>() {
                    4 => compress::values32(from.cast(), mask, to.cast(), out.len()),
                    8 => compress::values64(from.cast(), mask, to.cast(), out.len()),
                    16 => compress::values128(from.cast(), mask, to.cast(), out.len()),
                    _ => (0, 0),
                }
            };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = (start, mask, out);
        (0, 0)
    }
}

#[derive(Clone, Copy)]
struct Positions;

impl Origin<i64> for Positions {
    #[inline(always)]
    unsafe fn get(self, i: usize) -> i64 {
        i as i64
    }

    unsafe fn vectors(self, start: usize, mask: &[u8], out: &mut [MaybeUninit<i64>]) -> (usize, usize) {
        #[cfg(target_arch = "x86_64")]
        if compress::available() {
            // SAFETY: the instructions are there.
            return unsafe { compress::positions(start as i64, mask, out.as_mut_ptr().cast(), out.len()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = (start, mask, out);
        (0, 0)
    }
}

fn select<T: Copy + Send + Sync, O: Origin<T>>(
    pool: &Pool,
    origin: O,
    mask: &[u8],
    out: &mut [MaybeUninit<T>],
) -> Result<(), OutOfMemory> {
    let n = mask.len();
    if n <= BLOCK {
        assert_eq!(dispatch(Count(mask)), out.len());
        select_block(origin, 0, mask, out);
        return Ok(());
    }
    let blocks = n.div_ceil(BLOCK);
    let mut ends = pool.scratch::<usize>(blocks)?;
    for_items(ends.iter_mut(), COUNTED, |i, end| {
        end.write(dispatch(Count(&mask[block(i, BLOCK, n)])));
    });
    // SAFETY: the loop above wrote every count.
    let ends = unsafe { ends.assume_init_mut() };
    let mut total = 0;
    for end in ends.iter_mut() {
        total += *end;
        *end = total;
    }
    assert_eq!(total, out.len());
    let out = Shared::new(out);
    for_each(blocks, 1, &|i| {
        let start = if i == 0 { 0 } else { ends[i - 1] };
        // SAFETY: the counts give each block its own part.
        let out = unsafe { out.part(start..ends[i]) };
        select_block(origin, i * BLOCK, &mask[block(i, BLOCK, n)], out);
    });
    Ok(())
}

/// `start` is where the block begins; `out` is as long as the block has trues.
fn select_block<T: Copy + Send + Sync, O: Origin<T>>(origin: O, start: usize, mask: &[u8], out: &mut [MaybeUninit<T>]) {
    // SAFETY: the callers pass a block of the mask that begins at `start`, and room for its trues.
    let (done, mut written) = unsafe { origin.vectors(start, mask, out) };
    for (i, &selected) in mask.iter().enumerate().skip(done) {
        // Every element is written, and the next one over it unless it is selected.
        let Some(out) = out.get_mut(written) else {
            return;
        };
        // SAFETY: the mask has this element.
        out.write(unsafe { origin.get(start + i) });
        written += usize::from(selected != 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_complex::Complex;

    /// Masks of all densities, with long runs; true is any byte but 0.
    fn mask(n: usize, density: u64) -> Vec<u8> {
        let mut state = 7u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state >> 33
        };
        let mut byte = || if next() % 100 < density { (next() % 255 + 1) as u8 } else { 0 };
        (0..n).map(|i| if i % 1000 < 900 { byte() } else { 0 }).collect()
    }

    fn check<T: Copy + Send + Sync + PartialEq + std::fmt::Debug>(value: impl Fn(usize) -> T) {
        let pool = Pool::default();
        for n in [0, 1, 63, 64, 65, 1000, BLOCK, BLOCK + 1, 3 * BLOCK + 77] {
            for density in [0, 3, 50, 100] {
                let mask = mask(n, density);
                let values: Vec<T> = (0..n).map(&value).collect();
                let expected: Vec<T> = (0..n).filter(|&i| mask[i] != 0).map(&value).collect();
                assert_eq!(count_true(&mask), expected.len());
                let mut out = Vec::with_capacity(expected.len());
                let room = &mut out.spare_capacity_mut()[..expected.len()];
                compact(&pool, &values, &mask, room).unwrap();
                // SAFETY: `compact` wrote all.
                unsafe { out.set_len(expected.len()) };
                assert_eq!(out, expected);
            }
        }
    }

    #[test]
    fn compact_selects_in_order() {
        check(|i| i as u8);
        check(|i| i as i16);
        check(|i| i as f32);
        check(|i| i as f64);
        check(|i| Complex::new(i as f64, -1.0));
    }

    #[test]
    fn nonzero_gives_positions() {
        let pool = Pool::default();
        for n in [0, 64, 100, 2 * BLOCK + 5] {
            let mask = mask(n, 30);
            let expected: Vec<i64> = (0..n as i64).filter(|&i| mask[i as usize] != 0).collect();
            let mut out = vec![MaybeUninit::new(-1); expected.len()];
            nonzero(&pool, &mask, &mut out).unwrap();
            // SAFETY: all were initialised.
            let out: Vec<i64> = out.iter().map(|x| unsafe { x.assume_init() }).collect();
            assert_eq!(out, expected);
        }
    }

    #[test]
    #[should_panic(expected = "left == right")]
    fn room_must_fit() {
        let _ = compact(&Pool::default(), &[1, 2], &[1, 0], &mut []);
    }
}
