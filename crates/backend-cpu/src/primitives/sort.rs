//! Sorting: values, indices, and rows of either.

use std::mem::MaybeUninit;

use num_traits::Zero;

use super::key::{Key, Keyed, Record, Value};
use super::parallel::{SERIAL, Shared, block, for_each, try_for_each};
use super::radix::{Index, Sink, Tables, digits};
use super::small::{MOST, is_small, places};
use crate::parallel::map;
use crate::pool::{OutOfMemory, Pool};
use crate::simd::{Kernel, dispatch};

/// Elements that are turned into records at a time.
const BLOCK: usize = 32 << 10;

/// Sorts into `out`, in NumPy's order: NaN last, complex numbers by real and then imaginary part.
///
/// # Panics
/// If `out` is not as long as `data`.
fn sort<T: Value>(pool: &Pool, data: &[T], out: &mut [MaybeUninit<T>]) -> Result<(), OutOfMemory> {
    assert_eq!(data.len(), out.len());
    if is_small::<<T::Record as Record>::Key>(data.len()) {
        let mut room = [MaybeUninit::uninit(); MOST];
        let keys = data.iter().map(|x| x.record().key());
        for (&place, &x) in places(keys, &mut room).iter().zip(data) {
            out[place as usize].write(x);
        }
        Ok(())
    } else if u32::try_from(data.len()).is_ok() {
        sort_long::<T, u32>(pool, data, out)
    } else {
        sort_long::<T, u64>(pool, data, out)
    }
}

/// The values of records.
struct Values<T>(Shared<T>);

impl<T> Clone for Values<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Values<T> {}

impl<T: Value> Sink<T::Record> for Values<T> {
    #[inline(always)]
    unsafe fn store(self, slot: usize, record: T::Record) {
        // SAFETY: the caller promises that the slot is there, and its alone.
        unsafe { self.0.as_ptr().add(slot).write(T::from_record(record)) }
    }
}

fn sort_long<T: Value, I: Index>(pool: &Pool, data: &[T], out: &mut [MaybeUninit<T>]) -> Result<(), OutOfMemory> {
    let n = data.len();
    let mut away = pool.scratch::<T::Record>(n)?;
    let mut tables = Tables::<I>::new(pool, n)?;
    // Records that are as large as values have their second home where the values go.
    let in_place = size_of::<T>() == size_of::<T::Record>() && align_of::<T>() >= align_of::<T::Record>();
    let mut spare = pool.scratch::<T::Record>(if in_place { 0 } else { n })?;
    let digits = digits(encode(data, |_, x| x.record(), &mut away), n);
    let (home, spare) = (Shared::room(out), Shared::room(&mut spare));
    let mut from = Shared::room(&mut away);
    let mut to = if in_place { home.cast() } else { spare };
    // The last pass writes values, unless it reads records from where they go.
    let passes = digits.clone().count();
    let decodes = passes > 0 && (!in_place || passes % 2 == 1);
    for (pass, digit) in digits.enumerate() {
        // SAFETY: both have room for `n` records, and `from` has them, from `encode` or a pass. It is not `home` if
        // this pass decodes.
        unsafe {
            if decodes && pass + 1 == passes {
                tables.pass(n, from, digit, Values(home));
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
            unsafe {
                let record = from.as_ptr().add(i).read();
                home.as_ptr().add(i).write(T::from_record(record));
            }
        }
    });
    Ok(())
}

/// The indices that sort `data` in NumPy's order; equal values keep their order.
///
/// # Panics
/// If `out` is not as long as `data`.
pub fn argsort<T: Value>(pool: &Pool, data: &[T], out: &mut [MaybeUninit<i64>]) -> Result<(), OutOfMemory> {
    assert_eq!(data.len(), out.len());
    if is_small::<T::Rank>(data.len()) {
        let mut room = [MaybeUninit::uninit(); MOST];
        let ranks = data.iter().map(|x| x.rank());
        for (i, &place) in places(ranks, &mut room).iter().enumerate() {
            out[place as usize].write(i as i64);
        }
        Ok(())
    } else if u32::try_from(data.len()).is_ok() {
        argsort_long::<T, u32>(pool, data, out)
    } else {
        argsort_long::<T, u64>(pool, data, out)
    }
}

/// The result of the last pass: positions alone.
#[derive(Clone, Copy)]
struct Positions(Shared<i64>);

impl<K: Key, I: Index> Sink<Keyed<K, I>> for Positions {
    #[inline(always)]
    unsafe fn store(self, slot: usize, record: Keyed<K, I>) {
        // SAFETY: the caller promises that the slot is there, and its alone.
        unsafe { self.0.as_ptr().add(slot).write(record.item.get() as i64) }
    }
}

fn argsort_long<T: Value, I: Index>(pool: &Pool, data: &[T], out: &mut [MaybeUninit<i64>]) -> Result<(), OutOfMemory> {
    let n = data.len();
    let mut tables = Tables::<I>::new(pool, n)?;
    let mut away = pool.scratch::<Keyed<T::Rank, I>>(n)?;
    let ranked = |i, x: T| Keyed { key: x.rank(), item: I::new(i) };
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
fn encode<T: Value, R: Record>(
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

impl<T: Value, R: Record, F: Fn(usize, T) -> R> Kernel for Encode<'_, T, R, F> {
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

/// [`sort`] for each row of `row_len` elements.
///
/// # Panics
/// If `data` is not a whole number of rows, or `out` is not as long as `data`.
pub fn sort_rows<T: Value>(
    pool: &Pool,
    data: &[T],
    row_len: usize,
    out: &mut [MaybeUninit<T>],
) -> Result<(), OutOfMemory> {
    for_rows(data, row_len, out, |row, out| sort(pool, row, out))
}

/// Calls `each` for groups of rows of both, side by side.
fn for_rows<T: Sync, U: Send>(
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

/// [`argsort`] for each row of `row_len` elements; indices count from the row's start.
///
/// # Panics
/// If `data` is not a whole number of rows, or `out` is not as long as `data`.
pub fn argsort_rows<T: Value>(
    pool: &Pool,
    data: &[T],
    row_len: usize,
    out: &mut [MaybeUninit<i64>],
) -> Result<(), OutOfMemory> {
    for_rows(data, row_len, out, |row, out| argsort(pool, row, out))
}

fn row_count(len: usize, row_len: usize) -> usize {
    assert_eq!(len.checked_rem(row_len).unwrap_or(len), 0, "whole rows");
    len.checked_div(row_len).unwrap_or(0)
}

#[cfg(test)]
#[path = "sort_tests.rs"]
mod tests;
