//! Matrices compressed by columns.

use super::Csr;
use crate::array::{Array, IntoIndices};
use crate::backend::Backend;
use crate::element::SparseElement;
use crate::error::Result;

/// A matrix compressed by columns: the CSR form of the transpose. Clones share memory.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::sparse::Csr;
/// let a = Csr::from_dense(&xp.array([[1.0, 0.0, 2.0], [0.0, 0.0, 3.0]])?)?.to_csc()?;
/// assert_eq!((a.indptr()?.to_string(), a.indices()?.to_string()), ("[0 1 1 3]".into(), "[0 0 1]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct Csc<T: SparseElement, B: Backend> {
    pub(super) transpose: Csr<T, B>,
}

impl<T: SparseElement, B: Backend> Clone for Csc<T, B> {
    fn clone(&self) -> Self {
        Self { transpose: self.transpose.clone() }
    }
}

impl<T: SparseElement, B: Backend> Csc<T, B> {
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
    /// let a = Csc::from_parts([2, 3], [0, 1, 1, 3], [0, 0, 1], &xp.array([1.0, 2.0, 3.0])?)?;
    /// assert_eq!(a.to_dense()?.to_string(), "[[1. 0. 2.]\n [0. 0. 3.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Csr::from_parts`].
    pub fn from_parts(
        shape: [usize; 2],
        indptr: impl IntoIndices<B>,
        indices: impl IntoIndices<B>,
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

    /// The product with a dense vector `[cols]` or matrix `[cols, k]`. The matrix is compressed by rows for products with matrices, and
    /// on a GPU for all: where there are many of them, [`to_csr`](Csc::to_csr) once is faster.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 1.0], [2.0, 3.0]])?)?.to_csc()?;
    /// assert_eq!(a.matmul(&xp.array([1.0, 10.0])?)?.to_string(), "[10. 32.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`](crate::Error::Shape) if the lengths do not match.
    pub fn matmul(&self, x: &Array<T, B>) -> Result<Array<T, B>> {
        match x.ndim() {
            1 => self.transpose.transposed_product("Csc::matmul", x),
            _ => self.to_csr()?.matmul(x),
        }
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
