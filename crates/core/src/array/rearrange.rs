//! Repeating, shifting, inserting and removing along axes.

use super::DynArray;
use super::slice::normalize_index;
use super::{Array, ArrayOrScalar, Create, IntoShape, Join};
use crate::backend::{Backend, Side};
use crate::dtype::Scalar;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::host::room;
use crate::ir::BinaryOp;
use crate::layout::{Dims, Layout, Strides, checked_len, normalize_axis};

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
/// let x = xp.array(&[1, 2], 2)?;
/// assert_eq!(x.repeat(2, 0)?.to_string(), "[1 1 2 2]");
/// assert_eq!(x.repeat([1, 3], 0)?.to_string(), "[1 2 2 2]");
/// # Ok::<(), xparray::Error>(())
/// ```
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
impl<const N: usize> IntoRepeats for [usize; N] {
    fn into_repeats(self) -> Repeats {
        self[..].into_repeats()
    }
}

/// Which places [`Array::insert`] and [`Array::delete`] mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Places {
    /// One index.
    One(isize),
    /// Several.
    Many(Vec<isize>),
}

impl Places {
    fn as_slice(&self) -> &[isize] {
        match self {
            Places::One(index) => std::slice::from_ref(index),
            Places::Many(indices) => indices,
        }
    }
}

/// Anything that names places of an axis: an index (negative from the end), or a list of them.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array(&[1, 2, 3], 3)?;
/// assert_eq!(x.delete(-1, 0)?.to_string(), "[1 2]");
/// assert_eq!(x.delete([0, 1], 0)?.to_string(), "[3]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait IntoPlaces {
    /// The places.
    fn into_places(self) -> Places;
}

impl IntoPlaces for Places {
    fn into_places(self) -> Places {
        self
    }
}
impl IntoPlaces for isize {
    fn into_places(self) -> Places {
        Places::One(self)
    }
}
impl IntoPlaces for &[isize] {
    fn into_places(self) -> Places {
        Places::Many(self.to_vec())
    }
}
impl<const N: usize> IntoPlaces for [isize; N] {
    fn into_places(self) -> Places {
        self[..].into_places()
    }
}

/// Which ends [`Array::trim_zeros`] cuts.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array(&[0, 1, 0], 3)?;
/// assert_eq!(x.trim_zeros(Trim::Front)?.to_string(), "[1 0]");
/// assert_eq!(x.trim_zeros(Trim::Back)?.to_string(), "[0 1]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Trim {
    Front,
    Back,
    Both,
}

/// More pieces than this are gathered by index instead of being copied one by one.
const MAX_PIECES: usize = 16;

impl<B: Backend> DynArray<B> {
    /// Each block `k` of axes repeated: the axes of `layout`, of which some have stride 0, merged to `shape`.
    fn repeated(&self, shape: Dims, strides: Strides, merged: &[usize]) -> Result<Self> {
        checked_len(merged)?;
        self.with_layout(Layout::new(shape, strides, self.layout().offset())?)?.reshaped(merged)
    }

    /// The places from 0 to `n`, and how many of the bounds, which ascend, are not above each.
    fn ranked(xp: &B, n: usize, bounds: &Self) -> Result<(Self, Self)> {
        let places = Self::iota(xp, &[n])?;
        let ranks = bounds.searched(&places, Side::Right)?;
        Ok((places, ranks))
    }
}

impl<B: Backend> DynArray<B> {
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

    /// The array itself and an axis, or its elements in a row and their axis.
    pub(super) fn along(&self, op: &'static str, axis: Option<isize>) -> Result<(Self, usize)> {
        match axis {
            Some(axis) => Ok((self.clone(), normalize_axis(op, axis, self.ndim())?)),
            None => Ok((self.flat()?, 0)),
        }
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The array itself and an axis, or its elements in a row and their axis.
    pub(super) fn along(&self, op: &'static str, axis: Option<isize>) -> Result<(Self, usize)> {
        let (x, axis) = self.array.along(op, axis)?;
        Ok((Self::from_dyn(x), axis))
    }

    /// The array `reps[k]` times along each axis `k`. The shorter of shape and `reps` gets leading ones.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2], 2)?;
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
    /// let x = xp.array(&[1, 2, 3], 3)?;
    /// assert_eq!(x.repeat(2, 0)?.to_string(), "[1 1 2 2 3 3]");
    /// assert_eq!(x.repeat([2, 0, 1], 0)?.to_string(), "[1 1 3]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] for a list of another length, [`Error::Axis`] for an axis that is not there.
    pub fn repeat(&self, repeats: impl IntoRepeats, axis: impl Into<Option<isize>>) -> Result<Self> {
        let (x, axis) = self.along("repeat", axis.into())?;
        let d = x.shape()[axis];
        match repeats.into_repeats() {
            Repeats::Each(n) => {
                let view = x.layout().with_axis(axis + 1)?;
                let (mut shape, mut strides) = (Dims::from_slice(view.shape()), Strides::from_slice(view.strides()));
                (shape[axis + 1], strides[axis + 1]) = (n, 0);
                let mut merged = Dims::from_slice(x.shape());
                merged[axis] = d.saturating_mul(n);
                Ok(Self::from_dyn(x.array.repeated(shape, strides, &merged)?))
            }
            Repeats::Counts(counts) if counts.len() == d => {
                let (mut ends, mut total) = (room(d)?, 0usize);
                for n in counts {
                    total = total.saturating_add(n);
                    ends.push(total as i64);
                }
                checked_len(&[total])?;
                let ends = self.xp().array(&ends, d)?.array;
                let (_, sources) = DynArray::ranked(self.xp(), total, &ends)?;
                Ok(Self::from_dyn(x.array.taken("repeat", axis, &sources)?))
            }
            Repeats::Counts(counts) => Err(Error::shape("repeat", &[counts.len()], &[d])),
        }
    }

    /// Elements moved `shift` places along an axis, those beyond the end coming in again at the start; `None`: in
    /// row-major order over all axes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.arange(0, 5, 1)?;
    /// assert_eq!(x.roll(2, 0)?.to_string(), "[3 4 0 1 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there.
    pub fn roll(&self, shift: isize, axis: impl Into<Option<isize>>) -> Result<Self> {
        let axis = axis.into();
        let (x, k) = self.along("roll", axis)?;
        let d = x.shape()[k];
        let cut = if d == 0 { 0 } else { (d - shift.rem_euclid(d as isize) as usize) % d };
        if cut == 0 {
            return Ok(self.clone());
        }
        let [head, tail] = [(0, cut), (cut, d - cut)].map(|(start, n)| x.array.narrow(k, start, n));
        Ok(Self::from_dyn(DynArray::concatenate("roll", &[&tail?, &head?], k)?.reshaped(self.shape())?))
    }

    /// The elements in row-major order, again and again, in another shape; zeros if there are none.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3], 3)?;
    /// assert_eq!(x.resize([2, 4])?.to_string(), "[[1 2 3 1]\n [2 3 1 2]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    pub fn resize(&self, shape: impl IntoShape) -> Result<Self> {
        self.array.resize(shape).map(Self::from_dyn)
    }

    /// With `values` after its end along an axis; `None`: both flattened.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array(&[1, 2], 2)?, xp.array(&[3], 1)?);
    /// assert_eq!(x.append(&y, 0)?.to_string(), "[1 2 3]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`concatenate`](Join::concatenate).
    pub fn append(&self, values: &Self, axis: impl Into<Option<isize>>) -> Result<Self> {
        self.xp().concatenate(&[self, values], axis)
    }

    /// With values inserted before places of an axis; `None`: flattened.
    ///
    /// The places refer to the array as it was; the axis' length is one, too. For a list of
    /// places, or a single one in a list, `values` broadcasts along the axis; for one place, its first axis is the
    /// one that is inserted, as in NumPy.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1, 2, 3], 3)?;
    /// assert_eq!(x.insert(1, 9, 0)?.to_string(), "[1 9 2 3]");
    /// assert_eq!(x.insert([0, 3], &xp.array(&[8, 9], 2)?, 0)?.to_string(), "[8 1 2 3 9]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for a place out of bounds, [`Error::Shape`] if the values do not broadcast,
    /// [`Error::Axis`] for an axis that is not there.
    pub fn insert(
        &self,
        places: impl IntoPlaces,
        values: impl ArrayOrScalar<T, B>,
        axis: impl Into<Option<isize>>,
    ) -> Result<Self> {
        let op = "insert";
        let (x, axis) = self.along(op, axis.into())?;
        let d = x.shape()[axis];
        let places = places.into_places();
        let mut values = Array::<T, B>::from_dyn(values.operand().to_array(self.xp(), T::DTYPE)?);
        while values.ndim() < x.ndim() {
            values = values.expand_dims(0)?;
        }
        if let Places::One(_) = places {
            values = values.moveaxis(0, axis as isize)?;
        }
        let n = match places.as_slice() {
            [_] => *values.shape().get(axis).unwrap_or(&1),
            several => several.len(),
        };
        let mut shape = Dims::from_slice(x.shape());
        shape[axis] = n;
        let values = values.array.broadcast(op, &shape)?;
        let before = places
            .as_slice()
            .iter()
            // The end is a place, too.
            .map(|&place| match place {
                place if place == d as isize => Ok(d),
                place => normalize_index(op, place, d),
            })
            .collect::<Result<Vec<_>>>()?;
        if let [cut] = before[..] {
            let [head, tail] = [(0, cut), (cut, d - cut)].map(|(start, n)| x.array.narrow(axis, start, n));
            return Ok(Self::from_dyn(DynArray::concatenate(op, &[&head?, &values, &tail?], axis)?));
        }
        if n == 0 {
            return Ok(x);
        }
        // Which value comes at each of the places that are new, both in their order.
        let mut order: Vec<i64> = (0..n as i64).collect();
        order.sort_by_key(|&k| before[k as usize]);
        let new: Vec<i64> = order.iter().zip(0..).map(|(&k, passed)| before[k as usize] as i64 + passed).collect();
        let [order, new] = [order, new].map(|list| Ok::<_, Error>(self.xp().array(&list, n)?.array));
        let (order, new) = (order?, new?);
        let (places, passed) = DynArray::ranked(self.xp(), d.saturating_add(n), &new)?;
        let last = passed.with_number(BinaryOp::Sub, 1.0)?.with_number(BinaryOp::Max, 0.0)?;
        let [value, at] = [&order, &new].map(|list| DynArray::gather(&last, list, places.shape()));
        let is_new = at?.binary(BinaryOp::Eq, op, &places)?;
        let old = places.binary(BinaryOp::Sub, op, &passed)?;
        let sources = DynArray::selected(&is_new, &value?.with_count(BinaryOp::Add, d)?, &old)?;
        let both = DynArray::concatenate(op, &[&x.array, &values], axis)?;
        Ok(Self::from_dyn(both.taken(op, axis, &sources)?))
    }

    /// Without places of an axis; `None`: flattened.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.arange(0, 6, 1)?.reshape([2, 3])?;
    /// assert_eq!(x.delete(1, 1)?.to_string(), "[[0 2]\n [3 5]]");
    /// assert_eq!(x.delete([0, -1], None)?.to_string(), "[1 2 3 4]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for a place out of bounds, [`Error::Axis`] for an axis that is not there.
    pub fn delete(&self, places: impl IntoPlaces, axis: impl Into<Option<isize>>) -> Result<Self> {
        let op = "delete";
        let (x, axis) = self.along(op, axis.into())?;
        let d = x.shape()[axis];
        let mut gone = places
            .into_places()
            .as_slice()
            .iter()
            .map(|&place| normalize_index(op, place, d))
            .collect::<Result<Vec<_>>>()?;
        gone.sort_unstable();
        gone.dedup();
        if gone.len() >= MAX_PIECES {
            // Of the elements that stay, those from here on have moved by one more place.
            let moved: Vec<i64> = gone.iter().zip(0..).map(|(&place, passed)| place as i64 - passed).collect();
            let moved = self.xp().array(&moved, moved.len())?.array;
            let (places, passed) = DynArray::ranked(self.xp(), d - gone.len(), &moved)?;
            let kept = places.binary(BinaryOp::Add, op, &passed)?;
            return Ok(Self::from_dyn(x.array.taken(op, axis, &kept)?));
        }
        let mut runs = Vec::with_capacity(gone.len() + 1);
        let mut start = 0;
        for end in gone.into_iter().chain([d]) {
            runs.push(start..end);
            start = end + 1;
        }
        let pieces =
            runs.into_iter().map(|run| x.array.narrow(axis, run.start, run.len())).collect::<Result<Vec<_>>>()?;
        Ok(Self::from_dyn(DynArray::concatenate(op, &pieces.iter().collect::<Vec<_>>(), axis)?))
    }

    /// Without the zeros at the ends: along each axis, the slices that are zero everywhere. A view.
    ///
    /// This reads the array, as the result's shape depends on it.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[0, 0, 1, 0, 2, 0], 6)?;
    /// assert_eq!(x.trim_zeros(Trim::Both)?.to_string(), "[1 0 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn trim_zeros(&self, trim: Trim) -> Result<Self> {
        let mut layout = self.layout().clone();
        for axis in 0..self.ndim() {
            let others: Vec<isize> = (0..self.ndim()).filter(|&k| k != axis).map(|k| k as isize).collect();
            let some = self.any(&others[..])?;
            let d = self.shape()[axis];
            if d == 0 || !some.any(..)?.item()? {
                layout = layout.sliced(axis, 0, 1, 0)?;
                continue;
            }
            let first = if trim == Trim::Back { 0 } else { some.argmax(0)?.item()? as usize };
            let last = if trim == Trim::Front { 0 } else { some.flip(0)?.argmax(0)?.item()? as usize };
            layout = layout.sliced(axis, first, 1, d - first - last)?;
        }
        Ok(Self::from_dyn(self.array.with_layout(layout)?))
    }
}
