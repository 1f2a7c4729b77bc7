//! Zero frequency in the middle.

use crate::array::elementwise::dyn_doc;
use crate::array::{Array, Axes, DynArray, IntoAxes};
use crate::backend::Backend;
use crate::element::Element;
use crate::error::Result;

impl<T: Element, B: Backend> Array<T, B> {
    /// The zero-frequency term moved to the middle of each of the axes; `..` for all.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0, 1, 2, -2, -1])?;
    /// assert_eq!(x.fftshift(..)?.to_string(), "[-2 -1  0  1  2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`](crate::Error::Axis) for an axis that is not there or repeated.
    pub fn fftshift(&self, axes: impl IntoAxes) -> Result<Self> {
        self.array.fftshift(axes).map(Self::from_dyn)
    }

    /// The inverse of [`fftshift`](Array::fftshift).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([-2, -1, 0, 1, 2])?;
    /// assert_eq!(x.ifftshift(..)?.to_string(), "[ 0  1  2 -2 -1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`fftshift`](Array::fftshift).
    pub fn ifftshift(&self, axes: impl IntoAxes) -> Result<Self> {
        self.array.ifftshift(axes).map(Self::from_dyn)
    }
}

impl<B: Backend> DynArray<B> {
    #[doc = dyn_doc!(fftshift)]
    pub fn fftshift(&self, axes: impl IntoAxes) -> Result<Self> {
        self.shifted("fftshift", &axes.into_axes(), |n| n / 2)
    }

    #[doc = dyn_doc!(ifftshift)]
    pub fn ifftshift(&self, axes: impl IntoAxes) -> Result<Self> {
        self.shifted("ifftshift", &axes.into_axes(), |n| n - n / 2)
    }

    fn shifted(&self, op: &'static str, axes: &Axes, by: impl Fn(usize) -> usize) -> Result<Self> {
        let mut cuts = vec![0; self.ndim()];
        for axis in axes.resolve(op, self.ndim())? {
            let n = self.shape()[axis];
            // By nothing where it is by all.
            cuts[axis] = if n == 0 { 0 } else { (n - by(n)) % n };
        }
        self.turned(op, cuts)
    }
}
