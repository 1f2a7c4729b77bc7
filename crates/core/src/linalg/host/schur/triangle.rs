//! The complex Schur form from the real one.

use super::complex::{rotation, wilkinson};
use crate::linalg::host::{C, Entry, Matrix};

/// A triangle of what has zeros below the first subdiagonal, and of blocks of two rows there; the columns of `z` take part.
///
/// ```
/// use xparray::linalg::host::{Matrix, triangle};
/// let t = Matrix::new(2, 2, vec![0.0, 1.0, -1.0, 0.0]).complex();
/// let (t, _) = triangle(t, Matrix::identity(2));
/// assert!(t.is_upper(0) && (t[0][0].im.abs() - 1.0).abs() < 1e-15);
/// ```
pub fn triangle(mut t: Matrix<C>, mut z: Matrix<C>) -> (Matrix<C>, Matrix<C>) {
    let n = t.rows();
    for k in (1..n).rev() {
        if t[k][k - 1] == C::ZERO {
            continue;
        }
        let scale = t[k][k - 1].size();
        let block = [[t[k - 1][k - 1], t[k - 1][k]], [t[k][k - 1], t[k][k]]].map(|row| row.map(|x| x / scale));
        let value = wilkinson(block);
        let (turn, _) = rotation(value - block[1][1], block[1][0]);
        t.rotate_rows(k - 1, k - 1, turn);
        t.rotate_columns(k - 1, k + 1, turn);
        z.rotate_columns(k - 1, z.rows(), turn);
        t[k][k - 1] = C::ZERO;
    }
    (t, z)
}
