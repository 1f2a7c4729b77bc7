//! Schur's form of matrices.

mod complex;
mod deflation;
mod iterate;
mod real;
mod reorder;
mod standard;
mod strips;
mod swap;
mod sweep;
mod triangle;

pub use complex::{rotation, wilkinson};
pub use iterate::iterate;
pub use reorder::ordered;
pub use triangle::triangle;

use super::hessenberg::reduce;
use super::{C, Entry, Host, Matrix};
use crate::error::Result;
use std::ops::Range;

/// An entry whose matrices have a Schur form of their own: a triangle, but for blocks of two rows in a real one.
pub trait Schur: Entry {
    /// The QR algorithm without blocks, of a Hessenberg matrix. With `z`, which is multiplied from the left by what is done, `h` becomes the
    /// Schur form; else only its diagonal's blocks count. The result is how many rows in front have not converged.
    #[doc(hidden)]
    fn iterate(h: &mut Matrix<Self>, z: Option<&mut Matrix<Self>>) -> usize;

    /// The direction of the first column of `(h - s1) (h - s2)`, of the first rows of a Hessenberg matrix.
    #[doc(hidden)]
    fn first_column(h: [[Self; 3]; 3], shifts: [C; 2]) -> [Self; 3];

    /// Exchanges two neighbouring blocks of these many rows, of which the first one begins at row `k`; `z` is multiplied from the left by what
    /// is done. Whether it was done: not if it would change more than roundings do, unless that is `forced`.
    #[doc(hidden)]
    fn exchange(t: &mut Matrix<Self>, z: &mut Matrix<Self>, k: usize, blocks: [usize; 2], forced: bool) -> bool;
}

/// The Schur form `t` of a square matrix and the unitary `z` with `a = z t zᴴ`.
///
/// ```
/// use xparray::backend::HostLoops;
/// use xparray::linalg::host::{Host, Matrix, schur};
/// let (t, z) = schur(&Host { op: "schur", blas: &HostLoops }, Matrix::new(2, 2, vec![0.0, 1.0, -1.0, 0.0]))?;
/// assert_eq!((t[0][0], t[1][1], t[0][1] * t[1][0], z.rows()), (0.0, 0.0, -1.0, 2));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`](crate::Error::Value) if the QR algorithm does not converge; those of the products.
pub fn schur<E: Schur>(host: &Host<'_>, a: Matrix<E>) -> Result<(Matrix<E>, Matrix<E>)> {
    let n = a.rows();
    // A triangle is its own form.
    if a.is_upper(0) {
        return Ok((a, Matrix::identity(n)));
    }
    let scale = a.scale();
    let mut t = a.scaled(1.0 / scale);
    let mut adjoint = reduce(host, &mut t, &(0..n), true)?;
    iterate(host, &mut t, adjoint.as_mut(), &(0..n))?;
    let z = adjoint.map_or_else(|| Matrix::identity(n), |adjoint| adjoint.adjoint());
    Ok((t.scaled(scale), z))
}

/// How many rows the block has that begins here.
fn block<E: Entry>(t: &Matrix<E>, k: usize, end: usize) -> usize {
    if k + 1 < end && t[k + 1][k] != E::real(0.0) { 2 } else { 1 }
}

/// The eigenvalues of the blocks on some part of the diagonal of a Schur form: of a pair the one with the positive imaginary part first.
pub fn eigenvalues<E: Entry>(t: &Matrix<E>, part: Range<usize>) -> Vec<C> {
    let mut values = Vec::with_capacity(part.len());
    let mut k = part.start;
    while k < part.end {
        let here = t[k][k].complex();
        let count = block(t, k, part.end);
        if count == 1 {
            values.push(here);
        } else {
            // Of a standard block.
            let im = t[k][k + 1].size().sqrt() * t[k + 1][k].size().sqrt();
            values.extend([C::new(here.re, im), C::new(t[k + 1][k + 1].re(), -im)]);
        }
        k += count;
    }
    values
}

/// The first row of the last block that does not fall apart between two rows; the negligible element left of it becomes zero.
///
/// By the criterion of M. Ahues and F. Tisseur (LAPACK Working Note 122, 1997).
fn deflated<E: Entry>(h: &mut Matrix<E>, start: usize, last: usize) -> usize {
    let n = h.rows();
    let smallest = f64::MIN_POSITIVE / f64::EPSILON * n as f64;
    for k in (start + 1..=last).rev() {
        let below = h[k][k - 1].l1();
        let (above, here) = (h[k - 1][k - 1], h[k][k]);
        let mut near = above.l1() + here.l1();
        if near == 0.0 {
            near += if k >= start + 2 { h[k - 1][k - 2].l1() } else { 0.0 };
            near += if k < last { h[k + 1][k].l1() } else { 0.0 };
        }
        let mut small = below <= smallest;
        if !small && below <= f64::EPSILON * near {
            let (beside, distance) = (h[k - 1][k].l1(), (above - here).l1());
            let sum = here.l1().max(distance) + below.max(beside);
            let bound = here.l1().min(distance) * (here.l1().max(distance) / sum);
            small = below.min(beside) * (below.max(beside) / sum) <= smallest.max(f64::EPSILON * bound);
        }
        if small {
            h[k][k - 1] = E::real(0.0);
            return k;
        }
    }
    start
}
