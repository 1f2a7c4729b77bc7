//! Matrices of matrices.

use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Matrices along a diagonal, with zeros elsewhere; a vector is a row, a number one element.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::block_diag;
/// let (a, b) = (xp.array([[1, 2], [3, 4]])?, xp.array([[5]])?);
/// assert_eq!(block_diag(&[&a, &b])?.to_string(), "[[1 2 0]\n [3 4 0]\n [0 0 5]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no matrices; [`Error::Shape`] for arrays of more than two dimensions.
pub fn block_diag<B: Backend, A: AnyArray<B>>(arrays: &[&A]) -> Result<DynArray<B>> {
    const OP: &str = "block_diag";
    let mut blocks = Vec::with_capacity(arrays.len());
    for array in arrays {
        let x = array.as_dyn();
        blocks.push(match x.ndim() {
            0 => x.reshape([1, 1])?,
            1 => x.reshape([1, x.len()])?,
            2 => x.clone(),
            _ => return Err(Error::shape(OP, x.shape(), &[])),
        });
    }
    let first = blocks.first().ok_or_else(|| Error::value(OP, "no matrices"))?;
    let dtype = blocks.iter().fold(first.dtype(), |dtype, block| dtype.promote(block.dtype()));
    let total = |axis: usize| {
        let sum = blocks.iter().try_fold(0usize, |sum, block| sum.checked_add(block.shape()[axis]));
        sum.ok_or_else(|| Error::value(OP, "more rows than there are numbers"))
    };
    let mut matrix = first.xp().zeros_of(dtype, [total(0)?, total(1)?])?;
    let (mut row, mut column) = (0, 0);
    for block in &blocks {
        let (m, n) = (block.shape()[0], block.shape()[1]);
        matrix.assign(s![row..row + m, column..column + n], block)?;
        (row, column) = (row + m, column + n);
    }
    Ok(matrix)
}

/// The product of Khatri and Rao of matrices with as many columns: Kronecker's product of each two columns.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::khatri_rao;
/// let (a, b) = (xp.array([[1, 2]])?, xp.array([[3, 4], [5, 6]])?);
/// assert_eq!(khatri_rao(&a, &b)?.to_string(), "[[ 3  8]\n [ 5 12]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless both are such matrices.
pub fn khatri_rao<B: Backend>(a: &impl AnyArray<B>, b: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let (a, b) = (a.as_dyn(), b.as_dyn());
    match (a.shape(), b.shape()) {
        (&[m, n], &[l, other]) if n == other => {
            let rows =
                m.checked_mul(l).ok_or_else(|| Error::value("khatri_rao", "more rows than there are numbers"))?;
            a.expand_dims(1)?.multiply(b)?.reshape([rows, n])
        }
        _ => Err(Error::shape("khatri_rao", a.shape(), b.shape())),
    }
}

/// The matrix `[m, n]` with singular values `s` `[min(m, n)]` on its diagonal, and zeros elsewhere.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::diagsvd;
/// assert_eq!(diagsvd(&xp.array([2, 1])?, 2, 3)?.to_string(), "[[2 0 0]\n [0 1 0]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless there are as many.
pub fn diagsvd<B: Backend>(s: &impl AnyArray<B>, m: usize, n: usize) -> Result<DynArray<B>> {
    let s = s.as_dyn();
    if s.shape() != [m.min(n)] {
        return Err(Error::shape("diagsvd", s.shape(), &[m, n]));
    }
    let square = s.diag()?;
    square.pad([(0, m - s.len()), (0, n - s.len())])
}
