//! Parts of an array that a layout names: for other languages, whose views remember where they lie in what they are views of.

use super::{Array, ArrayLike, DynArray};
use crate::backend::Backend;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::layout::Layout;

impl<B: Backend> DynArray<B> {
    /// [`Array::through`].
    ///
    /// # Errors
    /// Those of [`Array::through`].
    pub fn through(&self, view: &Layout) -> Result<Self> {
        check("through", self.len(), view)?;
        match self.layout().compose(view) {
            Some(layout) => self.with_layout(layout),
            // No strides express it here, but they do in row-major order.
            None => self.contiguous()?.with_layout(view.clone()),
        }
    }

    /// [`Array::assign_through`].
    ///
    /// # Errors
    /// Those of [`Array::assign_through`]; [`Error::DType`] for a number of a kind that the array's type lacks.
    pub fn assign_through(&mut self, view: &Layout, values: impl ArrayLike<B>) -> Result<()> {
        const OP: &str = "assign_through";
        check(OP, self.len(), view)?;
        if view.overlaps() {
            return Err(Error::value(OP, "several elements of the view are one of the array"));
        }
        let written = values.operand().written_to(OP, self)?.broadcast_into(OP, view.shape())?;
        let lent = values.is_lent();
        // What was given is the caller's no more.
        drop(values);
        if self.layout().compose(view).is_none() {
            *self = self.copy()?;
        }
        let beyond = || Error::value(OP, "the view's places are not in the array");
        self.write(OP, |layout| layout.compose(view).ok_or_else(beyond), written, lent)
    }
}

/// Whether all places are among so many elements.
fn check(op: &'static str, len: usize, view: &Layout) -> Result<()> {
    match view.bounds() {
        Some((_, last)) if last >= len => Err(Error::value(op, format!("places beyond the {len} elements"))),
        _ => Ok(()),
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The elements at the places of a layout, counted in row-major order, as [`as_strided`](Array::as_strided) but from an offset
    /// on, and without computing what is deferred. A view where strides can express it, else a copy.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::Layout;
    /// let x = xp.arange((0, 6, 1))?.reshape([2, 3])?;
    /// let column = Layout::row_major(&[2, 3]).sliced(1, 2, -1, 2)?; // x[:, 2:0:-1]
    /// assert_eq!(x.through(&column)?.to_string(), "[[2 1]\n [5 4]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for places that are not in the array.
    pub fn through(&self, view: &Layout) -> Result<Self> {
        self.array.through(view).map(Self::from_dyn)
    }

    /// Writes values, broadcast, to the places that [`through`](Array::through) shows.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::Layout;
    /// let mut x = xp.zeros::<i32>([2, 2])?;
    /// x.assign_through(&Layout::row_major(&[2, 2]).diagonal(0, 1)?, &xp.array([7, 8])?)?;
    /// assert_eq!(x.to_string(), "[[7 0]\n [0 8]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for places that are not in the array or appear more than once, [`Error::Shape`] if the values do not
    /// broadcast. Nothing is written then.
    pub fn assign_through(&mut self, view: &Layout, values: impl ArrayLike<B>) -> Result<()> {
        self.array.assign_through(view, values)
    }
}
