//! Distances to the background.

use super::envelope;
use super::mode::PerAxis;
use super::nearest::{Steps, nearest_along, stride};
use xparray_core::kernel::{Var, index, index_along, raw};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// What a distance is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// The largest of the distances along the axes.
    #[default]
    Chessboard,
    /// The sum of the distances along the axes.
    Taxicab,
}

/// Where along the last axis the nearest elements of the background are, by the last one before and the first one after; behind the axis
/// where there are none.
fn on_last_axis<B: Backend>(background: &Array<bool, B>) -> Result<Array<i32, B>> {
    let (xp, last) = (background.xp(), background.ndim() - 1);
    let (n, along) = (background.shape()[last] as i32, last as isize);
    let own = || index_along(last).cast::<i32>();
    let before = xp.map(background, |here| here.select(own(), -1))?.cummax(along)?;
    let after = xp.map(&background.flip(along)?, |here| here.select(n - 1 - own(), n))?.cummin(along)?.flip(along)?;
    xp.map((&before, &after), |(before, after)| {
        let nearer = after.eq(n) | (own() - before).le(after - own());
        (nearer & before.ge(0)).select(before, after)
    })
}

/// The cost of the steps to places of the last axis; infinity for those behind it.
fn cost_of<B: Backend>(place: &Array<i32, B>, steps: Steps) -> Result<Array<f64, B>> {
    let last = place.ndim() - 1;
    let n = place.shape()[last] as i32;
    place.xp().map(place, |place| {
        let cost = steps.cost((place.cast::<i64>() - index_along(last)).cast::<f64>());
        place.lt(n).select(cost, f64::INFINITY)
    })
}

/// What is known of each element's nearest place along an axis, made of it and of the steps to it by a function.
fn moved<T: Element, B: Backend>(
    known: &Array<T, B>,
    place: &Array<i32, B>,
    axis: usize,
    made: impl FnOnce(Var<T>, Var<f64>) -> Var<T>,
) -> Result<Array<T, B>> {
    let (flat, stride) = (known.reshape(-1)?, stride(known.shape(), axis));
    known.xp().map((raw(&flat), place), |(known, place)| {
        let steps = place.cast::<i64>() - index_along(axis);
        made(known.at(index() + steps * stride), steps.cast())
    })
}

/// The least values known along an axis, joined with the cost of the steps to them, and where they are.
fn along<B: Backend>(known: &Array<f64, B>, axis: usize, steps: Steps) -> Result<(Array<f64, B>, Array<i32, B>)> {
    let place = nearest_along(known, axis, steps)?;
    let least = moved(known, &place, axis, |known, away| steps.joined(known, steps.cost(away)))?;
    Ok((least, place))
}

/// The squares of the distances to the nearest elements of the background, and where these are: indices along each axis, `[ndim, ...]`.
fn nearest<B: Backend>(background: &Array<bool, B>, sampling: &[f64]) -> Result<(DynArray<B>, DynArray<B>)> {
    let (xp, shape) = (background.xp(), background.shape());
    let last = shape.len() - 1;
    let place = on_last_axis(background)?;
    let mut squares = cost_of(&place, Steps::Square(sampling[last]))?;
    // Of a line without any, some place of it.
    let mut indices = vec![place.minimum(shape[last] as i32 - 1)?];
    for axis in (0..last).rev() {
        squares.eval()?;
        let (least, place) = along(&squares, axis, Steps::Square(sampling[axis]))?;
        // Everything that is known goes along with the place.
        indices = indices.iter().map(|known| moved(known, &place, axis, |known, _| known)).collect::<Result<_>>()?;
        indices.insert(0, place);
        squares = least;
    }
    // Computed only if somebody reads them.
    let axes = xp.arange(shape.len())?.into_dyn().reshape([&[shape.len()], &vec![1; shape.len()][..]].concat())?;
    let mut all = indices[0].as_dyn().broadcast_to([&[shape.len()], shape].concat())?;
    for (axis, indices) in indices.iter().enumerate().skip(1) {
        all = axes.equal(axis as i64)?.where_(indices, &all)?;
    }
    Ok((squares.into_dyn(), all.astype(DType::I64)?))
}

/// The coordinates of an array's elements along one axis, as numbers.
fn places<B: Backend>(xp: &B, shape: &[usize], axis: usize) -> Result<DynArray<B>> {
    let mut column = vec![1; shape.len()];
    column[axis] = shape[axis];
    xp.arange(shape[axis])?.into_dyn().astype(DType::F64)?.reshape(&column[..])
}

/// An error for axes whose places `i32` does not number.
fn check_axes(op: &'static str, shape: &[usize]) -> Result<()> {
    match shape.iter().find(|&&n| i32::try_from(n).is_err()) {
        None => Ok(()),
        Some(n) => Err(Error::value(op, format!("{n} elements along an axis are too many to be numbered"))),
    }
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
/// [`Error::Value`] unless there is one distance of neighbours, or one for each axis, and for axes of more elements than `i32` numbers.
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
    check_axes(OP, x.shape())?;
    let (squares, indices) = match xp.name() {
        "cpu" => nearest_on_host(&background, &sampling)?,
        _ => nearest(&background.typed()?, &sampling)?,
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
/// [`Error::Value`] for axes of more elements than `i32` numbers.
#[doc(alias = "distance_transform_bf")]
pub fn distance_transform_cdt<B: Backend>(x: &impl AnyArray<B>, metric: Metric) -> Result<DynArray<B>> {
    let x = x.as_dyn();
    if x.is_empty() || x.ndim() == 0 {
        return x.astype(DType::Bool)?.where_(-1.0, 0.0)?.astype(DType::I32);
    }
    check_axes("distance_transform_cdt", x.shape())?;
    let steps = if metric == Metric::Taxicab { Steps::Sum } else { Steps::Largest };
    let background = x.astype(DType::Bool)?.logical_not()?.typed()?;
    let mut known = cost_of(&on_last_axis(&background)?, steps)?;
    for axis in (0..x.ndim() - 1).rev() {
        known = along(&known, axis, steps)?.0;
    }
    let known = known.into_dyn();
    known.isfinite()?.where_(&known, -1.0)?.astype(DType::I32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xparray::Cpu;

    /// What devices do, done by the CPU, and what a host does: lines of one step between places and of several, large objects and small ones.
    #[test]
    fn device_and_host() -> Result<()> {
        let xp = Cpu::new();
        for (shape, filled) in [
            (&[300, 170][..], 0.3),
            (&[300, 170], 0.9999),
            (&[2100, 3], 0.999),
            (&[40, 150, 20], 0.998),
            (&[3, 2, 5, 4], 0.8),
            (&[600], 0.99),
            (&[7, 1], 0.5),
            (&[140, 4], 2.0),
        ] {
            let background = xp.rng(3).random::<f64>(shape)?.greater_equal(filled)?;
            // Squares of these are exact, and so are their sums.
            for sampling in [[1.0; 4], [0.5, 2.0, 1.0, 0.25]].map(|all| all[..shape.len()].to_vec()) {
                let (squares, indices) = nearest(&background, &sampling)?;
                let expected = nearest_on_host(background.as_dyn(), &sampling)?.0;
                assert!(squares.array_equal(&expected)?, "{shape:?} {sampling:?}");
                if !background.any(..)?.item()? {
                    continue;
                }
                let (mut place, mut sum) = (xp.zeros::<i64>(shape)?.into_dyn(), xp.zeros::<f64>(shape)?.into_dyn());
                for (axis, &apart) in sampling.iter().enumerate() {
                    let index = indices.take(axis as isize, 0)?;
                    let step = index.astype(DType::F64)?.subtract(&places(&xp, shape, axis)?)?.multiply(apart)?;
                    sum = sum.add(&step.multiply(&step)?)?;
                    place = place.add(&index.multiply(stride(shape, axis))?)?;
                }
                assert!(sum.array_equal(&squares)?, "{shape:?} {sampling:?}");
                assert!(background.reshape(-1)?.take(&place.typed::<i64>()?, 0)?.all(..)?.item()?, "{shape:?}");
            }
        }
        Ok(())
    }
}
