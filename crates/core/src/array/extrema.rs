//! Extrema of two arrays, and clipping.

use super::arithmetic::{ArrayOrScalar, Common};
use super::functions::binary;
use super::{Array, IntoAxes};
use crate::backend::Backend;
use crate::element::Element;
use crate::error::Result;
use crate::ir::BinaryOp;
use crate::promote::Promote;

binary! {
    /// The larger of two elements, NaN if either is; complex numbers by real, then imaginary part.
    maximum(Element) = Max => Common;
    /// The smaller of two elements, NaN if either is; complex numbers by real, then imaginary part.
    minimum(Element) = Min => Common;
    /// The larger of two elements, the other if one is NaN.
    fmax(Element) = Fmax => Common;
    /// The smaller of two elements, the other if one is NaN.
    fmin(Element) = Fmin => Common;
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The elements limited to `min..=max`: arrays of the same type, broadcast, or scalars. Where `min` is
    /// above `max` the result is `max`. For one limit alone use [`maximum`](Array::maximum) or [`minimum`](Array::minimum).
    ///
    /// # Errors
    /// [`Error::Shape`](crate::Error::Shape) if the shapes do not broadcast.
    pub fn clip<L, H>(&self, min: L, max: H) -> Result<Self>
    where
        L: ArrayOrScalar<T, B, Element = T>,
        H: ArrayOrScalar<T, B, Element = T>,
    {
        self.combine::<T, T, L>(BinaryOp::Max, "clip", &min)?.combine::<T, T, H>(BinaryOp::Min, "clip", &max)
    }

    /// The maximum over axes: [`max`](Array::max).
    ///
    /// # Errors
    /// Those of [`max`](Array::max).
    pub fn amax(&self, axes: impl IntoAxes) -> Result<Self> {
        self.max(axes)
    }

    /// The minimum over axes: [`min`](Array::min).
    ///
    /// # Errors
    /// Those of [`min`](Array::min).
    pub fn amin(&self, axes: impl IntoAxes) -> Result<Self> {
        self.min(axes)
    }
}
