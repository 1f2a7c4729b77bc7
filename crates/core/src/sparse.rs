//! Sparse matrices, as `scipy.sparse`: CSR, CSC and COO.
//!
//! The values are `f32`, `f64` or complex. Compressed matrices have sorted indices and no duplicates. Conversions and
//! copies fail only if memory runs out, unless they say otherwise.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! use xparray::sparse::Coo;
//! let (row, col) = (xp.array([0, 1, 1])?, xp.array([2, 0, 1])?);
//! let a = Coo::new([2, 3], &row, &col, &xp.array([5.0, 6.0, 7.0])?)?.to_csr()?;
//! assert_eq!(a.matmul(&xp.array([1.0, 2.0, 3.0])?)?.to_string(), "[15. 20.]");
//! assert_eq!(a.to_dense()?.to_string(), "[[0. 0. 5.]\n [6. 7. 0.]]");
//! # Ok::<(), xparray::Error>(())
//! ```

use crate::array::DynArray;
use crate::array::device::{order_after, same_device};
use crate::array::{Array, Create};
use crate::backend::{Backend, Csr as Parts};
use crate::dtype::DType;
use crate::element::Field;
use crate::error::{Error, Result};
use crate::layout::checked_len;
use std::marker::PhantomData;
use std::sync::Arc;

/// A matrix of coordinates and values; duplicates add up when it is compressed.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::sparse::Coo;
/// let (row, col) = (xp.array([0, 1, 1])?, xp.array([0, 2, 2])?);
/// let a = Coo::new([2, 3], &row, &col, &xp.array([1.0, 2.0, 3.0])?)?;
/// assert_eq!((a.shape(), a.nnz()), ([2, 3], 3));
/// assert_eq!(a.to_csr()?.to_dense()?.to_string(), "[[1. 0. 0.]\n [0. 0. 5.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct Coo<T: Field, B: Backend> {
    shape: [usize; 2],
    row: Array<i64, B>,
    col: Array<i64, B>,
    values: Array<T, B>,
}

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
pub struct Csr<T: Field, B: Backend> {
    xp: B,
    parts: Arc<Parts<B::Buffer>>,
    element: PhantomData<fn() -> T>,
}

/// A matrix compressed by columns: the CSR form of the transpose. Clones share memory.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::sparse::Csr;
/// let a = Csr::from_dense(&xp.array([[1.0, 0.0, 2.0], [0.0, 0.0, 3.0]])?)?.to_csc()?;
/// assert_eq!((a.indptr()?.to_string(), a.indices()?.to_string()), ("[0 1 1 3]".into(), "[0 0 1]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct Csc<T: Field, B: Backend> {
    transpose: Csr<T, B>,
}

/// An error if the pointers of a matrix's rows or columns, of which there is one more, are too many for an array.
fn check_dims([rows, cols]: [usize; 2]) -> Result<()> {
    checked_len(&[rows.max(cols).saturating_add(1)])?;
    Ok(())
}

impl<T: Field, B: Backend> Clone for Csr<T, B> {
    fn clone(&self) -> Self {
        Self { xp: self.xp.clone(), parts: self.parts.clone(), element: PhantomData }
    }
}

impl<T: Field, B: Backend> Clone for Csc<T, B> {
    fn clone(&self) -> Self {
        Self { transpose: self.transpose.clone() }
    }
}

impl<T: Field, B: Backend> Coo<T, B> {
    /// A matrix with `values[i]` at row `row[i]` and column `col[i]`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Coo;
    /// let (row, col) = (xp.array([0, 1])?, xp.array([2, 0])?);
    /// let a = Coo::new([2, 3], &row, &col, &xp.array([5.0, 6.0])?)?;
    /// assert_eq!(a.to_csr()?.to_dense()?.to_string(), "[[0. 0. 5.]\n [6. 0. 0.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the arrays are not vectors of one length. Indices are checked when the matrix is compressed.
    pub fn new(shape: [usize; 2], row: &Array<i64, B>, col: &Array<i64, B>, values: &Array<T, B>) -> Result<Self> {
        if row.ndim() != 1 || row.shape() != col.shape() || row.shape() != values.shape() {
            let other = if row.shape() == col.shape() { values.shape() } else { col.shape() };
            return Err(Error::shape("Coo::new", row.shape(), other));
        }
        check_dims(shape)?;
        Ok(Self { shape, row: row.clone(), col: col.clone(), values: values.clone() })
    }

    /// Rows and columns.
    pub fn shape(&self) -> [usize; 2] {
        self.shape
    }

    /// The number of entries, duplicates and all.
    pub fn nnz(&self) -> usize {
        self.values.len()
    }

    /// The row of each entry.
    pub fn row(&self) -> &Array<i64, B> {
        &self.row
    }

    /// The column of each entry.
    pub fn col(&self) -> &Array<i64, B> {
        &self.col
    }

    /// The entries.
    pub fn values(&self) -> &Array<T, B> {
        &self.values
    }

    /// Compressed by rows: sorted, duplicates added up.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Coo;
    /// let (row, col) = (xp.array([1, 0, 1])?, xp.array([1, 0, 1])?);
    /// let a = Coo::new([2, 2], &row, &col, &xp.array([1.0, 2.0, 3.0])?)?.to_csr()?;
    /// assert_eq!((a.indices()?.to_string(), a.values()?.to_string()), ("[0 1]".into(), "[2. 4.]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] if an index lies outside the matrix.
    pub fn to_csr(&self) -> Result<Csr<T, B>> {
        let xp = self.values.xp();
        let [rows, cols] = self.shape;
        let for_xp = |part: &DynArray<B>| part.computed_for("Coo::to_csr", xp);
        let (row, col, values) = (for_xp(&self.row.array)?, for_xp(&self.col.array)?, self.values.array.computed()?);
        Ok(Csr::wrap(xp, xp.coo_to_csr(rows, cols, row.view()?, col.view()?, values.view()?)?))
    }

    /// Compressed by columns: sorted, duplicates added up.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Coo;
    /// let (row, col) = (xp.array([0, 0])?, xp.array([2, 1])?);
    /// let a = Coo::new([2, 3], &row, &col, &xp.array([1.0, 2.0])?)?.to_csc()?;
    /// assert_eq!(a.indptr()?.to_string(), "[0 0 1 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] if an index lies outside the matrix.
    pub fn to_csc(&self) -> Result<Csc<T, B>> {
        let [rows, cols] = self.shape;
        let swapped =
            Self { shape: [cols, rows], row: self.col.clone(), col: self.row.clone(), values: self.values.clone() };
        Ok(Csc { transpose: swapped.to_csr()? })
    }

    /// The transpose.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Coo;
    /// let (row, col) = (xp.array([0, 0])?, xp.array([2, 1])?);
    /// let a = Coo::new([2, 3], &row, &col, &xp.array([1.0, 2.0])?)?;
    /// assert_eq!((a.transpose().shape(), a.transpose().row().to_string()), ([3, 2], "[2 1]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn transpose(&self) -> Self {
        let [rows, cols] = self.shape;
        Self { shape: [cols, rows], row: self.col.clone(), col: self.row.clone(), values: self.values.clone() }
    }
}

impl<T: Field, B: Backend> Csr<T, B> {
    fn wrap(xp: &B, parts: Parts<B::Buffer>) -> Self {
        debug_assert_eq!(parts.dtype(), T::DTYPE);
        Self { xp: xp.clone(), parts: Arc::new(parts), element: PhantomData }
    }

    /// Orders this matrix' stream after that of another operand, of the same device.
    fn admit(&self, op: &'static str, other: &Self) -> Result<()> {
        same_device(op, &self.xp, &other.xp)?;
        order_after(&self.xp, &other.xp)
    }

    fn copied(&self, dtype: DType, len: usize, buffer: &B::Buffer) -> Result<DynArray<B>> {
        let bytes = len * dtype.size();
        let mut copy = crate::graph::alloc(&self.xp, bytes)?;
        self.xp.copy(buffer, &mut copy, bytes)?;
        Ok(DynArray::from_buffer(&self.xp, dtype, &[len], copy))
    }

    /// From the three arrays of the format: where each row starts (`rows + 1` of them), the column of each entry, the
    /// entries. Columns are sorted, and duplicates added up.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let (indptr, indices) = (xp.array([0, 2, 3])?, xp.array([0, 2, 2])?);
    /// let a = Csr::from_parts([2, 3], &indptr, &indices, &xp.array([1.0, 2.0, 3.0])?)?;
    /// assert_eq!(a.to_dense()?.to_string(), "[[1. 0. 2.]\n [0. 0. 3.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if `indptr` does not ascend from 0 to the number of entries; [`Error::Index`] if a
    /// column lies outside the matrix.
    pub fn from_parts(
        shape: [usize; 2],
        indptr: &Array<i64, B>,
        indices: &Array<i64, B>,
        values: &Array<T, B>,
    ) -> Result<Self> {
        let [rows, cols] = shape;
        check_dims(shape)?;
        if indptr.shape() != [rows + 1] || indices.ndim() != 1 || indices.shape() != values.shape() {
            return Err(Error::shape("Csr::from_parts", indices.shape(), values.shape()));
        }
        let xp = values.xp();
        let for_xp = |part: &DynArray<B>| part.computed_for("Csr::from_parts", xp);
        let (ptr, idx, val) = (for_xp(&indptr.array)?, for_xp(&indices.array)?, values.array.computed()?);
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

    /// Where each row starts among the entries, and their number last: a copy.
    pub fn indptr(&self) -> Result<Array<i64, B>> {
        Ok(Array::from_dyn(self.copied(DType::I64, self.shape()[0] + 1, self.parts.indptr())?))
    }

    /// The column of each entry: a copy.
    pub fn indices(&self) -> Result<Array<i64, B>> {
        let raw = self.copied(Parts::<B::Buffer>::index_type(self.shape()[1]), self.nnz(), self.parts.indices())?;
        Ok(Array::from_dyn(raw.astype(DType::I64)?))
    }

    /// The entries: a copy.
    pub fn values(&self) -> Result<Array<T, B>> {
        Ok(Array::from_dyn(self.copied(T::DTYPE, self.nnz(), self.parts.values())?))
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
        let buffer = self.xp.csr_to_dense(&self.parts.borrowed())?;
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
        let (row, col) = self.xp.csr_coordinates(&self.parts.borrowed())?;
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
        Ok(Self::wrap(&self.xp, self.xp.csr_transpose(&self.parts.borrowed())?))
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
            [n] if *n == cols => (vec![rows], self.xp.spmv(&self.parts.borrowed(), dense.view()?)?),
            [n, k] if *n == cols => {
                checked_len(&[rows, *k])?;
                (vec![rows, *k], self.xp.spmm(&self.parts.borrowed(), dense.view()?)?)
            }
            _ => return Err(Error::shape("Csr::matmul", &self.shape(), x.shape())),
        };
        Ok(Array::from_dyn(DynArray::from_buffer(&self.xp, T::DTYPE, &shape, buffer)))
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
        Ok(Self::wrap(&self.xp, self.xp.spgemm(&self.parts.borrowed(), &other.parts.borrowed())?))
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
        Ok(Self::wrap(&self.xp, self.xp.sparse_add(&self.parts.borrowed(), &other.parts.borrowed())?))
    }

    /// The identity matrix.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::<f64, _>::eye(&xp, 1000)?;
    /// assert_eq!((a.shape(), a.nnz()), ([1000, 1000], 1000));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn eye(xp: &B, n: usize) -> Result<Self> {
        let diagonal = xp.arange((0, n as i64, 1))?;
        Coo::new([n, n], &diagonal, &diagonal, &xp.ones::<T>(n)?)?.to_csr()
    }
}

impl<T: Field, B: Backend> Csc<T, B> {
    /// Rows and columns.
    pub fn shape(&self) -> [usize; 2] {
        let [cols, rows] = self.transpose.shape();
        [rows, cols]
    }

    /// The number of stored entries.
    pub fn nnz(&self) -> usize {
        self.transpose.nnz()
    }

    /// From the three arrays of the format: where each column starts, the row of each entry, the entries.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csc;
    /// let (indptr, indices) = (xp.array([0, 1, 1, 3])?, xp.array([0, 0, 1])?);
    /// let a = Csc::from_parts([2, 3], &indptr, &indices, &xp.array([1.0, 2.0, 3.0])?)?;
    /// assert_eq!(a.to_dense()?.to_string(), "[[1. 0. 2.]\n [0. 0. 3.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Csr::from_parts`].
    pub fn from_parts(
        shape: [usize; 2],
        indptr: &Array<i64, B>,
        indices: &Array<i64, B>,
        values: &Array<T, B>,
    ) -> Result<Self> {
        let [rows, cols] = shape;
        Ok(Self { transpose: Csr::from_parts([cols, rows], indptr, indices, values)? })
    }

    /// Where each column starts among the entries, and their number last: a copy.
    pub fn indptr(&self) -> Result<Array<i64, B>> {
        self.transpose.indptr()
    }

    /// The row of each entry: a copy.
    pub fn indices(&self) -> Result<Array<i64, B>> {
        self.transpose.indices()
    }

    /// The entries: a copy.
    pub fn values(&self) -> Result<Array<T, B>> {
        self.transpose.values()
    }

    /// Compressed by rows.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 1.0], [2.0, 3.0]])?)?;
    /// assert_eq!(a.to_csc()?.to_csr()?.values()?.to_string(), "[1. 2. 3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn to_csr(&self) -> Result<Csr<T, B>> {
        self.transpose.transpose()
    }

    /// The dense matrix.
    pub fn to_dense(&self) -> Result<Array<T, B>> {
        let dense = self.transpose.to_dense()?;
        Ok(Array::from_dyn(dense.array.with_layout(dense.layout().transpose())?))
    }

    /// The transpose, which shares this matrix' memory.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 1.0], [2.0, 3.0]])?)?.to_csc()?;
    /// assert_eq!(a.transpose().to_dense()?.to_string(), "[[0. 2.]\n [1. 3.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn transpose(&self) -> Csr<T, B> {
        self.transpose.clone()
    }
}
