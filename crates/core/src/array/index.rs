//! Reading at indices and masks. All but one index, which is a view, computes its operands and runs at once.

use super::join::common_shape;
use super::{
    Array, DynArray, IndexMode, IntoAxes, IntoAxis, IntoIndexArrays, IntoIndices, IntoOptionalAxis, SliceItem,
};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::{DType, Scalar};
use crate::element::Element;
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp};
use crate::layout::{Dims, checked_len, normalize_axis};
use smallvec::SmallVec;
use std::ops::RangeFull;

/// An index that is out of bounds on every axis.
const NOWHERE: i64 = i64::MAX;

impl<B: Backend> DynArray<B> {
    /// As `i64`; what only `u64` can hold is out of bounds before and after.
    pub(super) fn to_indices(&self) -> Result<Self> {
        match self.dtype() {
            DType::U64 => self.binary_scalar(BinaryOp::Min, Scalar::new(NOWHERE as u64), false)?.astype(DType::I64),
            _ => self.astype(DType::I64),
        }
    }

    /// As [`DynArray::to_indices`], if these are integers.
    pub(crate) fn checked_indices(&self, op: &'static str) -> Result<Self> {
        TypeClass::Integer.check(op, self.dtype())?;
        self.to_indices()
    }

    /// The array itself, if these are truth values.
    pub(super) fn checked_mask(&self, op: &'static str) -> Result<&Self> {
        match self.dtype() {
            DType::Bool => Ok(self),
            found => Err(Error::DType { op, expected: DType::Bool.to_string(), found: found.to_string() }),
        }
    }

    /// A function of the indices and a number.
    pub(super) fn with_count(&self, op: BinaryOp, n: usize) -> Result<Self> {
        self.binary_scalar(op, Scalar::new(n as i64), false)
    }

    /// The elements of an axis at indices of any shape, which replaces the axis.
    pub(super) fn taken(&self, op: &'static str, axis: usize, indices: &Self) -> Result<Self> {
        let (xp, d) = (self.xp(), self.shape());
        if let (0, Some(index)) = (indices.ndim(), indices.constant()) {
            return self.at_one(op, axis, index.get());
        }
        let shape: Dims = d[..axis].iter().chain(indices.shape()).chain(&d[axis + 1..]).copied().collect();
        if checked_len(&shape)? == 0 {
            check_bounds(op, indices, -(d[axis] as i64), d[axis])?;
            return Self::full(xp, Scalar::from_f64(self.dtype(), 0.0), &shape);
        }
        Self::operation(op, &[self, indices], self.dtype(), &shape, move |xp, x| {
            xp.take(x[0], axis, x[1]).map_err(|error| renamed(op, error))
        })?
        .evaluated()
    }

    /// A view of what an axis has at one index.
    fn at_one(&self, op: &'static str, axis: usize, index: i64) -> Result<Self> {
        let len = self.shape()[axis];
        if index < -(len as i64) || index >= len as i64 {
            return Err(Error::Index { op, index, len });
        }
        let mut items = vec![SliceItem::from(..); axis];
        items.push(SliceItem::Index(index as isize));
        self.slice(&items)
    }

    /// Non-negative indices of an axis: negative ones counted from the end, and a mask of those out of bounds.
    fn wrapped(&self, len: usize) -> Result<(Self, Self)> {
        let negative = self.binary_scalar(BinaryOp::Lt, Scalar::new(0i64), false)?;
        let index = Self::selected(&negative, &self.with_count(BinaryOp::Add, len)?, self)?;
        let low = index.binary_scalar(BinaryOp::Lt, Scalar::new(0i64), false)?;
        let high = index.with_count(BinaryOp::Ge, len)?;
        Ok((index, low.binary(BinaryOp::Or, "index", &high)?))
    }
}

/// Indices for one axis each, and the axes' lengths.
pub(crate) struct MultiIndex<B: Backend> {
    op: &'static str,
    indices: Vec<DynArray<B>>,
    lengths: Dims,
}

impl<B: Backend> MultiIndex<B> {
    pub fn new(op: &'static str, indices: Vec<DynArray<B>>, lengths: &[usize]) -> Result<Self> {
        if indices.len() > lengths.len() {
            return Err(Error::Axis { op, axis: indices.len() as isize - 1, ndim: lengths.len() });
        }
        let lengths = lengths[..indices.len()].into();
        Ok(Self { op, indices, lengths })
    }

    /// The indices, if they are for one axis alone.
    pub fn only(&self) -> Option<&DynArray<B>> {
        if let [indices] = &self.indices[..] { Some(indices) } else { None }
    }

    /// The sum of indices times strides, and of `offsets`, for each place of their broadcast shape. What is
    /// out of bounds becomes an index that is so in every array: the check costs no pass of its own.
    pub fn flatten(&self, strides: &[usize], offsets: Option<&DynArray<B>>) -> Result<DynArray<B>> {
        let mut sum: Option<(DynArray<B>, DynArray<B>)> = None;
        for ((index, &len), &stride) in self.indices.iter().zip(&self.lengths).zip(strides) {
            let (index, bad) = index.wrapped(len)?;
            let place = index.with_count(BinaryOp::Mul, stride)?;
            sum = Some(match sum {
                None => (place, bad),
                Some((places, bads)) => {
                    (places.binary(BinaryOp::Add, self.op, &place)?, bads.binary(BinaryOp::Or, self.op, &bad)?)
                }
            });
        }
        let (mut places, bads) = sum.ok_or_else(|| Error::value(self.op, "no indices"))?;
        if let Some(offsets) = offsets {
            places = places.binary(BinaryOp::Add, self.op, offsets)?;
        }
        DynArray::selected(&bads, &DynArray::full(places.xp(), Scalar::new(NOWHERE), &[])?, &places)
    }

    /// The error of the index that made `error`, in the caller's terms.
    pub fn explain(&self, error: Error) -> Error {
        match error {
            Error::Index { .. } => self.check().err().unwrap_or(error),
            other => other,
        }
    }

    /// An error if an index is out of bounds. Reads the indices.
    pub fn check(&self) -> Result<()> {
        for (index, &len) in self.indices.iter().zip(&self.lengths) {
            check_bounds(self.op, index, -(len as i64), len)?;
        }
        Ok(())
    }
}

/// An error if an index is below `low` or not below `len`. Reads the indices.
pub(super) fn check_bounds<B: Backend>(op: &'static str, indices: &DynArray<B>, low: i64, len: usize) -> Result<()> {
    if indices.is_empty() {
        return Ok(());
    }
    let ends = [ReduceOp::Min, ReduceOp::Max].map(|end| indices.reduce_axes(op, end, 0, &RangeFull.into_axes()));
    let [min, max] = ends;
    let (min, max) = (min?, max?);
    DynArray::eval_all(&[&min, &max])?;
    for end in [min, max] {
        let index = end.item()?.get::<i64>();
        if index < low || index >= len as i64 {
            return Err(Error::Index { op, index, len });
        }
    }
    Ok(())
}

/// An index error of a primitive, in the name of the operation that the user called.
pub(super) fn renamed(op: &'static str, error: Error) -> Error {
    match error {
        Error::Index { index, len, .. } => Error::Index { op, index, len },
        other => other,
    }
}

/// Indices for several axes, as `i64`.
pub(super) fn index_arrays<B: Backend>(
    op: &'static str,
    xp: &B,
    indices: impl IntoIndexArrays<B>,
) -> Result<Vec<DynArray<B>>> {
    indices.into_index_arrays(xp)?.iter().map(|index| index.checked_indices(op)).collect()
}

/// Arrays of one type, as those whose type is a value.
pub(super) fn dyn_arrays<'a, T: Element, B: Backend>(arrays: &[&'a Array<T, B>]) -> SmallVec<[&'a DynArray<B>; 4]> {
    arrays.iter().map(|array| &array.array).collect()
}

impl<B: Backend> DynArray<B> {
    /// [`Array::take`].
    ///
    /// # Errors
    /// Those of [`Array::take`]; [`Error::DType`] for indices that are not integers.
    pub fn take(&self, indices: impl IntoIndices<B>, axis: impl IntoOptionalAxis) -> Result<Self> {
        self.take_with(indices, axis, IndexMode::Raise)
    }

    /// [`Array::take_with`].
    ///
    /// # Errors
    /// Those of [`Array::take_with`]; [`Error::DType`] for indices that are not integers.
    pub fn take_with(
        &self,
        indices: impl IntoIndices<B>,
        axis: impl IntoOptionalAxis,
        mode: IndexMode,
    ) -> Result<Self> {
        const OP: &str = "take";
        let indices = indices.into_indices(self.xp())?;
        let (x, axis) = self.along(OP, axis.into_optional_axis())?;
        x.taken(OP, axis, &indices.indices_of(OP, mode, x.shape()[axis])?)
    }

    /// [`Array::take_at`].
    ///
    /// # Errors
    /// Those of [`Array::take_at`]; [`Error::DType`] for indices that are not integers.
    pub fn take_at(&self, indices: impl IntoIndexArrays<B>) -> Result<Self> {
        const OP: &str = "take_at";
        let indices = index_arrays(OP, self.xp(), indices)?;
        let n = indices.len();
        let places = MultiIndex::new(OP, indices, self.shape())?;
        let (leading, rest) = self.shape().split_at(n);
        let flat = places.flatten(&row_strides(leading), None)?;
        let merged: Dims = [checked_len(leading)?].iter().chain(rest).copied().collect();
        self.reshaped(&merged)?.taken(OP, 0, &flat).map_err(|error| places.explain(error))
    }

    /// [`Array::take_along_axis`].
    ///
    /// # Errors
    /// Those of [`Array::take_along_axis`]; [`Error::DType`] for indices that are not integers.
    pub fn take_along_axis(&self, indices: impl IntoIndices<B>, axis: impl IntoAxis) -> Result<Self> {
        const OP: &str = "take_along_axis";
        let places = indices.into_indices(self.xp())?.checked_indices(OP)?;
        let axis = normalize_axis(OP, axis.into_axis(), self.ndim())?;
        let (x_shape, i_shape) = along_shapes(OP, self.shape(), places.shape(), axis)?;
        let taken = self.broadcast(OP, &x_shape)?.taken_along(axis, &places.broadcast(OP, &i_shape)?);
        taken.map_err(|error| renamed(OP, error))
    }

    /// [`Array::compress`].
    ///
    /// # Errors
    /// Those of [`Array::compress`]; [`Error::DType`] unless the condition is of truth values.
    pub fn compress(&self, condition: &Self, axis: impl IntoOptionalAxis) -> Result<Self> {
        const OP: &str = "compress";
        let (x, axis) = self.along(OP, axis.into_optional_axis())?;
        if condition.ndim() != 1 {
            return Err(Error::shape(OP, condition.shape(), &[x.shape()[axis]]));
        }
        x.taken(OP, axis, &condition.checked_mask(OP)?.places()?)
    }

    /// [`Array::extract`].
    ///
    /// # Errors
    /// Those of [`Array::extract`]; [`Error::DType`] unless the condition is of truth values.
    pub fn extract(&self, condition: &Self) -> Result<Self> {
        const OP: &str = "extract";
        if condition.len() != self.len() {
            return Err(Error::shape(OP, self.shape(), condition.shape()));
        }
        self.flat()?.compacted(&condition.checked_mask(OP)?.flat()?)
    }

    /// [`Array::mask`].
    ///
    /// # Errors
    /// Those of [`Array::mask`]; [`Error::DType`] unless the mask is of truth values.
    pub fn mask(&self, mask: &Self) -> Result<Self> {
        const OP: &str = "mask";
        let mask = mask.checked_mask(OP)?;
        let Some(rest) = self.shape().strip_prefix(mask.shape()) else {
            return Err(Error::shape(OP, self.shape(), mask.shape()));
        };
        if !rest.is_empty() {
            let merged: Dims = [mask.len()].iter().chain(rest).copied().collect();
            return self.reshaped(&merged)?.taken(OP, 0, &mask.places()?);
        }
        self.compacted(mask)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The elements of an axis at indices, whose shape replaces the axis; `None`: of the flattened array.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[10, 20, 30], [40, 50, 60]])?;
    /// assert_eq!(x.take([2, 0, -1], 1)?.to_string(), "[[30 10 30]\n [60 40 60]]");
    /// let largest = x.argmax(0)?;
    /// assert_eq!(x.take(&largest, 0)?.shape(), [3, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for an index out of bounds, [`Error::Axis`] for an axis that is not there.
    pub fn take(&self, indices: impl IntoIndices<B>, axis: impl IntoOptionalAxis) -> Result<Self> {
        self.array.take(indices, axis).map(Self::from_dyn)
    }

    /// [`take`](Array::take), where indices out of bounds may count.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([10, 20, 30])?;
    /// assert_eq!(x.take_with([-1, 4], 0, IndexMode::Wrap)?.to_string(), "[30 20]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`take`](Array::take).
    pub fn take_with(
        &self,
        indices: impl IntoIndices<B>,
        axis: impl IntoOptionalAxis,
        mode: IndexMode,
    ) -> Result<Self> {
        self.array.take_with(indices, axis, mode).map(Self::from_dyn)
    }

    /// The elements at places that several index arrays name together, one for each leading axis: NumPy's
    /// `x[i, j]`. The result has the broadcast shape of the indices, then the axes that are left.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.arange((0, 12, 1))?.reshape([3, 4])?;
    /// let rows = xp.array([0, 2])?;
    /// assert_eq!(x.take_at((&rows, [1, -1]))?.to_string(), "[ 1 11]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for an index out of bounds, [`Error::Axis`] for more indices than axes,
    /// [`Error::Shape`] if they do not broadcast, [`Error::Value`] for none.
    pub fn take_at(&self, indices: impl IntoIndexArrays<B>) -> Result<Self> {
        self.array.take_at(indices).map(Self::from_dyn)
    }

    /// For each place of `indices` the element at that index of the axis: with `argsort`'s indices, the array sorted.
    ///
    /// The other axes broadcast.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[3, 1, 2], [9, 8, 7]])?;
    /// assert_eq!(x.take_along_axis(&x.argsort()?, -1)?.to_string(), "[[1 2 3]\n [7 8 9]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for an index out of bounds, [`Error::Axis`] for an axis that is not there,
    /// [`Error::Shape`] if the other axes do not broadcast or the numbers of dimensions differ.
    pub fn take_along_axis(&self, indices: impl IntoIndices<B>, axis: impl IntoAxis) -> Result<Self> {
        self.array.take_along_axis(indices, axis).map(Self::from_dyn)
    }

    /// The slices of an axis where a one-dimensional condition holds; `None`: of the flattened array. The
    /// condition may be shorter than the axis.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1, 2], [3, 4], [5, 6]])?;
    /// let keep = xp.array([false, true, true])?;
    /// assert_eq!(x.compress(&keep, 0)?.to_string(), "[[3 4]\n [5 6]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] if the condition holds beyond the axis, [`Error::Axis`] for an axis that is not there,
    /// [`Error::Shape`] if the condition has another number of dimensions than one.
    pub fn compress(&self, condition: &Array<bool, B>, axis: impl IntoOptionalAxis) -> Result<Self> {
        self.array.compress(&condition.array, axis).map(Self::from_dyn)
    }

    /// The elements, in row-major order, where a condition of the same length holds.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.arange((0, 6, 1))?.reshape([2, 3])?;
    /// assert_eq!(x.extract(&(&x % 2).equal(0)?)?.to_string(), "[0 2 4]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the lengths differ.
    pub fn extract(&self, condition: &Array<bool, B>) -> Result<Self> {
        self.array.extract(&condition.array).map(Self::from_dyn)
    }

    /// The elements, in row-major order, where a mask of the array's shape is true: NumPy's `x[mask]`. If the mask
    /// lacks trailing axes, the parts along these.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([[1.0, -2.0], [3.0, -4.0]])?;
    /// assert_eq!(x.mask(&x.greater(0.0)?)?.to_string(), "[1. 3.]");
    /// let rows = xp.array([false, true])?;
    /// assert_eq!(x.mask(&rows)?.to_string(), "[[ 3. -4.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the mask's shape is not that of the leading axes.
    pub fn mask(&self, mask: &Array<bool, B>) -> Result<Self> {
        self.array.mask(&mask.array).map(Self::from_dyn)
    }
}

/// The row-major distances between neighbours along each axis.
pub(super) fn row_strides(shape: &[usize]) -> Dims {
    let mut strides = Dims::from_elem(1, shape.len());
    for k in (1..shape.len()).rev() {
        strides[k - 1] = strides[k].saturating_mul(shape[k].max(1));
    }
    strides
}

/// The shapes of an array and of indices along one of its axes, with the other axes broadcast.
pub(super) fn along_shapes(op: &'static str, x: &[usize], indices: &[usize], axis: usize) -> Result<(Dims, Dims)> {
    if x.len() != indices.len() {
        return Err(Error::shape(op, x, indices));
    }
    let [mut x_others, mut i_others] = [x, indices].map(Dims::from_slice);
    (x_others[axis], i_others[axis]) = (1, 1);
    let mut common = common_shape(op, [&x_others[..], &i_others[..]].into_iter())?;
    let mut of = |d: usize| {
        common[axis] = d;
        common.clone()
    };
    Ok((of(x[axis]), of(indices[axis])))
}
