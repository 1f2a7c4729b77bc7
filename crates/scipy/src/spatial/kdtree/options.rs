//! Options of searches.

use xparray_core::{Error, Result};

/// Options of [`KDTree::query`](super::KDTree::query): how many neighbours, in which order of distance, how far and how exactly.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::{KDTree, Query};
/// let tree = KDTree::new(&xp.array([[0.0, 0.0], [1.0, 1.0], [0.0, 3.0]])?)?;
/// let (distances, _) = tree.query(&xp.array([0.0, 0.0])?, Query::new().ranks(&[1, 3]).p(1.0))?;
/// assert_eq!(distances.to_string(), "[0. 3.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Query {
    /// None for the nearest one, without an axis.
    pub(super) ranks: Option<Vec<usize>>,
    pub(super) eps: f64,
    pub(super) p: f64,
    pub(super) distance_upper_bound: f64,
}

impl Default for Query {
    fn default() -> Self {
        Self { ranks: None, eps: 0.0, p: 2.0, distance_upper_bound: f64::INFINITY }
    }
}

impl Query {
    /// The nearest neighbour, in the Euclidean distance.
    pub fn new() -> Self {
        Self::default()
    }

    /// The `k` nearest neighbours.
    pub fn k(self, k: usize) -> Self {
        Self { ranks: Some((1..=k).collect()), ..self }
    }

    /// The neighbours with these ranks, from 1 for the nearest.
    pub fn ranks(self, ranks: &[usize]) -> Self {
        Self { ranks: Some(ranks.to_vec()), ..self }
    }

    /// By how large a part the distances found may be larger than the right ones.
    pub fn eps(self, eps: f64) -> Self {
        Self { eps, ..self }
    }

    /// The order of Minkowski's distance, from 1 on; infinite for the largest difference.
    pub fn p(self, p: f64) -> Self {
        Self { p, ..self }
    }

    /// What neighbours are nearer than.
    pub fn distance_upper_bound(self, distance_upper_bound: f64) -> Self {
        Self { distance_upper_bound, ..self }
    }

    pub(super) fn check(&self, op: &'static str) -> Result<()> {
        Ball { p: self.p, eps: self.eps }.check(op)?;
        super::radius(op, self.distance_upper_bound)?;
        match &self.ranks {
            Some(ranks) if ranks.contains(&0) || ranks.is_empty() => {
                Err(Error::value(op, format!("the neighbours {ranks:?}, which are counted from 1")))
            }
            _ => Ok(()),
        }
    }
}

/// Options of the searches within a distance.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::{Ball, KDTree};
/// let tree = KDTree::new(&xp.array([[0.0, 0.0], [1.0, 1.0], [0.0, 3.0]])?)?;
/// assert_eq!(tree.query_pairs(1.0, Ball::new().p(f64::INFINITY))?.to_string(), "[[0 1]]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ball {
    pub(super) p: f64,
    pub(super) eps: f64,
}

impl Default for Ball {
    fn default() -> Self {
        Self { p: 2.0, eps: 0.0 }
    }
}

impl Ball {
    /// In the Euclidean distance, exactly.
    pub fn new() -> Self {
        Self::default()
    }

    /// The order of Minkowski's distance, from 1 on; infinite for the largest difference.
    pub fn p(self, p: f64) -> Self {
        Self { p, ..self }
    }

    /// By how large a part boxes of points may be nearer or farther than the distance, and still be left out or taken as a whole.
    pub fn eps(self, eps: f64) -> Self {
        Self { eps, ..self }
    }

    pub(super) fn check(&self, op: &'static str) -> Result<()> {
        if self.p.is_nan() || self.p < 1.0 {
            return Err(Error::value(op, format!("the order {}", self.p)));
        }
        match self.eps >= 0.0 && self.eps.is_finite() {
            true => Ok(()),
            false => Err(Error::value(op, format!("the approximation {}", self.eps))),
        }
    }
}
