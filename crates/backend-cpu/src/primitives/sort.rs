//! Sorting: values, indices, and rows of either.

use std::mem::MaybeUninit;

use num_traits::Zero;

use super::key::{Key, Keyed, Order, Ordering, Parts, Record, Value};
use super::parallel::{SERIAL, Shared, block, for_each, try_for_each};
use super::radix::{Index, Sink, Tables, digits};
use super::small::{MOST, is_small, places};
use crate::parallel::map;
use crate::pool::{OutOfMemory, Pool};
use crate::simd::{Kernel, dispatch};

/// Elements that are turned into records at a time.
const BLOCK: usize = 32 << 10;

/// An order by which values can be sorted.
pub trait Sort: Ordering {
    /// Sorts into `out`, which is as long as the data.
    fn sort(self, pool: &Pool, data: &[Self::Bits], out: &mut [MaybeUninit<Self::Bits>]) -> Result<(), OutOfMemory>;
}

impl<K: Key> Sort for Order<K> {
    fn sort(self, pool: &Pool, data: &[K], out: &mut [MaybeUninit<K>]) -> Result<(), OutOfMemory> {
        assert_eq!(data.len(), out.len());
        if is_small::<K>(data.len()) {
            let mut room = [MaybeUninit::uninit(); MOST];
            let keys = data.iter().map(|&x| self.record(x));
            for (&place, &x) in places(keys, &mut room).iter().zip(data) {
                out[place as usize].write(x);
            }
            Ok(())
        } else if u32::try_from(data.len()).is_ok() {
            sort_long::<K, u32>(pool, self, data, out)
        } else {
            sort_long::<K, u64>(pool, self, data, out)
        }
    }
}

/// Complex numbers are moved to where the order of their ranks says.
macro_rules! by_indices {
    ($($half:ty),*) => {$(
        impl Sort for Parts<$half> {
            fn sort(
                self,
                pool: &Pool,
                data: &[[$half; 2]],
                out: &mut [MaybeUninit<[$half; 2]>],
            ) -> Result<(), OutOfMemory> {
                let mut indices = pool.scratch::<i64>(data.len())?;
                argsort(pool, self, data, &mut indices)?;
                for (out, index) in out.iter_mut().zip(indices.iter()) {
                    // SAFETY: `argsort` has written every index.
                    out.write(data[unsafe { index.assume_init() } as usize]);
                }
                Ok(())
            }
        }
    )*};
}
by_indices!(u32, u64);

/// The bits of records.
struct Decoded<K> {
    order: Order<K>,
    to: Shared<K>,
}

impl<K: Key> Clone for Decoded<K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<K: Key> Copy for Decoded<K> {}

impl<K: Key> Sink<K> for Decoded<K> {
    type Item = K;
    #[inline(always)]
    fn start(self) -> *mut K {
        self.to.as_ptr()
    }
    #[inline(always)]
    unsafe fn store(self, slot: usize, record: K) {
        // SAFETY: the caller promises that the slot is there, and its alone.
        unsafe { self.to.as_ptr().add(slot).write(self.order.bits(record)) }
    }
}

fn sort_long<K: Key, I: Index>(
    pool: &Pool,
    order: Order<K>,
    data: &[K],
    out: &mut [MaybeUninit<K>],
) -> Result<(), OutOfMemory> {
    let n = data.len();
    let mut away = pool.scratch::<K>(n)?;
    let mut tables = Tables::<I>::new(pool, n)?;
    let digits = digits(encode(data, |_, x| order.record(x), &mut away), n);
    // Records have their second home where the values go.
    let (mut from, home) = (Shared::room(&mut away), Shared::room(out));
    let mut to = home;
    // The last pass writes values, unless it reads records from where they go.
    let passes = digits.clone().count();
    let decodes = passes % 2 == 1;
    for (pass, digit) in digits.enumerate() {
        // SAFETY: both have room for `n` records, and `from` has them, from `encode` or a pass. It is not `home` if
        // this pass decodes.
        unsafe {
            if decodes && pass + 1 == passes {
                tables.pass(n, from, digit, Decoded { order, to: home });
            } else {
                tables.pass(n, from, digit, to);
            }
        }
        (from, to) = (to, from);
    }
    if decodes {
        return Ok(());
    }
    for_each(n.div_ceil(BLOCK), n, |i| {
        for i in block(i, BLOCK, n) {
            // SAFETY: `from` has all records, and `home` room for their values. Where that is the
            // same place, each record is read before its value is written.
            unsafe { home.as_ptr().add(i).write(order.bits(from.as_ptr().add(i).read())) }
        }
    });
    Ok(())
}

/// The indices that sort `data` in NumPy's order; equal values keep their order.
///
/// # Panics
/// If `out` is not as long as `data`.
fn argsort<O: Ordering>(
    pool: &Pool,
    order: O,
    data: &[O::Bits],
    out: &mut [MaybeUninit<i64>],
) -> Result<(), OutOfMemory> {
    assert_eq!(data.len(), out.len());
    if is_small::<O::Rank>(data.len()) {
        let mut room = [MaybeUninit::uninit(); MOST];
        let ranks = data.iter().map(|&x| order.rank(x));
        for (i, &place) in places(ranks, &mut room).iter().enumerate() {
            out[place as usize].write(i as i64);
        }
        Ok(())
    } else if u32::try_from(data.len()).is_ok() {
        argsort_long::<O, u32>(pool, order, data, out)
    } else {
        argsort_long::<O, u64>(pool, order, data, out)
    }
}

/// The result of the last pass: positions alone.
#[derive(Clone, Copy)]
struct Positions(Shared<i64>);

impl<K: Key, I: Index> Sink<Keyed<K, I>> for Positions {
    type Item = i64;
    #[inline(always)]
    fn start(self) -> *mut i64 {
        self.0.as_ptr()
    }
    #[inline(always)]
    unsafe fn store(self, slot: usize, record: Keyed<K, I>) {
        // SAFETY: the caller promises that the slot is there, and its alone.
        unsafe { self.0.as_ptr().add(slot).write(record.item.get() as i64) }
    }
}

fn argsort_long<O: Ordering, I: Index>(
    pool: &Pool,
    order: O,
    data: &[O::Bits],
    out: &mut [MaybeUninit<i64>],
) -> Result<(), OutOfMemory> {
    let n = data.len();
    let mut tables = Tables::<I>::new(pool, n)?;
    let mut away = pool.scratch::<Keyed<O::Rank, I>>(n)?;
    let ranked = |i, x: O::Bits| Keyed { key: order.rank(x), item: I::new(i) };
    let mut digits = digits(encode(data, ranked, &mut away), n).peekable();
    if digits.peek().is_none() {
        for (i, out) in out.iter_mut().enumerate() {
            out.write(i as i64);
        }
        return Ok(());
    }
    let middle = digits.clone().count() - 1;
    let mut spare = pool.scratch(if middle > 0 { n } else { 0 })?;
    let (mut from, mut to) = (Shared::room(&mut away), Shared::room(&mut spare));
    let out = Positions(Shared::room(out));
    while let Some(digit) = digits.next() {
        // SAFETY: each has room for `n`, and `from` has records, from `encode` or a pass.
        unsafe {
            if digits.peek().is_none() {
                tables.pass(n, from, digit, out);
            } else {
                tables.pass(n, from, digit, to);
            }
        }
        (from, to) = (to, from);
    }
    Ok(())
}

/// Writes a record for each value and its position; returns the bits in which some keys differ.
fn encode<T: Copy + Send + Sync, R: Record>(
    data: &[T],
    record: impl Fn(usize, T) -> R + Copy + Send + Sync,
    out: &mut [MaybeUninit<R>],
) -> R::Key {
    let n = data.len();
    assert_eq!(n, out.len());
    let Some(&first) = data.first() else {
        return R::Key::zero();
    };
    let first = record(0, first).key();
    let out = Shared::new(out);
    let encode = |i| {
        let range = block(i, BLOCK, n);
        dispatch(Encode {
            data: &data[range.clone()],
            start: range.start,
            record,
            first,
            // SAFETY: blocks are disjoint.
            out: unsafe { out.part(range) },
        })
    };
    if n <= BLOCK {
        return encode(0);
    }
    map(n.div_ceil(BLOCK), 1, encode).into_iter().fold(R::Key::zero(), |a, b| a | b)
}

struct Encode<'a, T, R: Record, F> {
    data: &'a [T],
    start: usize,
    record: F,
    first: R::Key,
    out: &'a mut [MaybeUninit<R>],
}

impl<T: Copy, R: Record, F: Fn(usize, T) -> R> Kernel for Encode<'_, T, R, F> {
    type Output = R::Key;
    #[inline(always)]
    fn run<const FMA: bool>(self) -> R::Key {
        let mut varying = R::Key::zero();
        for (i, (&x, out)) in self.data.iter().zip(self.out).enumerate() {
            let record = (self.record)(self.start + i, x);
            varying = varying | (record.key() ^ self.first);
            out.write(record);
        }
        varying
    }
}

/// Sorts each row of `row_len` elements, in NumPy's order: NaN last, complex numbers by real and then imaginary part.
///
/// # Panics
/// If `data` is not a whole number of rows, or `out` is not as long as `data`.
pub fn sort_rows<T: Value<Order: Sort>>(
    pool: &Pool,
    data: &[T],
    row_len: usize,
    out: &mut [MaybeUninit<T>],
) -> Result<(), OutOfMemory> {
    // SAFETY: a value is laid out as its bits.
    let out = unsafe { std::slice::from_raw_parts_mut(out.as_mut_ptr().cast(), out.len()) };
    sort_rows_by(pool, T::ORDER, T::bits(data), row_len, out)
}

fn sort_rows_by<O: Sort>(
    pool: &Pool,
    order: O,
    data: &[O::Bits],
    row_len: usize,
    out: &mut [MaybeUninit<O::Bits>],
) -> Result<(), OutOfMemory> {
    for_rows(data, row_len, out, |row, out| order.sort(pool, row, out))
}

/// Calls `each` for groups of rows of both, side by side.
pub(super) fn for_rows<T: Sync, U: Send>(
    data: &[T],
    row_len: usize,
    out: &mut [U],
    each: impl Fn(&[T], &mut [U]) -> Result<(), OutOfMemory> + Sync + Send,
) -> Result<(), OutOfMemory> {
    assert_eq!(data.len(), out.len());
    let (rows, work) = (row_count(data.len(), row_len), data.len());
    let group = SERIAL.div_ceil(row_len.max(1));
    let out = Shared::new(out);
    try_for_each(rows.div_ceil(group), work, |i| {
        for row in block(i, group, rows) {
            let range = row * row_len..(row + 1) * row_len;
            // SAFETY: rows are disjoint, and `out` is borrowed until the end.
            each(&data[range.clone()], unsafe { out.part(range) })?;
        }
        Ok(())
    })
}

/// The indices that sort each row of `row_len` elements, counted from the row's start; equal values keep their order.
///
/// # Panics
/// If `data` is not a whole number of rows, or `out` is not as long as `data`.
pub fn argsort_rows<T: Value>(
    pool: &Pool,
    data: &[T],
    row_len: usize,
    out: &mut [MaybeUninit<i64>],
) -> Result<(), OutOfMemory> {
    argsort_rows_by(pool, T::ORDER, T::bits(data), row_len, out)
}

fn argsort_rows_by<O: Ordering>(
    pool: &Pool,
    order: O,
    data: &[O::Bits],
    row_len: usize,
    out: &mut [MaybeUninit<i64>],
) -> Result<(), OutOfMemory> {
    for_rows(data, row_len, out, |row, out| argsort(pool, order, row, out))
}

fn row_count(len: usize, row_len: usize) -> usize {
    assert_eq!(len.checked_rem(row_len).unwrap_or(len), 0, "whole rows");
    len.checked_div(row_len).unwrap_or(0)
}

#[cfg(test)]
#[path = "sort_tests.rs"]
mod tests;
