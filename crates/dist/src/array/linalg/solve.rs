//! Systems of a matrix whose columns are divided, by Gaussian elimination.

use super::blocks::{Block, blocks, shared};
use crate::Comm;
use crate::array::DistArray;
use xparray_core::linalg::lu_pivots_to_permutation;
use xparray_core::prelude::*;
use xparray_core::{Array, Error, Result};

impl<T: Field, B: Backend> DistArray<T, B> {
    /// `x` with `A x = b`, as [`Array::solve`](xparray_core::Array::solve), for a square matrix whose columns are divided and `b` `[n]`
    /// or `[n, k]`, of which every process that has columns has the same; columns of `b` may be divided along another axis of the
    /// mesh. By LU factorisation with the pivots of one process.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let mesh = world.mesh(world.size())?;
    /// let a = mesh.sharding([None, Some(0)])?.shard(&xp.array([[0.0, 2.0], [1.0, 1.0]])?)?;
    /// let b = mesh.sharding([None])?.shard(&xp.array([4.0, 3.0])?)?;
    /// assert!(a.solve(&b)?.all_gather()?.allclose(&xp.array([1.0, 2.0])?)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Singular`]; [`Error::Shape`] if lengths differ; [`Error::Value`] if the matrix is not square, or the arrays lie
    /// otherwise: one of them must be [resharded](DistArray::reshard); those of the deferred work; [`Error::Library`].
    pub fn solve(&self, b: &Self) -> Result<Self> {
        const OP: &str = "solve";
        let (line, x) = (self.columns(OP)?, self.right_hand_sides(OP, b)?);
        let x = match line {
            None => self.local.solve(&x)?,
            Some(line) => Elimination { matrix: self, line, left: self.local.clone(), x }.solved()?,
        };
        self.solutions(&x, b)
    }
}

/// A system under elimination.
struct Elimination<'a, T: Field, B: Backend> {
    matrix: &'a DistArray<T, B>,
    line: &'a Comm,
    /// The columns of this process. Where they are eliminated, what is on and above the diagonal is the factor U.
    left: Array<T, B>,
    x: Array<T, B>,
}

impl<T: Field, B: Backend> Elimination<'_, T, B> {
    fn solved(mut self) -> Result<Array<T, B>> {
        let all = blocks(self.matrix.shape[1], self.line.size());
        for block in &all {
            self.eliminate(block)?;
        }
        for block in all.iter().rev() {
            self.substitute(block)?;
        }
        Ok(self.x)
    }

    /// Factorises a block, and takes it out of the columns after it and of the right-hand sides.
    fn eliminate(&mut self, Block { owner, columns }: &Block) -> Result<()> {
        let (n, start, width) = (self.matrix.shape[1], columns.start, columns.len());
        let (place, own) = (self.matrix.local_columns(columns), self.matrix.own_range(1));
        let xp = self.left.xp().clone();
        let (panel, pivots) = match self.line.rank() == *owner {
            true => {
                self.left.slice(s![start.., place.clone()])?.lu_factor().map(|(lu, pivots)| (Some(lu), Some(pivots)))?
            }
            false => (None, None),
        };
        let panel = shared(self.line, &xp, [n - start, width], panel.as_ref(), *owner)?;
        let pivots = pivots.map(|pivots| pivots.reshape([1, width])).transpose()?;
        let pivots = shared(self.line, &xp, [1, width], pivots.as_ref(), *owner)?.reshape(width)?;
        // All see the same panel, so all find the same fault.
        let zero = panel.diagonal()?.equal(panel.diagonal()?.zeros_like())?.flatnonzero()?;
        if !zero.is_empty() {
            return Err(Error::Singular { op: "solve", pivot: start + zero.slice(s![0])?.item()? as usize });
        }
        let order = lu_pivots_to_permutation(pivots.as_dyn(), n - start)?.typed::<i64>()?;
        if self.line.rank() == *owner {
            self.left.assign(s![start.., place], &panel)?;
        }
        let later = columns.end.max(own.start).min(own.end) - own.start;
        eliminated(&mut self.left, start, later, &panel, &order)?;
        eliminated(&mut self.x, start, 0, &panel, &order)
    }

    /// Solves for a block's rows, and takes them out of those above.
    fn substitute(&mut self, Block { owner, columns }: &Block) -> Result<()> {
        let (start, end) = (columns.start, columns.end);
        let next = match self.line.rank() == *owner {
            true => {
                let block = self.left.slice(s![..end, self.matrix.local_columns(columns)])?;
                let found = block.slice(s![start.., ..])?.solve_triangular(&self.x.slice(s![start..end, ..])?)?;
                let above = self.x.slice(s![..start, ..])? - block.slice(s![..start, ..])?.matmul(&found)?;
                Some(self.x.xp().concatenate(&[&above, &found], 0)?)
            }
            false => None,
        };
        let shape = [end, self.x.shape()[1]];
        let next = shared(self.line, self.x.xp(), shape, next.as_ref(), *owner)?;
        self.x.assign(s![..end, ..], &next)
    }
}

/// Columns from `first` on after a step of the elimination, which began at the row `start`: in the order of the pivots, with the panel
/// taken out.
fn eliminated<T: Field, B: Backend>(
    x: &mut Array<T, B>,
    start: usize,
    first: usize,
    panel: &Array<T, B>,
    order: &Array<i64, B>,
) -> Result<()> {
    if first >= x.shape()[1] {
        return Ok(());
    }
    let (place, width) = (s![start.., first..], panel.shape()[1]);
    let rows = x.slice(place)?.take(order, 0)?;
    let unit = SolveTriangular::new().lower(true).unit_diagonal(true);
    let above = panel.slice(s![..width, ..])?.solve_triangular_with(&rows.slice(s![..width, ..])?, unit)?;
    let below = rows.slice(s![width.., ..])? - panel.slice(s![width.., ..])?.matmul(&above)?;
    x.assign(place, &x.xp().concatenate(&[&above, &below], 0)?)?;
    x.eval()
}
