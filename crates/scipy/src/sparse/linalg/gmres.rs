//! Generalised minimal residuals.

use super::krylov::{System, length};
use super::space::Space;
use super::{Krylov, LinearOperator, Solution};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// Solves `A x = b` of any square matrix: generalised minimal residuals, restarted, with the preconditioner on the right (Saad,
/// Iterative Methods for Sparse Linear Systems, algorithm 9.5), so that residuals are those of the system itself.
///
/// A step is a product and two orthogonalisations against all vectors of the restart. The host reads the small matrix of a
/// restart when it is over; steps after the one that was good enough count for nothing.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Krylov, gmres};
/// let a = xp.array([[4.0, 1.0], [-1.0, 3.0]])?;
/// let found = gmres(&a, &xp.array([6.0, 5.0])?, Krylov::new().restart(2))?;
/// assert!(found.converged && found.iterations == 2 && found.x.allclose(&xp.array([1.0, 2.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`cg`](super::cg); [`Error::Value`](xparray_core::Error::Value) for a restart after no steps.
pub fn gmres<'a, B: Backend>(
    a: &'a dyn LinearOperator<B>,
    b: &impl AnyArray<B>,
    options: Krylov<'a, B>,
) -> Result<Solution<B>> {
    const OP: &str = "gmres";
    let system = System::new(OP, a, b.as_dyn(), options)?;
    let n = system.x.len();
    let restart = system.restart(OP, 20)?;
    let (mut x, mut taken) = (system.x.clone(), 0);
    for _ in 0..system.maxiter() {
        let r = system.residual(&x)?;
        let beta = length(&r)?;
        if beta <= system.goal {
            return system.solution(x, taken, true);
        }
        let mut space = Space::new(&r, beta, restart)?;
        for j in 0..restart {
            let image = system.a(&system.m(&space.vector(j)?)?)?;
            space.extend(j, image)?;
        }
        let (y, small, norms) = space.smallest(system.goal)?;
        system.tell(&norms)?;
        let steps = y.len();
        taken += steps;
        let change = system.m(&space.combined(&y)?)?;
        let next = x.add(&change)?;
        let residual = length(&system.residual(&next)?)?;
        // Neither infinite nor worse than what there was, as of a singular matrix.
        if steps == 0 || !length(&next)?.is_finite() || residual.is_nan() || residual > beta {
            return system.solution(x, taken, false);
        }
        x = next;
        if let Some(callback) = system.options.callback {
            callback(&x);
        }
        if residual <= system.goal {
            return system.solution(x, taken, true);
        }
        // All of the space is there, or the restart brought nothing: so will the next one.
        if residual >= beta * (1.0 - 1e-12) && (small || steps < restart || restart == n) {
            return system.solution(x, taken, false);
        }
    }
    let converged = length(&system.residual(&x)?)? <= system.goal;
    system.solution(x, taken, converged)
}
