//! Generalised conjugate residuals with inner steps.

use super::flexible::Kept;
use super::krylov::{System, length};
use super::{Krylov, LinearOperator, Solution};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// Solves `A x = b` of any square matrix: generalised conjugate residuals, whose restarts, after 20 steps by default, are
/// orthogonal to the images of as many changes before (Hicken and Zingg, A simplified and flexible variant of GCROT, SIAM J. Sci.
/// Comput. 32, 2010).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{Krylov, gcrotmk};
/// let a = xp.array([[4.0, 1.0], [-1.0, 3.0]])?;
/// let found = gcrotmk(&a, &xp.array([6.0, 5.0])?, Krylov::new().restart(1))?;
/// assert!(found.converged && found.x.allclose(&xp.array([1.0, 2.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`gmres`](super::gmres).
pub fn gcrotmk<'a, B: Backend>(
    a: &'a dyn LinearOperator<B>,
    b: &impl AnyArray<B>,
    options: Krylov<'a, B>,
) -> Result<Solution<B>> {
    let system = System::new("gcrotmk", a, b.as_dyn(), options)?;
    let xp = system.x.xp();
    let restart = system.restart("gcrotmk", 20)?;
    let (mut images, mut sources): (Vec<DynArray<B>>, Vec<DynArray<B>>) = (Vec::new(), Vec::new());
    let (mut x, mut taken) = (system.x.clone(), 0);
    let mut r = system.residual(&x)?;
    let mut beta = length(&r)?;
    for _ in 0..system.maxiter() {
        if beta <= system.goal {
            return system.solution(x, taken, true);
        }
        let rows = |list: &[DynArray<B>]| xp.stack(&list.iter().collect::<Vec<_>>(), 0);
        let kept = match images.is_empty() {
            true => None,
            false => Some(Kept { images: rows(&images)?, sources: rows(&sources)? }),
        };
        let found = system.flexible(&r, beta, restart, &[], kept.as_ref())?;
        taken += found.steps;
        let size = length(&found.image)?;
        let (image, source) = (found.image.divide(size)?, found.change.divide(size)?);
        let next = x.add(&source.multiply(&image.vdot(&r)?)?)?;
        let rest = system.residual(&next)?;
        let residual = length(&rest)?;
        // Neither infinite nor worse than what there was, and no restart that brings nothing.
        if !length(&next)?.is_finite() || residual.is_nan() || residual >= beta * (1.0 - 1e-12) {
            return system.solution(x, taken, false);
        }
        if images.len() == restart {
            drop(images.remove(0));
            drop(sources.remove(0));
        }
        images.push(image);
        sources.push(source);
        (x, r, beta) = (next, rest, residual);
        if let Some(callback) = system.options.callback {
            callback(&x);
        }
    }
    system.solution(x, taken, beta <= system.goal)
}
