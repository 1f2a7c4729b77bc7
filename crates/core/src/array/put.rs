//! Writing into arrays at indices.

use super::index::{MultiIndex, along_shapes, index_arrays, renamed, row_strides};
use super::{Array, ArrayLike, ArrayOrNumber, DynArray, IndexMode, IntoAxis, IntoIndexArrays, IntoIndices};
use crate::backend::{Backend, ScatterOp};
use crate::element::Element;
use crate::error::{Error, Result};
use crate::ir::BinaryOp;
use crate::layout::{Dims, checked_len, normalize_axis};

impl<B: Backend> DynArray<B> {
    /// Writes `values` (broadcast to the shape of `indices`) at flat indices.
    pub(super) fn scatter(&mut self, op: &'static str, how: ScatterOp, indices: &Self, values: &Self) -> Result<()> {
        let values = values.broadcast_into(op, indices.shape())?;
        if indices.is_empty() {
            return Ok(());
        }
        self.write_with(op, &[indices, &values], move |xp, target, x| {
            xp.scatter(how, target, x[0], x[1]).map_err(|error| renamed(op, error))
        })
    }

    /// [`Array::put`].
    ///
    /// # Errors
    /// Those of [`Array::put`]; [`Error::DType`] for indices that are not integers, or a number of a kind that the
    /// array's type lacks.
    pub fn put(&mut self, indices: impl IntoIndices<B>, values: impl ArrayLike<B>) -> Result<()> {
        self.put_with(indices, values, IndexMode::Raise)
    }

    /// [`Array::put_with`].
    ///
    /// # Errors
    /// Those of [`Array::put_with`]; [`Error::DType`] for indices that are not integers, or a number of a kind that the
    /// array's type lacks.
    pub fn put_with(&mut self, indices: impl IntoIndices<B>, values: impl ArrayLike<B>, mode: IndexMode) -> Result<()> {
        const OP: &str = "put";
        let places = indices.into_indices(self.xp())?.indices_of(OP, mode, self.len())?;
        let values = values.operand().written_to(OP, self)?;
        let values = match values.len() {
            0 if !places.is_empty() => return Err(Error::value(OP, "no values")),
            1 => values.reshaped(&[])?,
            _ => values.resize(places.shape())?,
        };
        self.scatter(OP, ScatterOp::Put, &places, &values)
    }

    /// [`Array::put_at`].
    ///
    /// # Errors
    /// Those of [`Array::put_at`]; [`Error::DType`] for indices that are not integers, or a number of a kind that the
    /// array's type lacks.
    pub fn put_at(&mut self, indices: impl IntoIndexArrays<B>, values: impl ArrayLike<B>) -> Result<()> {
        self.scatter_at("put_at", ScatterOp::Put, indices, &values.operand())
    }

    /// [`Array::add_at`].
    ///
    /// # Errors
    /// Those of [`Array::add_at`]; [`Error::DType`] for indices that are not integers, or a number of a kind that the
    /// array's type lacks.
    #[doc(alias = "scatter_add")]
    pub fn add_at(&mut self, indices: impl IntoIndexArrays<B>, values: impl ArrayLike<B>) -> Result<()> {
        self.scatter_at("add_at", ScatterOp::Add, indices, &values.operand())
    }

    /// [`Array::multiply_at`].
    ///
    /// # Errors
    /// Those of [`Array::multiply_at`]; [`Error::DType`] for indices that are not integers, or a number of a kind that the
    /// array's type lacks.
    pub fn multiply_at(&mut self, indices: impl IntoIndexArrays<B>, values: impl ArrayLike<B>) -> Result<()> {
        self.scatter_at("multiply_at", ScatterOp::Mul, indices, &values.operand())
    }

    /// [`Array::minimum_at`].
    ///
    /// # Errors
    /// Those of [`Array::minimum_at`]; [`Error::DType`] for indices that are not integers, or a number of a kind that the
    /// array's type lacks.
    #[doc(alias = "scatter_min")]
    pub fn minimum_at(&mut self, indices: impl IntoIndexArrays<B>, values: impl ArrayLike<B>) -> Result<()> {
        self.scatter_at("minimum_at", ScatterOp::Min, indices, &values.operand())
    }

    /// [`Array::maximum_at`].
    ///
    /// # Errors
    /// Those of [`Array::maximum_at`]; [`Error::DType`] for indices that are not integers, or a number of a kind that the
    /// array's type lacks.
    #[doc(alias = "scatter_max")]
    pub fn maximum_at(&mut self, indices: impl IntoIndexArrays<B>, values: impl ArrayLike<B>) -> Result<()> {
        self.scatter_at("maximum_at", ScatterOp::Max, indices, &values.operand())
    }

    fn scatter_at(
        &mut self,
        op: &'static str,
        how: ScatterOp,
        indices: impl IntoIndexArrays<B>,
        values: &ArrayOrNumber<'_, B>,
    ) -> Result<()> {
        let values = values.written_to(op, self)?;
        let (places, flat) = self.named_places(op, indices)?;
        // The scatter itself counts from the end, and checks.
        let flat = places.only().filter(|_| self.ndim() == 1).unwrap_or(&flat);
        self.scatter(op, how, flat, &values).map_err(|error| places.explain(error))
    }

    /// The places that index arrays name together, one for each leading axis, and the row-major index of each.
    pub(crate) fn named_places(
        &self,
        op: &'static str,
        indices: impl IntoIndexArrays<B>,
    ) -> Result<(MultiIndex<B>, Self)> {
        let indices = index_arrays(op, self.xp(), indices)?;
        let rest = self.shape().get(indices.len()..).unwrap_or(&[]);
        let blocks = indices.iter().map(|index| index.trailed_by(rest.len())).collect::<Result<_>>()?;
        let places = MultiIndex::new(op, blocks, self.shape())?;
        let flat = places.flatten(&row_strides(self.shape()), Some(&Self::iota(self.xp(), rest)?))?;
        Ok((places, flat))
    }

    /// [`Array::put_along_axis`].
    ///
    /// # Errors
    /// Those of [`Array::put_along_axis`]; [`Error::DType`] for indices that are not integers, or a number of a kind
    /// that the array's type lacks.
    pub fn put_along_axis(
        &mut self,
        indices: impl IntoIndices<B>,
        values: impl ArrayLike<B>,
        axis: impl IntoAxis,
    ) -> Result<()> {
        const OP: &str = "put_along_axis";
        let axis = normalize_axis(OP, axis.into_axis(), self.ndim())?;
        let indices = indices.into_indices(self.xp())?;
        let (x_shape, shape) = along_shapes(OP, self.shape(), indices.shape(), axis)?;
        if x_shape[..] != *self.shape() {
            return Err(Error::shape(OP, self.shape(), indices.shape()));
        }
        self.scatter_along(OP, ScatterOp::Put, &indices, &shape, &values.operand(), axis)
    }

    /// [`Array::index_put`].
    ///
    /// # Errors
    /// Those of [`Array::index_put`]; [`Error::DType`] for indices that are not integers, or a number of a kind that
    /// the array's type lacks.
    pub fn index_put(
        &mut self,
        indices: impl IntoIndices<B>,
        values: impl ArrayLike<B>,
        axis: impl IntoAxis,
    ) -> Result<()> {
        let indices = indices.into_indices(self.xp())?;
        self.scatter_slices("index_put", ScatterOp::Put, &indices, &values.operand(), axis.into_axis())
    }

    /// [`Array::index_add`].
    ///
    /// # Errors
    /// Those of [`Array::index_add`]; [`Error::DType`] for indices that are not integers, or a number of a kind that
    /// the array's type lacks.
    pub fn index_add(
        &mut self,
        indices: impl IntoIndices<B>,
        values: impl ArrayLike<B>,
        axis: impl IntoAxis,
    ) -> Result<()> {
        let indices = indices.into_indices(self.xp())?;
        self.scatter_slices("index_add", ScatterOp::Add, &indices, &values.operand(), axis.into_axis())
    }

    /// Writes to the slices of an axis at one-dimensional indices.
    pub(crate) fn scatter_slices(
        &mut self,
        op: &'static str,
        how: ScatterOp,
        indices: &Self,
        values: &ArrayOrNumber<'_, B>,
        axis: isize,
    ) -> Result<()> {
        let axis = normalize_axis(op, axis, self.ndim())?;
        if indices.ndim() != 1 {
            return Err(Error::shape(op, indices.shape(), &[indices.len()]));
        }
        let mut shape = Dims::from_slice(self.shape());
        shape[axis] = indices.len();
        self.scatter_along(op, how, &indices.trailed_by(self.ndim() - 1 - axis)?, &shape, values, axis)
    }

    /// Writes at indices of an axis, which broadcast to `shape`: that of the array but for the axis.
    fn scatter_along(
        &mut self,
        op: &'static str,
        how: ScatterOp,
        indices: &Self,
        shape: &[usize],
        values: &ArrayOrNumber<'_, B>,
        axis: usize,
    ) -> Result<()> {
        let indices = indices.checked_indices(op)?;
        let values = values.written_to(op, self)?;
        let places = MultiIndex::new(op, vec![indices], &[self.shape()[axis]])?;
        let (before, after) = (&shape[..axis], &shape[axis + 1..]);
        let stride = checked_len(after)?;
        let outer = Self::iota(self.xp(), before)?.with_count(BinaryOp::Mul, checked_len(&self.shape()[axis..])?)?;
        let inner = Self::iota(self.xp(), after)?;
        let offsets = outer.trailed_by(shape.len() - axis)?.binary(BinaryOp::Add, op, &inner)?;
        let flat = places.flatten(&[stride], Some(&offsets))?;
        self.scatter(op, how, &flat, &values).map_err(|error| places.explain(error))
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// Writes values at row-major indices; fewer values than indices start again, of several
    /// at one place the last stays.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.zeros::<i32>([2, 2])?;
    /// x.put([0, -1], &xp.array([5, 6])?)?;
    /// assert_eq!(x.to_string(), "[[5 0]\n [0 6]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for an index out of bounds, [`Error::Value`] for no values. Nothing is written then.
    pub fn put(&mut self, indices: impl IntoIndices<B>, values: impl ArrayLike<B>) -> Result<()> {
        self.array.put(indices, values)
    }

    /// [`put`](Array::put), where indices out of bounds may count.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.zeros::<i32>(3)?;
    /// x.put_with([4, -9], &xp.array([5, 6])?, IndexMode::Clip)?;
    /// assert_eq!(x.to_string(), "[6 0 5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`put`](Array::put).
    pub fn put_with(&mut self, indices: impl IntoIndices<B>, values: impl ArrayLike<B>, mode: IndexMode) -> Result<()> {
        self.array.put_with(indices, values, mode)
    }

    /// Writes values, broadcast, at places that several index arrays name together, one for each leading axis:
    /// NumPy's `x[i, j] = values`. Of several values at one place the last stays.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.zeros::<i32>([2, 2])?;
    /// let (i, j) = (xp.array([0, 1])?, xp.array([1, 0])?);
    /// x.put_at(&[&i, &j], 9)?;
    /// assert_eq!(x.to_string(), "[[0 9]\n [9 0]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`take_at`](Array::take_at), and [`Error::Shape`] if the values do not broadcast. Nothing is written
    /// then.
    pub fn put_at(&mut self, indices: impl IntoIndexArrays<B>, values: impl ArrayLike<B>) -> Result<()> {
        self.array.put_at(indices, values)
    }

    /// Adds values, broadcast, at places that several index arrays name together, as often as
    /// they do: NumPy's `add.at(x, (i, j), values)`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.zeros::<i32>(3)?;
    /// x.add_at(&[&xp.array([0, 2, 2])?], 1)?;
    /// assert_eq!(x.to_string(), "[1 0 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`put_at`](Array::put_at).
    #[doc(alias = "scatter_add")]
    pub fn add_at(&mut self, indices: impl IntoIndexArrays<B>, values: impl ArrayLike<B>) -> Result<()> {
        self.array.add_at(indices, values)
    }

    /// Multiplies the elements by values, broadcast, at places that several index arrays name
    /// together, as often as they do: NumPy's `multiply.at(x, (i, j), values)`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.array([2, 3, 5])?;
    /// x.multiply_at(&[&xp.array([0, 2, 2])?], 2)?;
    /// assert_eq!(x.to_string(), "[ 4  3 20]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`put_at`](Array::put_at).
    pub fn multiply_at(&mut self, indices: impl IntoIndexArrays<B>, values: impl ArrayLike<B>) -> Result<()> {
        self.array.multiply_at(indices, values)
    }

    /// Replaces elements by the smaller of them and values, broadcast, NaN if one is, at places that several index arrays name
    /// together, as often as they do: NumPy's `minimum.at(x, (i, j), values)`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.array([2, 3, 5])?;
    /// x.minimum_at(&[&xp.array([0, 2, 2])?], &xp.array([7, 4, 1])?)?;
    /// assert_eq!(x.to_string(), "[2 3 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`put_at`](Array::put_at).
    #[doc(alias = "scatter_min")]
    pub fn minimum_at(&mut self, indices: impl IntoIndexArrays<B>, values: impl ArrayLike<B>) -> Result<()> {
        self.array.minimum_at(indices, values)
    }

    /// Replaces elements by the larger of them and values, broadcast, NaN if one is, at places that several index arrays name
    /// together, as often as they do: NumPy's `maximum.at(x, (i, j), values)`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.array([2, 3, 5])?;
    /// x.maximum_at(&[&xp.array([0, 2, 2])?], &xp.array([7, 4, 1])?)?;
    /// assert_eq!(x.to_string(), "[7 3 5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`put_at`](Array::put_at).
    #[doc(alias = "scatter_max")]
    pub fn maximum_at(&mut self, indices: impl IntoIndexArrays<B>, values: impl ArrayLike<B>) -> Result<()> {
        self.array.maximum_at(indices, values)
    }

    /// Writes, for each place of `indices`, a value at that index of the axis; the other axes of the
    /// indices, and the values, broadcast.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.array([[1, 5, 2], [7, 3, 6]])?;
    /// let largest = x.argmax(keepdims(1))?;
    /// x.put_along_axis(&largest, 0, 1)?;
    /// assert_eq!(x.to_string(), "[[1 0 2]\n [0 3 6]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`take_along_axis`](Array::take_along_axis), and [`Error::Shape`] if the values do not broadcast. Nothing
    /// is written then.
    pub fn put_along_axis(
        &mut self,
        indices: impl IntoIndices<B>,
        values: impl ArrayLike<B>,
        axis: impl IntoAxis,
    ) -> Result<()> {
        self.array.put_along_axis(indices, values, axis)
    }

    /// Writes values, broadcast, to the slices of an axis at one-dimensional indices: NumPy's `x[:, i] = values`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.zeros::<i32>([2, 3])?;
    /// x.index_put([0, 2], 7, 1)?;
    /// assert_eq!(x.to_string(), "[[7 0 7]\n [7 0 7]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`index_add`](Array::index_add).
    pub fn index_put(
        &mut self,
        indices: impl IntoIndices<B>,
        values: impl ArrayLike<B>,
        axis: impl IntoAxis,
    ) -> Result<()> {
        self.array.index_put(indices, values, axis)
    }

    /// Adds values, broadcast, to the slices of an axis at one-dimensional indices, as often as they
    /// are named: NumPy's `add.at(x, (slice(None), i), values)`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.zeros::<i32>([2, 3])?;
    /// x.index_add([0, 2, 2], 1, 1)?;
    /// assert_eq!(x.to_string(), "[[1 0 2]\n [1 0 2]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for an index out of bounds, [`Error::Axis`] for an axis that is not there,
    /// [`Error::Shape`] if the indices have another number of dimensions or the values do not broadcast.
    /// Nothing is written then.
    pub fn index_add(
        &mut self,
        indices: impl IntoIndices<B>,
        values: impl ArrayLike<B>,
        axis: impl IntoAxis,
    ) -> Result<()> {
        self.array.index_add(indices, values, axis)
    }
}
