//! A Krylov space whose preconditioner may change from vector to vector: what restarted methods with a memory have in common.

use super::gmres::{epsilon, least_squares};
use super::krylov::System;
use crate::sparse::host::Z;
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
        let (xp, dtype, n) = (r.xp(), r.dtype(), r.len());
        let size = products + more.len();
        let mut basis = xp.zeros_of(dtype, [size + 1, n])?;
        let mut hessenberg = xp.zeros_of(dtype, [size, size + 1])?;
        basis.assign(s![0], &r.divide(beta)?)?;
        let (mut sources, mut images) = (Vec::with_capacity(size), Vec::with_capacity(size));
        for j in 0..size {
            let all = basis.slice(s![..j + 1])?;
            let mut z = match j.checked_sub(products) {
                None => self.m(&basis.take(j, 0)?)?,
                Some(k) => more[k].clone(),
            };
            let mut w = self.a(&z)?;
            if let Some(kept) = kept {
                let part = kept.images.conj()?.matmul(&w)?;
                w = w.subtract(&part.matmul(&kept.images)?)?;
                z = z.subtract(&part.matmul(&kept.sources)?)?;
            }
            images.push(w.clone());
            sources.push(z);
            let before = w.norm(..)?;
            let mut column = xp.zeros_of(dtype, j + 1)?;
            // Twice is enough (Giraud, Langou and Rozloznik, 2005).
            for _ in 0..2 {
                let part = all.conj()?.matmul(&w)?;
                w = w.subtract(&part.matmul(&all)?)?;
                column = column.add(&part)?;
            }
            let norm = w.norm(..)?;
            // What rounding leaves of a vector of the space is no direction.
            let new = norm.greater(&before.multiply(4.0 * epsilon(dtype))?)?;
            let norm = new.where_(&norm, &norm.zeros_like()?)?;
            let direction = new.where_(&w.divide(&norm)?, &w.zeros_like()?)?;
            hessenberg.assign(s![j, ..j + 1], &column)?;
            hessenberg.assign(s![j, j + 1], &norm)?;
            basis.assign(s![j + 1], &direction)?;
        }
        let entries = hessenberg.astype(DType::Complex128)?.typed::<Z>()?.to_vec()?;
        let (y, _) = least_squares(&entries, size, beta, self.goal);
        let steps = y.len();
        if steps == 0 {
            return Ok(Found { change: r.zeros_like()?, image: r.zeros_like()?, steps });
        }
        let y = xp.array(&y)?.into_dyn();
        let y = if dtype.is_complex() { y.astype(dtype)? } else { y.real()?.astype(dtype)? };
        let combined = |rows: &[DynArray<B>]| y.matmul(&xp.stack(&rows[..steps].iter().collect::<Vec<_>>(), 0)?);
        Ok(Found { change: combined(&sources)?, image: combined(&images)?, steps })
    }
}
