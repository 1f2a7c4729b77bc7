//! The sign of a matrix.

use super::spectrum::by_schur;
use crate::linalg::dense::{C, Entry, Matrix, each};
use crate::linalg::equations::one;
use crate::linalg::square;
use xparray_core::linalg::host::Host;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// The sign of a square matrix without eigenvalues on the imaginary axis, or of each one of a stack: the matrix with the same eigenvectors
/// and eigenvalues 1 and -1, by the signs of the real parts. Of a real matrix it is real.
///
/// By the Schur form (Higham, *Functions of Matrices*, algorithm 5.5), in double precision on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::signm;
/// assert_eq!(signm(&xp.array([[2.0, 0.0], [0.0, -3.0]])?)?.to_string(), "[[ 1.  0.]\n [ 0. -1.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for an eigenvalue on the imaginary axis, for NaN or infinities, and without convergence; [`Error::Shape`] unless the
/// matrices are square; [`Error::DType`] for truth values.
pub fn signm<B: Backend>(a: &impl AnyArray<B>) -> Result<DynArray<B>> {
    const OP: &str = "signm";
    let a = a.as_dyn();
    square(OP, a)?;
    let host = Host::new(OP, a.xp());
    let parts = each(OP, &[a], &|mut a| Ok(vec![by_schur(&host, a.remove(0), |_| true, |t| of_triangle(OP, &t))?]))?;
    one(parts)
}

fn of_triangle(op: &'static str, t: &Matrix<C>) -> Result<Matrix<C>> {
    let n = t.rows();
    let mut sign = Matrix::zeros(n, n);
    for j in 0..n {
        let value = t[j][j];
        if value.re.abs() <= f64::EPSILON * value.im.abs() {
            return Err(Error::value(op, format!("the eigenvalue {value} on the imaginary axis has no sign")));
        }
        sign[j][j] = C::real(value.re.signum());
        for i in (0..j).rev() {
            let between = i + 1..j;
            sign[i][j] = if sign[i][i] == sign[j][j] {
                let sum = between.fold(C::ZERO, |sum, k| sum + sign[i][k] * sign[k][j]);
                -sum.over(sign[i][i] + sign[j][j])
            } else {
                // They are of different signs, so the difference does not cancel.
                let start = t[i][j] * (sign[i][i] - sign[j][j]);
                let sum = between.fold(start, |sum, k| sum + sign[i][k] * t[k][j] - t[i][k] * sign[k][j]);
                sum.over(t[i][i] - t[j][j])
            };
        }
    }
    Ok(sign)
}
