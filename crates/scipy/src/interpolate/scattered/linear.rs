//! Linear interpolation in simplices.

use super::{Scale, Scattered, data, weighted};
use crate::spatial::Delaunay;
use crate::spatial::triangulation::NONE;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// Linear interpolation between points in the plane or in space: in each simplex of their Delaunay triangulation.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::{LinearNDInterpolator, Scattered};
/// let points = xp.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])?;
/// let plane = LinearNDInterpolator::new(&points, &xp.array([[0.0, 4.0], [1.0, 4.0], [2.0, 4.0]])?, Scattered::new())?;
/// assert_eq!(plane.evaluate(&xp.array([0.25, 0.5])?)?.to_string(), "[1.25 4.  ]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct LinearNDInterpolator<B: Backend> {
    delaunay: Delaunay<B>,
    values: DynArray<B>,
    scale: Option<Scale<B>>,
    fill_value: f64,
}

impl<B: Backend> LinearNDInterpolator<B> {
    /// Between points, the rows of a matrix, with values along the first axis of an array, real or complex.
    ///
    /// # Errors
    /// [`Error::Shape`](xparray_core::Error::Shape) for another number of values than of points; those of [`Delaunay::new`].
    pub fn new(points: &impl AnyArray<B>, values: &impl AnyArray<B>, options: Scattered) -> Result<Self> {
        let (points, values, scale) = data("LinearNDInterpolator", points.as_dyn(), values.as_dyn(), options.rescale)?;
        Ok(Self { delaunay: Delaunay::new(&points)?, values, scale, fill_value: options.fill_value })
    }

    /// The values at the vectors along the last axis of an array: in their shape, and then in that of a value.
    ///
    /// # Errors
    /// Those of [`Delaunay::find_simplex`].
    pub fn evaluate(&self, xi: &impl AnyArray<B>) -> Result<DynArray<B>> {
        let xi = xi.as_dyn();
        let (x, shape) = self.delaunay.vectors("LinearNDInterpolator", xi)?;
        let x = match &self.scale {
            Some(scale) => self.delaunay.vectors("LinearNDInterpolator", &scale.apply(xi)?)?.0,
            None => x,
        };
        let terms = self.delaunay.ndim() + 1;
        let (_, mesh) = self.delaunay.host();
        let (mut places, mut weights) = (Vec::new(), Vec::new());
        for (at, parts) in mesh.find(&x) {
            if at == NONE {
                places.extend(vec![0; terms]);
                weights.extend(vec![f64::NAN; terms]);
            } else {
                places.extend(mesh.simplex(at as usize).iter().map(|&vertex| i64::from(vertex)));
                weights.extend(parts);
            }
        }
        weighted(&self.values, &shape, (&places, &weights), self.fill_value)
    }
}
