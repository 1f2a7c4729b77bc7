//! Squared conjugate gradients.

use super::krylov::System;
use super::{Krylov, LinearOperator, Solution};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// Solves `A x = b` of any square matrix: conjugate gradients squared (Sonneveld, SIAM J. Sci. Stat. Comput. 10, 1989), two
/// products a step.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Krylov, cgs};
/// let a = xp.array([[4.0, 1.0], [-1.0, 3.0]])?;
/// let found = cgs(&a, &xp.array([6.0, 5.0])?, Krylov::new())?;
/// assert!(found.converged && found.x.allclose(&xp.array([1.0, 2.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`cg`](super::cg).
pub fn cgs<'a, B: Backend>(
    a: &'a dyn LinearOperator<B>,
    b: &impl AnyArray<B>,
    options: Krylov<'a, B>,
) -> Result<Solution<B>> {
    let system = System::new("cgs", a, b.as_dyn(), options)?;
    let shadow = system.residual(&system.x)?;
    let zero = shadow.zeros_like()?;
    let one = shadow.xp().ones_of(shadow.dtype(), [])?;
    system.steps(vec![system.x.clone(), shadow.clone(), zero.clone(), zero, one], |state| {
        let [x, r, p, q, before] = state else { unreachable!("five parts") };
        let rho = shadow.vdot(r)?;
        let beta = rho.divide(before)?;
        let u = r.add(&q.multiply(&beta)?)?;
        let p = u.add(&q.add(&p.multiply(&beta)?)?.multiply(&beta)?)?;
        let v = system.a(&system.m(&p)?)?;
        let alpha = rho.divide(&shadow.vdot(&v)?)?;
        let q = u.subtract(&v.multiply(&alpha)?)?;
        let direction = system.m(&u.add(&q)?)?;
        let x = x.add(&direction.multiply(&alpha)?)?;
        let r = r.subtract(&system.a(&direction)?.multiply(&alpha)?)?;
        Ok(vec![x, r, p, q, rho])
    })
}
