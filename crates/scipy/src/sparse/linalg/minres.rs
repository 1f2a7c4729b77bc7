//! Minimal residuals of Hermitian systems.

use super::krylov::System;
use super::{Krylov, LinearOperator, Solution};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// Solves `A x = b` of a Hermitian matrix, which may be indefinite or singular: minimal residuals (Paige and Saunders, SIAM J.
/// Numer. Anal. 12, 1975). A preconditioner is Hermitian and positive definite.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Krylov, minres};
/// let a = xp.array([[0.0, 1.0], [1.0, 0.0]])?; // indefinite
/// let found = minres(&a, &xp.array([3.0, 4.0])?, Krylov::new())?;
/// assert!(found.converged && found.x.allclose(&xp.array([4.0, 3.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`cg`](super::cg).
pub fn minres<'a, B: Backend>(
    a: &'a dyn LinearOperator<B>,
    b: &impl AnyArray<B>,
    options: Krylov<'a, B>,
) -> Result<Solution<B>> {
    let system = System::new("minres", a, b.as_dyn(), options)?;
    let r = system.residual(&system.x)?;
    let y = system.m(&r)?;
    let beta = r.vdot(&y)?.real()?.sqrt()?;
    let zero = r.zeros_like()?;
    let [none, one, minus] = [0, 1, -1].map(|number| beta.zeros_like()?.add(number));
    let (none, one, minus) = (none?, one?, minus?);
    let first = [
        // The solution and its residual; Lanczos' vectors, of which the next one is `y / beta`.
        [&system.x, &r, &zero, &r, &y],
        // The last directions, and the products of the matrix with them.
        [&zero, &zero, &zero, &zero, &beta],
        // What remains of the matrix' rotated columns, the last rotation, the rotated right-hand side.
        [&one, &none, &none, &minus, &none],
    ];
    let mut first: Vec<DynArray<B>> = first.into_iter().flatten().cloned().collect();
    first.push(beta);
    system.steps(first, |state| {
        let [x, r, r1, r2, y, w, w2, aw, aw2, beta, oldb, dbar, epsln, cs, sn, phibar] = state else {
            unreachable!("sixteen parts")
        };
        let v = y.divide(beta)?;
        let av = system.a(&v)?;
        let orthogonal = av.subtract(&r1.multiply(&beta.divide(oldb)?)?)?;
        let alfa = v.vdot(&orthogonal)?.real()?;
        let next = orthogonal.subtract(&r2.multiply(&alfa.divide(beta)?)?)?;
        let y = system.m(&next)?;
        let nextb = next.vdot(&y)?.real()?.sqrt()?;

        let delta = cs.multiply(dbar)?.add(&sn.multiply(&alfa)?)?;
        let gbar = sn.multiply(dbar)?.subtract(&cs.multiply(&alfa)?)?;
        let (nexteps, nextdbar) = (sn.multiply(&nextb)?, cs.multiply(&nextb)?.negative()?);
        let gamma = gbar.hypot(&nextb)?;
        let (nextcs, nextsn) = (gbar.divide(&gamma)?, nextb.divide(&gamma)?);
        let phi = nextcs.multiply(phibar)?;
        let direction = |v: &DynArray<B>, w: &DynArray<B>, w2: &DynArray<B>| {
            v.subtract(&w2.multiply(epsln)?)?.subtract(&w.multiply(&delta)?)?.divide(&gamma)
        };
        let (nextw, nextaw) = (direction(&v, w, w2)?, direction(&av, aw, aw2)?);
        Ok(vec![
            x.add(&nextw.multiply(&phi)?)?,
            r.subtract(&nextaw.multiply(&phi)?)?,
            r2.clone(),
            next,
            y,
            nextw,
            w.clone(),
            nextaw,
            aw.clone(),
            nextb,
            beta.clone(),
            nextdbar,
            nexteps,
            nextcs,
            nextsn.clone(),
            nextsn.multiply(phibar)?,
        ])
    })
}
