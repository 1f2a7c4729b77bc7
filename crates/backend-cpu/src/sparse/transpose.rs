//! The transpose, which is also the conversion between compressed rows and compressed columns.

use num_traits::{AsPrimitive, cast};
use rayon::prelude::*;

use super::rows::GRAIN;
use super::{Csr, Error, Index, Matrix, Value, check_index_type, zeros};
use crate::pool::Pool;

/// The transpose: its rows are the columns of `a`, and its index type numbers the rows of `a`.
///
/// A counting sort: the rows of `a` are cut into parts, and each column's entries of one part follow
/// those of the part before. Any number of parts gives the same matrix.
pub fn transpose<T: Value, I: Index, J: Index>(pool: &Pool, a: Csr<'_, T, I>) -> Result<Matrix<T, J>, Error> {
    let ([rows, cols], nnz) = (a.shape(), a.nnz());
    check_index_type::<J>(rows)?;
    // Each part counts all columns, so parts should have more entries than there are columns.
    let parts = if nnz < GRAIN { 1 } else { (nnz / cols).clamp(1, rayon::current_num_threads()) };
    let first_row = |part: usize| a.indptr[..rows].partition_point(|&start| start < (nnz * part / parts) as i64);
    let part_rows = |part| if part + 1 == parts { first_row(part)..rows } else { first_row(part)..first_row(part + 1) };

    let width = cols.max(1);
    let mut next = zeros::<i64>(pool, width * parts)?;
    // SAFETY: `zeros` writes all.
    let next = unsafe { next.assume_init_mut() };
    next.par_chunks_mut(width).enumerate().for_each(|(part, counts)| {
        let rows = part_rows(part);
        for &column in &a.indices[a.indptr[rows.start] as usize..a.indptr[rows.end] as usize] {
            counts[AsPrimitive::<usize>::as_(column)] += 1;
        }
    });
    // From counts to the place of the next entry of each column and part.
    let mut indptr = pool.scratch(cols + 1)?;
    let mut start = 0;
    for column in 0..cols {
        indptr[column].write(start);
        for part in 0..parts {
            let count = std::mem::replace(&mut next[part * width + column], start);
            start += count;
        }
    }
    indptr[cols].write(start);

    let (mut indices, mut values) = (pool.scratch::<J>(nnz)?, pool.scratch::<T>(nnz)?);
    let (out_indices, out_values) = (Places(indices.as_mut_ptr().cast::<J>()), Places(values.as_mut_ptr().cast::<T>()));
    next.par_chunks_mut(width).enumerate().for_each(|(part, next)| {
        for row in part_rows(part) {
            let index = cast(row).unwrap_or(J::zero());
            let (columns, values) = a.row(row);
            for (&column, &value) in columns.iter().zip(values) {
                let place = &mut next[AsPrimitive::<usize>::as_(column)];
                // SAFETY: the counts above give each entry a place of its own below `nnz`.
                unsafe {
                    out_indices.write(*place as usize, index);
                    out_values.write(*place as usize, value);
                }
                *place += 1;
            }
        }
    });
    Ok(Matrix { rows: cols, cols: rows, indptr, indices, values })
}

/// An array that several threads write, each in places of its own.
#[derive(Clone, Copy)]
struct Places<T>(*mut T);

// SAFETY: the only use is `write`, whose callers promise that no two write in one place.
unsafe impl<T: Send> Sync for Places<T> {}

impl<T> Places<T> {
    /// # Safety
    /// The array must have the place, and nobody else write there or read it meanwhile.
    unsafe fn write(&self, place: usize, value: T) {
        // SAFETY: the caller's promise.
        unsafe { self.0.add(place).write(value) };
    }
}
