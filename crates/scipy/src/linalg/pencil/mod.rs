//! Generalised eigenvalues of two matrices.

mod complex;
mod forms;
mod iteration;
mod real;
mod swap;
mod vectors;

pub use forms::{ordqz, ordqz_with, qz, qz_with};
pub(super) use vectors::{left_vectors, values, vectors};

use super::dense::{C, Dense, Matrix, each};
use super::square;
use iteration::{Pencil, Qz};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Generalised eigenvalues `[.., n]` and eigenvectors, columns of `[.., n, n]` with norm 1: `a v = w b v`, of square matrices or of each ones of
/// stacks. Both are complex. Where `b` is singular, eigenvalues are infinite, or NaN if those of `a` have no direction there either; [`qz`] has
/// numerators and denominators.
///
/// By [`qz`] and substitution, in double precision on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::eig;
/// let (a, b) = (xp.array([[2.0, 0.0], [0.0, 3.0]])?, xp.array([[1.0, 0.0], [0.0, 6.0]])?);
/// let (w, v) = eig(&a, &b)?;
/// assert!(w.real()?.sort()?.allclose(&xp.array([0.5, 2.0])?)? && v.shape() == [2, 2]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`qz`].
pub fn eig<B: Backend>(a: &impl AnyArray<B>, b: &impl AnyArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
    let parts = of_pairs("eig", a.as_dyn(), b.as_dyn(), &|pencil| {
        vec![Dense::Complex(values(&pencil)), Dense::Complex(vectors(&pencil))]
    })?;
    let (w, v) = super::schur::pair(parts)?;
    Ok((w.squeeze(-2)?, v))
}

/// The generalised eigenvalues that [`eig`] finds.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::eigvals;
/// let w = eigvals(&xp.array([[6.0]])?, &xp.array([[2.0]])?)?;
/// assert_eq!(w.real()?.to_string(), "[3.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`qz`].
pub fn eigvals<B: Backend>(a: &impl AnyArray<B>, b: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let parts = of_pairs("eigvals", a.as_dyn(), b.as_dyn(), &|pencil| vec![Dense::Complex(values(&pencil))])?;
    super::equations::one(parts)?.squeeze(-2)
}

/// What `f` makes of the triangles of each pair.
pub(super) fn of_pairs<B: Backend>(
    op: &'static str,
    a: &DynArray<B>,
    b: &DynArray<B>,
    f: &dyn Fn(Pencil<C>) -> Vec<Dense>,
) -> Result<Vec<DynArray<B>>> {
    same_squares(op, a, b)?;
    each(op, &[a, b], &|parts| Ok(f(pencil(op, &parts[0].complex(), &parts[1].complex())?)))
}

/// An error unless both are square matrices of one size, or stacks of them.
fn same_squares<B: Backend>(op: &'static str, a: &DynArray<B>, b: &DynArray<B>) -> Result<()> {
    if square(op, a)? == square(op, b)? { Ok(()) } else { Err(Error::shape(op, a.shape(), b.shape())) }
}

/// The generalised Schur form of two matrices.
fn pencil<E: Qz>(op: &'static str, a: &Matrix<E>, b: &Matrix<E>) -> Result<Pencil<E>> {
    let (of_a, of_b) = (a.scale(), b.scale());
    let pencil = Pencil::triangles(a.clone().scaled(1.0 / of_a), b.clone().scaled(1.0 / of_b));
    let Pencil { h, t, q, z } = pencil.ok_or_else(|| Error::value(op, "the QZ algorithm does not converge"))?;
    Ok(Pencil { h: h.scaled(of_a), t: t.scaled(of_b), q, z })
}
