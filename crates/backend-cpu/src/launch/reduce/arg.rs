//! The place of the first minimum or maximum, or of the first NaN.

use super::fold::{Fold, fold_row};
use super::value::Value;
use super::{Block, Reduce};
use std::marker::PhantomData;

/// The place of what `F`, [`Min`](super::fold::Min) or [`Max`](super::fold::Max), finds.
pub struct Arg<F>(PhantomData<F>);

/// A value and its index. Of no values: the last value that can win, with an index that any beats.
#[derive(Clone, Copy)]
pub struct Found<T> {
    value: T,
    index: i64,
}

/// The one that `F` prefers; of the same value, the one with the lesser index.
#[inline(always)]
fn better<F: Fold>(a: Found<F::In>, b: Found<F::In>) -> Found<F::In> {
    let a_wins = if a.value.same(b.value) { a.index < b.index } else { F::step(a.value, b.value).same(a.value) };
    if a_wins { a } else { b }
}

impl<F: Fold<Acc = <F as Fold>::In>> Reduce for Arg<F> {
    type In = F::In;
    type Acc = Found<F::In>;

    fn start() -> Self::Acc {
        Found { value: F::start(), index: i64::MAX }
    }

    #[inline(always)]
    fn may_change(block: Block<Self::In, Self::Acc>) -> bool {
        block.acc.iter().zip(block.x.chunks_exact(block.reduced)).any(|(acc, row)| {
            let value = fold_row::<F, _>(row, |x| x);
            F::step(value, acc.value).same(value)
        })
    }

    #[inline(always)]
    fn rows(block: Block<Self::In, Self::Acc>) {
        let rows = block.x.chunks_exact(block.reduced).zip(block.index.chunks_exact(block.reduced));
        for (acc, (row, index)) in block.acc.iter_mut().zip(rows) {
            let value = fold_row::<F, _>(row, |x| x);
            // Most tiles hold nothing better than what was found before, or the same further on.
            let first = || index.iter().fold(i64::MAX, |a, &b| Ord::min(a, b));
            if !F::step(value, acc.value).same(value) || (value.same(acc.value) && first() > acc.index) {
                continue;
            }
            let places = row.iter().zip(index).map(|(x, &index)| if x.same(value) { index } else { i64::MAX });
            *acc = better::<F>(*acc, Found { value, index: places.fold(i64::MAX, Ord::min) });
        }
    }

    #[inline(always)]
    fn columns(block: Block<Self::In, Self::Acc>) {
        let kept = block.acc.len();
        for (row, index) in block.x.chunks_exact(kept).zip(block.index.chunks_exact(kept)) {
            for ((acc, &value), &index) in block.acc.iter_mut().zip(row).zip(index) {
                *acc = better::<F>(*acc, Found { value, index });
            }
        }
    }

    fn merge((a, _): (Self::Acc, f64), (b, _): (Self::Acc, f64)) -> Self::Acc {
        better::<F>(a, b)
    }

    unsafe fn finish(acc: Self::Acc, _: u16, out: *mut u8, at: usize) {
        // SAFETY: the caller's promise.
        unsafe { *out.cast::<i64>().add(at) = acc.index }
    }
}
