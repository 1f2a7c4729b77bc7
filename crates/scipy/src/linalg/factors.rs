//! Systems whose matrix is factored already.

use xparray_core::linalg::lu_pivots_to_permutation;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Which matrix a system has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Transpose {
    /// The matrix itself.
    #[default]
    No,
    /// Its transpose.
    Transposed,
    /// Its conjugate transpose.
    Conjugated,
}

/// `x` with `a x = b`, from the factors and the pivots of `a` that `lu_factor` gives; `b` is a vector or a matrix, or a stack of these.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::lu_solve;
/// let (lu, pivots) = xp.array([[0.0, 2.0], [1.0, 1.0]])?.lu_factor()?;
/// assert_eq!(lu_solve(&lu, &pivots, &xp.array([4.0, 5.0])?)?.to_string(), "[3. 2.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] if they do not fit; [`Error::Singular`] for a factor with a zero on its diagonal; [`Error::DType`] for other types than
/// those of `solve`, and pivots that are no integers.
pub fn lu_solve<B: Backend>(
    lu: &impl AnyArray<B>,
    pivots: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
) -> Result<DynArray<B>> {
    lu_solve_with(lu, pivots, b, Transpose::No)
}

/// [`lu_solve`] for the matrix or its transpose.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Transpose, lu_solve_with};
/// let (lu, pivots) = xp.array([[0.0, 2.0], [1.0, 1.0]])?.lu_factor()?;
/// let x = lu_solve_with(&lu, &pivots, &xp.array([4.0, 5.0])?, Transpose::Transposed)?;
/// assert_eq!(x.to_string(), "[0.5 4. ]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`lu_solve`].
pub fn lu_solve_with<B: Backend>(
    lu: &impl AnyArray<B>,
    pivots: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
    transpose: Transpose,
) -> Result<DynArray<B>> {
    const OP: &str = "lu_solve";
    let (lu, pivots) = (lu.as_dyn(), pivots.as_dyn());
    let dtype = lu.dtype().promote(b.as_dyn().dtype());
    let (lu, b) = (lu.astype(dtype)?, b.as_dyn().astype(dtype)?);
    let (b, vector) = columns(OP, &lu, &b)?;
    let n = b.shape()[b.ndim() - 2];
    if pivots.shape() != &lu.shape()[..lu.ndim() - 1] {
        return Err(Error::shape(OP, lu.shape(), pivots.shape()));
    }
    let order = lu_pivots_to_permutation(pivots, n)?;
    let permuted = |b: &DynArray<B>, order: &DynArray<B>| match order.ndim() {
        1 => b.take(order, -2),
        _ => {
            let mut shape = b.shape().to_vec();
            shape[..order.ndim()].copy_from_slice(order.shape());
            b.take_along_axis(&order.expand_dims(-1)?.broadcast_to(&shape[..])?, -2)
        }
    };
    let unit = SolveTriangular::new().lower(true).unit_diagonal(true);
    let x = match transpose {
        Transpose::No => {
            let y = lu.solve_triangular_with(&permuted(&b, &order)?, unit)?;
            lu.solve_triangular_with(&y, SolveTriangular::new().lower(false))?
        }
        Transpose::Transposed | Transpose::Conjugated => {
            // The transpose is the conjugate of the conjugate transpose.
            let conjugate = |x: DynArray<B>| if transpose == Transpose::Transposed { x.conj() } else { Ok(x) };
            let adjoint = lu.adjoint()?;
            let y = adjoint.solve_triangular_with(&conjugate(b)?, SolveTriangular::new().lower(true))?;
            let z = adjoint.solve_triangular_with(&y, unit.lower(false))?;
            conjugate(permuted(&z, &order.argsort()?)?)?
        }
    };
    if vector { x.squeeze(-1) } else { Ok(x) }
}

/// `x` with `a x = b`, from the lower factor of `a` that `cholesky` gives; `b` is a vector or a matrix, or a stack of these.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::cho_solve;
/// let l = xp.array([[4.0, 2.0], [2.0, 5.0]])?.cholesky()?;
/// assert_eq!(cho_solve(&l, &xp.array([8.0, 8.0])?)?.to_string(), "[1.5 1. ]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] if they do not fit; [`Error::Singular`] for a factor with a zero on its diagonal; [`Error::DType`] for other types than
/// those of `solve`.
pub fn cho_solve<B: Backend>(l: &impl AnyArray<B>, b: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let dtype = l.as_dyn().dtype().promote(b.as_dyn().dtype());
    let (l, b) = (l.as_dyn().astype(dtype)?, b.as_dyn().astype(dtype)?);
    let (b, vector) = columns("cho_solve", &l, &b)?;
    let y = l.solve_triangular_with(&b, SolveTriangular::new().lower(true))?;
    let x = l.adjoint()?.solve_triangular_with(&y, SolveTriangular::new().lower(false))?;
    if vector { x.squeeze(-1) } else { Ok(x) }
}

/// The right sides as columns, and whether they were one vector.
fn columns<B: Backend>(op: &'static str, a: &DynArray<B>, b: &DynArray<B>) -> Result<(DynArray<B>, bool)> {
    let vector = b.ndim() == 1;
    let columns = if vector { b.expand_dims(1)? } else { b.clone() };
    match (a.shape(), columns.shape()) {
        (&[.., m, n], &[.., rows, _]) if m == n && n == rows => Ok((columns, vector)),
        _ => Err(Error::shape(op, a.shape(), b.shape())),
    }
}
