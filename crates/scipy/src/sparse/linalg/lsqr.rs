//! Least squares by bidiagonalisation: LSQR.

use super::least_squares::{Problem, Told, unit};
use super::{Fit, LeastSquares, LinearOperator};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// The `x` for which `|b - A x|` is smallest, of any matrix (Paige and Saunders, ACM Trans. Math. Softw. 8, 1982).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{LeastSquares, lsqr};
/// let a = xp.array([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])?;
/// let found = lsqr(&a, &xp.array([1.0, 0.0, -1.0])?, LeastSquares::new())?;
/// assert!(found.converged && found.x.allclose(&xp.array([1.0, -1.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`](xparray_core::Error::Shape) for vectors of other lengths than the matrix';
/// [`Error::Value`](xparray_core::Error::Value) for negative tolerances, and an operator without an adjoint; those of the
/// operator.
pub fn lsqr<B: Backend>(a: &dyn LinearOperator<B>, b: &impl AnyArray<B>, options: LeastSquares<B>) -> Result<Fit<B>> {
    let problem = Problem::new("lsqr", a, b.as_dyn(), options)?;
    let damp = problem.options.damp;
    let (u, beta) = unit(&problem.residual()?)?;
    let (v, alpha) = unit(&problem.adjoint(&u)?)?;
    let zero = beta.zeros_like()?;
    let var = problem.x0.abs()?.zeros_like()?;
    // The correction, the direction, the two bases, alpha, rho-bar and phi-bar; the squared norms of the matrix and of what
    // damping leaves; the squares of the directions.
    let first = vec![problem.x0.zeros_like()?, v.clone(), u, v, alpha.clone(), alpha, beta, zero.clone(), zero, var];
    let (fit, mut state) = problem.steps(first, |state| {
        let [x, w, u, v, alpha, rhobar, phibar, squares, left, var] = state else { unreachable!("ten parts") };
        let (u, beta) = unit(&problem.a(v)?.subtract(&u.multiply(alpha)?)?)?;
        let squares = squares.add(&alpha.square()?)?.add(&beta.square()?)?.add(damp * damp)?;
        let (v, alpha) = unit(&problem.adjoint(&u)?.subtract(&v.multiply(&beta)?)?)?;

        // A rotation for what damping adds, one for the next row.
        let damped = rhobar.hypot(damp)?;
        let left = left.add(&phibar.multiply(damp)?.divide(&damped)?.square()?)?;
        let phibar = phibar.multiply(&rhobar.divide(&damped)?)?;
        let rho = damped.hypot(&beta)?;
        let (c, s) = (damped.divide(&rho)?, beta.divide(&rho)?);
        let theta = s.multiply(&alpha)?;
        let rhobar = c.multiply(&alpha)?.negative()?;
        let phi = c.multiply(&phibar)?;
        let phibar = s.multiply(&phibar)?;

        let x = x.add(&w.multiply(&phi.divide(&rho)?)?)?;
        let var = var.add(&w.abs()?.divide(&rho)?.square()?)?;
        let w = v.subtract(&w.multiply(&theta.divide(&rho)?)?)?;
        let matrix = squares.sqrt()?;
        let told = Told {
            condition: matrix.multiply(&var.sum(..)?.sqrt()?)?,
            matrix,
            residual: phibar.square()?.add(&left)?.sqrt()?,
            gradient: phibar.multiply(&rhobar)?.abs()?,
        };
        Ok((vec![x, w, u, v, alpha, rhobar, phibar, squares, left, var], told))
    })?;
    Ok(Fit { var: state.pop(), ..fit })
}
