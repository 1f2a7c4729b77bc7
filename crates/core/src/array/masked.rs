//! Means and variances of the elements that a mask chooses.

use super::reduce::{Variance, VarianceOf};
use super::{AnyArray, Array, Axes, DynArray, IntoAxes};
use crate::backend::Backend;
use crate::dtype::DType;
use crate::element::Element;
use crate::error::Result;
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};

impl<B: Backend> DynArray<B> {
    /// [`Array::mean_where`].
    ///
    /// # Errors
    /// Those of [`Array::mean_where`].
    pub fn mean_where(&self, axes: impl IntoAxes, mask: &impl AnyArray<B>) -> Result<Self> {
        let mask = self.mask_of("mean_where", mask)?;
        self.masked_mean(&axes.into_axes(), &mask)?.astype(self.dtype().quotient())
    }

    /// [`Array::var_where`].
    ///
    /// # Errors
    /// Those of [`Array::var_where`].
    pub fn var_where(&self, axes: impl IntoAxes, mask: &impl AnyArray<B>, options: Variance) -> Result<Self> {
        let mask = self.mask_of("var_where", mask)?;
        self.masked_variance(&axes.into_axes(), &mask, options)?.astype(self.dtype().quotient().real())
    }

    /// [`Array::std_where`].
    ///
    /// # Errors
    /// Those of [`Array::std_where`].
    pub fn std_where(&self, axes: impl IntoAxes, mask: &impl AnyArray<B>, options: Variance) -> Result<Self> {
        let mask = self.mask_of("std_where", mask)?;
        let variance = self.masked_variance(&axes.into_axes(), &mask, options)?;
        variance.unary(UnaryOp::Sqrt)?.astype(self.dtype().quotient().real())
    }

    /// The mask with the shape of the elements.
    fn mask_of(&self, name: &'static str, mask: &impl AnyArray<B>) -> Result<Self> {
        mask.as_dyn().checked_mask(name)?.broadcast(name, self.shape())
    }

    /// The mean of what a mask of this shape chooses.
    pub(super) fn masked_mean(&self, axes: &Axes, mask: &Self) -> Result<Self> {
        let x = self.astype(self.dtype().quotient())?.widened()?;
        let chosen = Self::selected(mask, &x, &x.number(0.0)?)?;
        let sum = chosen.reduce_axes("mean", ReduceOp::Sum, 0, axes)?;
        sum.binary(BinaryOp::Div, "mean", &counted(mask, axes)?.astype(sum.dtype())?)
    }

    /// The sum of the squared distances from the mean, and how many elements there are, less the degrees of freedom that are lost.
    pub(super) fn masked_moment(&self, axes: &Axes, mask: &Self, options: Variance) -> Result<(Self, Self)> {
        let x = self.astype(self.dtype().quotient())?.widened()?;
        let mean = x.masked_mean(&Axes::clone(axes).keeping_dims(), mask)?;
        let squares = x.binary(BinaryOp::Sub, "var", &mean)?.squared_magnitude()?;
        let chosen = Self::selected(mask, &squares, &squares.number(0.0)?)?;
        let sum = chosen.reduce_axes("var", ReduceOp::Sum, 0, axes)?;
        let count = counted(mask, axes)?.astype(sum.dtype())?;
        Ok((sum, count.with_number(BinaryOp::Sub, options.ddof)?))
    }

    /// The variance of what a mask of this shape chooses.
    fn masked_variance(&self, axes: &Axes, mask: &Self, options: Variance) -> Result<Self> {
        let (sum, divisor) = self.masked_moment(axes, mask, options)?;
        sum.binary(BinaryOp::Div, "var", &divisor.with_number(BinaryOp::Max, 0.0)?)
    }
}

/// How many elements a mask chooses.
fn counted<B: Backend>(mask: &DynArray<B>, axes: &Axes) -> Result<DynArray<B>> {
    mask.astype(DType::I64)?.reduce_axes("count", ReduceOp::Sum, 0, axes)
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The mean over axes of the elements where a mask holds, which broadcasts to their shape; NaN where it nowhere does.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1.0, 8.0], [3.0, 5.0]])?;
    /// assert_eq!(x.mean_where(1, &x.less(6)?)?.to_string(), "[1. 4.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum); [`Error::DType`](crate::Error::DType) if the mask is not of `bool`, [`Error::Shape`](crate::Error::Shape) if it does not
    /// broadcast.
    #[doc(alias = "where")]
    pub fn mean_where(&self, axes: impl IntoAxes, mask: &impl AnyArray<B>) -> Result<Array<T::Quotient, B>> {
        self.array.mean_where(axes, mask).map(Array::from_dyn)
    }

    /// The variance over axes of the elements where a mask holds, as of [`var_with`](Array::var_with).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0f64, 8.0, 3.0])?;
    /// assert_eq!(x.var_where(.., &x.less(6)?, Variance::new().ddof(1))?.item()?, 2.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`mean_where`](Array::mean_where).
    #[doc(alias = "where")]
    pub fn var_where(
        &self,
        axes: impl IntoAxes,
        mask: &impl AnyArray<B>,
        options: Variance,
    ) -> Result<Array<VarianceOf<T>, B>> {
        self.array.var_where(axes, mask, options).map(Array::from_dyn)
    }

    /// The standard deviation over axes of the elements where a mask holds, as of [`std_with`](Array::std_with).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0f64, 8.0, 3.0])?;
    /// assert_eq!(x.std_where(.., &x.less(6)?, Variance::new())?.item()?, 1.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`mean_where`](Array::mean_where).
    #[doc(alias = "where")]
    pub fn std_where(
        &self,
        axes: impl IntoAxes,
        mask: &impl AnyArray<B>,
        options: Variance,
    ) -> Result<Array<VarianceOf<T>, B>> {
        self.array.std_where(axes, mask, options).map(Array::from_dyn)
    }
}
