//! Repeating.

use super::{Array, Create, DynArray, IntoOptionalAxis, IntoShape};
use crate::backend::{Backend, Side};
use crate::dtype::Scalar;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::host::room;
use crate::layout::{Dims, Layout, Strides, checked_len};

/// How often [`Array::repeat`] repeats each element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repeats {
    /// All of them as often.
    Each(usize),
    /// Element `i` of the axis `counts[i]` times.
    Counts(Vec<usize>),
}

/// Anything that says how often to repeat: a number, or a list of one for each element.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([1, 2])?;
/// assert_eq!(x.repeat(2, 0)?.to_string(), "[1 1 2 2]");
/// assert_eq!(x.repeat([1, 3], 0)?.to_string(), "[1 2 2 2]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how often to repeat",
    label = "expected `usize`, or several",
    note = "write `2`, a count for each element `[1, 3]`, or a slice or vector of `usize` (convert other integers: `n as usize`)"
)]
pub trait IntoRepeats {
    /// The numbers.
    fn into_repeats(self) -> Repeats;
}

impl IntoRepeats for Repeats {
    fn into_repeats(self) -> Repeats {
        self
    }
}
impl IntoRepeats for usize {
    fn into_repeats(self) -> Repeats {
        Repeats::Each(self)
    }
}
impl IntoRepeats for &[usize] {
    fn into_repeats(self) -> Repeats {
        Repeats::Counts(self.to_vec())
    }
}
impl<const N: usize> IntoRepeats for &[usize; N] {
    fn into_repeats(self) -> Repeats {
        self[..].into_repeats()
    }
}
impl IntoRepeats for Vec<usize> {
    fn into_repeats(self) -> Repeats {
        Repeats::Counts(self)
    }
}
impl IntoRepeats for &Vec<usize> {
    fn into_repeats(self) -> Repeats {
        self[..].into_repeats()
    }
}
impl<const N: usize> IntoRepeats for [usize; N] {
    fn into_repeats(self) -> Repeats {
        self[..].into_repeats()
    }
}

impl<B: Backend> DynArray<B> {
    /// Each block `k` of axes repeated: the axes of `layout`, of which some have stride 0, merged to `shape`.
    fn repeated(&self, shape: Dims, strides: Strides, merged: &[usize]) -> Result<Self> {
        checked_len(merged)?;
        self.with_layout(Layout::new(shape, strides, self.layout().offset())?)?.reshaped(merged)
    }

    /// The places from 0 to `n`, and how many of the bounds, which ascend, are not above each.
    pub(super) fn ranked(xp: &B, n: usize, bounds: &Self) -> Result<(Self, Self)> {
        let places = Self::iota(xp, &[n])?;
        let ranks = bounds.searched(&places, Side::Right)?;
        Ok((places, ranks))
    }

    /// [`Array::tile`].
    ///
    /// # Errors
    /// Those of [`Array::tile`].
    pub fn tile(&self, reps: impl IntoShape) -> Result<Self> {
        let reps = reps.into_shape();
        let ndim = self.ndim().max(reps.len());
        let (lead, short) = (ndim - self.ndim(), ndim - reps.len());
        let (mut shape, mut strides, mut merged) = (Dims::new(), Strides::new(), Dims::new());
        for k in 0..ndim {
            let (d, stride) = match k.checked_sub(lead) {
                Some(k) => (self.shape()[k], self.layout().strides()[k]),
                None => (1, 0),
            };
            let n = k.checked_sub(short).map_or(1, |k| reps[k]);
            shape.extend([n, d]);
            strides.extend([0, stride]);
            merged.push(n.saturating_mul(d));
        }
        self.repeated(shape, strides, &merged)
    }

    /// [`Array::repeat`].
    ///
    /// # Errors
    /// Those of [`Array::repeat`].
    pub fn repeat(&self, repeats: impl IntoRepeats, axis: impl IntoOptionalAxis) -> Result<Self> {
        const OP: &str = "repeat";
        let (x, axis) = self.along(OP, axis.into_optional_axis())?;
        let d = x.shape()[axis];
        match repeats.into_repeats() {
            Repeats::Each(n) => {
                let view = x.layout().with_axis(axis + 1)?;
                let (mut shape, mut strides) = (Dims::from_slice(view.shape()), Strides::from_slice(view.strides()));
                (shape[axis + 1], strides[axis + 1]) = (n, 0);
                let mut merged = Dims::from_slice(x.shape());
                merged[axis] = d.saturating_mul(n);
                x.repeated(shape, strides, &merged)
            }
            Repeats::Counts(counts) if counts.len() == d => {
                let (mut ends, mut total) = (room(d)?, 0usize);
                for n in counts {
                    total = total.saturating_add(n);
                    ends.push(total as i64);
                }
                checked_len(&[total])?;
                let (_, sources) = Self::ranked(self.xp(), total, &self.xp().from_slice(&ends, d)?.array)?;
                x.taken(OP, axis, &sources)
            }
            Repeats::Counts(counts) => Err(Error::shape(OP, &[counts.len()], &[d])),
        }
    }

    /// [`Array::resize`].
    ///
    /// # Errors
    /// Those of [`Array::resize`].
    pub fn resize(&self, shape: impl IntoShape) -> Result<Self> {
        let shape = shape.into_shape();
        let (n, len) = (checked_len(&shape)?, self.len());
        if len == 0 {
            return Self::full(self.xp(), Scalar::from_f64(self.dtype(), 0.0), &shape);
        }
        let row = if n > len { self.flat()?.tile(n.div_ceil(len))? } else { self.flat()? };
        row.narrow(0, 0, n)?.reshaped(&shape)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The array `reps[k]` times along each axis `k`. The shorter of shape and `reps` gets leading ones.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2])?;
    /// assert_eq!(x.tile([2, 2])?.to_string(), "[[1 2 1 2]\n [1 2 1 2]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    pub fn tile(&self, reps: impl IntoShape) -> Result<Self> {
        self.array.tile(reps).map(Self::from_dyn)
    }

    /// Each element several times in a row along an axis; `None`: flattened.
    ///
    /// `repeats` is a number, or a list of one for each element of the axis.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 3])?;
    /// assert_eq!(x.repeat(2, 0)?.to_string(), "[1 1 2 2 3 3]");
    /// assert_eq!(x.repeat([2, 0, 1], 0)?.to_string(), "[1 1 3]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] for a list of another length, [`Error::Axis`] for an axis that is not there.
    pub fn repeat(&self, repeats: impl IntoRepeats, axis: impl IntoOptionalAxis) -> Result<Self> {
        self.array.repeat(repeats, axis).map(Self::from_dyn)
    }

    /// The elements in row-major order, again and again, in another shape; zeros if there are none.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 3])?;
    /// assert_eq!(x.resize([2, 4])?.to_string(), "[[1 2 3 1]\n [2 3 1 2]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    pub fn resize(&self, shape: impl IntoShape) -> Result<Self> {
        self.array.resize(shape).map(Self::from_dyn)
    }
}
