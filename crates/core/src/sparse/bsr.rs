//! Matrices of dense blocks.

use super::{Coo, Csr, check_dims};
use crate::array::{Array, Create, DynArray, IntoIndices};
use crate::backend::{Backend, Side};
use crate::element::SparseElement;
use crate::error::{Error, Result};
use crate::layout::checked_len;
use crate::s;

/// A matrix of dense blocks of one shape, compressed by rows of blocks; duplicates add up. Clones share memory.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::sparse::Bsr;
/// let data = xp.array([[[1.0, 2.0]], [[3.0, 4.0]], [[5.0, 6.0]]])?;
/// let a = Bsr::from_parts([2, 4], [0, 1, 3], [1, 0, 1], &data)?;
/// assert_eq!(a.to_dense()?.to_string(), "[[0. 0. 1. 2.]\n [3. 4. 5. 6.]]");
/// assert_eq!(a.matmul(&xp.array([1.0, 1.0, 1.0, 1.0])?)?.to_string(), "[ 3. 18.]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct Bsr<T: SparseElement, B: Backend> {
    shape: [usize; 2],
    /// A matrix of ones with a row for each row of blocks and a column for each block: it adds up what blocks give.
    sums: Csr<T, B>,
    /// The column of blocks of each.
    indices: Array<i64, B>,
    data: Array<T, B>,
}

impl<T: SparseElement, B: Backend> Clone for Bsr<T, B> {
    fn clone(&self) -> Self {
        let Self { shape, sums, indices, data } = self;
        Self { shape: *shape, sums: sums.clone(), indices: indices.clone(), data: data.clone() }
    }
}

impl<T: SparseElement, B: Backend> Bsr<T, B> {
    /// From the three arrays of the format: where each row of blocks starts, the column of blocks of each, the blocks `[count,
    /// rows, columns]`.
    ///
    /// # Errors
    /// [`Error::Shape`] unless the shape consists of such blocks, none of which is empty, and there is a column for each block;
    /// [`Error::Value`] if `indptr` does not ascend from 0 to their number; [`Error::Index`] if a column lies outside the matrix.
    pub fn from_parts(
        shape: [usize; 2],
        indptr: impl IntoIndices<B>,
        indices: impl IntoIndices<B>,
        data: &Array<T, B>,
    ) -> Result<Self> {
        const OP: &str = "Bsr::from_parts";
        check_dims(shape)?;
        let xp = data.xp();
        let &[count, r, c] = data.shape() else { return Err(Error::shape(OP, &shape, data.shape())) };
        if r == 0 || c == 0 || !shape[0].is_multiple_of(r) || !shape[1].is_multiple_of(c) {
            return Err(Error::shape(OP, &shape, data.shape()));
        }
        let indptr = Array::<i64, B>::from_dyn(indptr.into_indices(xp)?.checked_indices(OP)?);
        let indices = Array::<i64, B>::from_dyn(indices.into_indices(xp)?.checked_indices(OP)?);
        let ones = xp.ones::<T>(count)?;
        // What a matrix of one number for each block checks.
        Csr::from_parts([shape[0] / r, shape[1] / c], &indptr, &indices, &ones)?;
        let sums = Csr::from_parts([shape[0] / r, count], &indptr, &xp.arange((0, count as i64, 1))?, &ones)?;
        Ok(Self { shape, sums, indices, data: data.clone() })
    }

    /// Rows and columns.
    pub fn shape(&self) -> [usize; 2] {
        self.shape
    }

    /// Rows and columns of a block.
    pub fn blocksize(&self) -> [usize; 2] {
        [self.data.shape()[1], self.data.shape()[2]]
    }

    /// The number of stored elements: all of each block.
    pub fn nnz(&self) -> usize {
        self.data.len()
    }

    /// Where each row of blocks starts, and the number of blocks last: a copy.
    pub fn indptr(&self) -> Result<Array<i64, B>> {
        self.sums.indptr()
    }

    /// The column of blocks of each block.
    pub fn indices(&self) -> &Array<i64, B> {
        &self.indices
    }

    /// The blocks, `[count, rows, columns]`.
    pub fn data(&self) -> &Array<T, B> {
        &self.data
    }

    /// Compressed by rows, with all elements of the blocks.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Bsr;
    /// let a = Bsr::from_parts([2, 2], [0, 1], [0], &xp.array([[[1.0, 0.0], [2.0, 3.0]]])?)?;
    /// assert_eq!(a.to_csr()?.values()?.to_string(), "[1. 0. 2. 3.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn to_csr(&self) -> Result<Csr<T, B>> {
        let (xp, [r, c]) = (self.data.xp(), self.blocksize());
        let count = self.indices.len();
        let block = xp.arange((0, count as i64, 1))?;
        let row = self.indptr()?.slice(s![1..])?.searchsorted_with(&block, Side::Right)?.astype::<i64>();
        let inside = |n: usize| xp.arange((0, n as i64, 1));
        let row = (row * r as i64).reshape([count, 1, 1])? + inside(r)?.reshape([1, r, 1])?;
        let col = (&self.indices * c as i64).reshape([count, 1, 1])? + inside(c)?.reshape([1, 1, c])?;
        let flat = |x: Array<i64, B>| x.broadcast_to([count, r, c])?.reshape([count * r * c]);
        let values = self.data.reshape([count * r * c])?;
        Coo { shape: self.shape, row: flat(row)?, col: flat(col)?, values }.to_csr()
    }

    /// The dense matrix.
    pub fn to_dense(&self) -> Result<Array<T, B>> {
        self.to_csr()?.to_dense()
    }

    /// The product with a dense vector `[cols]` or matrix `[cols, k]`: all blocks at once, then the sums of their rows.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Bsr;
    /// let a = Bsr::from_parts([2, 2], [0, 1], [0], &xp.array([[[1.0, 0.0], [2.0, 3.0]]])?)?;
    /// assert_eq!(a.matmul(&xp.array([[1.0, 2.0], [10.0, 20.0]])?)?.to_string(), "[[ 1.  2.]\n [32. 64.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the lengths do not match.
    pub fn matmul(&self, x: &Array<T, B>) -> Result<Array<T, B>> {
        let ([rows, cols], [r, c]) = (self.shape, self.blocksize());
        let k = match *x.shape() {
            [n] if n == cols => 1,
            [n, k] if n == cols => k,
            _ => return Err(Error::shape("Bsr::matmul", &self.shape, x.shape())),
        };
        let count = self.indices.len();
        let result = if x.ndim() == 1 { vec![rows] } else { vec![rows, k] };
        if count == 0 || k == 0 {
            return self.data.xp().zeros(&result[..]);
        }
        let met = x.as_dyn().reshape([cols / c, c, k])?.take(&self.indices, 0)?;
        let products: DynArray<B> = self.data.as_dyn().matmul(&met)?.reshape([count, r * k])?;
        self.sums.matmul(&products.typed()?)?.reshape(&result[..])
    }
}

impl<T: SparseElement, B: Backend> Csr<T, B> {
    /// The matrix as dense blocks of this shape: those that have an entry.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[1.0, 2.0, 0.0, 0.0], [0.0, 3.0, 0.0, 4.0]])?)?.to_bsr([2, 2])?;
    /// assert_eq!(a.data().to_string(), "[[[1. 2.]\n  [0. 3.]]\n\n [[0. 0.]\n  [0. 4.]]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] unless the matrix consists of such blocks, and for more elements than an array can have.
    pub fn to_bsr(&self, [r, c]: [usize; 2]) -> Result<Bsr<T, B>> {
        let (xp, shape) = (self.xp(), self.shape());
        if r == 0 || c == 0 || !shape[0].is_multiple_of(r) || !shape[1].is_multiple_of(c) {
            return Err(Error::shape("Csr::to_bsr", &shape, &[r, c]));
        }
        let [rows, cols] = [shape[0] / r, shape[1] / c];
        checked_len(&[rows, cols])?;
        let entries = self.to_coo()?;
        let (r, c, across) = (r as i64, c as i64, (cols as i64).max(1));
        let block = entries.row.floor_divide(r)? * across + entries.col.floor_divide(c)?;
        let blocks = block.unique()?;
        let count = blocks.len();
        checked_len(&[count, r as usize, c as usize])?;
        let mut data = xp.zeros::<T>([count, r as usize, c as usize])?;
        if count > 0 {
            let place = blocks.searchsorted(&block)?.astype::<i64>();
            data.put_at((&place, &entries.row.remainder(r)?, &entries.col.remainder(c)?), &entries.values)?;
        }
        let starts = xp.arange((0, rows as i64 + 1, 1))? * across;
        let indptr = blocks.searchsorted(&starts)?.astype::<i64>();
        Bsr::from_parts(shape, &indptr, &blocks.remainder(across)?, &data)
    }
}
