//! Cholesky factorisation in lanes.

use super::{Lane, Lanes, Real, multiply, subtract};
use num_traits::Float;

/// Factors in place; the upper triangle becomes zero.
#[inline(always)]
pub(super) fn cholesky<T: Real, const FMA: bool, const L: usize>(
    a: &mut [Lanes<T, L>],
    row: usize,
    n: usize,
    column: &mut [Lanes<T, L>],
) -> [Lane; L] {
    let mut lanes = [Lane::Done; L];
    for k in 0..n {
        let pivots = a[k * row + k];
        let mut over = pivots;
        for l in 0..L {
            over[l] = T::ONE / Float::sqrt(pivots[l]);
            a[k * row + k][l] = Float::sqrt(pivots[l]);
        }
        for l in 0..L {
            let positive = pivots[l] > T::ZERO;
            if lanes[l] == Lane::Done && !positive {
                lanes[l] = Lane::Pivot(k);
            }
        }
        a[k * row + k + 1..k * row + n].fill([T::ZERO; L]);
        for i in k + 1..n {
            let line = &mut a[i * row..][..n];
            multiply(&mut line[k], &over);
            column[i] = line[k];
            let (factor, from) = (line[k], &column[k + 1..=i]);
            for (a, x) in line[k + 1..=i].iter_mut().zip(from) {
                subtract::<T, FMA, L>(a, &factor, x);
            }
        }
    }
    lanes
}
