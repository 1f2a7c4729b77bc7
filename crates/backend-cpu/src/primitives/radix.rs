//! A stable parallel radix sort, least significant digit first.
//!
//! A pass orders by one digit of the rank: each chunk counts its digits, a running sum over the
//! counts gives every chunk its own places, and each chunk moves its elements there. Bits that
//! are the same in all ranks belong to no digit, so that small ranges take few passes.

use std::ops::Range;

use num_traits::Zero;

use super::key::{Key, Value};
use super::parallel::{SERIAL, Shared, block, for_each};
use super::uninit;
use crate::pool::{OutOfMemory, Pool};
use crate::simd::{Kernel, dispatch};

/// What a pass reads.
pub(super) trait Source: Copy + Send + Sync {
    type Item: Record;

    /// # Safety
    /// `i` is below the number of elements, and they are initialised.
    unsafe fn load(self, i: usize) -> Self::Item;
}

/// Where a pass writes.
pub(super) trait Sink<Item>: Copy + Send + Sync {
    /// # Safety
    /// `slot` is below the number of elements, and no other thread uses it.
    unsafe fn store(self, slot: usize, item: Item);
}

/// What a sort moves: something with a rank.
pub(super) trait Record: Copy + Send + Sync {
    type Key: Key;
    fn key(self) -> Self::Key;
}

impl<T: Value> Record for T {
    type Key = T::Rank;
    #[inline(always)]
    fn key(self) -> T::Rank {
        self.rank()
    }
}

impl<R: Record> Source for Shared<R> {
    type Item = R;
    #[inline(always)]
    unsafe fn load(self, i: usize) -> R {
        // SAFETY: the caller promises that the element is there.
        unsafe { *self.as_ptr().add(i) }
    }
}

impl<R: Record> Sink<R> for Shared<R> {
    #[inline(always)]
    unsafe fn store(self, slot: usize, item: R) {
        // SAFETY: the caller promises that the slot is there, and its alone.
        unsafe { self.as_ptr().add(slot).write(item) }
    }
}

/// The rank type of what a source holds.
type KeyOf<S> = <<S as Source>::Item as Record>::Key;

/// `width` bits of a rank, from bit `shift` up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Digit {
    shift: usize,
    width: usize,
}

impl Digit {
    fn buckets(self) -> usize {
        1 << self.width
    }
    #[inline(always)]
    fn of<K: Key>(self, key: K) -> usize {
        let digit: usize = (key >> self.shift).as_();
        digit & ((1 << self.width) - 1)
    }
}

/// The digits that cover the bits of `varying`, lowest first.
pub(super) fn digits<K: Key>(varying: K, n: usize) -> impl Iterator<Item = Digit> {
    // Few elements do not repay large tables of counts.
    let widest = if n < 1 << 16 { 8 } else { 11 };
    let bits = K::zero().count_zeros() as usize;
    let span = bits - (varying.leading_zeros() + varying.trailing_zeros()).min(bits as u32) as usize;
    let passes = span.div_ceil(widest).max(1);
    let width = span.div_ceil(passes);
    let mut rest = varying;
    std::iter::from_fn(move || {
        let shift = rest.trailing_zeros() as usize;
        if rest.is_zero() {
            return None;
        }
        let end = shift + width;
        rest = if end < bits { rest >> end << end } else { K::zero() };
        Some(Digit { shift, width })
    })
}

/// Digits are found for this many elements at a time, in vector registers.
const TILE: usize = 128;

struct Varying<S> {
    source: S,
    range: Range<usize>,
}

impl<S: Source> Kernel for Varying<S> {
    type Output = KeyOf<S>;
    #[inline(always)]
    fn run<const FMA: bool>(self) -> KeyOf<S> {
        // SAFETY: `varying` passes ranges of the source, and the first element exists.
        let key = |i| unsafe { self.source.load(i) }.key();
        let first = key(0);
        self.range.fold(KeyOf::<S>::zero(), |bits, i| bits | (key(i) ^ first))
    }
}

/// The bits in which some ranks of the source's `n` elements differ.
///
/// # Safety
/// The source has `n` elements.
pub(super) unsafe fn varying<S: Source>(source: S, n: usize) -> KeyOf<S> {
    let size = chunk_size(n);
    let chunk = |i| dispatch(Varying { source, range: block(i, size, n) });
    if n < SERIAL {
        return if n == 0 { KeyOf::<S>::zero() } else { chunk(0) };
    }
    use rayon::prelude::*;
    let chunks = (0..n.div_ceil(size)).into_par_iter();
    chunks.map(chunk).reduce(KeyOf::<S>::zero, |a, b| a | b)
}

struct Count<'a, S> {
    source: S,
    range: Range<usize>,
    digit: Digit,
    counts: &'a mut [usize],
}

impl<S: Source> Kernel for Count<'_, S> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        self.counts.fill(0);
        for_tiles(self.source, self.range, self.digit, |_, digit| {
            // SAFETY: a digit is below the number of buckets.
            unsafe { *self.counts.get_unchecked_mut(digit) += 1 };
        });
    }
}

struct Scatter<'a, S, D> {
    source: S,
    range: Range<usize>,
    digit: Digit,
    slots: &'a mut [usize],
    sink: D,
}

impl<S: Source, D: Sink<S::Item>> Kernel for Scatter<'_, S, D> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        for_tiles(self.source, self.range, self.digit, |i, digit| {
            // SAFETY: the tile is inside the source; a digit is below the number of buckets;
            // the counts gave this chunk's bucket as many slots as it has elements.
            unsafe {
                let slot = self.slots.get_unchecked_mut(digit);
                self.sink.store(*slot, self.source.load(i));
                *slot += 1;
            }
        });
    }
}

#[inline(always)]
fn for_tiles<S: Source>(source: S, range: Range<usize>, digit: Digit, mut each: impl FnMut(usize, usize)) {
    let mut digits = [0u16; TILE];
    for start in range.clone().step_by(TILE) {
        let len = TILE.min(range.end - start);
        for (j, d) in digits[..len].iter_mut().enumerate() {
            // SAFETY: the range is inside the source.
            *d = digit.of(unsafe { source.load(start + j) }.key()) as u16;
        }
        for (j, &d) in digits[..len].iter().enumerate() {
            each(start + j, d as usize);
        }
    }
}

/// A chunk repays its table of counts, and there are a few for each thread.
fn chunk_size(n: usize) -> usize {
    if n < SERIAL { n.max(1) } else { n.div_ceil(4 * rayon::current_num_threads()).max(SERIAL) }
}

/// Moves the elements of `source` to `sink`, ordered by one digit; equal digits keep their order.
///
/// # Safety
/// The source has `n` elements, the sink `n` slots, and they do not overlap.
pub(super) unsafe fn pass<S: Source, D: Sink<S::Item>>(
    pool: &Pool,
    n: usize,
    source: S,
    digit: Digit,
    sink: D,
) -> Result<(), OutOfMemory> {
    let size = chunk_size(n);
    let (chunks, buckets) = (n.div_ceil(size), digit.buckets());
    let mut counts = pool.scratch::<usize>(chunks * buckets)?;
    let table = Shared::new(&mut counts);
    for_each(chunks, n, |i| {
        // SAFETY: each chunk has its own row, and `Count` writes before it reads.
        let counts = unsafe { uninit::assume_init(table.part(i * buckets..(i + 1) * buckets)) };
        let range = block(i, size, n);
        dispatch(Count { source, range, digit, counts });
    });
    // SAFETY: the loop above wrote every count.
    let counts = unsafe { counts.assume_init_mut() };
    let mut slot = 0;
    for bucket in 0..buckets {
        for chunk in 0..chunks {
            let count = &mut counts[chunk * buckets + bucket];
            slot += std::mem::replace(count, slot);
        }
    }
    let table = Shared::new(counts);
    for_each(chunks, n, |i| {
        // SAFETY: each chunk has its own row.
        let slots = unsafe { table.part(i * buckets..(i + 1) * buckets) };
        let range = block(i, size, n);
        dispatch(Scatter { source, range, digit, slots, sink });
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_cover_what_varies_and_no_more() {
        let all: Vec<Digit> = digits(u32::MAX, 1 << 20).collect();
        let expected = [0, 11, 22].map(|shift| Digit { shift, width: 11 });
        assert_eq!(all, expected);
        assert_eq!(digits(0u64, 1 << 20).count(), 0);
        let one = |shift| Digit { shift, width: 1 };
        assert_eq!(digits(1u64 << 63, 100).collect::<Vec<_>>(), [one(63)]);
        // Bits that no rank varies in are skipped.
        let apart = digits(0xff00_0000_0000_00ffu64, 100).collect::<Vec<_>>();
        assert_eq!(apart, [0, 56].map(|shift| Digit { shift, width: 8 }));
        assert_eq!(digits(u128::MAX, 100).count(), 16);
    }
}
