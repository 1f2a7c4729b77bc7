//! Sums of what a kernel computes, in the order in which its machine code adds: results do not depend on whether there is any.
//!
//! Of rows, the elements of a piece are added up in lanes, two vectors of AVX-512: one vector after the other, what is left of a
//! piece after whole vectors in the second. Of columns, each is a lane.

use super::fold::{PIECE, halved, whole};
use super::value::Value;
use super::{Block, RawBlock, Reduce, run};
use crate::launch::space::MOST_KEPT;
use std::marker::PhantomData;
use std::slice;

/// The bytes of the lanes of a row.
pub const ROW_BYTES: usize = 128;
/// Most lanes of a row.
const MOST: usize = ROW_BYTES / 4;

/// How sums are added in lanes, with the type erased.
#[derive(Clone, Copy)]
pub struct InLanes {
    /// Bytes of an element.
    pub size: usize,
    /// Bytes of an accumulator.
    pub total: usize,
    /// Adds a tile's rows to the accumulators.
    pub rows: unsafe fn(RawBlock<'_>),
    /// Adds a tile's columns.
    pub columns: unsafe fn(RawBlock<'_>),
    /// Adds the lanes of so many rows.
    pub add_rows: unsafe fn(*mut u8, *const u8, usize),
    /// Adds the lanes of so many columns.
    pub add_columns: unsafe fn(*mut u8, *const u8, usize),
}

/// The sum of values, or of the products of two.
pub struct Sums<T, const PRODUCTS: bool>(PhantomData<T>);

impl InLanes {
    /// Of values, or of products of two.
    pub fn of<T: Value>(products: bool) -> Self {
        const { assert!(size_of::<T>() * MOST >= ROW_BYTES) };
        let [rows, columns] = match products {
            false => [run::<Sums<T, false>, true>, run::<Sums<T, false>, false>],
            true => [run::<Sums<T, true>, true>, run::<Sums<T, true>, false>],
        };
        let (size, total) = (size_of::<T>(), size_of::<T::Total>());
        Self { size, total, rows, columns, add_rows: add_rows::<T>, add_columns: add_columns::<T> }
    }
}

/// How many lanes a row has.
const fn width<T>() -> usize {
    ROW_BYTES / size_of::<T>()
}

/// The sum of a row's lanes.
#[inline(always)]
fn folded<T: Value>(lanes: &[T]) -> T {
    let mut all = [T::zero(); MOST];
    all[..width::<T>()].copy_from_slice(lanes);
    halved(all, T::add)
}

unsafe fn add_rows<T: Value>(acc: *mut u8, lanes: *const u8, n: usize) {
    // SAFETY: the caller has `n` accumulators, and the lanes of as many rows.
    let (acc, lanes) = unsafe {
        (
            slice::from_raw_parts_mut(acc.cast::<T::Total>(), n),
            slice::from_raw_parts(lanes.cast::<T>(), n * width::<T>()),
        )
    };
    for (acc, lanes) in acc.iter_mut().zip(lanes.chunks_exact(width::<T>())) {
        *acc = T::add_totals(*acc, folded(lanes).total());
    }
}

unsafe fn add_columns<T: Value>(acc: *mut u8, lanes: *const u8, n: usize) {
    // SAFETY: the caller has `n` accumulators, and a lane for each.
    let (acc, lanes) =
        unsafe { (slice::from_raw_parts_mut(acc.cast::<T::Total>(), n), slice::from_raw_parts(lanes.cast::<T>(), n)) };
    for (acc, lane) in acc.iter_mut().zip(lanes) {
        *acc = T::add_totals(*acc, lane.total());
    }
}

/// What is added: a value, or a product.
#[inline(always)]
fn term<T: Value, const PRODUCTS: bool>(x: T, y: T) -> T {
    if PRODUCTS { x.mul(y) } else { x }
}

/// Adds terms to as many lanes.
#[inline(always)]
fn add<T: Value, const PRODUCTS: bool>(lanes: &mut [T], x: &[T], y: &[T]) {
    for ((lane, &x), &y) in lanes.iter_mut().zip(x).zip(y) {
        *lane = lane.add(term::<T, PRODUCTS>(x, y));
    }
}

impl<T: Value, const PRODUCTS: bool> Reduce for Sums<T, PRODUCTS> {
    type In = T;
    type Acc = T::Total;

    fn start() -> T::Total {
        T::zero().total()
    }

    #[inline(always)]
    fn rows(block: Block<T, T::Total>) {
        let Block { x, y, reduced, acc, .. } = block;
        let (all, half) = (width::<T>(), width::<T>() / 2);
        for (k, acc) in acc.iter_mut().enumerate() {
            let row = k * reduced..(k + 1) * reduced;
            for (x, y) in x[row.clone()].chunks(PIECE).zip(y[row].chunks(PIECE)) {
                let mut lanes = [T::zero(); MOST];
                let end = x.len() / all * all;
                for (x, y) in x[..end].chunks_exact(all).zip(y[..end].chunks_exact(all)) {
                    add::<T, PRODUCTS>(&mut lanes[..all], x, y);
                }
                let (mut x, mut y) = (&x[end..], &y[end..]);
                if x.len() >= half {
                    add::<T, PRODUCTS>(&mut lanes[..half], &x[..half], &y[..half]);
                    (x, y) = (&x[half..], &y[half..]);
                }
                add::<T, PRODUCTS>(&mut lanes[half..all], x, y);
                *acc = T::add_totals(*acc, halved(whole(lanes), T::add).total());
            }
        }
    }

    #[inline(always)]
    fn columns(block: Block<T, T::Total>) {
        let kept = block.acc.len();
        let mut lanes = [T::zero(); MOST_KEPT];
        let lanes = &mut lanes[..kept];
        for (x, y) in block.x.chunks_exact(kept).zip(block.y.chunks_exact(kept)) {
            add::<T, PRODUCTS>(lanes, x, y);
        }
        for (acc, &lane) in block.acc.iter_mut().zip(&*lanes) {
            *acc = T::add_totals(*acc, lane.total());
        }
    }

    fn merge((a, _): (T::Total, f64), (b, _): (T::Total, f64)) -> T::Total {
        T::add_totals(a, b)
    }

    unsafe fn finish(acc: T::Total, _: u16, out: *mut u8, at: usize) {
        // SAFETY: the caller's promise.
        unsafe { *out.cast::<T>().add(at) = T::round(acc) }
    }
}
