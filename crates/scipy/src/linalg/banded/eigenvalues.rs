//! Eigenvalues of Hermitian matrices of diagonals: of the whole matrices, with their zeros.

use super::definite::diagonals;
use crate::linalg::{Eigh, eigh_with, eigvalsh_with};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Eigenvalues, ascending, and eigenvectors, as columns, of a Hermitian matrix of which `ab` `[.., u + 1, n]` has the diagonals: of the lower
/// triangle, with `ab[i - j, j]` for `a[i, j]`, or of the upper one, with `ab[u + i - j, j]`. The options say which.
///
/// It makes the whole matrix `[.., n, n]`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Eigh, eig_banded};
/// let ab = xp.array([[2.0, 2.0], [1.0, 0.0]])?; // [[2, 1], [1, 2]]
/// let (values, vectors) = eig_banded(&ab, true, Eigh::new().subset_by_index(0..1))?;
/// assert!(values.allclose(&xp.array([1.0])?)? && vectors.shape() == [2, 1]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] for less than two dimensions or no diagonal; [`Error::Value`] for a second matrix; else those of
/// [`eigh_with`](crate::linalg::eigh_with).
pub fn eig_banded<B: Backend>(
    ab: &impl AnyArray<B>,
    lower: bool,
    options: Eigh<'_, B>,
) -> Result<(DynArray<B>, DynArray<B>)> {
    let a = whole("eig_banded", ab.as_dyn(), lower, &options)?;
    eigh_with(&a, options.lower(true))
}

/// The eigenvalues that [`eig_banded`] finds.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Eigh, eigvals_banded};
/// let ab = xp.array([[0.0, 1.0], [2.0, 2.0]])?;
/// assert!(eigvals_banded(&ab, false, Eigh::new())?.allclose(&xp.array([1.0, 3.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`eig_banded`].
pub fn eigvals_banded<B: Backend>(ab: &impl AnyArray<B>, lower: bool, options: Eigh<'_, B>) -> Result<DynArray<B>> {
    let a = whole("eigvals_banded", ab.as_dyn(), lower, &options)?;
    eigvalsh_with(&a, options.lower(true))
}

/// Eigenvalues, ascending, and eigenvectors, as columns, of a real symmetric matrix with the diagonal `d` `[n]` and `e` `[n - 1]` beside it. It
/// makes the whole matrix.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Eigh, eigh_tridiagonal};
/// let (values, vectors) = eigh_tridiagonal(&xp.array([2.0, 2.0])?, &xp.array([1.0])?, Eigh::new())?;
/// assert!(values.allclose(&xp.array([1.0, 3.0])?)? && vectors.shape() == [2, 2]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless they are such vectors; [`Error::DType`] for complex numbers; else those of [`eig_banded`].
pub fn eigh_tridiagonal<B: Backend>(
    d: &impl AnyArray<B>,
    e: &impl AnyArray<B>,
    options: Eigh<'_, B>,
) -> Result<(DynArray<B>, DynArray<B>)> {
    let ab = two_diagonals("eigh_tridiagonal", d.as_dyn(), e.as_dyn())?;
    eig_banded(&ab, true, options)
}

/// The eigenvalues that [`eigh_tridiagonal`] finds.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Eigh, eigvalsh_tridiagonal};
/// let values = eigvalsh_tridiagonal(&xp.array([2.0, 2.0])?, &xp.array([1.0])?, Eigh::new().subset_by_value(2.0, 4.0))?;
/// assert!(values.allclose(&xp.array([3.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`eigh_tridiagonal`].
pub fn eigvalsh_tridiagonal<B: Backend>(
    d: &impl AnyArray<B>,
    e: &impl AnyArray<B>,
    options: Eigh<'_, B>,
) -> Result<DynArray<B>> {
    let ab = two_diagonals("eigvalsh_tridiagonal", d.as_dyn(), e.as_dyn())?;
    eigvals_banded(&ab, true, options)
}

fn two_diagonals<B: Backend>(op: &'static str, d: &DynArray<B>, e: &DynArray<B>) -> Result<DynArray<B>> {
    for x in [d, e] {
        xparray_core::TypeClass::RealNumber.check(op, x.dtype())?;
    }
    if d.ndim() != 1 || e.ndim() != 1 || e.len() != d.len().saturating_sub(1) {
        return Err(Error::shape(op, d.shape(), e.shape()));
    }
    let dtype = d.dtype().promote(e.dtype());
    let (d, e) = (d.astype(dtype)?, e.astype(dtype)?);
    let padded = if d.is_empty() { e } else { e.pad([(0, 1)])? };
    d.xp().stack(&[&d, &padded], 0)
}

/// The whole matrix.
fn whole<B: Backend>(op: &'static str, ab: &DynArray<B>, lower: bool, options: &Eigh<'_, B>) -> Result<DynArray<B>> {
    diagonals(op, ab)?;
    if options.has_other() {
        return Err(Error::value(op, "a second matrix"));
    }
    let (stack, last) = ab.shape().split_at(ab.ndim() - 2);
    let (d, n) = (last[0], last[1]);
    let mut shape = stack.to_vec();
    shape.extend([n, n]);
    let mut a = ab.xp().zeros_of(ab.dtype(), shape)?;
    if a.is_empty() {
        return Ok(a);
    }
    let xp = ab.xp();
    for k in 0..d.min(n) {
        let row = ab.take(&xp.full_of(DType::I64, [], if lower { k } else { d - 1 - k } as i64)?, -2)?;
        let places = xp.arange_of(DType::I64, 0..(n - k) as i64)?;
        // Above the diagonal, row j + k of the conjugate is in column j + k.
        let values = if lower { row.take(&places, -1)? } else { row.take(&places.add(k as i64)?, -1)?.conj()? };
        // Columns of zeros before it and behind it put the diagonal where it belongs.
        let mut width = vec![(0, 0); values.ndim()];
        if let Some(last) = width.last_mut() {
            *last = (0, k);
        }
        let column = values.pad(width)?.expand_dims(-2)?;
        let place = xp.arange_of(DType::I64, 0..n as i64)?;
        let on = place.expand_dims(1)?.subtract(&place)?.equal(k as i64)?;
        a = on.where_(&column, &a)?;
    }
    // Above the diagonal as well: by what is not read there is no derivative, and of a Hermitian matrix half of it is by each side.
    a.add(&a.tril_with(-1)?.adjoint()?)
}
