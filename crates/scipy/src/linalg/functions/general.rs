//! A function of a matrix by its values at the eigenvalues.

use super::spectrum::by_schur;
use crate::linalg::dense::{C, Dense, Entry, Matrix, each};
use crate::linalg::schur::pair;
use crate::linalg::square;
use xparray_core::linalg::host::Host;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// A function of a matrix, as [`funm`] finds it.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::funm;
/// let found = funm(&xp.array([[1.0, 3.0], [1.0, 4.0]])?, |z| z * z)?;
/// assert!(found.f.real()?.allclose(&xp.array([[4.0, 15.0], [5.0, 19.0]])?)? && found.error.item()?.get::<f64>() < 1e-14);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Funm<B: Backend> {
    /// The function of the matrix, complex, `[.., n, n]`.
    pub f: DynArray<B>,
    /// An estimate of the relative error for each matrix, between the precision of a number and 1: large where eigenvalues are close to each
    /// other.
    pub error: DynArray<B>,
}

/// A function of a square matrix, or of each one of a stack, from one of complex numbers that is analytic near the eigenvalues: of
/// eigenvalues that are not close to each other, unless the matrix is normal. The error is an estimate.
///
/// By the Schur form and Parlett's recurrence (Golub and Van Loan, *Matrix Computations*, algorithm 9.1.1), in double precision on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{expm, funm};
/// let a = xp.array([[1.0, 2.0], [0.0, 3.0]])?;
/// assert!(funm(&a, |z| z.exp())?.f.real()?.allclose(&expm(&a)?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`](xparray_core::Error::Shape) unless the matrices are square; [`Error::Value`](xparray_core::Error::Value) for NaN or
/// infinities, and without convergence; [`Error::DType`](xparray_core::Error::DType) for truth values.
pub fn funm<B: Backend>(a: &impl AnyArray<B>, f: impl Fn(C) -> C) -> Result<Funm<B>> {
    const OP: &str = "funm";
    let a = a.as_dyn();
    square(OP, a)?;
    let host = Host::new(OP, a.xp());
    let parts = each(OP, &[a], &|mut a| {
        let error = std::cell::Cell::new(f64::EPSILON);
        let found = by_schur(
            &host,
            a.remove(0),
            |_| false,
            |t| {
                let (values, estimate) = of_triangle(&t, &f);
                error.set(estimate);
                Ok(values)
            },
        )?;
        Ok(vec![found, Dense::Real(Matrix::from_fn(1, 1, |_, _| error.get()))])
    })?;
    let (f, error) = pair(parts)?;
    Ok(Funm { f, error: error.squeeze([-2, -1])? })
}

/// A function of a triangle, and an estimate of its error.
pub fn of_triangle(t: &Matrix<C>, f: &dyn Fn(C) -> C) -> (Matrix<C>, f64) {
    let n = t.rows();
    let mut values = Matrix::zeros(n, n);
    (0..n).for_each(|i| values[i][i] = f(t[i][i]));
    let mut nearest = f64::INFINITY;
    for distance in 1..n {
        for i in 0..n - distance {
            let j = i + distance;
            let mut sum = t[i][j] * (values[j][j] - values[i][i]);
            for k in i + 1..j {
                sum += t[i][k] * values[k][j] - values[i][k] * t[k][j];
            }
            let difference = t[j][j] - t[i][i];
            // Of eigenvalues that nothing couples, as of a normal matrix, the function has nothing there.
            if sum == C::ZERO && t[i][j] == C::ZERO {
                continue;
            }
            nearest = nearest.min(difference.size());
            values[i][j] = if difference == C::ZERO { sum } else { sum.over(difference) };
        }
    }
    if values.entries().iter().any(|x| !x.is_finite()) {
        return (values, 1.0);
    }
    let above = Matrix::from_fn(n, n, |i, j| if i < j { t[i][j] } else { C::ZERO });
    let error = f64::EPSILON * above.one_norm() / nearest;
    (values, error.clamp(f64::EPSILON, 1.0))
}
