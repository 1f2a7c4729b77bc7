//! Writing into arrays. An array is a value: clones and views of it made before see nothing of this.

use super::slice::{SliceItem, slice_layout};
use super::{Array, ArrayLike, ArrayOrNumber, DynArray};
use crate::backend::{Backend, ScatterOp};
use crate::dtype::{DType, Scalar};
use crate::element::Element;
use crate::error::{Error, Result};
use crate::ir::BinaryOp;
use crate::layout::{Dims, checked_len};

/// A number as a value of `dtype`, if it is of a kind that the type has: NumPy's `same_kind`.
pub(crate) fn checked_number<B: Backend>(op: &'static str, number: Scalar, dtype: DType) -> Result<Scalar> {
    match ArrayOrNumber::<B>::Scalar(number).promoted(op, dtype)? == dtype {
        true => Ok(number.astype(dtype)),
        false => Err(Error::DType { op, expected: dtype.to_string(), found: number.dtype().to_string() }),
    }
}

impl<B: Backend> ArrayOrNumber<'_, B> {
    /// What writing the operand into an array writes: elements of any type are converted, a number must fit.
    pub(crate) fn written_to(&self, op: &'static str, array: &DynArray<B>) -> Result<DynArray<B>> {
        match self {
            Self::Array(values) => values.astype(array.dtype()),
            Self::Scalar(number) => DynArray::full(array.xp(), checked_number::<B>(op, *number, array.dtype())?, &[]),
        }
    }
}

impl<B: Backend> DynArray<B> {
    /// Broadcast as assignment does: axes of length 1 that the target lacks go.
    pub(crate) fn broadcast_into(&self, op: &'static str, shape: &[usize]) -> Result<Self> {
        let extra = self.shape().len().saturating_sub(shape.len());
        match self.shape()[..extra].iter().all(|&d| d == 1) {
            true => self.reshaped(&self.shape()[extra..])?.broadcast(op, shape),
            false => Err(Error::shape(op, self.shape(), shape)),
        }
    }

    /// With `n` axes of length 1 at the end.
    pub(crate) fn trailed_by(&self, n: usize) -> Result<Self> {
        let shape: Dims = self.shape().iter().copied().chain(std::iter::repeat_n(1, n)).collect();
        self.reshaped(&shape)
    }

    /// [`Array::assign`].
    ///
    /// # Errors
    /// Those of [`Array::assign`]; [`Error::DType`] for a number of a kind that the array's type lacks.
    pub fn assign(&mut self, items: &[SliceItem], values: impl ArrayLike<B>) -> Result<()> {
        const OP: &str = "assign";
        let part = slice_layout(OP, self.layout(), items)?;
        let written = values.operand().written_to(OP, self)?.broadcast_into(OP, part.shape())?;
        let lent = values.is_lent();
        // What was given is the caller's no more.
        drop(values);
        // The whole array becomes the values: nothing to copy.
        if part == *self.layout() && written.xp().device_id() == self.xp().device_id() {
            written.settle()?;
            *self = written;
            return Ok(());
        }
        self.write(OP, |layout| slice_layout(OP, layout, items), written, lent)
    }

    /// [`Array::fill`]. An array of one element is read.
    ///
    /// # Errors
    /// [`Error::DType`] for a number of a kind that the array's type lacks, [`Error::Value`] for several.
    pub fn fill(&mut self, value: impl ArrayLike<B>) -> Result<()> {
        let number = match value.operand() {
            ArrayOrNumber::Array(array) => array.item()?,
            ArrayOrNumber::Scalar(number) => number,
        };
        *self = Self::full(self.xp(), checked_number::<B>("fill", number, self.dtype())?, self.shape())?;
        Ok(())
    }

    /// [`Array::copyto`].
    ///
    /// # Errors
    /// Those of [`Array::copyto`]; [`Error::DType`] for a condition that is not of truth values, or a number of a
    /// kind that the array's type lacks.
    pub fn copyto(&mut self, values: impl ArrayLike<B>, condition: &Self) -> Result<()> {
        const OP: &str = "copyto";
        let values = values.operand().written_to(OP, self)?.broadcast_into(OP, self.shape())?;
        let condition = condition.checked_mask(OP)?.broadcast_into(OP, self.shape())?;
        *self = Self::selected(&condition, &values, self)?;
        Ok(())
    }

    /// [`Array::assign_mask`].
    ///
    /// # Errors
    /// Those of [`Array::assign_mask`]; [`Error::DType`] for a mask that is not of truth values, or a number of a
    /// kind that the array's type lacks.
    pub fn assign_mask(&mut self, mask: &Self, values: impl ArrayLike<B>) -> Result<()> {
        self.put_masked("assign_mask", mask, values)
    }

    /// Writes values where a mask holds, whose axes are the first ones.
    pub(super) fn put_masked(&mut self, op: &'static str, mask: &Self, values: impl ArrayLike<B>) -> Result<()> {
        let mask = mask.checked_mask(op)?;
        let Some(rest) = self.shape().strip_prefix(mask.shape()) else {
            return Err(Error::shape(op, self.shape(), mask.shape()));
        };
        let values = values.operand().written_to(op, self)?.without_leading_ones(rest.len() + 1)?;
        if values.len() == 1 && values.ndim() <= rest.len() + 1 {
            *self = Self::selected(&mask.trailed_by(rest.len())?, &values.reshaped(&[])?, self)?;
            return Ok(());
        }
        let blocks = mask.places()?.with_count(BinaryOp::Mul, checked_len(rest)?)?;
        let places = blocks.trailed_by(rest.len())?.binary(BinaryOp::Add, op, &Self::iota(self.xp(), rest)?)?;
        self.scatter(op, ScatterOp::Put, &places, &values)
    }

    /// Without the first axes beyond so many, as far as their length is 1: they say nothing in an assignment.
    pub(super) fn without_leading_ones(self, ndim: usize) -> Result<Self> {
        match self.shape().split_at(self.ndim().saturating_sub(ndim)) {
            (ones @ [_, ..], rest) if ones.iter().all(|&d| d == 1) => self.reshaped(rest),
            _ => Ok(self),
        }
    }

    /// [`Array::place`].
    ///
    /// # Errors
    /// Those of [`Array::place`]; [`Error::DType`] for a mask that is not of truth values, or a number of a kind
    /// that the array's type lacks.
    pub fn place(&mut self, mask: &Self, values: impl ArrayLike<B>) -> Result<()> {
        const OP: &str = "place";
        let mask = mask.checked_mask(OP)?;
        if mask.len() != self.len() {
            return Err(Error::shape(OP, self.shape(), mask.shape()));
        }
        let values = values.operand().written_to(OP, self)?;
        let places = mask.places()?;
        if values.is_empty() && !places.is_empty() {
            return Err(Error::value(OP, "no values"));
        }
        self.scatter(OP, ScatterOp::Put, &places, &values.resize(places.shape())?)
    }

    /// [`Array::put_mask`].
    ///
    /// # Errors
    /// Those of [`Array::put_mask`]; [`Error::DType`] for a mask that is not of truth values, or a number of a kind
    /// that the array's type lacks.
    #[doc(alias = "putmask")]
    pub fn put_mask(&mut self, mask: &Self, values: impl ArrayLike<B>) -> Result<()> {
        const OP: &str = "put_mask";
        let mask = mask.checked_mask(OP)?;
        if mask.shape() != self.shape() {
            return Err(Error::shape(OP, self.shape(), mask.shape()));
        }
        let values = values.operand().written_to(OP, self)?;
        let values = match values.len() {
            0 if !self.is_empty() => return Err(Error::value(OP, "no values")),
            1 => values.reshaped(&[])?,
            _ => values.resize(self.shape())?,
        };
        *self = Self::selected(mask, &values, self)?;
        Ok(())
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// Writes values, broadcast, to the part that [`s!`](crate::s) selects.
    ///
    /// Several assignments in turn, to parts of one shape that do not overlap, are one kernel. It is launched when the array is
    /// read, or when the thread computes or assigns anything else.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.zeros::<i32>([2, 3])?;
    /// x.assign(s![0, 1..], 7)?;
    /// x.assign(s![1], &xp.array([1, 2, 3])?)?;
    /// assert_eq!(x.to_string(), "[[0 7 7]\n [1 2 3]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`slice`](Array::slice), and [`Error::Shape`] if the values do not broadcast to the part. Nothing is
    /// written then.
    pub fn assign(&mut self, items: &[SliceItem], values: impl ArrayLike<B>) -> Result<()> {
        self.array.assign(items, values)
    }

    /// Makes every element this value.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.zeros::<i32>(3)?;
    /// x.fill(7);
    /// assert_eq!(x.to_string(), "[7 7 7]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn fill(&mut self, value: T) {
        *self = self.full_like(value);
    }

    /// Copies values, broadcast, to the places where a condition, broadcast, holds.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.array([1.0, -2.0, 3.0])?;
    /// x.copyto(0.0, &x.less(0.0)?)?;
    /// assert_eq!(x.to_string(), "[1. 0. 3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the values or the condition do not broadcast to the array.
    pub fn copyto(&mut self, values: impl ArrayLike<B>, condition: &Array<bool, B>) -> Result<()> {
        self.array.copyto(values, &condition.array)
    }

    /// Writes values where a mask of the array's shape (or of its leading axes) is true: NumPy's
    /// `x[mask] = values`. Several values go, in order, to the places in row-major order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.array([1, -2, 3, -4])?;
    /// x.assign_mask(&x.less(0)?, &xp.array([20, 40])?)?;
    /// assert_eq!(x.to_string(), "[ 1 20  3 40]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the mask's shape is not that of the leading axes, or if the values do not broadcast
    /// to `[number of places, the other axes]`. Nothing is written then.
    pub fn assign_mask(&mut self, mask: &Array<bool, B>, values: impl ArrayLike<B>) -> Result<()> {
        self.array.assign_mask(&mask.array, values)
    }

    /// Writes values, in order, to the row-major places where a mask of the same length is true; fewer values than places start
    /// again. [`assign_mask`](Array::assign_mask) wants as many.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.array([1, -2, -3, -4])?;
    /// x.place(&x.less(0)?, &xp.array([20, 40])?)?;
    /// assert_eq!(x.to_string(), "[ 1 20 40 20]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the lengths differ, [`Error::Value`] for no values.
    pub fn place(&mut self, mask: &Array<bool, B>, values: impl ArrayLike<B>) -> Result<()> {
        self.array.place(&mask.array, values)
    }

    /// Writes `values[i]` to each row-major place `i` where the mask is true; fewer values than elements start
    /// again.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.array([1, -2, 3, -4])?;
    /// x.put_mask(&x.less(0)?, &xp.array([10, 20, 30, 40])?)?;
    /// assert_eq!(x.to_string(), "[ 1 20  3 40]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the mask has another shape, [`Error::Value`] for no values.
    #[doc(alias = "putmask")]
    pub fn put_mask(&mut self, mask: &Array<bool, B>, values: impl ArrayLike<B>) -> Result<()> {
        self.array.put_mask(&mask.array, values)
    }
}
