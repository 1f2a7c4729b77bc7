//! The Hessenberg form: zeros below the first subdiagonal.

use crate::linalg::dense::{Dense, Entry, Matrix, each};
use crate::linalg::square;
use xparray_core::linalg::host::{self, Host};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// The Hessenberg form of a square matrix, or of each one of a stack: `(h, q)` with `a = q h qᴴ`, zeros in `h` below the diagonal that is
/// below the main one, and `q` unitary. All are `[.., n, n]`.
///
/// By panels of reflections (Quintana-Ortí and van de Geijn, ACM Transactions on Mathematical Software 32, 2006), in double precision on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::hessenberg;
/// let a = xp.array([[1.0, 2.0, 3.0], [3.0, 0.0, 1.0], [4.0, 1.0, 2.0]])?;
/// let (h, q) = hessenberg(&a)?;
/// assert_eq!(h.slice(s![2, 0])?.to_string(), "0.0");
/// assert!(q.matmul(&h)?.matmul(&q.adjoint()?)?.allclose(a.as_dyn())?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`](xparray_core::Error::Shape) unless the matrices are square; [`Error::Value`](xparray_core::Error::Value) for NaN or
/// infinities; [`Error::DType`](xparray_core::Error::DType) for truth values.
pub fn hessenberg<B: Backend>(a: &impl AnyArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "hessenberg";
    let a = a.as_dyn();
    square(OP, a)?;
    let host = Host::new(OP, a.xp());
    let parts = each(OP, &[a], &|mut a| match a.remove(0) {
        Dense::Real(a) => of_matrix(&host, a),
        Dense::Complex(a) => of_matrix(&host, a),
    })?;
    super::pair(parts)
}

fn of_matrix<E: Entry>(host: &Host<'_>, a: Matrix<E>) -> Result<Vec<Dense>> {
    let (h, q) = host::hessenberg(host, a)?;
    Ok(vec![E::dense(h), E::dense(q)])
}
