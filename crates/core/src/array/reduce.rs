//! Reductions. All are deferred, and fuse with what feeds them and what follows.

use super::{Array, Axes, DynArray, IntoAxes};
use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::element::{Element, Results};
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};
use crate::layout::{Dims, checked_len};

/// The type of a variance: the real type of the mean.
pub(super) type VarianceOf<T> = <<T as Results>::Quotient as Results>::Real;

/// Options of [`Array::var_with`], [`Array::std_with`], [`Array::nanvar_with`], [`Array::nanstd_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([1.0f64, 2.0, 3.0])?;
/// assert_eq!(x.var_with(.., Variance::new().ddof(1))?.item()?, 1.0);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Variance {
    pub(super) ddof: f64,
}

impl Variance {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// What is subtracted from the number of elements in the divisor.
    pub fn ddof(self, ddof: impl Into<f64>) -> Self {
        Self { ddof: ddof.into() }
    }
}

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
    pub(crate) fn widened(&self) -> Result<Self> {
        match self.dtype() {
            DType::F16 | DType::BF16 => self.astype(DType::F32),
            _ => Ok(self.clone()),
        }
    }
}

impl<B: Backend> DynArray<B> {
    /// [`Array::sum`].
    ///
    /// # Errors
    /// Those of [`Array::sum`].
    pub fn sum(&self, axes: impl IntoAxes) -> Result<Self> {
        self.astype(self.dtype().sum())?.reduce_axes("sum", ReduceOp::Sum, 0, &axes.into_axes())
    }

    /// [`Array::prod`].
    ///
    /// # Errors
    /// Those of [`Array::prod`].
    pub fn prod(&self, axes: impl IntoAxes) -> Result<Self> {
        self.astype(self.dtype().sum())?.reduce_axes("prod", ReduceOp::Prod, 0, &axes.into_axes())
    }

    /// [`Array::mean`].
    ///
    /// # Errors
    /// Those of [`Array::mean`].
    pub fn mean(&self, axes: impl IntoAxes) -> Result<Self> {
        let (axes, dtype) = (axes.into_axes(), self.dtype().quotient());
        let n = self.count("mean", &axes)?;
        let sum = self.astype(dtype)?.widened()?.reduce_axes("mean", ReduceOp::Sum, 0, &axes)?;
        sum.with_number(BinaryOp::Div, n as f64)?.astype(dtype)
    }

    /// [`Array::var`].
    ///
    /// # Errors
    /// Those of [`Array::var`].
    pub fn var(&self, axes: impl IntoAxes) -> Result<Self> {
        self.var_with(axes, Variance::new())
    }

    /// [`Array::var_with`].
    ///
    /// # Errors
    /// Those of [`Array::var_with`].
    pub fn var_with(&self, axes: impl IntoAxes, options: Variance) -> Result<Self> {
        self.variance(&axes.into_axes(), options.ddof)?.astype(self.dtype().quotient().real())
    }

    /// [`Array::std`].
    ///
    /// # Errors
    /// Those of [`Array::std`].
    pub fn std(&self, axes: impl IntoAxes) -> Result<Self> {
        self.std_with(axes, Variance::new())
    }

    /// [`Array::std_with`].
    ///
    /// # Errors
    /// Those of [`Array::std_with`].
    pub fn std_with(&self, axes: impl IntoAxes, options: Variance) -> Result<Self> {
        self.variance(&axes.into_axes(), options.ddof)?.unary(UnaryOp::Sqrt)?.astype(self.dtype().quotient().real())
    }

    /// By Welford's and Chan's formulas: one pass, and no cancellation.
    fn variance(&self, axes: &Axes, ddof: f64) -> Result<Self> {
        let n = self.count("var", axes)? as f64;
        let x = self.astype(self.dtype().quotient())?.widened()?;
        x.reduce_axes("var", ReduceOp::Moments, 1, axes)?.with_number(BinaryOp::Div, (n - ddof).max(0.0))
    }

    /// [`Array::any`].
    ///
    /// # Errors
    /// Those of [`Array::any`].
    pub fn any(&self, axes: impl IntoAxes) -> Result<Self> {
        self.astype(DType::Bool)?.reduce_axes("any", ReduceOp::Any, 0, &axes.into_axes())
    }

    /// [`Array::all`].
    ///
    /// # Errors
    /// Those of [`Array::all`].
    pub fn all(&self, axes: impl IntoAxes) -> Result<Self> {
        self.astype(DType::Bool)?.reduce_axes("all", ReduceOp::All, 0, &axes.into_axes())
    }

    /// [`Array::count_nonzero`].
    ///
    /// # Errors
    /// Those of [`Array::count_nonzero`].
    pub fn count_nonzero(&self, axes: impl IntoAxes) -> Result<Self> {
        let truth = self.astype(DType::Bool)?.astype(DType::I64)?;
        truth.reduce_axes("count_nonzero", ReduceOp::Sum, 0, &axes.into_axes())
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
    /// let x = xp.array([[1.0f64, 2.0], [3.0, 4.0]])?;
    /// assert_eq!(x.sum(..)?.item()?, 10.0);
    /// assert_eq!(x.sum(0)?.to_string(), "[4. 6.]");
    /// assert_eq!(x.sum(keepdims(-1))?.to_string(), "[[3.]\n [7.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there or is named twice.
    pub fn sum(&self, axes: impl IntoAxes) -> Result<Array<T::Sum, B>> {
        self.array.sum(axes).map(Array::from_dyn)
    }

    /// The product over axes, of the type of [`sum`](Array::sum).
    ///
    /// Of floats and complex numbers it is infinite or 0 only where all factors together are beyond the range of the type: parts of a
    /// product may leave it and come back, which in NumPy's order makes infinity or 0.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1, 2], [3, 4]])?;
    /// assert_eq!(x.prod(1)?.to_string(), "[ 2 12]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn prod(&self, axes: impl IntoAxes) -> Result<Array<T::Sum, B>> {
        self.array.prod(axes).map(Array::from_dyn)
    }

    /// The mean over axes; `f64` for integers and `bool`, NaN for no elements.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1, 2], [3, 4]])?;
    /// assert_eq!(x.mean(0)?.to_string(), "[2. 3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn mean(&self, axes: impl IntoAxes) -> Result<Array<T::Quotient, B>> {
        self.array.mean(axes).map(Array::from_dyn)
    }

    /// The variance over axes: the mean of `|x - mean|^2`. By Welford's and Chan's formulas: one pass, and no
    /// cancellation.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0f64, 2.0, 3.0, 4.0])?;
    /// assert_eq!(x.var(..)?.item()?, 1.25);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn var(&self, axes: impl IntoAxes) -> Result<Array<VarianceOf<T>, B>> {
        self.array.var(axes).map(Array::from_dyn)
    }

    /// [`var`](Array::var) with another divisor.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0f64, 2.0, 3.0])?;
    /// assert_eq!(x.var_with(.., Variance::new().ddof(1))?.item()?, 1.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn var_with(&self, axes: impl IntoAxes, options: Variance) -> Result<Array<VarianceOf<T>, B>> {
        self.array.var_with(axes, options).map(Array::from_dyn)
    }

    /// The standard deviation over axes: the square root of [`var`](Array::var).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0f64, 3.0, 1.0, 3.0])?;
    /// assert_eq!(x.std(..)?.item()?, 1.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn std(&self, axes: impl IntoAxes) -> Result<Array<VarianceOf<T>, B>> {
        self.array.std(axes).map(Array::from_dyn)
    }

    /// [`std`](Array::std) with another divisor.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0f64, 2.0, 3.0])?;
    /// assert_eq!(x.std_with(.., Variance::new().ddof(1))?.item()?, 1.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn std_with(&self, axes: impl IntoAxes, options: Variance) -> Result<Array<VarianceOf<T>, B>> {
        self.array.std_with(axes, options).map(Array::from_dyn)
    }

    /// Whether any element is non-zero; false for none.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[0, 0], [0, 4]])?;
    /// assert_eq!(x.any(1)?.to_vec()?, [false, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn any(&self, axes: impl IntoAxes) -> Result<Array<bool, B>> {
        self.array.any(axes).map(Array::from_dyn)
    }

    /// Whether all elements are non-zero; true for none.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1, 2], [0, 4]])?;
    /// assert_eq!(x.all(1)?.to_vec()?, [true, false]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn all(&self, axes: impl IntoAxes) -> Result<Array<bool, B>> {
        self.array.all(axes).map(Array::from_dyn)
    }

    /// How many elements are not zero.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1, 2], [0, 4]])?;
    /// assert_eq!(x.count_nonzero(..)?.item()?, 3);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn count_nonzero(&self, axes: impl IntoAxes) -> Result<Array<i64, B>> {
        self.array.count_nonzero(axes).map(Array::from_dyn)
    }
}
