//! Matrices compressed by rows.

use super::{Coo, Csc, check_dims};
use crate::array::device::{order_after, same_device};
use crate::array::{Array, DynArray, IntoIndices};
use crate::backend::{Backend, Csr as Parts};
use crate::dtype::DType;
use crate::element::SparseElement;
use crate::error::{Error, Result};
use crate::layout::checked_len;
use std::marker::PhantomData;
use std::sync::Arc;

/// A matrix compressed by rows. Clones share memory.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::sparse::Csr;
/// let a = Csr::from_dense(&xp.array([[1.0, 0.0, 2.0], [0.0, 0.0, 3.0]])?)?;
/// assert_eq!((a.shape(), a.nnz()), ([2, 3], 3));
/// assert_eq!((a.indptr()?.to_string(), a.indices()?.to_string()), ("[0 2 3]".into(), "[0 2 2]".into()));
/// assert_eq!(a.values()?.to_string(), "[1. 2. 3.]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct Csr<T: SparseElement, B: Backend> {
    xp: B,
    parts: Parts<Arc<B::Buffer>>,
    element: PhantomData<fn() -> T>,
}

impl<T: SparseElement, B: Backend> Clone for Csr<T, B> {
    fn clone(&self) -> Self {
        Self { xp: self.xp.clone(), parts: self.parts.clone(), element: PhantomData }
    }
}

impl<T: SparseElement, B: Backend> Csr<T, B> {
    pub(super) fn wrap(xp: &B, parts: Parts<B::Buffer>) -> Self {
        debug_assert_eq!(parts.dtype(), T::DTYPE);
        let parts = parts.shared();
        Self { xp: xp.clone(), parts, element: PhantomData }
    }

    /// As the backend's operations take it.
    pub(super) fn borrowed(&self) -> Parts<&B::Buffer> {
        self.parts.lent()
    }

    /// The same places with other entries, as many.
    pub(super) fn holding<U: SparseElement>(&self, op: &'static str, values: &Array<U, B>) -> Result<Csr<U, B>> {
        let values = values.array.contiguous()?.computed_for(op, &self.xp)?;
        let parts = self.parts.with_values(U::DTYPE, values.buffer)?;
        Ok(Csr { xp: self.xp.clone(), parts, element: PhantomData })
    }

    /// The handle of the device that the matrix is on.
    pub fn xp(&self) -> &B {
        &self.xp
    }

    /// Orders this matrix' stream after that of another operand, of the same device.
    pub(super) fn admit(&self, op: &'static str, other: &Self) -> Result<()> {
        same_device(op, &self.xp, &other.xp)?;
        order_after(&self.xp, &other.xp)
    }

    /// From the three arrays of the format: where each row starts (`rows + 1` of them), the column of each entry, the
    /// entries. Columns are sorted, and duplicates added up.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_parts([2, 3], [0, 2, 3], [0, 2, 2], &xp.array([1.0, 2.0, 3.0])?)?;
    /// assert_eq!(a.to_dense()?.to_string(), "[[1. 0. 2.]\n [0. 0. 3.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if `indptr` does not ascend from 0 to the number of entries; [`Error::Index`] if a
    /// column lies outside the matrix.
    pub fn from_parts(
        shape: [usize; 2],
        indptr: impl IntoIndices<B>,
        indices: impl IntoIndices<B>,
        values: &Array<T, B>,
    ) -> Result<Self> {
        const OP: &str = "Csr::from_parts";
        let [rows, cols] = shape;
        check_dims(shape)?;
        let xp = values.xp();
        let indptr = indptr.into_indices(xp)?.checked_indices(OP)?;
        let indices = indices.into_indices(xp)?.checked_indices(OP)?;
        if indptr.shape() != [rows + 1] || indices.ndim() != 1 || indices.shape() != values.shape() {
            return Err(Error::shape(OP, indices.shape(), values.shape()));
        }
        let (ptr, idx, val) = (indptr.computed_for(OP, xp)?, indices.computed_for(OP, xp)?, values.array.computed()?);
        Ok(Self::wrap(xp, xp.csr_from_parts(rows, cols, ptr.view()?, idx.view()?, val.view()?)?))
    }

    /// The non-zero entries of a dense matrix.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 1.0], [2.0, 0.0]])?)?;
    /// assert_eq!(a.nnz(), 2);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if it has not two dimensions.
    pub fn from_dense(x: &Array<T, B>) -> Result<Self> {
        if x.ndim() != 2 {
            return Err(Error::value("Csr::from_dense", format!("expected a matrix, found shape {:?}", x.shape())));
        }
        Ok(Self::wrap(x.xp(), x.xp().dense_to_csr(x.array.computed()?.view()?)?))
    }

    /// Rows and columns.
    pub fn shape(&self) -> [usize; 2] {
        self.parts.shape()
    }

    /// The number of stored entries.
    pub fn nnz(&self) -> usize {
        self.parts.nnz()
    }

    /// Where each row starts among the entries, and their number last.
    pub fn indptr(&self) -> Result<Array<i64, B>> {
        Ok(Array::from_dyn(self.array(DType::I64, self.shape()[0] + 1, self.parts.indptr())))
    }

    /// The column of each entry.
    pub fn indices(&self) -> Result<Array<i64, B>> {
        let raw = self.array(Parts::<B::Buffer>::index_type(self.shape()[1]), self.nnz(), self.parts.indices());
        Ok(Array::from_dyn(raw.astype(DType::I64)?))
    }

    /// The entries.
    pub fn values(&self) -> Result<Array<T, B>> {
        Ok(Array::from_dyn(self.array(T::DTYPE, self.nnz(), self.parts.values())))
    }

    /// An array of a buffer, which it shares.
    fn array(&self, dtype: DType, len: usize, buffer: &Arc<B::Buffer>) -> DynArray<B> {
        DynArray::from_shared(&self.xp, dtype, &[len], buffer.clone())
    }

    /// The dense matrix.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// assert_eq!(Csr::<f64, _>::eye(&xp, 2)?.to_dense()?.to_string(), "[[1. 0.]\n [0. 1.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn to_dense(&self) -> Result<Array<T, B>> {
        checked_len(&self.shape())?;
        let buffer = self.xp.csr_to_dense(&self.borrowed())?;
        Ok(Array::from_dyn(DynArray::from_buffer(&self.xp, T::DTYPE, &self.shape(), buffer)))
    }

    /// Coordinates and values, in row-major order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 1.0], [2.0, 0.0]])?)?.to_coo()?;
    /// assert_eq!((a.row().to_vec()?, a.col().to_vec()?), (vec![0, 1], vec![1, 0]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn to_coo(&self) -> Result<Coo<T, B>> {
        let (row, col) = self.xp.csr_coordinates(&self.borrowed())?;
        let array = |buffer| Array::from_dyn(DynArray::from_buffer(&self.xp, DType::I64, &[self.nnz()], buffer));
        Ok(Coo { shape: self.shape(), row: array(row), col: array(col), values: self.values()? })
    }

    /// Compressed by columns.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 1.0], [2.0, 3.0]])?)?;
    /// assert_eq!(a.to_csc()?.values()?.to_string(), "[2. 1. 3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn to_csc(&self) -> Result<Csc<T, B>> {
        Ok(Csc { transpose: self.transpose()? })
    }

    /// The transpose, compressed by rows.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 1.0], [2.0, 0.0]])?)?;
    /// assert_eq!(a.transpose()?.to_dense()?.to_string(), "[[0. 2.]\n [1. 0.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn transpose(&self) -> Result<Self> {
        Ok(Self::wrap(&self.xp, self.xp.csr_transpose(&self.borrowed())?))
    }

    /// The product with a dense vector `[cols]` or matrix `[cols, k]`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[1.0, 0.0], [0.0, 2.0]])?)?;
    /// assert_eq!(a.matmul(&xp.array([3.0, 4.0])?)?.to_string(), "[3. 8.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the lengths do not match.
    pub fn matmul(&self, x: &Array<T, B>) -> Result<Array<T, B>> {
        let dense = x.array.computed_for("Csr::matmul", &self.xp)?;
        let [rows, cols] = self.shape();
        let (shape, buffer) = match x.shape() {
            [n] if *n == cols => (vec![rows], self.xp.spmv(&self.borrowed(), dense.view()?)?),
            [n, k] if *n == cols => {
                checked_len(&[rows, *k])?;
                (vec![rows, *k], self.xp.spmm(&self.borrowed(), dense.view()?)?)
            }
            _ => return Err(Error::shape("Csr::matmul", &self.shape(), x.shape())),
        };
        Ok(Array::from_dyn(DynArray::from_buffer(&self.xp, T::DTYPE, &shape, buffer)))
    }

    /// The product of the transpose with a vector that has an element for each row.
    pub(super) fn transposed_product(&self, op: &'static str, x: &Array<T, B>) -> Result<Array<T, B>> {
        let [rows, cols] = self.shape();
        if x.shape() != [rows] {
            return Err(Error::shape(op, &[cols, rows], x.shape()));
        }
        let dense = x.array.computed_for(op, &self.xp)?;
        let buffer = self.xp.spmv_transposed(&self.borrowed(), dense.view()?)?;
        Ok(Array::from_dyn(DynArray::from_buffer(&self.xp, T::DTYPE, &[cols], buffer)))
    }

    /// The rows of these numbers, which are in the matrix, if the backend has an operation for that.
    pub(super) fn rows_at(&self, numbers: &Array<i64, B>) -> Result<Option<Self>> {
        let numbers = numbers.array.computed()?;
        let rows = self.xp.csr_take_rows(&self.borrowed(), numbers.view()?)?;
        Ok(rows.map(|parts| Self::wrap(&self.xp, parts)))
    }

    /// The product of two sparse matrices.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 1.0], [2.0, 0.0]])?)?;
    /// assert_eq!(a.matmul_sparse(&a)?.to_dense()?.to_string(), "[[2. 0.]\n [0. 2.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the inner lengths differ.
    pub fn matmul_sparse(&self, other: &Self) -> Result<Self> {
        if self.shape()[1] != other.shape()[0] {
            return Err(Error::shape("Csr::matmul_sparse", &self.shape(), &other.shape()));
        }
        self.admit("Csr::matmul_sparse", other)?;
        Ok(Self::wrap(&self.xp, self.xp.spgemm(&self.borrowed(), &other.borrowed())?))
    }

    /// The sum of two sparse matrices.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 1.0], [2.0, 0.0]])?)?;
    /// assert_eq!(a.add(&Csr::eye(&xp, 2)?)?.to_dense()?.to_string(), "[[1. 1.]\n [2. 1.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the shapes differ.
    pub fn add(&self, other: &Self) -> Result<Self> {
        if self.shape() != other.shape() {
            return Err(Error::shape("Csr::add", &self.shape(), &other.shape()));
        }
        self.admit("Csr::add", other)?;
        Ok(Self::wrap(&self.xp, self.xp.sparse_add(&self.borrowed(), &other.borrowed())?))
    }
}
