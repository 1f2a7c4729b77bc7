//! Convolution and correlation of vectors, by their definition.

use super::Array;
use super::DynArray;
use super::arithmetic::Common;
use super::search::check_vector;
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::{DType, Scalar};
use crate::element::Number;
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};
use crate::layout::Layout;
use crate::promote::Promote;
use smallvec::smallvec;

/// Which part of a convolution of lengths `m` and `n`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::ConvolveMode;
/// let (x, y) = (xp.ones::<f64>(4)?, xp.ones::<f64>(3)?);
/// assert_eq!(x.convolve(&y)?.to_string(), "[1. 2. 3. 3. 2. 1.]");
/// assert_eq!(x.convolve_with(&y, ConvolveMode::Same)?.to_string(), "[2. 3. 3. 2.]");
/// assert_eq!(x.convolve_with(&y, ConvolveMode::Valid)?.to_string(), "[3. 3.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConvolveMode {
    /// Everywhere that the vectors overlap: `m + n - 1` elements.
    Full,
    /// The middle: `max(m, n)` elements.
    Same,
    /// Where the vectors overlap wholly: `max(m, n) - min(m, n) + 1` elements.
    Valid,
}

impl<B: Backend> DynArray<B> {
    /// [`Array::convolve`].
    ///
    /// # Errors
    /// Those of [`Array::convolve`]; [`Error::DType`] for truth values.
    pub fn convolve(&self, other: &Self) -> Result<Self> {
        self.convolve_with(other, ConvolveMode::Full)
    }

    /// [`Array::convolve_with`].
    ///
    /// # Errors
    /// Those of [`Array::convolve_with`]; [`Error::DType`] for truth values.
    pub fn convolve_with(&self, other: &Self, mode: ConvolveMode) -> Result<Self> {
        let (x, kernel) = self.vectors("convolve", other)?;
        // The longer one is gone through, the shorter one is the window.
        let (x, kernel) = if x.len() >= kernel.len() { (x, kernel) } else { (kernel, x) };
        let before = (kernel.len() - 1) / 2;
        x.windows_times("convolve", &kernel.reversed_vector()?, mode, before)
    }

    /// [`Array::correlate`].
    ///
    /// # Errors
    /// Those of [`Array::correlate`]; [`Error::DType`] for truth values.
    pub fn correlate(&self, other: &Self) -> Result<Self> {
        self.correlate_with(other, ConvolveMode::Valid)
    }

    /// [`Array::correlate_with`].
    ///
    /// # Errors
    /// Those of [`Array::correlate_with`]; [`Error::DType`] for truth values.
    pub fn correlate_with(&self, other: &Self, mode: ConvolveMode) -> Result<Self> {
        let (x, kernel) = self.vectors("correlate", other)?;
        let kernel = kernel.unary(UnaryOp::Conj)?;
        if x.len() >= kernel.len() {
            let before = (kernel.len() - 1) / 2;
            return x.windows_times("correlate", &kernel, mode, before);
        }
        let before = x.len() / 2;
        kernel.reversed_vector()?.windows_times("correlate", &x.reversed_vector()?, mode, before)
    }

    /// Two vectors as one type; neither is empty.
    fn vectors(&self, op: &'static str, other: &Self) -> Result<(Self, Self)> {
        for x in [self, other] {
            TypeClass::Number.check(op, x.dtype())?;
            check_vector(op, x)?;
        }
        if self.is_empty() || other.is_empty() {
            return Err(Error::value(op, "the vectors must not be empty"));
        }
        let dtype = self.dtype().promote(other.dtype());
        Ok((self.astype(dtype)?, other.astype(dtype)?))
    }

    /// The sum of products of a kernel with each window of a vector that is no shorter. `before` is how much of the
    /// full result `Same` leaves out in front.
    fn windows_times(&self, op: &'static str, kernel: &Self, mode: ConvolveMode, before: usize) -> Result<Self> {
        let (n, m) = (self.len(), kernel.len());
        let (start, len) = match mode {
            ConvolveMode::Full => (0, n + m - 1),
            ConvolveMode::Same => (before, n),
            ConvolveMode::Valid => (m - 1, n - m + 1),
        };
        let source = match mode {
            ConvolveMode::Valid => self.contiguous()?,
            _ => {
                let zeros = Self::full(self.xp(), Scalar::from_f64(self.dtype(), 0.0), &[m - 1])?;
                Self::concatenate(op, &[&zeros, self, &zeros], 0)?.narrow(0, start, len + m - 1)?
            }
        };
        source.eval()?;
        let windows = Layout::new(smallvec![len, m], smallvec![1, 1], source.layout().offset())?;
        let products = source.with_layout(windows)?.binary(BinaryOp::Mul, op, kernel)?;
        let products = match self.dtype() {
            DType::F16 | DType::BF16 => products.widened()?,
            _ => products,
        };
        Self::reduce(ReduceOp::Sum, 0, &[&products], &[1], None)?.astype(self.dtype())
    }
}

impl<T: Number, B: Backend> Array<T, B> {
    /// The convolution of two vectors: `sum(self[i] * other[k - i])` for each `k`, computed directly.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::ConvolveMode;
    /// let (x, y) = (xp.array([1.0, 2.0, 3.0])?, xp.array([0.0, 1.0, 0.5])?);
    /// assert_eq!(x.convolve(&y)?.to_string(), "[0.  1.  2.5 4.  1.5]");
    /// assert_eq!(x.convolve_with(&y, ConvolveMode::Valid)?.to_string(), "[2.5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if one is not a vector or has no elements.
    pub fn convolve<U: Number>(&self, other: &Array<U, B>) -> Result<Array<Common<T, U>, B>>
    where
        T: Promote<U>,
        Common<T, U>: Number,
    {
        self.array.convolve(&other.array).map(Array::from_dyn)
    }

    /// The middle of [`convolve`](Array::convolve), or where the vectors overlap wholly.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::ConvolveMode;
    /// let (x, y) = (xp.array([1.0, 2.0, 3.0])?, xp.array([0.0, 1.0, 0.5])?);
    /// assert_eq!(x.convolve_with(&y, ConvolveMode::Valid)?.to_string(), "[2.5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`convolve`](Array::convolve).
    pub fn convolve_with<U: Number>(&self, other: &Array<U, B>, mode: ConvolveMode) -> Result<Array<Common<T, U>, B>>
    where
        T: Promote<U>,
        Common<T, U>: Number,
    {
        self.array.convolve_with(&other.array, mode).map(Array::from_dyn)
    }

    /// The correlation of two vectors: `sum(self[k + i] * conj(other[i]))` for each `k`, computed directly. NumPy's
    /// default mode is [`ConvolveMode::Valid`].
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::ConvolveMode;
    /// let (x, y) = (xp.array([1.0, 2.0, 3.0])?, xp.array([0.0, 1.0, 0.5])?);
    /// assert_eq!(x.correlate_with(&y, ConvolveMode::Same)?.to_string(), "[2.  3.5 3. ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if one is not a vector or has no elements.
    pub fn correlate<U: Number>(&self, other: &Array<U, B>) -> Result<Array<Common<T, U>, B>>
    where
        T: Promote<U>,
        Common<T, U>: Number,
    {
        self.array.correlate(&other.array).map(Array::from_dyn)
    }

    /// [`correlate`](Array::correlate) in the middle, or everywhere that the vectors overlap.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::ConvolveMode;
    /// let (x, y) = (xp.array([1.0, 2.0, 3.0])?, xp.array([0.0, 1.0, 0.5])?);
    /// assert_eq!(x.correlate_with(&y, ConvolveMode::Same)?.to_string(), "[2.  3.5 3. ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`correlate`](Array::correlate).
    pub fn correlate_with<U: Number>(&self, other: &Array<U, B>, mode: ConvolveMode) -> Result<Array<Common<T, U>, B>>
    where
        T: Promote<U>,
        Common<T, U>: Number,
    {
        self.array.correlate_with(&other.array, mode).map(Array::from_dyn)
    }
}
