//! Conversion from and to the arrays of the `ndarray` crate.

use crate::array::{Array, Create};
use crate::backend::Backend;
use crate::element::Element;
use crate::error::{Error, Result};
use ndarray::{ArrayD, ArrayRef, Dimension, IxDyn};

/// Copying from `ndarray`, as a method of every backend's handle.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.from_ndarray(&ndarray::arr1(&[1.0, 2.0, 3.0]))? * 2.0;
/// assert_eq!(x.to_ndarray()?, ndarray::arr1(&[2.0, 4.0, 6.0]).into_dyn());
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait FromNdarray: Backend {
    /// A copy of an `ndarray` array or view, of any layout.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let theirs = ndarray::array![[1.0, 2.0], [3.0, 4.0]];
    /// assert_eq!(xp.from_ndarray(&theirs.t())?.to_string(), "[[1. 3.]\n [2. 4.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if memory runs out.
    fn from_ndarray<T: Element, D: Dimension>(&self, array: &ArrayRef<T, D>) -> Result<Array<T, Self>> {
        match array.as_slice() {
            Some(elements) => self.from_slice(elements, array.shape()),
            None => self.from_slice(&array.iter().copied().collect::<Vec<_>>(), array.shape()),
        }
    }
}

impl<B: Backend> FromNdarray for B {}

impl<T: Element, B: Backend> Array<T, B> {
    /// A copy as an `ndarray` array, in row-major order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1.0, 2.0], [3.0, 4.0]])?;
    /// assert_eq!(x.to_ndarray()?, ndarray::array![[1.0, 2.0], [3.0, 4.0]].into_dyn());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::eval`].
    #[doc(alias = "asnumpy")]
    pub fn to_ndarray(&self) -> Result<ArrayD<T>> {
        ArrayD::from_shape_vec(IxDyn(self.shape()), self.to_vec()?)
            .map_err(|error| Error::value("to_ndarray", error.to_string()))
    }
}
