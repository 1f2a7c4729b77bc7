//! The order of the eigenvalues of a Schur form.

use super::complex::rotation;
use crate::linalg::dense::{C, Matrix};

/// Moves the eigenvalues that are chosen to the front of a triangle, in the order in which they are, and says how many these are.
/// Neighbours change places by a rotation (Golub and Van Loan, *Matrix Computations*, section 7.6.2).
pub fn ordered(t: &mut Matrix<C>, z: &mut Matrix<C>, chosen: impl Fn(C) -> bool) -> usize {
    let n = t.rows();
    let mut front = 0;
    for k in 0..n {
        if !chosen(t[k][k]) {
            continue;
        }
        for i in (front..k).rev() {
            let (first, second) = (t[i][i], t[i + 1][i + 1]);
            let (turn, _) = rotation(t[i][i + 1], second - first);
            t.rotate_rows(i, i, turn);
            t.rotate_columns(i, i + 2, turn);
            z.rotate_columns(i, z.rows(), turn);
            (t[i][i], t[i + 1][i + 1], t[i + 1][i]) = (second, first, C::ZERO);
        }
        front += 1;
    }
    front
}
