//! Parts of sparse matrices.

use super::build::place;
use super::{Coo, Csr};
use crate::array::{Array, ArrayLike, Create, DynArray, IntoIndices, Join, PlainInteger, SliceItem};
use crate::backend::{Backend, Side};
use crate::element::SparseElement;
use crate::error::{Error, Result};
use crate::s;

impl<T: SparseElement, B: Backend> Csr<T, B> {
    /// The entries for which a mask holds.
    pub(super) fn filtered(&self, mask: &Array<bool, B>) -> Result<Self> {
        let Coo { shape, row, col, values } = self.to_coo()?;
        Coo { shape, row: row.mask(mask)?, col: col.mask(mask)?, values: values.mask(mask)? }.to_csr()
    }

    /// How far above the main diagonal each entry lies.
    fn offsets(&self) -> Result<Array<i64, B>> {
        let entries = self.to_coo()?;
        Ok(entries.col - entries.row)
    }

    /// The matrix without stored zeros.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[1.0, 2.0]])?)?.multiply(&xp.array([0.0, 1.0])?)?;
    /// assert_eq!((a.nnz(), a.eliminate_zeros()?.nnz()), (2, 1));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn eliminate_zeros(&self) -> Result<Self> {
        self.filtered(&self.values()?.not_equal(&self.xp().zeros::<T>([])?)?)
    }

    /// The rows and the columns of the elements that are not zero, in row-major order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let (row, col) = Csr::from_dense(&xp.array([[0.0, 1.0], [2.0, 0.0]])?)?.nonzero()?;
    /// assert_eq!((row.to_string(), col.to_string()), ("[0 1]".into(), "[1 0]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn nonzero(&self) -> Result<(Array<i64, B>, Array<i64, B>)> {
        let Coo { row, col, .. } = self.eliminate_zeros()?.to_coo()?;
        Ok((row, col))
    }

    /// The rows with these indices, as often as they are named; negative indices count from the end.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 1.0], [2.0, 3.0]])?)?;
    /// assert_eq!(a.take_rows([-1, 0, 1])?.to_dense()?.to_string(), "[[2. 3.]\n [0. 1.]\n [2. 3.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for a row that is not there; [`Error::Shape`] unless the indices are a vector.
    pub fn take_rows(&self, rows: impl IntoIndices<B>) -> Result<Self> {
        const OP: &str = "Csr::take_rows";
        let xp = self.xp();
        let rows: Array<i64, B> = rows.into_indices(xp)?.checked_indices(OP)?.typed()?;
        let &[count] = rows.shape() else {
            return Err(Error::shape(OP, &self.shape(), rows.shape()));
        };
        // So that an index outside is an error of this call.
        let rows = xp.arange(self.shape()[0])?.take(&rows, 0)?.astype::<i64>();
        rows.eval()?;
        if let Some(matrix) = self.rows_at(&rows)? {
            return Ok(matrix);
        }
        let indptr = self.indptr()?;
        let start = indptr.take(&rows, 0)?;
        let ends = (indptr.take(rows + 1, 0)? - &start).cumsum(0)?;
        let total = if count == 0 { 0 } else { ends.take(-1, 0)?.item()? as usize };
        // Entry by entry: the row it is in, its place there, where that is in this matrix.
        let entry = xp.arange((0, total as i64, 1))?;
        let row = ends.searchsorted_with(&entry, Side::Right)?;
        let begins = xp.concatenate(&[&xp.zeros::<i64>(1)?, &ends], 0)?;
        let source = &entry - begins.take(&row, 0)? + start.take(&row, 0)?;
        let (indices, values) = (self.indices()?.take(&source, 0)?, self.values()?.take(&source, 0)?);
        Self::from_parts([count, self.shape()[1]], &begins, &indices, &values)
    }

    /// The columns with these indices, as often as they are named; negative indices count from the end.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 1.0], [2.0, 3.0]])?)?;
    /// assert_eq!(a.take_columns([1])?.to_dense()?.to_string(), "[[1.]\n [3.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`take_rows`](Csr::take_rows).
    pub fn take_columns(&self, columns: impl IntoIndices<B>) -> Result<Self> {
        self.transpose()?.take_rows(columns)?.transpose()
    }

    /// Rows and columns by slices: what [`s!`](crate::s) takes, with steps and from the end. The result is a matrix, of one row
    /// or column where an index names it.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 1.0, 4.0], [2.0, 3.0, 0.0]])?)?;
    /// assert_eq!(a.slice(s![.., 1..])?.to_dense()?.to_string(), "[[1. 4.]\n [3. 0.]]");
    /// assert_eq!(a.slice(s![-1])?.to_dense()?.to_string(), "[[2. 3. 0.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for an index that is not there; [`Error::Value`] for more than two slices, a new axis or an ellipsis.
    pub fn slice(&self, items: &[SliceItem]) -> Result<Self> {
        let part = |axis: usize| match items.get(axis) {
            None => Ok(None),
            Some(SliceItem::NewAxis | SliceItem::Ellipsis) => {
                Err(Error::value("Csr::slice", "rows and columns have neither new axes nor an ellipsis"))
            }
            Some(item) => self.xp().arange(self.shape()[axis])?.slice(&[*item])?.reshape(-1).map(Some),
        };
        if items.len() > 2 {
            return Err(Error::value("Csr::slice", format!("{} slices of a matrix", items.len())));
        }
        let (rows, columns) = (part(0)?, part(1)?);
        let of_rows = rows.map_or(Ok(self.clone()), |rows| self.take_rows(&rows))?;
        columns.map_or(Ok(of_rows.clone()), |columns| of_rows.take_columns(&columns))
    }

    /// One element, read at once.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[0.0, 1.0], [2.0, 3.0]])?)?;
    /// assert_eq!((a.element(0, 0)?, a.element(-1, 0)?), (0.0, 2.0));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for a place outside the matrix.
    pub fn element(&self, row: impl PlainInteger, column: impl PlainInteger) -> Result<T> {
        let one = self.take_rows([row.to_isize()])?.take_columns([column.to_isize()])?;
        if one.nnz() == 0 { Ok(T::default()) } else { one.values()?.item() }
    }

    /// The `k`th diagonal, above the main one if `k` is positive, below it if negative.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[1.0, 2.0, 3.0], [4.0, 0.0, 6.0]])?)?;
    /// assert_eq!(a.diagonal(0)?.to_string(), "[1. 0.]");
    /// assert_eq!(a.diagonal(1)?.to_string(), "[2. 6.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn diagonal(&self, k: impl PlainInteger) -> Result<Array<T, B>> {
        let k = k.to_isize();
        let (.., len) = place(self.shape(), k);
        let mut diagonal = self.xp().zeros::<T>(len)?;
        if len > 0 {
            let mask = self.offsets()?.equal(k as i64)?;
            let entries = self.to_coo()?;
            let along = if k < 0 { entries.col } else { entries.row };
            diagonal.put_at([&along.mask(&mask)?], &entries.values.mask(&mask)?)?;
        }
        Ok(diagonal)
    }

    /// Overwrites the `k`th diagonal with a number, or with a vector of its length.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let mut a = Csr::from_dense(&xp.array([[1.0, 2.0], [3.0, 0.0]])?)?;
    /// a.setdiag(5.0, 0)?;
    /// a.setdiag(&xp.array([7.0])?, 1)?;
    /// assert_eq!(a.to_dense()?.to_string(), "[[5. 7.]\n [3. 5.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] for a vector of another length; [`Error::Value`] for a diagonal outside the matrix.
    pub fn setdiag(&mut self, values: impl ArrayLike<B>, k: impl PlainInteger) -> Result<()> {
        let (xp, k) = (self.xp(), k.to_isize());
        let (row, col, len) = place(self.shape(), k);
        if len == 0 {
            return Err(Error::value(
                "Csr::setdiag",
                format!("no diagonal {k} in a matrix of shape {:?}", self.shape()),
            ));
        }
        let mut diagonal: DynArray<B> = xp.zeros_of(T::DTYPE, len)?;
        diagonal.assign(s![..], values)?;
        let along = xp.arange((0, len as i64, 1))?;
        let rest = self.filtered(&self.offsets()?.not_equal(k as i64)?)?.to_coo()?;
        let row = xp.concatenate(&[&rest.row, &(&along + row as i64)], 0)?;
        let col = xp.concatenate(&[&rest.col, &(&along + col as i64)], 0)?;
        let values = xp.concatenate(&[&rest.values, &diagonal.typed()?], 0)?;
        *self = Coo { shape: self.shape(), row, col, values }.to_csr()?;
        Ok(())
    }

    /// The sum of the `k`th diagonal. Of narrower integers and truth values it is in 64 bits.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// assert_eq!(Csr::<f64, _>::eye(&xp, 3)?.trace(0)?.item()?, 3.0);
    /// assert_eq!(Csr::<bool, _>::eye(&xp, 3)?.trace(0)?.item()?, 3);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn trace(&self, k: impl PlainInteger) -> Result<Array<T::Sum, B>> {
        self.diagonal(k)?.as_dyn().sum(..)?.typed()
    }

    /// What is on the `k`th diagonal and below it.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[1.0, 2.0], [3.0, 4.0]])?)?;
    /// assert_eq!(a.tril(0)?.to_dense()?.to_string(), "[[1. 0.]\n [3. 4.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn tril(&self, k: impl PlainInteger) -> Result<Self> {
        self.filtered(&self.offsets()?.less_equal(k.to_isize() as i64)?)
    }

    /// What is on the `k`th diagonal and above it.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[1.0, 2.0], [3.0, 4.0]])?)?;
    /// assert_eq!(a.triu(1)?.to_dense()?.to_string(), "[[0. 2.]\n [0. 0.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn triu(&self, k: impl PlainInteger) -> Result<Self> {
        self.filtered(&self.offsets()?.greater_equal(k.to_isize() as i64)?)
    }
}
