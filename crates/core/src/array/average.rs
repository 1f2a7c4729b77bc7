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
    pub fn average(&self, axes: impl IntoAxes) -> Result<Self> {
        self.mean(axes)
    }

    /// [`Array::average_with`].
    ///
    /// # Errors
    /// Those of [`Array::average_with`].
    pub fn average_with(&self, axes: impl IntoAxes, weights: &Self) -> Result<Self> {
        Ok(self.average_returned(axes, weights)?.0)
    }

    /// [`Array::average_returned`].
    ///
    /// # Errors
    /// Those of [`Array::average_returned`].
    pub fn average_returned(&self, axes: impl IntoAxes, weights: &Self) -> Result<(Self, Self)> {
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
        let (average, total) = (sum(&x.binary(BinaryOp::Mul, OP, &weights)?)?, sum(&weights)?);
        Ok((average.binary(BinaryOp::Div, OP, &total)?.astype(dtype)?, total.astype(dtype)?))
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The average over axes: the [mean](Array::mean).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.array([[1, 2], [3, 5]])?.average(0)?.to_string(), "[2.  3.5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there or is named twice.
    pub fn average(&self, axes: impl IntoAxes) -> Result<Array<T::Quotient, B>> {
        self.array.average(axes).map(Array::from_dyn)
    }

    /// The average over axes, `sum(w x) / sum(w)`, with weights: of the array's shape, or of the lengths of the axes in
    /// ascending order. Where the weights sum to zero it is NaN or infinite (NumPy raises an error).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, w) = (xp.array([1.0f64, 2.0, 3.0])?, xp.array([3.0f64, 1.0, 0.0])?);
    /// assert_eq!(x.average_with(.., &w)?.item()?, 1.25);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] for other weights, [`Error::Axis`] for an axis that is not there or is named twice.
    pub fn average_with<U: Element>(
        &self,
        axes: impl IntoAxes,
        weights: &Array<U, B>,
    ) -> Result<Array<Quotient<T, U>, B>>
    where
        T: Promote<U>,
    {
        self.array.average_with(axes, &weights.array).map(Array::from_dyn)
    }

    /// [`average_with`](Array::average_with), and the sum of the weights for each average: NumPy's `returned=True`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, w) = (xp.array([[1.0, 2.0], [3.0, 4.0]])?, xp.array([3.0, 1.0])?);
    /// let (averages, sums) = x.average_returned(1, &w)?;
    /// assert_eq!((averages.to_string(), sums.to_string()), ("[1.25 3.25]".into(), "[4. 4.]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`average_with`](Array::average_with).
    #[allow(clippy::type_complexity)]
    pub fn average_returned<U: Element>(
        &self,
        axes: impl IntoAxes,
        weights: &Array<U, B>,
    ) -> Result<(Array<Quotient<T, U>, B>, Array<Quotient<T, U>, B>)>
    where
        T: Promote<U>,
    {
        let (average, total) = self.array.average_returned(axes, &weights.array)?;
        Ok((Array::from_dyn(average), Array::from_dyn(total)))
    }
}
