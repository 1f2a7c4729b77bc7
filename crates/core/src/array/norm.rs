//! Norms of vectors and matrices.

use super::reduce::VarianceOf;
use super::{Array, Axes, DynArray, IntoAxes};
use crate::array::elementwise::dyn_doc;
use crate::backend::Backend;
use crate::dtype::DType;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};
use crate::layout::Dims;

/// The order of a norm. Numbers are its orders too: `ord(1)`, `ord(f64::INFINITY)`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let a = xp.array([[3.0, 0.0], [0.0, -4.0]])?;
/// let norm = |ord: NormOrd| a.norm_with(.., Norm::new().ord(ord))?.item();
/// assert_eq!(norm(NormOrd::Frobenius)?, 5.0);
/// assert_eq!(norm(NormOrd::Nuclear)?, 7.0);
/// assert_eq!(norm((-2).into())?, 3.0);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NormOrd {
    /// Of matrices: the square root of the sum of squared magnitudes.
    #[doc(alias = "fro")]
    Frobenius,
    /// Of matrices: the sum of the singular values.
    #[doc(alias = "nuc")]
    Nuclear,
    /// Of vectors: `sum(|x|^p)^(1/p)`; for 0 the number of non-zero elements, for infinity the largest magnitude (0 if there are
    /// none), for minus infinity the smallest.
    ///
    /// Of matrices: for 1 the largest sum of magnitudes of a column, for infinity of a row, for 2 the largest singular value; for
    /// the negative of these the smallest.
    P(f64),
}

impl From<f64> for NormOrd {
    fn from(p: f64) -> Self {
        Self::P(p)
    }
}

impl From<i32> for NormOrd {
    fn from(p: i32) -> Self {
        Self::P(p.into())
    }
}

/// Options of [`Array::norm_with`] and [`Array::cond_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([3.0, 0.0, -4.0])?;
/// assert_eq!(x.norm_with(.., Norm::new().ord(0))?.item()?, 2.0);
/// assert_eq!(x.norm_with(.., Norm::new().ord(1))?.item()?, 7.0);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Norm {
    ord: Option<NormOrd>,
}

impl Norm {
    /// The norm of order 2: of all elements for [`Array::norm`], of the matrix for [`Array::cond`].
    pub fn new() -> Self {
        Self::default()
    }

    /// The order.
    #[doc(alias = "p")]
    pub fn ord(self, ord: impl Into<NormOrd>) -> Self {
        Self { ord: Some(ord.into()) }
    }

    /// The order, if one is named.
    pub(crate) fn order(self) -> Option<NormOrd> {
        self.ord
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The Euclidean norm over axes (for a matrix over both: Frobenius), of the real type of the quotient: `f64` for integers.
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
    #[doc(alias = "vector_norm")]
    #[doc(alias = "matrix_norm")]
    pub fn norm(&self, axes: impl IntoAxes) -> Result<Array<VarianceOf<T>, B>> {
        self.array.norm(axes).map(Array::from_dyn)
    }

    /// [`norm`](Array::norm) with options. Of an order, it is the norm of vectors over one axis, and of matrices over two, the
    /// first of their rows and the second of their columns.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[1.0, -2.0], [3.0, 4.0]])?;
    /// assert_eq!(a.norm_with(.., Norm::new().ord(1))?.item()?, 6.0); // of the matrix
    /// assert_eq!(a.norm_with(1, Norm::new().ord(1))?.to_string(), "[3. 7.]"); // of its rows
    /// assert_eq!(a.norm_with([0, 1], Norm::new().ord(f64::INFINITY))?.item()?, 7.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sum`](Array::sum); [`Error::Value`] for another number of axes, an order that vectors or matrices have not,
    /// and the smallest of no magnitudes; [`Error::DType`] for singular values of `f16` and `bf16`.
    pub fn norm_with(&self, axes: impl IntoAxes, options: Norm) -> Result<Array<VarianceOf<T>, B>> {
        self.array.norm_with(axes, options).map(Array::from_dyn)
    }
}

impl<B: Backend> DynArray<B> {
    #[doc = dyn_doc!(norm)]
    pub fn norm(&self, axes: impl IntoAxes) -> Result<Self> {
        self.vector_norm(&axes.into_axes(), 2.0)
    }

    #[doc = dyn_doc!(norm_with)]
    pub fn norm_with(&self, axes: impl IntoAxes, options: Norm) -> Result<Self> {
        let axes = axes.into_axes();
        let Some(ord) = options.ord else {
            return self.norm(axes);
        };
        match axes.in_order("norm", self.ndim())?[..] {
            [_] => match ord {
                NormOrd::P(p) => self.vector_norm(&axes, p),
                _ => Err(Error::value("norm", format!("vectors have no norm of order {ord:?}"))),
            },
            [rows, columns] => self.matrix_norm([rows, columns], ord, axes.keeps_dims()),
            ref axes => Err(Error::value("norm", format!("there is no norm of this order over {} axes", axes.len()))),
        }
    }

    /// The norm of the numbers along these axes.
    fn vector_norm(&self, axes: &Axes, p: f64) -> Result<Self> {
        let dtype = self.dtype().quotient();
        let x = self.astype(dtype)?;
        let reduced = |x: &Self, op: ReduceOp| x.reduce_axes("norm", op, 0, axes);
        let magnitude = || x.unary(UnaryOp::Abs);
        let norm = match p {
            0.0 => reduced(&x.astype(DType::Bool)?.astype(DType::I64)?, ReduceOp::Sum)?,
            1.0 => reduced(&magnitude()?, ReduceOp::Sum)?,
            2.0 => reduced(&x.widened()?.squared_magnitude()?, ReduceOp::Sum)?.unary(UnaryOp::Sqrt)?,
            f64::INFINITY => {
                // The largest of no magnitudes is 0, as is their sum.
                let empty = self.count("norm", axes)? == 0;
                reduced(&magnitude()?, if empty { ReduceOp::Sum } else { ReduceOp::Max })?
            }
            f64::NEG_INFINITY => reduced(&magnitude()?, ReduceOp::Min)?,
            p => {
                let powers = x.widened()?.unary(UnaryOp::Abs)?.with_number(BinaryOp::Pow, p)?;
                reduced(&powers, ReduceOp::Sum)?.with_number(BinaryOp::Pow, 1.0 / p)?
            }
        };
        norm.astype(dtype.real())
    }

    /// A norm of the matrices of these rows and columns.
    fn matrix_norm(&self, [rows, columns]: [usize; 2], ord: NormOrd, keepdims: bool) -> Result<Self> {
        let dtype = self.dtype().quotient();
        let stack = (0..self.ndim()).filter(|axis| ![rows, columns].contains(axis));
        let order: Dims = stack.chain([rows, columns]).collect();
        let norm = self.astype(dtype)?.permuted(&order)?.norm_of_matrices("norm", ord)?.astype(dtype.real())?;
        if !keepdims {
            return Ok(norm);
        }
        let mut shape: Dims = self.shape().into();
        (shape[rows], shape[columns]) = (1, 1);
        norm.reshaped(&shape)
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
