//! Cumulative functions.
//!
//! An axis is an index, or `None` for all elements in row-major order, which gives one dimension.

use super::{Array, DynArray, IntoAxis, IntoOptionalAxis};
use crate::backend::{Backend, ScanOp};
use crate::dtype::{DType, Scalar};
use crate::element::Element;
use crate::error::Result;
use crate::layout::{Dims, normalize_axis};

/// Options of [`Array::cumulative_sum_with`], [`Array::cumulative_prod_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([1, 2, 3])?;
/// assert_eq!(x.cumulative_sum_with(0, Cumulative::new().include_initial(true))?.to_string(), "[0 1 3 6]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Cumulative {
    include_initial: bool,
}

impl Cumulative {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the first element is what sums or products start from, 0 or 1.
    pub fn include_initial(self, include_initial: bool) -> Self {
        Self { include_initial }
    }
}

impl<B: Backend> DynArray<B> {
    /// [`Array::cumsum`].
    ///
    /// # Errors
    /// Those of [`Array::cumsum`].
    pub fn cumsum(&self, axis: impl IntoOptionalAxis) -> Result<Self> {
        let (x, axis) = self.along("cumsum", axis.into_optional_axis())?;
        x.accumulated(ScanOp::Sum, axis)
    }

    /// [`Array::cumprod`].
    ///
    /// # Errors
    /// Those of [`Array::cumprod`].
    pub fn cumprod(&self, axis: impl IntoOptionalAxis) -> Result<Self> {
        let (x, axis) = self.along("cumprod", axis.into_optional_axis())?;
        x.accumulated(ScanOp::Prod, axis)
    }

    /// [`Array::nancumsum`].
    ///
    /// # Errors
    /// Those of [`Array::nancumsum`].
    pub fn nancumsum(&self, axis: impl IntoOptionalAxis) -> Result<Self> {
        let (x, axis) = self.along("nancumsum", axis.into_optional_axis())?;
        x.replace_nan(0.0)?.accumulated(ScanOp::Sum, axis)
    }

    /// [`Array::nancumprod`].
    ///
    /// # Errors
    /// Those of [`Array::nancumprod`].
    pub fn nancumprod(&self, axis: impl IntoOptionalAxis) -> Result<Self> {
        let (x, axis) = self.along("nancumprod", axis.into_optional_axis())?;
        x.replace_nan(1.0)?.accumulated(ScanOp::Prod, axis)
    }

    /// [`Array::cummax`].
    ///
    /// # Errors
    /// Those of [`Array::cummax`].
    pub fn cummax(&self, axis: impl IntoOptionalAxis) -> Result<Self> {
        let (x, axis) = self.along("cummax", axis.into_optional_axis())?;
        x.extremes(ScanOp::Max, axis)
    }

    /// [`Array::cummin`].
    ///
    /// # Errors
    /// Those of [`Array::cummin`].
    pub fn cummin(&self, axis: impl IntoOptionalAxis) -> Result<Self> {
        let (x, axis) = self.along("cummin", axis.into_optional_axis())?;
        x.extremes(ScanOp::Min, axis)
    }

    /// [`Array::cumulative_sum`].
    ///
    /// # Errors
    /// Those of [`Array::cumulative_sum`].
    pub fn cumulative_sum(&self, axis: impl IntoAxis) -> Result<Self> {
        self.cumulative_sum_with(axis, Cumulative::new())
    }

    /// [`Array::cumulative_sum_with`].
    ///
    /// # Errors
    /// Those of [`Array::cumulative_sum_with`].
    pub fn cumulative_sum_with(&self, axis: impl IntoAxis, options: Cumulative) -> Result<Self> {
        let (axis, Cumulative { include_initial }) = (axis.into_axis(), options);
        self.cumsum(axis)?.after_initial(axis, include_initial.then_some(0.0))
    }

    /// [`Array::cumulative_prod`].
    ///
    /// # Errors
    /// Those of [`Array::cumulative_prod`].
    pub fn cumulative_prod(&self, axis: impl IntoAxis) -> Result<Self> {
        self.cumulative_prod_with(axis, Cumulative::new())
    }

    /// [`Array::cumulative_prod_with`].
    ///
    /// # Errors
    /// Those of [`Array::cumulative_prod_with`].
    pub fn cumulative_prod_with(&self, axis: impl IntoAxis, options: Cumulative) -> Result<Self> {
        let (axis, Cumulative { include_initial }) = (axis.into_axis(), options);
        self.cumprod(axis)?.after_initial(axis, include_initial.then_some(1.0))
    }

    /// Accumulated in the type of sums; `f16` and `bf16` in `f32` on the way.
    fn accumulated(&self, op: ScanOp, axis: usize) -> Result<Self> {
        let dtype = self.dtype().sum();
        self.astype(dtype)?.widened()?.scanned(op, axis)?.astype(dtype)
    }

    /// Accumulated in the array's own type, `bool` as the numbers 0 and 1.
    fn extremes(&self, op: ScanOp, axis: usize) -> Result<Self> {
        let ordered = if self.dtype() == DType::Bool { self.astype(DType::U8)? } else { self.clone() };
        ordered.scanned(op, axis)?.astype(self.dtype())
    }

    fn after_initial(self, axis: isize, initial: Option<f64>) -> Result<Self> {
        let Some(initial) = initial else {
            return Ok(self);
        };
        let axis = normalize_axis("cumulative_sum", axis, self.ndim())?;
        let mut shape = Dims::from_slice(self.shape());
        shape[axis] = 1;
        let initial = Self::full(self.xp(), Scalar::from_f64(self.dtype(), initial), &shape)?;
        Self::concatenate("cumulative_sum", &[&initial, &self], axis)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The running sum along an axis, of the type of [`sum`](Array::sum).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1, 2], [3, 4]])?;
    /// assert_eq!(x.cumsum(0)?.to_string(), "[[1 2]\n [4 6]]");
    /// assert_eq!(x.cumsum(None)?.to_string(), "[ 1  3  6 10]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`](crate::Error::Axis) for an axis that is not there.
    pub fn cumsum(&self, axis: impl IntoOptionalAxis) -> Result<Array<T::Sum, B>> {
        self.array.cumsum(axis).map(Array::from_dyn)
    }

    /// The running product along an axis, of the type of [`prod`](Array::prod).
    ///
    /// What has left the range of floats stays infinite or 0, as if numbers were multiplied one after the other; but where it comes back
    /// within a few elements, these may be multiplied with each other first. Shorter floats than `f64` are multiplied in that, where a
    /// device has it, and rounded.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 3, 4])?;
    /// assert_eq!(x.cumprod(0)?.to_string(), "[ 1  2  6 24]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`cumsum`](Array::cumsum).
    pub fn cumprod(&self, axis: impl IntoOptionalAxis) -> Result<Array<T::Sum, B>> {
        self.array.cumprod(axis).map(Array::from_dyn)
    }

    /// The running sum along an axis, taking NaN as 0.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, f64::NAN, 3.0])?;
    /// assert_eq!(x.nancumsum(0)?.to_string(), "[1. 1. 4.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`cumsum`](Array::cumsum).
    pub fn nancumsum(&self, axis: impl IntoOptionalAxis) -> Result<Array<T::Sum, B>> {
        self.array.nancumsum(axis).map(Array::from_dyn)
    }

    /// The running product along an axis, taking NaN as 1.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([2.0, f64::NAN, 3.0])?;
    /// assert_eq!(x.nancumprod(0)?.to_string(), "[2. 2. 6.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`cumsum`](Array::cumsum).
    pub fn nancumprod(&self, axis: impl IntoOptionalAxis) -> Result<Array<T::Sum, B>> {
        self.array.nancumprod(axis).map(Array::from_dyn)
    }

    /// The running maximum along an axis (NumPy's `maximum.accumulate`), NaN once there is one.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 3, 2, 5])?;
    /// assert_eq!(x.cummax(0)?.to_string(), "[1 3 3 5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`cumsum`](Array::cumsum).
    pub fn cummax(&self, axis: impl IntoOptionalAxis) -> Result<Self> {
        self.array.cummax(axis).map(Self::from_dyn)
    }

    /// The running minimum along an axis (NumPy's `minimum.accumulate`), NaN once there is one.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([4, 3, 5, 1])?;
    /// assert_eq!(x.cummin(0)?.to_string(), "[4 3 3 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`cumsum`](Array::cumsum).
    pub fn cummin(&self, axis: impl IntoOptionalAxis) -> Result<Self> {
        self.array.cummin(axis).map(Self::from_dyn)
    }

    /// The running sum along an axis; with `include_initial`, after a 0 in front.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 3])?;
    /// assert_eq!(x.cumulative_sum_with(0, Cumulative::new().include_initial(true))?.to_string(), "[0 1 3 6]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`](crate::Error::Axis) for an axis that is not there.
    pub fn cumulative_sum(&self, axis: impl IntoAxis) -> Result<Array<T::Sum, B>> {
        self.array.cumulative_sum(axis).map(Array::from_dyn)
    }

    /// [`cumulative_sum`](Array::cumulative_sum), and what it starts from may be the first element.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 3])?;
    /// assert_eq!(x.cumulative_sum_with(0, Cumulative::new().include_initial(true))?.to_string(), "[0 1 3 6]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`cumulative_sum`](Array::cumulative_sum).
    pub fn cumulative_sum_with(&self, axis: impl IntoAxis, options: Cumulative) -> Result<Array<T::Sum, B>> {
        self.array.cumulative_sum_with(axis, options).map(Array::from_dyn)
    }

    /// The running product along an axis; with `include_initial`, after a 1 in front.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([2, 3, 4])?;
    /// assert_eq!(x.cumulative_prod_with(0, Cumulative::new().include_initial(true))?.to_string(), "[ 1  2  6 24]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`](crate::Error::Axis) for an axis that is not there.
    pub fn cumulative_prod(&self, axis: impl IntoAxis) -> Result<Array<T::Sum, B>> {
        self.array.cumulative_prod(axis).map(Array::from_dyn)
    }

    /// [`cumulative_prod`](Array::cumulative_prod), and what it starts from may be the first element.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 3])?;
    /// assert_eq!(x.cumulative_prod_with(0, Cumulative::new().include_initial(true))?.to_string(), "[1 1 2 6]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`cumulative_prod`](Array::cumulative_prod).
    pub fn cumulative_prod_with(&self, axis: impl IntoAxis, options: Cumulative) -> Result<Array<T::Sum, B>> {
        self.array.cumulative_prod_with(axis, options).map(Array::from_dyn)
    }
}
