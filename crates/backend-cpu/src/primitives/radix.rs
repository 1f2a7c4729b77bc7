//! A stable parallel radix sort, least significant digit first.
//!
//! A pass orders by one digit of the key: each chunk counts its digits, a running sum over the
//! counts gives every chunk its own places, and each chunk moves its records there. Bits that
//! are the same in all keys belong to no digit, so that small keys take few passes.

use std::mem::MaybeUninit;

use super::key::{Key, Record};
use super::parallel::{SERIAL, Shared, block, for_each};
use super::uninit;
use crate::parallel::threads;
use crate::pool::{OutOfMemory, Pool, Scratch};
use crate::simd::{LINE, prefetch};

/// Where a pass writes.
pub(super) trait Sink<R>: Copy + Send + Sync {
    /// What a slot holds.
    type Item;
    /// The first slot.
    fn start(self) -> *mut Self::Item;
    /// # Safety
    /// `slot` is below the number of records, and no other thread uses it.
    unsafe fn store(self, slot: usize, record: R);
}

impl<R: Record> Sink<R> for Shared<R> {
    type Item = R;
    #[inline(always)]
    fn start(self) -> *mut R {
        self.as_ptr()
    }
    #[inline(always)]
    unsafe fn store(self, slot: usize, record: R) {
        // SAFETY: the caller promises that the slot is there, and its alone.
        unsafe { self.as_ptr().add(slot).write(record) }
    }
}

/// A place among the records, as narrow as their number allows: tables of narrow places leave room in the L1 cache.
pub(super) trait Index: Copy + Default + Send + Sync + 'static {
    fn new(i: usize) -> Self;
    fn get(self) -> usize;
}
macro_rules! index {
    ($($int:ty),*) => {$(
        impl Index for $int {
            #[inline(always)]
            fn new(i: usize) -> Self {
                i as $int
            }
            #[inline(always)]
            fn get(self) -> usize {
                self as usize
            }
        }
    )*};
}
index!(u32, u64);

/// `width` bits of a key, from bit `shift` up.
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

/// The bits of the widest digit: its counts fit the L1 cache.
const WIDEST: usize = 11;

/// The digits that cover the bits of `varying`, lowest first, to sort `n` records.
pub(super) fn digits<K: Key>(varying: K, n: usize) -> impl Iterator<Item = Digit> + Clone {
    // Few records do not repay large tables of counts.
    let widest = if n < 512 { 8 } else { WIDEST };
    let bits = K::zero().count_zeros() as usize;
    let ends = varying.leading_zeros() + varying.trailing_zeros();
    let span = bits.saturating_sub(ends as usize);
    let width = span.div_ceil(span.div_ceil(widest).max(1));
    let mut rest = varying;
    std::iter::from_fn(move || {
        if rest.is_zero() {
            return None;
        }
        let shift = rest.trailing_zeros() as usize;
        let end = shift + width;
        rest = if end < bits { rest >> end << end } else { K::zero() };
        Some(Digit { shift, width })
    })
}

/// The tables of counts that passes over `n` records need.
pub(super) struct Tables<I> {
    /// Records to a chunk: it repays its table, and there are a few chunks for each thread.
    chunk: usize,
    counts: Scratch<I>,
}

impl<I: Index> Tables<I> {
    pub(super) fn new(pool: &Pool, n: usize) -> Result<Self, OutOfMemory> {
        let chunk = if n < SERIAL { n.max(1) } else { n.div_ceil(4 * threads()).max(SERIAL) };
        let counts = pool.scratch(n.div_ceil(chunk) << WIDEST)?;
        Ok(Self { chunk, counts })
    }

    /// Moves `n` records from `from` to `to`, ordered by one digit; equal digits keep their order.
    ///
    /// # Safety
    /// `from` has `n` records, `to` as many slots, they do not overlap, and the tables are for `n`, which fits in `I`.
    pub(super) unsafe fn pass<R: Record, D: Sink<R>>(&mut self, n: usize, from: Shared<R>, digit: Digit, to: D) {
        let (chunks, buckets) = (n.div_ceil(self.chunk), digit.buckets());
        // SAFETY: the chunks are parts of the `n` records, which nobody writes.
        let records = |i| unsafe { &*from.part(block(i, self.chunk, n)) };
        let counts = &mut self.counts[..chunks * buckets];
        counts.fill(MaybeUninit::new(I::default()));
        // SAFETY: the line above has written all.
        let counts = unsafe { uninit::assume_init(counts) };
        let table = Shared::new(counts);
        // SAFETY: each chunk has its own row.
        let row = |i| unsafe { table.part(i * buckets..(i + 1) * buckets) };
        // Copies of what the loops use: nothing that they write can be these, so they stay in registers.
        for_each(chunks, n, |i| {
            let (counts, digit) = (row(i), digit);
            for record in records(i) {
                // SAFETY: a digit is below the number of buckets.
                let count = unsafe { counts.get_unchecked_mut(digit.of(record.key())) };
                *count = I::new(count.get() + 1);
            }
        });
        let mut slot = 0;
        for bucket in 0..buckets {
            for count in counts.iter_mut().skip(bucket).step_by(buckets) {
                slot += std::mem::replace(count, I::new(slot)).get();
            }
        }
        for_each(chunks, n, |i| {
            let (slots, digit, to) = (row(i), digit, to);
            for &record in records(i) {
                // SAFETY: a digit is below the number of buckets, and the counts gave this chunk's
                // bucket as many slots as it has records.
                unsafe {
                    let slot = slots.get_unchecked_mut(digit.of(record.key()));
                    let here = slot.get();
                    *slot = I::new(here + 1);
                    to.store(here, record);
                    // Stores wait in turn for their lines, of as many places as there are buckets, which no processor
                    // foresees; so a bucket asks for its next line when it begins one.
                    if here % const { LINE / size_of::<D::Item>() } == 0 {
                        prefetch(to.start().wrapping_add(here).cast::<u8>().wrapping_add(LINE));
                    }
                }
            }
        });
    }
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
        // Bits that no key varies in are skipped.
        let apart = digits(0xff00_0000_0000_00ffu64, 100).collect::<Vec<_>>();
        assert_eq!(apart, [0, 56].map(|shift| Digit { shift, width: 8 }));
        assert_eq!(digits(u128::MAX, 100).count(), 16);
    }
}
