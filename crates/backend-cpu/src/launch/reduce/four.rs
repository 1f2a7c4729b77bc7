//! Folds that read from four places of memory at a time.
//!
//! A core fetches ahead within a page, and few pages at a time: what lies one after the other, it waits for. Reading at
//! four places takes a quarter to a third less time.

use super::fold::{Fold, LANES, PIECE, halved, length, whole, without_nan};
use super::value::Value;

/// So many values apart, or a multiple, are places in different pages.
pub const FAR: usize = 4 * PIECE;

/// Rows of fewer values are folded one by one.
const LONG_ENOUGH: usize = 8 * LANES;

/// Folds the quarters of a row, whose length is a multiple of four times [`FAR`].
#[inline(always)]
pub fn fold_quarters<F: Fold>(row: &[F::In]) -> F::Acc {
    let quarter = row.len() / 4;
    let mut total = F::lift(F::start());
    for first in (0..quarter).step_by(length::<F>()) {
        let last = quarter.min(first + length::<F>());
        let piece = |k: usize| row[k * quarter + first..k * quarter + last].as_chunks::<LANES>().0;
        let four = [piece(0), piece(1), piece(2), piece(3)];
        let ordered = if F::ORDERED { fold_ordered::<F>(four) } else { None };
        total = F::merge(total, F::lift(ordered.unwrap_or_else(|| fold_four::<F>(four))));
    }
    total
}

/// Folds four pieces, in pairs: four values for each addition to a lane.
#[inline(always)]
fn fold_four<F: Fold>([a, b, c, d]: [&[[F::In; LANES]]; 4]) -> F::In {
    let mut lanes = [F::start(); LANES];
    for (((a, b), c), d) in a.iter().zip(b).zip(c).zip(d) {
        for i in 0..LANES {
            lanes[i] = F::step(lanes[i], F::step(F::step(a[i], b[i]), F::step(c[i], d[i])));
        }
    }
    halved(whole(lanes), F::step)
}

/// Likewise without a NaN; `None` if there may be one.
#[inline(always)]
fn fold_ordered<F: Fold>([a, b, c, d]: [&[[F::In; LANES]]; 4]) -> Option<F::In> {
    let (mut lanes, mut sums) = ([F::start(); LANES], [F::In::zero(); LANES]);
    for (((a, b), c), d) in a.iter().zip(b).zip(c).zip(d) {
        for i in 0..LANES {
            let four = F::step_ordered(F::step_ordered(a[i], b[i]), F::step_ordered(c[i], d[i]));
            lanes[i] = F::step_ordered(lanes[i], four);
            sums[i] = sums[i].add(a[i].add(b[i]).add(c[i].add(d[i])));
        }
    }
    without_nan::<F>(halved(whole(lanes), F::step_ordered), halved(whole(sums), F::In::add))
}

/// Whether so many rows of so many values are worth [`fold_apart`]: lanes for four of them must fit into registers.
pub fn worth_apart<F: Fold>(values: usize, rows: usize) -> bool {
    let far = values.saturating_mul(rows) >= 4 * FAR;
    F::In::FREQUENT && far && (LONG_ENOUGH..4 * FAR).contains(&values) && size_of::<F::In>() <= 8 && !F::ORDERED
}

/// Folds four rows of the same length.
#[inline(always)]
pub fn fold_apart<F: Fold>(rows: [&[F::In]; 4]) -> [F::Acc; 4] {
    if size_of::<F::In>() == 8 { in_lanes::<F, 8>(rows) } else { in_lanes::<F, 16>(rows) }
}

#[inline(always)]
fn in_lanes<F: Fold, const N: usize>(rows: [&[F::In]; 4]) -> [F::Acc; 4] {
    let mut totals = [F::lift(F::start()); 4];
    let values = rows[0].len();
    for first in (0..values).step_by(64 * N) {
        let piece = |k: usize| rows[k][first..values.min(first + 64 * N)].as_chunks::<N>();
        let pieces = [piece(0), piece(1), piece(2), piece(3)];
        let [(a, _), (b, _), (c, _), (d, _)] = pieces;
        let mut lanes = [[F::start(); N]; 4];
        for (((a, b), c), d) in a.iter().zip(b).zip(c).zip(d) {
            for (k, x) in [a, b, c, d].into_iter().enumerate() {
                for i in 0..N {
                    lanes[k][i] = F::step(lanes[k][i], x[i]);
                }
            }
        }
        for ((total, lanes), (_, tail)) in totals.iter_mut().zip(whole(lanes)).zip(pieces) {
            let piece = tail.iter().fold(halved(lanes, F::step), |sum, &x| F::step(sum, x));
            *total = F::merge(*total, F::lift(piece));
        }
    }
    totals
}
