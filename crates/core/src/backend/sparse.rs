use super::{Memory, View};
use crate::dtype::DType;
use crate::error::Result;

/// A compressed-sparse-row matrix on the device: sorted columns, no duplicates.
///
/// The transpose of a CSC matrix is a CSR matrix of the same buffers.
#[derive(Debug)]
pub struct Csr<Buf> {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
    /// Stored entries.
    pub nnz: usize,
    /// The type of the values: `f32`, `f64` or a complex one.
    pub dtype: DType,
    /// Where each row starts (`i64`, `rows + 1`).
    pub indptr: Buf,
    /// The column of each entry (`i32`; `i64` if there are more columns than that can name).
    pub indices: Buf,
    /// The entries.
    pub values: Buf,
}

impl<Buf> Csr<Buf> {
    /// The type of `indices`.
    pub fn index_dtype(&self) -> DType {
        if self.cols > i32::MAX as usize { DType::I64 } else { DType::I32 }
    }
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
    fn csr_coordinates(&self, a: &Csr<Self::Buffer>) -> Result<(Self::Buffer, Self::Buffer)>;

    /// The non-zero entries of a dense matrix.
    fn dense_to_csr(&self, x: View<'_, Self::Buffer>) -> Result<Csr<Self::Buffer>>;

    /// The dense matrix, row-major.
    fn csr_to_dense(&self, a: &Csr<Self::Buffer>) -> Result<Self::Buffer>;

    /// The transpose.
    fn csr_transpose(&self, a: &Csr<Self::Buffer>) -> Result<Csr<Self::Buffer>>;

    /// `a @ x` for a vector `[cols]` (giving `[rows]`).
    fn spmv(&self, a: &Csr<Self::Buffer>, x: View<'_, Self::Buffer>) -> Result<Self::Buffer>;

    /// `a @ x` for a dense matrix `[cols, k]` (giving `[rows, k]`).
    fn spmm(&self, a: &Csr<Self::Buffer>, x: View<'_, Self::Buffer>) -> Result<Self::Buffer>;

    /// `a @ b` of two sparse matrices.
    fn spgemm(&self, a: &Csr<Self::Buffer>, b: &Csr<Self::Buffer>) -> Result<Csr<Self::Buffer>>;

    /// `a + b` of two sparse matrices of one shape.
    fn sparse_add(&self, a: &Csr<Self::Buffer>, b: &Csr<Self::Buffer>) -> Result<Csr<Self::Buffer>>;
}
