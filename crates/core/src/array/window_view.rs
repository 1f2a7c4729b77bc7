//! Views in which elements appear more than once.

use super::{Array, DynArray, IntoAxes, IntoShape, PlainInteger};
use crate::backend::Backend;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::layout::{Dims, Layout, Strides};

impl<B: Backend> DynArray<B> {
    /// [`Array::sliding_window_view`].
    ///
    /// # Errors
    /// Those of [`Array::sliding_window_view`].
    pub fn sliding_window_view(&self, window: impl IntoShape, axes: impl IntoAxes) -> Result<Self> {
        const OP: &str = "sliding_window_view";
        let (window, axes) = (window.into_shape(), axes.into_axes().in_order(OP, self.ndim())?);
        if window.len() != axes.len() {
            return Err(Error::shape(OP, &window, &axes));
        }
        let (mut shape, mut strides) = (Dims::from_slice(self.shape()), Strides::from_slice(self.layout().strides()));
        for (&axis, &n) in axes.iter().zip(&window) {
            let Some(rest) = shape[axis].checked_sub(n) else {
                return Err(Error::shape(OP, self.shape(), &window));
            };
            shape[axis] = rest.saturating_add(1);
            shape.push(n);
            strides.push(strides[axis]);
        }
        // Computed before: of an expression each element would be computed once for each window that it is in.
        self.eval()?;
        Ok(self.viewed(Layout::new(shape, strides, self.layout().offset())?))
    }

    /// [`Array::as_strided`].
    ///
    /// # Errors
    /// Those of [`Array::as_strided`].
    pub fn as_strided<I: PlainInteger>(&self, shape: impl IntoShape, strides: &[I]) -> Result<Self> {
        const OP: &str = "as_strided";
        let strides = strides.iter().map(|stride| stride.to_isize()).collect();
        let layout = Layout::new(shape.into_shape(), strides, 0)?;
        let len = self.len();
        if layout.bounds().is_some_and(|(_, last)| last >= len) {
            return Err(Error::value(OP, format!("places beyond the {len} elements")));
        }
        let x = self.contiguous()?;
        x.eval()?;
        Ok(x.viewed(layout))
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// Each window of the array, of these lengths along axes (`..` for all): the axes are as much shorter as windows have places to
    /// be, and those of the window come last. A view.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, 2.0, 4.0, 9.0])?;
    /// let windows = x.sliding_window_view(3, 0)?;
    /// assert_eq!(windows.to_string(), "[[1. 2. 4.]\n [2. 4. 9.]]");
    /// assert_eq!(windows.max(-1)?.to_string(), "[4. 9.]"); // the running maximum
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] for a window that is longer than its axis, and another number of lengths than of axes; [`Error::Axis`] for
    /// an axis that is not there or is named twice.
    pub fn sliding_window_view(&self, window: impl IntoShape, axes: impl IntoAxes) -> Result<Self> {
        self.array.sliding_window_view(window, axes).map(Self::from_dyn)
    }

    /// The elements at the places that a shape and strides name, counted in elements of the array in row-major order: `x[i, j]` is
    /// the one at `i strides[0] + j strides[1]`. A view.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.arange(5)?;
    /// assert_eq!(x.as_strided([3, 2], &[1, 2])?.to_string(), "[[0 2]\n [1 3]\n [2 4]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless there is a stride for each axis and all places are in the array.
    pub fn as_strided<I: PlainInteger>(&self, shape: impl IntoShape, strides: &[I]) -> Result<Self> {
        self.array.as_strided(shape, strides).map(Self::from_dyn)
    }
}
