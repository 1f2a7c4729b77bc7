//! Views of the same elements with the axes in another order or direction.

use super::{Array, DynArray, IntoAxes, IntoAxis, PlainInteger};
use crate::backend::Backend;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::layout::{Dims, normalize_axis};

/// Options of [`Array::rot90_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([[1, 2], [3, 4]])?;
/// assert_eq!(x.rot90_with(Rot90::new().k(2))?.to_string(), "[[4 3]\n [2 1]]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rot90 {
    k: isize,
    axes: [isize; 2],
}

impl Default for Rot90 {
    fn default() -> Self {
        Self { k: 1, axes: [0, 1] }
    }
}

impl Rot90 {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many quarter turns.
    pub fn k(self, k: impl PlainInteger) -> Self {
        Self { k: k.to_isize(), ..self }
    }

    /// The axes of the plane, from the first towards the second.
    pub fn axes(self, axes: [impl IntoAxis; 2]) -> Self {
        Self { axes: axes.map(IntoAxis::into_axis), ..self }
    }
}

impl<B: Backend> DynArray<B> {
    /// [`Array::t`].
    #[doc(alias = "T")]
    pub fn t(&self) -> Self {
        self.viewed(self.layout().transpose())
    }

    /// [`Array::transpose`].
    pub fn transpose(&self) -> Self {
        self.t()
    }

    pub(crate) fn permuted(&self, axes: &[usize]) -> Result<Self> {
        Ok(self.viewed(self.layout().permute(axes)?))
    }

    /// [`Array::matrix_transpose`].
    ///
    /// # Errors
    /// Those of [`Array::matrix_transpose`].
    #[doc(alias = "mT")]
    pub fn matrix_transpose(&self) -> Result<Self> {
        self.swapaxes(-2, -1)
    }

    /// [`Array::permute_dims`].
    ///
    /// # Errors
    /// Those of [`Array::permute_dims`].
    pub fn permute_dims(&self, axes: impl IntoAxes) -> Result<Self> {
        self.permuted(&axes.into_axes().in_order("permute_dims", self.ndim())?)
    }

    /// [`Array::swapaxes`].
    ///
    /// # Errors
    /// Those of [`Array::swapaxes`].
    pub fn swapaxes(&self, axis1: impl IntoAxis, axis2: impl IntoAxis) -> Result<Self> {
        let a = normalize_axis("swapaxes", axis1.into_axis(), self.ndim())?;
        let b = normalize_axis("swapaxes", axis2.into_axis(), self.ndim())?;
        let mut order: Dims = (0..self.ndim()).collect();
        order.swap(a, b);
        self.permuted(&order)
    }

    /// [`Array::moveaxis`].
    ///
    /// # Errors
    /// Those of [`Array::moveaxis`].
    #[doc(alias = "rollaxis")]
    pub fn moveaxis(&self, source: impl IntoAxes, destination: impl IntoAxes) -> Result<Self> {
        const OP: &str = "moveaxis";
        let from = source.into_axes().in_order(OP, self.ndim())?;
        let to = destination.into_axes().in_order(OP, self.ndim())?;
        if from.len() != to.len() {
            return Err(Error::shape(OP, &[from.len()], &[to.len()]));
        }
        let mut order: Dims = (0..self.ndim()).filter(|k| !from.contains(k)).collect();
        let mut moves: Vec<_> = to.into_iter().zip(from).collect();
        moves.sort_unstable();
        moves.into_iter().for_each(|(place, axis)| order.insert(place, axis));
        self.permuted(&order)
    }

    /// [`Array::flip`].
    ///
    /// # Errors
    /// Those of [`Array::flip`].
    pub fn flip(&self, axes: impl IntoAxes) -> Result<Self> {
        let axes = axes.into_axes().resolve("flip", self.ndim())?;
        let layout = axes.iter().try_fold(self.layout().clone(), |view, &k| {
            let d = view.shape()[k];
            view.sliced(k, d.saturating_sub(1), -1, d)
        });
        self.with_layout(layout?)
    }

    /// [`Array::fliplr`].
    ///
    /// # Errors
    /// Those of [`Array::fliplr`].
    pub fn fliplr(&self) -> Result<Self> {
        self.flip(1)
    }

    /// [`Array::flipud`].
    ///
    /// # Errors
    /// Those of [`Array::flipud`].
    pub fn flipud(&self) -> Result<Self> {
        self.flip(0)
    }

    /// [`Array::rot90`].
    ///
    /// # Errors
    /// Those of [`Array::rot90`].
    pub fn rot90(&self) -> Result<Self> {
        self.rot90_with(Rot90::new())
    }

    /// [`Array::rot90_with`].
    ///
    /// # Errors
    /// Those of [`Array::rot90_with`].
    pub fn rot90_with(&self, options: Rot90) -> Result<Self> {
        let Rot90 { k, axes } = options;
        axes.into_axes().resolve("rot90", self.ndim())?;
        let [first, second] = axes;
        match k.rem_euclid(4) {
            0 => Ok(self.clone()),
            1 => self.flip(second)?.swapaxes(first, second),
            2 => self.flip(axes),
            _ => self.swapaxes(first, second)?.flip(second),
        }
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The axes in reverse order: NumPy's `.T`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1, 2, 3], [4, 5, 6]])?;
    /// assert_eq!(x.t().to_string(), "[[1 4]\n [2 5]\n [3 6]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    #[doc(alias = "T")]
    pub fn t(&self) -> Self {
        Self::from_dyn(self.array.t())
    }

    /// The axes in reverse order.
    pub fn transpose(&self) -> Self {
        self.t()
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
    #[doc(alias = "mT")]
    pub fn matrix_transpose(&self) -> Result<Self> {
        self.array.matrix_transpose().map(Self::from_dyn)
    }

    /// Axis `k` of the result is axis `axes[k]` of the array: NumPy's `transpose(axes)`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.zeros::<f32>([2, 3, 4])?;
    /// assert_eq!(x.permute_dims((1, 2, 0))?.shape(), [3, 4, 2]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there or is named twice, [`Error::Value`] if one is missing.
    #[doc(alias = "transpose_axes")]
    pub fn permute_dims(&self, axes: impl IntoAxes) -> Result<Self> {
        self.array.permute_dims(axes).map(Self::from_dyn)
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
    pub fn swapaxes(&self, axis1: impl IntoAxis, axis2: impl IntoAxis) -> Result<Self> {
        self.array.swapaxes(axis1, axis2).map(Self::from_dyn)
    }

    /// One axis, or several, moved to other places; the others keep their order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.zeros::<f32>([2, 3, 4])?;
    /// assert_eq!(x.moveaxis(0, -1)?.shape(), [3, 4, 2]);
    /// assert_eq!(x.moveaxis([0, 1], [2, 0])?.shape(), [3, 4, 2]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there or is named twice, [`Error::Shape`]
    /// for another number of places than of axes.
    #[doc(alias = "rollaxis")]
    pub fn moveaxis(&self, source: impl IntoAxes, destination: impl IntoAxes) -> Result<Self> {
        self.array.moveaxis(source, destination).map(Self::from_dyn)
    }

    /// Axes in the opposite direction; `..` for all.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1, 2], [3, 4]])?;
    /// assert_eq!(x.flip(1)?.to_string(), "[[2 1]\n [4 3]]");
    /// assert_eq!(x.flip(..)?.to_string(), "[[4 3]\n [2 1]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there or is named twice.
    pub fn flip(&self, axes: impl IntoAxes) -> Result<Self> {
        self.array.flip(axes).map(Self::from_dyn)
    }

    /// Columns (axis 1) in the opposite order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1, 2], [3, 4]])?;
    /// assert_eq!(x.fliplr()?.to_string(), "[[2 1]\n [4 3]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for fewer than two dimensions.
    pub fn fliplr(&self) -> Result<Self> {
        self.array.fliplr().map(Self::from_dyn)
    }

    /// Rows (axis 0) in the opposite order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1, 2], [3, 4]])?;
    /// assert_eq!(x.flipud()?.to_string(), "[[3 4]\n [1 2]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for no dimensions.
    pub fn flipud(&self) -> Result<Self> {
        self.array.flipud().map(Self::from_dyn)
    }

    /// Rotated `k` times by 90 degrees in the plane of two axes, from the first towards the second.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1, 2], [3, 4]])?;
    /// assert_eq!(x.rot90()?.to_string(), "[[2 4]\n [1 3]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] if the axes are not there or are the same.
    pub fn rot90(&self) -> Result<Self> {
        self.array.rot90().map(Self::from_dyn)
    }

    /// [`rot90`](Array::rot90) `k` times, or in the plane of other axes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1, 2], [3, 4]])?;
    /// assert_eq!(x.rot90_with(Rot90::new().k(2))?.to_string(), "[[4 3]\n [2 1]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`rot90`](Array::rot90).
    pub fn rot90_with(&self, options: Rot90) -> Result<Self> {
        self.array.rot90_with(options).map(Self::from_dyn)
    }
}
