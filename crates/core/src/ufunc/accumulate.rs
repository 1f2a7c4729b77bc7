//! Running results of any function.

use super::Ufunc;
use crate::array::{AnyArray, DynArray, IntoAxis};
use crate::backend::Backend;
use crate::error::Result;
use crate::layout::normalize_axis;

impl Ufunc {
    /// What [`reduce`](Ufunc::reduce) gives for the elements so far, at each place of an axis. Element types are those of
    /// `reduce`. Where the order of operations counts, that is one after the other.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::Ufunc;
    /// let x = xp.array([48, 36, 27])?;
    /// assert_eq!(Ufunc::Gcd.accumulate(&x, 0)?.to_string(), "[48 12  3]");
    /// assert_eq!(Ufunc::Subtract.accumulate(&x, 0)?.to_string(), "[ 48  12 -15]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`](crate::Error::Axis) for an axis that is not there; [`Error::DType`](crate::Error::DType) as for
    /// [`reduce`](Ufunc::reduce).
    pub fn accumulate<B: Backend>(self, x: &impl AnyArray<B>, axis: impl IntoAxis) -> Result<DynArray<B>> {
        let x = x.as_dyn();
        let axis = normalize_axis(self.name(), axis.into_axis(), x.ndim())?;
        let x = self.operand(x)?;
        let place = Some(axis as isize);
        match self {
            _ if x.is_empty() => Ok(x),
            Ufunc::Add => x.cumsum(place),
            Ufunc::Multiply => x.cumprod(place),
            Ufunc::Maximum => x.cummax(place),
            Ufunc::Minimum => x.cummin(place),
            _ if self.is_reorderable() => self.doubled(x, axis),
            _ => self.fold_all(&x, axis),
        }
    }

    /// Running results of an associative function: each pass combines twice as many elements.
    fn doubled<B: Backend>(self, mut x: DynArray<B>, axis: usize) -> Result<DynArray<B>> {
        let n = x.shape()[axis];
        let mut distance = 1;
        while distance < n {
            let (before, after) = (x.narrow(axis, 0, n - distance)?, x.narrow(axis, distance, n - distance)?);
            let combined = self.apply(&before, &after)?;
            x = DynArray::concatenate(self.name(), &[&x.narrow(axis, 0, distance)?, &combined], axis)?;
            distance *= 2;
        }
        Ok(x)
    }
}
