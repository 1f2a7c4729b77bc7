//! The value of the nearest point.

use super::{Scale, Scattered, data};
use crate::spatial::{KDTree, Query};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// The value of the nearest of points of any number of dimensions.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::{NearestNDInterpolator, Scattered};
/// let points = xp.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])?;
/// let nearest = NearestNDInterpolator::new(&points, &xp.array([1.0, 2.0, 3.0])?, Scattered::new())?;
/// assert_eq!(nearest.evaluate(&xp.array([[0.2, 0.9], [5.0, 0.0]])?)?.to_string(), "[3. 2.]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct NearestNDInterpolator<B: Backend> {
    tree: KDTree<B>,
    values: DynArray<B>,
    scale: Option<Scale<B>>,
}

impl<B: Backend> NearestNDInterpolator<B> {
    /// Between points, the rows of a matrix, with values along the first axis of an array, real or complex. The value to fill with is not
    /// used: the nearest point is always there.
    ///
    /// # Errors
    /// [`Error::Shape`](xparray_core::Error::Shape) for another number of values than of points; those of [`KDTree::new`].
    pub fn new(points: &impl AnyArray<B>, values: &impl AnyArray<B>, options: Scattered) -> Result<Self> {
        let (points, values, scale) = data("NearestNDInterpolator", points.as_dyn(), values.as_dyn(), options.rescale)?;
        Ok(Self { tree: KDTree::new(&points)?, values, scale })
    }

    /// The values at the vectors along the last axis of an array: in their shape, and then in that of a value.
    ///
    /// # Errors
    /// Those of [`KDTree::query`].
    pub fn evaluate(&self, xi: &impl AnyArray<B>) -> Result<DynArray<B>> {
        let (_, at) = match &self.scale {
            Some(scale) => self.tree.query(&scale.apply(xi.as_dyn())?, Query::new())?,
            None => self.tree.query(xi, Query::new())?,
        };
        self.values.take(&at, 0)
    }
}
