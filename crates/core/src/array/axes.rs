//! What the methods take as shapes and axes.

use crate::error::{Error, Result};
use crate::layout::{Dims, Strides, checked_len, normalize_axis};
use std::ops::RangeFull;

/// Anything that names a shape: a number, an array, slice or vector of numbers, or `()` for no axes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// assert_eq!(xp.zeros::<f32>(3)?.shape(), [3]);
/// assert_eq!(xp.zeros::<f32>([2, 3])?.shape(), [2, 3]);
/// assert_eq!(xp.zeros::<f32>(())?.ndim(), 0);
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait IntoShape {
    /// The lengths of the axes.
    fn into_shape(self) -> Dims;
}

impl IntoShape for () {
    fn into_shape(self) -> Dims {
        Dims::new()
    }
}
impl IntoShape for usize {
    fn into_shape(self) -> Dims {
        Dims::from_slice(&[self])
    }
}
impl<const N: usize> IntoShape for [usize; N] {
    fn into_shape(self) -> Dims {
        Dims::from_slice(&self)
    }
}
impl IntoShape for &[usize] {
    fn into_shape(self) -> Dims {
        Dims::from_slice(self)
    }
}
impl IntoShape for Vec<usize> {
    fn into_shape(self) -> Dims {
        Dims::from_vec(self)
    }
}
impl IntoShape for Dims {
    fn into_shape(self) -> Dims {
        self
    }
}

/// A length as a user writes it: any of the common integers.
pub trait Length: Copy + sealed::Sealed {
    /// The length; -1 where [`IntoNewShape`] allows it.
    fn into_length(self) -> isize;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! lengths {
    ($($T:ty),*) => {$(
        impl sealed::Sealed for $T {}
        impl Length for $T {
            fn into_length(self) -> isize {
                // A length beyond `isize` matches nothing, as `isize::MAX` does.
                isize::try_from(self).unwrap_or(isize::MAX)
            }
        }
    )*};
}
lengths!(i32, i64, isize, usize);

/// Anything that names a shape of an array that there is: as [`IntoShape`], with one length
/// possibly -1, which stands for what is left.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.arange((0, 6, 1))?;
/// assert_eq!(x.reshape([2, -1])?.shape(), [2, 3]);
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait IntoNewShape {
    /// The lengths of the axes.
    fn into_new_shape(self) -> Strides;
}

impl IntoNewShape for () {
    fn into_new_shape(self) -> Strides {
        Strides::new()
    }
}
impl<L: Length> IntoNewShape for L {
    fn into_new_shape(self) -> Strides {
        [self].into_new_shape()
    }
}
impl<L: Length> IntoNewShape for &[L] {
    fn into_new_shape(self) -> Strides {
        self.iter().map(|d| d.into_length()).collect()
    }
}
impl<L: Length, const N: usize> IntoNewShape for [L; N] {
    fn into_new_shape(self) -> Strides {
        self[..].into_new_shape()
    }
}
impl<L: Length> IntoNewShape for Vec<L> {
    fn into_new_shape(self) -> Strides {
        self[..].into_new_shape()
    }
}

/// The shape of `len` elements that `lengths` name, one of them possibly -1.
pub(super) fn resolve_shape(op: &'static str, lengths: &[isize], len: usize) -> Result<Dims> {
    let open = lengths.iter().filter(|&&d| d == -1).count();
    if open > 1 || lengths.iter().any(|&d| d < -1) {
        return Err(Error::value(op, format!("{lengths:?} is not a shape: one length may be -1")));
    }
    let known: Dims = lengths.iter().filter(|&&d| d >= 0).map(|&d| d as usize).collect();
    let product = checked_len(&known)?;
    let rest = len.checked_div(product).unwrap_or(0);
    let shape: Dims = lengths.iter().map(|&d| if d < 0 { rest } else { d as usize }).collect();
    // With no elements, -1 could be anything.
    let fits = if open == 1 { product != 0 && rest * product == len } else { product == len };
    if fits { Ok(shape) } else { Err(Error::shape(op, &[len], &known)) }
}

/// The axes of a reduction, and whether they stay with length 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Axes {
    /// `None` is all of them.
    axes: Option<Vec<isize>>,
    keepdims: bool,
}

/// Axes that stay, with length 1, in the result of a reduction: NumPy's `keepdims=True`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([[1.0, 3.0], [2.0, 6.0]])?;
/// assert_eq!(x.sum(keepdims(1))?.to_string(), "[[4.]\n [8.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub fn keepdims(axes: impl IntoAxes) -> Axes {
    axes.into_axes().keeping_dims()
}

/// Anything that names axes: an index (negative from the end), several, or `..` for all.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.ones::<f64>([2, 3, 4])?;
/// assert_eq!(x.sum(-1)?.shape(), [2, 3]);
/// assert_eq!(x.sum([0, 2])?.shape(), [3]);
/// assert_eq!(x.sum(..)?.item()?, 24.0);
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait IntoAxes {
    /// The axes.
    fn into_axes(self) -> Axes;
}

impl IntoAxes for Axes {
    fn into_axes(self) -> Axes {
        self
    }
}
impl IntoAxes for RangeFull {
    fn into_axes(self) -> Axes {
        Axes { axes: None, keepdims: false }
    }
}
impl IntoAxes for &[isize] {
    fn into_axes(self) -> Axes {
        Axes { axes: Some(self.to_vec()), keepdims: false }
    }
}
impl<const N: usize> IntoAxes for [isize; N] {
    fn into_axes(self) -> Axes {
        self[..].into_axes()
    }
}
impl IntoAxes for isize {
    fn into_axes(self) -> Axes {
        [self].into_axes()
    }
}

impl Axes {
    /// The axes as sorted indices, checked against a rank.
    pub(crate) fn resolve(&self, op: &'static str, ndim: usize) -> Result<Dims> {
        let mut axes = self.in_order(op, ndim)?;
        axes.sort_unstable();
        Ok(axes)
    }

    /// The axes as indices, checked against a rank.
    pub(crate) fn in_order(&self, op: &'static str, ndim: usize) -> Result<Dims> {
        let Some(axes) = &self.axes else {
            return Ok((0..ndim).collect());
        };
        let mut resolved = Dims::new();
        for &axis in axes {
            let k = normalize_axis(op, axis, ndim)?;
            if resolved.contains(&k) {
                return Err(Error::Axis { op, axis, ndim });
            }
            resolved.push(k);
        }
        Ok(resolved)
    }

    /// Whether this is `..`.
    pub(crate) fn is_all(&self) -> bool {
        self.axes.is_none()
    }

    pub(crate) fn keeping_dims(self) -> Self {
        Self { keepdims: true, ..self }
    }

    pub(crate) fn keeps_dims(&self) -> bool {
        self.keepdims
    }
}
