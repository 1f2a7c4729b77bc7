//! A Krylov space whose preconditioner may change from vector to vector: what restarted methods with a memory have in common.

use super::basis::parts;
use super::krylov::System;
use super::space::Space;
use xparray_core::Result;
use xparray_core::prelude::*;

/// What one restart found.
pub(super) struct Found<B: Backend> {
    /// The change of the solution.
    pub change: DynArray<B>,
    /// What the matrix makes of it.
    pub image: DynArray<B>,
    /// The steps that it took.
    pub steps: usize,
}

/// Directions that were kept, orthonormal images of the matrix and where they come from, each a row.
pub(super) struct Kept<B: Backend> {
    pub images: DynArray<B>,
    pub sources: DynArray<B>,
}

impl<B: Backend> System<'_, B> {
    /// The change that makes the residual smallest, out of a Krylov space of so many products and what comes of some more
    /// directions. Images are orthogonal to those that are kept.
    pub fn flexible(
        &self,
        r: &DynArray<B>,
        beta: f64,
        products: usize,
        more: &[DynArray<B>],
        kept: Option<&Kept<B>>,
    ) -> Result<Found<B>> {
        let size = products + more.len();
        let mut space = Space::new(r, beta, size)?;
        let (mut sources, mut images) = (Vec::with_capacity(size), Vec::with_capacity(size));
        for j in 0..size {
            let mut z = match j.checked_sub(products) {
                // A view would keep the basis from being written where it lies.
                None => self.m(&space.vector(j)?)?.copy()?,
                Some(k) => more[k].clone(),
            };
            let mut w = self.a(&z)?;
            if let Some(kept) = kept {
                let part = parts(&w, &kept.images)?;
                w = w.subtract(&part.matmul(&kept.images)?)?;
                z = z.subtract(&part.matmul(&kept.sources)?)?;
            }
            images.push(w.clone());
            sources.push(z);
            space.extend(j, w)?;
        }
        let (y, ..) = space.smallest(self.goal)?;
        let steps = y.len();
        if steps == 0 {
            return Ok(Found { change: r.zeros_like()?, image: r.zeros_like()?, steps });
        }
        let combined = |rows: &[DynArray<B>]| y.matmul(&r.xp().stack(&rows[..steps].iter().collect::<Vec<_>>(), 0)?);
        Ok(Found { change: combined(&sources)?, image: combined(&images)?, steps })
    }
}
