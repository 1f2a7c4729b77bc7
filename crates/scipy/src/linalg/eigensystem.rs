//! Eigenvectors from both sides.

use super::dense::{C, Dense, Matrix, each};
use super::pencil::{left_vectors, of_pairs, values, vectors};
use super::square;
use xparray_core::linalg::host::{Eigensystem, Host, eigensystem};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Options of [`eig_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Eig, eig_with};
/// let (a, b) = (xp.array([[6.0]])?, xp.array([[2.0]])?);
/// assert_eq!(eig_with(&a, Eig::new().b(&b))?.0.real()?.to_string(), "[3.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Eig<'a, B: Backend> {
    b: Option<&'a DynArray<B>>,
}

impl<B: Backend> Default for Eig<'_, B> {
    fn default() -> Self {
        Self { b: None }
    }
}

impl<'a, B: Backend> Eig<'a, B> {
    /// Of one matrix.
    pub fn new() -> Self {
        Self::default()
    }

    /// The other matrix.
    pub fn b(self, b: &'a impl AnyArray<B>) -> Self {
        Self { b: Some(b.as_dyn()) }
    }
}

/// Eigenvalues `[.., n]` and eigenvectors from the left and from the right, columns of `[.., n, n]` with norm 1: `(w, vl, vr)` with
/// `vlᴴ a = w vlᴴ` and `a vr = w vr`, of a square matrix or of each one of a stack; with another matrix `vlᴴ a = w vlᴴ b` and `a vr = w b vr`.
/// All are complex. Right ones alone are `Array::eig` and [`eig`](super::eig).
///
/// By Schur's form, or the generalised one, and substitution, in double precision on the host (G. H. Golub and C. F. Van Loan, *Matrix
/// Computations*, 4th edition, sections 7.6 and 7.7).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Eig, eig_with};
/// let a = xp.array([[1.0, 2.0], [0.0, 3.0]])?;
/// let (w, vl, vr) = eig_with(&a, Eig::new())?;
/// assert!(a.as_dyn().astype(DType::Complex128)?.matmul(&vr)?.allclose(&vr.multiply(&w)?)?);
/// assert!(a.as_dyn().t().astype(DType::Complex128)?.matmul(&vl.conj()?)?.allclose(&vl.conj()?.multiply(&w)?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrices are square, and as large; [`Error::Value`] for NaN or infinities, and without convergence;
/// [`Error::DType`] for truth values.
pub fn eig_with<B: Backend>(
    a: &impl AnyArray<B>,
    options: Eig<'_, B>,
) -> Result<(DynArray<B>, DynArray<B>, DynArray<B>)> {
    const OP: &str = "eig";
    let a = a.as_dyn();
    square(OP, a)?;
    let parts = match options.b {
        Some(b) => of_pairs(OP, a, b, &|pencil| {
            [values(&pencil), left_vectors(&pencil), vectors(&pencil)].map(Dense::Complex).into()
        })?,
        None => {
            let host = Host::new(OP, a.xp());
            each(OP, &[a], &|mut a| {
                let Eigensystem { values, right, left } = match a.remove(0) {
                    Dense::Real(a) => eigensystem(&host, a)?,
                    Dense::Complex(a) => eigensystem(&host, a)?,
                };
                let columns = |x: &Matrix<C>| Matrix::from_fn(x.columns(), x.rows(), |i, j| x[j][i]);
                Ok([Matrix::new(1, values.len(), values), columns(&left), columns(&right)].map(Dense::Complex).into())
            })?
        }
    };
    match <[_; 3]>::try_from(parts) {
        Ok([w, left, right]) => Ok((w.squeeze(-2)?, left, right)),
        Err(_) => Err(Error::value(OP, "no result")),
    }
}
