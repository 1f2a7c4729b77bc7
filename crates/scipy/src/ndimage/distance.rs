//! Distances to the background.

use super::envelope;
use super::mode::PerAxis;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, PadMode, Result};

/// How far from a place others are looked at first.
const FIRST_REACH: usize = 8;

/// What a distance is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// The largest of the distances along the axes.
    #[default]
    Chessboard,
    /// The sum of the distances along the axes.
    Taxicab,
}

/// Where along an axis the nearest elements of the background are, which are elsewhere on it or nowhere: by the last one before and the
/// first one after.
fn on_axis<B: Backend>(background: &DynArray<B>, axis: usize) -> Result<(DynArray<B>, DynArray<B>)> {
    let (xp, n, along) = (background.xp(), background.shape()[axis], axis as isize);
    let own = places(xp, background.shape(), axis)?;
    let before = background.where_(&own, f64::NEG_INFINITY)?.cummax(along)?;
    let after = background.where_(&own, f64::INFINITY)?.flip(along)?.cummin(along)?.flip(along)?;
    let (left, right) = (own.subtract(&before)?, after.subtract(&own)?);
    let place = left.less_equal(&right)?.where_(&before, &after)?;
    // Of a line without any, some place of it.
    let place = place.maximum(0.0)?.minimum(n.saturating_sub(1) as f64)?;
    Ok((left.minimum(&right)?, place.astype(DType::I64)?))
}

/// The coordinates of an array's elements along one axis, as numbers.
fn places<B: Backend>(xp: &B, shape: &[usize], axis: usize) -> Result<DynArray<B>> {
    let mut column = vec![1; shape.len()];
    column[axis] = shape[axis];
    xp.arange(shape[axis])?.into_dyn().astype(DType::F64)?.reshape(&column[..])
}

/// The least of what is known of an axis' places, joined with the cost of the steps to them, and which place that is, for each place of
/// the axis. No place is nearer than the steps to it, so those are looked at that the distance found at first does not exclude.
fn along<B: Backend>(
    known: &DynArray<B>,
    axis: usize,
    cost: impl Fn(usize) -> f64,
    joined: impl Fn(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>>,
) -> Result<(DynArray<B>, DynArray<B>)> {
    let (n, xp) = (known.shape()[axis], known.xp());
    let own = places(xp, known.shape(), axis)?.astype(DType::I64)?;
    let mut reach = FIRST_REACH.min(n - 1);
    loop {
        let costs: Vec<f64> = (0..=2 * reach).map(|k| cost(k.abs_diff(reach))).collect();
        let costs = xp.from_slice(&costs, costs.len())?.into_dyn();
        let mut widths = vec![(0, 0); known.ndim()];
        widths[axis] = (reach, reach);
        let padded = known.pad_with(&widths[..], PadMode::Constant(f64::INFINITY.into()))?;
        let all = joined(&padded.sliding_window_view(2 * reach + 1, axis as isize)?, &costs)?;
        let least = all.min(-1)?;
        least.eval()?;
        let furthest = least.max(..)?.item()?.get::<f64>();
        let enough = (reach..n).find(|&steps| cost(steps + 1) >= furthest).unwrap_or(n - 1);
        if enough == reach {
            let place = all.argmin(-1)?.astype(DType::I64)?.add(&own)?.subtract(reach as i64)?;
            return Ok((least, place.maximum(0i64)?.minimum(n as i64 - 1)?));
        }
        reach = if furthest.is_finite() { enough } else { (8 * reach).min(n - 1) };
    }
}

/// Where the nearest element of the background is: indices along each axis, `[ndim, ...]`. A host finds them line by line in fewer steps than a
/// device that compares all elements at once needs.
fn nearest<B: Backend>(background: &DynArray<B>, sampling: &[f64]) -> Result<DynArray<B>> {
    let xp = background.xp();
    let shape = background.shape();
    if xp.name() == "cpu" && shape.iter().all(|&n| u32::try_from(n).is_ok()) {
        let (ndim, n) = (shape.len(), shape[shape.len() - 1]);
        let background = background.clone().typed::<bool>()?.to_vec()?;
        let parts =
            envelope::nearest(&background, shape, sampling, |lines, indices| xp.from_slice(&indices, [ndim, lines, n]));
        let parts = parts.into_iter().collect::<Result<Vec<_>>>()?;
        let all = xp.concatenate(&parts.iter().collect::<Vec<_>>(), 1)?;
        return all.into_dyn().reshape([&[ndim], shape].concat());
    }
    let (distance, place) = on_axis(background, 0)?;
    let distance = distance.multiply(sampling[0])?;
    let mut squares = distance.multiply(&distance)?;
    let mut indices = vec![place];
    for (axis, step) in sampling.iter().enumerate().skip(1) {
        squares.eval()?;
        let cost = |steps: usize| (steps as f64 * step).powi(2);
        let (least, place) = along(&squares, axis, cost, |x, y| x.add(y))?;
        // Everything that is known goes along with the place.
        let moved = |x: &DynArray<B>| x.take_along_axis(&place, axis as isize);
        indices = indices.iter().map(moved).collect::<Result<_>>()?;
        indices.push(place);
        squares = least;
    }
    xp.stack(&indices.iter().collect::<Vec<_>>(), 0)
}

/// The Euclidean distance of each element that is not zero to the nearest one that is, with distances of neighbours along each axis,
/// and infinity if there is none; and where that is, `[ndim, ...]`.
///
/// Distances are exact: one axis after the other, elements of a line are compared with those that can be nearer (Saito and Toriwaki,
/// New algorithms for Euclidean distance transformation, Pattern Recognition 27, 1994), on a CPU by the lower envelope of parabolas.
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
    for (axis, &apart) in sampling.iter().enumerate() {
        let (own, place) = (places(xp, x.shape(), axis)?, indices.take(axis as isize, 0)?);
        let step = place.astype(DType::F64)?.subtract(&own)?.multiply(apart)?;
        let square = step.multiply(&step)?;
        squares = Some(squares.map_or(Ok(square.clone()), |sum| sum.add(&square))?);
    }
    let distances = squares.unwrap_or_else(|| background.clone()).sqrt()?;
    let distances = background.any(..)?.where_(&distances, f64::INFINITY)?;
    Ok((distances, indices))
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
    if x.is_empty() || x.ndim() == 0 {
        return x.astype(DType::Bool)?.where_(-1.0, 0.0)?.astype(DType::I32);
    }
    let joined = |x: &DynArray<B>, y: &DynArray<B>| if metric == Metric::Taxicab { x.add(y) } else { x.maximum(y) };
    let mut known = on_axis(&x.astype(DType::Bool)?.logical_not()?, 0)?.0;
    for axis in 1..x.ndim() {
        known.eval()?;
        known = along(&known, axis, |steps| steps as f64, joined)?.0;
    }
    known.isfinite()?.where_(&known, -1.0)?.astype(DType::I32)
}
