//! Distances to the background.

use super::mode::PerAxis;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Elements of distances that are compared at once.
const AT_ONCE: usize = 1 << 24;

/// What a distance is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// The largest of the distances along the axes.
    #[default]
    Chessboard,
    /// The sum of the distances along the axes.
    Taxicab,
}

/// The coordinate of the nearest of an axis' places for each place of it: of what `nearest` says of the distances along the axis and
/// those that are known.
fn along<B: Backend>(
    known: &DynArray<B>,
    axis: usize,
    joined: impl Fn(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>>,
    steps: &DynArray<B>,
    reduced: impl Fn(&DynArray<B>) -> Result<DynArray<B>>,
) -> Result<DynArray<B>> {
    let (n, xp) = (known.shape()[axis], known.xp());
    let lines = known.moveaxis(axis as isize, -1)?.expand_dims(-2)?;
    // Of each place all others are looked at, in one kernel; results come in parts so that its work stays short.
    let step = (AT_ONCE / known.len().max(1)).clamp(1, n.max(1));
    let parts = (0..n).step_by(step).map(|first| {
        let rows = steps.slice(s![first as isize..n.min(first + step) as isize])?;
        reduced(&joined(&lines, &rows)?)
    });
    let parts = parts.collect::<Result<Vec<_>>>()?;
    xp.concatenate(&parts.iter().collect::<Vec<_>>(), -1)?.moveaxis(-1, axis as isize)
}

/// The distances of each place of an axis to all of them, `[n, n]`.
fn steps<B: Backend>(xp: &B, n: usize) -> Result<DynArray<B>> {
    let places = xp.arange(n)?.into_dyn().astype(DType::F64)?;
    places.expand_dims(1)?.subtract(&places)?.abs()
}

/// Where the nearest element of the background is: indices along each axis.
fn nearest<B: Backend>(background: &DynArray<B>, sampling: &[f64]) -> Result<Vec<DynArray<B>>> {
    let (xp, shape) = (background.xp(), background.shape());
    let mut squares = background.where_(0.0, f64::INFINITY)?;
    let mut indices: Vec<DynArray<B>> = Vec::new();
    for axis in 0..shape.len() {
        let steps = steps(xp, shape[axis])?.multiply(sampling[axis])?;
        let steps = steps.multiply(&steps)?;
        let place = along(&squares, axis, |x, y| x.add(y), &steps, |x| x.argmin(-1))?.astype(DType::I64)?;
        place.eval()?;
        // Everything that is known goes along with the place.
        let moved = |x: &DynArray<B>| x.take_along_axis(&place, axis as isize);
        let mut column = vec![1; shape.len()];
        column[axis] = shape[axis];
        let own = xp.arange(shape[axis])?.into_dyn().astype(DType::F64)?.reshape(&column[..])?;
        let step = place.astype(DType::F64)?.subtract(&own)?.multiply(sampling[axis])?;
        squares = moved(&squares)?.add(step.multiply(&step)?)?;
        squares.eval()?;
        indices = indices.iter().map(moved).collect::<Result<_>>()?;
        indices.push(place);
    }
    Ok(indices)
}

/// The Euclidean distance of each element that is not zero to the nearest one that is, with distances of neighbours along each axis,
/// and infinity if there is none; and where that is, `[ndim, ...]`.
///
/// Distances are exact. All elements of a line are compared with each other, one axis after the other (Saito and Toriwaki, New algorithms
/// for Euclidean distance transformation, Pattern Recognition 27, 1994).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::distance_transform_edt;
/// let x = xp.array([[0, 1, 1, 1, 1], [0, 0, 1, 1, 1]])?;
/// let (distances, indices) = distance_transform_edt(&x, 1.0)?;
/// assert_eq!(distances.round(3)?.to_string(), "[[0.    1.    1.414 2.236 3.162]\n [0.    0.    1.    2.    3.   ]]");
/// assert_eq!(indices.slice(s![.., 0, 4])?.to_string(), "[1 1]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless there is one distance of neighbours, or one for each axis.
pub fn distance_transform_edt<B: Backend>(
    x: &impl AnyArray<B>,
    sampling: impl Into<PerAxis<f64>>,
) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "distance_transform_edt";
    let (x, xp) = (x.as_dyn(), x.as_dyn().xp());
    let sampling = sampling.into().of(x.ndim());
    let sampling = sampling
        .ok_or_else(|| Error::value(OP, format!("distances for other axes than those of shape {:?}", x.shape())))?;
    let background = x.astype(DType::Bool)?.logical_not()?;
    if x.is_empty() || x.ndim() == 0 {
        let distances = background.where_(0.0, f64::INFINITY)?;
        return Ok((distances, xp.zeros_of(DType::I64, [&[x.ndim()], x.shape()].concat())?));
    }
    let indices = nearest(&background, &sampling)?;
    let mut squares: Option<DynArray<B>> = None;
    for (axis, place) in indices.iter().enumerate() {
        let mut column = vec![1; x.ndim()];
        column[axis] = x.shape()[axis];
        let own = xp.arange(x.shape()[axis])?.into_dyn().astype(DType::F64)?.reshape(&column[..])?;
        let step = place.astype(DType::F64)?.subtract(&own)?.multiply(sampling[axis])?;
        let square = step.multiply(&step)?;
        squares = Some(squares.map_or(Ok(square.clone()), |sum| sum.add(&square))?);
    }
    let distances = squares.unwrap_or_else(|| background.clone()).sqrt()?;
    let distances = background.any(..)?.where_(&distances, f64::INFINITY)?;
    Ok((distances, xp.stack(&indices.iter().collect::<Vec<_>>(), 0)?))
}

/// The number of steps, to any neighbour or to those along the axes, from each element that is not zero to the nearest one that is:
/// `i32`, -1 if there is none.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Metric, distance_transform_cdt};
/// let x = xp.array([[0, 1, 1], [1, 1, 1]])?;
/// assert_eq!(distance_transform_cdt(&x, Metric::Chessboard)?.to_string(), "[[0 1 2]\n [1 1 2]]");
/// assert_eq!(distance_transform_cdt(&x, Metric::Taxicab)?.to_string(), "[[0 1 2]\n [1 2 3]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::OutOfMemory`].
#[doc(alias = "distance_transform_bf")]
pub fn distance_transform_cdt<B: Backend>(x: &impl AnyArray<B>, metric: Metric) -> Result<DynArray<B>> {
    let x = x.as_dyn();
    let mut known = x.astype(DType::Bool)?.where_(f64::INFINITY, 0.0)?;
    for axis in 0..if x.is_empty() { 0 } else { x.ndim() } {
        let joined = |x: &DynArray<B>, y: &DynArray<B>| if metric == Metric::Taxicab { x.add(y) } else { x.maximum(y) };
        known = along(&known, axis, joined, &steps(x.xp(), x.shape()[axis])?, |x| x.min(-1))?;
        known.eval()?;
    }
    known.isfinite()?.where_(&known, -1.0)?.astype(DType::I32)
}
