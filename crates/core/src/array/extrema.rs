//! Extrema of two arrays, and clipping.

use super::arithmetic::Common;
use super::functions::binary;
use super::operand::ArrayOrScalar;
use super::{Array, IntoAxes};
use crate::backend::Backend;
use crate::element::Element;
use crate::error::Result;
use crate::ir::BinaryOp;
use crate::promote::Promote;

binary! {
    /// The larger of two elements, NaN if either is; complex numbers by real, then imaginary part.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array(&[1.0, f64::NAN, 3.0], 3)?, xp.array(&[2.0, 2.0, 2.0], 3)?);
    /// assert_eq!(x.maximum(&y)?.to_string(), "[ 2. nan  3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    maximum(Element) = Max => Common;
    /// The smaller of two elements, NaN if either is; complex numbers by real, then imaginary part.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array(&[1, 5, 3], 3)?, xp.array(&[2, 2, 2], 3)?);
    /// assert_eq!(x.minimum(&y)?.to_string(), "[1 2 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    minimum(Element) = Min => Common;
    /// The larger of two elements, the other if one is NaN.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array(&[1.0, f64::NAN, 3.0], 3)?, xp.array(&[2.0, 2.0, 2.0], 3)?);
    /// assert_eq!(x.fmax(&y)?.to_string(), "[2. 2. 3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fmax(Element) = Fmax => Common;
    /// The smaller of two elements, the other if one is NaN.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array(&[1.0, f64::NAN, 3.0], 3)?, xp.array(&[2.0, 2.0, 2.0], 3)?);
    /// assert_eq!(x.fmin(&y)?.to_string(), "[1. 2. 2.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fmin(Element) = Fmin => Common;
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The elements limited to `min..=max`: arrays of the same type, broadcast, or scalars. Where `min` is
    /// above `max` the result is `max`. For one limit alone use [`maximum`](Array::maximum) or [`minimum`](Array::minimum).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[-2, 0, 3, 9], 4)?;
    /// assert_eq!(x.clip(0, 5)?.to_string(), "[0 0 3 5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
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
