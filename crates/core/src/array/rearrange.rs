//! Inserting and removing along axes.

use super::index::check_bounds;
use super::integers::for_integers;
use super::slice::normalize_index;
use super::{Array, ArrayLike, Create, DynArray, IntoOptionalAxis, PlainInteger, SliceRange};
use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::element::{Bits, Element};
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp};
use crate::layout::{Dims, normalize_axis};
use std::ops::{Range, RangeFrom, RangeTo};

/// Which places [`Array::insert`] and [`Array::delete`] mean.
#[derive(Clone)]
pub enum Places<B: Backend> {
    /// One index.
    One(isize),
    /// Several.
    Many(Vec<isize>),
    /// A range.
    Range(SliceRange),
    /// Those of an array of integers, or those where one of truth values holds.
    Array(DynArray<B>),
}

impl<B: Backend> Places<B> {
    /// The places (`i64`, not negative) of an axis of length `d`. The end is a place too if something can be put there.
    fn resolve(self, op: &'static str, xp: &B, d: usize, end: bool) -> Result<DynArray<B>> {
        let list = |places: &[isize]| {
            let place = |&place: &isize| match place {
                place if end && place == d as isize => Ok(d as i64),
                place => normalize_index(op, place, d).map(|place| place as i64),
            };
            let places = places.iter().map(place).collect::<Result<Vec<_>>>()?;
            Ok(xp.from_slice(&places, places.len())?.array)
        };
        match self {
            Self::One(place) => list(&[place]),
            Self::Many(places) => list(&places),
            Self::Range(range) => {
                let (start, step, n) = range.indices(d)?;
                let steps = DynArray::iota(xp, &[n])?.binary_scalar(BinaryOp::Mul, Scalar::new(step as i64), false)?;
                steps.with_count(BinaryOp::Add, start)
            }
            Self::Array(mask) if mask.dtype() == DType::Bool => match *mask.shape() {
                [n] if n == d => mask.places(),
                _ => Err(Error::shape(op, mask.shape(), &[d])),
            },
            Self::Array(indices) => {
                let places = indices.checked_indices(op)?.flat()?;
                check_bounds(op, &places, -(d as i64), d + usize::from(end))?;
                let negative = places.with_count(BinaryOp::Lt, 0)?;
                DynArray::selected(&negative, &places.with_count(BinaryOp::Add, d)?, &places)
            }
        }
    }
}

/// Anything that names places of an axis: an index (negative from the end), a list of them, a range, an array of integers, or one of
/// truth values, which hold at the places.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([1, 2, 3])?;
/// assert_eq!(x.delete(-1, 0)?.to_string(), "[1 2]");
/// assert_eq!(x.delete([0, 1], 0)?.to_string(), "[3]");
/// assert_eq!(x.delete(1.., 0)?.to_string(), "[1]");
/// assert_eq!(x.delete(&x.greater(1)?, 0)?.to_string(), "[1]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name places of an axis",
    label = "expected integers, a range or a mask",
    note = "write `0`, `-1` for the last place, `[0, 2]`, a slice or vector of `i32`, `i64`, `isize` or `usize`, a range `1..3`, \
            or an array of integers or truth values on the same device: `&mask`"
)]
pub trait IntoPlaces<B: Backend> {
    /// The places.
    fn into_places(self) -> Places<B>;
}

impl<B: Backend> IntoPlaces<B> for Places<B> {
    fn into_places(self) -> Places<B> {
        self
    }
}
impl<B: Backend> IntoPlaces<B> for &DynArray<B> {
    fn into_places(self) -> Places<B> {
        Places::Array(self.clone())
    }
}
impl<T: Bits, B: Backend> IntoPlaces<B> for &Array<T, B> {
    fn into_places(self) -> Places<B> {
        Places::Array(self.array.clone())
    }
}
impl<B: Backend> IntoPlaces<B> for SliceRange {
    fn into_places(self) -> Places<B> {
        Places::Range(self)
    }
}
impl<I: PlainInteger, B: Backend> IntoPlaces<B> for Range<I> {
    fn into_places(self) -> Places<B> {
        Places::Range(SliceRange::between(Some(self.start.to_isize()), Some(self.end.to_isize())))
    }
}
impl<I: PlainInteger, B: Backend> IntoPlaces<B> for RangeFrom<I> {
    fn into_places(self) -> Places<B> {
        Places::Range(SliceRange::between(Some(self.start.to_isize()), None))
    }
}
impl<I: PlainInteger, B: Backend> IntoPlaces<B> for RangeTo<I> {
    fn into_places(self) -> Places<B> {
        Places::Range(SliceRange::between(None, Some(self.end.to_isize())))
    }
}
for_integers!(IntoPlaces<B>; fn into_places(place) -> Places<B> { Places::One(place.to_isize()) });
impl<I: PlainInteger, B: Backend> IntoPlaces<B> for &[I] {
    fn into_places(self) -> Places<B> {
        Places::Many(self.iter().map(|place| place.to_isize()).collect())
    }
}
impl<I: PlainInteger, B: Backend, const N: usize> IntoPlaces<B> for [I; N] {
    fn into_places(self) -> Places<B> {
        self[..].into_places()
    }
}
impl<I: PlainInteger, B: Backend, const N: usize> IntoPlaces<B> for &[I; N] {
    fn into_places(self) -> Places<B> {
        self[..].into_places()
    }
}
impl<I: PlainInteger, B: Backend> IntoPlaces<B> for Vec<I> {
    fn into_places(self) -> Places<B> {
        self[..].into_places()
    }
}
impl<I: PlainInteger, B: Backend> IntoPlaces<B> for &Vec<I> {
    fn into_places(self) -> Places<B> {
        self[..].into_places()
    }
}

/// Which ends [`Array::trim_zeros`] cuts.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([0, 1, 0])?;
/// assert_eq!(x.trim_zeros_with(Trim::Front)?.to_string(), "[1 0]");
/// assert_eq!(x.trim_zeros_with(Trim::Back)?.to_string(), "[0 1]");
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
    /// The array itself and an axis, or its elements in a row and their axis.
    pub(super) fn along(&self, op: &'static str, axis: Option<isize>) -> Result<(Self, usize)> {
        match axis {
            Some(axis) => Ok((self.clone(), normalize_axis(op, axis, self.ndim())?)),
            None => Ok((self.flat()?, 0)),
        }
    }

    /// [`Array::append`]. The result has the common type.
    ///
    /// # Errors
    /// Those of [`Array::append`].
    pub fn append(&self, values: &Self, axis: impl IntoOptionalAxis) -> Result<Self> {
        const OP: &str = "append";
        let axis = axis.into_optional_axis();
        let dtype = self.dtype().promote(values.dtype());
        let (x, k) = self.along(OP, axis)?;
        let values = if axis.is_some() { values.clone() } else { values.flat()? };
        Self::concatenate(OP, &[&x.astype(dtype)?, &values.astype(dtype)?], k)
    }

    /// [`Array::insert`].
    ///
    /// # Errors
    /// Those of [`Array::insert`]; [`Error::DType`] for a number of a kind that the array's type lacks.
    pub fn insert(
        &self,
        places: impl IntoPlaces<B>,
        values: impl ArrayLike<B>,
        axis: impl IntoOptionalAxis,
    ) -> Result<Self> {
        const OP: &str = "insert";
        let (x, axis) = self.along(OP, axis.into_optional_axis())?;
        let d = x.shape()[axis];
        let places = places.into_places();
        let one = matches!(places, Places::One(_));
        let mut values = values.operand().written_to(OP, self)?;
        while values.ndim() < x.ndim() {
            values = values.expand_dims(0)?;
        }
        if one {
            values = values.moveaxis(0, axis as isize)?;
        }
        let before = places.resolve(OP, self.xp(), d, true)?;
        let n = match before.len() {
            1 => *values.shape().get(axis).unwrap_or(&1),
            several => several,
        };
        let mut shape = Dims::from_slice(x.shape());
        shape[axis] = n;
        let values = values.broadcast(OP, &shape)?;
        if n == 0 {
            return Ok(x);
        }
        if before.len() == 1 {
            let cut = before.item()?.get::<i64>() as usize;
            let [head, tail] = [(0, cut), (cut, d - cut)].map(|(start, n)| x.narrow(axis, start, n));
            return Self::concatenate(OP, &[&head?, &values, &tail?], axis);
        }
        // Which value comes at each of the places that are new, both in their order.
        let before = before.contiguous()?;
        let order = before.sorting(0)?;
        let new = Self::gather(&order, &before, &[n])?.binary(BinaryOp::Add, OP, &Self::iota(self.xp(), &[n])?)?;
        let (places, passed) = Self::ranked(self.xp(), d.saturating_add(n), &new)?;
        let last = passed.with_number(BinaryOp::Sub, 1.0)?.with_number(BinaryOp::Max, 0.0)?;
        let [value, at] = [&order, &new].map(|list| Self::gather(&last, &list.contiguous()?, places.shape()));
        let is_new = at?.binary(BinaryOp::Eq, OP, &places)?;
        let old = places.binary(BinaryOp::Sub, OP, &passed)?;
        let sources = Self::selected(&is_new, &value?.with_count(BinaryOp::Add, d)?, &old)?;
        Self::concatenate(OP, &[&x, &values], axis)?.taken(OP, axis, &sources)
    }

    /// [`Array::delete`].
    ///
    /// # Errors
    /// Those of [`Array::delete`].
    pub fn delete(&self, places: impl IntoPlaces<B>, axis: impl IntoOptionalAxis) -> Result<Self> {
        const OP: &str = "delete";
        let (x, axis) = self.along(OP, axis.into_optional_axis())?;
        let d = x.shape()[axis];
        let mut gone = match places.into_places() {
            Places::One(place) => vec![normalize_index(OP, place, d)?],
            Places::Many(places) => {
                places.into_iter().map(|place| normalize_index(OP, place, d)).collect::<Result<_>>()?
            }
            places => return x.kept(axis, &places.resolve(OP, self.xp(), d, false)?),
        };
        gone.sort_unstable();
        gone.dedup();
        if gone.len() >= MAX_PIECES {
            // Of the elements that stay, those from here on have moved by one more place.
            let moved: Vec<i64> = gone.iter().zip(0..).map(|(&place, passed)| place as i64 - passed).collect();
            let moved = self.xp().from_slice(&moved, moved.len())?.array;
            let (places, passed) = Self::ranked(self.xp(), d - gone.len(), &moved)?;
            return x.taken(OP, axis, &places.binary(BinaryOp::Add, OP, &passed)?);
        }
        let mut runs = Vec::with_capacity(gone.len() + 1);
        let mut start = 0;
        for end in gone.into_iter().chain([d]) {
            runs.push(start..end);
            start = end + 1;
        }
        let pieces = runs.into_iter().map(|run| x.narrow(axis, run.start, run.len())).collect::<Result<Vec<_>>>()?;
        Self::concatenate(OP, &pieces.iter().collect::<Vec<_>>(), axis)
    }

    /// The slices of an axis that are at none of these places, all in range.
    fn kept(&self, axis: usize, gone: &Self) -> Result<Self> {
        let mut keep = Self::full(self.xp(), Scalar::new(true), &[self.shape()[axis]])?;
        keep.put(gone, false)?;
        self.taken("delete", axis, &keep.places()?)
    }

    /// [`Array::trim_zeros`].
    ///
    /// # Errors
    /// Those of [`Array::trim_zeros`].
    pub fn trim_zeros(&self) -> Result<Self> {
        self.trim_zeros_with(Trim::Both)
    }

    /// [`Array::trim_zeros_with`].
    ///
    /// # Errors
    /// Those of [`Array::trim_zeros_with`].
    pub fn trim_zeros_with(&self, trim: Trim) -> Result<Self> {
        let mut layout = self.layout().clone();
        for axis in 0..self.ndim() {
            let others: Dims = (0..self.ndim()).filter(|&k| k != axis).collect();
            let some = Self::reduce(ReduceOp::Any, 0, &[&self.astype(DType::Bool)?], &others, None)?.places()?;
            let Some(last) = some.len().checked_sub(1) else {
                layout = layout.sliced(axis, 0, 1, 0)?;
                continue;
            };
            let place = |k: usize| Ok::<_, Error>(some.narrow(0, k, 1)?.item()?.get::<i64>() as usize);
            let start = if trim == Trim::Back { 0 } else { place(0)? };
            let end = if trim == Trim::Front { self.shape()[axis] } else { place(last)? + 1 };
            layout = layout.sliced(axis, start, 1, end - start)?;
        }
        self.with_layout(layout)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// With `values` after its end along an axis; `None`: both flattened.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1, 2])?, xp.array([3])?);
    /// assert_eq!(x.append(&y, 0)?.to_string(), "[1 2 3]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`concatenate`](crate::Join::concatenate).
    pub fn append(&self, values: &Self, axis: impl IntoOptionalAxis) -> Result<Self> {
        self.array.append(&values.array, axis).map(Self::from_dyn)
    }

    /// With values inserted before places of an axis; `None`: flattened.
    ///
    /// The places refer to the array as it was; the axis' length is one, too. For several
    /// places, or a single one in a list, `values` broadcasts along the axis; for one place, its first axis is the
    /// one that is inserted, as in NumPy. Places that an array names are read.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 3])?;
    /// assert_eq!(x.insert(1, 9, 0)?.to_string(), "[1 9 2 3]");
    /// assert_eq!(x.insert([0, 3], &xp.array([8, 9])?, 0)?.to_string(), "[8 1 2 3 9]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for a place out of bounds, [`Error::Shape`] if the values do not broadcast,
    /// [`Error::Axis`] for an axis that is not there.
    pub fn insert(
        &self,
        places: impl IntoPlaces<B>,
        values: impl ArrayLike<B>,
        axis: impl IntoOptionalAxis,
    ) -> Result<Self> {
        self.array.insert(places, values, axis).map(Self::from_dyn)
    }

    /// Without places of an axis; `None`: flattened. Those that an array names are read.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.arange((0, 6, 1))?.reshape([2, 3])?;
    /// assert_eq!(x.delete(1, 1)?.to_string(), "[[0 2]\n [3 5]]");
    /// assert_eq!(x.delete([0, -1], None)?.to_string(), "[1 2 3 4]");
    /// assert_eq!(x.delete(1..3, 1)?.to_string(), "[[0]\n [3]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for a place out of bounds, [`Error::Axis`] for an axis that is not there, [`Error::Shape`] for a mask of
    /// another length.
    pub fn delete(&self, places: impl IntoPlaces<B>, axis: impl IntoOptionalAxis) -> Result<Self> {
        self.array.delete(places, axis).map(Self::from_dyn)
    }

    /// Without the zeros at the ends: along each axis, the slices that are zero everywhere. A view.
    ///
    /// This reads the array, as the result's shape depends on it.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([0, 0, 1, 0, 2, 0])?;
    /// assert_eq!(x.trim_zeros()?.to_string(), "[1 0 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn trim_zeros(&self) -> Result<Self> {
        self.array.trim_zeros().map(Self::from_dyn)
    }

    /// [`trim_zeros`](Array::trim_zeros) on one side.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.array([0, 1, 0])?.trim_zeros_with(Trim::Front)?.to_string(), "[1 0]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`trim_zeros`](Array::trim_zeros).
    pub fn trim_zeros_with(&self, trim: Trim) -> Result<Self> {
        self.array.trim_zeros_with(trim).map(Self::from_dyn)
    }
}
