//! The value at the nearest point.

use super::{PORTION, rows, squared_distances};
use crate::interpolate::columns::Columns;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Join, Result};

const OP: &str = "NearestNDInterpolator";

/// Interpolation by the value at the nearest point: SciPy's `NearestNDInterpolator`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::NearestNDInterpolator;
/// let points = xp.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])?;
/// let nearest = NearestNDInterpolator::new().interpolate(&points, &xp.array([1.0, 2.0, 3.0])?)?;
/// assert_eq!(nearest.evaluate(&xp.array([[0.4, 0.5], [9.0, 1.0]])?)?.to_string(), "[1. 2.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NearestNDInterpolator {
    rescale: bool,
}

impl NearestNDInterpolator {
    /// By distances as they are.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether distances are those of coordinates from 0 to 1 along each axis.
    pub fn rescale(self, rescale: bool) -> Self {
        Self { rescale }
    }

    /// The function of the values `y`, `[n, ..]`, at points `x`, `[n, dimensions]`, or `[n]` on a line.
    ///
    /// # Errors
    /// [`Error::Value`] for no points, NaN or infinities among them, and points of more axes; [`Error::Shape`] for another number of values;
    /// [`Error::DType`] for complex points.
    pub fn interpolate<B: Backend>(self, x: &impl AnyArray<B>, y: &impl AnyArray<B>) -> Result<NearestInterpolant<B>> {
        let points = rows(OP, x.as_dyn())?;
        let (columns, values) = Columns::of(OP, y.as_dyn(), 0)?;
        if points.is_empty() {
            return Err(Error::value(OP, "no points"));
        }
        if values.shape()[0] != points.shape()[0] {
            return Err(Error::shape(OP, points.shape(), values.shape()));
        }
        let scale = match self.rescale {
            false => None,
            true => {
                let width = points.max(0)?.subtract(&points.min(0)?)?;
                Some(width.greater(0.0)?.where_(&width, 1.0)?)
            }
        };
        let points = match &scale {
            None => points,
            Some(scale) => points.divide(scale)?,
        };
        Ok(NearestInterpolant { points, scale, values: values.ascontiguousarray(), columns })
    }
}

/// A function of [`NearestNDInterpolator`].
#[derive(Clone, Debug)]
pub struct NearestInterpolant<B: Backend> {
    points: Array<f64, B>,
    scale: Option<Array<f64, B>>,
    values: Array<f64, B>,
    columns: Columns,
}

impl<B: Backend> NearestInterpolant<B> {
    /// The values at places `[.., dimensions]`; on a line of any shape.
    ///
    /// # Errors
    /// [`Error::Value`] for places of another number of coordinates, and for NaN or infinities; [`Error::DType`] for complex ones.
    pub fn evaluate(&self, xi: &impl AnyArray<B>) -> Result<DynArray<B>> {
        let (xi, d) = (xi.as_dyn(), self.points.shape()[1]);
        let shape = match xi.shape() {
            shape if d == 1 && shape.last() != Some(&1) => shape,
            [lead @ .., last] if *last == d => lead,
            shape => return Err(Error::value(OP, format!("places of the shape {shape:?} in {d} dimensions"))),
        };
        let n = shape.iter().product::<usize>();
        let places = rows(OP, &xi.reshape([n, d])?)?;
        let places = match &self.scale {
            None => places,
            Some(scale) => places.divide(scale)?,
        };
        let at_a_time = (PORTION / self.points.shape()[0]).max(1);
        let mut parts = vec![self.values.slice(s![..0])?];
        for start in (0..n).step_by(at_a_time) {
            let part = places.slice(s![start as isize..(start + at_a_time).min(n) as isize])?;
            let nearest = squared_distances(&part, &self.points)?.argmin(1)?;
            parts.push(self.values.take(&nearest, 0)?);
        }
        let values = xi.xp().concatenate(&parts.iter().collect::<Vec<_>>(), 0)?;
        self.columns.restore(&values, shape)
    }
}
