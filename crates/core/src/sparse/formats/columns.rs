//! Parts of matrices compressed by columns: those of the transpose.

use super::super::{Csc, Csr};
use crate::array::{Array, ArrayLike, IntoIndices, PlainInteger, SliceItem};
use crate::backend::Backend;
use crate::element::SparseElement;
use crate::error::{Error, Result};

/// A matrix compressed by columns, of its transpose.
fn of<T: SparseElement, B: Backend>(transpose: Csr<T, B>) -> Csc<T, B> {
    Csc { transpose }
}

impl<T: SparseElement, B: Backend> Csc<T, B> {
    /// The non-zero entries of a dense matrix.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csc;
    /// let a = Csc::from_dense(&xp.array([[0, 1], [2, 3]])?)?;
    /// assert_eq!(a.values()?.to_string(), "[2 1 3]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if it has not two dimensions.
    pub fn from_dense(x: &Array<T, B>) -> Result<Self> {
        match x.ndim() {
            2 => Ok(of(Csr::from_dense(&x.transpose())?)),
            _ => Err(Error::value("Csc::from_dense", format!("expected a matrix, found shape {:?}", x.shape()))),
        }
    }

    /// The matrix without stored zeros.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csc;
    /// let a = Csc::from_dense(&xp.array([[0, 1], [2, 3]])?)?.multiply(0)?;
    /// assert_eq!((a.nnz(), a.eliminate_zeros()?.nnz()), (3, 0));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn eliminate_zeros(&self) -> Result<Self> {
        Ok(of(self.transpose.eliminate_zeros()?))
    }

    /// The rows with these indices, as [`Csr::take_rows`].
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csc;
    /// let a = Csc::from_dense(&xp.array([[0, 1], [2, 3]])?)?;
    /// assert_eq!(a.take_rows([1])?.to_dense()?.to_string(), "[[2 3]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Csr::take_rows`].
    pub fn take_rows(&self, rows: impl IntoIndices<B>) -> Result<Self> {
        Ok(of(self.transpose.take_columns(rows)?))
    }

    /// The columns with these indices, as [`Csr::take_columns`].
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csc;
    /// let a = Csc::from_dense(&xp.array([[0, 1], [2, 3]])?)?;
    /// assert_eq!(a.take_columns([-1, 0])?.to_dense()?.to_string(), "[[1 0]\n [3 2]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Csr::take_rows`].
    pub fn take_columns(&self, columns: impl IntoIndices<B>) -> Result<Self> {
        Ok(of(self.transpose.take_rows(columns)?))
    }

    /// Rows and columns by slices, as [`Csr::slice`].
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csc;
    /// let a = Csc::from_dense(&xp.array([[0, 1, 4], [2, 3, 0]])?)?;
    /// assert_eq!(a.slice(s![.., ..2])?.to_dense()?.to_string(), "[[0 1]\n [2 3]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Csr::slice`].
    pub fn slice(&self, items: &[SliceItem]) -> Result<Self> {
        let all = crate::s![..][0];
        Ok(of(match *items {
            [] => self.transpose.clone(),
            [rows] => self.transpose.slice(&[all, rows])?,
            [rows, columns] => self.transpose.slice(&[columns, rows])?,
            _ => return Err(Error::value("Csc::slice", format!("{} slices of a matrix", items.len()))),
        }))
    }

    /// One element, read at once.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csc;
    /// let a = Csc::from_dense(&xp.array([[0, 1], [2, 3]])?)?;
    /// assert_eq!((a.element(0, 1)?, a.element(-1, 0)?), (1, 2));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for a place outside the matrix.
    pub fn element(&self, row: impl PlainInteger, column: impl PlainInteger) -> Result<T> {
        self.transpose.element(column, row)
    }

    /// The `k`th diagonal, above the main one if `k` is positive, below it if negative.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csc;
    /// let a = Csc::from_dense(&xp.array([[4, 1], [2, 3]])?)?;
    /// assert_eq!((a.diagonal(0)?.to_string(), a.diagonal(1)?.to_string()), ("[4 3]".into(), "[1]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn diagonal(&self, k: impl PlainInteger) -> Result<Array<T, B>> {
        self.transpose.diagonal(k.to_isize().saturating_neg())
    }

    /// Overwrites the `k`th diagonal with a number, or with a vector of its length.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csc;
    /// let mut a = Csc::from_dense(&xp.array([[4, 1], [2, 3]])?)?;
    /// a.setdiag(0, 1)?;
    /// assert_eq!(a.to_dense()?.to_string(), "[[4 0]\n [2 3]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Csr::setdiag`].
    pub fn setdiag(&mut self, values: impl ArrayLike<B>, k: impl PlainInteger) -> Result<()> {
        self.transpose.setdiag(values, k.to_isize().saturating_neg())
    }

    /// The matrix with other numbers of rows and columns: what lies outside is left out.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csc;
    /// let a = Csc::from_dense(&xp.array([[4, 1], [2, 3]])?)?.resize([1, 3])?;
    /// assert_eq!(a.to_dense()?.to_string(), "[[4 1 0]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many rows or columns.
    pub fn resize(&self, [rows, cols]: [usize; 2]) -> Result<Self> {
        Ok(of(self.transpose.resize([cols, rows])?))
    }

    /// What is on the `k`th diagonal and below it.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csc;
    /// let a = Csc::from_dense(&xp.array([[4, 1], [2, 3]])?)?;
    /// assert_eq!(a.tril(0)?.to_dense()?.to_string(), "[[4 0]\n [2 3]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn tril(&self, k: impl PlainInteger) -> Result<Self> {
        Ok(of(self.transpose.triu(k.to_isize().saturating_neg())?))
    }

    /// What is on the `k`th diagonal and above it.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csc;
    /// let a = Csc::from_dense(&xp.array([[4, 1], [2, 3]])?)?;
    /// assert_eq!(a.triu(0)?.to_dense()?.to_string(), "[[4 1]\n [0 3]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn triu(&self, k: impl PlainInteger) -> Result<Self> {
        Ok(of(self.transpose.tril(k.to_isize().saturating_neg())?))
    }
}
