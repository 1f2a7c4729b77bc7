//! The points within a distance of others.

use super::tree::Tree;
use super::{Ball, KDTree, radii};
use crate::parallel::in_parallel;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, ArrayLike, Error, Result};

impl<B: Backend> KDTree<B> {
    /// The places of the points within a distance `r` of each vector along the last axis of an array; `r` may differ from vector to vector.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::spatial::{Ball, KDTree};
    /// let tree = KDTree::new(&xp.array([[0.0, 0.0], [1.0, 0.0], [5.0, 5.0]])?)?;
    /// let found = tree.query_ball_point(&xp.array([[0.0, 0.0], [5.0, 4.0]])?, 1.0, Ball::new())?;
    /// assert_eq!((found.offsets.to_string(), found.places.to_string()), ("[0 2 3]".into(), "[0 1 2]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`KDTree::query`]; [`Error::Value`] for negative distances; [`Error::Shape`] for distances that do not broadcast to the
    /// vectors.
    pub fn query_ball_point(&self, x: &impl AnyArray<B>, r: impl ArrayLike<B>, options: Ball) -> Result<Neighbors<B>> {
        const OP: &str = "query_ball_point";
        let parts = self.balls(OP, x.as_dyn(), r, options, |tree, x, reach, factor, found: &mut Vec<i64>| {
            let from = found.len();
            tree.within(options.p, x, reach, factor, &mut |places| {
                found.extend(places.iter().map(|&place| i64::from(place)));
            });
            found[from..].sort_unstable();
            found.len() - from
        })?;
        Neighbors::new(&self.xp, parts.0, &parts.1.concat())
    }

    /// How many points are within a distance `r` of each vector: the lengths of what [`KDTree::query_ball_point`] finds, in the shape of the
    /// vectors.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::spatial::{Ball, KDTree};
    /// let tree = KDTree::new(&xp.array([[0.0, 0.0], [1.0, 0.0], [5.0, 5.0]])?)?;
    /// let lengths = tree.query_ball_lengths(&xp.array([[0.0, 0.0], [5.0, 4.0]])?, 1.0, Ball::new())?;
    /// assert_eq!(lengths.to_string(), "[2 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`KDTree::query_ball_point`].
    #[doc(alias = "return_length")]
    pub fn query_ball_lengths(
        &self,
        x: &impl AnyArray<B>,
        r: impl ArrayLike<B>,
        options: Ball,
    ) -> Result<Array<i64, B>> {
        const OP: &str = "query_ball_lengths";
        let (lengths, _) = self.balls(OP, x.as_dyn(), r, options, |tree, x, reach, factor, _: &mut ()| {
            let mut length = 0;
            tree.within(options.p, x, reach, factor, &mut |places| length += places.len());
            length
        })?;
        let lengths: Vec<i64> = lengths.into_iter().map(|length| length as i64).collect();
        let shape = x.as_dyn().shape();
        self.xp.from_slice(&lengths, &shape[..shape.len() - 1])
    }

    /// What a function counts, and gathers, for each vector and its distance.
    fn balls<R: Default + Send>(
        &self,
        op: &'static str,
        x: &DynArray<B>,
        r: impl ArrayLike<B>,
        options: Ball,
        f: impl Fn(&Tree, &[f64], f64, f64, &mut R) -> usize + Sync,
    ) -> Result<(Vec<usize>, Vec<R>)> {
        const PART: usize = 1024;
        options.check(op)?;
        let (points, shape) = self.vectors(op, x)?;
        let reaches = self.xp.zeros_of(DType::F64, &shape[..])?.add(r)?;
        if reaches.shape() != shape {
            return Err(Error::shape(op, reaches.shape(), &shape));
        }
        let reaches = radii(op, &reaches)?;
        let starts: Vec<usize> = (0..reaches.len()).step_by(PART).collect();
        let parts = in_parallel(&starts, |&start| {
            let mut gathered = R::default();
            let end = (start + PART).min(reaches.len());
            let of = |i: usize| match &self.tree {
                Some(tree) => f(tree, &points[i * self.m..][..self.m], reaches[i], 1.0 + options.eps, &mut gathered),
                None => 0,
            };
            ((start..end).map(of).collect::<Vec<_>>(), gathered)
        });
        let (lengths, gathered): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        Ok((lengths.concat(), gathered))
    }
}

/// The neighbours of each of several points, which may have different numbers of them.
#[derive(Clone, Debug)]
pub struct Neighbors<B: Backend> {
    /// Where those of each point begin, and at last their number.
    pub offsets: Array<i64, B>,
    /// Their places, in order, one point's after the other's.
    pub places: Array<i64, B>,
    lengths: Vec<usize>,
}

impl<B: Backend> Neighbors<B> {
    fn new(xp: &B, lengths: Vec<usize>, places: &[i64]) -> Result<Self> {
        let mut offsets = vec![0];
        let mut sum = 0;
        offsets.extend(lengths.iter().map(|&length| {
            sum += length as i64;
            sum
        }));
        let array = |x: &[i64]| xp.from_slice(x, x.len());
        Ok(Self { offsets: array(&offsets)?, places: array(places)?, lengths })
    }

    /// Those of each point, in order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::spatial::{Ball, KDTree};
    /// let tree = KDTree::new(&xp.array([[0.0], [1.0], [3.0]])?)?;
    /// let found = tree.query_ball_point(&xp.array([[0.0], [2.0]])?, 1.5, Ball::new())?;
    /// assert_eq!(found.lists()?, [vec![0, 1], vec![1, 2]]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of reading an array.
    pub fn lists(&self) -> Result<Vec<Vec<i64>>> {
        let places = self.places.to_vec()?;
        let mut rest = &places[..];
        let list = |&length: &usize| {
            let (list, behind) = rest.split_at(length);
            rest = behind;
            list.to_vec()
        };
        Ok(self.lengths.iter().map(list).collect())
    }
}
