//! Pairs of points.

use super::{Ball, KDTree, Neighbors, radii, radius};
use xparray_core::prelude::*;
use xparray_core::sparse::Csr;
use xparray_core::{AnyArray, Result};

impl<B: Backend> KDTree<B> {
    /// For each point of this tree, the places of those of another within a distance `r`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::spatial::{Ball, KDTree};
    /// let (a, b) = (KDTree::new(&xp.array([[0.0], [4.0]])?)?, KDTree::new(&xp.array([[1.0], [0.5]])?)?);
    /// assert_eq!(a.query_ball_tree(&b, 1.0, Ball::new())?.offsets.to_string(), "[0 2 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`](xparray_core::Error::Shape) for points of other dimensions; [`Error::Value`](xparray_core::Error::Value) for a
    /// negative distance, for options out of their bounds, and for trees of different periods.
    pub fn query_ball_tree(&self, other: &Self, r: f64, options: Ball) -> Result<Neighbors<B>> {
        self.alike("query_ball_tree", other)?;
        let points = self.xp.from_slice(&self.points, [self.n, self.m])?;
        other.query_ball_point(&points, r, options)
    }

    /// The pairs of points within a distance `r`, as rows of two places, the smaller one first, in order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::spatial::{Ball, KDTree};
    /// let tree = KDTree::new(&xp.array([[0.0, 0.0], [5.0, 5.0], [1.0, 0.0], [0.5, 0.0]])?)?;
    /// assert_eq!(tree.query_pairs(0.5, Ball::new())?.to_string(), "[[0 3]\n [2 3]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](xparray_core::Error::Value) for a negative distance and options out of their bounds.
    pub fn query_pairs(&self, r: f64, options: Ball) -> Result<Array<i64, B>> {
        const OP: &str = "query_pairs";
        options.check(OP)?;
        radius(OP, r)?;
        let mut found = Vec::new();
        if let Some(tree) = &self.tree {
            tree.pairs(options.p, tree, r, &mut |a, b, _| {
                if a < b {
                    found.push([i64::from(a), i64::from(b)]);
                }
            });
        }
        found.sort_unstable();
        self.xp.from_slice(found.as_flattened(), [found.len(), 2])
    }

    /// How many pairs of points of this tree and another are within each distance of an array, in its shape.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::spatial::KDTree;
    /// let tree = KDTree::new(&xp.array([[0.0], [1.0], [3.0]])?)?;
    /// assert_eq!(tree.count_neighbors(&tree, &xp.array([0.5, 2.0])?, 2.0)?.to_string(), "[3 7]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`KDTree::query_ball_tree`].
    pub fn count_neighbors(&self, other: &Self, r: &impl AnyArray<B>, p: f64) -> Result<Array<i64, B>> {
        const OP: &str = "count_neighbors";
        Ball::new().p(p).check(OP)?;
        self.alike(OP, other)?;
        let r = r.as_dyn();
        let reaches = radii(OP, r)?;
        let mut sorted = reaches.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let mut counts = vec![0; sorted.len()];
        if let (Some(a), Some(b)) = (&self.tree, &other.tree) {
            a.count(p, b, &sorted, &mut counts);
        }
        // Each pair is within the distances that follow too.
        for i in 1..counts.len() {
            counts[i] += counts[i - 1];
        }
        // Of equal distances the last one has them all.
        let of = |reach: &f64| counts[sorted.partition_point(|x| x <= reach) - 1];
        self.xp.from_slice(&reaches.iter().map(of).collect::<Vec<_>>(), r.shape())
    }

    /// The distances of the pairs of points of this tree and another that are within `max_distance`, as a sparse matrix.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::spatial::KDTree;
    /// let tree = KDTree::new(&xp.array([[0.0], [1.0], [3.0]])?)?;
    /// let distances = tree.sparse_distance_matrix(&tree, 1.5, 2.0)?;
    /// assert_eq!(distances.to_dense()?.to_string(), "[[0. 1. 0.]\n [1. 0. 0.]\n [0. 0. 0.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`KDTree::query_ball_tree`].
    pub fn sparse_distance_matrix(&self, other: &Self, max_distance: f64, p: f64) -> Result<Csr<f64, B>> {
        const OP: &str = "sparse_distance_matrix";
        Ball::new().p(p).check(OP)?;
        self.alike(OP, other)?;
        radius(OP, max_distance)?;
        let mut found = Vec::new();
        if let (Some(a), Some(b)) = (&self.tree, &other.tree) {
            a.pairs(p, b, max_distance, &mut |i, j, distance| found.push((i, j, distance)));
        }
        found.sort_unstable_by_key(|&(i, j, _)| (i, j));
        let mut offsets = vec![0; self.n + 1];
        for &(i, ..) in &found {
            offsets[i as usize + 1] += 1;
        }
        for i in 0..self.n {
            offsets[i + 1] += offsets[i];
        }
        let places: Vec<i64> = found.iter().map(|&(_, j, _)| i64::from(j)).collect();
        let values: Vec<f64> = found.iter().map(|&(.., distance)| distance).collect();
        let array = |x: &[i64]| self.xp.from_slice(x, x.len());
        let values = self.xp.from_slice(&values, values.len())?;
        Csr::from_parts([self.n, other.n], &array(&offsets)?, &array(&places)?, &values)
    }
}
