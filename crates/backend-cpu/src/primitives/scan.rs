//! Running sums, products, maxima and minima along an axis.
//!
//! Where there are too few rows or columns to share out, the axis itself is cut into blocks, a
//! wave of them at a time: the totals of a wave's blocks are found in parallel, running totals
//! give each block its start, and the blocks are scanned in parallel while they are in cache.

use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::slice;

use super::axis::Axis;
use super::key::Value;
use super::number::{Accumulator, Number};
use super::parallel::{SERIAL, Shared, block, for_each};
use super::uninit;
use crate::pool::{OutOfMemory, Pool};
use crate::simd::{Compiled, Kernel};

/// An associative operation, and the type that it carries along the axis.
trait Scan<T>: Copy + Send + Sync {
    type Carry: Copy + Send + Sync;
    /// For which instruction sets its loops are compiled.
    type Isa: Compiled;
    fn widen(x: T) -> Self::Carry;
    fn narrow(carry: Self::Carry) -> T;
    fn combine(a: Self::Carry, b: Self::Carry) -> Self::Carry;
    /// Whether what was combined by itself, `part`, is not what it is after `before`.
    fn is_lost(before: Self::Carry, part: Self::Carry) -> bool;
}

macro_rules! scans {
    ($($name:ident, $function:ident: $bound:ident, $isa:ident, $carry:ty, $widen:expr, $narrow:expr, $combine:expr, $is_lost:expr,
       $doc:literal;)*) => {$(
        #[derive(Clone, Copy)]
        struct $name;
        impl<T: $bound> Scan<T> for $name {
            type Carry = $carry;
            type Isa = T::$isa;
            #[inline(always)]
            fn widen(x: T) -> $carry {
                $widen(x)
            }
            #[inline(always)]
            fn narrow(carry: $carry) -> T {
                $narrow(carry)
            }
            #[inline(always)]
            fn combine(a: $carry, b: $carry) -> $carry {
                $combine(a, b)
            }
            #[inline(always)]
            fn is_lost(before: $carry, part: $carry) -> bool {
                $is_lost(before, part)
            }
        }

        #[doc = $doc]
        ///
        /// # Panics
        /// If `data` or `out` has not the axis' size.
        pub fn $function<T: $bound>(
            pool: &Pool,
            data: &[T],
            axis: Axis,
            out: &mut [MaybeUninit<T>],
        ) -> Result<(), OutOfMemory> {
            scan::<T, $name>(pool, data, axis, out)
        }
    )*};
}
scans! {
    Sum, cumsum: Number, Often, T::Wide, T::widen, T::narrow, T::Wide::add, |_, _| false,
        "Running sums along an axis; integers wrap, `f32` carries in `f64`.";
    Product, cumprod: Number, Seldom, T::Wide, T::widen, T::narrow, T::Wide::mul, |before, part: T::Wide| part.left_range(before),
        "Running products along an axis; integers wrap, `f32` carries in `f64`.";
    Maximum, cummax: Value, Seldom, T, |x| x, |x| x, T::larger, |_, _| false,
        "Running maxima along an axis, NaN from the first NaN on.";
    Minimum, cummin: Value, Seldom, T, |x| x, |x| x, T::smaller, |_, _| false,
        "Running minima along an axis, NaN from the first NaN on.";
}

/// Elements to a block of a cut axis: small enough for a second reading from cache.
const BLOCK: usize = 16 << 10;
/// Blocks to a wave.
const WAVE: usize = 64;
/// Columns that are scanned together.
const TILE: usize = 128;

fn scan<T: Value, O: Scan<T>>(
    pool: &Pool,
    data: &[T],
    axis: Axis,
    out: &mut [MaybeUninit<T>],
) -> Result<(), OutOfMemory> {
    assert!(data.len() == axis.size() && out.len() == axis.size());
    let Axis { outer, len, inner } = axis;
    if data.is_empty() {
        return Ok(());
    }
    let tiles = inner.div_ceil(TILE);
    let few = outer * tiles < WAVE && len * inner >= 4 * BLOCK;
    if few {
        let mut rest = out;
        for data in data.chunks_exact(len * inner) {
            let (out, after) = rest.split_at_mut(len * inner);
            scan_cut::<T, O>(pool, data, inner, out)?;
            rest = after;
        }
        return Ok(());
    }
    let tasks = outer * tiles;
    let group = SERIAL.div_ceil(len * inner.min(TILE));
    let out = Shared::new(out);
    for_each(tasks.div_ceil(group), data.len(), |i| {
        O::Isa::run(Tiles::<T, O> { data, axis, tasks: block(i, group, tasks), out, operation: PhantomData });
    });
    Ok(())
}

/// Scans of whole columns: each task is a tile of them.
struct Tiles<'a, T, O> {
    data: &'a [T],
    axis: Axis,
    tasks: Range<usize>,
    out: Shared<MaybeUninit<T>>,
    operation: PhantomData<O>,
}

impl<T: Value, O: Scan<T>> Kernel for Tiles<'_, T, O> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let Axis { len, inner, .. } = self.axis;
        let tiles = inner.div_ceil(TILE);
        let mut carry = [MaybeUninit::uninit(); TILE];
        for task in self.tasks {
            let column = task % tiles * TILE;
            let start = task / tiles * len * inner + column;
            let columns = Columns {
                from: self.data[start..].as_ptr(),
                to: self.out.as_ptr().wrapping_add(start),
                len,
                stride: inner,
            };
            // SAFETY: each task has its own columns, of `data` and of `out`, which has its size.
            unsafe { columns.begin::<O>(&mut carry[..TILE.min(inner - column)]) };
        }
    }
}

/// Columns of `len` elements that are `stride` apart.
struct Columns<T> {
    from: *const T,
    to: *mut MaybeUninit<T>,
    len: usize,
    stride: usize,
}

impl<T: Value> Columns<T> {
    /// Scans as many columns as there are carries, and leaves their totals in `carry`.
    ///
    /// # Safety
    /// Both pointers are to such columns of at least one element, and no other thread uses those
    /// of `to`.
    #[inline(always)]
    unsafe fn begin<O: Scan<T>>(self, carry: &mut [MaybeUninit<O::Carry>]) {
        // SAFETY: the caller's promise; the loop writes every carry before `go_on` reads it.
        unsafe {
            let (first, out) = self.row(0, carry.len());
            for ((carry, &x), out) in carry.iter_mut().zip(first).zip(out) {
                carry.write(O::widen(x));
                out.write(x);
            }
            let rest =
                Columns { from: self.from.add(self.stride), to: self.to.add(self.stride), len: self.len - 1, ..self };
            rest.go_on::<O>(uninit::assume_init(carry));
        }
    }

    /// [`begin`](Self::begin) for columns that continue others with the totals `carry`.
    ///
    /// # Safety
    /// As for `begin`, but the columns may be empty.
    #[inline(always)]
    unsafe fn go_on<O: Scan<T>>(self, carry: &mut [O::Carry]) {
        if let ([carry], 1) = (&mut *carry, self.stride) {
            // SAFETY: the one column is contiguous, and the caller promises that it is there.
            let (data, out) = unsafe { self.row(0, self.len) };
            *carry = scan_contiguous::<T, O>(*carry, data, out);
            return;
        }
        for row in 0..self.len {
            // SAFETY: the caller promises that the rows are there.
            let (data, out) = unsafe { self.row(row, carry.len()) };
            for ((carry, &x), out) in carry.iter_mut().zip(data).zip(out) {
                *carry = O::combine(*carry, O::widen(x));
                out.write(O::narrow(*carry));
            }
        }
    }

    /// # Safety
    /// There are `width` elements from the start of row `row` on.
    #[inline(always)]
    unsafe fn row<'a>(&self, row: usize, width: usize) -> (&'a [T], &'a mut [MaybeUninit<T>]) {
        // SAFETY: the caller's promise.
        unsafe {
            (
                slice::from_raw_parts(self.from.add(row * self.stride), width),
                slice::from_raw_parts_mut(self.to.add(row * self.stride), width),
            )
        }
    }
}

/// Scans contiguous elements. Groups are scanned by themselves first, so that one step for each
/// group, not for each element, waits for the step before.
#[inline(always)]
fn scan_contiguous<T: Value, O: Scan<T>>(mut carry: O::Carry, data: &[T], out: &mut [MaybeUninit<T>]) -> O::Carry {
    const GROUP: usize = 8;
    let (groups, rest) = data.as_chunks::<GROUP>();
    let (out_groups, out_rest) = out.as_chunks_mut::<GROUP>();
    for (group, out) in groups.iter().zip(out_groups) {
        let mut running = group.map(O::widen);
        for i in 1..GROUP {
            running[i] = O::combine(running[i - 1], running[i]);
        }
        if O::is_lost(carry, running[GROUP - 1]) {
            carry = scan_in_order::<T, O>(carry, group, out);
            continue;
        }
        for (out, &x) in out.iter_mut().zip(&running) {
            out.write(O::narrow(O::combine(carry, x)));
        }
        carry = O::combine(carry, running[GROUP - 1]);
    }
    scan_in_order::<T, O>(carry, rest, out_rest)
}

/// Scans contiguous elements one by one.
#[inline(always)]
fn scan_in_order<T: Value, O: Scan<T>>(mut carry: O::Carry, data: &[T], out: &mut [MaybeUninit<T>]) -> O::Carry {
    for (&x, out) in data.iter().zip(out) {
        carry = O::combine(carry, O::widen(x));
        out.write(O::narrow(carry));
    }
    carry
}

/// The total of contiguous elements, which are not empty: lanes in fixed order, then their sum.
#[inline(always)]
fn total_of<T: Value, O: Scan<T>>(data: &[T]) -> O::Carry {
    const LANES: usize = 32;
    let (groups, rest) = data.as_chunks::<LANES>();
    let lanes = groups.split_first().map(|(first, groups)| {
        let mut lanes = first.map(O::widen);
        for group in groups {
            for (lane, &x) in lanes.iter_mut().zip(group) {
                *lane = O::combine(*lane, O::widen(x));
            }
        }
        lanes
    });
    let rest = rest.iter().map(|&x| O::widen(x));
    let all = lanes.into_iter().flatten().chain(rest);
    all.reduce(O::combine).expect("blocks are not empty")
}

/// The totals of the columns of a block.
struct Totals<'a, T, O: Scan<T>> {
    data: &'a [T],
    totals: &'a mut [MaybeUninit<O::Carry>],
}

impl<T: Value, O: Scan<T>> Kernel for Totals<'_, T, O> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        if let [total] = self.totals {
            total.write(total_of::<T, O>(self.data));
            return;
        }
        let mut rows = self.data.chunks_exact(self.totals.len());
        for (total, &x) in self.totals.iter_mut().zip(rows.next().unwrap_or_default()) {
            total.write(O::widen(x));
        }
        // SAFETY: a block has a first row, which has written the totals.
        let totals = unsafe { uninit::assume_init(self.totals) };
        for row in rows {
            for (total, &x) in totals.iter_mut().zip(row) {
                *total = O::combine(*total, O::widen(x));
            }
        }
    }
}

/// The scan of a block, from the totals of what stands before it.
struct Block<'a, T, O: Scan<T>> {
    columns: Columns<T>,
    carry: &'a mut [MaybeUninit<O::Carry>],
    first: bool,
}

impl<T: Value, O: Scan<T>> Kernel for Block<'_, T, O> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        // SAFETY: `scan_cut` makes blocks of disjoint columns, and only the first has no carry.
        unsafe {
            if self.first {
                self.columns.begin::<O>(self.carry);
            } else {
                self.columns.go_on::<O>(uninit::assume_init(self.carry));
            }
        }
    }
}

/// Scans one `[len, inner]` array whose length is cut into blocks.
fn scan_cut<T: Value, O: Scan<T>>(
    pool: &Pool,
    data: &[T],
    inner: usize,
    out: &mut [MaybeUninit<T>],
) -> Result<(), OutOfMemory> {
    let size = (BLOCK / inner).max(1) * inner;
    // Row 0 holds the totals before a wave, row `i + 1` those of its block `i`.
    let mut carries = pool.scratch::<O::Carry>((WAVE + 1) * inner)?;
    let waves = data.chunks(WAVE * size).zip(out.chunks_mut(WAVE * size));
    for (wave, (data, out)) in waves.enumerate() {
        let blocks = data.len().div_ceil(size);
        let rows = Shared::new(&mut carries);
        let out = Shared::new(out);
        // SAFETY: each use below is of a row that no other task uses.
        let row = |i: usize| unsafe { rows.part(i * inner..(i + 1) * inner) };
        for_each(blocks, data.len(), |i| {
            let data = &data[block(i, size, data.len())];
            let totals = row(i + 1);
            O::Isa::run(Totals::<T, O> { data, totals });
        });
        for i in 0..blocks {
            let data = &data[block(i, size, data.len())];
            let first = wave == 0 && i == 0;
            for (k, (before, total)) in row(i).iter().zip(row(i + 1)).enumerate() {
                // SAFETY: all rows but the one before the first block hold totals.
                let (here, before) = unsafe { (total.assume_init(), (!first).then(|| before.assume_init())) };
                // The first block follows its own first elements.
                let (start, rest) = before.map_or((O::widen(data[k]), k + inner), |before| (before, k));
                let rest = data.get(rest..).unwrap_or_default().iter().step_by(inner);
                total.write(match O::is_lost(start, here) {
                    true => rest.fold(start, |all, &x| O::combine(all, O::widen(x))),
                    false => before.map_or(here, |before| O::combine(before, here)),
                });
            }
        }
        for_each(blocks, data.len(), |i| {
            let range = block(i, size, data.len());
            let columns = Columns {
                from: data[range.clone()].as_ptr(),
                to: out.as_ptr().wrapping_add(range.start),
                len: range.len() / inner,
                stride: inner,
            };
            O::Isa::run(Block::<T, O> { columns, carry: row(i), first: wave == 0 && i == 0 });
        });
        row(0).copy_from_slice(row(blocks));
    }
    Ok(())
}

#[cfg(test)]
#[path = "scan_tests.rs"]
mod tests;
