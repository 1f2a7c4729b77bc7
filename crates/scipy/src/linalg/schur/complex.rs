//! The QR algorithm with a single shift: the Schur form of a complex Hessenberg matrix.
//!
//! G. H. Golub and C. F. Van Loan, *Matrix Computations*, 4th edition, section 7.5, with Wilkinson's shift and rotations.

use super::NoConvergence;
use crate::linalg::dense::{C, Entry, Matrix};

/// Makes a Hessenberg matrix its Schur form, a triangle, in place. The columns of `z` take part.
pub fn iterate(h: &mut Matrix<C>, z: &mut Matrix<C>) -> Result<(), NoConvergence> {
    let mut left = 30 * h.rows().max(10);
    let (mut end, mut rounds) = (h.rows(), 0);
    while end > 0 {
        let last = end - 1;
        let first = deflated(h, last);
        if first == last {
            (end, rounds) = (last, 0);
            continue;
        }
        left = left.checked_sub(1).ok_or(NoConvergence)?;
        rounds += 1;
        let shift = if rounds % 10 == 0 {
            C::real(h[last][last - 1].l1_norm()) + h[last][last]
        } else {
            wilkinson([[h[last - 1][last - 1], h[last - 1][last]], [h[last][last - 1], h[last][last]]])
        };
        step(h, z, first, last, shift);
    }
    Ok(())
}

/// The first row of the last block that does not fall apart; the negligible element left of it becomes zero.
fn deflated(h: &mut Matrix<C>, last: usize) -> usize {
    let smallest = f64::MIN_POSITIVE / f64::EPSILON * h.rows() as f64;
    for k in (1..=last).rev() {
        let below = h[k][k - 1].l1_norm();
        let mut near = h[k - 1][k - 1].l1_norm() + h[k][k].l1_norm();
        if near == 0.0 {
            near += if k >= 2 { h[k - 1][k - 2].l1_norm() } else { 0.0 };
            near += if k < last { h[k + 1][k].l1_norm() } else { 0.0 };
        }
        let mut small = below <= smallest;
        if !small && below <= f64::EPSILON * near {
            // As for real numbers.
            let (beside, here) = (h[k - 1][k].l1_norm(), h[k][k].l1_norm());
            let distance = (h[k - 1][k - 1] - h[k][k]).l1_norm();
            let sum = here.max(distance) + below.max(beside);
            let bound = here.min(distance) * (here.max(distance) / sum);
            small = below.min(beside) * (below.max(beside) / sum) <= smallest.max(f64::EPSILON * bound);
        }
        if small {
            h[k][k - 1] = C::ZERO;
            return k;
        }
    }
    0
}

/// The eigenvalue of two rows that is nearer to their last element.
pub fn wilkinson([[a, b], [c, d]]: [[C; 2]; 2]) -> C {
    let half = (a - d) * 0.5;
    let w = b * c;
    if w == C::ZERO {
        return d;
    }
    let root = (half * half + w).sqrt();
    let sum = if (half.conj() * root).re < 0.0 { half - root } else { half + root };
    d - w.over(sum)
}

/// The cosine and the sine of a rotation that takes `(x, y)` to `(r, 0)`, and `r`.
pub fn rotation(x: C, y: C) -> ((f64, C), C) {
    let (size, length) = (x.size(), x.size().hypot(y.size()));
    if length == 0.0 {
        return ((1.0, C::ZERO), C::ZERO);
    }
    let phase = if size == 0.0 { C::ONE } else { x / size };
    ((size / length, phase * (y.conj() / length)), phase * length)
}

/// One step on the block of rows `first..=last`: rotations of neighbours chase the bulge down.
fn step(h: &mut Matrix<C>, z: &mut Matrix<C>, first: usize, last: usize, shift: C) {
    let n = h.rows();
    let (mut x, mut y) = (h[first][first] - shift, h[first + 1][first]);
    for k in first..last {
        if k > first {
            (x, y) = (h[k][k - 1], h[k + 1][k - 1]);
        }
        let (turn, r) = rotation(x, y);
        if k > first {
            (h[k][k - 1], h[k + 1][k - 1]) = (r, C::ZERO);
        }
        h.rotate_rows(k, k, turn);
        h.rotate_columns(k, (k + 3).min(last + 1), turn);
        z.rotate_columns(k, n, turn);
    }
}
