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
        for p in 0..n {
            for q in p + 1..n {
                turn::<T, FMA, L>(a, v, row, n, (p, q), &active, &mut turned);
            }
        }
        active = turned;
        if active.iter().all(|x| *x == T::ZERO) {
            break;
        }
    }
    let mut lanes = outcome(&active);
    for (line, value) in a.chunks_exact_mut(row).zip(values) {
        let (mut squares, mut over) = ([T::ZERO; L], [T::ONE; L]);
        line[..n].iter().for_each(|x| add::<T, FMA, L>(&mut squares, x, x));
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

/// Makes columns `p` and `q` orthogonal where they are not; says where.
#[inline(always)]
fn turn<T: Real, const FMA: bool, const L: usize>(
    a: &mut [Lanes<T, L>],
    v: &mut [Lanes<T, L>],
    row: usize,
    n: usize,
    (p, q): (usize, usize),
    active: &Lanes<T, L>,
    turned: &mut Lanes<T, L>,
) {
    let (x, y) = two(a, row, p, q, n);
    let [xx, yy, xy] = products::<T, FMA, L>(x, y);
    let mut counts = [T::ZERO; L];
    let least = T::from(n).map_or(T::ONE, Float::sqrt) * T::epsilon();
    let mut any = false;
    for l in 0..L {
        let apart = Float::abs(xy[l]) <= least * Float::sqrt(xx[l]) * Float::sqrt(yy[l]);
        counts[l] = if apart { T::ZERO } else { active[l] };
        turned[l] = if apart { turned[l] } else { active[l] };
        any |= counts[l] > T::ZERO;
    }
    if !any {
        return;
    }
    let cs = rotation::<T, FMA, L>(&xx, &yy, &xy, &counts);
    for (x, y) in x.iter_mut().zip(y) {
        rotate::<T, FMA, L>(x, y, &cs);
    }
    let (x, y) = two(v, row, p, q, n);
    for (x, y) in x.iter_mut().zip(y) {
        rotate::<T, FMA, L>(x, y, &cs);
    }
}

/// The products of two columns with themselves and each other, each in two sums, which need not wait for one another.
#[inline(always)]
fn products<T: Real, const FMA: bool, const L: usize>(x: &[Lanes<T, L>], y: &[Lanes<T, L>]) -> [Lanes<T, L>; 3] {
    let [mut xx, mut yy, mut xy] = [[T::ZERO; L]; 3];
    let [mut more_xx, mut more_yy, mut more_xy] = [[T::ZERO; L]; 3];
    let ((x_pairs, x_last), (y_pairs, y_last)) = (x.as_chunks::<2>(), y.as_chunks::<2>());
    for ([x, next_x], [y, next_y]) in x_pairs.iter().zip(y_pairs) {
        add::<T, FMA, L>(&mut xx, x, x);
        add::<T, FMA, L>(&mut yy, y, y);
        add::<T, FMA, L>(&mut xy, x, y);
        add::<T, FMA, L>(&mut more_xx, next_x, next_x);
        add::<T, FMA, L>(&mut more_yy, next_y, next_y);
        add::<T, FMA, L>(&mut more_xy, next_x, next_y);
    }
    for (x, y) in x_last.iter().zip(y_last) {
        add::<T, FMA, L>(&mut xx, x, x);
        add::<T, FMA, L>(&mut yy, y, y);
        add::<T, FMA, L>(&mut xy, x, y);
    }
    for l in 0..L {
        xx[l] = xx[l] + more_xx[l];
        yy[l] = yy[l] + more_yy[l];
        xy[l] = xy[l] + more_xy[l];
    }
    [xx, yy, xy]
}
