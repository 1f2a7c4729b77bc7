//! What the methods take as axes.

use super::integers::{PlainInteger, for_integers, for_lists, for_tuples};
use crate::error::{Error, Result};
use crate::layout::{Dims, normalize_axis};
use std::ops::RangeFull;

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
/// assert_eq!(x.sum((0, 2))?.shape(), [3]);
/// assert_eq!(x.sum(..)?.item()?, 24.0);
/// # Ok::<(), xparray::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name axes",
    label = "expected an integer, several, or `..`",
    note = "write `0`, `-1` for the last axis, `[0, 2]`, `..` for all axes, or `keepdims(1)`"
)]
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
impl IntoAxes for () {
    fn into_axes(self) -> Axes {
        Axes { axes: Some(Vec::new()), keepdims: false }
    }
}
for_integers!(IntoAxes; fn into_axes(axis) -> Axes { [axis].into_axes() });
for_lists!(IntoAxes; fn into_axes(axes) -> Axes { Axes { axes: Some(axes.collect()), keepdims: false } });
for_tuples!(IntoAxes; into_axes -> Axes);

/// Anything that names one axis: an index, negative from the end.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (x, axis) = (xp.zeros::<f32>([2, 3])?, 1usize);
/// assert_eq!(x.expand_dims(axis)?.shape(), [2, 1, 3]);
/// assert_eq!(x.expand_dims(-1)?.shape(), [2, 3, 1]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name an axis",
    label = "expected `i32`, `i64`, `isize` or `usize`",
    note = "write `0`, or `-1` for the last axis"
)]
pub trait IntoAxis {
    /// The axis, negative from the end.
    fn into_axis(self) -> isize;
}

for_integers!(IntoAxis; fn into_axis(axis) -> isize { axis.to_isize() });

/// Anything that names axes, or none of them: an index, several, or `None` or `..`, which stand for all elements in a row.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([[1, 2], [3, 4]])?;
/// assert_eq!(x.roll(1, 1)?.to_string(), "[[2 1]\n [4 3]]");
/// assert_eq!(x.roll(1, [0, 1])?.to_string(), "[[4 3]\n [2 1]]");
/// assert_eq!(x.roll(1, None)?.to_string(), "[[4 1]\n [2 3]]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name axes",
    label = "expected an integer, several, `None` or `..`",
    note = "write `0`, `-1` for the last axis, `[0, 1]`, or `None` for the elements in a row"
)]
pub trait IntoOptionalAxes {
    /// The axes, negative from the end.
    fn into_optional_axes(self) -> Option<Vec<isize>>;
}

impl IntoOptionalAxes for Option<isize> {
    fn into_optional_axes(self) -> Option<Vec<isize>> {
        self.map(|axis| vec![axis])
    }
}
impl IntoOptionalAxes for RangeFull {
    fn into_optional_axes(self) -> Option<Vec<isize>> {
        None
    }
}
for_integers!(IntoOptionalAxes; fn into_optional_axes(axis) -> Option<Vec<isize>> { Some(vec![axis.to_isize()]) });
for_lists!(IntoOptionalAxes; fn into_optional_axes(axes) -> Option<Vec<isize>> { Some(axes.collect()) });
for_tuples!(IntoOptionalAxes; into_optional_axes -> Option<Vec<isize>>);

/// Anything that names one axis, or none of them: `None` or `..`, which stand for all elements in a row.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([[1, 2], [3, 4]])?;
/// assert_eq!(x.cumsum(1)?.to_string(), "[[1 3]\n [3 7]]");
/// assert_eq!(x.cumsum(None)?.to_string(), "[ 1  3  6 10]");
/// assert_eq!(x.cumsum(..)?.to_string(), "[ 1  3  6 10]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name an axis",
    label = "expected an integer, `None` or `..`",
    note = "write `0`, `-1` for the last axis, or `None` for the elements in a row"
)]
pub trait IntoOptionalAxis {
    /// The axis, negative from the end.
    fn into_optional_axis(self) -> Option<isize>;
}

impl IntoOptionalAxis for Option<isize> {
    fn into_optional_axis(self) -> Option<isize> {
        self
    }
}
impl IntoOptionalAxis for RangeFull {
    fn into_optional_axis(self) -> Option<isize> {
        None
    }
}
for_integers!(IntoOptionalAxis; fn into_optional_axis(axis) -> Option<isize> { Some(axis.to_isize()) });

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

    /// How many axes are named; of `..` nobody knows.
    pub(crate) fn named(&self) -> Option<usize> {
        self.axes.as_ref().map(Vec::len)
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
