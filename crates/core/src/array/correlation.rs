//! Weighted averages, covariance and correlation.

use super::DynArray;
use super::arithmetic::Quotient;
use super::{Array, IntoAxes};
use crate::backend::Backend;
use crate::dtype::DType;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};
use crate::layout::{Dims, checked_len};
use crate::promote::Promote;

/// The type of a covariance: at least `f64`.
type Covariance<T> = <T as Promote<f64>>::Output;

impl<B: Backend> DynArray<B> {
    /// [`Array::average`].
    ///
    /// # Errors
    /// Those of [`Array::average`].
    pub fn average(&self, axes: impl IntoAxes, weights: &Self) -> Result<Self> {
        const OP: &str = "average";
        let (axes, dtype) = (axes.into_axes(), self.dtype().promote(weights.dtype()).quotient());
        let reduced = axes.resolve(OP, self.ndim())?;
        let mut weights = weights.clone();
        if weights.shape() != self.shape() {
            let lengths: Dims = reduced.iter().map(|&k| self.shape()[k]).collect();
            if weights.shape() != &lengths[..] {
                return Err(Error::shape(OP, self.shape(), weights.shape()));
            }
            let aligned: Dims =
                (0..self.ndim()).map(|k| if reduced.contains(&k) { self.shape()[k] } else { 1 }).collect();
            weights = weights.reshaped(&aligned)?.broadcast(OP, self.shape())?;
        }
        let (x, weights) = (self.astype(dtype)?.widened()?, weights.astype(dtype)?.widened()?);
        let sum = |x: &Self| x.reduce_axes(OP, ReduceOp::Sum, 0, &axes);
        let average = sum(&x.binary(BinaryOp::Mul, OP, &weights)?)?;
        average.binary(BinaryOp::Div, OP, &sum(&weights)?)?.astype(dtype)
    }

    /// [`Array::cov`].
    ///
    /// # Errors
    /// Those of [`Array::cov`].
    pub fn cov(&self, rowvar: bool, ddof: f64) -> Result<Self> {
        self.covariance("cov", rowvar, ddof)?.squeezed()
    }

    /// [`Array::corrcoef`].
    ///
    /// # Errors
    /// Those of [`Array::corrcoef`].
    pub fn corrcoef(&self, rowvar: bool) -> Result<Self> {
        const OP: &str = "corrcoef";
        let covariance = self.covariance(OP, rowvar, 1.0)?;
        let n = covariance.shape()[0];
        let deviation =
            covariance.with_layout(covariance.layout().diagonal(0, 1)?)?.unary(UnaryOp::Real)?.unary(UnaryOp::Sqrt)?;
        let deviation = deviation.astype(covariance.dtype())?;
        let columns = deviation.reshaped(&[n, 1])?;
        let r = covariance.binary(BinaryOp::Div, OP, &columns)?.binary(BinaryOp::Div, OP, &deviation)?;
        // Rounding must not make a correlation larger than 1.
        let clip = |x: &Self| x.with_number(BinaryOp::Max, -1.0)?.with_number(BinaryOp::Min, 1.0);
        let r = match r.dtype().is_complex() {
            true => Self::complex(&clip(&r.unary(UnaryOp::Real)?)?, &clip(&r.unary(UnaryOp::Imag)?)?)?,
            false => clip(&r)?,
        };
        r.squeezed()
    }

    /// The covariance matrix, contiguous.
    fn covariance(&self, op: &'static str, rowvar: bool, ddof: f64) -> Result<Self> {
        let x = self.astype(self.dtype().promote(DType::F64))?;
        let x = match self.ndim() {
            0 | 1 => x.reshaped(&[1, self.len()])?,
            2 if rowvar => x,
            2 => x.with_layout(x.layout().transpose())?,
            _ => return Err(Error::value(op, "expects at most two dimensions")),
        };
        let [variables, observations] = *x.shape() else {
            return Err(Error::value(op, "expects at most two dimensions"));
        };
        checked_len(&[variables, variables])?;
        let mean = x.reduce_axes(op, ReduceOp::Sum, 0, &super::keepdims(1))?;
        let mean = mean.with_number(BinaryOp::Div, observations as f64)?;
        let centred = x.binary(BinaryOp::Sub, op, &mean)?;
        centred.eval()?;
        let conjugate = if x.dtype().is_complex() { centred.unary(UnaryOp::Conj)? } else { centred.clone() };
        let conjugate = conjugate.with_layout(conjugate.layout().transpose())?;
        let buffer = x.xp().matmul(centred.computed()?.view()?, conjugate.computed()?.view()?)?;
        let product = Self::from_buffer(x.xp(), x.dtype(), &[variables, variables], buffer);
        product.with_number(BinaryOp::Div, (observations as f64 - ddof).max(0.0))?.contiguous()
    }

    /// The matrix; of one variable it has no dimensions.
    fn squeezed(self) -> Result<Self> {
        if self.len() == 1 { self.reshaped(&[]) } else { Ok(self) }
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The average over axes, `sum(w x) / sum(w)`, with weights: of the array's shape, or of the lengths of the axes in
    /// ascending order. Where the weights sum to zero it is NaN or infinite (NumPy raises an error).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, w) = (xp.array([1.0f64, 2.0, 3.0])?, xp.array([3.0f64, 1.0, 0.0])?);
    /// assert_eq!(x.average(.., &w)?.item()?, 1.25);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] for other weights, [`Error::Axis`] for an axis that is not there or is named twice.
    pub fn average<U: Element>(&self, axes: impl IntoAxes, weights: &Array<U, B>) -> Result<Array<Quotient<T, U>, B>>
    where
        T: Promote<U>,
    {
        self.array.average(axes, &weights.array).map(Array::from_dyn)
    }

    /// The covariance matrix of variables: the rows of a matrix, or its columns if not `rowvar`. Its elements are
    /// `sum((x - mean(x)) conj(y - mean(y))) / (n - ddof)` over the `n` observations (NumPy's default `ddof` is 1). One
    /// variable, or a vector, gives no dimensions. The type is at least `f64`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0]])?;
    /// assert_eq!(x.cov(true, 1.0)?.to_string(), "[[ 1. -1.]\n [-1.  1.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for more than two dimensions.
    pub fn cov(&self, rowvar: bool, ddof: f64) -> Result<Array<Covariance<T>, B>>
    where
        T: Promote<f64>,
    {
        self.array.cov(rowvar, ddof).map(Array::from_dyn)
    }

    /// The correlation coefficients, `cov(x, y) / sqrt(cov(x, x) cov(y, y))`, of variables: the rows of a matrix, or
    /// its columns if not `rowvar`. One variable, or a vector, gives no dimensions. The type is at least `f64`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[0.0, 1.0, 2.0], [4.0, 2.0, 0.0]])?;
    /// assert_eq!(x.corrcoef(true)?.to_string(), "[[ 1. -1.]\n [-1.  1.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for more than two dimensions.
    pub fn corrcoef(&self, rowvar: bool) -> Result<Array<Covariance<T>, B>>
    where
        T: Promote<f64>,
    {
        self.array.corrcoef(rowvar).map(Array::from_dyn)
    }
}
