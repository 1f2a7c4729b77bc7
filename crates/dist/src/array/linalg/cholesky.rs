//! Cholesky's factorisation of a matrix whose columns are divided, and systems that it solves.

use super::blocks::{Block, blocks, shared};
use crate::Comm;
use crate::array::DistArray;
use xparray_core::prelude::*;
use xparray_core::{Array, Error, Result};

impl<T: Field, B: Backend> DistArray<T, B> {
    /// The lower triangular `L` with `A = L Lᴴ`, as [`Array::cholesky`](xparray_core::Array::cholesky), of a matrix whose columns
    /// are divided, and so are those of `L`. Block by block, its owner factorises it, and all take it out of the columns that they
    /// have left.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let columns = world.mesh(world.size())?.sharding([None, Some(0)])?;
    /// let l = columns.shard(&xp.array([[4.0, 2.0], [2.0, 5.0]])?)?.cholesky()?;
    /// assert_eq!(l.all_gather()?.to_vec()?, [2.0, 0.0, 1.0, 2.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotPositiveDefinite`] if there is none, on the process that finds it, elsewhere [`Error::Value`] with the message;
    /// [`Error::Value`] if the matrix is not square, or if rows are divided: it must be [resharded](DistArray::reshard); those
    /// of the deferred work; [`Error::Library`].
    pub fn cholesky(&self) -> Result<Self> {
        let Some(line) = self.columns("cholesky")? else { return Ok(self.with_local(self.local.cholesky()?)) };
        let (n, own) = (self.shape[1], self.own_range(1));
        let mut left = self.local.clone();
        let mut factor = left.zeros_like();
        for Block { owner, columns } in blocks(n, line.size()) {
            let place = self.local_columns(&columns);
            let (start, width) = (columns.start, columns.len());
            let panel = match line.rank() == owner {
                true => panel(&left.slice(s![start.., place.clone()])?, start).map(Some),
                false => Ok(None),
            };
            let panel = line.together("cholesky", panel)?;
            let panel = shared(line, left.xp(), [n - start, width], panel.as_ref(), owner)?;
            if line.rank() == owner {
                factor.assign(s![start.., place], &panel)?;
            }
            // The columns of this process that come later.
            let first = columns.end.max(own.start);
            if first < own.end {
                let rows = panel.slice(s![first - start.., ..])?;
                let across = panel.slice(s![first - start..own.end - start, ..])?.conj().t();
                let later = s![first.., first - own.start..];
                let rest = left.slice(later)? - rows.matmul(&across)?;
                left.assign(later, &rest)?;
                left.eval()?;
            }
        }
        Ok(self.with_local(factor))
    }

    /// Solves `L Lᴴ x = b` with the factor that [`cholesky`](DistArray::cholesky) gives: SciPy's `cho_solve`. Every process
    /// that has columns of the factor has the same `b` `[n]` or `[n, k]`, whose columns may be divided along another axis of the mesh.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let mesh = world.mesh(world.size())?;
    /// let a = mesh.sharding([None, Some(0)])?.shard(&xp.array([[4.0, 2.0], [2.0, 5.0]])?)?;
    /// let b = mesh.sharding([None])?.shard(&xp.array([8.0, 12.0])?)?;
    /// assert!(a.cholesky()?.cho_solve(&b)?.all_gather()?.allclose(&xp.array([1.0, 2.0])?)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if lengths differ; [`Error::Singular`] on the process that finds it, elsewhere [`Error::Value`] with the message;
    /// [`Error::Value`] if the matrix is not square, or the arrays lie otherwise: one of them must be
    /// [resharded](DistArray::reshard); those of the deferred work; [`Error::Library`].
    pub fn cho_solve(&self, b: &Self) -> Result<Self> {
        const OP: &str = "cho_solve";
        let (line, mut x) = (self.columns(OP)?, self.right_hand_sides(OP, b)?);
        let alone = Comm::alone();
        let line = line.unwrap_or(&alone);
        let all = blocks(self.shape[1], line.size());
        for block in &all {
            self.substitute(line, block, &mut x, |diagonal, below, x| {
                let first = diagonal.solve_triangular_with(&x.slice(s![..diagonal.shape()[0], ..])?, lower())?;
                let rest = x.slice(s![diagonal.shape()[0].., ..])? - below.matmul(&first)?;
                x.xp().concatenate(&[&first, &rest], 0)
            })?;
        }
        for block in all.iter().rev() {
            self.substitute(line, block, &mut x, |diagonal, below, x| {
                let rest = x.slice(s![diagonal.shape()[0].., ..])?;
                let first = x.slice(s![..diagonal.shape()[0], ..])? - below.conj().t().matmul(&rest)?;
                x.xp().concatenate(&[&diagonal.conj().t().solve_triangular(&first)?, &rest], 0)
            })?;
        }
        self.solutions(&x, b)
    }

    /// What the owner of a block makes of the rows of `x` from its first column on, given the block's diagonal and what is below,
    /// everywhere.
    fn substitute(
        &self,
        line: &Comm,
        Block { owner, columns }: &Block,
        x: &mut Array<T, B>,
        step: impl FnOnce(&Array<T, B>, &Array<T, B>, &Array<T, B>) -> Result<Array<T, B>>,
    ) -> Result<()> {
        let start = columns.start;
        let rows = x.slice(s![start.., ..])?;
        let next = match line.rank() == *owner {
            true => {
                let block = self.local.slice(s![start.., self.local_columns(columns)])?;
                let diagonal = block.slice(s![..columns.len(), ..])?;
                step(&diagonal, &block.slice(s![columns.len().., ..])?, &rows).map(Some)
            }
            false => Ok(None),
        };
        let next = line.together("cho_solve", next)?;
        let next = shared(line, x.xp(), [rows.shape()[0], rows.shape()[1]], next.as_ref(), *owner)?;
        x.assign(s![start.., ..], &next)
    }

    /// A matrix that lies as this one does.
    fn with_local(&self, local: Array<T, B>) -> Self {
        Self::new(local, self.shape.clone(), self.sharding.clone())
    }
}

fn lower() -> SolveTriangular {
    SolveTriangular::new().lower(true)
}

/// The factor's columns of a block, from the diagonal on, where `start` columns were before it.
fn panel<T: Field, B: Backend>(block: &Array<T, B>, start: usize) -> Result<Array<T, B>> {
    let width = block.shape()[1];
    let diagonal = block.slice(s![..width, ..])?.cholesky().map_err(|error| match error {
        Error::NotPositiveDefinite { op, minor } => Error::NotPositiveDefinite { op, minor: minor + start },
        other => other,
    })?;
    let below = block.slice(s![width.., ..])?.conj().t();
    let below = diagonal.solve_triangular_with(&below, lower())?.conj().t();
    block.xp().concatenate(&[&diagonal, &below], 0)
}
