//! Vector norms.

use super::reduce::VarianceOf;
use super::{Array, DynArray, IntoAxes};
use crate::backend::Backend;
use crate::dtype::DType;
use crate::element::Element;
use crate::error::Result;
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};

/// Which vector norm.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::Norm;
/// let x = xp.array([3.0f64, 0.0, -4.0])?;
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

impl<B: Backend> DynArray<B> {
    /// [`Array::norm`].
    ///
    /// # Errors
    /// Those of [`Array::norm`].
    pub fn norm(&self, axes: impl IntoAxes) -> Result<Self> {
        self.vector_norm(Norm::Two, axes)
    }

    /// [`Array::vector_norm`].
    ///
    /// # Errors
    /// Those of [`Array::vector_norm`].
    pub fn vector_norm(&self, norm: Norm, axes: impl IntoAxes) -> Result<Self> {
        let (axes, dtype) = (axes.into_axes(), self.dtype().quotient());
        let x = self.astype(dtype)?;
        let reduced = |x: &Self, op: ReduceOp| x.reduce_axes("norm", op, 0, &axes);
        let magnitude = || x.unary(UnaryOp::Abs);
        let norm = match norm {
            Norm::Zero => reduced(&x.astype(DType::Bool)?.astype(DType::I64)?, ReduceOp::Sum)?,
            Norm::One => reduced(&magnitude()?, ReduceOp::Sum)?,
            Norm::Two => reduced(&x.widened()?.squared_magnitude()?, ReduceOp::Sum)?.unary(UnaryOp::Sqrt)?,
            Norm::Inf => {
                // The largest of no magnitudes is 0, as is their sum.
                let empty = self.count("norm", &axes)? == 0;
                reduced(&magnitude()?, if empty { ReduceOp::Sum } else { ReduceOp::Max })?
            }
            Norm::NegInf => reduced(&magnitude()?, ReduceOp::Min)?,
            Norm::P(p) => {
                let powers = x.widened()?.unary(UnaryOp::Abs)?.with_number(BinaryOp::Pow, p)?;
                reduced(&powers, ReduceOp::Sum)?.with_number(BinaryOp::Pow, 1.0 / p)?
            }
        };
        norm.astype(dtype.real())
    }

    /// `|x|^2`, of the real type.
    pub(crate) fn squared_magnitude(&self) -> Result<Self> {
        if !self.dtype().is_complex() {
            return self.unary(UnaryOp::Square);
        }
        let [re, im] = [UnaryOp::Real, UnaryOp::Imag].map(|part| self.unary(part)?.unary(UnaryOp::Square));
        re?.binary(BinaryOp::Add, "norm", &im?)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The Euclidean norm over axes (for a matrix over both: Frobenius).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[3.0, 4.0], [6.0, 8.0]])?;
    /// assert_eq!(x.norm(1)?.to_string(), "[ 5. 10.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum).
    pub fn norm(&self, axes: impl IntoAxes) -> Result<Array<VarianceOf<T>, B>> {
        self.array.norm(axes).map(Array::from_dyn)
    }

    /// A vector norm over axes, of the real type of the quotient: `f64` for integers. As `numpy.linalg.vector_norm`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::Norm;
    /// let x = xp.array([3.0f64, -4.0])?;
    /// assert_eq!(x.vector_norm(Norm::One, ..)?.item()?, 7.0);
    /// assert_eq!(x.vector_norm(Norm::Inf, ..)?.item()?, 4.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum); [`Error::Value`](crate::Error::Value) for the smallest magnitude of no elements.
    pub fn vector_norm(&self, norm: Norm, axes: impl IntoAxes) -> Result<Array<VarianceOf<T>, B>> {
        self.array.vector_norm(norm, axes).map(Array::from_dyn)
    }
}
