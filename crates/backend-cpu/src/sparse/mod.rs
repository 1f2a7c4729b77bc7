//! Sparse matrices in compressed rows: conversions, products and sums.
//!
//! Arrays are checked once, when a [`Matrix`] is made from them, so that the loops need no checks: row
//! starts do not decrease, and the columns of each row increase strictly and lie inside the matrix. The
//! compressed columns of a matrix are the compressed rows of its transpose, so there is no second type.
//!
//! Work is split by rows with about equal numbers of entries. No result depends on the split.

mod add;
mod convert;
mod group;
mod rows;
mod spgemm;
mod spmv;
mod value;

#[cfg(test)]
mod tests;

use std::mem::MaybeUninit;

use num_traits::{AsPrimitive, PrimInt, Signed};

use crate::pool::{OutOfMemory, Pool, Scratch};
use rows::for_rows;

pub use add::add;
pub use convert::{coo_to_csr, coordinates, csr_from_parts, dense_to_csr, take_rows, to_dense};
pub use group::transpose;
pub use spgemm::spgemm;
pub use spmv::{spmm, spmv, spmv_transposed};
pub use value::Value;

/// The types of column indices: `i32` and `i64`.
pub trait Index: PrimInt + Signed + AsPrimitive<usize> + AsPrimitive<i64> + Send + Sync + 'static {}
impl<I: PrimInt + Signed + AsPrimitive<usize> + AsPrimitive<i64> + Send + Sync + 'static> Index for I {}

#[inline(always)]
fn to_usize<I: Index>(index: I) -> usize {
    index.as_()
}

/// An index in another type, which was checked to hold it.
#[inline(always)]
fn to_index<C: Index, I: Index>(index: C) -> I {
    num_traits::cast(index).unwrap_or(I::zero())
}

/// What can be wrong with a sparse matrix or an operation on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// An array has the wrong length.
    #[error("{name} has {found} elements, not {expected}")]
    Length {
        /// The array.
        name: &'static str,
        /// How long it should be.
        expected: usize,
        /// How long it is.
        found: usize,
    },
    /// The rows do not start where they should.
    #[error("row starts must rise from 0 to {nnz}, but number {row} is {start}")]
    RowStart {
        /// The place in the array of row starts.
        row: usize,
        /// What stands there.
        start: i64,
        /// The number of entries.
        nnz: usize,
    },
    /// An entry lies outside the matrix.
    #[error("entry {entry}: {axis} {index} is out of bounds for {len}")]
    OutOfBounds {
        /// The entry's place in the array.
        entry: usize,
        /// `row` or `column`.
        axis: &'static str,
        /// The entry's row or column.
        index: i64,
        /// The number of rows or columns.
        len: usize,
    },
    /// The index type cannot name all columns.
    #[error("the index type cannot number {len} columns")]
    IndexType {
        /// The number of columns.
        len: usize,
    },
    /// Two matrices whose shapes do not go together.
    #[error("{op}: shapes {left:?} and {right:?} do not match")]
    Shape {
        /// The operation.
        op: &'static str,
        /// The shape of the left operand.
        left: [usize; 2],
        /// The shape of the right operand.
        right: [usize; 2],
    },
    /// There was no memory for the result.
    #[error("out of memory: {0:?}")]
    Memory(OutOfMemory),
}

impl From<OutOfMemory> for Error {
    fn from(error: OutOfMemory) -> Self {
        Error::Memory(error)
    }
}

fn check_len(name: &'static str, found: usize, expected: usize) -> Result<(), Error> {
    if found == expected { Ok(()) } else { Err(Error::Length { name, expected, found }) }
}

fn check_index_type<I: Index>(len: usize) -> Result<(), Error> {
    let fits = len == 0 || I::from(len - 1).is_some();
    if fits { Ok(()) } else { Err(Error::IndexType { len }) }
}

/// A sparse matrix in borrowed memory.
#[derive(Clone, Copy, Debug)]
pub struct Csr<'a, T, I> {
    rows: usize,
    cols: usize,
    indptr: &'a [i64],
    indices: &'a [I],
    values: &'a [T],
}

impl<'a, T: Value, I: Index> Csr<'a, T, I> {
    /// A matrix from its three arrays.
    ///
    /// # Safety
    /// The row starts must rise from 0 to the number of entries, which have a column and a value each;
    /// the columns of each row must increase strictly and lie inside the matrix.
    pub unsafe fn new_unchecked(
        rows: usize,
        cols: usize,
        indptr: &'a [i64],
        indices: &'a [I],
        values: &'a [T],
    ) -> Self {
        Csr { rows, cols, indptr, indices, values }
    }

    /// Rows and columns.
    pub fn shape(&self) -> [usize; 2] {
        [self.rows, self.cols]
    }

    /// The number of entries.
    pub fn nnz(&self) -> usize {
        self.values.len()
    }

    /// The columns and values of one row.
    #[inline(always)]
    fn row(&self, row: usize) -> (&'a [I], &'a [T]) {
        let (start, end) = (self.indptr[row] as usize, self.indptr[row + 1] as usize);
        // SAFETY: row starts do not decrease and none is past the entries.
        unsafe { (self.indices.get_unchecked(start..end), self.values.get_unchecked(start..end)) }
    }
}

fn check_row_starts(rows: usize, indptr: &[i64], nnz: usize) -> Result<(), Error> {
    check_len("indptr", indptr.len(), rows.saturating_add(1))?;
    let error = |row: usize| Err(Error::RowStart { row, start: indptr[row], nnz });
    if indptr[0] != 0 {
        return error(0);
    }
    if let Some(row) = indptr.windows(2).position(|pair| pair[0] > pair[1]) {
        return error(row + 1);
    }
    if indptr[rows] != nnz as i64 { error(rows) } else { Ok(()) }
}

/// Checks that all columns lie inside the matrix.
fn check_columns<I: Index>(cols: usize, indptr: &[i64], indices: &[I]) -> Result<(), Error> {
    for_rows(indptr, 1, (), &|rows, ()| {
        let start = indptr[rows.start] as usize;
        let columns = &indices[start..indptr[rows.end] as usize];
        check_indices("column", cols, start, columns)
    })
}

/// Checks that indices are below `len`; `start` is the number of the first.
fn check_indices<I: Index>(axis: &'static str, len: usize, start: usize, indices: &[I]) -> Result<(), Error> {
    // A negative index wraps to one that is too large.
    let outside = |&index: &I| to_usize(index) >= len;
    match indices.iter().position(outside) {
        Some(i) => Err(Error::OutOfBounds { entry: start + i, axis, index: indices[i].as_(), len }),
        None => Ok(()),
    }
}

/// A sparse matrix in memory of a pool.
pub struct Matrix<T, I> {
    rows: usize,
    cols: usize,
    indptr: Scratch<i64>,
    indices: Scratch<I>,
    values: Scratch<T>,
}

impl<T: Value, I: Index> Matrix<T, I> {
    /// The matrix.
    pub fn as_csr(&self) -> Csr<'_, T, I> {
        // SAFETY: a `Matrix` is made only of arrays that were written and form a matrix.
        unsafe {
            Csr::new_unchecked(
                self.rows,
                self.cols,
                self.indptr.assume_init_ref(),
                self.indices.assume_init_ref(),
                self.values.assume_init_ref(),
            )
        }
    }

    /// The arrays: row starts, columns and values, all written.
    pub fn into_parts(self) -> (Scratch<i64>, Scratch<I>, Scratch<T>) {
        (self.indptr, self.indices, self.values)
    }
}

/// Row starts from the number of entries in each row.
fn row_starts(pool: &Pool, counts: &[i64]) -> Result<Scratch<i64>, Error> {
    let mut indptr = pool.scratch(counts.len() + 1)?;
    let mut start = 0;
    indptr[0].write(0);
    for (slot, count) in indptr[1..].iter_mut().zip(counts) {
        start += count;
        slot.write(start);
    }
    Ok(indptr)
}

/// Zeros of the pool's memory.
fn zeros<T: Copy + Default>(pool: &Pool, len: usize) -> Result<Scratch<T>, Error> {
    let mut zeros = pool.scratch(len)?;
    zeros.fill(MaybeUninit::new(T::default()));
    Ok(zeros)
}
