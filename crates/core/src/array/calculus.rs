//! Differences, and what is built on them.

use super::Array;
use super::{DynArray, IntoAxis};
use crate::backend::{Backend, ScanOp};
use crate::class::TypeClass;
use crate::dtype::DType;
use crate::element::{Element, Number, RealElement};
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};
use crate::layout::{Dims, normalize_axis};
use std::f64::consts::TAU;

/// Options of [`Array::diff_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([[1, 3, 6], [2, 2, 9]])?;
/// assert_eq!(x.diff_with(Diff::new().n(2))?.to_string(), "[[1]\n [7]]");
/// assert_eq!(x.diff_with(Diff::new().axis(0))?.to_string(), "[[ 1 -1  3]]");
/// assert_eq!(x.diff_with(Diff::new().prepend(&xp.scalar(0)))?.to_string(), "[[1 2 3]\n [2 0 7]]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Debug)]
pub struct Diff<'a, A> {
    n: usize,
    axis: isize,
    prepend: Option<&'a A>,
    append: Option<&'a A>,
}

impl<A> Default for Diff<'_, A> {
    fn default() -> Self {
        Self { n: 1, axis: -1, prepend: None, append: None }
    }
}

impl<'a, A> Diff<'a, A> {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many times differences are taken.
    pub fn n(self, n: usize) -> Self {
        Self { n, ..self }
    }

    /// The axis, the last one by default.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }

    /// What comes before the elements: an array with the same other axes, or one number.
    pub fn prepend(self, prepend: &'a A) -> Self {
        Self { prepend: Some(prepend), ..self }
    }

    /// What comes after the elements: an array with the same other axes, or one number.
    pub fn append(self, append: &'a A) -> Self {
        Self { append: Some(append), ..self }
    }
}

/// Options of [`Array::ediff1d_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([1, 2, 4])?;
/// assert_eq!(x.ediff1d_with(Ediff1d::new().to_end(&x))?.to_string(), "[1 2 1 2 4]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Debug)]
pub struct Ediff1d<'a, A> {
    to_end: Option<&'a A>,
    to_begin: Option<&'a A>,
}

impl<'a, A> Default for Ediff1d<'a, A> {
    fn default() -> Self {
        Self { to_end: None, to_begin: None }
    }
}

impl<'a, A> Ediff1d<'a, A> {
    /// Nothing around the differences.
    pub fn new() -> Self {
        Self::default()
    }

    /// What comes after the differences.
    pub fn to_end(self, to_end: &'a A) -> Self {
        Self { to_end: Some(to_end), ..self }
    }

    /// What comes before the differences.
    pub fn to_begin(self, to_begin: &'a A) -> Self {
        Self { to_begin: Some(to_begin), ..self }
    }
}

/// Options of [`Array::trapezoid_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (x, y) = (xp.array([4.0, 6.0, 8.0])?, xp.array([1.0f64, 2.0, 3.0])?);
/// assert_eq!(y.trapezoid_with(Trapezoid::new().x(&x))?.item()?, 8.0);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Debug)]
pub struct Trapezoid<'a, A> {
    dx: f64,
    x: Option<&'a A>,
    axis: isize,
}

impl<'a, A> Default for Trapezoid<'a, A> {
    fn default() -> Self {
        Self { dx: 1.0, x: None, axis: -1 }
    }
}

impl<'a, A> Trapezoid<'a, A> {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// How far apart the points lie.
    pub fn dx(self, dx: impl Into<f64>) -> Self {
        Self { dx: dx.into(), ..self }
    }

    /// The points: a vector of the axis' length, or an array that broadcasts to the shape of the values.
    pub fn x(self, x: &'a A) -> Self {
        Self { x: Some(x), ..self }
    }

    /// The axis, the last one by default.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }
}

/// Options of [`Array::unwrap_phase_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let degrees = xp.array([350.0, 355.0, 0.0, 5.0])?;
/// assert_eq!(degrees.unwrap_phase_with(Unwrap::new().period(360.0))?.to_string(), "[350. 355. 360. 365.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Unwrap {
    discont: Option<f64>,
    period: f64,
    axis: isize,
}

impl Default for Unwrap {
    fn default() -> Self {
        Self { discont: None, period: TAU, axis: -1 }
    }
}

impl Unwrap {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The difference that counts as a jump: half a period by default.
    pub fn discont(self, discont: impl Into<Option<f64>>) -> Self {
        Self { discont: discont.into(), ..self }
    }

    /// The period: `2 pi` by default.
    pub fn period(self, period: impl Into<f64>) -> Self {
        Self { period: period.into(), ..self }
    }

    /// The axis, the last one by default.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }
}

impl<B: Backend> DynArray<B> {
    /// [`Array::diff`].
    ///
    /// # Errors
    /// Those of [`Array::diff`].
    pub fn diff(&self) -> Result<Self> {
        self.diff_with(Diff::new())
    }

    /// [`Array::diff_with`].
    ///
    /// # Errors
    /// Those of [`Array::diff_with`].
    pub fn diff_with(&self, options: Diff<'_, Self>) -> Result<Self> {
        const OP: &str = "diff";
        let Diff { n, axis, prepend, append } = options;
        let axis = normalize_axis(OP, axis, self.ndim())?;
        let ends = prepend.iter().chain(&append);
        let dtype = ends.fold(self.dtype(), |dtype, end| dtype.promote(end.dtype()));
        let op = if dtype == DType::Bool { BinaryOp::Ne } else { BinaryOp::Sub };
        let mut x = self.astype(dtype)?;
        if n == 0 {
            return Ok(x);
        }
        if prepend.is_some() || append.is_some() {
            let mut one = Dims::from_slice(self.shape());
            one[axis] = 1;
            let end = |end: &Self| {
                let end = end.astype(dtype)?;
                if end.ndim() == 0 { end.broadcast(OP, &one) } else { Ok(end) }
            };
            let (before, after) = (prepend.map(end).transpose()?, append.map(end).transpose()?);
            x = Self::concatenate(OP, &before.iter().chain([&x]).chain(&after).collect::<Vec<_>>(), axis)?;
        }
        if n >= x.shape()[axis] {
            return x.narrow(axis, 0, 0);
        }
        for _ in 0..n {
            let (after, before) = x.neighbours(axis)?;
            x = after.binary(op, OP, &before)?;
        }
        Ok(x)
    }

    /// [`Array::trapezoid`].
    ///
    /// # Errors
    /// Those of [`Array::trapezoid`].
    pub fn trapezoid(&self) -> Result<Self> {
        self.trapezoid_with(Trapezoid::new())
    }

    /// [`Array::trapezoid_with`]. The types of values and points are promoted.
    ///
    /// # Errors
    /// Those of [`Array::trapezoid_with`].
    pub fn trapezoid_with(&self, options: Trapezoid<'_, Self>) -> Result<Self> {
        const OP: &str = "trapezoid";
        let Trapezoid { dx, x, axis } = options;
        let axis = normalize_axis(OP, axis, self.ndim())?;
        let dtype = x.map_or(self.dtype(), |x| self.dtype().promote(x.dtype())).quotient();
        let (after, before) = self.astype(dtype)?.widened()?.neighbours(axis)?;
        let mut areas = after.binary(BinaryOp::Add, OP, &before)?;
        if let Some(x) = x {
            let mut x = x.astype(dtype)?.widened()?;
            if let [n] = *x.shape() {
                let mut shape = vec![1; self.ndim()];
                shape[axis] = n;
                x = x.reshaped(&shape)?;
            }
            let (x1, x0) = x.broadcast(OP, self.shape())?.neighbours(axis)?;
            areas = x1.binary(BinaryOp::Sub, OP, &x0)?.binary(BinaryOp::Mul, OP, &areas)?;
        }
        let sum = Self::reduce(ReduceOp::Sum, 0, &[&areas], &[axis], None)?;
        sum.with_number(BinaryOp::Mul, if x.is_some() { 0.5 } else { dx / 2.0 })?.astype(dtype)
    }

    /// [`Array::ediff1d`].
    ///
    /// # Errors
    /// Those of [`Array::ediff1d`]; [`Error::DType`] for truth values.
    pub fn ediff1d(&self) -> Result<Self> {
        self.ediff1d_with(Ediff1d::new())
    }

    /// [`Array::ediff1d_with`]. The ends are converted to the array's type.
    ///
    /// # Errors
    /// Those of [`Array::ediff1d_with`]; [`Error::DType`] for truth values, and for ends of another kind that it cannot hold.
    pub fn ediff1d_with(&self, options: Ediff1d<'_, Self>) -> Result<Self> {
        const OP: &str = "ediff1d";
        let Ediff1d { to_end, to_begin } = options;
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

    /// [`Array::unwrap_phase`].
    ///
    /// # Errors
    /// Those of [`Array::unwrap_phase`]; [`Error::DType`] for complex numbers.
    #[doc(alias = "unwrap")]
    pub fn unwrap_phase(&self) -> Result<Self> {
        self.unwrap_phase_with(Unwrap::new())
    }

    /// [`Array::unwrap_phase_with`].
    ///
    /// # Errors
    /// Those of [`Array::unwrap_phase_with`]; [`Error::DType`] for complex numbers.
    #[doc(alias = "unwrap")]
    pub fn unwrap_phase_with(&self, options: Unwrap) -> Result<Self> {
        let Unwrap { discont, period, axis } = options;
        const OP: &str = "unwrap";
        TypeClass::RealElement.check(OP, self.dtype())?;
        let (axis, dtype) = (normalize_axis(OP, axis, self.ndim())?, self.dtype().quotient());
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
    /// The differences of neighbours along the last axis, which gets one shorter. Of `bool`, whether they differ.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 4, 7, 0])?;
    /// assert_eq!(x.diff()?.to_string(), "[ 1  2  3 -7]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there.
    pub fn diff(&self) -> Result<Self> {
        self.array.diff().map(Self::from_dyn)
    }

    /// [`diff`](Array::diff) `n` times, along another axis, or with more elements at the ends.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1, 3, 6], [2, 2, 9]])?;
    /// assert_eq!(x.diff_with(Diff::new().n(2))?.to_string(), "[[1]\n [7]]");
    /// assert_eq!(x.diff_with(Diff::new().axis(0))?.to_string(), "[[ 1 -1  3]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`diff`](Array::diff); [`Error::Shape`] if the elements at the ends have other axes.
    pub fn diff_with(&self, options: Diff<'_, Self>) -> Result<Self> {
        let Diff { n, axis, prepend, append } = options;
        let [prepend, append] = [prepend, append].map(|end| end.map(Self::as_dyn));
        self.array.diff_with(Diff { n, axis, prepend, append }).map(Self::from_dyn)
    }

    /// The integral along the last axis by the trapezoidal rule, of points that lie 1 apart. The type is that of
    /// quotients.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let y = xp.array([1.0f64, 2.0, 3.0])?;
    /// assert_eq!(y.trapezoid()?.item()?, 4.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] if there are no axes.
    pub fn trapezoid(&self) -> Result<Array<T::Quotient, B>> {
        self.array.trapezoid().map(Array::from_dyn)
    }

    /// [`trapezoid`](Array::trapezoid) of points elsewhere, or along another axis.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let y = xp.array([1.0f64, 2.0, 3.0])?;
    /// assert_eq!(y.trapezoid_with(Trapezoid::new().dx(2.0))?.item()?, 8.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there, [`Error::Shape`] if the shapes do not go together.
    pub fn trapezoid_with(&self, options: Trapezoid<'_, Self>) -> Result<Array<T::Quotient, B>> {
        let Trapezoid { dx, x, axis } = options;
        self.array.trapezoid_with(Trapezoid { dx, x: x.map(Self::as_dyn), axis }).map(Array::from_dyn)
    }
}

impl<T: Number, B: Backend> Array<T, B> {
    /// The differences of neighbours in row-major order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 4, 7])?;
    /// assert_eq!(x.ediff1d()?.to_string(), "[1 2 3]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn ediff1d(&self) -> Result<Self> {
        self.array.ediff1d().map(Self::from_dyn)
    }

    /// [`ediff1d`](Array::ediff1d) between other numbers.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 4, 7])?;
    /// assert_eq!(x.ediff1d_with(Ediff1d::new().to_begin(&xp.array([-99])?))?.to_string(), "[-99   1   2   3]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`ediff1d`](Array::ediff1d).
    pub fn ediff1d_with(&self, options: Ediff1d<'_, Self>) -> Result<Self> {
        let [to_end, to_begin] = [options.to_end, options.to_begin].map(|end| end.map(Self::as_dyn));
        self.array.ediff1d_with(Ediff1d { to_end, to_begin }).map(Self::from_dyn)
    }
}

impl<T: RealElement, B: Backend> Array<T, B> {
    /// Angles along the last axis with whole turns added, such that neighbours differ by no more than half a turn. The
    /// type is that of quotients.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let turned = xp.array([3.0, -3.0])?.unwrap_phase()?;
    /// assert_eq!(turned.to_string(), "[3.         3.28318531]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there.
    #[doc(alias = "unwrap")]
    pub fn unwrap_phase(&self) -> Result<Array<T::Quotient, B>> {
        self.array.unwrap_phase().map(Array::from_dyn)
    }

    /// [`unwrap_phase`](Array::unwrap_phase) with another period, jumps or axis.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let degrees = xp.array([350.0, 355.0, 0.0, 5.0])?;
    /// assert_eq!(degrees.unwrap_phase_with(Unwrap::new().period(360.0))?.to_string(), "[350. 355. 360. 365.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`unwrap_phase`](Array::unwrap_phase).
    pub fn unwrap_phase_with(&self, options: Unwrap) -> Result<Array<T::Quotient, B>> {
        self.array.unwrap_phase_with(options).map(Array::from_dyn)
    }
}
