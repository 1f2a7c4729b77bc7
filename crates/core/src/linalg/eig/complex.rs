//! The QR algorithm with a single shift: the Schur form of a complex Hessenberg matrix.
//!
//! G. H. Golub and C. F. Van Loan, *Matrix Computations*, 4th edition, section 7.5, with Wilkinson's shift and rotations.

use super::matrix::Matrix;
use super::{NoConvergence, ROUNDS};
use num_complex::Complex;
use std::ops::Range;

type C = Complex<f64>;

/// Eigenvalues of a Hessenberg matrix, in the order of the diagonal. With `z`, whose rows are the columns of a transformation,
/// `h` becomes the Schur form, a triangle; `z` takes part.
pub(super) fn schur(
    h: &mut Matrix<C>,
    mut z: Option<&mut Matrix<C>>,
    active: &Range<usize>,
) -> Result<Vec<C>, NoConvergence> {
    let n = h.len();
    let norm = (0..n).flat_map(|i| h[i].iter()).fold(0.0f64, |norm, x| norm.max(x.l1_norm()));
    let mut end = active.end;
    let mut round = 0;
    while end > active.start {
        let last = end - 1;
        let first = deflated(h, active.start, last, norm);
        if first == last {
            (end, round) = (last, 0);
            continue;
        }
        if round == ROUNDS {
            return Err(NoConvergence);
        }
        let shift = if round % 10 == 9 {
            C::from(h[last][last - 1].l1_norm()) + h[last][last]
        } else {
            wilkinson([[h[last - 1][last - 1], h[last - 1][last]], [h[last][last - 1], h[last][last]]])
        };
        round += 1;
        step(h, z.as_deref_mut(), first, last, shift);
    }
    Ok((0..n).map(|i| h[i][i]).collect())
}

/// The first row of the last block that does not fall apart; the negligible element left of it becomes zero.
fn deflated(h: &mut Matrix<C>, start: usize, last: usize, norm: f64) -> usize {
    for l in (start + 1..=last).rev() {
        let beside = h[l - 1][l - 1].l1_norm() + h[l][l].l1_norm();
        let beside = if beside == 0.0 { norm } else { beside };
        if h[l][l - 1].l1_norm() <= f64::EPSILON * beside {
            h[l][l - 1] = C::ZERO;
            return l;
        }
    }
    start
}

/// The eigenvalue of two rows that is nearer to their last element.
fn wilkinson([[a, b], [c, d]]: [[C; 2]; 2]) -> C {
    let half = (a - d) * 0.5;
    let w = b * c;
    if w == C::ZERO {
        return d;
    }
    let root = (half * half + w).sqrt();
    let sum = if (half.conj() * root).re < 0.0 { half - root } else { half + root };
    d - w / sum
}

/// One step on the block of rows `first..=last`: rotations of neighbours chase the bulge down.
fn step(h: &mut Matrix<C>, mut z: Option<&mut Matrix<C>>, first: usize, last: usize, shift: C) {
    let n = h.len();
    let (columns, top) = if z.is_some() { (n, 0) } else { (last + 1, first) };
    let (mut x, mut y) = (h[first][first] - shift, h[first + 1][first]);
    for k in first..last {
        if k > first {
            (x, y) = (h[k][k - 1], h[k + 1][k - 1]);
        }
        let (norm, length) = (x.norm(), x.norm().hypot(y.norm()));
        if length == 0.0 {
            continue;
        }
        let phase = if norm == 0.0 { C::ONE } else { x / norm };
        let (c, s) = (norm / length, phase * y.conj() / length);
        if k > first {
            (h[k][k - 1], h[k + 1][k - 1]) = (phase * length, C::ZERO);
        }
        let (above, below) = h.two_rows(k, k + 1);
        for (a, b) in above[k..columns].iter_mut().zip(&mut below[k..columns]) {
            (*a, *b) = (*a * c + s * *b, *b * c - s.conj() * *a);
        }
        let from_right = |a: &mut C, b: &mut C| (*a, *b) = (*a * c + s.conj() * *b, *b * c - s * *a);
        for i in top..=last.min(k + 2) {
            let (left, right) = h[i].split_at_mut(k + 1);
            from_right(&mut left[k], &mut right[0]);
        }
        if let Some(z) = z.as_deref_mut() {
            let (a, b) = z.two_rows(k, k + 1);
            a.iter_mut().zip(b).for_each(|(a, b)| from_right(a, b));
        }
    }
}
