//! Generalised minimal residuals with a memory.

use super::krylov::{System, length};
use super::{Krylov, LinearOperator, Solution};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// Solves `A x = b` of any square matrix: generalised minimal residuals whose restarts, after 30 steps by default, know the last
/// three changes of the solution (Baker, Jessup and Manteuffel, SIAM J. Matrix Anal. Appl. 26, 2005).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Krylov, lgmres};
/// let a = xp.array([[4.0, 1.0], [-1.0, 3.0]])?;
/// let found = lgmres(&a, &xp.array([6.0, 5.0])?, Krylov::new().restart(1))?;
/// assert!(found.converged && found.x.allclose_with(&xp.array([1.0, 2.0])?, Tolerance::new().rtol(1e-4))?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`gmres`](super::gmres).
pub fn lgmres<'a, B: Backend>(
    a: &'a dyn LinearOperator<B>,
    b: &impl AnyArray<B>,
    options: Krylov<'a, B>,
) -> Result<Solution<B>> {
    const MEMORY: usize = 3;
    let system = System::new("lgmres", a, b.as_dyn(), options)?;
    let restart = system.restart("lgmres", 30)?;
    let mut last: Vec<DynArray<B>> = Vec::new();
    let (mut x, mut taken) = (system.x.clone(), 0);
    let mut r = system.residual(&x)?;
    let mut beta = length(&r)?;
    for _ in 0..system.maxiter() {
        if beta <= system.goal {
            return system.solution(x, taken, true);
        }
        let found = system.flexible(&r, beta, restart, &last, None)?;
        taken += found.steps;
        let next = x.add(&found.change)?;
        let rest = system.residual(&next)?;
        let residual = length(&rest)?;
        // Neither infinite nor worse than what there was, and no restart that brings nothing.
        let size = length(&found.change)?;
        if !size.is_finite() || size == 0.0 || residual.is_nan() || residual >= beta * (1.0 - 1e-12) {
            return system.solution(x, taken, false);
        }
        if last.len() == MEMORY {
            drop(last.remove(0));
        }
        last.push(found.change.divide(size)?);
        (x, r, beta) = (next, rest, residual);
        if let Some(callback) = system.options.callback {
            callback(&x);
        }
    }
    system.solution(x, taken, beta <= system.goal)
}
