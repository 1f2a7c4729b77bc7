//! Positive definite matrices of diagonals.

use super::solved;
use crate::linalg::dense::{Dense, Entry, Matrix, each};
use crate::linalg::equations::one;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Cholesky's factor of a positive definite Hermitian matrix, of which `ab` `[.., u + 1, n]` has the diagonals: of the lower triangle, with
/// `ab[i - j, j]` for `a[i, j]`, or of the upper one, with `ab[u + i - j, j]`. The factor has the same order: `l` with `a = l lᴴ`, or its conjugate
/// transpose.
///
/// In double precision on the host (LAPACK's `pbtrf`).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::cholesky_banded;
/// let ab = xp.array([[4.0, 5.0], [2.0, 0.0]])?; // [[4, 2], [2, 5]]
/// assert_eq!(cholesky_banded(&ab, true)?.to_string(), "[[2. 2.]\n [1. 0.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::NotPositiveDefinite`] for another matrix; [`Error::Shape`] for less than two dimensions or no diagonal; [`Error::Value`] for NaN or
/// infinities; [`Error::DType`] for truth values.
pub fn cholesky_banded<B: Backend>(ab: &impl AnyArray<B>, lower: bool) -> Result<DynArray<B>> {
    const OP: &str = "cholesky_banded";
    diagonals(OP, ab.as_dyn())?;
    one(each(OP, &[ab.as_dyn()], &|mut parts| {
        Ok(vec![match parts.remove(0) {
            Dense::Real(ab) => Dense::Real(raised(factor(OP, lowered(ab, lower))?, lower)),
            Dense::Complex(ab) => Dense::Complex(raised(factor(OP, lowered(ab, lower))?, lower)),
        }])
    })?)
}

/// `x` with `a x = b`, from the factor that [`cholesky_banded`] gives in the same order. `b` is a vector `[n]`, or columns `[.., n, k]`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{cho_solve_banded, cholesky_banded};
/// let factor = cholesky_banded(&xp.array([[4.0, 5.0], [2.0, 0.0]])?, true)?;
/// assert_eq!(cho_solve_banded(&factor, true, &xp.array([8.0, 8.0])?)?.to_string(), "[1.5 1. ]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Singular`] for a zero on the factor's diagonal; [`Error::Shape`] if they do not fit; else those of [`cholesky_banded`].
pub fn cho_solve_banded<B: Backend>(cb: &impl AnyArray<B>, lower: bool, b: &impl AnyArray<B>) -> Result<DynArray<B>> {
    const OP: &str = "cho_solve_banded";
    diagonals(OP, cb.as_dyn())?;
    solved(OP, cb.as_dyn(), b.as_dyn(), &|mut parts| match (parts.remove(0), parts.remove(0)) {
        (Dense::Real(cb), Dense::Real(b)) => Ok(Dense::Real(substitute(OP, &lowered(cb, lower), b)?)),
        (cb, b) => Ok(Dense::Complex(substitute(OP, &lowered(cb.complex(), lower), b.complex())?)),
    })
}

/// `x` with `a x = b`, of a positive definite Hermitian matrix in the order of [`cholesky_banded`], by its factor. `b` is a vector `[n]`, or
/// columns `[.., n, k]`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::solveh_banded;
/// let ab = xp.array([[4.0, 5.0], [2.0, 0.0]])?;
/// assert_eq!(solveh_banded(&ab, true, &xp.array([8.0, 8.0])?)?.to_string(), "[1.5 1. ]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`cholesky_banded`]; [`Error::Shape`] if they do not fit.
pub fn solveh_banded<B: Backend>(ab: &impl AnyArray<B>, lower: bool, b: &impl AnyArray<B>) -> Result<DynArray<B>> {
    const OP: &str = "solveh_banded";
    diagonals(OP, ab.as_dyn())?;
    solved(OP, ab.as_dyn(), b.as_dyn(), &|mut parts| match (parts.remove(0), parts.remove(0)) {
        (Dense::Real(ab), Dense::Real(b)) => {
            let factor = factor(OP, lowered(ab, lower))?;
            Ok(Dense::Real(substitute(OP, &factor, b)?))
        }
        (ab, b) => {
            let factor = factor(OP, lowered(ab.complex(), lower))?;
            Ok(Dense::Complex(substitute(OP, &factor, b.complex())?))
        }
    })
}

/// An error unless there is a diagonal.
pub(super) fn diagonals<B: Backend>(op: &'static str, ab: &DynArray<B>) -> Result<()> {
    match *ab.shape() {
        [.., d, _] if d > 0 => Ok(()),
        _ => Err(Error::shape(op, ab.shape(), &[])),
    }
}

/// The diagonals of the lower triangle, from those of the upper one unless they are there.
fn lowered<E: Entry>(ab: Matrix<E>, lower: bool) -> Matrix<E> {
    if lower {
        return ab;
    }
    let (d, n) = (ab.rows(), ab.columns());
    // What is k below in column j is k above in column j + k, and what is outside of one is outside of the other.
    Matrix::from_fn(d, n, |k, j| ab[d - 1 - k][(j + k) % n].conj())
}

/// The diagonals in the order that is asked for, from those of the lower triangle.
fn raised<E: Entry>(ab: Matrix<E>, lower: bool) -> Matrix<E> {
    if lower {
        return ab;
    }
    let (d, n) = (ab.rows(), ab.columns());
    Matrix::from_fn(d, n, |row, j| ab[d - 1 - row][(j + n - (d - 1 - row) % n) % n].conj())
}

/// Cholesky's factor of the lower triangle.
fn factor<E: Entry>(op: &'static str, mut ab: Matrix<E>) -> Result<Matrix<E>> {
    let (d, n) = (ab.rows(), ab.columns());
    for j in 0..n {
        let pivot = ab[0][j].re();
        if pivot <= 0.0 {
            return Err(Error::NotPositiveDefinite { op, minor: j + 1 });
        }
        let root = pivot.sqrt();
        ab[0][j] = E::real(root);
        let below = d.min(n - j);
        (1..below).for_each(|k| ab[k][j] = ab[k][j] / root);
        for k in 1..below {
            let factor = ab[k][j].conj();
            for i in k..below {
                let change = ab[i][j] * factor;
                ab[i - k][j + k] -= change;
            }
        }
    }
    Ok(ab)
}

/// The solution by the factor of the lower triangle.
fn substitute<E: Entry>(op: &'static str, l: &Matrix<E>, mut b: Matrix<E>) -> Result<Matrix<E>> {
    let (d, n) = (l.rows(), l.columns());
    if let Some(pivot) = (0..n).find(|&j| l[0][j] == E::real(0.0)) {
        return Err(Error::Singular { op, pivot });
    }
    for j in 0..n {
        b[j].iter_mut().for_each(|x| *x = x.over(l[0][j]));
        let known = b[j].to_vec();
        for k in 1..d.min(n - j) {
            b[j + k].iter_mut().zip(&known).for_each(|(x, &y)| *x -= l[k][j] * y);
        }
    }
    for j in (0..n).rev() {
        for k in 1..d.min(n - j) {
            let known = b[j + k].to_vec();
            b[j].iter_mut().zip(&known).for_each(|(x, &y)| *x -= l[k][j].conj() * y);
        }
        b[j].iter_mut().for_each(|x| *x = x.over(l[0][j].conj()));
    }
    Ok(b)
}
