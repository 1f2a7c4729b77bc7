//! Functions of sparse matrices.

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
