//! The square root of a matrix.

use super::spectrum::{by_schur, off_the_cut};
use crate::field;
use crate::linalg::dense::{C, Entry, Matrix, each};
use crate::linalg::equations::one;
use crate::linalg::{square, systems};
use xparray_core::linalg::host::Host;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

const OP: &str = "sqrtm";

/// The principal square root of a square matrix, or of each one of a stack: `x` with `x x = a` and eigenvalues in the right half-plane.
/// It is real for real matrices without negative eigenvalues, else complex.
///
/// By the Schur form (Björck and Hammarling, Linear Algebra Appl. 52/53, 1983), in double precision on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::sqrtm;
/// let x = sqrtm(&xp.array([[1.0, 3.0], [1.0, 4.0]])?)?;
/// assert!(x.matmul(&x)?.allclose(&xp.array([[1.0, 3.0], [1.0, 4.0]])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for a singular matrix without a root that is a function of the matrix, such as `[[0, 1], [0, 0]]`, for NaN or infinities,
/// and without convergence; [`Error::Shape`] unless the matrices are square; [`Error::DType`] for truth values.
pub fn sqrtm<B: Backend>(a: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let a = a.as_dyn();
    let n = square(OP, a)?;
    if systems::are_asked(a.xp(), n, n) {
        return systems::root(&field(a)?, &by_host(&a.detached()?)?);
    }
    by_host(a)
}

fn by_host<B: Backend>(a: &DynArray<B>) -> Result<DynArray<B>> {
    let host = Host::new(OP, a.xp());
    let parts = each(OP, &[a], &|mut a| {
        let root = |t: Matrix<C>| {
            let scale = t.scale();
            Ok(root_of_triangle(OP, &t.scaled(1.0 / scale))?.scaled(scale.sqrt()))
        };
        Ok(vec![by_schur(&host, a.remove(0), off_the_cut, root)?])
    })?;
    one(parts)
}

/// The square root of a triangle, which is a triangle.
pub fn root_of_triangle(op: &'static str, t: &Matrix<C>) -> Result<Matrix<C>> {
    let n = t.rows();
    let mut root = Matrix::zeros(n, n);
    for j in 0..n {
        root[j][j] = t[j][j].sqrt();
        for i in (0..j).rev() {
            let rest = (i + 1..j).fold(t[i][j], |rest, k| rest - root[i][k] * root[k][j]);
            let sum = root[i][i] + root[j][j];
            root[i][j] = match (rest == C::ZERO, sum == C::ZERO) {
                (true, _) => C::ZERO,
                (false, false) => rest.over(sum),
                (false, true) => {
                    return Err(Error::value(op, "a singular matrix has no square root that is a function of it"));
                }
            };
        }
    }
    Ok(root)
}
