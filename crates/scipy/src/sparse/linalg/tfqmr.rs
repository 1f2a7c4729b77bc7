//! Quasi-minimal residuals without the adjoint.

use super::krylov::System;
use super::{Krylov, LinearOperator, Solution};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// Solves `A x = b` of any square matrix: transpose-free quasi-minimal residuals (Freund, SIAM J. Sci. Comput. 14, 1993), with
/// the preconditioner on the right. A step is two of SciPy's, and two products.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Krylov, tfqmr};
/// let a = xp.array([[4.0, 1.0], [-1.0, 3.0]])?;
/// let found = tfqmr(&a, &xp.array([6.0, 5.0])?, Krylov::new())?;
/// assert!(found.converged && found.x.allclose(&xp.array([1.0, 2.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`cg`](super::cg).
pub fn tfqmr<'a, B: Backend>(
    a: &'a dyn LinearOperator<B>,
    b: &impl AnyArray<B>,
    options: Krylov<'a, B>,
) -> Result<Solution<B>> {
    let system = System::new("tfqmr", a, b.as_dyn(), options)?;
    let image = |x: &DynArray<B>| system.a(&system.m(x)?);
    let r = system.residual(&system.x)?;
    let (shadow, zero, au) = (r.clone(), r.zeros_like()?, image(&r)?);
    let none = r.xp().zeros_of(r.dtype(), [])?;
    let (tau, rho) = (r.norm(..)?, shadow.vdot(&r)?);
    let first =
        [&system.x, &r, &r, &au, &au, &r, &zero, &zero, &none.real()?, &none, &tau, &rho].map(|part| part.clone());
    system.steps(first.to_vec(), |state| {
        let [x, r, u, au, v, w, d, ad, theta, eta, tau, rho] = state else { unreachable!("twelve parts") };
        let alpha = rho.divide(&shadow.vdot(v)?)?;
        let (mut x, mut r, mut w) = (x.clone(), r.clone(), w.clone());
        let (mut d, mut ad, mut theta, mut eta, mut tau) =
            (d.clone(), ad.clone(), theta.clone(), eta.clone(), tau.clone());
        // Along both directions of a step; the residual is the true one.
        let next_u = u.subtract(&v.multiply(&alpha)?)?;
        let next_au = image(&next_u)?;
        for (u, au) in [(u, au), (&next_u, &next_au)] {
            w = w.subtract(&au.multiply(&alpha)?)?;
            let back = theta.square()?.multiply(&eta)?.divide(&alpha)?;
            d = u.add(&d.multiply(&back)?)?;
            ad = au.add(&ad.multiply(&back)?)?;
            // Where the first direction led to the solution, the second leads nowhere.
            let found = tau.equal(0)?;
            theta = found.where_(&tau, &w.norm(..)?.divide(&tau)?)?;
            let c = theta.square()?.add(1)?.sqrt()?.reciprocal()?;
            tau = tau.multiply(&theta)?.multiply(&c)?;
            eta = found.where_(&none, &alpha.multiply(&c.square()?)?)?;
            x = x.add(&system.m(&d)?.multiply(&eta)?)?;
            r = r.subtract(&ad.multiply(&eta)?)?;
        }
        let next_rho = shadow.vdot(&w)?;
        let beta = next_rho.divide(rho)?;
        let u = w.add(&next_u.multiply(&beta)?)?;
        let au = image(&u)?;
        let v = au.add(&next_au.add(&v.multiply(&beta)?)?.multiply(&beta)?)?;
        Ok(vec![x, r, u, au, v, w, d, ad, theta, eta, tau, next_rho])
    })
}
