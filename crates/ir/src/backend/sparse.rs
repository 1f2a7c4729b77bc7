use super::{DeviceBuffer, Memory, View};
use crate::dtype::DType;
use crate::error::{Error, Result};
use crate::layout::Layout;
use std::sync::Arc;

/// A compressed-sparse-row matrix on the device: sorted columns, no duplicates.
///
/// The transpose of a CSC matrix is a CSR matrix of the same buffers.
#[derive(Clone, Copy, Debug)]
pub struct Csr<Buf> {
    rows: usize,
    cols: usize,
    nnz: usize,
    dtype: DType,
    indptr: Buf,
    indices: Buf,
    values: Buf,
}

impl<Buf> Csr<Buf> {
    /// A matrix of `nnz` entries of type `dtype`: where each row starts (`i64`, `rows + 1`), the columns (of type
    /// [`Csr::index_type`]), the entries.
    ///
    /// # Safety
    /// Row starts ascend from 0 to `nnz`, and the columns of each row ascend strictly and lie in the matrix. Backends
    /// rely on it, so only a backend that has checked it may call this.
    pub unsafe fn new_unchecked(
        [rows, cols]: [usize; 2],
        nnz: usize,
        dtype: DType,
        indptr: Buf,
        indices: Buf,
        values: Buf,
    ) -> Self {
        Self { rows, cols, nnz, dtype, indptr, indices, values }
    }

    /// The matrix over borrowed buffers, as the operations take it.
    pub fn borrowed(&self) -> Csr<&Buf> {
        let Self { rows, cols, nnz, dtype, indptr, indices, values } = self;
        Csr { rows: *rows, cols: *cols, nnz: *nnz, dtype: *dtype, indptr, indices, values }
    }

    /// The matrix over buffers that several matrices can hold.
    pub fn shared(self) -> Csr<Arc<Buf>> {
        let Self { rows, cols, nnz, dtype, indptr, indices, values } = self;
        Csr { rows, cols, nnz, dtype, indptr: indptr.into(), indices: indices.into(), values: values.into() }
    }

    /// The matrix over what `f` makes of each of its buffers.
    ///
    /// # Errors
    /// Those of `f`.
    ///
    /// # Safety
    /// `f` gives a buffer of the same contents.
    pub unsafe fn map_buffers<New>(self, mut f: impl FnMut(Buf) -> Result<New>) -> Result<Csr<New>> {
        let Self { rows, cols, nnz, dtype, indptr, indices, values } = self;
        Ok(Csr { rows, cols, nnz, dtype, indptr: f(indptr)?, indices: f(indices)?, values: f(values)? })
    }

    /// Where each row starts, the columns, the entries.
    pub fn into_parts(self) -> (Buf, Buf, Buf) {
        (self.indptr, self.indices, self.values)
    }

    /// The type of the column indices of a matrix with so many columns: `i32` where that can name them all.
    pub fn index_type(cols: usize) -> DType {
        if cols > i32::MAX as usize { DType::I64 } else { DType::I32 }
    }

    /// Rows and columns.
    pub fn shape(&self) -> [usize; 2] {
        [self.rows, self.cols]
    }

    /// The number of stored entries.
    pub fn nnz(&self) -> usize {
        self.nnz
    }

    /// The type of the entries.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Where each row starts (`i64`, one more than there are rows).
    pub fn indptr(&self) -> &Buf {
        &self.indptr
    }

    /// The column of each entry, of type [`Csr::index_type`].
    pub fn indices(&self) -> &Buf {
        &self.indices
    }

    /// The entries.
    pub fn values(&self) -> &Buf {
        &self.values
    }
}

impl<Buf: DeviceBuffer> Csr<Arc<Buf>> {
    /// The matrix over borrowed buffers.
    pub fn lent(&self) -> Csr<&Buf> {
        let Self { rows, cols, nnz, dtype, indptr, indices, values } = self;
        Csr { rows: *rows, cols: *cols, nnz: *nnz, dtype: *dtype, indptr, indices, values }
    }

    /// The matrix of the same places with other entries, of type `dtype`.
    ///
    /// # Errors
    /// [`Error::Value`] if the buffer has fewer.
    pub fn with_values(&self, dtype: DType, values: Arc<Buf>) -> Result<Self> {
        if values.bytes() / dtype.size() < self.nnz {
            return Err(Error::value(
                "Csr",
                format!("{} bytes are not {} values of {dtype}", values.bytes(), self.nnz),
            ));
        }
        Ok(Self { dtype, values, indptr: self.indptr.clone(), indices: self.indices.clone(), ..*self })
    }
}

/// A square sparse matrix that a backend has decomposed.
pub trait SparseFactors<Buf>: Send + Sync {
    /// x with A x = b for each row b of an array `[k, n]` of the matrix' type, as rows, row-major.
    ///
    /// # Errors
    /// [`Error::DType`] for another type, [`Error::Value`] for other lengths.
    fn solve(&self, b: View<'_, Buf>) -> Result<Buf>;
}

/// Sparse matrices.
pub trait Sparse: Memory {
    /// From coordinates (`i64`) and values; sorts, and adds up duplicates.
    fn coo_to_csr(
        &self,
        rows: usize,
        cols: usize,
        row: View<'_, Self::Buffer>,
        col: View<'_, Self::Buffer>,
        values: View<'_, Self::Buffer>,
    ) -> Result<Csr<Self::Buffer>>;

    /// From the three arrays of the format: `indptr` (`i64`), `indices` (`i64`), values. Checks them,
    /// sorts the columns of each row and adds up duplicates.
    fn csr_from_parts(
        &self,
        rows: usize,
        cols: usize,
        indptr: View<'_, Self::Buffer>,
        indices: View<'_, Self::Buffer>,
        values: View<'_, Self::Buffer>,
    ) -> Result<Csr<Self::Buffer>>;

    /// The row (`i64`) and column (`i64`) of each entry.
    fn csr_coordinates(&self, a: &Csr<&Self::Buffer>) -> Result<(Self::Buffer, Self::Buffer)>;

    /// The non-zero entries of a dense matrix.
    fn dense_to_csr(&self, x: View<'_, Self::Buffer>) -> Result<Csr<Self::Buffer>>;

    /// The dense matrix, row-major.
    fn csr_to_dense(&self, a: &Csr<&Self::Buffer>) -> Result<Self::Buffer>;

    /// The transpose.
    fn csr_transpose(&self, a: &Csr<&Self::Buffer>) -> Result<Csr<Self::Buffer>> {
        let ([rows, cols], entries) = (a.shape(), Layout::row_major(&[a.nnz()]));
        let (row, col) = self.csr_coordinates(a)?;
        let [row, col] = [View::new(&row, DType::I64, &entries)?, View::new(&col, DType::I64, &entries)?];
        self.coo_to_csr(cols, rows, col, row, View::new(*a.values(), a.dtype(), &entries)?)
    }

    /// `a @ x` for a vector `[cols]` (giving `[rows]`).
    fn spmv(&self, a: &Csr<&Self::Buffer>, x: View<'_, Self::Buffer>) -> Result<Self::Buffer> {
        let column = x.layout().with_axis(1)?;
        self.spmm(a, x.with_layout(&column)?)
    }

    /// `a^T @ x` for a vector `[rows]` (giving `[cols]`).
    fn spmv_transposed(&self, a: &Csr<&Self::Buffer>, x: View<'_, Self::Buffer>) -> Result<Self::Buffer> {
        self.spmv(&self.csr_transpose(a)?.borrowed(), x)
    }

    /// The rows of these numbers (`i64`), which are below the matrix' number of rows, in this order; `None` if the backend has
    /// nothing better than operations on arrays.
    fn csr_take_rows(&self, a: &Csr<&Self::Buffer>, rows: View<'_, Self::Buffer>) -> Result<Option<Csr<Self::Buffer>>> {
        let _ = (a, rows);
        Ok(None)
    }

    /// `a @ x` for a dense matrix `[cols, k]` (giving `[rows, k]`).
    fn spmm(&self, a: &Csr<&Self::Buffer>, x: View<'_, Self::Buffer>) -> Result<Self::Buffer>;

    /// `a @ b` of two sparse matrices.
    fn spgemm(&self, a: &Csr<&Self::Buffer>, b: &Csr<&Self::Buffer>) -> Result<Csr<Self::Buffer>>;

    /// `a + b` of two sparse matrices of one shape.
    fn sparse_add(&self, a: &Csr<&Self::Buffer>, b: &Csr<&Self::Buffer>) -> Result<Csr<Self::Buffer>>;

    /// Decomposes a square matrix of `f64` or `Complex128`, one that is taken to be Hermitian and positive definite if `definite`, with a library of
    /// the device's. `None`, as by default, if there is none, and where it finds no pivots: the host looks further then.
    fn factor_csr(
        &self,
        a: &Csr<&Self::Buffer>,
        definite: bool,
    ) -> Result<Option<Box<dyn SparseFactors<Self::Buffer>>>> {
        let _ = (a, definite);
        Ok(None)
    }
}
