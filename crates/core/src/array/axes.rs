//! What the methods take as shapes and axes.

use crate::error::{Error, Result};
use crate::layout::{Dims, normalize_axis};
use std::ops::RangeFull;

/// Anything that names a shape: a number, an array, slice or vector of numbers, or `()` for no axes.
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

/// The axes of a reduction, and whether they stay with length 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Axes {
    /// `None` is all of them.
    axes: Option<Vec<isize>>,
    keepdims: bool,
}

/// Axes that stay, with length 1, in the result of a reduction: NumPy's `keepdims=True`.
pub fn keepdims(axes: impl IntoAxes) -> Axes {
    axes.into_axes().keeping_dims()
}

/// Anything that names axes: an index (negative from the end), several, or `..` for all.
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
        resolved.sort_unstable();
        Ok(resolved)
    }

    pub(crate) fn keeping_dims(self) -> Self {
        Self { keepdims: true, ..self }
    }

    pub(crate) fn keeps_dims(&self) -> bool {
        self.keepdims
    }
}
