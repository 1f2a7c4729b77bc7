//! Eigenvectors from both sides.

use super::balance::Balance;
use super::vectors::{Vectors, vectors};
use crate::error::Result;
use crate::linalg::host::{C, Host, Matrix, eigenvalues, iterate, reduce};

/// Eigenvalues, and eigenvectors in rows, of a norm of 1.
#[derive(Clone, Debug)]
pub struct Eigensystem {
    /// The eigenvalues; of a pair of a real matrix the one with the positive imaginary part comes first.
    pub values: Vec<C>,
    /// Vectors with `a v = w v`.
    pub right: Matrix<C>,
    /// Vectors with `vᴴ a = w vᴴ`.
    pub left: Matrix<C>,
}

/// Eigenvalues and eigenvectors of a matrix from both sides.
///
/// ```
/// use xparray::backend::HostLoops;
/// use xparray::linalg::host::{Host, Matrix, eigensystem};
/// let found = eigensystem(&Host { op: "eig", blas: &HostLoops }, Matrix::new(2, 2, vec![1.0, 2.0, 0.0, 3.0]))?;
/// let (v, w) = (&found.left[1], found.values[1]);
/// assert_eq!((v[0].norm(), v[1].norm(), w.re), (0.0, 1.0, 3.0));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`](crate::Error::Value) if the QR algorithm does not converge; those of the products.
pub fn eigensystem<E: Vectors>(host: &Host<'_>, a: Matrix<E>) -> Result<Eigensystem> {
    let (n, before) = (a.rows(), a.scale());
    let mut a = a.scaled(1.0 / before);
    let balance = Balance::new(&mut a);
    let scale = a.scale();
    let mut t = a.scaled(1.0 / scale);
    let mut z = reduce(host, &mut t, &balance.active, true)?.unwrap_or_else(|| Matrix::identity(n));
    iterate(host, &mut t, Some(&mut z), &balance.active)?;
    let mut values = eigenvalues(&t, 0..n);
    let right = E::unpack(vectors(host, &t, &z, &values)?.entries(), &values, &balance);
    // Left vectors are right ones of the adjoint. Backwards in both directions, its Schur form is one again.
    let back = |i: usize| n - 1 - i;
    let adjoint = Matrix::from_fn(n, n, |i, j| t[back(j)][back(i)].conj());
    let turned = Matrix::from_fn(n, n, |i, j| z[back(i)][j]);
    let conjugates: Vec<C> = values.iter().rev().map(C::conj).collect();
    let left = E::unpack(vectors(host, &adjoint, &turned, &conjugates)?.entries(), &conjugates, &balance.of_adjoint());
    let left = Matrix::new(n, n, left);
    values.iter_mut().for_each(|value| *value *= before * scale);
    Ok(Eigensystem { values, right: Matrix::new(n, n, right), left: Matrix::from_fn(n, n, |i, j| left[back(i)][j]) })
}
