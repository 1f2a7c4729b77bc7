//! Extrema of two arrays and over axes.

use super::arithmetic::Common;
use super::elementwise::binary;
use super::operand::ArrayOrScalar;
use super::{Array, Axes, DynArray, IntoAxes};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::element::{Element, Number};
use crate::error::Result;
use crate::ir::{BinaryOp, ReduceOp};
use crate::layout::Dims;
use crate::promote::Promote;

binary! {
    /// The larger of two elements, NaN if either is; complex numbers by real, then imaginary part.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1.0, f64::NAN, 3.0])?, xp.array([2.0, 2.0, 2.0])?);
    /// assert_eq!(x.maximum(&y)?.to_string(), "[ 2. nan  3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    maximum(Element) = Max => Common;
    /// The smaller of two elements, NaN if either is; complex numbers by real, then imaginary part.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1, 5, 3])?, xp.array([2, 2, 2])?);
    /// assert_eq!(x.minimum(&y)?.to_string(), "[1 2 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    minimum(Element) = Min => Common;
    /// The larger of two elements, the other if one is NaN.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1.0, f64::NAN, 3.0])?, xp.array([2.0, 2.0, 2.0])?);
    /// assert_eq!(x.fmax(&y)?.to_string(), "[2. 2. 3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fmax(Element) = Fmax => Common;
    /// The smaller of two elements, the other if one is NaN.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1.0, f64::NAN, 3.0])?, xp.array([2.0, 2.0, 2.0])?);
    /// assert_eq!(x.fmin(&y)?.to_string(), "[1. 2. 2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fmin(Element) = Fmin => Common;
}

impl<B: Backend> DynArray<B> {
    /// [`Array::min`].
    ///
    /// # Errors
    /// Those of [`Array::min`].
    pub fn min(&self, axes: impl IntoAxes) -> Result<Self> {
        self.reduce_axes("min", ReduceOp::Min, 0, &axes.into_axes())
    }

    /// [`Array::max`].
    ///
    /// # Errors
    /// Those of [`Array::max`].
    pub fn max(&self, axes: impl IntoAxes) -> Result<Self> {
        self.reduce_axes("max", ReduceOp::Max, 0, &axes.into_axes())
    }

    /// [`Array::amax`].
    ///
    /// # Errors
    /// Those of [`Array::amax`].
    pub fn amax(&self, axes: impl IntoAxes) -> Result<Self> {
        self.max(axes)
    }

    /// [`Array::amin`].
    ///
    /// # Errors
    /// Those of [`Array::amin`].
    pub fn amin(&self, axes: impl IntoAxes) -> Result<Self> {
        self.min(axes)
    }

    /// [`Array::argmin`].
    ///
    /// # Errors
    /// Those of [`Array::argmin`].
    pub fn argmin(&self, axes: impl IntoAxes) -> Result<Self> {
        self.arg_reduce("argmin", ReduceOp::ArgMin, &axes.into_axes())
    }

    /// [`Array::argmax`].
    ///
    /// # Errors
    /// Those of [`Array::argmax`].
    pub fn argmax(&self, axes: impl IntoAxes) -> Result<Self> {
        self.arg_reduce("argmax", ReduceOp::ArgMax, &axes.into_axes())
    }

    pub(super) fn arg_reduce(&self, name: &'static str, op: ReduceOp, axes: &Axes) -> Result<Self> {
        let reduced = axes.resolve(name, self.ndim())?;
        let lengths: Dims = reduced.iter().map(|&k| self.shape()[k]).collect();
        let aligned: Dims =
            self.shape().iter().enumerate().map(|(k, &d)| if reduced.contains(&k) { d } else { 1 }).collect();
        let index = Self::iota(self.xp(), &lengths)?.reshaped(&aligned)?.broadcast(name, self.shape())?;
        self.reduce_with(name, op, 0, &[self, &index], axes, None)
    }

    /// [`Array::ptp`].
    ///
    /// # Errors
    /// Those of [`Array::ptp`]; [`Error::DType`](crate::Error::DType) for truth values.
    pub fn ptp(&self, axes: impl IntoAxes) -> Result<Self> {
        TypeClass::Number.check("ptp", self.dtype())?;
        let axes = axes.into_axes();
        let max = self.reduce_axes("ptp", ReduceOp::Max, 0, &axes)?;
        let min = self.reduce_axes("ptp", ReduceOp::Min, 0, &axes)?;
        max.binary(BinaryOp::Sub, "ptp", &min)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The maximum over axes: [`max`](Array::max).
    ///
    /// # Errors
    /// Those of [`max`](Array::max).
    pub fn amax(&self, axes: impl IntoAxes) -> Result<Self> {
        self.max(axes)
    }

    /// The minimum over axes: [`min`](Array::min).
    ///
    /// # Errors
    /// Those of [`min`](Array::min).
    pub fn amin(&self, axes: impl IntoAxes) -> Result<Self> {
        self.min(axes)
    }

    /// The minimum over axes, NaN if there is one.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[3, 1], [2, 4]])?;
    /// assert_eq!(x.min(1)?.to_string(), "[1 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if there are no elements to compare.
    pub fn min(&self, axes: impl IntoAxes) -> Result<Self> {
        self.array.min(axes).map(Self::from_dyn)
    }

    /// The maximum over axes, NaN if there is one.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[3, 1], [2, 4]])?;
    /// assert_eq!(x.max(1)?.to_string(), "[3 4]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if there are no elements to compare.
    pub fn max(&self, axes: impl IntoAxes) -> Result<Self> {
        self.array.max(axes).map(Self::from_dyn)
    }

    /// The index of the first minimum (or NaN); over several axes the row-major index among them.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[3, 1], [2, 4]])?;
    /// assert_eq!(x.argmin(1)?.to_string(), "[1 0]");
    /// assert_eq!(x.argmin(..)?.item()?, 1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if there are no elements to compare.
    pub fn argmin(&self, axes: impl IntoAxes) -> Result<Array<i64, B>> {
        self.array.argmin(axes).map(Array::from_dyn)
    }

    /// The index of the first maximum (or NaN); over several axes the row-major index among them.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[3, 1], [2, 4]])?;
    /// assert_eq!(x.argmax(0)?.to_string(), "[0 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if there are no elements to compare.
    pub fn argmax(&self, axes: impl IntoAxes) -> Result<Array<i64, B>> {
        self.array.argmax(axes).map(Array::from_dyn)
    }
}

impl<T: Number, B: Backend> Array<T, B> {
    /// The range over axes: maximum minus minimum, in one pass.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[3, 1], [2, 4]])?;
    /// assert_eq!(x.ptp(1)?.to_string(), "[2 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if there are no elements to compare.
    pub fn ptp(&self, axes: impl IntoAxes) -> Result<Self> {
        self.array.ptp(axes).map(Self::from_dyn)
    }
}
