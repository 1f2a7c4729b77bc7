//! The QR algorithm with a single shift: the Schur form of a small complex Hessenberg matrix.
//!
//! G. H. Golub and C. F. Van Loan, *Matrix Computations*, 4th edition, section 7.5, with Wilkinson's shift and rotations.

use super::{Schur, deflated};
use crate::linalg::host::{C, Entry, Matrix};

impl Schur for C {
    fn iterate(h: &mut Matrix<C>, mut z: Option<&mut Matrix<C>>) -> usize {
        let mut left = 30 * h.rows().max(10);
        let (mut end, mut rounds) = (h.rows(), 0);
        while end > 0 {
            let last = end - 1;
            let first = deflated(h, 0, last);
            if first == last {
                (end, rounds) = (last, 0);
                continue;
            }
            if left == 0 {
                return end;
            }
            left -= 1;
            rounds += 1;
            let shift = if rounds % 10 == 0 {
                C::real(h[last][last - 1].l1()) + h[last][last]
            } else {
                wilkinson([[h[last - 1][last - 1], h[last - 1][last]], [h[last][last - 1], h[last][last]]])
            };
            step(h, z.as_deref_mut(), first, last, shift);
        }
        0
    }

    fn first_column(h: [[C; 3]; 3], [one, two]: [C; 2]) -> [C; 3] {
        let s = (h[0][0] - two).l1() + h[1][0].l1();
        if s == 0.0 {
            return [C::ZERO; 3];
        }
        let below = h[1][0] / s;
        [
            below * h[0][1] + (h[0][0] - one) * ((h[0][0] - two) / s),
            below * (h[0][0] + h[1][1] - one - two),
            below * h[2][1],
        ]
    }

    /// By a rotation (Golub and Van Loan, section 7.6.2), which is always possible.
    fn exchange(t: &mut Matrix<C>, z: &mut Matrix<C>, k: usize, _: [usize; 2], _: bool) -> bool {
        let (first, second) = (t[k][k], t[k + 1][k + 1]);
        let (turn, _) = rotation(t[k][k + 1], second - first);
        t.rotate_rows(k, k, turn);
        t.rotate_columns(k, k + 2, turn);
        z.rotate_rows(k, 0, turn);
        (t[k][k], t[k + 1][k + 1], t[k + 1][k]) = (second, first, C::ZERO);
        true
    }
}

/// The eigenvalue of two rows that is nearer to their last element.
///
/// ```
/// use xparray::Complex;
/// let rows = [[2.0, 0.0], [0.0, 3.0]].map(|row| row.map(Complex::from));
/// assert_eq!(xparray::linalg::host::wilkinson(rows), Complex::from(3.0));
/// ```
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
///
/// ```
/// use xparray::Complex;
/// let ((c, s), r) = xparray::linalg::host::rotation(Complex::from(3.0), Complex::from(4.0));
/// assert!((c - 0.6).abs() < 1e-15 && (s - 0.8).norm() < 1e-15 && (r - 5.0).norm() < 1e-15);
/// ```
pub fn rotation<E: Entry>(x: E, y: E) -> ((f64, E), E) {
    let (size, length) = (x.size(), x.size().hypot(y.size()));
    if length == 0.0 {
        return ((1.0, E::real(0.0)), E::real(0.0));
    }
    let phase = if size == 0.0 { E::real(1.0) } else { x / size };
    ((size / length, phase * (y.conj() / length)), phase * length)
}

/// One step on the block of rows `first..=last`: rotations of neighbours chase the bulge down.
fn step(h: &mut Matrix<C>, mut z: Option<&mut Matrix<C>>, first: usize, last: usize, shift: C) {
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
        if let Some(z) = z.as_deref_mut() {
            z.rotate_rows(k, 0, turn);
        }
    }
}
