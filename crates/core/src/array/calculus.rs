//! Differences, and what is built on them.

use super::Array;
use super::DynArray;
use super::arithmetic::Common;
use crate::backend::{Backend, ScanOp};
use crate::class::TypeClass;
use crate::dtype::DType;
use crate::element::{Element, Number, RealElement};
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};
use crate::layout::normalize_axis;
use crate::promote::Promote;
use std::f64::consts::TAU;

impl<B: Backend> DynArray<B> {
    /// [`Array::diff`].
    ///
    /// # Errors
    /// Those of [`Array::diff`].
    pub fn diff(&self, n: usize, axis: isize) -> Result<Self> {
        let axis = normalize_axis("diff", axis, self.ndim())?;
        let op = if self.dtype() == DType::Bool { BinaryOp::Ne } else { BinaryOp::Sub };
        let mut x = self.clone();
        if n >= self.shape()[axis] {
            return x.narrow(axis, 0, 0);
        }
        for _ in 0..n {
            let (after, before) = x.neighbours(axis)?;
            x = after.binary(op, "diff", &before)?;
        }
        Ok(x)
    }

    /// [`Array::gradient`].
    ///
    /// # Errors
    /// Those of [`Array::gradient`].
    pub fn gradient(&self, spacing: f64, axis: isize) -> Result<Self> {
        let axis = normalize_axis("gradient", axis, self.ndim())?;
        let n = self.shape()[axis];
        if n < 2 {
            return Err(Error::value("gradient", "an axis needs at least two elements"));
        }
        let x = self.astype(self.dtype().quotient())?;
        let slope = |high: usize, low: usize, len: usize| {
            let rise = x.narrow(axis, high, len)?.binary(BinaryOp::Sub, "gradient", &x.narrow(axis, low, len)?)?;
            rise.with_number(BinaryOp::Div, (high - low) as f64 * spacing)
        };
        let (first, inner, last) = (slope(1, 0, 1)?, slope(2, 0, n - 2)?, slope(n - 1, n - 2, 1)?);
        Self::concatenate("gradient", &[&first, &inner, &last], axis)
    }

    /// [`Array::trapezoid`].
    ///
    /// # Errors
    /// Those of [`Array::trapezoid`].
    pub fn trapezoid(&self, dx: f64, axis: isize) -> Result<Self> {
        let (axis, dtype) = (normalize_axis("trapezoid", axis, self.ndim())?, self.dtype().quotient());
        let (after, before) = self.astype(dtype)?.widened()?.neighbours(axis)?;
        let pairs = after.binary(BinaryOp::Add, "trapezoid", &before)?;
        let sum = Self::reduce(ReduceOp::Sum, 0, &[&pairs], &[axis], None)?;
        sum.with_number(BinaryOp::Mul, dx / 2.0)?.astype(dtype)
    }

    /// [`Array::trapezoid_at`]. The types of values and points are promoted.
    ///
    /// # Errors
    /// Those of [`Array::trapezoid_at`].
    pub fn trapezoid_at(&self, x: &Self, axis: isize) -> Result<Self> {
        let axis = normalize_axis("trapezoid", axis, self.ndim())?;
        let dtype = self.dtype().promote(x.dtype()).quotient();
        let mut x = x.astype(dtype)?.widened()?;
        if let [n] = *x.shape() {
            let mut shape = vec![1; self.ndim()];
            shape[axis] = n;
            x = x.reshaped(&shape)?;
        }
        let x = x.broadcast("trapezoid", self.shape())?;
        let (x1, x0) = x.neighbours(axis)?;
        let (after, before) = self.astype(dtype)?.widened()?.neighbours(axis)?;
        let pairs = after.binary(BinaryOp::Add, "trapezoid", &before)?;
        let areas = x1.binary(BinaryOp::Sub, "trapezoid", &x0)?.binary(BinaryOp::Mul, "trapezoid", &pairs)?;
        let sum = Self::reduce(ReduceOp::Sum, 0, &[&areas], &[axis], None)?;
        sum.with_number(BinaryOp::Div, 2.0)?.astype(dtype)
    }

    /// [`Array::ediff1d`]. The ends are converted to the array's type.
    ///
    /// # Errors
    /// Those of [`Array::ediff1d`]; [`Error::DType`] for truth values, and for ends of another kind that it cannot hold.
    pub fn ediff1d(&self, to_end: Option<&Self>, to_begin: Option<&Self>) -> Result<Self> {
        const OP: &str = "ediff1d";
        TypeClass::Number.check(OP, self.dtype())?;
        let (after, before) = self.flat()?.neighbours(0)?;
        let differences = after.binary(BinaryOp::Sub, OP, &before)?;
        if to_end.is_none() && to_begin.is_none() {
            return Ok(differences);
        }
        let converted = |end: &Self| match end.dtype().can_cast(self.dtype()) {
            true => end.astype(self.dtype())?.flat(),
            false => Err(Error::DType { op: OP, expected: self.dtype().to_string(), found: end.dtype().to_string() }),
        };
        let (begin, end) = (to_begin.map(converted).transpose()?, to_end.map(converted).transpose()?);
        let parts: Vec<&Self> = begin.iter().chain([&differences]).chain(&end).collect();
        Self::concatenate(OP, &parts, 0)
    }

    /// [`Array::cross`].
    ///
    /// # Errors
    /// Those of [`Array::cross`]; [`Error::DType`] for truth values.
    pub fn cross(&self, other: &Self) -> Result<Self> {
        const OP: &str = "cross";
        [self, other].into_iter().try_for_each(|x| TypeClass::Number.check(OP, x.dtype()))?;
        if self.shape().last() != Some(&3) || other.shape().last() != Some(&3) {
            return Err(Error::shape(OP, self.shape(), other.shape()));
        }
        let dtype = self.dtype().promote(other.dtype());
        let component = Self::iota(self.xp(), &[3])?;
        let [first, second] = [component.with_number(BinaryOp::Eq, 0.0)?, component.with_number(BinaryOp::Eq, 1.0)?];
        // Each vector turned by one component and by two.
        let turned = |x: &Self| {
            let x = x.astype(dtype)?;
            let last = x.shape().len() - 1;
            let [x0, x1, x2] = [0, 1, 2].map(|k| x.narrow(last, k, 1));
            let (x0, x1, x2) = (x0?, x1?, x2?);
            let once = Self::selected(&first, &x1, &Self::selected(&second, &x2, &x0)?)?;
            let twice = Self::selected(&first, &x2, &Self::selected(&second, &x0, &x1)?)?;
            Ok::<_, Error>((once, twice))
        };
        let ((a1, a2), (b1, b2)) = (turned(self)?, turned(other)?);
        let left = a1.binary(BinaryOp::Mul, OP, &b2)?;
        left.binary(BinaryOp::Sub, OP, &a2.binary(BinaryOp::Mul, OP, &b1)?)
    }

    /// [`Array::unwrap_phase`].
    ///
    /// # Errors
    /// Those of [`Array::unwrap_phase`]; [`Error::DType`] for complex numbers.
    #[doc(alias = "unwrap")]
    pub fn unwrap_phase(&self, discont: Option<f64>, axis: isize, period: Option<f64>) -> Result<Self> {
        const OP: &str = "unwrap";
        TypeClass::RealElement.check(OP, self.dtype())?;
        let (axis, dtype) = (normalize_axis(OP, axis, self.ndim())?, self.dtype().quotient());
        let period = period.unwrap_or(TAU);
        let half = period / 2.0;
        let x = self.astype(dtype)?.widened()?;
        if self.shape()[axis] < 2 {
            return x.astype(dtype);
        }
        let (after, before) = x.neighbours(axis)?;
        let jump = after.binary(BinaryOp::Sub, OP, &before)?;
        let wrapped = jump.with_number(BinaryOp::Add, half)?.with_number(BinaryOp::Mod, period)?;
        let wrapped = wrapped.with_number(BinaryOp::Sub, half)?;
        // Half a period keeps its sign.
        let up = jump.with_number(BinaryOp::Gt, 0.0)?;
        let ambiguous = wrapped.with_number(BinaryOp::Eq, -half)?.binary(BinaryOp::And, OP, &up)?;
        let wrapped = Self::selected(&ambiguous, &x.number(half)?, &wrapped)?;
        let small = jump.unary(UnaryOp::Abs)?.with_number(BinaryOp::Lt, discont.unwrap_or(half))?;
        let correction = Self::selected(&small, &x.number(0.0)?, &wrapped.binary(BinaryOp::Sub, OP, &jump)?)?;
        let rest = after.binary(BinaryOp::Add, OP, &correction.scanned(ScanOp::Sum, axis)?)?;
        let first = x.narrow(axis, 0, 1)?;
        Self::concatenate(OP, &[&first, &rest], axis)?.astype(dtype)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The differences of neighbours along an axis, `n` times: each time the axis gets one shorter. Of `bool`, whether
    /// they differ.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 4, 7, 0])?;
    /// assert_eq!(x.diff(1, -1)?.to_string(), "[ 1  2  3 -7]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there.
    pub fn diff(&self, n: usize, axis: isize) -> Result<Self> {
        self.array.diff(n, axis).map(Self::from_dyn)
    }

    /// The slope along an axis at points that lie `spacing` apart: from both neighbours,
    /// `(x[i + 1] - x[i - 1]) / (2 spacing)`, at the ends from one. The type is that of quotients.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, 2.0, 4.0, 7.0, 11.0])?;
    /// assert_eq!(x.gradient(1.0, 0)?.to_string(), "[1.  1.5 2.5 3.5 4. ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there, [`Error::Value`] for one of fewer than two elements.
    pub fn gradient(&self, spacing: f64, axis: isize) -> Result<Array<T::Quotient, B>> {
        self.array.gradient(spacing, axis).map(Array::from_dyn)
    }

    /// The integral along an axis by the trapezoidal rule, of points that lie `dx` apart. The type is that of
    /// quotients.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0f64, 2.0, 3.0])?;
    /// assert_eq!(x.trapezoid(2.0, -1)?.item()?, 8.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there.
    pub fn trapezoid(&self, dx: f64, axis: isize) -> Result<Array<T::Quotient, B>> {
        self.array.trapezoid(dx, axis).map(Array::from_dyn)
    }

    /// The integral along an axis by the trapezoidal rule, of points at `x`: a vector of the axis' length, or an array
    /// that broadcasts to the shape of `self`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let y = xp.array([1.0f64, 2.0, 3.0])?;
    /// let x = xp.array([4.0, 6.0, 8.0])?;
    /// assert_eq!(y.trapezoid_at(&x, -1)?.item()?, 8.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there, [`Error::Shape`] if the shapes do not go together.
    pub fn trapezoid_at(&self, x: &Self, axis: isize) -> Result<Array<T::Quotient, B>> {
        self.array.trapezoid_at(&x.array, axis).map(Array::from_dyn)
    }
}

impl<T: Number, B: Backend> Array<T, B> {
    /// The differences of neighbours in row-major order, between `to_begin` and `to_end`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 4, 7])?;
    /// assert_eq!(x.ediff1d(None, Some(&xp.array([-99])?))?.to_string(), "[-99   1   2   3]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn ediff1d(&self, to_end: Option<&Self>, to_begin: Option<&Self>) -> Result<Self> {
        let [to_end, to_begin] = [to_end, to_begin].map(|end| end.map(Self::as_dyn));
        self.array.ediff1d(to_end, to_begin).map(Self::from_dyn)
    }

    /// The cross products of the three-dimensional vectors along the last axes, broadcast.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1, 2, 3])?, xp.array([4, 5, 6])?);
    /// assert_eq!(x.cross(&y)?.to_string(), "[-3  6 -3]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the vectors do not have three elements or the shapes do not broadcast.
    pub fn cross<U: Number>(&self, other: &Array<U, B>) -> Result<Array<Common<T, U>, B>>
    where
        T: Promote<U>,
        Common<T, U>: Number,
    {
        self.array.cross(&other.array).map(Array::from_dyn)
    }
}

impl<T: RealElement, B: Backend> Array<T, B> {
    /// Angles along an axis with whole periods added, such that neighbours differ by no more than half a period.
    /// `discont` is the difference that counts as a jump (`None`: half a period), the period `2 pi` if `None`.
    /// The type is that of quotients.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let degrees = xp.array([350.0, 355.0, 0.0, 5.0])?;
    /// assert_eq!(degrees.unwrap_phase(None, -1, Some(360.0))?.to_string(), "[350. 355. 360. 365.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there.
    #[doc(alias = "unwrap")]
    pub fn unwrap_phase(
        &self,
        discont: Option<f64>,
        axis: isize,
        period: Option<f64>,
    ) -> Result<Array<T::Quotient, B>> {
        self.array.unwrap_phase(discont, axis, period).map(Array::from_dyn)
    }
}
