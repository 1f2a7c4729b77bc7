//! The Hessenberg form: zeros below the first subdiagonal.

use crate::linalg::dense::{Dense, Entry, Matrix, each, reflection};
use crate::linalg::square;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// The Hessenberg form of a square matrix, or of each one of a stack: `(h, q)` with `a = q h qᴴ`, zeros in `h` below the diagonal that is
/// below the main one, and `q` unitary. All are `[.., n, n]`.
///
/// By reflections (Golub and Van Loan, *Matrix Computations*, algorithm 7.4.2), in double precision on the host.
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
    let parts = each(OP, &[a], &|mut a| {
        Ok(match a.remove(0) {
            Dense::Real(a) => of_matrix(a),
            Dense::Complex(a) => of_matrix(a),
        })
    })?;
    super::pair(parts)
}

fn of_matrix<E: Entry>(a: Matrix<E>) -> Vec<Dense> {
    let scale = a.scale();
    let mut a = a.scaled(1.0 / scale);
    let z = reduce(&mut a);
    vec![E::dense(a.scaled(scale)), E::dense(z)]
}

/// Makes a matrix its Hessenberg form in place: `a = z h zᴴ` with the result `z`.
pub fn reduce<E: Entry>(a: &mut Matrix<E>) -> Matrix<E> {
    let n = a.rows();
    let mut z = Matrix::identity(n);
    for k in 0..n.saturating_sub(2) {
        let column = (k + 1..n).map(|i| a[i][k]).collect();
        let Some((reflection, beta)) = reflection(k + 1, column) else { continue };
        reflection.adjoint_times(a, k + 1);
        a[k + 1][k] = E::real(beta);
        (k + 2..n).for_each(|i| a[i][k] = E::real(0.0));
        reflection.after(a, n);
        reflection.after(&mut z, n);
    }
    z
}
