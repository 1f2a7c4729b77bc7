//! Reductions by a commutative operation: vector lanes accumulate within a tile, and the tiles'
//! totals are combined in a type with more digits.

use super::super::space::MOST_KEPT;
use super::four::{FAR, fold_apart, fold_quarters, worth_apart};
use super::value::Value;
use super::{Block, Reduce};
use std::marker::PhantomData;

/// Partial results side by side: independent, so that additions overlap and use whole vectors.
pub const LANES: usize = 32;
/// As many values as lanes accumulate before they are combined: limits the rounding errors.
pub const PIECE: usize = 1024;

/// Where rounding is no concern, longer pieces are combined less often.
const ORDERED_PIECE: usize = 4 * PIECE;

/// An operation on values.
pub trait Fold: 'static {
    /// What is reduced.
    type In: Value;
    /// The result over tiles.
    type Acc: Copy;

    /// The result for no values, in a lane.
    fn start() -> Self::In;
    /// One more value.
    fn step(a: Self::In, b: Self::In) -> Self::In;
    /// Whether [`Fold::step_ordered`] is a faster step for values without NaN.
    const ORDERED: bool = false;
    /// One more value, if neither is NaN.
    #[inline(always)]
    fn step_ordered(a: Self::In, b: Self::In) -> Self::In {
        Self::step(a, b)
    }
    /// From a lane, or from a value, to the result over tiles.
    fn lift(lane: Self::In) -> Self::Acc;
    /// Results combined.
    fn merge(a: Self::Acc, b: Self::Acc) -> Self::Acc;
    /// Whether the lanes of these values may have gone out of bounds where all together do not: then they are combined anew, as
    /// results over tiles.
    #[inline(always)]
    fn is_lost<'a>(_: Self::Acc, _values: impl Iterator<Item = &'a Self::In>) -> bool {
        false
    }
    /// The final result.
    fn finish(acc: Self::Acc) -> Self::In;
}

/// What lanes come to, or the values combined anew.
#[inline(always)]
fn checked<'a, F: Fold>(total: F::Acc, values: impl Iterator<Item = &'a F::In> + Clone) -> F::Acc {
    if F::is_lost(total, values.clone()) { anew::<F>(values) } else { total }
}

/// Values combined as results over tiles, several side by side.
#[cold]
fn anew<'a, F: Fold>(values: impl Iterator<Item = &'a F::In>) -> F::Acc {
    let mut totals = [F::lift(F::start()); 8];
    for (k, &x) in values.enumerate() {
        totals[k % 8] = F::merge(totals[k % 8], F::lift(x));
    }
    halved(totals, F::merge)
}

/// Folds a row.
#[inline(always)]
pub fn fold_row<F: Fold>(row: &[F::In]) -> F::Acc {
    let far = if F::In::FREQUENT { row.len() / (4 * FAR) * (4 * FAR) } else { 0 };
    let (far, near) = row.split_at(far);
    let mut total = if far.is_empty() { F::lift(F::start()) } else { fold_quarters::<F>(far) };
    for piece in near.chunks(length::<F>()) {
        let ordered = if F::ORDERED { fold_ordered::<F>(piece) } else { None };
        total = F::merge(total, F::lift(ordered.unwrap_or_else(|| fold_piece::<F>(piece))));
    }
    total
}

/// As many values as lanes accumulate before they are combined.
pub fn length<F: Fold>() -> usize {
    if F::ORDERED { ORDERED_PIECE } else { PIECE }
}

/// Folds a piece of a row without a NaN; `None` if there may be one.
#[inline(always)]
fn fold_ordered<F: Fold>(piece: &[F::In]) -> Option<F::In> {
    let (chunks, tail) = piece.as_chunks::<LANES>();
    let (mut lanes, mut sums) = ([F::start(); LANES], [F::In::zero(); LANES]);
    for chunk in chunks {
        for i in 0..LANES {
            lanes[i] = F::step_ordered(lanes[i], chunk[i]);
            sums[i] = sums[i].add(chunk[i]);
        }
    }
    let (mut result, mut sum) = (halved(whole(lanes), F::step_ordered), halved(whole(sums), F::In::add));
    for &x in tail {
        (result, sum) = (F::step_ordered(result, x), sum.add(x));
    }
    without_nan::<F>(result, sum)
}

/// The result, unless the sum is NaN: it is if one of the values is. So it is of infinities of both signs, but then the
/// general fold is right as well.
#[inline(always)]
pub fn without_nan<F: Fold>(result: F::In, sum: F::In) -> Option<F::In> {
    (!sum.is_nan()).then_some(result)
}

/// Folds a piece of a row in lanes.
#[inline(always)]
fn fold_piece<F: Fold>(piece: &[F::In]) -> F::In {
    let (chunks, tail) = piece.as_chunks::<LANES>();
    let Some(last) = piece.last_chunk::<LANES>() else {
        return piece.iter().fold(F::start(), |total, &x| F::step(total, x));
    };
    let mut lanes = [F::start(); LANES];
    for chunk in chunks {
        for i in 0..LANES {
            lanes[i] = F::step(lanes[i], chunk[i]);
        }
    }
    // The last lanes' worth, of which the tail has not been seen.
    let seen = LANES - tail.len();
    for i in 0..LANES {
        lanes[i] = F::step(lanes[i], if i < seen { F::start() } else { last[i] });
    }
    halved(whole(lanes), F::step)
}

/// The lanes, stored once side by side: otherwise the compiler arranges the loop before for what comes after, in
/// narrower vectors.
#[inline(always)]
pub fn whole<T: Copy>(mut lanes: T) -> T {
    std::hint::black_box(&mut lanes);
    lanes
}

/// Lanes combined, half with half.
#[inline(always)]
pub fn halved<T: Copy, const N: usize>(mut lanes: [T; N], step: impl Fn(T, T) -> T) -> T {
    let mut width = N / 2;
    while width > 0 {
        for i in 0..width {
            lanes[i] = step(lanes[i], lanes[i + width]);
        }
        width /= 2;
    }
    lanes[0]
}

/// The columns of a row-major block, in groups of [`LANES`]: the first column, and how many at the start of
/// the group were in the one before. The last group overlaps, or its rows are padded if there is no other.
#[inline(always)]
pub fn groups(columns: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..columns.div_ceil(LANES)).map(move |k| {
        let first = (k * LANES).min(columns.saturating_sub(LANES));
        (first, k * LANES - first)
    })
}

/// Calls `f` with the part of each row that belongs to the group of columns from `first` on.
#[inline(always)]
pub fn for_rows<X: Copy>(x: &[X], stride: usize, first: usize, mut f: impl FnMut(&[X; LANES])) {
    if stride >= LANES {
        // Of a constant length, so that what `f` accumulates stays in registers.
        for row in x.chunks_exact(stride) {
            if let Some(row) = row[first..].first_chunk() {
                f(row);
            }
        }
        return;
    }
    for row in x.chunks_exact(stride) {
        let mut padded = [row[0]; LANES];
        padded[..stride].copy_from_slice(row);
        f(&padded);
    }
}

/// A [`Fold`] as a reduction.
pub struct Folded<F>(PhantomData<F>);

impl<F: Fold> Reduce for Folded<F> {
    type In = F::In;
    type Acc = F::Acc;

    fn start() -> F::Acc {
        F::lift(F::start())
    }

    #[inline(always)]
    fn rows(block: Block<Self::In, Self::Acc>) {
        let Block { x, reduced, acc, .. } = block;
        let row = |k: usize| &x[k * reduced..(k + 1) * reduced];
        let quarter = if worth_apart::<F>(reduced, acc.len()) { acc.len() / 4 } else { 0 };
        let add = |acc: &mut F::Acc, total: F::Acc, k: usize| {
            *acc = F::merge(*acc, checked::<F>(total, row(k).iter()));
        };
        for k in 0..quarter {
            let rows = [row(k), row(quarter + k), row(2 * quarter + k), row(3 * quarter + k)];
            for (part, total) in fold_apart::<F>(rows).into_iter().enumerate() {
                add(&mut acc[part * quarter + k], total, part * quarter + k);
            }
        }
        for (k, acc) in acc.iter_mut().enumerate().skip(4 * quarter) {
            add(acc, fold_row::<F>(row(k)), k);
        }
    }

    #[inline(always)]
    fn columns(block: Block<Self::In, Self::Acc>) {
        let kept = block.acc.len();
        if block.reduced == 1 {
            for (acc, &x) in block.acc.iter_mut().zip(block.x) {
                *acc = F::merge(*acc, F::lift(x));
            }
            return;
        }
        // Row after row, as they lie in memory; four at a time spare loads and stores of the lanes.
        let mut lanes = [F::start(); MOST_KEPT];
        let lanes = &mut lanes[..kept];
        let mut fours = block.x.chunks_exact(4 * kept);
        for four in &mut fours {
            let (ab, cd) = four.split_at(2 * kept);
            let ((a, b), (c, d)) = (ab.split_at(kept), cd.split_at(kept));
            for ((((lane, &a), &b), &c), &d) in lanes.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                *lane = F::step(*lane, F::step(F::step(a, b), F::step(c, d)));
            }
        }
        for row in fours.remainder().chunks_exact(kept) {
            for (lane, &x) in lanes.iter_mut().zip(row) {
                *lane = F::step(*lane, x);
            }
        }
        for (k, (acc, &lane)) in block.acc.iter_mut().zip(&*lanes).enumerate() {
            *acc = F::merge(*acc, checked::<F>(F::lift(lane), block.x[k..].iter().step_by(kept)));
        }
    }

    fn merge((a, _): (F::Acc, f64), (b, _): (F::Acc, f64)) -> F::Acc {
        F::merge(a, b)
    }

    unsafe fn finish(acc: F::Acc, _: u16, out: *mut u8, at: usize) {
        // SAFETY: the caller's promise.
        unsafe { *out.cast::<F::In>().add(at) = F::finish(acc) }
    }
}

/// The sum.
pub struct Sum<T>(PhantomData<T>);

impl<T: Value> Fold for Sum<T> {
    type In = T;
    type Acc = T::Total;

    #[inline(always)]
    fn start() -> T {
        T::zero()
    }
    #[inline(always)]
    fn step(a: T, b: T) -> T {
        a.add(b)
    }
    #[inline(always)]
    fn lift(lane: T) -> T::Total {
        lane.total()
    }
    #[inline(always)]
    fn merge(a: T::Total, b: T::Total) -> T::Total {
        T::add_totals(a, b)
    }
    #[inline(always)]
    fn finish(acc: T::Total) -> T {
        T::round(acc)
    }
}

macro_rules! plain {
    ($($(#[$doc:meta])* $Name:ident $start:ident $step:ident $(, $step_ordered:ident)?;)*) => {$(
        $(#[$doc])*
        pub struct $Name<T>(PhantomData<T>);

        impl<T: Value> Fold for $Name<T> {
            type In = T;
            type Acc = T;

            #[inline(always)]
            fn start() -> T {
                T::$start()
            }
            #[inline(always)]
            fn step(a: T, b: T) -> T {
                a.$step(b)
            }
            $(
                const ORDERED: bool = T::HAS_NAN;
                #[inline(always)]
                fn step_ordered(a: T, b: T) -> T {
                    a.$step_ordered(b)
                }
            )?
            #[inline(always)]
            fn lift(lane: T) -> T {
                lane
            }
            #[inline(always)]
            fn merge(a: T, b: T) -> T {
                a.$step(b)
            }
            #[inline(always)]
            fn finish(acc: T) -> T {
                acc
            }
        }
    )*};
}

plain! {
    /// The minimum, NaN if there is one.
    Min greatest min, min_ordered;
    /// The maximum, NaN if there is one.
    Max least max, max_ordered;
}
