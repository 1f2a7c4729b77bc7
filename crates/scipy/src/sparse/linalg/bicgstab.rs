//! Stabilised biconjugate gradients.

use super::krylov::System;
use super::{Krylov, LinearOperator, Solution};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// Solves `A x = b` of any square matrix: biconjugate gradients, stabilised (van der Vorst, SIAM J. Sci. Stat. Comput. 13,
/// 1992), two products a step.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Krylov, bicgstab};
/// let a = xp.array([[4.0, 1.0], [-1.0, 3.0]])?;
/// let found = bicgstab(&a, &xp.array([6.0, 5.0])?, Krylov::new())?;
/// assert!(found.converged && found.x.allclose(&xp.array([1.0, 2.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`cg`](super::cg).
pub fn bicgstab<'a, B: Backend>(
    a: &'a dyn LinearOperator<B>,
    b: &impl AnyArray<B>,
    options: Krylov<'a, B>,
) -> Result<Solution<B>> {
    let system = System::new("bicgstab", a, b.as_dyn(), options)?;
    let shadow = system.residual(&system.x)?;
    let zero = shadow.zeros_like()?;
    let one = shadow.xp().ones_of(shadow.dtype(), [])?;
    let first = vec![system.x.clone(), shadow.clone(), zero.clone(), zero, one.clone(), one.clone(), one];
    system.steps(first, |state| {
        let [x, r, p, v, before, alpha, omega] = state else { unreachable!("seven parts") };
        let rho = shadow.vdot(r)?;
        let beta = rho.divide(before)?.multiply(&alpha.divide(omega)?)?;
        let p = r.add(&p.subtract(&v.multiply(omega)?)?.multiply(&beta)?)?;
        let direction = system.m(&p)?;
        let v = system.a(&direction)?;
        let alpha = rho.divide(&shadow.vdot(&v)?)?;
        let s = r.subtract(&v.multiply(&alpha)?)?;
        let second = system.m(&s)?;
        let t = system.a(&second)?;
        // Half a step may be enough.
        let enough = s.norm(..)?.less_equal(system.goal)?;
        let omega = enough.where_(&alpha.zeros_like()?, &t.vdot(&s)?.divide(&t.vdot(&t)?)?)?;
        let x = x.add(&direction.multiply(&alpha)?)?.add(&second.multiply(&omega)?)?;
        let r = s.subtract(&t.multiply(&omega)?)?;
        Ok(vec![x, r, p, v, rho, alpha, omega])
    })
}
