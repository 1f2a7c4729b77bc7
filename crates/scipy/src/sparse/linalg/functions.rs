//! Functions of sparse matrices.

use super::{ExpmMultiply, LinearOperator, Splu, expm_multiply, splu};
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{Error, Result};

/// The power of a square matrix, by repeated squaring.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::matrix_power;
/// use xparray::sparse::Csr;
/// let a = Csr::from_dense(&xp.array([[1.0, 1.0], [1.0, 0.0]])?)?;
/// assert_eq!(matrix_power(&a, 10)?.to_dense()?.to_string(), "[[89. 55.]\n [55. 34.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrix is square.
pub fn matrix_power<T: Field, B: Backend>(a: &Csr<T, B>, power: u32) -> Result<Csr<T, B>> {
    let [n, columns] = a.shape();
    if n != columns {
        return Err(Error::shape("matrix_power", &a.shape(), &a.shape()));
    }
    let mut product: Option<Csr<T, B>> = None;
    for bit in (0..u32::BITS - power.leading_zeros()).rev() {
        if let Some(half) = &product {
            product = Some(half.matmul_sparse(half)?);
        }
        if power >> bit & 1 == 1 {
            product = Some(product.map_or(Ok(a.clone()), |all| all.matmul_sparse(a))?);
        }
    }
    product.map_or_else(|| Csr::eye(a.xp(), n), Ok)
}

/// The inverse of a square matrix, by [`splu`]: mostly full, so that [`spsolve`](super::spsolve) is to be preferred.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::inv;
/// use xparray::sparse::Csr;
/// let a = Csr::from_dense(&xp.array([[2.0, 0.0], [1.0, 4.0]])?)?;
/// assert_eq!(inv(&a)?.to_dense()?.to_string(), "[[ 0.5    0.   ]\n [-0.125  0.25 ]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`splu`].
pub fn inv<T: Field, B: Backend>(a: &Csr<T, B>) -> Result<Csr<T, B>> {
    let inverse = splu(a, Splu::new())?.solve(&a.xp().eye::<T>(a.shape()[0])?)?;
    Csr::from_dense(&inverse.typed()?)
}

/// The exponential of a square matrix, by [`expm_multiply`]: mostly full, so that that is to be preferred.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::expm;
/// use xparray::sparse::Csr;
/// let a = Csr::from_dense(&xp.array([[0.0, 2.0], [0.0, 0.0]])?)?;
/// assert_eq!(expm(&a)?.to_dense()?.to_string(), "[[1. 2.]\n [0. 1.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrix is square; those of [`expm_multiply`].
pub fn expm<T: Field, B: Backend>(a: &Csr<T, B>) -> Result<Csr<T, B>> {
    let [n, columns] = a.shape();
    if n != columns {
        return Err(Error::shape("expm", &a.shape(), &a.shape()));
    }
    let trace = a.trace(0)?.astype::<Complex<f64>>().item()?;
    let exponential =
        expm_multiply(a as &dyn LinearOperator<B>, &a.xp().eye::<T>(n)?, ExpmMultiply::new().trace_a(trace))?;
    Csr::from_dense(&exponential.typed()?)
}

/// How far entries go below and above the diagonal; a stored zero is an entry.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::spbandwidth;
/// use xparray::sparse::Csr;
/// let a = Csr::from_dense(&xp.array([[1.0, 0.0, 5.0], [1.0, 1.0, 0.0]])?)?;
/// assert_eq!(spbandwidth(&a)?, (1, 2));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::OutOfMemory`].
pub fn spbandwidth<T: Field, B: Backend>(a: &Csr<T, B>) -> Result<(usize, usize)> {
    if a.nnz() == 0 {
        return Ok((0, 0));
    }
    let entries = a.to_coo()?;
    let above = entries.col() - entries.row();
    let (least, most) = (above.min(..)?.item()?, above.max(..)?.item()?);
    Ok((least.min(0).unsigned_abs() as usize, most.max(0) as usize))
}

/// Whether a matrix is a lower triangle, and whether it is an upper one; a stored zero is an entry.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::is_sptriangular;
/// use xparray::sparse::Csr;
/// assert_eq!(is_sptriangular(&Csr::from_dense(&xp.array([[1.0, 0.0], [1.0, 1.0]])?)?)?, (true, false));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::OutOfMemory`].
pub fn is_sptriangular<T: Field, B: Backend>(a: &Csr<T, B>) -> Result<(bool, bool)> {
    let (below, above) = spbandwidth(a)?;
    Ok((above == 0, below == 0))
}
