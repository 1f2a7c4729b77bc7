//! The nearest points.

use super::search::Nearest;
use super::{KDTree, Query, coordinates};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

impl<B: Backend> KDTree<B> {
    /// The distances of the nearest points and their places, of each vector along the last axis of an array: in order along a last axis, which
    /// there is if the options say how many. Where there are fewer, distances are infinite and places the number of points.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::spatial::{KDTree, Query};
    /// let tree = KDTree::new(&xp.array([[0.0, 0.0], [1.0, 0.0], [5.0, 5.0]])?)?;
    /// let nearer = Query::new().k(3).distance_upper_bound(2.0);
    /// let (distances, places) = tree.query(&xp.array([0.0, 0.0])?, nearer)?;
    /// assert_eq!((distances.to_string(), places.to_string()), ("[ 0.  1. inf]".into(), "[0 1 3]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`](xparray_core::Error::Shape) for vectors of other dimensions; [`Error::Axis`](xparray_core::Error::Axis) for an
    /// array without axes; [`Error::Value`](xparray_core::Error::Value) for numbers that are not finite, and for options out of their
    /// bounds; [`Error::DType`](xparray_core::Error::DType) for complex numbers.
    pub fn query(&self, x: &impl AnyArray<B>, options: Query) -> Result<(DynArray<B>, Array<i64, B>)> {
        const OP: &str = "query";
        options.check(OP)?;
        let (points, mut shape) = self.vectors(OP, x.as_dyn())?;
        let ranks = options.ranks.clone().unwrap_or_else(|| vec![1]);
        let k = ranks.iter().copied().max().unwrap_or_default();
        let count = points.len() / self.m;
        // Those beyond the number of points are missing anyhow.
        let searched = k.min(self.n);
        let (distances, places) = match &self.tree {
            None => (Vec::new(), Vec::new()),
            Some(tree) => {
                let Query { eps, p, distance_upper_bound: bound, .. } = options;
                tree.query(p, &points, Nearest { k: searched, factor: 1.0 + eps, bound })
            }
        };
        let of = |rank: usize, i: usize| (rank <= searched).then(|| i * searched + rank - 1);
        let each = || (0..count).flat_map(|i| ranks.iter().map(move |&rank| (rank, i)));
        let near: Vec<f64> = each().map(|(rank, i)| of(rank, i).map_or(f64::INFINITY, |at| distances[at])).collect();
        let at: Vec<i64> = each().map(|(rank, i)| of(rank, i).map_or(self.n as i64, |at| places[at])).collect();
        if options.ranks.is_some() {
            shape.push(ranks.len());
        }
        let dtype = self.dtype.promote(coordinates(x.as_dyn())?.dtype());
        let near = self.xp.from_slice(&near, &shape[..])?.into_dyn().astype(dtype)?;
        Ok((near, self.xp.from_slice(&at, &shape[..])?))
    }
}
