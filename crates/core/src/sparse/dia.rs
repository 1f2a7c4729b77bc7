//! Matrices of diagonals.

use super::{Coo, Csr, check_dims};
use crate::array::{Array, Create, DynArray};
use crate::backend::Backend;
use crate::element::SparseElement;
use crate::error::{Error, Result};
use crate::layout::checked_len;

/// A matrix of diagonals: row `k` of `data` is the diagonal `offsets[k]`, above the main one if that is positive, below it if
/// negative; `data[k, j]` is the element in column `j`. What lies outside the matrix counts for nothing.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::sparse::Dia;
/// let a = Dia::new([3, 3], &xp.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])?, &[0, 1])?;
/// assert_eq!(a.to_dense()?.to_string(), "[[1. 5. 0.]\n [0. 2. 6.]\n [0. 0. 3.]]");
/// assert_eq!(a.matmul(&xp.array([1.0, 1.0, 1.0])?)?.to_string(), "[6. 8. 3.]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct Dia<T: SparseElement, B: Backend> {
    shape: [usize; 2],
    data: Array<T, B>,
    offsets: Vec<isize>,
}

impl<T: SparseElement, B: Backend> Clone for Dia<T, B> {
    fn clone(&self) -> Self {
        Self { shape: self.shape, data: self.data.clone(), offsets: self.offsets.clone() }
    }
}

impl<T: SparseElement, B: Backend> Dia<T, B> {
    /// A matrix of the rows of `data` as diagonals.
    ///
    /// # Errors
    /// [`Error::Shape`] unless `data` is a matrix with a row for each offset; [`Error::Value`] if one is named twice.
    pub fn new(shape: [usize; 2], data: &Array<T, B>, offsets: &[isize]) -> Result<Self> {
        check_dims(shape)?;
        if data.ndim() != 2 || data.shape()[0] != offsets.len() {
            return Err(Error::shape("Dia::new", data.shape(), &[offsets.len()]));
        }
        distinct("Dia::new", offsets)?;
        Ok(Self { shape, data: data.clone(), offsets: offsets.to_vec() })
    }

    /// Rows and columns.
    pub fn shape(&self) -> [usize; 2] {
        self.shape
    }

    /// The diagonals, one a row.
    pub fn data(&self) -> &Array<T, B> {
        &self.data
    }

    /// Which diagonals they are.
    pub fn offsets(&self) -> &[isize] {
        &self.offsets
    }

    /// The columns that diagonal `offset` passes through, as far as there is data.
    fn columns(&self, offset: isize) -> (usize, usize) {
        let [rows, cols] = self.shape;
        let end = rows.saturating_add_signed(offset).min(cols).min(self.data.shape()[1]);
        (0usize.saturating_add_signed(offset).min(end), end)
    }

    /// Compressed by rows, without the zeros of the data.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Dia;
    /// let a = Dia::new([2, 3], &xp.array([[0.0, 1.0, 2.0]])?, &[1])?.to_csr()?;
    /// assert_eq!(a.to_dense()?.to_string(), "[[0. 1. 0.]\n [0. 0. 2.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn to_csr(&self) -> Result<Csr<T, B>> {
        let xp = self.data.xp();
        let shape = [self.offsets.len(), self.data.shape()[1]];
        let offsets: Vec<i64> = self.offsets.iter().map(|&offset| offset as i64).collect();
        let col = xp.arange((0, shape[1] as i64, 1))?.broadcast_to(shape)?;
        let ends: Vec<i64> = self.offsets.iter().map(|&offset| self.columns(offset).1 as i64).collect();
        let starts: Vec<i64> = self.offsets.iter().map(|&offset| self.columns(offset).0 as i64).collect();
        let column = |values: &[i64]| xp.from_slice(values, [values.len(), 1]);
        let inside = col.greater_equal(&column(&starts)?)? & col.less(&column(&ends)?)?;
        let mask = inside & self.data.not_equal(&xp.zeros::<T>([])?)?;
        let row = &col - column(&offsets)?;
        Coo { shape: self.shape, row: row.mask(&mask)?, col: col.mask(&mask)?, values: self.data.mask(&mask)? }.to_csr()
    }

    /// The dense matrix.
    pub fn to_dense(&self) -> Result<Array<T, B>> {
        self.to_csr()?.to_dense()
    }

    /// The product with a dense vector.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Dia;
    /// let a = Dia::new([2, 3], &xp.array([[0.0, 1.0, 2.0]])?, &[1])?;
    /// assert_eq!(a.matmul(&xp.array([1.0, 10.0, 100.0])?)?.to_string(), "[ 10. 200.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] unless it is as long as a row.
    pub fn matmul(&self, x: &Array<T, B>) -> Result<Array<T, B>> {
        let [rows, cols] = self.shape;
        if x.shape() != [cols] {
            return Err(Error::shape("Dia::matmul", &self.shape, x.shape()));
        }
        let mut sum: DynArray<B> = x.xp().zeros_of(T::DTYPE, rows)?;
        for (k, &offset) in self.offsets.iter().enumerate() {
            let (start, end) = self.columns(offset);
            if start == end {
                continue;
            }
            let first = start.saturating_add_signed(offset.saturating_neg());
            let diagonal = self.data.array.take(k, 0)?.narrow(0, start, end - start)?;
            let products = diagonal.multiply(&x.array.narrow(0, start, end - start)?)?;
            sum = sum.add(&products.pad((first, rows - first - (end - start)))?)?;
        }
        sum.typed()
    }
}

impl<T: SparseElement, B: Backend> Csr<T, B> {
    /// The matrix as diagonals, in ascending order: those that have an entry.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::sparse::Csr;
    /// let a = Csr::from_dense(&xp.array([[1.0, 2.0], [0.0, 3.0]])?)?.to_dia()?;
    /// assert_eq!((a.offsets(), a.data().to_string()), (&[0, 1][..], "[[1. 3.]\n [0. 2.]]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] for more elements than an array can have.
    pub fn to_dia(&self) -> Result<Dia<T, B>> {
        let (xp, entries) = (self.xp(), self.to_coo()?);
        let offset = &entries.col - &entries.row;
        let offsets = offset.unique()?;
        let shape = [offsets.len(), self.shape()[1]];
        checked_len(&shape)?;
        let mut data = xp.zeros::<T>(shape)?;
        if self.nnz() > 0 {
            data.put_at((&offsets.searchsorted(&offset)?, &entries.col), &entries.values)?;
        }
        let offsets = offsets.to_vec()?.into_iter().map(|offset| offset as isize).collect();
        Ok(Dia { shape: self.shape(), data, offsets })
    }
}

/// An error if a diagonal is named twice.
pub(super) fn distinct(op: &'static str, offsets: &[isize]) -> Result<()> {
    let mut sorted = offsets.to_vec();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Error::value(op, format!("the diagonal {} is named twice", pair[0]))),
        None => Ok(()),
    }
}
