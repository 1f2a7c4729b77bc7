//! What is taken at indices, put there, and sorted.

use super::{map, wanted};
use crate::batch::Batch;
use crate::forward::pushed;
use crate::reverse::pulled;
use crate::rule::{At, Rule, Tangent, Values};
use xparray_core::backend::{Backend, ScatterOp, Side};
use xparray_core::{Create, DType, Join, Result, Sort as SortOptions, s};

/// Zeros of an operand's type and shape.
fn zeros<B: Backend>(at: &At<'_, B>, operand: usize) -> Result<Values<B>> {
    at.xp.zeros_of(at.step.operands[operand].dtype, at.shape(operand))
}

/// Indices of rows of a length as those of the rows one after another: the first axis counts the rows.
fn of_rows<B: Backend>(indices: &Values<B>, len: usize) -> Result<Values<B>> {
    let indices = indices.less(0)?.where_(indices.add(len as i64)?, indices)?;
    let mut along = vec![1; indices.ndim()];
    along[0] = indices.shape()[0];
    let starts = indices.xp().arange(0..along[0] as i64)?.into_dyn().multiply(len as i64)?.reshape(along)?;
    indices.add(&starts)
}

/// Elements along an axis at indices.
pub(crate) struct Take {
    pub axis: usize,
}

impl<B: Backend> Rule<B> for Take {
    fn name(&self) -> &'static str {
        "take"
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        Ok(vec![map(&tangents[0], |t| t.take(&at.operand(1)?, self.axis))?])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let pull = |c: &Values<B>| {
            let indices = at.operand(1)?;
            let (before, after) = (&at.shape(0)[..self.axis], &at.shape(0)[self.axis + 1..]);
            let c = c.reshape([before, &[indices.len()], after].concat())?;
            let mut sums = zeros(at, 0)?;
            sums.index_add(&indices.ravel()?, c, self.axis)?;
            Ok(sums)
        };
        Ok(vec![map(&cotangents[0], pull)?, None])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        let axis = self.axis + 1;
        if !at.differs(1) {
            return Ok(vec![at.operand(0)?.take(&at.same(1)?, axis)?]);
        }
        let (x, indices) = (at.operand(0)?.moveaxis(axis, 1)?, at.operand(1)?);
        let len = x.shape()[1];
        let rest = &x.shape()[2..];
        let taken = x.reshape([&[at.n * len], rest].concat())?.take(&of_rows(&indices, len)?, 0)?;
        // The axes before the one of the indices lie behind theirs.
        let before: Vec<usize> = (0..self.axis).map(|k| k + indices.ndim()).collect();
        let front: Vec<usize> = (1..axis).collect();
        Ok(vec![taken.moveaxis(&before[..], &front[..])?])
    }
}

/// One index for each element along an axis.
pub(crate) struct TakeAlong {
    pub axis: usize,
}

impl<B: Backend> Rule<B> for TakeAlong {
    fn name(&self) -> &'static str {
        "take_along_axis"
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        Ok(vec![map(&tangents[0], |t| t.take_along_axis(&at.operand(1)?, self.axis))?])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let pull = |c: &Values<B>| {
            let indices = at.operand(1)?;
            let place = |axis: usize| {
                if axis == self.axis {
                    return Ok(indices.clone());
                }
                let mut along = vec![1; indices.ndim()];
                along[axis] = indices.shape()[axis];
                at.xp.arange(0..along[axis] as i64)?.into_dyn().reshape(along)?.broadcast_to(indices.shape())
            };
            let places = (0..indices.ndim()).map(place).collect::<Result<Vec<_>>>()?;
            let mut sums = zeros(at, 0)?;
            sums.add_at(places, c)?;
            Ok(sums)
        };
        Ok(vec![map(&cotangents[0], pull)?, None])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        Ok(vec![at.operand(0)?.take_along_axis(&at.operand(1)?, self.axis + 1)?])
    }
}

/// Elements along an axis in ascending order.
pub(crate) struct Sort {
    pub axis: usize,
}

impl Sort {
    fn order<B: Backend>(&self, at: &At<'_, B>) -> Result<Values<B>> {
        at.operand(0)?.argsort_with(SortOptions::new().axis(self.axis))
    }
}

impl<B: Backend> Rule<B> for Sort {
    fn name(&self) -> &'static str {
        "sort"
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        Ok(vec![map(&tangents[0], |t| t.take_along_axis(&self.order(at)?, self.axis))?])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let back = || self.order(at)?.argsort_with(SortOptions::new().axis(self.axis));
        Ok(vec![map(&cotangents[0], |c| c.take_along_axis(&back()?, self.axis))?])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        Ok(vec![at.operand(0)?.sort_with(SortOptions::new().axis(self.axis + 1))?])
    }
}

/// Elements where a mask is true.
pub(crate) struct Compact;

impl<B: Backend> Rule<B> for Compact {
    fn name(&self) -> &'static str {
        "mask"
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        Ok(vec![map(&tangents[0], |t| t.mask(&at.operand(1)?))?])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let pull = |c: &Values<B>| {
            let places = at.operand(1)?.flatnonzero()?;
            let mut parts = zeros(at, 0)?.ravel()?;
            parts.put(&places, c)?;
            parts.reshape(at.shape(0))
        };
        Ok(vec![map(&cotangents[0], pull)?, None])
    }

    /// The mask is the same for all, as their results are of one length.
    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        let (rows, places) = (at.operand(0)?, at.same(1)?.flatnonzero()?);
        Ok(vec![rows.reshape([at.n, rows.len() / at.n.max(1)])?.take(&places, 1)?])
    }
}

/// What is written, or added, at indices of a vector. Operands: the vector, the indices, the values.
pub(crate) struct Scatter {
    pub op: ScatterOp,
}

/// Which values stay where several are written to one place: the last one of each.
fn last<B: Backend>(at: &At<'_, B>) -> Result<Values<B>> {
    let indices = at.operand(1)?;
    let number = at.xp.arange(0..indices.len() as i64)?.into_dyn().reshape(indices.shape())?;
    let mut writers = at.xp.zeros_of(DType::I64, at.shape(0))?;
    writers.put(&indices, &number)?;
    writers.take(&indices, 0)?.equal(&number)
}

/// The vector and the values, one after the other.
fn joined<B: Backend>(at: &At<'_, B>) -> Result<Values<B>> {
    at.xp.concatenate(&[&at.operand(0)?, &at.operand(2)?.ravel()?], 0)
}

/// Of these, the products of what is at each place: a program of arrays, which has derivatives also where there are zeros. They are sorted
/// by place and multiplied by doubling.
fn products<B: Backend>(at: &At<'_, B>, both: &Values<B>) -> Result<Values<B>> {
    let n = at.shape(0)[0] as i64;
    let (places, indices) = (at.xp.arange(0..n)?.into_dyn(), at.operand(1)?.ravel()?);
    let indices = indices.less(0)?.where_(indices.add(n)?, &indices)?;
    let keys = at.xp.concatenate(&[&places, &indices], 0)?;
    let order = keys.argsort()?;
    let (keys, mut y) = (keys.take(&order, 0)?, both.take(&order, 0)?);
    let (len, mut reach) = (keys.len(), 1);
    while reach < len {
        let (first, rest) = (y.slice(s![..reach])?, y.slice(s![reach..])?);
        let same = keys.slice(s![reach..])?.equal(keys.slice(s![..len - reach])?)?;
        let rest = same.where_(y.slice(s![..len - reach])?.multiply(&rest)?, &rest)?;
        y = at.xp.concatenate(&[&first, &rest], 0)?;
        reach *= 2;
    }
    y.take(&keys.searchsorted_with(&places, Side::Right)?.subtract(1)?, 0)
}

/// 1 for what is the extremum of its place, and how many are that at each place: these share it.
struct Shares<B: Backend> {
    vector: Values<B>,
    values: Values<B>,
    count: Values<B>,
}

impl Scatter {
    fn shares<B: Backend>(&self, at: &At<'_, B>) -> Result<Shares<B>> {
        let (x, indices, values) = (at.operand(0)?, at.operand(1)?, at.operand(2)?);
        let mut y = x.copy()?;
        match self.op {
            ScatterOp::Min => y.minimum_at([&indices], &values)?,
            _ => y.maximum_at([&indices], &values)?,
        }
        let vector = x.equal(&y)?.astype(x.dtype())?;
        let values = values.equal(y.take(&indices, 0)?)?.astype(x.dtype())?;
        let mut count = vector.copy()?;
        count.add_at([&indices], &values)?;
        Ok(Shares { vector, values, count })
    }
}

impl<B: Backend> Rule<B> for Scatter {
    fn name(&self) -> &'static str {
        match self.op {
            ScatterOp::Put => "put",
            ScatterOp::Add => "add_at",
            ScatterOp::Mul => "multiply_at",
            ScatterOp::Min => "minimum_at",
            ScatterOp::Max => "maximum_at",
        }
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        if tangents[0].is_none() && tangents[2].is_none() {
            return Ok(vec![None]);
        }
        let of_vector = || tangents[0].as_ref().map_or_else(|| zeros(at, 0), |t| t.copy());
        let indices = at.operand(1)?;
        if matches!(self.op, ScatterOp::Mul) {
            let of_values = tangents[2].as_ref().map_or_else(|| zeros(at, 2), |t| Ok(t.clone()))?;
            let t = at.xp.concatenate(&[&of_vector()?, &of_values.ravel()?], 0)?;
            return Ok(vec![Some(pushed(|z| products(at, z), &joined(at)?, &t)?)]);
        }
        let mut sums = of_vector()?;
        match (self.op, &tangents[2]) {
            (ScatterOp::Put, Some(t)) => sums.put(&indices, t)?,
            (ScatterOp::Put, None) => sums.put(&indices, 0)?,
            (ScatterOp::Add, Some(t)) => sums.add_at(&[indices], t)?,
            (ScatterOp::Add, None) => {}
            (_, of_values) => {
                let Shares { vector, values, count } = self.shares(at)?;
                sums = sums.multiply(&vector)?;
                if let Some(t) = of_values {
                    sums.add_at(&[indices], t.multiply(&values)?)?;
                }
                sums = sums.divide(&count)?;
            }
        }
        Ok(vec![Some(sums)])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let Some(c) = &cotangents[0] else { return Ok(vec![None, None, None]) };
        let values = || c.take(&at.operand(1)?, 0);
        match self.op {
            ScatterOp::Mul => {
                let (n, of_both) = (at.shape(0)[0], pulled(|z| products(at, z), &joined(at)?, c)?);
                Ok(vec![Some(of_both.slice(s![..n])?), None, Some(of_both.slice(s![n..])?.reshape(at.shape(2))?)])
            }
            ScatterOp::Min | ScatterOp::Max => {
                let Shares { vector, values, count } = self.shares(at)?;
                let c = c.divide(&count)?;
                Ok(vec![Some(c.multiply(&vector)?), None, Some(c.take(&at.operand(1)?, 0)?.multiply(&values)?)])
            }
            ScatterOp::Put => {
                let rest = wanted(at.wanted[0], || {
                    let mut rest = c.copy()?;
                    rest.put(&at.operand(1)?, 0)?;
                    Ok(rest)
                })?;
                let values = wanted(at.wanted[2], || last(at)?.where_(values()?, 0))?;
                Ok(vec![rest, None, values])
            }
            ScatterOp::Add => Ok(vec![Some(c.clone()), None, wanted(at.wanted[2], values)?]),
        }
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        let (rows, indices, values) = (at.operand(0)?, at.operand(1)?, at.operand(2)?.ravel()?);
        let places = of_rows(&indices, rows.shape()[1])?.ravel()?;
        let mut sums = rows.ravel()?.copy()?;
        match self.op {
            ScatterOp::Put => sums.put(&places, values)?,
            ScatterOp::Add => sums.add_at(&[places], values)?,
            ScatterOp::Mul => sums.multiply_at(&[places], values)?,
            ScatterOp::Min => sums.minimum_at(&[places], values)?,
            ScatterOp::Max => sums.maximum_at(&[places], values)?,
        }
        Ok(vec![sums])
    }
}

/// The sums of weights of equal integers.
pub(crate) struct Bincount;

impl<B: Backend> Rule<B> for Bincount {
    fn name(&self) -> &'static str {
        "bincount"
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let push = |t: &Values<B>| {
            let (dtype, shape) = &at.step.outputs[0];
            let mut sums = at.xp.zeros_of(*dtype, &shape[..])?;
            sums.add_at(&[at.operand(0)?], t)?;
            Ok(sums)
        };
        Ok(vec![map(&tangents[1], push)?])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        Ok(vec![None, map(&cotangents[0], |c| c.take(&at.operand(0)?, 0))?])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        let (dtype, shape) = &at.step.outputs[0];
        let mut sums = at.xp.zeros_of(*dtype, at.n * shape[0])?;
        sums.add_at(&[of_rows(&at.operand(0)?, shape[0])?.ravel()?], at.operand(1)?.ravel()?)?;
        Ok(vec![sums])
    }
}
