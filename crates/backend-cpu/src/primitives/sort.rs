//! Sorting: values, indices, and rows of either.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use num_traits::Zero;

use super::key::{Key, Value};
use super::parallel::{self, SERIAL, Shared, block, try_for_each};
use super::radix::{Record, Sink, Source, digits, pass, varying};
use super::small::{MOST, is_small, places};
use super::uninit;
use crate::pool::{OutOfMemory, Pool};

/// Sorts in NumPy's order: NaN last, complex numbers by real and then imaginary part.
pub fn sort<T: Value>(pool: &Pool, data: &mut [T]) -> Result<(), OutOfMemory> {
    let n = data.len();
    if is_small::<T>(n) {
        sort_small(data);
        return Ok(());
    }
    let home = Shared::new(data);
    // SAFETY: `home` has `n` values.
    let varying = unsafe { varying(home, n) };
    if varying.is_zero() {
        return Ok(());
    }
    let mut spare = pool.scratch::<T>(n)?;
    let (mut from, mut to) = (home, Shared::room(&mut spare));
    let mut moved = false;
    for digit in digits(varying, n) {
        // SAFETY: both have `n` slots, and `from` is written: first the data, then by a pass.
        unsafe { pass(pool, n, from, digit, to)? };
        (from, to) = (to, from);
        moved = !moved;
    }
    if moved {
        // SAFETY: the last pass wrote all `n` values.
        parallel::copy(unsafe { spare.assume_init_mut() }, data);
    }
    Ok(())
}

fn sort_small<T: Value>(data: &mut [T]) {
    let mut copy = [MaybeUninit::uninit(); MOST];
    let copy = uninit::write(&mut copy[..data.len()], data);
    let mut room = [MaybeUninit::uninit(); MOST];
    for (&x, &place) in copy.iter().zip(places(copy, &mut room)) {
        data[place as usize] = x;
    }
}

/// The indices that sort `data` in NumPy's order; equal values keep their order.
///
/// # Panics
/// If `out` is not as long as `data`.
pub fn argsort<T: Value>(pool: &Pool, data: &[T], out: &mut [MaybeUninit<i64>]) -> Result<(), OutOfMemory> {
    assert_eq!(data.len(), out.len());
    if is_small::<T>(data.len()) {
        let mut room = [MaybeUninit::uninit(); MOST];
        for (i, &place) in places(data, &mut room).iter().enumerate() {
            out[place as usize].write(i as i64);
        }
        Ok(())
    } else if u32::try_from(data.len()).is_ok() {
        argsort_radix::<T, u32>(pool, data, out)
    } else {
        argsort_radix::<T, u64>(pool, data, out)
    }
}

/// A position in the data, as narrow as its length allows.
trait Index: Copy + Send + Sync {
    fn new(i: usize) -> Self;
    fn get(self) -> i64;
}
macro_rules! index {
    ($($int:ty),*) => {$(
        impl Index for $int {
            #[inline(always)]
            fn new(i: usize) -> Self {
                i as $int
            }
            #[inline(always)]
            fn get(self) -> i64 {
                self as i64
            }
        }
    )*};
}
index!(u32, u64);

#[derive(Clone, Copy)]
struct Ranked<K, I> {
    key: K,
    index: I,
}

impl<K: Key, I: Index> Record for Ranked<K, I> {
    type Key = K;
    #[inline(always)]
    fn key(self) -> K {
        self.key
    }
}

/// The data as ranks with positions.
#[derive(Clone, Copy)]
struct Data<'a, T, I>(&'a [T], PhantomData<I>);

impl<T: Value, I: Index> Source for Data<'_, T, I> {
    type Item = Ranked<T::Rank, I>;
    #[inline(always)]
    unsafe fn load(self, i: usize) -> Self::Item {
        // SAFETY: the caller promises that the element is there.
        let key = unsafe { self.0.get_unchecked(i) }.rank();
        let index = I::new(i);
        Ranked { key, index }
    }
}

/// The result of the last pass: positions alone.
#[derive(Clone, Copy)]
struct Positions(Shared<i64>);

impl<K: Key, I: Index> Sink<Ranked<K, I>> for Positions {
    #[inline(always)]
    unsafe fn store(self, slot: usize, item: Ranked<K, I>) {
        // SAFETY: the caller promises that the slot is there, and its alone.
        unsafe { self.0.as_ptr().add(slot).write(item.index.get()) }
    }
}

fn argsort_radix<T: Value, I: Index>(pool: &Pool, data: &[T], out: &mut [MaybeUninit<i64>]) -> Result<(), OutOfMemory> {
    let n = data.len();
    let source = Data::<T, I>(data, PhantomData);
    // SAFETY: the source has `n` elements.
    let varying = unsafe { varying(source, n) };
    let mut digits = digits(varying, n).peekable();
    let sink = Positions(Shared::room(out));
    let Some(first) = digits.next() else {
        for (i, out) in out.iter_mut().enumerate() {
            out.write(i as i64);
        }
        return Ok(());
    };
    if digits.peek().is_none() {
        // SAFETY: source and sink have `n` elements.
        return unsafe { pass(pool, n, source, first, sink) };
    }
    let mut spare = [pool.scratch(n)?, pool.scratch(n)?];
    let (mut from, mut to) = {
        let [a, b] = &mut spare;
        (Shared::room(a), Shared::room(b))
    };
    // SAFETY: all have `n` elements, and each pass reads what the one before wrote.
    unsafe {
        pass(pool, n, source, first, from)?;
        while let Some(digit) = digits.next() {
            if digits.peek().is_none() {
                return pass(pool, n, from, digit, sink);
            }
            pass(pool, n, from, digit, to)?;
            (from, to) = (to, from);
        }
    }
    Ok(())
}

/// [`sort`] for each row of `row_len` elements.
///
/// # Panics
/// If `data` is not a whole number of rows.
pub fn sort_rows<T: Value>(pool: &Pool, data: &mut [T], row_len: usize) -> Result<(), OutOfMemory> {
    let (rows, work) = (row_count(data.len(), row_len), data.len());
    let group = SERIAL.div_ceil(row_len.max(1));
    let shared = Shared::new(data);
    try_for_each(rows.div_ceil(group), work, |i| {
        for row in block(i, group, rows) {
            // SAFETY: rows are disjoint, and `data` is borrowed until the end.
            let row = unsafe { shared.part(row * row_len..(row + 1) * row_len) };
            sort(pool, row)?;
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
    assert_eq!(data.len(), out.len());
    let (rows, work) = (row_count(data.len(), row_len), data.len());
    let group = SERIAL.div_ceil(row_len.max(1));
    let out = Shared::new(out);
    try_for_each(rows.div_ceil(group), work, |i| {
        for row in block(i, group, rows) {
            let range = row * row_len..(row + 1) * row_len;
            // SAFETY: rows are disjoint, and `out` is borrowed until the end.
            argsort(pool, &data[range.clone()], unsafe { out.part(range) })?;
        }
        Ok(())
    })
}

fn row_count(len: usize, row_len: usize) -> usize {
    assert_eq!(len.checked_rem(row_len).unwrap_or(len), 0, "whole rows");
    len.checked_div(row_len).unwrap_or(0)
}

#[cfg(test)]
#[path = "sort_tests.rs"]
mod tests;
