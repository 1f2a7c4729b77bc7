//! Biconjugate gradients.

use super::krylov::System;
use super::{Krylov, LinearOperator, Solution};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// Solves `A x = b` of any square matrix: biconjugate gradients (Saad, Iterative Methods for Sparse Linear Systems, algorithm
/// 7.3). A step is a product with the matrix and one with its adjoint.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Krylov, bicg};
/// let a = xp.array([[4.0, 1.0], [-1.0, 3.0]])?;
/// let found = bicg(&a, &xp.array([6.0, 5.0])?, Krylov::new())?;
/// assert!(found.converged && found.x.allclose(&xp.array([1.0, 2.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`cg`](super::cg); [`Error::Value`](xparray_core::Error::Value) for operators that do not know their adjoints.
pub fn bicg<'a, B: Backend>(
    a: &'a dyn LinearOperator<B>,
    b: &impl AnyArray<B>,
    options: Krylov<'a, B>,
) -> Result<Solution<B>> {
    let system = System::new("bicg", a, b.as_dyn(), options)?;
    let [adjoint, m_adjoint] = system.adjoints()?;
    let r = system.residual(&system.x)?;
    let zero = r.zeros_like()?;
    let one = r.xp().ones_of(r.dtype(), [])?;
    system.steps([&system.x, &r, &r, &zero, &zero, &one].map(Clone::clone).to_vec(), |state| {
        let [x, r, shadow, p, q, before] = state else { unreachable!("six parts") };
        let (z, w) = (system.m(r)?, m_adjoint(shadow)?);
        let rho = shadow.vdot(&z)?;
        let beta = rho.divide(before)?;
        let p = z.add(&p.multiply(&beta)?)?;
        let q = w.add(&q.multiply(&beta.conj()?)?)?;
        let image = system.a(&p)?;
        let alpha = rho.divide(&q.vdot(&image)?)?;
        let next = shadow.subtract(&adjoint(&q)?.multiply(&alpha.conj()?)?)?;
        Ok(vec![x.add(&p.multiply(&alpha)?)?, r.subtract(&image.multiply(&alpha)?)?, next, p, q, rho])
    })
}
