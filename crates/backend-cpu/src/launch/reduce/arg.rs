//! The place of the first minimum or maximum, or of the first NaN.

use super::fold::{Fold, LANES, fold_row};
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
    fn rows(block: Block<Self::In, Self::Acc>) {
        let Some(index) = block.index else { return };
        let increases = index.increases();
        for (k, (acc, row)) in block.acc.iter_mut().zip(block.x.chunks_exact(block.reduced)).enumerate() {
            let value = fold_row::<F>(row);
            // Most tiles hold nothing better than what was found before.
            if !F::step(value, acc.value).same(value) {
                continue;
            }
            let mut first = i64::MAX;
            for (c, chunk) in row.chunks(LANES).enumerate() {
                if !chunk.iter().fold(false, |any, x| any | x.same(value)) {
                    continue;
                }
                for (i, _) in chunk.iter().enumerate().filter(|(_, x)| x.same(value)) {
                    // SAFETY: the block has as many indices as values.
                    first = Ord::min(first, unsafe { index.at(k * block.reduced + c * LANES + i) });
                    if increases {
                        break;
                    }
                }
                if increases {
                    break;
                }
            }
            *acc = better::<F>(*acc, Found { value, index: first });
        }
    }

    #[inline(always)]
    fn columns(block: Block<Self::In, Self::Acc>) {
        let Some(index) = block.index else { return };
        let kept = block.acc.len();
        for (k, row) in block.x.chunks_exact(kept).enumerate() {
            for (i, (acc, &value)) in block.acc.iter_mut().zip(row).enumerate() {
                if F::step(value, acc.value).same(value) {
                    // SAFETY: the block has as many indices as values.
                    *acc = better::<F>(*acc, Found { value, index: unsafe { index.at(k * kept + i) } });
                }
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
