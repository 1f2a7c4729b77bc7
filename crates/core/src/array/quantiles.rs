//! Medians and quantiles.

use super::DynArray;
use super::{Array, Axes, IntoAxes};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::{DType, Scalar};
use crate::element::{Element, RealElement};
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};
use crate::layout::{Dims, checked_len};
use num_complex::Complex;

/// Which quantiles: a number, which gives no axis, or several, which give the result's first axis.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([[1.0, 2.0], [3.0, 4.0]])?;
/// assert_eq!(x.quantile(0.5, 0)?.to_string(), "[2. 3.]");
/// assert_eq!(x.quantile([0.0, 1.0], 0)?.to_string(), "[[1. 2.]\n [3. 4.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Quantiles {
    /// The numbers.
    fn numbers(&self) -> &[f64];
    /// Whether they give an axis.
    fn has_axis(&self) -> bool;
}

impl Quantiles for f64 {
    fn numbers(&self) -> &[f64] {
        std::slice::from_ref(self)
    }
    fn has_axis(&self) -> bool {
        false
    }
}

impl<const N: usize> Quantiles for [f64; N] {
    fn numbers(&self) -> &[f64] {
        self
    }
    fn has_axis(&self) -> bool {
        true
    }
}

impl Quantiles for &[f64] {
    fn numbers(&self) -> &[f64] {
        self
    }
    fn has_axis(&self) -> bool {
        true
    }
}

/// The elements of a reduction, each group sorted along one axis: the last.
struct Groups<B: Backend> {
    sorted: DynArray<B>,
    axis: usize,
    /// The shape of the result.
    shape: Dims,
}

impl<B: Backend> DynArray<B> {
    fn grouped(&self, op: &'static str, axes: &Axes) -> Result<Groups<B>> {
        let reduced = axes.resolve(op, self.shape().len())?;
        let kept: Dims = (0..self.shape().len()).filter(|k| !reduced.contains(k)).collect();
        let order: Dims = kept.iter().chain(&reduced).copied().collect();
        let n = checked_len(&reduced.iter().map(|&k| self.shape()[k]).collect::<Dims>())?;
        let mut shape: Dims = kept.iter().map(|&k| self.shape()[k]).collect();
        shape.push(n);
        let rows = self.with_layout(self.layout().permute(&order)?)?.reshaped(&shape)?;
        shape.pop();
        if axes.keeps_dims() {
            shape = (0..self.shape().len()).map(|k| if reduced.contains(&k) { 1 } else { self.shape()[k] }).collect();
        }
        Ok(Groups { sorted: rows.sorted(kept.len())?, axis: kept.len(), shape })
    }

    /// The mean of two arrays.
    fn middle(&self, other: &Self) -> Result<Self> {
        self.binary(BinaryOp::Add, "median", other)?.with_number(BinaryOp::Div, 2.0)
    }
}

impl<B: Backend> Groups<B> {
    fn len(&self) -> usize {
        self.sorted.shape()[self.axis]
    }

    fn at(&self, place: usize) -> Result<DynArray<B>> {
        self.sorted.narrow(self.axis, place, 1)
    }

    /// `values`, but NaN for groups that have one: it was sorted to the end.
    fn unless_nan(&self, values: &DynArray<B>) -> Result<DynArray<B>> {
        if !self.sorted.has_nan_type() {
            return Ok(values.clone());
        }
        let last = self.at(self.len() - 1)?;
        DynArray::selected(&last.unary(UnaryOp::IsNan)?, &last.astype(values.dtype())?, values)
    }
}

impl<B: Backend> DynArray<B> {
    /// [`Array::median`].
    ///
    /// # Errors
    /// Those of [`Array::median`].
    pub fn median(&self, axes: impl IntoAxes) -> Result<Self> {
        let dtype = self.dtype().quotient();
        let groups = self.grouped("median", &axes.into_axes())?;
        let n = groups.len();
        if n == 0 {
            return self.no_quantile(&groups.shape);
        }
        let middle = |place: usize| groups.at(place)?.astype(dtype)?.widened();
        let median = if n % 2 == 1 { middle(n / 2)? } else { middle(n / 2 - 1)?.middle(&middle(n / 2)?)? };
        groups.unless_nan(&median)?.astype(dtype)?.reshaped(&groups.shape)
    }

    /// [`Array::nanmedian`].
    ///
    /// # Errors
    /// Those of [`Array::nanmedian`].
    pub fn nanmedian(&self, axes: impl IntoAxes) -> Result<Self> {
        if !self.has_nan_type() {
            return self.median(axes);
        }
        let groups = self.grouped("nanmedian", &axes.into_axes())?;
        if groups.len() == 0 || self.is_empty() {
            return self.no_quantile(&groups.shape);
        }
        let number = groups.sorted.unary(UnaryOp::IsNan)?.unary(UnaryOp::Not)?.astype(DType::I64)?;
        let mut shape = Dims::from_slice(number.shape());
        shape[groups.axis] = 1;
        let count = Self::reduce(ReduceOp::Sum, 0, &[&number], &[groups.axis], None)?.reshaped(&shape)?;
        // Of no numbers at all both are 0, where there is NaN.
        let high = count.with_number(BinaryOp::FloorDiv, 2.0)?;
        let low = count.with_number(BinaryOp::Sub, 1.0)?.with_number(BinaryOp::Max, 0.0)?;
        let low = low.with_number(BinaryOp::FloorDiv, 2.0)?;
        let odd = low.binary(BinaryOp::Eq, "nanmedian", &high)?;
        let [a, b] = [low, high].map(|place| groups.sorted.taken_along(groups.axis, &place)?.widened());
        let (a, b) = (a?, b?);
        let median = Self::selected(&odd, &a, &a.middle(&b)?)?;
        median.astype(self.dtype().quotient())?.reshaped(&groups.shape)
    }

    /// [`Array::quantile`].
    ///
    /// # Errors
    /// Those of [`Array::quantile`]; [`Error::DType`] for complex numbers.
    pub fn quantile(&self, q: impl Quantiles, axes: impl IntoAxes) -> Result<Self> {
        self.quantiles("quantile", &q, 1.0, &axes.into_axes())
    }

    /// [`Array::percentile`].
    ///
    /// # Errors
    /// Those of [`Array::percentile`]; [`Error::DType`] for complex numbers.
    pub fn percentile(&self, q: impl Quantiles, axes: impl IntoAxes) -> Result<Self> {
        self.quantiles("percentile", &q, 100.0, &axes.into_axes())
    }

    /// Quantiles for shares of `whole`.
    fn quantiles(&self, op: &'static str, q: &impl Quantiles, whole: f64, axes: &Axes) -> Result<Self> {
        TypeClass::RealElement.check(op, self.dtype())?;
        let (q, has_axis, dtype) = (q.numbers(), q.has_axis(), self.dtype().quotient());
        if let Some(q) = q.iter().find(|q| !(0.0..=whole).contains(*q)) {
            return Err(Error::value(op, format!("{q} is not in [0, {whole}]")));
        }
        let groups = self.grouped(op, axes)?;
        let mut shape = Dims::new();
        if has_axis {
            shape.push(q.len());
        }
        shape.extend_from_slice(&groups.shape);
        let Some(last) = groups.len().checked_sub(1).filter(|_| !q.is_empty()) else {
            return self.no_quantile(&shape);
        };
        let mut values = q.iter().map(|&q| {
            let place = q / whole * last as f64;
            let (low, share) = (place as usize, place.fract());
            let [a, b] = [low, (low + 1).min(last)].map(|place| groups.at(place)?.astype(dtype)?.widened());
            let (a, b) = (a?, b?);
            let distance = b.binary(BinaryOp::Sub, op, &a)?;
            // From the nearer end, so that both ends are exact.
            let value = if share < 0.5 {
                a.binary(BinaryOp::Add, op, &distance.with_number(BinaryOp::Mul, share)?)?
            } else {
                b.binary(BinaryOp::Sub, op, &distance.with_number(BinaryOp::Mul, 1.0 - share)?)?
            };
            groups.unless_nan(&value)?.astype(dtype)?.reshaped(&groups.shape)
        });
        if !has_axis {
            return values.next_back().unwrap_or_else(|| self.astype(dtype));
        }
        let mut one = Dims::from_slice(&[1]);
        one.extend_from_slice(&groups.shape);
        let rows = values.map(|value| value?.reshaped(&one)).collect::<Result<Vec<_>>>()?;
        Self::concatenate(op, &rows.iter().collect::<Vec<_>>(), 0)
    }

    /// NaN, as of no elements.
    fn no_quantile(&self, shape: &[usize]) -> Result<Self> {
        let nan = Scalar::new(Complex::new(f64::NAN, f64::NAN)).astype(self.dtype().quotient());
        Self::full(self.xp(), nan, shape)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The median over axes: the middle of the sorted elements, or the mean of the two there. `f64` for integers and
    /// `bool`; NaN if an element is, and for no elements.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([3.0f64, 1.0, 2.0, 10.0])?;
    /// assert_eq!(x.median(..)?.item()?, 2.5);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there or is named twice.
    pub fn median(&self, axes: impl IntoAxes) -> Result<Array<T::Quotient, B>> {
        self.array.median(axes).map(Array::from_dyn)
    }

    /// The median over axes of what is not NaN; NaN if nothing is.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([3.0, f64::NAN, 1.0])?;
    /// assert_eq!(x.nanmedian(..)?.item()?, 2.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there or is named twice.
    pub fn nanmedian(&self, axes: impl IntoAxes) -> Result<Array<T::Quotient, B>> {
        self.array.nanmedian(axes).map(Array::from_dyn)
    }
}

impl<T: RealElement, B: Backend> Array<T, B> {
    /// The quantiles over axes: where, between the smallest element at `q = 0` and the largest at 1, the sorted
    /// elements are at `q`, interpolated linearly (NumPy's default method). `f64` for integers and `bool`; NaN if an
    /// element is, and for no elements. Several `q` give the result a first axis.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, 2.0, 3.0, 4.0])?;
    /// assert_eq!(x.quantile([0.0, 0.25, 1.0], ..)?.to_string(), "[1.   1.75 4.  ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if a `q` is not in [0, 1]; [`Error::Axis`] for an axis that is not there or is named twice.
    pub fn quantile(&self, q: impl Quantiles, axes: impl IntoAxes) -> Result<Array<T::Quotient, B>> {
        self.array.quantile(q, axes).map(Array::from_dyn)
    }

    /// The [quantiles](Array::quantile) at hundredths of `q`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0f64, 2.0, 3.0, 4.0])?;
    /// assert_eq!(x.percentile(50.0, ..)?.item()?, 2.5);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if a `q` is not in [0, 100]; [`Error::Axis`] for an axis that is not there or is named twice.
    pub fn percentile(&self, q: impl Quantiles, axes: impl IntoAxes) -> Result<Array<T::Quotient, B>> {
        self.array.percentile(q, axes).map(Array::from_dyn)
    }
}
