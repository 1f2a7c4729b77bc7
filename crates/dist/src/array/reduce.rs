//! Reductions: each process reduces its part, and those along divided axes combine what they have.

use super::DistArray;
use crate::op::Op;
use xparray_core::prelude::*;
use xparray_core::{Array, DType, IntoAxes, Result, Scalar};

/// What a reduction over axes does.
struct Plan {
    /// The axes that go.
    reduced: Vec<usize>,
    keeps_dims: bool,
}

impl<T: Element, B: Backend> DistArray<T, B> {
    fn plan(&self, axes: &xparray_core::Axes) -> Result<Plan> {
        // What becomes of an array without a length of 1 tells which axes were meant.
        let probe = self.local.xp().zeros::<bool>(vec![2; self.shape.len()])?;
        let kept = probe.any(keepdims(axes.clone()))?;
        let reduced = (0..self.shape.len()).filter(|&axis| kept.shape()[axis] == 1).collect();
        Ok(Plan { reduced, keeps_dims: probe.any(axes.clone())?.ndim() == self.shape.len() })
    }

    /// The whole reduction, of what a process has made of its own part.
    fn combined<R: Element>(&self, local: Array<R, B>, plan: &Plan, op: Op) -> Result<DistArray<R, B>> {
        let (mut shape, mut on, mut lines) = (Vec::new(), Vec::new(), Vec::new());
        for (axis, &len) in self.shape.iter().enumerate() {
            let place = self.sharding.axes()[axis];
            match plan.reduced.contains(&axis) {
                false => {
                    shape.push(len);
                    on.push(place);
                }
                true => {
                    lines.extend(place);
                    if plan.keeps_dims {
                        shape.push(1);
                        on.push(None);
                    }
                }
            }
        }
        let reduce = |x, &axis: &usize| self.sharding.mesh().line(axis)?.all_reduce(&x, op);
        let local = lines.iter().try_fold(local, reduce)?;
        Ok(DistArray::new(local, shape, self.sharding.with_axes(on)))
    }

    /// The sum over axes, as [`Array::sum`](xparray_core::Array::sum).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0), None])?.shard(&xp.ones::<f64>([5, 2])?)?;
    /// assert_eq!(x.sum(0)?.all_gather()?.to_vec()?, [5.0, 5.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`](xparray_core::Error::Axis); those of the deferred work;
    /// [`Error::Library`](xparray_core::Error::Library).
    pub fn sum(&self, axes: impl IntoAxes) -> Result<DistArray<T::Sum, B>> {
        let axes = axes.into_axes();
        self.combined(self.local.sum(axes.clone())?, &self.plan(&axes)?, Op::Sum)
    }

    /// The product over axes, as [`Array::prod`](xparray_core::Array::prod).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.array([1, 2, 3, 4])?)?;
    /// assert_eq!(x.prod(..)?.item()?, 24);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](DistArray::sum).
    pub fn prod(&self, axes: impl IntoAxes) -> Result<DistArray<T::Sum, B>> {
        let axes = axes.into_axes();
        self.combined(self.local.prod(axes.clone())?, &self.plan(&axes)?, Op::Prod)
    }

    /// The mean over axes, as [`Array::mean`](xparray_core::Array::mean).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.array([1, 2, 6])?)?;
    /// assert_eq!(x.mean(..)?.item()?, 3.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](DistArray::sum).
    pub fn mean(&self, axes: impl IntoAxes) -> Result<DistArray<T::Quotient, B>> {
        let axes = axes.into_axes();
        let plan = self.plan(&axes)?;
        let count = |lens: &[usize]| plan.reduced.iter().map(|&axis| lens[axis]).product::<usize>();
        let (own, all) = (count(self.local.shape()), count(&self.shape));
        let mut mean = self.local.mean(axes)?;
        // A process without elements adds nothing; without any at all, the mean is NaN.
        if own == 0 && all > 0 {
            mean = mean.zeros_like();
        } else if own != all {
            let share = self.local.xp().full((), (own as f64 / all as f64).cast::<T::Quotient>())?;
            mean = &mean * &share;
        }
        self.combined(mean, &plan, Op::Sum)
    }

    /// Whether any element is not zero, over axes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.array([0, 0, 1])?)?;
    /// assert!(x.any(..)?.item()?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](DistArray::sum).
    pub fn any(&self, axes: impl IntoAxes) -> Result<DistArray<bool, B>> {
        let axes = axes.into_axes();
        self.combined(self.local.any(axes.clone())?, &self.plan(&axes)?, Op::LogicalOr)
    }

    /// Whether all elements are not zero, over axes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.array([0, 0, 1])?)?;
    /// assert!(!x.all(..)?.item()?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](DistArray::sum).
    pub fn all(&self, axes: impl IntoAxes) -> Result<DistArray<bool, B>> {
        let axes = axes.into_axes();
        self.combined(self.local.all(axes.clone())?, &self.plan(&axes)?, Op::LogicalAnd)
    }
}

impl<T: RealElement, B: Backend> DistArray<T, B> {
    /// The largest elements over axes, NaN if there is one, as [`Array::max`](xparray_core::Array::max).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.array([1, 7, 3])?)?;
    /// assert_eq!(x.max(..)?.item()?, 7);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](xparray_core::Error::Value) if there are no elements; those of [`sum`](DistArray::sum).
    pub fn max(&self, axes: impl IntoAxes) -> Result<DistArray<T, B>> {
        self.extremum(Op::Max, &axes.into_axes())
    }

    /// The smallest elements over axes, NaN if there is one, as [`Array::min`](xparray_core::Array::min).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.array([7, 1, 3])?)?;
    /// assert_eq!(x.min(..)?.item()?, 1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`max`](DistArray::max).
    pub fn min(&self, axes: impl IntoAxes) -> Result<DistArray<T, B>> {
        self.extremum(Op::Min, &axes.into_axes())
    }

    fn extremum(&self, op: Op, axes: &xparray_core::Axes) -> Result<DistArray<T, B>> {
        let plan = self.plan(axes)?;
        let is_empty = |lens: &[usize]| plan.reduced.iter().any(|&axis| lens[axis] == 0);
        let reduce = |x: &Array<T, B>| if op == Op::Max { x.max(axes.clone()) } else { x.min(axes.clone()) };
        if is_empty(&self.shape) {
            // All processes find the same fault, also those whose parts of the result are empty.
            reduce(&self.local.xp().zeros(self.shape.clone())?)?.eval()?;
        }
        // A process without elements has what every element beats.
        let mut part = self.local.clone();
        if is_empty(part.shape()) && !is_empty(&self.shape) {
            let mut shape = part.shape().to_vec();
            plan.reduced.iter().for_each(|&axis| shape[axis] = 1);
            part = part.xp().full(shape, beaten(op, T::DTYPE).get::<T>())?;
        }
        self.combined(reduce(&part)?, &plan, op)
    }
}

impl<T: RealFloat, B: Backend> DistArray<T, B> {
    /// The variance over axes, as [`Array::var`](xparray_core::Array::var), in two turns, about the mean.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.array([1.0, 2.0, 3.0, 4.0])?)?;
    /// assert_eq!(x.var(..)?.item()?, 1.25);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](DistArray::sum).
    pub fn var(&self, axes: impl IntoAxes) -> Result<Self> {
        let axes = axes.into_axes();
        let mean = self.mean(keepdims(axes.clone()))?;
        self.zip(&mean, |x, mean| Ok((x - mean).square()))?.mean(axes)
    }

    /// The standard deviation over axes: the root of [`var`](DistArray::var).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = world.mesh(world.size())?.sharding([Some(0)])?.shard(&xp.array([1.0, 3.0])?)?;
    /// assert_eq!(x.std(..)?.item()?, 1.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](DistArray::sum).
    pub fn std(&self, axes: impl IntoAxes) -> Result<Self> {
        self.var(axes)?.map(|variance| Ok(variance.sqrt()))
    }
}

/// The extremum that every number of a type beats.
fn beaten(op: Op, dtype: DType) -> Scalar {
    // Conversions saturate.
    let end = if op == Op::Max { f64::NEG_INFINITY } else { f64::INFINITY };
    match dtype {
        DType::Bool => Scalar::new(op == Op::Min),
        dtype => Scalar::from_f64(dtype, end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_those_of_the_types() {
        assert_eq!(beaten(Op::Max, DType::I8), Scalar::new(i8::MIN));
        assert_eq!(beaten(Op::Min, DType::U64), Scalar::new(u64::MAX));
        assert_eq!(beaten(Op::Max, DType::F16), Scalar::new(f16::NEG_INFINITY));
        assert_eq!(beaten(Op::Max, DType::Bool), Scalar::new(false));
    }
}
