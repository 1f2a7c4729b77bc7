//! Interpolation between points that lie anywhere: by triangles, and by the nearest point.
//!
//! Where a point is among the others is found on the host; its value, a sum over few of theirs, is computed on the device.

mod clough_tocher;
mod gradients;
mod linear;
mod nearest;

pub use clough_tocher::CloughTocher2DInterpolator;
pub use linear::LinearNDInterpolator;
pub use nearest::NearestNDInterpolator;

use xparray_core::prelude::*;
use xparray_core::{Error, Result, TypeClass};

/// Options of interpolation between scattered points.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::{LinearNDInterpolator, Scattered};
/// let points = xp.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1000.0]])?;
/// let options = Scattered::new().fill_value(0.0).rescale(true);
/// let plane = LinearNDInterpolator::new(&points, &xp.array([1.0, 2.0, 3.0])?, options)?;
/// assert_eq!(plane.evaluate(&xp.array([[0.0, 500.0], [-1.0, 0.0]])?)?.to_string(), "[2. 0.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Scattered {
    fill_value: f64,
    rescale: bool,
}

impl Default for Scattered {
    fn default() -> Self {
        Self { fill_value: f64::NAN, rescale: false }
    }
}

impl Scattered {
    /// NaN outside of the points' hull; coordinates as they are.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value outside of the points' hull.
    pub fn fill_value(self, fill_value: f64) -> Self {
        Self { fill_value, ..self }
    }

    /// Whether coordinates are first divided by the range that they have, for axes of different units.
    pub fn rescale(self, rescale: bool) -> Self {
        Self { rescale, ..self }
    }
}

/// How coordinates are shifted and divided.
#[derive(Clone)]
struct Scale<B: Backend> {
    offset: DynArray<B>,
    range: DynArray<B>,
}

impl<B: Backend> Scale<B> {
    /// By the mean of points and their range, if there is any.
    fn of(points: &DynArray<B>) -> Result<Self> {
        let points = points.astype(DType::F64)?;
        let range = points.max(0)?.subtract(&points.min(0)?)?;
        let range = range.greater(0.0)?.where_(&range, 1.0)?;
        Ok(Self { offset: points.mean(0)?, range })
    }

    fn apply(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        x.subtract(&self.offset)?.divide(&self.range)
    }
}

/// Points, rescaled if that is wanted, and their values in double precision.
fn data<B: Backend>(
    op: &'static str,
    points: &DynArray<B>,
    values: &DynArray<B>,
    rescale: bool,
) -> Result<(DynArray<B>, DynArray<B>, Option<Scale<B>>)> {
    TypeClass::RealElement.check(op, points.dtype())?;
    if points.ndim() != 2 || points.is_empty() {
        return Err(Error::value(op, format!("points of the shape {:?}", points.shape())));
    }
    if values.shape().first() != points.shape().first() {
        return Err(Error::shape(op, values.shape(), points.shape()));
    }
    let values = values.astype(if values.dtype().is_complex() { DType::Complex128 } else { DType::F64 })?;
    match rescale {
        true => {
            let scale = Scale::of(points)?;
            Ok((scale.apply(points)?, values, Some(scale)))
        }
        false => Ok((points.clone(), values, None)),
    }
}

/// Sums of the values at `places`, `terms` for each of the points of a shape, by their weights; and another value at points without.
fn weighted<B: Backend>(
    values: &DynArray<B>,
    shape: &[usize],
    (places, weights): (&[i64], &[f64]),
    fill_value: f64,
) -> Result<DynArray<B>> {
    let xp = values.xp();
    let m: usize = shape.iter().product();
    let terms = places.len().checked_div(m).unwrap_or(1);
    let trailing = &values.shape()[1..];
    let ones = |lengths: &[usize]| [lengths, &vec![1; trailing.len()]].concat();
    // Points without simplex have the first place, which is there, and a weight of NaN.
    let weights = xp.from_slice(weights, ones(&[m, terms]))?.into_dyn();
    let found = values.take(&xp.from_slice(places, [m, terms])?, 0)?;
    let sum = found.multiply(&weights)?.sum(1)?;
    let outside = weights.slice(s![.., 0])?.isnan()?;
    outside.where_(fill_value, &sum)?.astype(values.dtype())?.reshape([shape, trailing].concat())
}
