//! Making arrays.

use super::DynArray;
use super::{Array, IntoShape};
use crate::backend::{Backend, Stats};
use crate::dtype::{DType, Scalar};
use crate::element::{Element, Number, RealElement, RealFloat, Wide};
use crate::error::{Error, Result};
use crate::ir::BinaryOp;
use crate::layout::checked_len;

/// Creation functions, as methods of every backend's handle.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.linspace(0.0, 1.0, 5)?;
/// let grid = x.reshape([5, 1])? + xp.ones::<f64>(3)?;
/// assert_eq!(grid.shape(), [5, 3]);
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Create: Backend {
    /// An array of these elements in row-major order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(x.to_string(), "[[1 2 3]\n [4 5 6]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if their number is not that of the shape.
    fn array<T: Element>(&self, elements: &[T], shape: impl IntoShape) -> Result<Array<T, Self>> {
        let shape = shape.into_shape();
        if checked_len(&shape)? != elements.len() {
            return Err(Error::shape("array", &[elements.len()], &shape));
        }
        Ok(Array::from_dyn(DynArray::from_bytes(self, T::DTYPE, &shape, T::as_bytes(elements))?))
    }

    /// An array of one value. Nothing is stored until it is needed.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.full([2, 2], 7)?.to_string(), "[[7 7]\n [7 7]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    fn full<T: Element>(&self, shape: impl IntoShape, value: T) -> Result<Array<T, Self>> {
        Ok(Array::from_dyn(DynArray::full(self, Scalar::new(value), &shape.into_shape())?))
    }

    /// An array of zeros (`false`).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.zeros::<f32>(3)?.to_string(), "[0. 0. 0.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    fn zeros<T: Element>(&self, shape: impl IntoShape) -> Result<Array<T, Self>> {
        self.full(shape, T::default())
    }

    /// An array of ones (`true`).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.ones::<f32>(3)?.to_string(), "[1. 1. 1.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    fn ones<T: Element>(&self, shape: impl IntoShape) -> Result<Array<T, Self>> {
        self.full(shape, true.cast::<T>())
    }

    /// A zero-dimensional array.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.scalar(2.5)?;
    /// assert_eq!((x.ndim(), x.item()?), (0, 2.5));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// None.
    fn scalar<T: Element>(&self, value: T) -> Result<Array<T, Self>> {
        self.full((), value)
    }

    /// `start`, `start + step`, and so on, up to but not including `stop`: `ceil((stop - start) / step)` elements.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.arange(0, 10, 3)?.to_string(), "[0 3 6 9]");
    /// assert_eq!(xp.arange(1.0, 0.0, -0.25)?.to_string(), "[1.   0.75 0.5  0.25]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if `step` is zero, or the length is not finite or too large.
    fn arange<T: Number + RealElement>(&self, start: T, stop: T, step: T) -> Result<Array<T, Self>> {
        let Some(len) = range_len(start, stop, step) else {
            return Err(Error::value(
                "arange",
                format!("from {start:?} to {stop:?} by {step:?} is not a finite range"),
            ));
        };
        // As the index has more digits than a half-precision type, NumPy computes these as `f32`.
        let half = matches!(T::DTYPE, DType::F16 | DType::BF16);
        let number = |x: T| if half { Scalar::new(x.cast::<f32>()) } else { Scalar::new(x) };
        let index = DynArray::iota(self, &[len])?.astype(number(start).dtype())?;
        let steps = index.binary_scalar(BinaryOp::Mul, number(step), false)?;
        Ok(Array::from_dyn(steps.binary_scalar(BinaryOp::Add, number(start), false)?.astype(T::DTYPE)?))
    }

    /// `num` evenly spaced values from `start` to `stop`, both included.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.linspace(0.0, 1.0, 5)?.to_string(), "[0.   0.25 0.5  0.75 1.  ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    fn linspace<T: RealFloat>(&self, start: T, stop: T, num: usize) -> Result<Array<T, Self>> {
        let [first, last] = [start, stop].map(|x| x.cast::<f64>());
        let step = if num > 1 { (last - first) / (num - 1) as f64 } else { 0.0 };
        let index = DynArray::iota(self, &[num])?;
        let at = index.astype(f64::DTYPE)?;
        let values = at.binary_scalar(BinaryOp::Mul, Scalar::new(step), false)?;
        let values = values.binary_scalar(BinaryOp::Add, Scalar::new(first), false)?;
        // The last value is `stop` itself, whatever the rounding.
        let is_last = index.binary_scalar(BinaryOp::Eq, Scalar::new(num as i64 - 1), false)?;
        let stop = DynArray::full(self, Scalar::new(if num > 1 { last } else { first }), &[])?;
        Ok(Array::from_dyn(DynArray::selected(&is_last, &stop, &values)?.astype(T::DTYPE)?))
    }

    /// `num` powers of ten, their exponents evenly spaced from `start` to `stop`, both included.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.logspace(0.0, 3.0, 4)?.to_string(), "[   1.   10.  100. 1000.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    fn logspace<T: RealFloat>(&self, start: T, stop: T, num: usize) -> Result<Array<T, Self>> {
        let exponents = self.linspace(start.cast::<f64>(), stop.cast::<f64>(), num)?.array;
        let powers = exponents.binary_scalar(BinaryOp::Pow, Scalar::new(10f64), true)?;
        Ok(Array::from_dyn(powers.astype(T::DTYPE)?))
    }

    /// `num` values from `start` to `stop`, both included, each the same multiple of the one before:
    /// `start^(1 - t) stop^t` for `t` from 0 to 1.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.geomspace(1.0, 16.0, 5)?.to_string(), "[ 1.  2.  4.  8. 16.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless both ends are positive, or both negative.
    fn geomspace<T: RealFloat>(&self, start: T, stop: T, num: usize) -> Result<Array<T, Self>> {
        let [first, last] = [start, stop].map(|x| x.cast::<f64>());
        let same_sign = first * last.signum() > 0.0;
        if !same_sign {
            return Err(Error::value("geomspace", format!("no constant factor leads from {first} to {last}")));
        }
        // first^(1 - t) last^t: the quotient of the ends could overflow.
        let t = self.linspace(0.0, 1.0, num)?.array;
        let rest = t.binary_scalar(BinaryOp::Sub, Scalar::new(1f64), true)?;
        let power = |base: f64, t: &DynArray<Self>| t.binary_scalar(BinaryOp::Pow, Scalar::new(base.abs()), true);
        let values = power(first, &rest)?.binary(BinaryOp::Mul, "geomspace", &power(last, &t)?)?;
        let signed = values.binary_scalar(BinaryOp::Mul, Scalar::new(last.signum()), false)?;
        Ok(Array::from_dyn(signed.astype(T::DTYPE)?))
    }

    /// A matrix with ones on diagonal `k` (above the main one if positive) and zeros elsewhere.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.eye::<i32>(2, 3, 1)?.to_string(), "[[0 1 0]\n [0 0 1]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    fn eye<T: Element>(&self, n: usize, m: usize, k: isize) -> Result<Array<T, Self>> {
        checked_len(&[n, m])?;
        let row = DynArray::iota(self, &[n])?.reshaped(&[n, 1])?;
        let column = DynArray::iota(self, &[m])?.binary_scalar(BinaryOp::Sub, Scalar::new(k as i64), false)?;
        Ok(Array::from_dyn(row.binary(BinaryOp::Eq, "eye", &column)?.astype(T::DTYPE)?))
    }

    /// The identity matrix.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.identity::<i32>(2)?.to_string(), "[[1 0]\n [0 1]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    fn identity<T: Element>(&self, n: usize) -> Result<Array<T, Self>> {
        self.eye(n, n, 0)
    }

    /// What was launched and allocated on this device so far.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let before = xp.stats();
    /// let x = xp.arange(0.0f64, 9.0, 1.0)?;
    /// (&x * 2.0 + 1.0).sum(..)?.item()?;
    /// assert_eq!((xp.stats() - before).kernels, 1); // all of it, fused
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fn stats(&self) -> Stats {
        self.counters().read()
    }
}

impl<B: Backend> Create for B {}

/// How many elements there are from `start` to `stop` by `step`, if that is a number of elements.
fn range_len<T: RealElement>(start: T, stop: T, step: T) -> Option<usize> {
    let whole = |x: T| match x.to_wide() {
        Wide::Signed(x) => Some(i128::from(x)),
        Wide::Unsigned(x) => Some(i128::from(x)),
        Wide::Float(_) | Wide::Complex(..) => None,
    };
    if let (Some(start), Some(stop), Some(step)) = (whole(start), whole(stop), whole(step)) {
        let distance = stop - start;
        let more = distance.checked_rem(step)? != 0 && (distance < 0) == (step < 0);
        return usize::try_from((distance / step + i128::from(more)).max(0)).ok();
    }
    let [start, stop, step] = [start, stop, step].map(|x| x.cast::<f64>());
    let len = ((stop - start) / step).ceil();
    (step != 0.0 && len.is_finite()).then_some(len.max(0.0) as usize)
}

impl<T: Element, B: Backend> Array<T, B> {
    /// An array of one value, of the shape of this one.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3], 3)?;
    /// assert_eq!(x.full_like(7)?.to_string(), "[7 7 7]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// None.
    pub fn full_like(&self, value: T) -> Result<Self> {
        self.xp().full(self.shape(), value)
    }

    /// Zeros, of the shape of this array.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3], 3)?;
    /// assert_eq!(x.zeros_like()?.to_string(), "[0 0 0]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// None.
    pub fn zeros_like(&self) -> Result<Self> {
        self.full_like(T::default())
    }

    /// Ones, of the shape of this array.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3], 3)?;
    /// assert_eq!(x.ones_like()?.to_string(), "[1 1 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// None.
    pub fn ones_like(&self) -> Result<Self> {
        self.full_like(true.cast())
    }
}
