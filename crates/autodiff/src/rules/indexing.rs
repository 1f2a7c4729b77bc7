//! What is taken at indices, put there, and sorted.

use super::{map, wanted};
use crate::batch::Batch;
use crate::rule::{At, Rule, Tangent, Values, missing};
use xparray_core::backend::{Backend, ScatterOp};
use xparray_core::{Create, Result, Sort as SortOptions};

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
        let mut sums = tangents[0].as_ref().map_or_else(|| zeros(at, 0), |t| t.copy())?;
        let indices = at.operand(1)?;
        match (self.op, &tangents[2]) {
            (ScatterOp::Put, Some(t)) => sums.put(&indices, t)?,
            (ScatterOp::Put, None) => sums.put(&indices, 0)?,
            (ScatterOp::Add, Some(t)) => sums.add_at(&[indices], t)?,
            (ScatterOp::Add, None) => {}
            _ => return Err(missing(Rule::<B>::name(self))),
        }
        Ok(vec![Some(sums)])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let Some(c) = &cotangents[0] else { return Ok(vec![None, None, None]) };
        let values = || c.take(&at.operand(1)?, 0);
        match self.op {
            ScatterOp::Put => {
                let rest = wanted(at.wanted[0], || {
                    let mut rest = c.copy()?;
                    rest.put(&at.operand(1)?, 0)?;
                    Ok(rest)
                })?;
                Ok(vec![rest, None, wanted(at.wanted[2], values)?])
            }
            ScatterOp::Add => Ok(vec![Some(c.clone()), None, wanted(at.wanted[2], values)?]),
            _ => Err(missing(Rule::<B>::name(self))),
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
