//! Singular values in lanes, by one-sided rotations of columns until all are orthogonal.
//!
//! G. H. Golub and C. F. Van Loan, *Matrix Computations*, 4th edition, section 8.6.3.

use super::jacobi::{SWEEPS, outcome, rotate, rotation, two};
use super::{Lane, Lanes, Real, add, multiply};
use num_traits::Float;

/// `a` becomes the left singular vectors as rows, `v` the right ones, and `values` the singular values.
#[inline(always)]
pub(super) fn svd<T: Real, const FMA: bool, const L: usize>(
    a: &mut [Lanes<T, L>],
    v: &mut [Lanes<T, L>],
    row: usize,
    n: usize,
    values: &mut [Lanes<T, L>],
) -> [Lane; L] {
    // Columns become rows.
    for i in 0..n {
        for j in i + 1..n {
            a.swap(i * row + j, j * row + i);
        }
    }
    v.fill([T::ZERO; L]);
    (0..n).for_each(|i| v[i * row + i] = [T::ONE; L]);
    let mut active = [T::ONE; L];
    for _ in 0..SWEEPS {
        let mut turned = [T::ZERO; L];
        for (line, squares) in a.chunks_exact(row).zip(&mut *values) {
            *squares = dot::<T, FMA, L>(&line[..n], &line[..n]);
        }
        for p in 0..n {
            for q in p + 1..n {
                turn::<T, FMA, L>(a, v, values, row, (p, q), &active, &mut turned);
            }
        }
        active = turned;
        if active.iter().all(|x| *x == T::ZERO) {
            break;
        }
    }
    let mut lanes = outcome(&active);
    for (line, value) in a.chunks_exact_mut(row).zip(values.iter_mut()) {
        let (squares, mut over) = (dot::<T, FMA, L>(&line[..n], &line[..n]), [T::ONE; L]);
        for l in 0..L {
            value[l] = Float::sqrt(squares[l]);
            over[l] = T::ONE / value[l];
            // Of a column that vanishes, or nearly so, another way finds the direction.
            if squares[l] < T::min_positive_value() / (T::epsilon() * T::epsilon()) {
                lanes[l] = Lane::General;
            }
        }
        line[..n].iter_mut().for_each(|x| multiply(x, &over));
    }
    lanes
}

/// Makes columns `p` and `q` orthogonal where they are not, and says where; `squares` are those of the columns' lengths.
#[inline(always)]
fn turn<T: Real, const FMA: bool, const L: usize>(
    a: &mut [Lanes<T, L>],
    v: &mut [Lanes<T, L>],
    squares: &mut [Lanes<T, L>],
    row: usize,
    (p, q): (usize, usize),
    active: &Lanes<T, L>,
    turned: &mut Lanes<T, L>,
) {
    let n = a.len() / row;
    let (x, y) = two(a, row, p, q, n);
    let (xx, yy, xy) = (squares[p], squares[q], dot::<T, FMA, L>(x, y));
    let mut counts = [T::ZERO; L];
    let least = T::from(n).map_or(T::ONE, Float::sqrt) * T::epsilon();
    for l in 0..L {
        let apart = Float::abs(xy[l]) <= least * Float::sqrt(xx[l]) * Float::sqrt(yy[l]);
        counts[l] = if apart { T::ZERO } else { active[l] };
        turned[l] = if apart { turned[l] } else { active[l] };
    }
    if counts.iter().all(|counts| *counts == T::ZERO) {
        return;
    }
    let cs = rotation::<T, FMA, L>(&xx, &yy, &xy, &counts);
    for l in 0..L {
        // Rounding leaves nothing below zero.
        let moved = cs[2][l] * xy[l];
        squares[p][l] = Float::max(xx[l] - moved, T::ZERO);
        squares[q][l] = Float::max(yy[l] + moved, T::ZERO);
    }
    for (x, y) in x.iter_mut().zip(y) {
        rotate::<T, FMA, L>(x, y, &cs);
    }
    let (x, y) = two(v, row, p, q, n);
    for (x, y) in x.iter_mut().zip(y) {
        rotate::<T, FMA, L>(x, y, &cs);
    }
}

/// The product of two columns, in four sums, which need not wait for one another.
#[inline(always)]
fn dot<T: Real, const FMA: bool, const L: usize>(x: &[Lanes<T, L>], y: &[Lanes<T, L>]) -> Lanes<T, L> {
    let mut sums = [[T::ZERO; L]; 4];
    let ((x_fours, x_last), (y_fours, y_last)) = (x.as_chunks::<4>(), y.as_chunks::<4>());
    for (x, y) in x_fours.iter().zip(y_fours) {
        for k in 0..4 {
            add::<T, FMA, L>(&mut sums[k], &x[k], &y[k]);
        }
    }
    let mut sum = [T::ZERO; L];
    for (x, y) in x_last.iter().zip(y_last) {
        add::<T, FMA, L>(&mut sum, x, y);
    }
    for l in 0..L {
        sum[l] += (sums[0][l] + sums[1][l]) + (sums[2][l] + sums[3][l]);
    }
    sum
}
