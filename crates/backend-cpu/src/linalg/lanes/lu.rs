//! Linear systems in lanes, by elimination with partial pivoting.

use super::{Lane, Lanes, Real, multiply, subtract};
use num_traits::Float;

/// Solves in place: columns behind the first `n` are right-hand sides, which become solutions. For the inverse they are those
/// of the identity.
#[inline(always)]
pub(super) fn solve<T: Real, const FMA: bool, const L: usize>(
    a: &mut [Lanes<T, L>],
    row: usize,
    n: usize,
    inverse: bool,
) -> [Lane; L] {
    if inverse {
        for i in 0..n {
            a[i * row + n..][..n].fill([T::ZERO; L]);
            a[i * row + n + i] = [T::ONE; L];
        }
    }
    let mut lanes = [Lane::Done; L];
    for k in 0..n {
        pivot(a, row, k, n);
        let (above, below) = a.split_at_mut((k + 1) * row);
        let first = &above[k * row..];
        let mut over = first[k];
        for (lane, over) in lanes.iter_mut().zip(&mut over) {
            if *lane == Lane::Done && *over == T::ZERO {
                *lane = Lane::Pivot(k);
            }
            *over = T::ONE / *over;
        }
        for line in below.chunks_exact_mut(row) {
            let mut factor = line[k];
            multiply(&mut factor, &over);
            for (a, x) in line[k + 1..].iter_mut().zip(&first[k + 1..]) {
                subtract::<T, FMA, L>(a, &factor, x);
            }
        }
    }
    for k in (0..n).rev() {
        let (above, below) = a.split_at_mut(k * row);
        let last = &mut below[..row];
        let diagonal = last[k];
        for x in &mut last[n..] {
            for l in 0..L {
                x[l] /= diagonal[l];
            }
        }
        for line in above.chunks_exact_mut(row) {
            let factor = line[k];
            for (b, x) in line[n..].iter_mut().zip(&last[n..]) {
                subtract::<T, FMA, L>(b, &factor, x);
            }
        }
    }
    lanes
}

/// Exchanges row `k` in each lane with the one below that has the largest element in column `k`.
#[inline(always)]
fn pivot<T: Real, const L: usize>(a: &mut [Lanes<T, L>], row: usize, k: usize, n: usize) {
    let (mut largest, mut found) = ([T::ZERO; L], [k; L]);
    for i in k..n {
        for l in 0..L {
            let size = Float::abs(a[i * row + k][l]);
            let larger = size > largest[l];
            largest[l] = if larger { size } else { largest[l] };
            found[l] = if larger { i } else { found[l] };
        }
    }
    for l in 0..L {
        if found[l] != k {
            let (above, below) = a.split_at_mut(found[l] * row);
            for (x, y) in above[k * row..][..row].iter_mut().zip(below).skip(k) {
                std::mem::swap(&mut x[l], &mut y[l]);
            }
        }
    }
}
