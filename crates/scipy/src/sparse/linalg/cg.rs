//! Conjugate gradients.

use super::krylov::System;
use super::{Krylov, LinearOperator, Solution};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// Solves `A x = b` of a Hermitian positive definite matrix: conjugate gradients (Saad, Iterative Methods for Sparse Linear
/// Systems, algorithm 9.1).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Krylov, cg};
/// let a = xp.array([[4.0, 1.0], [1.0, 3.0]])?;
/// let found = cg(&a, &xp.array([1.0, 2.0])?, Krylov::new())?;
/// assert!(found.converged && found.iterations == 2);
/// assert!(found.x.allclose(&xp.array([1.0 / 11.0, 7.0 / 11.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`](xparray_core::Error::Shape) unless the matrix is square and the vectors are of its length;
/// [`Error::Value`](xparray_core::Error::Value) for negative tolerances; those of the operators.
pub fn cg<'a, B: Backend>(
    a: &'a dyn LinearOperator<B>,
    b: &impl AnyArray<B>,
    options: Krylov<'a, B>,
) -> Result<Solution<B>> {
    let system = System::new("cg", a, b.as_dyn(), options)?;
    let r = system.residual(&system.x)?;
    let p = system.m(&r)?;
    let rho = r.vdot(&p)?;
    system.steps(vec![system.x.clone(), r, p, rho], |state| {
        let [x, r, p, rho] = state else { unreachable!("four parts") };
        let q = system.a(p)?;
        let alpha = rho.divide(&p.vdot(&q)?)?;
        let x = x.add(&p.multiply(&alpha)?)?;
        let r = r.subtract(&q.multiply(&alpha)?)?;
        let z = system.m(&r)?;
        let next = r.vdot(&z)?;
        let p = z.add(&p.multiply(&next.divide(rho)?)?)?;
        Ok(vec![x, r, p, next])
    })
}
