//! Limits of elements.

use super::{Array, ArrayLike, ArrayOrScalar, DynArray};
use crate::backend::Backend;
use crate::element::Element;
use crate::error::Result;
use crate::ir::BinaryOp;

impl<B: Backend> DynArray<B> {
    /// [`Array::clip`]. Limits are promoted with the array, as in [`maximum`](DynArray::maximum).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([-2, 0, 3, 9])?.into_dyn();
    /// assert_eq!(x.clip(0, 5)?.dtype(), DType::I32);
    /// assert_eq!(x.clip(0.5, 5)?.typed::<f64>()?.to_vec()?, [0.5, 0.5, 3.0, 5.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::clip`]; [`Error::Value`](crate::Error::Value) for an integer that the array's integer type does not have.
    pub fn clip(&self, min: impl ArrayLike<B>, max: impl ArrayLike<B>) -> Result<Self> {
        const OP: &str = "clip";
        let (min, max) = (min.operand(), max.operand());
        let dtype = max.promoted(OP, min.promoted(OP, self.dtype())?)?;
        self.combine(BinaryOp::Max, OP, &min, dtype)?.combine(BinaryOp::Min, OP, &max, dtype)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The elements limited to `min..=max`: arrays of the same type, broadcast, or scalars. Where `min` is
    /// above `max` the result is `max`. For one limit alone use [`maximum`](Array::maximum) or [`minimum`](Array::minimum).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([-2, 0, 3, 9])?;
    /// assert_eq!(x.clip(0, 5)?.to_string(), "[0 0 3 5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`](crate::Error::Shape) if the shapes do not broadcast.
    pub fn clip<L, H>(&self, min: L, max: H) -> Result<Self>
    where
        L: ArrayOrScalar<T, B, Common = T>,
        H: ArrayOrScalar<T, B, Common = T>,
    {
        self.array.clip(min, max).map(Self::from_dyn)
    }
}
