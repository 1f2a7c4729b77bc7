//! Norms of sparse matrices.

use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{Error, Result};

/// The norm of a sparse matrix, without dimensions and real: Frobenius', or of order 1 or infinity (the largest sum of
/// magnitudes of a column or a row), or of the negative of these (the smallest).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::norm;
/// use xparray::sparse::Csr;
/// let a = Csr::from_dense(&xp.array([[3.0, 0.0], [0.0, -4.0]])?)?;
/// assert_eq!(norm(&a, NormOrd::Frobenius)?.to_string(), "5.0");
/// assert_eq!(norm(&a, -1)?.to_string(), "3.0");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for another order, and for the largest or smallest of no sums.
pub fn norm<T: Field, B: Backend>(a: &Csr<T, B>, ord: impl Into<NormOrd>) -> Result<DynArray<B>> {
    // Magnitudes, of the matrix' type.
    let sums = |axis: isize| {
        let magnitudes = a.map_values(|values| values.as_dyn().abs()?.astype(T::DTYPE)?.typed::<T>())?;
        magnitudes.sum(axis)?.into_dyn().real()
    };
    match ord.into() {
        NormOrd::Frobenius => a.values()?.as_dyn().norm(..),
        NormOrd::P(1.0) => sums(0)?.max(..),
        NormOrd::P(-1.0) => sums(0)?.min(..),
        NormOrd::P(f64::INFINITY) => sums(1)?.max(..),
        NormOrd::P(f64::NEG_INFINITY) => sums(1)?.min(..),
        other => Err(Error::value("norm", format!("no norm of sparse matrices is of order {other:?}"))),
    }
}
