//! Sums of products. What is multiplied only to be added up goes through no memory in between.

use super::fold::{Folded, LANES, PIECE, Sum, halved, whole};
use super::four::FAR;
use super::value::Value;
use super::{Block, Reduce};
use crate::launch::space::MOST_KEPT;
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
        let kept = block.acc.len();
        let mut lanes = [T::zero(); MOST_KEPT];
        let lanes = &mut lanes[..kept];
        // As sums do: four rows at a time.
        let (mut x, mut y) = (block.x.chunks_exact(4 * kept), block.y.chunks_exact(4 * kept));
        for (x, y) in (&mut x).zip(&mut y) {
            let product = |k: usize| x[k * kept..(k + 1) * kept].iter().zip(&y[k * kept..(k + 1) * kept]);
            for ((((lane, a), b), c), d) in
                lanes.iter_mut().zip(product(0)).zip(product(1)).zip(product(2)).zip(product(3))
            {
                let [a, b, c, d] = [a, b, c, d].map(|(x, y)| x.mul(*y));
                *lane = lane.add(a.add(b).add(c.add(d)));
            }
        }
        for (x, y) in x.remainder().chunks_exact(kept).zip(y.remainder().chunks_exact(kept)) {
            for ((lane, x), y) in lanes.iter_mut().zip(x).zip(y) {
                *lane = lane.add(x.mul(*y));
            }
        }
        for (acc, lane) in block.acc.iter_mut().zip(&*lanes) {
            *acc = T::add_totals(*acc, lane.total());
        }
    }

    fn merge(a: (T::Total, f64), b: (T::Total, f64)) -> T::Total {
        Folded::<Sum<T>>::merge(a, b)
    }

    unsafe fn finish(acc: T::Total, part: u16, out: *mut u8, at: usize) {
        // SAFETY: the caller's promise.
        unsafe { Folded::<Sum<T>>::finish(acc, part, out, at) }
    }
}
