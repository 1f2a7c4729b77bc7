//! Zero frequency in the middle.

use crate::array::elementwise::dyn_doc;
use crate::array::{Array, Axes, DynArray, IntoAxes};
use crate::backend::Backend;
use crate::element::Element;
use crate::error::Result;
use crate::layout::Layout;

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
        let axes = axes.resolve(op, self.ndim())?;
        axes.iter().try_fold(self.clone(), |x, &axis| x.rolled(axis, by(x.shape()[axis])))
    }

    /// The items of an axis shifted by `shift` places, those beyond the end coming back at the start.
    fn rolled(&self, axis: usize, shift: usize) -> Result<Self> {
        let n = self.shape()[axis];
        if n == 0 || shift.is_multiple_of(n) {
            return Ok(self.clone());
        }
        let whole = Layout::row_major(self.shape());
        let xp = self.xp();
        let mut buffer = crate::graph::alloc(xp, self.len() * self.dtype().size())?;
        let shift = shift % n;
        // (where a part starts, how long it is, where it goes)
        for (from, len, to) in [(0, n - shift, shift), (n - shift, shift, 0)] {
            let part = self.with_layout(self.layout().sliced(axis, from, 1, len)?)?;
            part.store("fftshift", xp, &mut buffer, &whole.sliced(axis, to, 1, len)?)?;
        }
        Ok(Self::from_buffer(xp, self.dtype(), self.shape(), buffer))
    }
}
