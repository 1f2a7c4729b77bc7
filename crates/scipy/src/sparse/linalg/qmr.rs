//! Quasi-minimal residuals.

use super::krylov::System;
use super::{Krylov, LinearOperator, Solution};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// Solves `A x = b` of any square matrix: quasi-minimal residuals (Freund and Nachtigal, Numer. Math. 60, 1991; Barrett and
/// others, Templates for the Solution of Linear Systems, 2.3.6). A step is a product with the matrix and one with its adjoint,
/// and as many with those of the preconditioner, SciPy's `M1`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Krylov, qmr};
/// let a = xp.array([[4.0, 1.0], [-1.0, 3.0]])?;
/// let found = qmr(&a, &xp.array([6.0, 5.0])?, Krylov::new())?;
/// assert!(found.converged && found.x.allclose(&xp.array([1.0, 2.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`cg`](super::cg); [`Error::Value`](xparray_core::Error::Value) for operators that do not know their adjoints.
pub fn qmr<'a, B: Backend>(
    a: &'a dyn LinearOperator<B>,
    b: &impl AnyArray<B>,
    options: Krylov<'a, B>,
) -> Result<Solution<B>> {
    let system = System::new("qmr", a, b.as_dyn(), options)?;
    let [adjoint, m_adjoint] = system.adjoints()?;
    let r = system.residual(&system.x)?;
    let zero = r.zeros_like()?;
    let one = r.xp().ones_of(r.dtype(), [])?;
    let (real_one, none) = (one.real()?, one.real()?.zeros_like()?);
    let (preconditioned, minus) = (system.m(&r)?, one.negative()?);
    // The solution and its residual; the next vectors of both spaces; directions, steps and their images; numbers.
    let vectors = [&system.x, &r, &r, &preconditioned, &r, &zero, &zero, &zero, &zero];
    let first = vectors.into_iter().chain([&one, &real_one, &none, &minus]).cloned().collect();
    system.steps(first, |state| {
        let [x, r, v, y, w, p, q, d, s, epsilon, gamma, theta, eta] = state else { unreachable!("thirteen parts") };
        let (rho, xi) = (y.norm(..)?, w.norm(..)?);
        let (v, y, w) = (v.divide(&rho)?, y.divide(&rho)?, w.divide(&xi)?);
        let delta = w.vdot(&y)?;
        let p = y.subtract(&p.multiply(&xi.multiply(&delta)?.divide(epsilon)?)?)?;
        let q = m_adjoint(&w)?.subtract(&q.multiply(&delta.divide(epsilon)?.conj()?.multiply(&rho)?)?)?;
        let image = system.a(&p)?;
        let epsilon = q.vdot(&image)?;
        let beta = epsilon.divide(&delta)?;
        let next_v = image.subtract(&v.multiply(&beta)?)?;
        let next_y = system.m(&next_v)?;
        let next_w = adjoint(&q)?.subtract(&w.multiply(&beta.conj()?)?)?;
        let next_theta = next_y.norm(..)?.divide(&gamma.multiply(&beta.abs()?)?)?;
        let next_gamma = next_theta.square()?.add(1)?.sqrt()?.reciprocal()?;
        let ratio = next_gamma.divide(gamma)?.square()?.multiply(&rho)?;
        let eta = eta.multiply(&ratio)?.divide(&beta)?.negative()?;
        let back = theta.multiply(&next_gamma)?.square()?;
        let d = p.multiply(&eta)?.add(&d.multiply(&back)?)?;
        let s = image.multiply(&eta)?.add(&s.multiply(&back)?)?;
        Ok(vec![x.add(&d)?, r.subtract(&s)?, next_v, next_y, next_w, p, q, d, s, epsilon, next_gamma, next_theta, eta])
    })
}
