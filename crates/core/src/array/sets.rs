//! Arrays as sets.

use super::arithmetic::Common;
use super::{Array, DynArray, IntoOptionalAxis};
use crate::backend::{Backend, ScanOp, Side};
use crate::dtype::{DType, Scalar};
use crate::element::Element;
use crate::error::Result;
use crate::ir::{BinaryOp, UnaryOp};
use crate::layout::{Dims, normalize_axis};
use crate::promote::Promote;

/// The distinct elements of an array, and where they are.
pub struct UniqueAll<T: Element, B: Backend> {
    /// The distinct elements, ascending.
    pub values: Array<T, B>,
    /// Where, in row-major order, each of them is first.
    pub indices: Array<i64, B>,
    /// For each element of the array, in its shape, the place of its value in `values`.
    pub inverse_indices: Array<i64, B>,
    /// How often each of them occurs.
    pub counts: Array<i64, B>,
}

/// Options of [`Array::unique_with`] and [`Array::unique_all_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([f64::NAN, 1.0, f64::NAN])?;
/// assert_eq!(x.unique_all_with(Unique::new().equal_nan(true))?.values.to_string(), "[ 1. nan]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Unique {
    equal_nan: bool,
    axis: Option<isize>,
}

impl Unique {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether NaN equals NaN.
    pub fn equal_nan(self, equal_nan: bool) -> Self {
        Self { equal_nan, ..self }
    }

    /// The axis whose slices are compared, instead of elements.
    pub fn axis(self, axis: impl IntoOptionalAxis) -> Self {
        Self { axis: axis.into_optional_axis(), ..self }
    }
}

impl<B: Backend> DynArray<B> {
    /// Of vectors sorted along the first axis, which elements differ from the one before.
    pub(super) fn firsts(&self, equal_nan: bool) -> Result<Self> {
        if self.is_empty() {
            return self.astype(DType::Bool);
        }
        let (after, before) = self.neighbours(0)?;
        let mut differs = after.binary(BinaryOp::Ne, "unique", &before)?;
        if equal_nan && (self.dtype().is_float() || self.dtype().is_complex()) {
            // All NaN are at the end: one after another is not new.
            let again = before.unary(UnaryOp::IsNan)?;
            differs = differs.binary(BinaryOp::And, "unique", &again.unary(UnaryOp::Not)?)?;
        }
        let mut one = Dims::from_slice(self.shape());
        one[0] = 1;
        Self::concatenate("unique", &[&Self::full(self.xp(), Scalar::new(true), &one)?, &differs], 0)
    }

    fn distinct(&self, equal_nan: bool) -> Result<Self> {
        let sorted = self.flat()?.sorted(0)?;
        sorted.compacted(&sorted.firsts(equal_nan)?)
    }

    /// The lengths of runs that start where a mask is true.
    fn run_lengths(&self) -> Result<Self> {
        if self.is_empty() {
            return self.astype(DType::I64);
        }
        let starts = self.places()?;
        let end = Self::full(self.xp(), Scalar::new(self.len() as i64), &[1])?;
        let ends = Self::concatenate("unique", &[&starts.neighbours(0)?.0, &end], 0)?;
        ends.binary(BinaryOp::Sub, "unique", &starts)
    }

    /// Whether each element is in a vector of the same type.
    fn is_member(&self, of: &Self) -> Result<Self> {
        if of.is_empty() {
            return Self::full(self.xp(), Scalar::new(false), self.shape());
        }
        let sorted = of.sorted(0)?;
        let place = sorted.searched(self, Side::Left)?.with_number(BinaryOp::Min, (of.len() - 1) as f64)?;
        Self::gather(&place, &sorted, self.shape())?.binary(BinaryOp::Eq, "isin", self)
    }

    /// Both as vectors of their common type.
    fn flat_promoted(&self, other: &Self) -> Result<(Self, Self)> {
        let dtype = self.dtype().promote(other.dtype());
        Ok((self.flat()?.astype(dtype)?, other.flat()?.astype(dtype)?))
    }

    /// [`Array::unique`].
    ///
    /// # Errors
    /// Those of [`Array::unique`].
    pub fn unique(&self) -> Result<Self> {
        self.distinct(true)
    }

    /// [`Array::unique_with`].
    ///
    /// # Errors
    /// Those of [`Array::unique_with`].
    pub fn unique_with(&self, options: Unique) -> Result<Self> {
        match options {
            Unique { equal_nan, axis: None } => self.distinct(equal_nan),
            Unique { axis: Some(_), .. } => {
                Ok(self.unique_all_with(options)?.into_iter().next().unwrap_or(self.clone()))
            }
        }
    }

    /// [`Array::unique_values`].
    ///
    /// # Errors
    /// Those of [`Array::unique_values`].
    pub fn unique_values(&self) -> Result<Self> {
        self.distinct(false)
    }

    /// [`Array::unique_counts`].
    ///
    /// # Errors
    /// Those of [`Array::unique_counts`].
    pub fn unique_counts(&self) -> Result<(Self, Self)> {
        let sorted = self.flat()?.sorted(0)?;
        let firsts = sorted.firsts(false)?;
        Ok((sorted.compacted(&firsts)?, firsts.run_lengths()?))
    }

    /// [`Array::unique_inverse`].
    ///
    /// # Errors
    /// Those of [`Array::unique_inverse`].
    pub fn unique_inverse(&self) -> Result<(Self, Self)> {
        let [values, _, inverse, _] = self.unique_all()?;
        Ok((values, inverse))
    }

    /// [`Array::unique_all`]: the values, indices, inverse indices and counts.
    ///
    /// # Errors
    /// Those of [`Array::unique_all`].
    pub fn unique_all(&self) -> Result<[Self; 4]> {
        self.unique_all_with(Unique::new())
    }

    /// [`Array::unique_all_with`]: the values, indices, inverse indices and counts.
    ///
    /// # Errors
    /// Those of [`Array::unique_all_with`].
    pub fn unique_all_with(&self, options: Unique) -> Result<[Self; 4]> {
        let Unique { equal_nan, axis } = options;
        if let Some(axis) = axis {
            let axis = normalize_axis("unique", axis, self.ndim())?;
            let [_, indices, inverse, counts] = self.slice_ranks(axis, equal_nan)?.unique_all()?;
            return Ok([self.taken("unique", axis, &indices)?, indices, inverse, counts]);
        }
        let x = self.flat()?.contiguous()?;
        let order = x.sorting(0)?;
        let sorted = Self::gather(&order, &x, &[x.len()])?;
        let firsts = sorted.firsts(equal_nan)?;
        let value = firsts.astype(DType::I64)?.scanned(ScanOp::Sum, 0)?.with_number(BinaryOp::Sub, 1.0)?;
        let inverse = value.scattered(&order)?.reshaped(self.shape())?;
        Ok([sorted.compacted(&firsts)?, order.compacted(&firsts)?, inverse, firsts.run_lengths()?])
    }

    /// [`Array::isin`].
    ///
    /// # Errors
    /// Those of [`Array::isin`].
    pub fn isin(&self, test: &Self) -> Result<Self> {
        let dtype = self.dtype().promote(test.dtype());
        self.astype(dtype)?.is_member(&test.flat()?.astype(dtype)?)
    }

    /// [`Array::in1d`].
    ///
    /// # Errors
    /// Those of [`Array::in1d`].
    pub fn in1d(&self, test: &Self) -> Result<Self> {
        self.isin(test)?.flat()
    }

    /// [`Array::intersect1d`].
    ///
    /// # Errors
    /// Those of [`Array::intersect1d`].
    pub fn intersect1d(&self, other: &Self) -> Result<Self> {
        let (x, y) = self.flat_promoted(other)?;
        let x = x.distinct(true)?;
        x.compacted(&x.is_member(&y)?)
    }

    /// [`Array::intersect1d_indices`].
    ///
    /// # Errors
    /// Those of [`Array::intersect1d_indices`].
    pub fn intersect1d_indices(&self, other: &Self) -> Result<[Self; 3]> {
        let (x, y) = self.flat_promoted(other)?;
        let [values, places, ..] = x.unique_all_with(Unique::new().equal_nan(true))?;
        let [others, other_places, ..] = y.unique_all_with(Unique::new().equal_nan(true))?;
        let common = values.is_member(&others)?;
        let values = values.compacted(&common)?;
        let found = others.searched(&values, Side::Left)?;
        let other_places = Self::gather(&found, &other_places, values.shape())?;
        Ok([values, places.compacted(&common)?, other_places])
    }

    /// [`Array::setdiff1d`].
    ///
    /// # Errors
    /// Those of [`Array::setdiff1d`].
    pub fn setdiff1d(&self, other: &Self) -> Result<Self> {
        let x = self.distinct(true)?;
        x.compacted(&x.isin(other)?.unary(UnaryOp::Not)?)
    }

    /// [`Array::union1d`].
    ///
    /// # Errors
    /// Those of [`Array::union1d`].
    pub fn union1d(&self, other: &Self) -> Result<Self> {
        let (x, y) = self.flat_promoted(other)?;
        Self::concatenate("union1d", &[&x, &y], 0)?.distinct(true)
    }

    /// [`Array::setxor1d`].
    ///
    /// # Errors
    /// Those of [`Array::setxor1d`].
    pub fn setxor1d(&self, other: &Self) -> Result<Self> {
        let (x, y) = self.flat_promoted(other)?;
        let (x, y) = (x.distinct(true)?, y.distinct(true)?);
        let only_x = x.compacted(&x.is_member(&y)?.unary(UnaryOp::Not)?)?;
        let only_y = y.compacted(&y.is_member(&x)?.unary(UnaryOp::Not)?)?;
        Self::concatenate("setxor1d", &[&only_x, &only_y], 0)?.sorted(0)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The distinct elements, ascending, as one dimension. NaN counts once.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[3, 1], [2, 1]])?;
    /// assert_eq!(x.unique()?.to_string(), "[1 2 3]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn unique(&self) -> Result<Self> {
        self.array.unique().map(Self::from_dyn)
    }

    /// The distinct elements, where NaN may count once; or the distinct slices of an axis, in the order of their elements.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[2, 1], [1, 9], [2, 1]])?;
    /// assert_eq!(x.unique_with(Unique::new().axis(0))?.to_string(), "[[1 9]\n [2 1]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`](crate::Error::Axis) for an axis that is not there.
    pub fn unique_with(&self, options: Unique) -> Result<Self> {
        self.array.unique_with(options).map(Self::from_dyn)
    }

    /// The distinct elements, ascending, as one dimension. Each NaN counts, as it differs from every other.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([2.0, f64::NAN, 2.0, f64::NAN])?;
    /// assert_eq!(x.unique_values()?.to_string(), "[ 2. nan nan]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn unique_values(&self) -> Result<Self> {
        self.array.unique_values().map(Self::from_dyn)
    }

    /// The distinct elements, as [`unique_values`](Array::unique_values), and how often each occurs.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (values, counts) = xp.array([3, 1, 2, 1])?.unique_counts()?;
    /// assert_eq!((values.to_vec()?, counts.to_vec()?), (vec![1, 2, 3], vec![2, 1, 1]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn unique_counts(&self) -> Result<(Self, Array<i64, B>)> {
        let (values, counts) = self.array.unique_counts()?;
        Ok((Self::from_dyn(values), Array::from_dyn(counts)))
    }

    /// The distinct elements, as [`unique_values`](Array::unique_values), and the place among them of each element.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (values, inverse) = xp.array([3, 1, 2, 1])?.unique_inverse()?;
    /// assert_eq!((values.to_vec()?, inverse.to_vec()?), (vec![1, 2, 3], vec![2, 0, 1, 0]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn unique_inverse(&self) -> Result<(Self, Array<i64, B>)> {
        let (values, inverse) = self.array.unique_inverse()?;
        Ok((Self::from_dyn(values), Array::from_dyn(inverse)))
    }

    /// The distinct elements, and where they are. Each NaN counts as one of its own.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([3, 1, 2, 1])?.unique_all()?;
    /// assert_eq!((x.values.to_string(), x.indices.to_string()), ("[1 2 3]".into(), "[1 2 0]".into()));
    /// assert_eq!((x.inverse_indices.to_string(), x.counts.to_string()), ("[2 0 1 0]".into(), "[2 1 1]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn unique_all(&self) -> Result<UniqueAll<T, B>> {
        let [values, indices, inverse_indices, counts] = self.array.unique_all()?;
        Ok(UniqueAll {
            values: Array::from_dyn(values),
            indices: Array::from_dyn(indices),
            inverse_indices: Array::from_dyn(inverse_indices),
            counts: Array::from_dyn(counts),
        })
    }

    /// [`unique_all`](Array::unique_all), where NaN may count once; or of the slices of an axis: then indices are those of the axis,
    /// and there is an inverse index for each of its places.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([f64::NAN, 1.0, f64::NAN])?;
    /// assert_eq!(x.unique_all_with(Unique::new().equal_nan(true))?.counts.to_string(), "[1 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`](crate::Error::Axis) for an axis that is not there.
    pub fn unique_all_with(&self, options: Unique) -> Result<UniqueAll<T, B>> {
        let [values, indices, inverse_indices, counts] = self.array.unique_all_with(options)?;
        Ok(UniqueAll {
            values: Array::from_dyn(values),
            indices: Array::from_dyn(indices),
            inverse_indices: Array::from_dyn(inverse_indices),
            counts: Array::from_dyn(counts),
        })
    }

    /// Whether each element is one of `test`. NaN is none.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1, 2, 3, 2])?, xp.array([2, 5])?);
    /// assert_eq!(x.isin(&y)?.to_vec()?, [false, true, false, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn isin<U: Element>(&self, test: &Array<U, B>) -> Result<Array<bool, B>>
    where
        T: Promote<U>,
    {
        self.array.isin(&test.array).map(Array::from_dyn)
    }

    /// Whether each element in row-major order is one of `test`: [`isin`](Array::isin) as one dimension.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([[1, 2], [3, 2]])?, xp.array([2, 5])?);
    /// assert_eq!(x.in1d(&y)?.to_vec()?, [false, true, false, true]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn in1d<U: Element>(&self, test: &Array<U, B>) -> Result<Array<bool, B>>
    where
        T: Promote<U>,
    {
        self.array.in1d(&test.array).map(Array::from_dyn)
    }

    /// The distinct elements that are in both arrays, ascending.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1, 3, 4, 3])?, xp.array([3, 1, 2])?);
    /// assert_eq!(x.intersect1d(&y)?.to_string(), "[1 3]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn intersect1d<U: Element>(&self, other: &Array<U, B>) -> Result<Array<Common<T, U>, B>>
    where
        T: Promote<U>,
    {
        self.array.intersect1d(&other.array).map(Array::from_dyn)
    }

    /// [`intersect1d`](Array::intersect1d), and where, in row-major order, each element is first in both arrays.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1, 3, 4, 3])?, xp.array([3, 1, 2])?);
    /// let (values, of_x, of_y) = x.intersect1d_indices(&y)?;
    /// assert_eq!(values.to_string(), "[1 3]");
    /// assert_eq!((of_x.to_string(), of_y.to_string()), ("[0 1]".into(), "[1 0]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if computing fails.
    #[allow(clippy::type_complexity)]
    pub fn intersect1d_indices<U: Element>(
        &self,
        other: &Array<U, B>,
    ) -> Result<(Array<Common<T, U>, B>, Array<i64, B>, Array<i64, B>)>
    where
        T: Promote<U>,
    {
        let [values, of_self, of_other] = self.array.intersect1d_indices(&other.array)?;
        Ok((Array::from_dyn(values), Array::from_dyn(of_self), Array::from_dyn(of_other)))
    }

    /// The distinct elements that are not in another array, ascending.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1, 3, 4, 3])?, xp.array([1, 2])?);
    /// assert_eq!(x.setdiff1d(&y)?.to_string(), "[3 4]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn setdiff1d<U: Element>(&self, other: &Array<U, B>) -> Result<Self>
    where
        T: Promote<U>,
    {
        self.array.setdiff1d(&other.array).map(Array::from_dyn)
    }

    /// The distinct elements of both arrays together, ascending.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1, 3])?, xp.array([3, 2])?);
    /// assert_eq!(x.union1d(&y)?.to_string(), "[1 2 3]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn union1d<U: Element>(&self, other: &Array<U, B>) -> Result<Array<Common<T, U>, B>>
    where
        T: Promote<U>,
    {
        self.array.union1d(&other.array).map(Array::from_dyn)
    }

    /// The distinct elements that are in just one of two arrays, ascending.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1, 3])?, xp.array([3, 2])?);
    /// assert_eq!(x.setxor1d(&y)?.to_string(), "[1 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if computing fails.
    pub fn setxor1d<U: Element>(&self, other: &Array<U, B>) -> Result<Array<Common<T, U>, B>>
    where
        T: Promote<U>,
    {
        self.array.setxor1d(&other.array).map(Array::from_dyn)
    }
}
