//! Reductions. All are deferred, and fuse with what feeds them and what follows.

use super::DynArray;
use super::{Array, Axes, IntoAxes};
use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::element::Element;
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};
use crate::layout::{Dims, checked_len};

/// The type of a variance: the real type of the mean.
pub(super) type Variance<T> = <<T as Element>::Quotient as Element>::Real;

impl<B: Backend> DynArray<B> {
    /// Reduces over axes, keeping them with length 1 if asked.
    pub(super) fn reduce_axes(&self, name: &'static str, op: ReduceOp, part: u16, axes: &Axes) -> Result<Self> {
        self.reduce_with(name, op, part, &[self], axes, None)
    }

    /// As [`DynArray::reduce_axes`], for operations of several arrays of the shape of `self`.
    pub(crate) fn reduce_with(
        &self,
        name: &'static str,
        op: ReduceOp,
        part: u16,
        args: &[&Self],
        axes: &Axes,
        identity: Option<Scalar>,
    ) -> Result<Self> {
        let reduced = axes.resolve(name, self.shape().len())?;
        let empty =
            |inside: bool| self.shape().iter().enumerate().any(|(k, &d)| d == 0 && reduced.contains(&k) == inside);
        if empty(true) && !empty(false) && !op.has_identity() {
            return Err(Error::value(name, "no elements to reduce, and the operation has no identity"));
        }
        let result = Self::reduce(op, part, args, &reduced, identity)?;
        if !axes.keeps_dims() {
            return Ok(result);
        }
        let shape: Dims =
            self.shape().iter().enumerate().map(|(k, &d)| if reduced.contains(&k) { 1 } else { d }).collect();
        result.reshaped(&shape)
    }

    /// How many elements a reduction over axes combines.
    pub(super) fn count(&self, name: &'static str, axes: &Axes) -> Result<usize> {
        let lengths: Dims = axes.resolve(name, self.shape().len())?.iter().map(|&k| self.shape()[k]).collect();
        checked_len(&lengths)
    }

    /// `f16` and `bf16` as `f32`, in which their sums are accumulated and divided.
    pub(super) fn widened(&self) -> Result<Self> {
        match self.dtype() {
            DType::F16 | DType::BF16 => self.astype(DType::F32),
            _ => Ok(self.clone()),
        }
    }

    /// Divided by a number.
    fn divided(&self, n: f64) -> Result<Self> {
        let n = crate::dispatch_dtype!(self.dtype(), T => Scalar::new(n.cast::<T>()));
        self.binary_scalar(BinaryOp::Div, n, false)
    }

    /// `|x|^2`, of the real type.
    pub(super) fn squared_magnitude(&self) -> Result<Self> {
        if !self.dtype().is_complex() {
            return self.unary(UnaryOp::Square);
        }
        let [re, im] = [UnaryOp::Real, UnaryOp::Imag].map(|part| self.unary(part)?.unary(UnaryOp::Square));
        re?.binary(BinaryOp::Add, "norm", &im?)
    }

    /// The elements, with `value` in place of NaN.
    pub(super) fn replace_nan(&self, value: f64) -> Result<Self> {
        if !self.dtype().is_float() && !self.dtype().is_complex() {
            return Ok(self.clone());
        }
        let value = crate::dispatch_dtype!(self.dtype(), T => Scalar::new(value.cast::<T>()));
        Self::selected(&self.unary(UnaryOp::IsNan)?, &Self::full(self.xp(), value, &[])?, self)
    }

    /// How many elements are not NaN, as the type of `self`.
    fn count_numbers(&self, axes: &Axes) -> Result<Self> {
        let number = self.unary(UnaryOp::IsNan)?.unary(UnaryOp::Not)?;
        number.astype(DType::I64)?.reduce_axes("nanmean", ReduceOp::Sum, 0, axes)?.astype(self.dtype())
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The sum over axes; `i64` or `u64` for narrower integers and `bool`.
    ///
    /// Axes are an index (negative from the end), several, or `..` for all; wrapped in
    /// [`keepdims`](crate::keepdims) they stay with length 1. So for every reduction.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1.0f64, 2.0, 3.0, 4.0], [2, 2])?;
    /// assert_eq!(x.sum(..)?.item()?, 10.0);
    /// assert_eq!(x.sum(0)?.to_string(), "[4. 6.]");
    /// assert_eq!(x.sum(keepdims(-1))?.to_string(), "[[3.]\n [7.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there or is named twice.
    pub fn sum(&self, axes: impl IntoAxes) -> Result<Array<T::Sum, B>> {
        let x = self.array.astype(T::Sum::DTYPE)?;
        Ok(Array::from_dyn(x.reduce_axes("sum", ReduceOp::Sum, 0, &axes.into_axes())?))
    }

    /// The product over axes, of the type of [`sum`](Array::sum).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3, 4], [2, 2])?;
    /// assert_eq!(x.prod(1)?.to_string(), "[ 2 12]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn prod(&self, axes: impl IntoAxes) -> Result<Array<T::Sum, B>> {
        let x = self.array.astype(T::Sum::DTYPE)?;
        Ok(Array::from_dyn(x.reduce_axes("prod", ReduceOp::Prod, 0, &axes.into_axes())?))
    }

    /// The mean over axes; `f64` for integers and `bool`, NaN for no elements.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3, 4], [2, 2])?;
    /// assert_eq!(x.mean(0)?.to_string(), "[2. 3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn mean(&self, axes: impl IntoAxes) -> Result<Array<T::Quotient, B>> {
        let axes = axes.into_axes();
        let n = self.array.count("mean", &axes)?;
        let sum = self.array.astype(T::Quotient::DTYPE)?.widened()?.reduce_axes("mean", ReduceOp::Sum, 0, &axes)?;
        Ok(Array::from_dyn(sum.divided(n as f64)?.astype(T::Quotient::DTYPE)?))
    }

    /// The variance over axes: the mean of `|x - mean|^2`. By Welford's and Chan's formulas: one pass, and no
    /// cancellation.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1.0f64, 2.0, 3.0, 4.0], 4)?;
    /// assert_eq!(x.var(..)?.item()?, 1.25);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn var(&self, axes: impl IntoAxes) -> Result<Array<Variance<T>, B>> {
        self.var_ddof(axes, 0.0)
    }

    /// The variance with `ddof` subtracted from the number of elements in the divisor.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1.0f64, 2.0, 3.0], 3)?;
    /// assert_eq!(x.var_ddof(.., 1.0)?.item()?, 1.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn var_ddof(&self, axes: impl IntoAxes, ddof: f64) -> Result<Array<Variance<T>, B>> {
        Ok(Array::from_dyn(self.variance(&axes.into_axes(), ddof)?.astype(Variance::<T>::DTYPE)?))
    }

    /// The standard deviation over axes: the square root of [`var`](Array::var).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1.0f64, 3.0, 1.0, 3.0], 4)?;
    /// assert_eq!(x.std(..)?.item()?, 1.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn std(&self, axes: impl IntoAxes) -> Result<Array<Variance<T>, B>> {
        self.std_ddof(axes, 0.0)
    }

    /// The standard deviation with `ddof` subtracted from the number of elements in the divisor.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1.0f64, 2.0, 3.0], 3)?;
    /// assert_eq!(x.std_ddof(.., 1.0)?.item()?, 1.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn std_ddof(&self, axes: impl IntoAxes, ddof: f64) -> Result<Array<Variance<T>, B>> {
        let variance = self.variance(&axes.into_axes(), ddof)?;
        Ok(Array::from_dyn(variance.unary(UnaryOp::Sqrt)?.astype(Variance::<T>::DTYPE)?))
    }

    /// By Welford's and Chan's formulas: one pass, and no cancellation.
    fn variance(&self, axes: &Axes, ddof: f64) -> Result<DynArray<B>> {
        let n = self.array.count("var", axes)? as f64;
        let deviations =
            self.array.astype(T::Quotient::DTYPE)?.widened()?.reduce_axes("var", ReduceOp::Moments, 1, axes)?;
        deviations.divided((n - ddof).max(0.0))
    }

    /// The minimum over axes, NaN if there is one.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[3, 1, 2, 4], [2, 2])?;
    /// assert_eq!(x.min(1)?.to_string(), "[1 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if there are no elements to compare.
    pub fn min(&self, axes: impl IntoAxes) -> Result<Self> {
        Ok(Self::from_dyn(self.array.reduce_axes("min", ReduceOp::Min, 0, &axes.into_axes())?))
    }

    /// The maximum over axes, NaN if there is one.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[3, 1, 2, 4], [2, 2])?;
    /// assert_eq!(x.max(1)?.to_string(), "[3 4]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if there are no elements to compare.
    pub fn max(&self, axes: impl IntoAxes) -> Result<Self> {
        Ok(Self::from_dyn(self.array.reduce_axes("max", ReduceOp::Max, 0, &axes.into_axes())?))
    }

    /// The index of the first minimum (or NaN); over several axes the row-major index among them.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[3, 1, 2, 4], [2, 2])?;
    /// assert_eq!(x.argmin(1)?.to_string(), "[1 0]");
    /// assert_eq!(x.argmin(..)?.item()?, 1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if there are no elements to compare.
    pub fn argmin(&self, axes: impl IntoAxes) -> Result<Array<i64, B>> {
        self.arg_reduce("argmin", ReduceOp::ArgMin, &self.array, &axes.into_axes())
    }

    /// The index of the first maximum (or NaN); over several axes the row-major index among them.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[3, 1, 2, 4], [2, 2])?;
    /// assert_eq!(x.argmax(0)?.to_string(), "[0 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if there are no elements to compare.
    pub fn argmax(&self, axes: impl IntoAxes) -> Result<Array<i64, B>> {
        self.arg_reduce("argmax", ReduceOp::ArgMax, &self.array, &axes.into_axes())
    }

    fn arg_reduce(&self, name: &'static str, op: ReduceOp, x: &DynArray<B>, axes: &Axes) -> Result<Array<i64, B>> {
        let reduced = axes.resolve(name, self.ndim())?;
        let lengths: Dims = reduced.iter().map(|&k| self.shape()[k]).collect();
        let aligned: Dims =
            self.shape().iter().enumerate().map(|(k, &d)| if reduced.contains(&k) { d } else { 1 }).collect();
        let index = DynArray::iota(self.xp(), &lengths)?.reshaped(&aligned)?.broadcast(name, self.shape())?;
        Ok(Array::from_dyn(x.reduce_with(name, op, 0, &[x, &index], axes, None)?))
    }

    /// Whether any element is non-zero; false for none.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[0, 0, 0, 4], [2, 2])?;
    /// assert_eq!(x.any(1)?.to_vec()?, [false, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn any(&self, axes: impl IntoAxes) -> Result<Array<bool, B>> {
        let x = self.array.astype(DType::Bool)?;
        Ok(Array::from_dyn(x.reduce_axes("any", ReduceOp::Any, 0, &axes.into_axes())?))
    }

    /// Whether all elements are non-zero; true for none.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 0, 4], [2, 2])?;
    /// assert_eq!(x.all(1)?.to_vec()?, [true, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn all(&self, axes: impl IntoAxes) -> Result<Array<bool, B>> {
        let x = self.array.astype(DType::Bool)?;
        Ok(Array::from_dyn(x.reduce_axes("all", ReduceOp::All, 0, &axes.into_axes())?))
    }

    /// How many elements are not zero.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 0, 4], [2, 2])?;
    /// assert_eq!(x.count_nonzero(..)?.item()?, 3);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn count_nonzero(&self, axes: impl IntoAxes) -> Result<Array<i64, B>> {
        let x = self.array.astype(DType::Bool)?.astype(DType::I64)?;
        Ok(Array::from_dyn(x.reduce_axes("count_nonzero", ReduceOp::Sum, 0, &axes.into_axes())?))
    }
}

impl<T: crate::element::Number, B: Backend> Array<T, B> {
    /// The range over axes: maximum minus minimum, in one pass.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[3, 1, 2, 4], [2, 2])?;
    /// assert_eq!(x.ptp(1)?.to_string(), "[2 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if there are no elements to compare.
    pub fn ptp(&self, axes: impl IntoAxes) -> Result<Self> {
        let axes = axes.into_axes();
        let max = self.array.reduce_axes("ptp", ReduceOp::Max, 0, &axes)?;
        let min = self.array.reduce_axes("ptp", ReduceOp::Min, 0, &axes)?;
        Ok(Self::from_dyn(max.binary(BinaryOp::Sub, "ptp", &min)?))
    }
}

/// Which vector norm.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::Norm;
/// let x = xp.array(&[3.0f64, 0.0, -4.0], 3)?;
/// assert_eq!(x.vector_norm(Norm::Zero, ..)?.item()?, 2.0);
/// assert_eq!(x.vector_norm(Norm::One, ..)?.item()?, 7.0);
/// assert_eq!(x.vector_norm(Norm::Two, ..)?.item()?, 5.0);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Norm {
    /// The number of non-zero elements.
    Zero,
    /// The sum of magnitudes.
    One,
    /// The square root of the sum of squared magnitudes.
    Two,
    /// The largest magnitude; 0 if there are none.
    Inf,
    /// The smallest magnitude.
    NegInf,
    /// `sum(|x|^p)^(1/p)`.
    P(f64),
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The Euclidean norm over axes (for a matrix over both: Frobenius).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[3.0, 4.0, 6.0, 8.0], [2, 2])?;
    /// assert_eq!(x.norm(1)?.to_string(), "[ 5. 10.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn norm(&self, axes: impl IntoAxes) -> Result<Array<Variance<T>, B>> {
        self.vector_norm(Norm::Two, axes)
    }

    /// A vector norm over axes, of the real type of the quotient: `f64` for integers. As `numpy.linalg.vector_norm`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::Norm;
    /// let x = xp.array(&[3.0f64, -4.0], 2)?;
    /// assert_eq!(x.vector_norm(Norm::One, ..)?.item()?, 7.0);
    /// assert_eq!(x.vector_norm(Norm::Inf, ..)?.item()?, 4.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum); [`Error::Value`] for the smallest magnitude of no elements.
    pub fn vector_norm(&self, norm: Norm, axes: impl IntoAxes) -> Result<Array<Variance<T>, B>> {
        let axes = axes.into_axes();
        let x = self.array.astype(T::Quotient::DTYPE)?;
        let magnitude = || x.unary(UnaryOp::Abs);
        let norm = match norm {
            Norm::Zero => {
                let count = x.astype(DType::Bool)?.astype(DType::I64)?.reduce_axes("norm", ReduceOp::Sum, 0, &axes)?;
                count.astype(Variance::<T>::DTYPE)?
            }
            Norm::One => magnitude()?.reduce_axes("norm", ReduceOp::Sum, 0, &axes)?,
            Norm::Two => {
                x.widened()?.squared_magnitude()?.reduce_axes("norm", ReduceOp::Sum, 0, &axes)?.unary(UnaryOp::Sqrt)?
            }
            Norm::Inf => {
                // The largest of no magnitudes is 0, as is their sum.
                let empty = self.array.count("norm", &axes)? == 0;
                magnitude()?.reduce_axes("norm", if empty { ReduceOp::Sum } else { ReduceOp::Max }, 0, &axes)?
            }
            Norm::NegInf => magnitude()?.reduce_axes("norm", ReduceOp::Min, 0, &axes)?,
            Norm::P(p) => {
                let power = |x: &DynArray<B>, p: f64| {
                    let p = crate::dispatch_dtype!(x.dtype(), F => Scalar::new(p.cast::<F>()));
                    x.binary_scalar(BinaryOp::Pow, p, false)
                };
                let sum = power(&x.widened()?.unary(UnaryOp::Abs)?, p)?.reduce_axes("norm", ReduceOp::Sum, 0, &axes)?;
                power(&sum, 1.0 / p)?
            }
        };
        Ok(Array::from_dyn(norm.astype(Variance::<T>::DTYPE)?))
    }

    /// The sum over axes, taking NaN as 0.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1.0, f64::NAN, 3.0], 3)?;
    /// assert_eq!(x.nansum(..)?.item()?, 4.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn nansum(&self, axes: impl IntoAxes) -> Result<Array<T::Sum, B>> {
        let x = self.array.replace_nan(0.0)?.astype(T::Sum::DTYPE)?;
        Ok(Array::from_dyn(x.reduce_axes("nansum", ReduceOp::Sum, 0, &axes.into_axes())?))
    }

    /// The product over axes, taking NaN as 1.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[2.0, f64::NAN, 3.0], 3)?;
    /// assert_eq!(x.nanprod(..)?.item()?, 6.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn nanprod(&self, axes: impl IntoAxes) -> Result<Array<T::Sum, B>> {
        let x = self.array.replace_nan(1.0)?.astype(T::Sum::DTYPE)?;
        Ok(Array::from_dyn(x.reduce_axes("nanprod", ReduceOp::Prod, 0, &axes.into_axes())?))
    }

    /// The mean over axes of what is not NaN; NaN if nothing is.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1.0, f64::NAN, 3.0], 3)?;
    /// assert_eq!(x.nanmean(..)?.item()?, 2.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn nanmean(&self, axes: impl IntoAxes) -> Result<Array<T::Quotient, B>> {
        let axes = axes.into_axes();
        Ok(Array::from_dyn(self.nan_mean(&axes)?.astype(T::Quotient::DTYPE)?))
    }

    fn nan_mean(&self, axes: &Axes) -> Result<DynArray<B>> {
        let x = self.array.astype(T::Quotient::DTYPE)?.widened()?;
        let sum = x.replace_nan(0.0)?.reduce_axes("nanmean", ReduceOp::Sum, 0, axes)?;
        sum.binary(BinaryOp::Div, "nanmean", &x.count_numbers(axes)?)
    }

    /// The variance over axes of what is not NaN, with `ddof` subtracted from their number.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1.0, f64::NAN, 3.0], 3)?;
    /// assert_eq!(x.nanvar(.., 0.0)?.item()?, 1.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn nanvar(&self, axes: impl IntoAxes, ddof: f64) -> Result<Array<Variance<T>, B>> {
        Ok(Array::from_dyn(self.nan_variance(&axes.into_axes(), ddof)?.astype(Variance::<T>::DTYPE)?))
    }

    /// The standard deviation over axes of what is not NaN, with `ddof` subtracted from their number.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1.0, f64::NAN, 3.0], 3)?;
    /// assert_eq!(x.nanstd(.., 0.0)?.item()?, 1.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn nanstd(&self, axes: impl IntoAxes, ddof: f64) -> Result<Array<Variance<T>, B>> {
        let variance = self.nan_variance(&axes.into_axes(), ddof)?;
        Ok(Array::from_dyn(variance.unary(UnaryOp::Sqrt)?.astype(Variance::<T>::DTYPE)?))
    }

    fn nan_variance(&self, axes: &Axes, ddof: f64) -> Result<DynArray<B>> {
        let x = self.array.astype(T::Quotient::DTYPE)?.widened()?;
        let mean = self.nan_mean(&Axes::clone(axes).keeping_dims())?;
        let squares = x.binary(BinaryOp::Sub, "nanvar", &mean)?.squared_magnitude()?.replace_nan(0.0)?;
        let sum = squares.reduce_axes("nanvar", ReduceOp::Sum, 0, axes)?;
        let count = x.count_numbers(axes)?.astype(sum.dtype())?;
        let ddof = crate::dispatch_dtype!(sum.dtype(), F => Scalar::new(ddof.cast::<F>()));
        let divisor = count.binary_scalar(BinaryOp::Sub, ddof, false)?;
        // As NumPy: no degrees of freedom left is NaN.
        let zero = DynArray::full(self.xp(), crate::dispatch_dtype!(sum.dtype(), F => Scalar::new(F::default())), &[])?;
        let nan = crate::dispatch_dtype!(sum.dtype(), F => Scalar::new(f64::NAN.cast::<F>()));
        let positive = divisor.binary(BinaryOp::Gt, "nanvar", &zero)?;
        let quotient = sum.binary(BinaryOp::Div, "nanvar", &divisor)?;
        DynArray::selected(&positive, &quotient, &DynArray::full(self.xp(), nan, &[])?)
    }

    /// The minimum over axes of what is not NaN; NaN if nothing is.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1.0, f64::NAN, 3.0], 3)?;
    /// assert_eq!(x.nanmin(..)?.item()?, 1.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if there are no elements to compare.
    pub fn nanmin(&self, axes: impl IntoAxes) -> Result<Self> {
        self.nan_extremum("nanmin", ReduceOp::Min, f64::INFINITY, &axes.into_axes())
    }

    /// The maximum over axes of what is not NaN; NaN if nothing is.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1.0, f64::NAN, 3.0], 3)?;
    /// assert_eq!(x.nanmax(..)?.item()?, 3.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if there are no elements to compare.
    pub fn nanmax(&self, axes: impl IntoAxes) -> Result<Self> {
        self.nan_extremum("nanmax", ReduceOp::Max, f64::NEG_INFINITY, &axes.into_axes())
    }

    fn nan_extremum(&self, name: &'static str, op: ReduceOp, neutral: f64, axes: &Axes) -> Result<Self> {
        if !self.has_nan_type() {
            return Ok(Self::from_dyn(self.array.reduce_axes(name, op, 0, axes)?));
        }
        let extremum = self.array.replace_nan(neutral)?.reduce_axes(name, op, 0, axes)?;
        let only_nan = self.array.unary(UnaryOp::IsNan)?.reduce_axes(name, ReduceOp::All, 0, axes)?;
        let nan = DynArray::full(self.xp(), Scalar::new(f64::NAN.cast::<T>()), &[])?;
        Ok(Self::from_dyn(DynArray::selected(&only_nan, &nan, &extremum)?))
    }

    /// The index of the first minimum of what is not NaN.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[f64::NAN, 3.0, 1.0], 3)?;
    /// assert_eq!(x.nanargmin(..)?.item()?, 2);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if there is nothing but NaN to compare: this reads the array.
    pub fn nanargmin(&self, axes: impl IntoAxes) -> Result<Array<i64, B>> {
        self.nan_arg_reduce("nanargmin", ReduceOp::ArgMin, f64::INFINITY, &axes.into_axes())
    }

    /// The index of the first maximum of what is not NaN.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[f64::NAN, 3.0, 1.0], 3)?;
    /// assert_eq!(x.nanargmax(..)?.item()?, 1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if there is nothing but NaN to compare: this reads the array.
    pub fn nanargmax(&self, axes: impl IntoAxes) -> Result<Array<i64, B>> {
        self.nan_arg_reduce("nanargmax", ReduceOp::ArgMax, f64::NEG_INFINITY, &axes.into_axes())
    }

    fn nan_arg_reduce(&self, name: &'static str, op: ReduceOp, neutral: f64, axes: &Axes) -> Result<Array<i64, B>> {
        if !self.has_nan_type() {
            return self.arg_reduce(name, op, &self.array, axes);
        }
        let only_nan = self.array.unary(UnaryOp::IsNan)?.reduce_axes(name, ReduceOp::All, 0, axes)?;
        if Array::<bool, B>::from_dyn(only_nan).any(..)?.item()? {
            return Err(Error::value(name, "nothing but NaN to compare"));
        }
        self.arg_reduce(name, op, &self.array.replace_nan(neutral)?, axes)
    }

    fn has_nan_type(&self) -> bool {
        T::DTYPE.is_float() || T::DTYPE.is_complex()
    }
}
