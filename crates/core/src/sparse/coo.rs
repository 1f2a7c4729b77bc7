//! Matrices of coordinates and values.

use super::{Csc, Csr, check_dims};
use crate::array::{Array, DynArray, IntoIndices};
use crate::backend::Backend;
use crate::element::SparseElement;
use crate::error::{Error, Result};

/// A matrix of coordinates and values; duplicates add up when it is compressed.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::sparse::Coo;
/// let a = Coo::new([2, 3], [0, 1, 1], [0, 2, 2], &xp.array([1.0, 2.0, 3.0])?)?;
/// assert_eq!((a.shape(), a.nnz()), ([2, 3], 3));
/// assert_eq!(a.to_csr()?.to_dense()?.to_string(), "[[1. 0. 0.]\n [0. 0. 5.]]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct Coo<T: SparseElement, B: Backend> {
    pub(super) shape: [usize; 2],
    pub(super) row: Array<i64, B>,
    pub(super) col: Array<i64, B>,
    pub(super) values: Array<T, B>,
}

impl<T: SparseElement, B: Backend> Clone for Coo<T, B> {
    fn clone(&self) -> Self {
        let Self { shape, row, col, values } = self;
        Self { shape: *shape, row: row.clone(), col: col.clone(), values: values.clone() }
    }
}

impl<T: SparseElement, B: Backend> Coo<T, B> {
    /// A matrix with `values[i]` at row `row[i]` and column `col[i]`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Coo;
    /// let a = Coo::new([2, 3], [0, 1], [2, 0], &xp.array([5.0, 6.0])?)?;
    /// assert_eq!(a.to_csr()?.to_dense()?.to_string(), "[[0. 0. 5.]\n [6. 0. 0.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the arrays are not vectors of one length. Indices are checked when the matrix is compressed.
    pub fn new(
        shape: [usize; 2],
        row: impl IntoIndices<B>,
        col: impl IntoIndices<B>,
        values: &Array<T, B>,
    ) -> Result<Self> {
        const OP: &str = "Coo::new";
        let xp = values.xp();
        let row = Array::from_dyn(row.into_indices(xp)?.checked_indices(OP)?);
        let col = Array::from_dyn(col.into_indices(xp)?.checked_indices(OP)?);
        if row.ndim() != 1 || row.shape() != col.shape() || row.shape() != values.shape() {
            let other = if row.shape() == col.shape() { values.shape() } else { col.shape() };
            return Err(Error::shape(OP, row.shape(), other));
        }
        check_dims(shape)?;
        Ok(Self { shape, row, col, values: values.clone() })
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
    /// let a = Coo::new([2, 2], [1, 0, 1], [1, 0, 1], &xp.array([1.0, 2.0, 3.0])?)?.to_csr()?;
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
    /// let (row, col) = (xp.array(&[0, 0])?, xp.array(&[2, 1])?);
    /// let a = Coo::new([2, 3], &row, &col, &xp.array([1.0, 2.0])?)?.to_csc()?;
    /// assert_eq!(a.indptr()?.to_string(), "[0 0 1 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] if an index lies outside the matrix.
    pub fn to_csc(&self) -> Result<Csc<T, B>> {
        Ok(Csc { transpose: self.transpose().to_csr()? })
    }

    /// The transpose.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Coo;
    /// let (row, col) = (xp.array(&[0, 0])?, xp.array(&[2, 1])?);
    /// let a = Coo::new([2, 3], &row, &col, &xp.array([1.0, 2.0])?)?;
    /// assert_eq!((a.transpose().shape(), a.transpose().row().to_string()), ([3, 2], "[2 1]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn transpose(&self) -> Self {
        let [rows, cols] = self.shape;
        Self { shape: [cols, rows], row: self.col.clone(), col: self.row.clone(), values: self.values.clone() }
    }
}
