//! Products of matrices that lie on a mesh.

use super::DistArray;
use crate::mesh::section;
use crate::op::Op;
use xparray_core::prelude::*;
use xparray_core::{Array, DynArray, Error, Result};

impl<T: Number, B: Backend> DistArray<T, B> {
    /// The product of two matrices, which lies on the mesh as the rows of the first and the columns of the second do.
    ///
    /// Where their common axis lies whole on each process, nothing moves. Where it is divided along the same axis of the mesh in
    /// both, products of parts are summed over that: on a mesh of three axes, `[0, 2]` by `[2, 1]` is the algorithm that moves least
    /// (Agarwal et al., 1995). Where the common axis of one lies along the rows' or columns' axis of the
    /// other, as if both are divided in blocks, panels go along the lines of the mesh (SUMMA: van de Geijn and Watts, 1997).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let blocks = world.mesh([world.size(), 1])?.sharding([Some(0), Some(1)])?;
    /// let (a, b) = (blocks.shard(&xp.ones::<f64>([4, 3])?)?, blocks.shard(&xp.ones::<f64>([3, 5])?)?);
    /// let c = a.matmul(&b)?;
    /// assert_eq!((c.shape(), c.max(..)?.item()?), (&[4, 5][..], 3.0));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] for other than matrices, or if lengths do not match; [`Error::Value`] if the result could not lie on the
    /// mesh, as both its axes would lie on one, or if a common axis is divided in other ways: one of the operands must be
    /// [resharded](DistArray::reshard); those of the deferred work; [`Error::Library`].
    pub fn matmul(&self, other: &Self) -> Result<Self> {
        let ([m, k], [l, n]) = (&self.shape[..], &other.shape[..]) else {
            return Err(Error::shape("matmul", &self.shape, &other.shape));
        };
        if k != l {
            return Err(Error::shape("matmul", &self.shape, &other.shape));
        }
        let (left, right) = (&self.sharding, &other.sharding);
        let (rows, columns) = (left.axes()[0], right.axes()[1]);
        let (of_left, of_right) = (left.axes()[1], right.axes()[0]);
        let result_fits = rows.is_none() || rows != columns;
        let common_fits = of_left == of_right || of_left == columns && of_right == rows;
        if left.mesh() != right.mesh() || !result_fits || !common_fits {
            let message = format!("matrices that lie on the mesh as {left:?} and {right:?}; reshard one of them first");
            return Err(Error::value("matmul", message));
        }
        let local = match of_left == of_right {
            true => self.product_of_parts(other)?,
            false => self.summa(other)?,
        };
        Ok(Self::new(local, vec![*m, *n], left.with_axes(vec![rows, columns])))
    }

    /// The product where parts of the common axis are the same in both.
    fn product_of_parts(&self, other: &Self) -> Result<Array<T, B>> {
        let product = self.local.matmul(&other.local)?;
        match self.sharding.axes()[1] {
            None => Ok(product),
            Some(axis) => self.sharding.mesh().line(axis)?.all_reduce(&product, Op::Sum),
        }
    }

    /// The product of panels, each of which its owners give to their lines.
    fn summa(&self, other: &Self) -> Result<Array<T, B>> {
        let [left, right] = [Panels::of(self, 1), Panels::of(other, 0)];
        let mut bounds: Vec<usize> = [left.bounds(), right.bounds()].concat();
        bounds.sort_unstable();
        bounds.dedup();
        let mut sum: Option<Array<T, B>> = None;
        for panel in bounds.windows(2) {
            let product = left.panel(panel[0], panel[1])?.matmul(&right.panel(panel[0], panel[1])?)?;
            let next = match sum {
                None => product,
                Some(sum) => &sum + &product,
            };
            next.eval()?;
            sum = Some(next);
        }
        sum.map_or_else(|| self.local.matmul(&other.local), Ok)
    }
}

/// A matrix as the lines along which its common axis is divided have it.
struct Panels<'a, T: Element, B: Backend> {
    matrix: &'a DistArray<T, B>,
    /// The common axis.
    axis: usize,
    /// The axis of the mesh that it is divided along.
    place: Option<usize>,
}

impl<'a, T: Element, B: Backend> Panels<'a, T, B> {
    fn of(matrix: &'a DistArray<T, B>, axis: usize) -> Self {
        Self { matrix, axis, place: matrix.sharding.axes()[axis] }
    }

    /// How many parts the common axis has.
    fn parts(&self) -> usize {
        self.place.map_or(1, |place| self.matrix.sharding.mesh().shape()[place])
    }

    /// Where parts begin and end.
    fn bounds(&self) -> Vec<usize> {
        let len = self.matrix.shape[self.axis];
        (0..self.parts()).map(|part| section(len, self.parts(), part).start).chain([len]).collect()
    }

    /// The elements between two places of the common axis, which lie in one part.
    fn panel(&self, start: usize, end: usize) -> Result<Array<T, B>> {
        let local = &self.matrix.local;
        let len = self.matrix.shape[self.axis];
        let holds = |part: &usize| section(len, self.parts(), *part).contains(&start);
        let owner = (0..self.parts()).find(holds).unwrap_or(0);
        let begin = section(len, self.parts(), owner).start;
        let slice = || match self.axis {
            0 => local.slice(s![start - begin..end - begin]),
            _ => local.slice(s![.., start - begin..end - begin]),
        };
        let Some(place) = self.place else { return slice() };
        let line = self.matrix.sharding.mesh().line(place)?;
        let own = if line.rank() == owner { Some(slice()?.into_dyn()) } else { None };
        let mut shape = local.shape().to_vec();
        shape[self.axis] = end - start;
        let panel: DynArray<B> = line.broadcast_of(local.xp(), T::DTYPE, &shape, own.as_ref(), owner)?;
        panel.typed()
    }
}
