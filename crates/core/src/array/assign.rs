//! Writing into arrays. An array is a value: clones and views of it made before see nothing of this.

use super::DynArray;
use super::index::{MultiIndex, along_shapes, index_raws, renamed, row_strides};
use super::slice::{SliceItem, slice_layout};
use super::{Array, ArrayOrScalar, Create};
use crate::backend::{Backend, Output, ScatterOp};
use crate::element::{Element, Integer};
use crate::error::{Error, Result};
use crate::ir::BinaryOp;
use crate::layout::{Dims, Layout, checked_len, normalize_axis};

impl<B: Backend> DynArray<B> {
    /// Broadcast as assignment does: axes of length 1 that the target lacks go.
    fn broadcast_into(&self, op: &'static str, shape: &[usize]) -> Result<Self> {
        let extra = self.shape().len().saturating_sub(shape.len());
        match self.shape()[..extra].iter().all(|&d| d == 1) {
            true => self.reshaped(&self.shape()[extra..])?.broadcast(op, shape),
            false => Err(Error::shape(op, self.shape(), shape)),
        }
    }

    /// With `n` axes of length 1 at the end.
    fn trailed_by(&self, n: usize) -> Result<Self> {
        let shape: Dims = self.shape().iter().copied().chain(std::iter::repeat_n(1, n)).collect();
        self.reshaped(&shape)
    }

    /// Writes `values` (broadcast to the shape of `indices`) at flat indices.
    fn scatter(&mut self, op: &'static str, how: ScatterOp, indices: &Self, values: &Self) -> Result<()> {
        let values = values.broadcast_into(op, indices.shape())?;
        if indices.len() == 0 {
            return Ok(());
        }
        // Computed before the target is asked for: they may refer to it, which would make it copy.
        let xp = self.xp().clone();
        let (indices, values) = (indices.computed_for(op, &xp)?, values.computed_for(op, &xp)?);
        let (dtype, place) = (self.dtype(), Layout::row_major(&[self.len()]));
        let target = Output::new(self.unique_row_major()?, dtype, &place)?;
        xp.scatter(how, target, indices.view()?, values.view()?).map_err(|error| renamed(op, error))
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// Writes values, broadcast, to the part that [`s!`](crate::s) selects.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.zeros::<i32>([2, 3])?;
    /// x.assign(s![0, 1..], 7)?;
    /// x.assign(s![1], &xp.array(&[1, 2, 3], 3)?)?;
    /// assert_eq!(x.to_string(), "[[0 7 7]\n [1 2 3]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`slice`](Array::slice), and [`Error::Shape`] if the values do not broadcast to the part. Nothing is
    /// written then.
    pub fn assign(&mut self, items: &[SliceItem], values: impl ArrayOrScalar<T, B>) -> Result<()> {
        let op = "assign";
        let part = slice_layout(op, self.layout(), items)?;
        let xp = self.xp().clone();
        let values = values.operand().to_array(&xp, T::DTYPE)?.broadcast_into(op, part.shape())?;
        values.settle()?;
        // The whole array becomes the values: nothing to copy.
        if part == *self.layout() && values.xp().device_id() == xp.device_id() {
            self.array = values;
            return Ok(());
        }
        let (buffer, layout) = self.array.unique()?;
        let place = slice_layout(op, layout, items)?;
        values.store(op, &xp, buffer, &place)
    }

    /// Makes every element this value.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.zeros::<i32>(3)?;
    /// x.fill(7)?;
    /// assert_eq!(x.to_string(), "[7 7 7]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// None.
    pub fn fill(&mut self, value: T) -> Result<()> {
        *self = self.xp().full(self.shape(), value)?;
        Ok(())
    }

    /// Copies values, broadcast, to the places where a condition, broadcast, holds.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.array(&[1.0, -2.0, 3.0], 3)?;
    /// x.copyto(0.0, &x.less(0.0)?)?;
    /// assert_eq!(x.to_string(), "[1. 0. 3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the values or the condition do not broadcast to the array.
    pub fn copyto(&mut self, values: impl ArrayOrScalar<T, B>, condition: &Array<bool, B>) -> Result<()> {
        let op = "copyto";
        let values = values.operand().to_array(self.xp(), T::DTYPE)?.broadcast_into(op, self.shape())?;
        let condition = condition.array.broadcast_into(op, self.shape())?;
        self.array = DynArray::selected(&condition, &values, &self.array)?;
        Ok(())
    }

    /// Writes values where a mask of the array's shape (or of its leading axes) is true: NumPy's
    /// `x[mask] = values`. Several values go, in order, to the places in row-major order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.array(&[1, -2, 3, -4], 4)?;
    /// x.assign_mask(&x.less(0)?, &xp.array(&[20, 40], 2)?)?;
    /// assert_eq!(x.to_string(), "[ 1 20  3 40]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the mask's shape is not that of the leading axes, or if the values do not broadcast
    /// to `[number of places, the other axes]`. Nothing is written then.
    pub fn assign_mask(&mut self, mask: &Array<bool, B>, values: impl ArrayOrScalar<T, B>) -> Result<()> {
        let op = "assign_mask";
        let Some(rest) = self.shape().strip_prefix(mask.shape()) else {
            return Err(Error::shape(op, self.shape(), mask.shape()));
        };
        let values = values.operand().to_array(self.xp(), T::DTYPE)?;
        if values.len() == 1 && values.shape().len() <= rest.len() + 1 {
            self.array = DynArray::selected(&mask.array.trailed_by(rest.len())?, &values.reshaped(&[])?, &self.array)?;
            return Ok(());
        }
        let blocks = mask.array.places()?.with_count(BinaryOp::Mul, checked_len(rest)?)?;
        let places = blocks.trailed_by(rest.len())?.binary(BinaryOp::Add, op, &DynArray::iota(self.xp(), rest)?)?;
        self.array.scatter(op, ScatterOp::Put, &places, &values)
    }

    /// Writes `values[i]` to each row-major place `i` where the mask is true; fewer values than elements start
    /// again.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.array(&[1, -2, 3, -4], 4)?;
    /// x.put_mask(&x.less(0)?, &xp.array(&[10, 20, 30, 40], 4)?)?;
    /// assert_eq!(x.to_string(), "[ 1 20  3 40]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the mask has another shape, [`Error::Value`] for no values.
    pub fn put_mask(&mut self, mask: &Array<bool, B>, values: impl ArrayOrScalar<T, B>) -> Result<()> {
        let op = "put_mask";
        if mask.shape() != self.shape() {
            return Err(Error::shape(op, self.shape(), mask.shape()));
        }
        let values = values.operand().to_array(self.xp(), T::DTYPE)?;
        let values = match values.len() {
            0 if !self.is_empty() => return Err(Error::value(op, "no values")),
            1 => values.reshaped(&[])?,
            _ => Array::<T, B>::from_dyn(values).resize(self.shape())?.array,
        };
        self.array = DynArray::selected(&mask.array, &values, &self.array)?;
        Ok(())
    }

    /// Writes values at row-major indices; fewer values than indices start again, of several
    /// at one place the last stays.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.zeros::<i32>([2, 2])?;
    /// x.put(&xp.array(&[0, -1], 2)?, &xp.array(&[5, 6], 2)?)?;
    /// assert_eq!(x.to_string(), "[[5 0]\n [0 6]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for an index out of bounds, [`Error::Value`] for no values. Nothing is written then.
    pub fn put<I: Integer>(&mut self, indices: &Array<I, B>, values: impl ArrayOrScalar<T, B>) -> Result<()> {
        let op = "put";
        let values = values.operand().to_array(self.xp(), T::DTYPE)?;
        let values = match values.len() {
            0 if !indices.is_empty() => return Err(Error::value(op, "no values")),
            1 => values.reshaped(&[])?,
            _ => Array::<T, B>::from_dyn(values).resize(indices.shape())?.array,
        };
        self.array.scatter(op, ScatterOp::Put, &indices.array.to_indices()?, &values)
    }

    /// Writes values, broadcast, at places that several index arrays name together, one for each leading axis:
    /// NumPy's `x[i, j] = values`. Of several values at one place the last stays.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.zeros::<i32>([2, 2])?;
    /// let (i, j) = (xp.array(&[0, 1], 2)?, xp.array(&[1, 0], 2)?);
    /// x.put_at(&[&i, &j], 9)?;
    /// assert_eq!(x.to_string(), "[[0 9]\n [9 0]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`take_at`](Array::take_at), and [`Error::Shape`] if the values do not broadcast. Nothing is written
    /// then.
    pub fn put_at<I: Integer>(&mut self, indices: &[&Array<I, B>], values: impl ArrayOrScalar<T, B>) -> Result<()> {
        self.scatter_at("put_at", ScatterOp::Put, indices, values)
    }

    /// Adds values, broadcast, at places that several index arrays name together, as often as
    /// they do: NumPy's `add.at(x, (i, j), values)`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.zeros::<i32>(3)?;
    /// x.add_at(&[&xp.array(&[0, 2, 2], 3)?], 1)?;
    /// assert_eq!(x.to_string(), "[1 0 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`put_at`](Array::put_at).
    pub fn add_at<I: Integer>(&mut self, indices: &[&Array<I, B>], values: impl ArrayOrScalar<T, B>) -> Result<()> {
        self.scatter_at("add_at", ScatterOp::Add, indices, values)
    }

    fn scatter_at<I: Integer>(
        &mut self,
        op: &'static str,
        how: ScatterOp,
        indices: &[&Array<I, B>],
        values: impl ArrayOrScalar<T, B>,
    ) -> Result<()> {
        let values = values.operand().to_array(self.xp(), T::DTYPE)?;
        let rest = self.shape().get(indices.len()..).unwrap_or(&[]);
        let blocks = index_raws(indices)?.iter().map(|index| index.trailed_by(rest.len())).collect::<Result<_>>()?;
        let places = MultiIndex::new(op, blocks, self.shape())?;
        let flat = places.flatten(&row_strides(self.shape()), Some(&DynArray::iota(self.xp(), rest)?))?;
        self.array.scatter(op, how, &flat, &values).map_err(|error| places.explain(error))
    }

    /// Writes, for each place of `indices`, a value at that index of the axis; the other axes of the
    /// indices, and the values, broadcast.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.array(&[1, 5, 2, 7, 3, 6], [2, 3])?;
    /// let largest = x.argmax(keepdims(1))?;
    /// x.put_along_axis(&largest, 0, 1)?;
    /// assert_eq!(x.to_string(), "[[1 0 2]\n [0 3 6]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`take_along_axis`](Array::take_along_axis), and [`Error::Shape`] if the values do not broadcast. Nothing
    /// is written then.
    pub fn put_along_axis<I: Integer>(
        &mut self,
        indices: &Array<I, B>,
        values: impl ArrayOrScalar<T, B>,
        axis: isize,
    ) -> Result<()> {
        let op = "put_along_axis";
        let axis = normalize_axis(op, axis, self.ndim())?;
        let (x_shape, shape) = along_shapes(op, self.shape(), indices.shape(), axis)?;
        if x_shape[..] != *self.shape() {
            return Err(Error::shape(op, self.shape(), indices.shape()));
        }
        self.scatter_along(op, ScatterOp::Put, &indices.array, &shape, values, axis)
    }

    /// Writes values, broadcast, to the slices of an axis at one-dimensional indices: NumPy's `x[:, i] = values`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.zeros::<i32>([2, 3])?;
    /// x.index_put(&xp.array(&[0, 2], 2)?, 7, 1)?;
    /// assert_eq!(x.to_string(), "[[7 0 7]\n [7 0 7]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`index_add`](Array::index_add).
    pub fn index_put<I: Integer>(
        &mut self,
        indices: &Array<I, B>,
        values: impl ArrayOrScalar<T, B>,
        axis: isize,
    ) -> Result<()> {
        self.scatter_slices("index_put", ScatterOp::Put, indices, values, axis)
    }

    /// Adds values, broadcast, to the slices of an axis at one-dimensional indices, as often as they
    /// are named: NumPy's `add.at(x, (slice(None), i), values)`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.zeros::<i32>([2, 3])?;
    /// x.index_add(&xp.array(&[0, 2, 2], 3)?, 1, 1)?;
    /// assert_eq!(x.to_string(), "[[1 0 2]\n [1 0 2]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for an index out of bounds, [`Error::Axis`] for an axis that is not there,
    /// [`Error::Shape`] if the indices have another number of dimensions or the values do not broadcast.
    /// Nothing is written then.
    pub fn index_add<I: Integer>(
        &mut self,
        indices: &Array<I, B>,
        values: impl ArrayOrScalar<T, B>,
        axis: isize,
    ) -> Result<()> {
        self.scatter_slices("index_add", ScatterOp::Add, indices, values, axis)
    }

    fn scatter_slices<I: Integer>(
        &mut self,
        op: &'static str,
        how: ScatterOp,
        indices: &Array<I, B>,
        values: impl ArrayOrScalar<T, B>,
        axis: isize,
    ) -> Result<()> {
        let axis = normalize_axis(op, axis, self.ndim())?;
        if indices.ndim() != 1 {
            return Err(Error::shape(op, indices.shape(), &[indices.len()]));
        }
        let mut aligned = Dims::from_elem(1, self.ndim());
        aligned[axis] = indices.len();
        let mut shape = Dims::from_slice(self.shape());
        shape[axis] = indices.len();
        self.scatter_along(op, how, &indices.array.reshaped(&aligned)?, &shape, values, axis)
    }

    /// Writes at indices of an axis, which broadcast to `shape`: that of the array but for the axis.
    fn scatter_along(
        &mut self,
        op: &'static str,
        how: ScatterOp,
        indices: &DynArray<B>,
        shape: &[usize],
        values: impl ArrayOrScalar<T, B>,
        axis: usize,
    ) -> Result<()> {
        let values = values.operand().to_array(self.xp(), T::DTYPE)?;
        let places = MultiIndex::new(op, vec![indices.to_indices()?], &[self.shape()[axis]])?;
        let (before, after) = (&shape[..axis], &shape[axis + 1..]);
        let stride = checked_len(after)?;
        let outer =
            DynArray::iota(self.xp(), before)?.with_count(BinaryOp::Mul, checked_len(&self.shape()[axis..])?)?;
        let inner = DynArray::iota(self.xp(), after)?;
        let offsets = outer.trailed_by(shape.len() - axis)?.binary(BinaryOp::Add, op, &inner)?;
        let flat = places.flatten(&[stride], Some(&offsets))?;
        self.array.scatter(op, how, &flat, &values).map_err(|error| places.explain(error))
    }
}
