//! Interpolation between points.

use super::search::check_vector;
use super::{Array, Common, DynArray};
use crate::backend::{Backend, Side};
use crate::class::TypeClass;
use crate::dtype::DType;
use crate::element::{Element, RealElement};
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, UnaryOp};
use crate::promote::Promote;

/// Options of [`Array::interp_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (x, y) = (xp.array([1.0, 2.0])?, xp.array([3.0, 2.0])?);
/// let at = xp.array([0.0, 1.5, 9.0])?;
/// assert_eq!(at.interp_with(&x, &y, Interp::new().right(-1.0))?.to_string(), "[ 3.   2.5 -1. ]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Interp {
    left: Option<f64>,
    right: Option<f64>,
    period: Option<f64>,
}

impl Interp {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value before the first point.
    pub fn left(self, left: impl Into<Option<f64>>) -> Self {
        Self { left: left.into(), ..self }
    }

    /// The value after the last point.
    pub fn right(self, right: impl Into<Option<f64>>) -> Self {
        Self { right: right.into(), ..self }
    }

    /// The period after which the points repeat, in any order. Nothing is before the first or after the last one then.
    pub fn period(self, period: impl Into<Option<f64>>) -> Self {
        Self { period: period.into(), ..self }
    }
}

impl<B: Backend> DynArray<B> {
    /// [`Array::interp`].
    ///
    /// # Errors
    /// Those of [`Array::interp`]; [`Error::DType`] for complex coordinates.
    pub fn interp(&self, xp: &Self, fp: &Self) -> Result<Self> {
        self.interp_with(xp, fp, Interp::new())
    }

    /// [`Array::interp_with`].
    ///
    /// # Errors
    /// Those of [`Array::interp_with`]; [`Error::DType`] for complex coordinates.
    pub fn interp_with(&self, xp: &Self, fp: &Self, options: Interp) -> Result<Self> {
        let Interp { left, right, period } = options;
        const OP: &str = "interp";
        [self, xp].iter().try_for_each(|array| TypeClass::RealElement.check(OP, array.dtype()))?;
        let dtype = fp.dtype().promote(DType::F64);
        check_vector(OP, xp)?;
        if xp.shape() != fp.shape() {
            return Err(Error::shape(OP, xp.shape(), fp.shape()));
        }
        let Some(last) = xp.len().checked_sub(1) else {
            return Err(Error::value(OP, "no points to interpolate between"));
        };
        let (mut x, mut last) = (self.astype(DType::F64)?, last);
        let (mut xp, mut fp) = (xp.astype(DType::F64)?.contiguous()?, fp.astype(dtype)?.contiguous()?);
        if let Some(period) = period {
            if left.is_some() || right.is_some() || period == 0.0 || !period.is_finite() {
                let message = format!("a period is finite and not 0, and nothing is outside of it; found {options:?}");
                return Err(Error::value(OP, message));
            }
            let period = period.abs();
            x = x.with_number(BinaryOp::Mod, period)?;
            let places = xp.with_number(BinaryOp::Mod, period)?.contiguous()?;
            let order = places.sorting(0)?;
            let [places, values] = [&places, &fp].map(|points| Self::gather(&order, points, &[last + 1]));
            let (places, values) = (places?, values?);
            // The last point comes before the first, and the first after the last, one period away.
            let around = |points: &Self, period: f64| {
                let before = points.narrow(0, last, 1)?.with_number(BinaryOp::Sub, period)?;
                let after = points.narrow(0, 0, 1)?.with_number(BinaryOp::Add, period)?;
                Self::concatenate(OP, &[&before, points, &after], 0)
            };
            (xp, fp) = (around(&places, period)?, around(&values, 0.0)?);
            last += 2;
        }
        let interval = xp.searched(&x, Side::Right)?.with_number(BinaryOp::Sub, 1.0)?;
        let low = interval.with_number(BinaryOp::Max, 0.0)?;
        let high = low.with_number(BinaryOp::Add, 1.0)?.with_number(BinaryOp::Min, last as f64)?;
        let at = |points: &Self, index: &Self| Self::gather(index, points, x.shape());
        let [x0, x1, y0, y1] = [at(&xp, &low)?, at(&xp, &high)?, at(&fp, &low)?, at(&fp, &high)?];
        let inside = match dtype.is_complex() {
            false => x.between_points([&x0, &x1], [&y0, &y1])?,
            true => {
                let re = x.between_points([&x0, &x1], [&y0.real()?, &y1.real()?])?;
                Self::complex(&re, &x.between_points([&x0, &x1], [&y0.imag()?, &y1.imag()?])?)?
            }
        };
        // At a point itself its value, also where the slope is infinite or there is no next point. Elsewhere the line says the same, and has a
        // derivative.
        let undefined = x.binary(BinaryOp::Eq, OP, &x0)?.binary(BinaryOp::And, OP, &inside.unary(UnaryOp::IsNan)?)?;
        let inside = Self::selected(&undefined, &y0, &inside)?;
        let end = |value: Option<f64>, place: usize| match value {
            Some(value) => fp.number(value),
            None => fp.narrow(0, place, 1)?.reshaped(&[]),
        };
        let [first_x, last_x] = [0, last].map(|place| xp.narrow(0, place, 1)?.reshaped(&[]));
        let y = Self::selected(&x.binary(BinaryOp::Lt, OP, &first_x?)?, &end(left, 0)?, &inside)?;
        Self::selected(&x.binary(BinaryOp::Gt, OP, &last_x?)?, &end(right, last)?, &y)
    }

    /// The lines through two points each. Where that is no number from one end, as if that or the other one is infinite, it is what it is from
    /// the other, or the value of both.
    fn between_points(&self, [x0, x1]: [&Self; 2], [y0, y1]: [&Self; 2]) -> Result<Self> {
        const OP: &str = "interp";
        let op = BinaryOp::Sub;
        let slope = y1.binary(op, OP, y0)?.binary(BinaryOp::Div, OP, &x1.binary(op, OP, x0)?)?;
        let from = |x0: &Self, y0: &Self| {
            self.binary(op, OP, x0)?.binary(BinaryOp::Mul, OP, &slope)?.binary(BinaryOp::Add, OP, y0)
        };
        let (first, second) = (from(x0, y0)?, from(x1, y1)?);
        let either = Self::selected(&first.unary(UnaryOp::IsNan)?, &second, &first)?;
        let known = self.binary(BinaryOp::Eq, OP, self)?;
        let level = y0.binary(BinaryOp::Eq, OP, y1)?.binary(BinaryOp::And, OP, &known)?;
        let flat = either.unary(UnaryOp::IsNan)?.binary(BinaryOp::And, OP, &level)?;
        Self::selected(&flat, y0, &either)
    }
}

impl<T: RealElement, B: Backend> Array<T, B> {
    /// The piecewise linear function through the points (`xp`, `fp`) at each element, in `f64`, or `complex128` if `fp` is complex.
    /// `xp` rises; before its first and after its last point the function is constant.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1.0, 2.0, 3.0])?, xp.array([3.0, 2.0, 0.0])?);
    /// let at = xp.array([0.0, 1.5, 2.75])?;
    /// assert_eq!(at.interp(&x, &y)?.to_string(), "[3.  2.5 0.5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the points are not vectors of the same length, or there are none.
    pub fn interp<P: RealElement, V: Element + Promote<f64>>(
        &self,
        xp: &Array<P, B>,
        fp: &Array<V, B>,
    ) -> Result<Array<Common<V, f64>, B>> {
        self.array.interp(&xp.array, &fp.array).map(Array::from_dyn)
    }

    /// [`interp`](Array::interp) with other values outside of the points, or of points that repeat.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1.0, 2.0])?, xp.array([3.0, 2.0])?);
    /// let at = xp.array([0.0, 1.5, 9.0])?;
    /// assert_eq!(at.interp_with(&x, &y, Interp::new().right(-1.0))?.to_string(), "[ 3.   2.5 -1. ]");
    /// assert_eq!(at.interp_with(&x, &y, Interp::new().period(3.0))?.to_string(), "[2.5 2.5 2.5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`interp`](Array::interp); [`Error::Value`] for a period of 0, or one beside values outside.
    pub fn interp_with<P: RealElement, V: Element + Promote<f64>>(
        &self,
        xp: &Array<P, B>,
        fp: &Array<V, B>,
        options: Interp,
    ) -> Result<Array<Common<V, f64>, B>> {
        self.array.interp_with(&xp.array, &fp.array, options).map(Array::from_dyn)
    }
}
