//! Distances to the background.

use super::envelope;
use super::mode::PerAxis;
use xparray_core::kernel::{Var, index, index_along, raw};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// How many steps along an axis, to both sides, one kernel takes.
const STEPS: usize = 16;

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

/// What steps along an axis, each of some length, make of a distance.
#[derive(Clone, Copy)]
enum Steps {
    /// It is a square.
    Square(f64),
    Sum,
    Largest,
}

impl Steps {
    fn cost(self, steps: usize) -> f64 {
        match self {
            Self::Square(apart) => (steps as f64 * apart).powi(2),
            Self::Sum | Self::Largest => steps as f64,
        }
    }

    fn joined(self, known: Var<f64>, cost: f64) -> Var<f64> {
        match self {
            Self::Square(_) | Self::Sum => known + cost,
            Self::Largest => known.maximum(cost),
        }
    }
}

/// The least of what is known of an axis' places, joined with the cost of the steps to them, and which place that is, for each place of
/// the axis. No place is nearer than the steps to it, so no more are taken than the distances found so far leave open.
fn along<B: Backend>(known: &Array<f64, B>, axis: usize, steps: Steps) -> Result<(Array<f64, B>, Array<i64, B>)> {
    let (xp, shape) = (known.xp(), known.shape());
    let (n, stride) = (shape[axis] as i64, shape[axis + 1..].iter().product::<usize>() as i64);
    let flat = known.reshape(-1)?;
    let own = places(xp, shape, axis)?.astype(DType::I64)?.broadcast_to(shape)?.typed::<i64>()?;
    let (mut least, mut nearest) = (known.clone(), own);
    for first in (1..shape[axis]).step_by(STEPS) {
        if least.max(..)?.item()? <= steps.cost(first) {
            break;
        }
        (least, nearest) = xp.map((raw(&flat), &least, &nearest), |(known, mut least, mut nearest)| {
            let own = index_along(axis);
            let line = index() - own * stride;
            for step in first..first + STEPS {
                // Beyond an end is its last place, which is nearer than these steps.
                for place in [(own - step as i64).maximum(0), (own + step as i64).minimum(n - 1)] {
                    let found = steps.joined(known.at(line + place * stride), steps.cost(step));
                    // The operand that comes first is computed first: the other way round, all that is found would be, and be
                    // kept until it is compared.
                    let nearer = least.gt(found);
                    (least, nearest) = (nearer.select(found, least), nearer.select(place, nearest));
                }
            }
            (least, nearest)
        })?;
    }
    Ok((least, nearest))
}

/// The squares of the distances to the nearest elements of the background, and where these are: indices along each axis, `[ndim, ...]`.
fn nearest<B: Backend>(background: &DynArray<B>, sampling: &[f64]) -> Result<(DynArray<B>, DynArray<B>)> {
    let (xp, shape) = (background.xp(), background.shape());
    let (distance, place) = on_axis(background, 0)?;
    let distance = distance.multiply(sampling[0])?;
    let mut squares = distance.multiply(&distance)?.typed::<f64>()?;
    let mut indices = vec![place.typed::<i64>()?];
    for (axis, &apart) in sampling.iter().enumerate().skip(1) {
        squares.eval()?;
        let (least, place) = along(&squares, axis, Steps::Square(apart))?;
        // Everything that is known goes along with the place.
        let stride = shape[axis + 1..].iter().product::<usize>() as i64;
        let moved = |known: &Array<i64, B>| {
            let known = known.reshape(-1)?;
            xp.map((raw(&known), &place), |(known, place)| known.at(index() + (place - index_along(axis)) * stride))
        };
        indices = indices.iter().map(moved).collect::<Result<_>>()?;
        indices.push(place);
        squares = least;
    }
    // Computed only if somebody reads them.
    let axes = xp.arange(shape.len())?.into_dyn().reshape([&[shape.len()], &vec![1; shape.len()][..]].concat())?;
    let mut all = indices[0].as_dyn().broadcast_to([&[shape.len()], shape].concat())?;
    for (axis, indices) in indices.iter().enumerate().skip(1) {
        all = axes.equal(axis as i64)?.where_(indices, &all)?;
    }
    Ok((squares.into_dyn(), all))
}

/// The same on the host, which finds them line by line in fewer steps than a device that looks at many elements at once needs.
fn nearest_on_host<B: Backend>(background: &DynArray<B>, sampling: &[f64]) -> Result<(DynArray<B>, DynArray<B>)> {
    let (xp, shape) = (background.xp(), background.shape());
    let (ndim, n) = (shape.len(), shape[shape.len() - 1]);
    let elements = background.clone().typed::<bool>()?.to_vec()?;
    let parts =
        envelope::nearest(&elements, shape, sampling, |lines, indices| xp.from_slice(&indices, [ndim, lines, n]));
    let parts = parts.into_iter().collect::<Result<Vec<_>>>()?;
    let all = xp.concatenate(&parts.iter().collect::<Vec<_>>(), 1)?;
    let indices = all.into_dyn().reshape([&[ndim], shape].concat())?;
    let mut squares: Option<DynArray<B>> = None;
    for (axis, &apart) in sampling.iter().enumerate() {
        let (own, place) = (places(xp, shape, axis)?, indices.take(axis as isize, 0)?);
        let step = place.astype(DType::F64)?.subtract(&own)?.multiply(apart)?;
        let square = step.multiply(&step)?;
        squares = Some(squares.map_or(Ok(square.clone()), |sum| sum.add(&square))?);
    }
    let squares = squares.unwrap_or_else(|| background.clone());
    Ok((background.any(..)?.where_(&squares, f64::INFINITY)?, indices))
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
    let on_host = xp.name() == "cpu" && x.shape().iter().all(|&n| u32::try_from(n).is_ok());
    let (squares, indices) = match on_host {
        true => nearest_on_host(&background, &sampling)?,
        false => nearest(&background, &sampling)?,
    };
    Ok((squares.sqrt()?, indices))
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
    let steps = if metric == Metric::Taxicab { Steps::Sum } else { Steps::Largest };
    let mut known = on_axis(&x.astype(DType::Bool)?.logical_not()?, 0)?.0.typed::<f64>()?;
    for axis in 1..x.ndim() {
        known.eval()?;
        known = along(&known, axis, steps)?.0;
    }
    let known = known.into_dyn();
    known.isfinite()?.where_(&known, -1.0)?.astype(DType::I32)
}
