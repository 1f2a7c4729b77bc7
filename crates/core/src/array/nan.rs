//! Reductions of what is not NaN.

use super::reduce::{Variance, VarianceOf};
use super::{Array, Axes, DynArray, IntoAxes};
use crate::backend::Backend;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};

impl<B: Backend> DynArray<B> {
    /// [`Array::nansum`].
    ///
    /// # Errors
    /// Those of [`Array::nansum`].
    pub fn nansum(&self, axes: impl IntoAxes) -> Result<Self> {
        let x = self.replace_nan(0.0)?.astype(self.dtype().sum())?;
        x.reduce_axes("nansum", ReduceOp::Sum, 0, &axes.into_axes())
    }

    /// [`Array::nanprod`].
    ///
    /// # Errors
    /// Those of [`Array::nanprod`].
    pub fn nanprod(&self, axes: impl IntoAxes) -> Result<Self> {
        let x = self.replace_nan(1.0)?.astype(self.dtype().sum())?;
        x.reduce_axes("nanprod", ReduceOp::Prod, 0, &axes.into_axes())
    }

    /// [`Array::nanmean`].
    ///
    /// # Errors
    /// Those of [`Array::nanmean`].
    pub fn nanmean(&self, axes: impl IntoAxes) -> Result<Self> {
        self.masked_mean(&axes.into_axes(), &self.numbers()?)?.astype(self.dtype().quotient())
    }

    /// [`Array::nanvar`].
    ///
    /// # Errors
    /// Those of [`Array::nanvar`].
    pub fn nanvar(&self, axes: impl IntoAxes) -> Result<Self> {
        self.nanvar_with(axes, Variance::new())
    }

    /// [`Array::nanvar_with`].
    ///
    /// # Errors
    /// Those of [`Array::nanvar_with`].
    pub fn nanvar_with(&self, axes: impl IntoAxes, options: Variance) -> Result<Self> {
        self.nan_variance(&axes.into_axes(), options)?.astype(self.dtype().quotient().real())
    }

    /// [`Array::nanstd`].
    ///
    /// # Errors
    /// Those of [`Array::nanstd`].
    pub fn nanstd(&self, axes: impl IntoAxes) -> Result<Self> {
        self.nanstd_with(axes, Variance::new())
    }

    /// [`Array::nanstd_with`].
    ///
    /// # Errors
    /// Those of [`Array::nanstd_with`].
    pub fn nanstd_with(&self, axes: impl IntoAxes, options: Variance) -> Result<Self> {
        let variance = self.nan_variance(&axes.into_axes(), options)?;
        variance.unary(UnaryOp::Sqrt)?.astype(self.dtype().quotient().real())
    }

    /// [`Array::nanmin`].
    ///
    /// # Errors
    /// Those of [`Array::nanmin`].
    pub fn nanmin(&self, axes: impl IntoAxes) -> Result<Self> {
        self.nan_extremum("nanmin", ReduceOp::Min, f64::INFINITY, &axes.into_axes())
    }

    /// [`Array::nanmax`].
    ///
    /// # Errors
    /// Those of [`Array::nanmax`].
    pub fn nanmax(&self, axes: impl IntoAxes) -> Result<Self> {
        self.nan_extremum("nanmax", ReduceOp::Max, f64::NEG_INFINITY, &axes.into_axes())
    }

    /// [`Array::nanargmin`].
    ///
    /// # Errors
    /// Those of [`Array::nanargmin`].
    pub fn nanargmin(&self, axes: impl IntoAxes) -> Result<Self> {
        self.nan_arg_reduce("nanargmin", ReduceOp::ArgMin, f64::INFINITY, &axes.into_axes())
    }

    /// [`Array::nanargmax`].
    ///
    /// # Errors
    /// Those of [`Array::nanargmax`].
    pub fn nanargmax(&self, axes: impl IntoAxes) -> Result<Self> {
        self.nan_arg_reduce("nanargmax", ReduceOp::ArgMax, f64::NEG_INFINITY, &axes.into_axes())
    }

    /// Whether the element type has NaN.
    pub(super) fn has_nan_type(&self) -> bool {
        self.dtype().is_float() || self.dtype().is_complex()
    }

    /// The elements, with `value` in place of NaN.
    pub(super) fn replace_nan(&self, value: f64) -> Result<Self> {
        if !self.has_nan_type() {
            return Ok(self.clone());
        }
        Self::selected(&self.unary(UnaryOp::IsNan)?, &self.number(value)?, self)
    }

    /// Where elements are not NaN.
    fn numbers(&self) -> Result<Self> {
        self.astype(self.dtype().quotient())?.unary(UnaryOp::IsNan)?.unary(UnaryOp::Not)
    }

    fn nan_variance(&self, axes: &Axes, options: Variance) -> Result<Self> {
        let (sum, divisor) = self.masked_moment(axes, &self.numbers()?, options)?;
        // As NumPy: no degrees of freedom left is NaN.
        let positive = divisor.with_number(BinaryOp::Gt, 0.0)?;
        let quotient = sum.binary(BinaryOp::Div, "nanvar", &divisor)?;
        Self::selected(&positive, &quotient, &quotient.number(f64::NAN)?)
    }

    fn nan_extremum(&self, name: &'static str, op: ReduceOp, neutral: f64, axes: &Axes) -> Result<Self> {
        if !self.has_nan_type() {
            return self.reduce_axes(name, op, 0, axes);
        }
        let extremum = self.replace_nan(neutral)?.reduce_axes(name, op, 0, axes)?;
        let only_nan = self.unary(UnaryOp::IsNan)?.reduce_axes(name, ReduceOp::All, 0, axes)?;
        Self::selected(&only_nan, &self.number(f64::NAN)?, &extremum)
    }

    fn nan_arg_reduce(&self, name: &'static str, op: ReduceOp, neutral: f64, axes: &Axes) -> Result<Self> {
        if !self.has_nan_type() {
            return self.arg_reduce(name, op, axes);
        }
        let only_nan = self.unary(UnaryOp::IsNan)?.reduce_axes(name, ReduceOp::All, 0, axes)?;
        if only_nan.any(..)?.item()?.get::<bool>() {
            return Err(Error::value(name, "nothing but NaN to compare"));
        }
        self.replace_nan(neutral)?.arg_reduce(name, op, axes)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The sum over axes, taking NaN as 0.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, f64::NAN, 3.0])?;
    /// assert_eq!(x.nansum(..)?.item()?, 4.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn nansum(&self, axes: impl IntoAxes) -> Result<Array<T::Sum, B>> {
        self.array.nansum(axes).map(Array::from_dyn)
    }

    /// The product over axes, taking NaN as 1.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([2.0, f64::NAN, 3.0])?;
    /// assert_eq!(x.nanprod(..)?.item()?, 6.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn nanprod(&self, axes: impl IntoAxes) -> Result<Array<T::Sum, B>> {
        self.array.nanprod(axes).map(Array::from_dyn)
    }

    /// The mean over axes of what is not NaN; NaN if nothing is.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, f64::NAN, 3.0])?;
    /// assert_eq!(x.nanmean(..)?.item()?, 2.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn nanmean(&self, axes: impl IntoAxes) -> Result<Array<T::Quotient, B>> {
        self.array.nanmean(axes).map(Array::from_dyn)
    }

    /// The variance over axes of what is not NaN, with `ddof` subtracted from their number.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, f64::NAN, 3.0])?;
    /// assert_eq!(x.nanvar(..)?.item()?, 1.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn nanvar(&self, axes: impl IntoAxes) -> Result<Array<VarianceOf<T>, B>> {
        self.array.nanvar(axes).map(Array::from_dyn)
    }

    /// [`nanvar`](Array::nanvar) with another divisor.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0f64, f64::NAN, 3.0])?;
    /// assert_eq!(x.nanvar_with(.., Variance::new().ddof(1))?.item()?, 2.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`nanvar`](Array::nanvar).
    pub fn nanvar_with(&self, axes: impl IntoAxes, options: Variance) -> Result<Array<VarianceOf<T>, B>> {
        self.array.nanvar_with(axes, options).map(Array::from_dyn)
    }

    /// The standard deviation over axes of what is not NaN, with `ddof` subtracted from their number.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, f64::NAN, 3.0])?;
    /// assert_eq!(x.nanstd(..)?.item()?, 1.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn nanstd(&self, axes: impl IntoAxes) -> Result<Array<VarianceOf<T>, B>> {
        self.array.nanstd(axes).map(Array::from_dyn)
    }

    /// [`nanstd`](Array::nanstd) with another divisor.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0f64, f64::NAN, 2.0, 3.0])?;
    /// assert_eq!(x.nanstd_with(.., Variance::new().ddof(1))?.item()?, 1.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`nanstd`](Array::nanstd).
    pub fn nanstd_with(&self, axes: impl IntoAxes, options: Variance) -> Result<Array<VarianceOf<T>, B>> {
        self.array.nanstd_with(axes, options).map(Array::from_dyn)
    }

    /// The minimum over axes of what is not NaN; NaN if nothing is.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, f64::NAN, 3.0])?;
    /// assert_eq!(x.nanmin(..)?.item()?, 1.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if there are no elements to compare.
    pub fn nanmin(&self, axes: impl IntoAxes) -> Result<Self> {
        self.array.nanmin(axes).map(Self::from_dyn)
    }

    /// The maximum over axes of what is not NaN; NaN if nothing is.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, f64::NAN, 3.0])?;
    /// assert_eq!(x.nanmax(..)?.item()?, 3.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if there are no elements to compare.
    pub fn nanmax(&self, axes: impl IntoAxes) -> Result<Self> {
        self.array.nanmax(axes).map(Self::from_dyn)
    }

    /// The index of the first minimum of what is not NaN.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([f64::NAN, 3.0, 1.0])?;
    /// assert_eq!(x.nanargmin(..)?.item()?, 2);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if there is nothing but NaN to compare: this reads the array.
    pub fn nanargmin(&self, axes: impl IntoAxes) -> Result<Array<i64, B>> {
        self.array.nanargmin(axes).map(Array::from_dyn)
    }

    /// The index of the first maximum of what is not NaN.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([f64::NAN, 3.0, 1.0])?;
    /// assert_eq!(x.nanargmax(..)?.item()?, 1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if there is nothing but NaN to compare: this reads the array.
    pub fn nanargmax(&self, axes: impl IntoAxes) -> Result<Array<i64, B>> {
        self.array.nanargmax(axes).map(Array::from_dyn)
    }
}
