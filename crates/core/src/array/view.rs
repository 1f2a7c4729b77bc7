//! Other views of the same elements: shapes, orders of axes, directions.

use super::axes::resolve_shape;
use super::{Array, IntoAxes, IntoNewShape, IntoShape};
use crate::backend::Backend;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::layout::{Dims, Layout, normalize_axis};

impl<T: Element, B: Backend> Array<T, B> {
    /// The array seen through another layout of its node.
    pub(super) fn view(&self, layout: Layout) -> Result<Self> {
        Ok(Self::from_dyn(self.array.with_layout(layout)?))
    }

    /// The elements in row-major order under another shape. One length may be -1: what is left.
    ///
    /// A view where strides can express it, else a copy.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.arange(0, 6, 1)?;
    /// assert_eq!(x.reshape([2, -1])?.to_string(), "[[0 1 2]\n [3 4 5]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the number of elements differs.
    pub fn reshape(&self, shape: impl IntoNewShape) -> Result<Self> {
        let shape = resolve_shape("reshape", &shape.into_new_shape(), self.len())?;
        Ok(Self::from_dyn(self.array.reshaped(&shape)?))
    }

    /// The elements in row-major order, with one dimension.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3, 4], [2, 2])?;
    /// assert_eq!(x.t().ravel()?.to_string(), "[1 3 2 4]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if something had to be computed first, and that failed.
    pub fn ravel(&self) -> Result<Self> {
        Ok(Self::from_dyn(self.array.reshaped(&[self.len()])?))
    }

    /// The elements in row-major order, with one dimension. As arrays are values, the same as [`ravel`](Array::ravel).
    ///
    /// # Errors
    /// Only if something had to be computed first, and that failed.
    pub fn flatten(&self) -> Result<Self> {
        self.ravel()
    }

    /// The axes in reverse order: NumPy's `.T`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(x.t().to_string(), "[[1 4]\n [2 5]\n [3 6]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn t(&self) -> Self {
        Self::from_dyn(self.array.viewed(self.layout().transpose()))
    }

    /// The axes in reverse order.
    pub fn transpose(&self) -> Self {
        self.t()
    }

    fn permuted(&self, axes: &[usize]) -> Result<Self> {
        Ok(Self::from_dyn(self.array.viewed(self.layout().permute(axes)?)))
    }

    /// The last two axes exchanged: NumPy's `.mT`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.zeros::<f32>([5, 2, 3])?;
    /// assert_eq!(x.matrix_transpose()?.shape(), [5, 3, 2]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for fewer than two dimensions.
    pub fn matrix_transpose(&self) -> Result<Self> {
        self.swapaxes(-2, -1)
    }

    /// Axis `k` of the result is axis `axes[k]` of the array: NumPy's `transpose(axes)`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.zeros::<f32>([2, 3, 4])?;
    /// assert_eq!(x.permute_dims(&[1, 2, 0])?.shape(), [3, 4, 2]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there or is named twice, [`Error::Value`] if one is missing.
    #[doc(alias = "transpose_axes")]
    pub fn permute_dims(&self, axes: &[isize]) -> Result<Self> {
        let op = "permute_dims";
        self.permuted(&axes.iter().map(|&axis| normalize_axis(op, axis, self.ndim())).collect::<Result<Dims>>()?)
    }

    /// Two axes exchanged.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.zeros::<f32>([2, 3, 4])?;
    /// assert_eq!(x.swapaxes(0, -1)?.shape(), [4, 3, 2]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there.
    pub fn swapaxes(&self, axis1: isize, axis2: isize) -> Result<Self> {
        let a = normalize_axis("swapaxes", axis1, self.ndim())?;
        let b = normalize_axis("swapaxes", axis2, self.ndim())?;
        let mut order: Dims = (0..self.ndim()).collect();
        order.swap(a, b);
        self.permuted(&order)
    }

    /// One axis moved to another place; the others keep their order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.zeros::<f32>([2, 3, 4])?;
    /// assert_eq!(x.moveaxis(0, -1)?.shape(), [3, 4, 2]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there.
    pub fn moveaxis(&self, source: isize, destination: isize) -> Result<Self> {
        let from = normalize_axis("moveaxis", source, self.ndim())?;
        let to = normalize_axis("moveaxis", destination, self.ndim())?;
        let mut order: Dims = (0..self.ndim()).filter(|&k| k != from).collect();
        order.insert(to, from);
        self.permuted(&order)
    }

    /// Axes in the opposite direction; `..` for all.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3, 4], [2, 2])?;
    /// assert_eq!(x.flip(1)?.to_string(), "[[2 1]\n [4 3]]");
    /// assert_eq!(x.flip(..)?.to_string(), "[[4 3]\n [2 1]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there or is named twice.
    pub fn flip(&self, axes: impl IntoAxes) -> Result<Self> {
        let axes = axes.into_axes().resolve("flip", self.ndim())?;
        let layout = axes.iter().try_fold(self.layout().clone(), |view, &k| {
            let d = view.shape()[k];
            view.sliced(k, d.saturating_sub(1), -1, d)
        });
        self.view(layout?)
    }

    /// Columns (axis 1) in the opposite order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3, 4], [2, 2])?;
    /// assert_eq!(x.fliplr()?.to_string(), "[[2 1]\n [4 3]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for fewer than two dimensions.
    pub fn fliplr(&self) -> Result<Self> {
        self.flip(1)
    }

    /// Rows (axis 0) in the opposite order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3, 4], [2, 2])?;
    /// assert_eq!(x.flipud()?.to_string(), "[[3 4]\n [1 2]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for no dimensions.
    pub fn flipud(&self) -> Result<Self> {
        self.flip(0)
    }

    /// Rotated `k` times by 90 degrees in the plane of two axes, from the first towards the second.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3, 4], [2, 2])?;
    /// assert_eq!(x.rot90(1, [0, 1])?.to_string(), "[[2 4]\n [1 3]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] if the axes are not there or are the same.
    pub fn rot90(&self, k: isize, axes: [isize; 2]) -> Result<Self> {
        axes.into_axes().resolve("rot90", self.ndim())?;
        let [first, second] = axes;
        match k.rem_euclid(4) {
            0 => Ok(self.clone()),
            1 => self.flip(second)?.swapaxes(first, second),
            2 => self.flip(axes),
            _ => self.swapaxes(first, second)?.flip(second),
        }
    }

    /// Repeated to a larger shape by the rules of broadcasting; nothing is copied.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3], 3)?;
    /// assert_eq!(x.broadcast_to([2, 3])?.to_string(), "[[1 2 3]\n [1 2 3]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the shape does not broadcast to it.
    pub fn broadcast_to(&self, shape: impl IntoShape) -> Result<Self> {
        Ok(Self::from_dyn(self.array.broadcast("broadcast_to", &shape.into_shape())?))
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
        let axes = axes.into_axes();
        let named = axes.resolve("squeeze", self.ndim())?;
        let gone = |k: &usize| named.contains(k) && (self.shape()[*k] == 1);
        if let (false, Some(k)) = (axes.is_all(), named.iter().find(|k| !gone(k))) {
            return Err(Error::value("squeeze", format!("axis {k} has length {}, not 1", self.shape()[*k])));
        }
        let mut axes = (0..self.ndim()).rev().filter(gone);
        self.view(axes.try_fold(self.layout().clone(), |view, k| view.without_axis(k))?)
    }

    /// With a new axis of length 1 at place `axis` of the result.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.zeros::<f32>([2, 3])?;
    /// assert_eq!(x.expand_dims(1)?.shape(), [2, 1, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] if the result has no such axis.
    pub fn expand_dims(&self, axis: isize) -> Result<Self> {
        let k = normalize_axis("expand_dims", axis, self.ndim() + 1)?;
        self.view(self.layout().with_axis(k)?)
    }

    /// A view with at least one dimension.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.scalar(1.0)?.atleast_1d()?.shape(), [1]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if something had to be computed first, and that failed.
    pub fn atleast_1d(&self) -> Result<Self> {
        if self.ndim() == 0 { self.expand_dims(0) } else { Ok(self.clone()) }
    }

    /// A view with at least two dimensions: a vector is one row.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.zeros::<f32>(3)?.atleast_2d()?.shape(), [1, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if something had to be computed first, and that failed.
    pub fn atleast_2d(&self) -> Result<Self> {
        match self.ndim() {
            0 | 1 => self.atleast_1d()?.expand_dims(0),
            _ => Ok(self.clone()),
        }
    }

    /// A view with at least three dimensions: `n` becomes `[1, n, 1]`, `[m, n]` becomes `[m, n, 1]`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.zeros::<f32>(3)?.atleast_3d()?.shape(), [1, 3, 1]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if something had to be computed first, and that failed.
    pub fn atleast_3d(&self) -> Result<Self> {
        match self.ndim() {
            0..3 => self.atleast_2d()?.expand_dims(2),
            _ => Ok(self.clone()),
        }
    }
}
