//! Other views of the same elements: shapes, and axes of length 1.

use super::shape::resolve_shape;
use super::{Array, DynArray, IntoAxes, IntoNewShape, IntoShape};
use crate::backend::Backend;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::layout::Dims;

/// The shape with at least so many axes.
fn at_least(ndim: usize, shape: &[usize]) -> Dims {
    match (ndim, shape) {
        (_, []) => Dims::from_elem(1, ndim),
        (2, &[n]) => Dims::from_slice(&[1, n]),
        (3, &[n]) => Dims::from_slice(&[1, n, 1]),
        (3, &[m, n]) => Dims::from_slice(&[m, n, 1]),
        _ => shape.into(),
    }
}

impl<B: Backend> DynArray<B> {
    /// [`Array::reshape`].
    ///
    /// # Errors
    /// Those of [`Array::reshape`].
    pub fn reshape(&self, shape: impl IntoNewShape) -> Result<Self> {
        self.reshaped(&resolve_shape("reshape", &shape.into_new_shape(), self.len())?)
    }

    /// [`Array::ravel`].
    ///
    /// # Errors
    /// Those of [`Array::ravel`].
    pub fn ravel(&self) -> Result<Self> {
        self.flat()
    }

    /// [`Array::flatten`].
    ///
    /// # Errors
    /// Those of [`Array::flatten`].
    pub fn flatten(&self) -> Result<Self> {
        self.ravel()
    }

    /// [`Array::broadcast_to`].
    ///
    /// # Errors
    /// Those of [`Array::broadcast_to`].
    pub fn broadcast_to(&self, shape: impl IntoShape) -> Result<Self> {
        self.broadcast("broadcast_to", &shape.into_shape())
    }

    /// [`Array::squeeze`].
    ///
    /// # Errors
    /// Those of [`Array::squeeze`].
    pub fn squeeze(&self, axes: impl IntoAxes) -> Result<Self> {
        let axes = axes.into_axes();
        let named = axes.resolve("squeeze", self.ndim())?;
        let gone = |k: &usize| named.contains(k) && (self.shape()[*k] == 1);
        if let (false, Some(k)) = (axes.is_all(), named.iter().find(|k| !gone(k))) {
            return Err(Error::value("squeeze", format!("axis {k} has length {}, not 1", self.shape()[*k])));
        }
        let mut axes = (0..self.ndim()).rev().filter(gone);
        self.with_layout(axes.try_fold(self.layout().clone(), |view, k| view.without_axis(k))?)
    }

    /// [`Array::expand_dims`].
    ///
    /// # Errors
    /// Those of [`Array::expand_dims`].
    pub fn expand_dims(&self, axes: impl IntoAxes) -> Result<Self> {
        let axes = axes.into_axes();
        let Some(n) = axes.named() else {
            return Err(Error::value("expand_dims", "the new axes must be named"));
        };
        let mut places = axes.resolve("expand_dims", self.ndim() + n)?.into_iter();
        self.with_layout(places.try_fold(self.layout().clone(), |view, k| view.with_axis(k))?)
    }

    /// [`Array::atleast_1d`].
    ///
    /// # Errors
    /// Those of [`Array::atleast_1d`].
    pub fn atleast_1d(&self) -> Result<Self> {
        self.reshaped(&at_least(1, self.shape()))
    }

    /// [`Array::atleast_2d`].
    ///
    /// # Errors
    /// Those of [`Array::atleast_2d`].
    pub fn atleast_2d(&self) -> Result<Self> {
        self.reshaped(&at_least(2, self.shape()))
    }

    /// [`Array::atleast_3d`].
    ///
    /// # Errors
    /// Those of [`Array::atleast_3d`].
    pub fn atleast_3d(&self) -> Result<Self> {
        self.reshaped(&at_least(3, self.shape()))
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The elements in row-major order under another shape. One length may be -1: what is left.
    ///
    /// A view where strides can express it, else a copy.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.arange((0, 6, 1))?;
    /// assert_eq!(x.reshape([2, -1])?.to_string(), "[[0 1 2]\n [3 4 5]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the number of elements differs.
    pub fn reshape(&self, shape: impl IntoNewShape) -> Result<Self> {
        self.array.reshape(shape).map(Self::from_dyn)
    }

    /// The elements in row-major order, with one dimension.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1, 2], [3, 4]])?;
    /// assert_eq!(x.t().ravel().to_string(), "[1 3 2 4]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn ravel(&self) -> Self {
        self.deferring_view(&[self.len()], self.array.ravel())
    }

    /// The elements in row-major order, with one dimension. As arrays are values, the same as [`ravel`](Array::ravel).
    pub fn flatten(&self) -> Self {
        self.deferring_view(&[self.len()], self.array.flatten())
    }

    /// Repeated to a larger shape by the rules of broadcasting; nothing is copied.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 3])?;
    /// assert_eq!(x.broadcast_to([2, 3])?.to_string(), "[[1 2 3]\n [1 2 3]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the shape does not broadcast to it.
    pub fn broadcast_to(&self, shape: impl IntoShape) -> Result<Self> {
        self.array.broadcast_to(shape).map(Self::from_dyn)
    }

    /// Without the named axes of length 1; `..` is all that have length 1.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.zeros::<f32>([1, 3, 1])?;
    /// assert_eq!(x.squeeze(0)?.shape(), [3, 1]);
    /// assert_eq!(x.squeeze(..)?.shape(), [3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there, [`Error::Value`] for one of another length.
    pub fn squeeze(&self, axes: impl IntoAxes) -> Result<Self> {
        self.array.squeeze(axes).map(Self::from_dyn)
    }

    /// With a new axis of length 1, or several, at these places of the result.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.zeros::<f32>([2, 3])?;
    /// assert_eq!(x.expand_dims(1)?.shape(), [2, 1, 3]);
    /// assert_eq!(x.expand_dims([0, -1])?.shape(), [1, 2, 3, 1]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] if the result has no such axis or it is named twice, [`Error::Value`] for `..`.
    pub fn expand_dims(&self, axes: impl IntoAxes) -> Result<Self> {
        self.array.expand_dims(axes).map(Self::from_dyn)
    }

    /// A view with at least one dimension.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.scalar(1.0).atleast_1d().shape(), [1]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn atleast_1d(&self) -> Self {
        self.deferring_view(&at_least(1, self.shape()), self.array.atleast_1d())
    }

    /// A view with at least two dimensions: a vector is one row.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.zeros::<f32>(3)?.atleast_2d().shape(), [1, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn atleast_2d(&self) -> Self {
        self.deferring_view(&at_least(2, self.shape()), self.array.atleast_2d())
    }

    /// A view with at least three dimensions: `n` becomes `[1, n, 1]`, `[m, n]` becomes `[m, n, 1]`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.zeros::<f32>(3)?.atleast_3d().shape(), [1, 3, 1]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn atleast_3d(&self) -> Self {
        self.deferring_view(&at_least(3, self.shape()), self.array.atleast_3d())
    }
}
