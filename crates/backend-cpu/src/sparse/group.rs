//! Sorting of entries by their row or their column, which is what turns coordinates into compressed
//! rows, and compressed rows into compressed columns.

use std::ops::Range;

use super::rows::GRAIN;
use super::{Csr, Error, Index, Matrix, Value, check_index_type, to_index, to_usize, zeros};
use crate::parallel::{for_items, threads};
use crate::pool::{Pool, Scratch};

/// Entries to be sorted by a key, in parts.
///
/// # Safety
/// The parts must together have as many entries as [`group`] is told, the same ones each time.
pub(super) unsafe trait Source<T, J>: Sync {
    /// Calls `f` with the key, the other index and the value of each entry of a part.
    fn visit(&self, part: usize, parts: usize, f: impl FnMut(usize, J, T));
}

/// Row starts, indices and values of compressed rows.
pub(super) type Parts<T, J> = (Scratch<i64>, Scratch<J>, Scratch<T>);

/// A stable counting sort of `nnz` entries by keys below `keys`: each key's entries of one part follow
/// those of the part before. Any number of parts gives the same result.
pub(super) fn group<T: Value, J: Index>(
    pool: &Pool,
    keys: usize,
    nnz: usize,
    source: &impl Source<T, J>,
) -> Result<Parts<T, J>, Error> {
    // Each part counts all keys, so it should have more entries than there are keys.
    let parts = if nnz < GRAIN { 1 } else { (nnz / keys.max(1)).clamp(1, threads()) };
    let width = keys.max(1);
    let mut next = zeros::<i64>(pool, width * parts)?;
    // SAFETY: `zeros` writes all.
    let next = unsafe { next.assume_init_mut() };
    let mut indptr = pool.scratch(keys + 1)?;
    let (mut indices, mut values) = (pool.scratch::<J>(nnz)?, pool.scratch::<T>(nnz)?);

    for_items(next.chunks_mut(width), 1, |part, counts| {
        source.visit(part, parts, |key, _, _| counts[key] += 1);
    });
    // From counts to the place of the next entry of each key and part.
    let mut start = 0;
    for key in 0..keys {
        indptr[key].write(start);
        for part in 0..parts {
            let count = std::mem::replace(&mut next[part * width + key], start);
            start += count;
        }
    }
    indptr[keys].write(start);
    let (out_indices, out_values) = (Places(indices.as_mut_ptr().cast::<J>()), Places(values.as_mut_ptr().cast::<T>()));
    for_items(next.chunks_mut(width), 1, |part, next| {
        source.visit(part, parts, |key, index, value| {
            let place = next[key] as usize;
            next[key] += 1;
            // SAFETY: the counts of the same entries give each a place of its own, below `nnz`.
            unsafe {
                out_indices.write(place, index);
                out_values.write(place, value);
            }
        });
    });
    Ok((indptr, indices, values))
}

/// An array that several threads write, each in places of its own.
#[derive(Clone, Copy)]
struct Places<T>(*mut T);

// SAFETY: the only use is `write`, whose callers promise that no two write in one place.
unsafe impl<T: Send> Sync for Places<T> {}

impl<T> Places<T> {
    /// # Safety
    /// The array must have the place, and nobody else write there or read it meanwhile.
    #[inline(always)]
    unsafe fn write(&self, place: usize, value: T) {
        // SAFETY: the caller's promise.
        unsafe { self.0.add(place).write(value) };
    }
}

/// The entries of a range of `0..len` for each part.
fn part_of(len: usize, part: usize, parts: usize) -> Range<usize> {
    let cut = |part: usize| (len as u128 * part as u128 / parts as u128) as usize;
    cut(part)..cut(part + 1)
}

/// Entries by their coordinates, to be sorted by row. The arrays have one length.
pub(super) struct Coordinates<'a, T, C> {
    pub row: &'a [C],
    pub col: &'a [C],
    pub values: &'a [T],
}

// SAFETY: the parts cut `0..len`.
unsafe impl<T: Value, C: Index, J: Index> Source<T, J> for Coordinates<'_, T, C> {
    #[inline(always)]
    fn visit(&self, part: usize, parts: usize, mut f: impl FnMut(usize, J, T)) {
        let range = part_of(self.values.len(), part, parts);
        let (row, col, values) = (&self.row[range.clone()], &self.col[range.clone()], &self.values[range]);
        for ((&row, &col), &value) in row.iter().zip(col).zip(values) {
            f(to_usize(row), to_index(col), value);
        }
    }
}

// SAFETY: the parts cut the rows.
unsafe impl<T: Value, I: Index, J: Index> Source<T, J> for Csr<'_, T, I> {
    #[inline(always)]
    fn visit(&self, part: usize, parts: usize, mut f: impl FnMut(usize, J, T)) {
        let entries = part_of(self.nnz(), part, parts);
        // A row belongs to the part in which it starts.
        let row = |entry: usize| self.indptr[..self.rows].partition_point(|&start| start < entry as i64);
        let end = if part + 1 == parts { self.rows } else { row(entries.end) };
        for row in row(entries.start)..end {
            let (columns, values) = self.row(row);
            for (&column, &value) in columns.iter().zip(values) {
                f(to_usize(column), to_index(row as i64), value);
            }
        }
    }
}

/// The transpose, which is also the conversion between compressed rows and columns: its rows
/// are the columns of `a`, and its index type numbers the rows of `a`.
pub fn transpose<T: Value, I: Index, J: Index>(pool: &Pool, a: Csr<'_, T, I>) -> Result<Matrix<T, J>, Error> {
    check_index_type::<J>(a.rows)?;
    let (indptr, indices, values) = group(pool, a.cols, a.nnz(), &a)?;
    Ok(Matrix { rows: a.cols, cols: a.rows, indptr, indices, values })
}
