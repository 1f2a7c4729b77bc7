//! Eigenvalues of symmetric matrices in lanes, by Jacobi's rotations.
//!
//! G. H. Golub and C. F. Van Loan, *Matrix Computations*, 4th edition, section 8.5.

use super::jacobi::{SWEEPS, outcome, rotate, rotation, two};
use super::{Lane, Lanes, Real, add};

/// Makes `a`, of which the upper triangle counts, diagonal; `v` gets the eigenvectors as rows, `values` what is on the diagonal.
#[inline(always)]
pub(super) fn eigh<T: Real, const FMA: bool, const L: usize>(
    a: &mut [Lanes<T, L>],
    v: &mut [Lanes<T, L>],
    row: usize,
    n: usize,
    values: &mut [Lanes<T, L>],
) -> [Lane; L] {
    v.fill([T::ZERO; L]);
    (0..n).for_each(|i| v[i * row + i] = [T::ONE; L]);
    let mut active = [T::ONE; L];
    for sweep in 0..=SWEEPS {
        let [mut beside, mut on] = [[T::ZERO; L]; 2];
        for i in 0..n {
            let line = &a[i * row..][..n];
            add::<T, FMA, L>(&mut on, &line[i], &line[i]);
            line[i + 1..].iter().for_each(|x| add::<T, FMA, L>(&mut beside, x, x));
        }
        // What is beside the diagonal moves no eigenvalue by more than rounding does.
        let (mut any, share) = (false, T::from(n).unwrap_or(T::ONE) * T::epsilon() * T::epsilon());
        for l in 0..L {
            let least = share * on[l];
            active[l] = if beside[l] > least { active[l] } else { T::ZERO };
            any |= active[l] > T::ZERO;
        }
        if !any || sweep == SWEEPS {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                turn::<T, FMA, L>(a, v, row, n, (p, q), &active);
            }
        }
    }
    for i in 0..n {
        values[i] = a[i * row + i];
    }
    outcome(&active)
}

/// Makes the element `(p, q)` zero.
#[inline(always)]
fn turn<T: Real, const FMA: bool, const L: usize>(
    a: &mut [Lanes<T, L>],
    v: &mut [Lanes<T, L>],
    row: usize,
    n: usize,
    (p, q): (usize, usize),
    active: &Lanes<T, L>,
) {
    let x = a[p * row + q];
    let cs = rotation::<T, FMA, L>(&a[p * row + p], &a[q * row + q], &x, active);
    for i in 0..p {
        let (left, right) = a[i * row..][..n].split_at_mut(q);
        rotate::<T, FMA, L>(&mut left[p], &mut right[0], &cs);
    }
    for i in p + 1..q {
        let (above, below) = a.split_at_mut(i * row);
        rotate::<T, FMA, L>(&mut above[p * row + i], &mut below[q], &cs);
    }
    let (above, below) = two(a, row, p, q, n);
    for (x, y) in above[q + 1..].iter_mut().zip(&mut below[q + 1..]) {
        rotate::<T, FMA, L>(x, y, &cs);
    }
    for l in 0..L {
        let (tangent, turned) = (cs[2][l], active[l] > T::ZERO);
        let moved = tangent * x[l];
        above[p][l] -= moved;
        below[q][l] += moved;
        above[q][l] = if turned { T::ZERO } else { above[q][l] };
    }
    let (above, below) = two(v, row, p, q, n);
    for (x, y) in above.iter_mut().zip(below) {
        rotate::<T, FMA, L>(x, y, &cs);
    }
}
