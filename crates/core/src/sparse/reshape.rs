//! Sparse matrices of other shapes, and entries of other ones.

use super::{Coo, Csr, check_dims};
use crate::array::{Array, Create};
use crate::backend::Backend;
use crate::element::SparseElement;
use crate::error::{Error, Result};

impl<T: SparseElement, B: Backend> Csr<T, B> {
    /// The matrix with other numbers of rows and columns: what lies outside is left out.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[1, 2], [3, 4]])?)?.resize([3, 1])?;
    /// assert_eq!(a.to_dense()?.to_string(), "[[1]\n [3]\n [0]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many rows or columns.
    pub fn resize(&self, shape: [usize; 2]) -> Result<Self> {
        self.to_coo()?.resize(shape)?.to_csr()
    }

    /// The matrix with its elements, in row-major order, in another shape.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[1, 0, 2], [0, 3, 4]])?)?.reshape([3, 2])?;
    /// assert_eq!(a.to_dense()?.to_string(), "[[1 0]\n [2 0]\n [3 4]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] unless it has as many elements.
    pub fn reshape(&self, shape: [usize; 2]) -> Result<Self> {
        self.to_coo()?.reshape(shape)?.to_csr()
    }
}

impl<T: SparseElement, B: Backend> Coo<T, B> {
    /// The non-zero entries of a dense matrix, in row-major order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Coo;
    /// let a = Coo::from_dense(&xp.array([[false, true], [true, false]])?)?;
    /// assert_eq!((a.row().to_string(), a.col().to_string()), ("[0 1]".into(), "[1 0]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if it has not two dimensions.
    pub fn from_dense(x: &Array<T, B>) -> Result<Self> {
        Csr::from_dense(x)?.to_coo()
    }

    /// The dense matrix, in which duplicates are added up.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Coo;
    /// let a = Coo::new([1, 2], [0, 0], [1, 1], &xp.array([2, 3])?)?;
    /// assert_eq!(a.to_dense()?.to_string(), "[[0 5]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] if an index lies outside the matrix.
    pub fn to_dense(&self) -> Result<Array<T, B>> {
        self.to_csr()?.to_dense()
    }

    /// The product with a dense vector `[cols]` or matrix `[cols, k]`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Coo;
    /// let a = Coo::new([1, 2], [0, 0], [1, 1], &xp.array([2, 3])?)?;
    /// assert_eq!(a.matmul(&xp.array([1, 10])?)?.to_string(), "[50]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Csr::matmul`]; [`Error::Index`] if an index lies outside the matrix.
    pub fn matmul(&self, x: &Array<T, B>) -> Result<Array<T, B>> {
        self.to_csr()?.matmul(x)
    }

    /// The matrix with one entry for each place, in row-major order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Coo;
    /// let a = Coo::new([2, 2], [1, 0, 1], [1, 0, 1], &xp.array([1, 2, 3])?)?.sum_duplicates()?;
    /// assert_eq!((a.row().to_string(), a.values().to_string()), ("[0 1]".into(), "[2 4]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] if an index lies outside the matrix.
    pub fn sum_duplicates(&self) -> Result<Self> {
        self.to_csr()?.to_coo()
    }

    /// The entries that are not zero, duplicates and all.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Coo;
    /// let a = Coo::new([2, 2], [1, 0, 1], [1, 0, 1], &xp.array([1, 0, 3])?)?;
    /// assert_eq!(a.eliminate_zeros()?.nnz(), 2);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn eliminate_zeros(&self) -> Result<Self> {
        self.filtered(self.shape, &self.values.not_equal(&self.values.xp().zeros::<T>([])?)?)
    }

    /// The entries for which a mask holds, in a matrix of some shape.
    fn filtered(&self, shape: [usize; 2], mask: &Array<bool, B>) -> Result<Self> {
        Ok(Self { shape, row: self.row.mask(mask)?, col: self.col.mask(mask)?, values: self.values.mask(mask)? })
    }

    /// The matrix with other numbers of rows and columns: what lies outside is left out.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Coo;
    /// let a = Coo::new([2, 2], [1, 0], [1, 0], &xp.array([1, 2])?)?.resize([1, 3])?;
    /// assert_eq!(a.to_dense()?.to_string(), "[[2 0 0]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many rows or columns.
    pub fn resize(&self, shape: [usize; 2]) -> Result<Self> {
        check_dims(shape)?;
        let [rows, cols] = shape.map(|n| n as i64);
        self.filtered(shape, &(self.row.less(rows)? & self.col.less(cols)?))
    }

    /// The matrix with its elements, in row-major order, in another shape.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Coo;
    /// let a = Coo::new([2, 3], [1, 0], [1, 0], &xp.array([1, 2])?)?.reshape([3, 2])?;
    /// assert_eq!(a.to_dense()?.to_string(), "[[2 0]\n [0 0]\n [1 0]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] unless it has as many elements, or if they are more than can be numbered; [`Error::Value`] for too many rows or
    /// columns.
    pub fn reshape(&self, shape: [usize; 2]) -> Result<Self> {
        check_dims(shape)?;
        let count = |[rows, cols]: [usize; 2]| rows.checked_mul(cols).filter(|&n| n <= i64::MAX as usize);
        if count(shape).is_none() || count(shape) != count(self.shape) {
            return Err(Error::shape("Coo::reshape", &self.shape, &shape));
        }
        let place = &self.row * self.shape[1] as i64 + &self.col;
        let cols = shape[1].max(1) as i64;
        Ok(Self { shape, row: place.floor_divide(cols)?, col: place.remainder(cols)?, values: self.values.clone() })
    }
}
