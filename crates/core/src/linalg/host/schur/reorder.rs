//! The order of the eigenvalues of a Schur form.

use super::{Schur, block, eigenvalues};
use crate::linalg::host::{C, Matrix};

/// Moves the eigenvalues that are chosen to the front of a Schur form, a pair as one if either is, in the order in which they are, and says
/// how many these are. The columns of `z` take part.
///
/// ```
/// use xparray::linalg::host::{Matrix, ordered};
/// let (mut t, mut z) = (Matrix::new(2, 2, vec![1.0, 5.0, 0.0, -2.0]), Matrix::identity(2));
/// let count = ordered(&mut t, &mut z, &|value| value.re < 0.0);
/// assert!(count == 1 && (t[0][0] + 2.0).abs() < 1e-15);
/// ```
pub fn ordered<E: Schur>(t: &mut Matrix<E>, z: &mut Matrix<E>, chosen: &dyn Fn(C) -> bool) -> usize {
    let n = t.rows();
    let mut adjoint = z.adjoint();
    let (mut front, mut k) = (0, 0);
    while k < n {
        let size = block(t, k, n);
        if eigenvalues(t, k..k + size).into_iter().any(chosen) {
            move_to(t, &mut adjoint, k, front, true);
            front += size;
        }
        k += size;
    }
    *z = adjoint.adjoint();
    front
}

/// Moves the block that begins at row `k` up to row `to`, past one neighbour after another, and says where it is then: lower if an exchange
/// would change more than roundings do, or makes two blocks of it. `z` is multiplied from the left by what is done.
pub fn move_to<E: Schur>(t: &mut Matrix<E>, z: &mut Matrix<E>, k: usize, to: usize, forced: bool) -> usize {
    let size = block(t, k, t.rows());
    let mut place = k;
    while place > to {
        let before = if place >= to + 2 && t[place - 1][place - 2] != E::real(0.0) { 2 } else { 1 };
        if !E::exchange(t, z, place - before, [before, size], forced) {
            break;
        }
        place -= before;
        if !forced && block(t, place, place + size) != size {
            break;
        }
    }
    place
}
