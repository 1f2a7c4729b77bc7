//! Arrays in column-major order, and arrays without infinities.

use super::{Array, DynArray};
use crate::backend::Backend;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::ir::{ReduceOp, UnaryOp};

impl<B: Backend> DynArray<B> {
    /// [`Array::asfortranarray`].
    ///
    /// # Errors
    /// Those of [`Array::asfortranarray`].
    pub fn asfortranarray(&self) -> Result<Self> {
        Ok(self.t().contiguous()?.t())
    }

    /// [`Array::asarray_chkfinite`].
    ///
    /// # Errors
    /// Those of [`Array::asarray_chkfinite`].
    pub fn asarray_chkfinite(&self) -> Result<Self> {
        if self.dtype().is_float() || self.dtype().is_complex() {
            let finite = self.flat()?.unary(UnaryOp::IsFinite)?;
            if !Self::reduce(ReduceOp::All, 0, &[&finite], &[0], None)?.item()?.get::<bool>() {
                return Err(Error::value("asarray_chkfinite", "the array holds NaN or infinity"));
            }
        }
        Ok(self.clone())
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// A copy in column-major order; the array itself if it already is.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1, 2], [3, 4]])?.asfortranarray();
    /// assert_eq!((x.layout().strides(), x.to_string()), (&[1, 2][..], "[[1 2]\n [3 4]]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn asfortranarray(&self) -> Self {
        self.deferring_view(self.shape(), self.array.asfortranarray())
    }

    /// The array, if no element is NaN or infinite. This reads it.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, 0.0])?;
    /// assert!(x.asarray_chkfinite().is_ok() && x.reciprocal().asarray_chkfinite().is_err());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if an element is.
    pub fn asarray_chkfinite(&self) -> Result<Self> {
        self.array.asarray_chkfinite().map(Self::from_dyn)
    }
}
