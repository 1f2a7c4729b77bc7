//! A tree that finds the neighbours of points.

mod balls;
mod options;
mod pairs;
mod query;
mod search;
mod space;
mod tree;

pub use balls::Neighbors;
pub use options::{Ball, Query};

use super::coordinates;
use tree::Tree;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, ArrayLike, Error, Result, TypeClass};

/// Points of any number of dimensions, in a tree that finds neighbours: `scipy.spatial.KDTree`.
///
/// The tree is made and searched on the host, by all cores, in double precision; results are arrays on the device of the points. Of points
/// at the same distance, those that are first among the points come first.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::spatial::{KDTree, Query};
/// let tree = KDTree::new(&xp.array([[0.0, 0.0], [1.0, 0.0], [5.0, 5.0]])?)?;
/// let (distances, places) = tree.query(&xp.array([[0.9, 0.0], [4.0, 5.0]])?, Query::new())?;
/// assert_eq!((distances.to_string(), places.to_string()), ("[0.1 1. ]".into(), "[1 2]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct KDTree<B: Backend> {
    xp: B,
    dtype: DType,
    n: usize,
    m: usize,
    /// None without points.
    tree: Option<Tree>,
    /// The points.
    points: Vec<f64>,
    periods: Option<Vec<f64>>,
}

impl<B: Backend> KDTree<B> {
    /// A tree of points, the rows of a matrix.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::spatial::KDTree;
    /// let tree = KDTree::new(&xp.zeros::<f64>([5, 3])?)?;
    /// assert_eq!((tree.n(), tree.m()), (5, 3));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for what is no matrix, for points without dimensions, for numbers that are not finite, and for more than 2^32 points;
    /// [`Error::DType`] for complex numbers.
    pub fn new(data: &impl AnyArray<B>) -> Result<Self> {
        Self::build("KDTree", data.as_dyn(), None)
    }

    /// A tree of points in a space that repeats itself after `boxsize`, a number for each axis or one for all; 0 for axes that do not.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::spatial::{KDTree, Query};
    /// let tree = KDTree::periodic(&xp.array([[0.1], [0.5]])?, 1.0)?;
    /// let (distances, places) = tree.query(&xp.array([[0.9]])?, Query::new())?;
    /// assert_eq!((distances.to_string(), places.to_string()), ("[0.2]".into(), "[0]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`KDTree::new`]; [`Error::Value`] for points outside of the box, and for negative sizes; [`Error::Shape`] for sizes of
    /// another number.
    pub fn periodic(data: &impl AnyArray<B>, boxsize: impl ArrayLike<B>) -> Result<Self> {
        const OP: &str = "KDTree";
        let data = data.as_dyn();
        let m = data.shape().last().copied().unwrap_or_default();
        let sizes = data.xp().zeros_of(DType::F64, m)?.add(boxsize)?;
        if sizes.shape() != [m] {
            return Err(Error::shape(OP, sizes.shape(), &[m]));
        }
        let sizes = finite(OP, &sizes)?;
        if let Some(size) = sizes.iter().find(|&&size| size < 0.0) {
            return Err(Error::value(OP, format!("the size {size} of the box")));
        }
        Self::build(OP, data, Some(sizes))
    }

    fn build(op: &'static str, data: &DynArray<B>, periods: Option<Vec<f64>>) -> Result<Self> {
        let [n, m] = *data.shape() else {
            return Err(Error::value(op, format!("points of the shape {:?}, not a matrix", data.shape())));
        };
        if m == 0 || u32::try_from(n).is_err() {
            return Err(Error::value(op, format!("{n} points of {m} dimensions")));
        }
        let points = finite(op, data)?;
        if let Some(periods) = &periods {
            let outside = |(i, &x): (usize, &f64)| periods[i % m] > 0.0 && !(0.0..periods[i % m]).contains(&x);
            if points.iter().enumerate().any(outside) {
                return Err(Error::value(op, "points outside of the periodic box"));
            }
        }
        let tree = (n > 0).then(|| Tree::new(&points, m, periods.clone()));
        let dtype = coordinates(data)?.dtype();
        Ok(Self { xp: data.xp().clone(), dtype, n, m, tree, points, periods })
    }

    /// How many points there are.
    pub fn n(&self) -> usize {
        self.n
    }

    /// How many dimensions they have.
    pub fn m(&self) -> usize {
        self.m
    }

    /// The vectors along the last axis, within the box, and the shape of the rest.
    fn vectors(&self, op: &'static str, x: &DynArray<B>) -> Result<(Vec<f64>, Vec<usize>)> {
        let Some((&m, rest)) = x.shape().split_last() else {
            return Err(Error::Axis { op, axis: -1, ndim: 0 });
        };
        if m != self.m {
            return Err(Error::shape(op, x.shape(), &[self.n, self.m]));
        }
        let mut points = finite(op, x)?;
        if let Some(periods) = &self.periods {
            for (i, x) in points.iter_mut().enumerate() {
                if periods[i % m] > 0.0 {
                    *x = x.rem_euclid(periods[i % m]);
                }
            }
        }
        Ok((points, rest.to_vec()))
    }

    fn alike(&self, op: &'static str, other: &Self) -> Result<()> {
        if self.m != other.m {
            return Err(Error::shape(op, &[self.n, self.m], &[other.n, other.m]));
        }
        match self.periods == other.periods {
            true => Ok(()),
            false => Err(Error::value(op, "trees of different periods")),
        }
    }
}

/// Numbers on the host, which must be finite.
fn finite<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<Vec<f64>> {
    TypeClass::RealElement.check(op, x.dtype())?;
    let x = x.astype(DType::F64)?.typed::<f64>()?.to_vec()?;
    match x.iter().find(|x| !x.is_finite()) {
        None => Ok(x),
        Some(x) => Err(Error::value(op, format!("{x} among the points"))),
    }
}

/// Distances on the host, which must not be negative.
fn radii<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<Vec<f64>> {
    TypeClass::RealElement.check(op, x.dtype())?;
    let x = x.astype(DType::F64)?.typed::<f64>()?.to_vec()?;
    x.iter().try_for_each(|&x| radius(op, x))?;
    Ok(x)
}

fn radius(op: &'static str, r: f64) -> Result<()> {
    match r >= 0.0 {
        true => Ok(()),
        false => Err(Error::value(op, format!("the distance {r}"))),
    }
}
