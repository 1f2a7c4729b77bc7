//! Weighted averages.

use super::arithmetic::Quotient;
use super::{Array, DynArray, IntoAxes};
use crate::backend::Backend;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp};
use crate::layout::Dims;
use crate::promote::Promote;

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
}
