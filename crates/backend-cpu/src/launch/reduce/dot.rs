//! Sums of products. What is multiplied only to be added up goes through no memory in between.

use super::fold::{Folded, LANES, PIECE, Sum, halved, whole};
use super::four::FAR;
use super::lanes::Sums;
use super::value::Value;
use super::{Block, Reduce};
use std::marker::PhantomData;

/// The sum of the products of two operands.
pub struct Dot<T>(PhantomData<T>);

/// Products of two pieces, added up in lanes.
#[inline(always)]
fn of_piece<T: Value>(x: &[T], y: &[T]) -> T {
    let ((x, x_tail), (y, y_tail)) = (x.as_chunks::<LANES>(), y.as_chunks::<LANES>());
    let mut lanes = [T::zero(); LANES];
    for (x, y) in x.iter().zip(y) {
        for i in 0..LANES {
            lanes[i] = lanes[i].add(x[i].mul(y[i]));
        }
    }
    let tail = x_tail.iter().zip(y_tail).fold(T::zero(), |sum, (x, y)| sum.add(x.mul(*y)));
    halved(whole(lanes), T::add).add(tail)
}

/// Products of two rows, whose length is a multiple of four times [`FAR`], from their four quarters at a time.
#[inline(always)]
fn of_quarters<T: Value>(x: &[T], y: &[T]) -> T::Total {
    let quarter = x.len() / 4;
    let mut total = T::zero().total();
    for first in (0..quarter).step_by(PIECE) {
        let part = |k: usize| k * quarter + first..k * quarter + first + PIECE;
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| (x[part(k)].as_chunks::<LANES>().0, y[part(k)].as_chunks::<LANES>().0));
        let mut lanes = [T::zero(); LANES];
        for j in 0..PIECE / LANES {
            let product = |(x, y): (&[[T; LANES]], &[[T; LANES]]), i: usize| x[j][i].mul(y[j][i]);
            for (i, lane) in lanes.iter_mut().enumerate() {
                let four = product(a, i).add(product(b, i)).add(product(c, i).add(product(d, i)));
                *lane = lane.add(four);
            }
        }
        total = T::add_totals(total, halved(whole(lanes), T::add).total());
    }
    total
}

impl<T: Value> Reduce for Dot<T> {
    type In = T;
    type Acc = T::Total;

    fn start() -> T::Total {
        T::zero().total()
    }

    #[inline(always)]
    fn rows(block: Block<T, T::Total>) {
        let Block { x, y, reduced, acc, .. } = block;
        let far = reduced / (4 * FAR) * (4 * FAR);
        for (k, acc) in acc.iter_mut().enumerate() {
            let row = k * reduced..(k + 1) * reduced;
            let ((x, x_near), (y, y_near)) = (x[row.clone()].split_at(far), y[row].split_at(far));
            if far > 0 {
                *acc = T::add_totals(*acc, of_quarters(x, y));
            }
            for (x, y) in x_near.chunks(PIECE).zip(y_near.chunks(PIECE)) {
                *acc = T::add_totals(*acc, of_piece(x, y).total());
            }
        }
    }

    #[inline(always)]
    fn columns(block: Block<T, T::Total>) {
        // A single row is this reduction's own; of several, sums in lanes have the loops.
        Sums::<T, true>::columns(block);
    }

    fn merge(a: (T::Total, f64), b: (T::Total, f64)) -> T::Total {
        Folded::<Sum<T>>::merge(a, b)
    }

    unsafe fn finish(acc: T::Total, part: u16, out: *mut u8, at: usize) {
        // SAFETY: the caller's promise.
        unsafe { Folded::<Sum<T>>::finish(acc, part, out, at) }
    }
}
