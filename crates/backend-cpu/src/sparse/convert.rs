//! Conversions between compressed rows, coordinates and dense matrices.

use std::convert::Infallible;
use std::mem::MaybeUninit;

use super::group::{Coordinates, group};
use super::rows::{Entries, GRAIN, Rows, for_rows};
use super::{
    Csr, Error, Index, Matrix, Value, check_columns, check_index_type, check_indices, check_len, check_row_starts,
    row_starts, to_index, to_usize, zeros,
};
use crate::parallel::for_items;
use crate::pool::{Pool, Scratch};

/// A matrix from the row, the column and the value of each entry, in any order. Entries in one
/// place are added up, in their order.
pub fn coo_to_csr<T: Value, C: Index, I: Index>(
    pool: &Pool,
    rows: usize,
    cols: usize,
    row: &[C],
    col: &[C],
    values: &[T],
) -> Result<Matrix<T, I>, Error> {
    check_len("row", row.len(), values.len())?;
    check_len("col", col.len(), values.len())?;
    check_index_type::<I>(cols)?;
    check_indices("row", rows, 0, row)?;
    check_indices("column", cols, 0, col)?;
    let (indptr, indices, values) = group(pool, rows, values.len(), &Coordinates { row, col, values })?;
    // SAFETY: `group` writes all; rows and columns were checked.
    unsafe { canonical(pool, rows, cols, indptr, indices, values) }
}

/// A matrix from the three arrays of compressed rows, which are checked; the columns of a row may
/// have any order, and occur repeatedly to be added up.
pub fn csr_from_parts<T: Value, C: Index, I: Index>(
    pool: &Pool,
    rows: usize,
    cols: usize,
    indptr: &[i64],
    indices: &[C],
    values: &[T],
) -> Result<Matrix<T, I>, Error> {
    check_len("values", values.len(), indices.len())?;
    check_index_type::<I>(cols)?;
    check_row_starts(rows, indptr, indices.len())?;
    check_columns(cols, indptr, indices)?;
    let starts = copied(pool, indptr, |start| start)?;
    let (indices, values) = (copied(pool, indices, to_index::<C, I>)?, copied(pool, values, |value| value)?);
    // SAFETY: all are written, and were checked.
    unsafe { canonical(pool, rows, cols, starts, indices, values) }
}

/// Sorts the columns of each row and adds up duplicates.
///
/// # Safety
/// All must be written; row starts must rise to the number of entries, columns be below `cols`.
unsafe fn canonical<T: Value, I: Index>(
    pool: &Pool,
    rows: usize,
    cols: usize,
    indptr: Scratch<i64>,
    mut indices: Scratch<I>,
    mut values: Scratch<T>,
) -> Result<Matrix<T, I>, Error> {
    let mut counts = zeros::<i64>(pool, rows)?;
    // SAFETY: the caller's promise, and `zeros` writes all.
    let (starts, columns, entries, counts) = unsafe {
        (indptr.assume_init_ref(), indices.assume_init_mut(), values.assume_init_mut(), counts.assume_init_mut())
    };
    let data = (Rows::new(counts), (Entries(&mut *columns), Entries(&mut *entries)));
    for_rows(starts, 1, data, &|rows, (counts, (Entries(mut columns), Entries(mut values)))| {
        for (row, count) in rows.zip(counts.data) {
            let len = (starts[row + 1] - starts[row]) as usize;
            let (row_columns, rest_columns) = columns.split_at_mut(len);
            let (row_values, rest_values) = values.split_at_mut(len);
            *count = canonical_row(pool, row_columns, row_values)? as i64;
            (columns, values) = (rest_columns, rest_values);
        }
        Ok::<_, Error>(())
    })?;
    if counts.iter().sum::<i64>() == starts[rows] {
        return Ok(Matrix { rows, cols, indptr, indices, values });
    }
    // The kept entries stand at the start of each row.
    let kept = row_starts(pool, counts)?;
    // SAFETY: `row_starts` writes all.
    let kept_starts = unsafe { kept.assume_init_ref() };
    let nnz = kept_starts[rows] as usize;
    let (mut kept_indices, mut kept_values) = (pool.scratch(nnz)?, pool.scratch(nnz)?);
    for row in 0..rows {
        let (from, to) = (starts[row] as usize, kept_starts[row] as usize);
        let count = kept_starts[row + 1] as usize - to;
        kept_indices[to..to + count].write_copy_of_slice(&columns[from..from + count]);
        kept_values[to..to + count].write_copy_of_slice(&entries[from..from + count]);
    }
    Ok(Matrix { rows, cols, indptr: kept, indices: kept_indices, values: kept_values })
}

/// Rows no longer than this are sorted by insertion.
const SHORT: usize = 32;

/// Sorts a row by columns and adds up duplicates; returns how many entries are left at its start.
fn canonical_row<T: Value, I: Index>(pool: &Pool, columns: &mut [I], values: &mut [T]) -> Result<usize, Error> {
    if columns.windows(2).all(|pair| pair[0] < pair[1]) {
        return Ok(columns.len());
    }
    if columns.len() <= SHORT {
        for end in 1..columns.len() {
            let mut i = end;
            while i > 0 && columns[i - 1] > columns[i] {
                columns.swap(i - 1, i);
                values.swap(i - 1, i);
                i -= 1;
            }
        }
    } else {
        let mut pairs = pool.scratch(columns.len())?;
        for (pair, (&column, &value)) in pairs.iter_mut().zip(columns.iter().zip(&*values)) {
            pair.write((column, value));
        }
        // SAFETY: all were written.
        let pairs = unsafe { pairs.assume_init_mut() };
        // Stable, so that duplicates are added up in their order.
        pairs.sort_by_key(|pair| pair.0);
        for ((column, value), &mut pair) in columns.iter_mut().zip(values.iter_mut()).zip(pairs) {
            (*column, *value) = pair;
        }
    }
    let mut last = 0;
    for i in 1..columns.len() {
        if columns[i] == columns[last] {
            let value = values[i];
            values[last] = values[last].plus(value);
        } else {
            last += 1;
            (columns[last], values[last]) = (columns[i], values[i]);
        }
    }
    Ok(last + 1)
}

/// The row and the column of each entry.
pub fn coordinates<T: Value, I: Index>(
    a: Csr<'_, T, I>,
    row: &mut [MaybeUninit<i64>],
    col: &mut [MaybeUninit<i64>],
) -> Result<(), Error> {
    check_len("row", row.len(), a.nnz())?;
    check_len("col", col.len(), a.nnz())?;
    for_rows(a.indptr, 1, (Entries(row), Entries(col)), &|rows, (Entries(mut row), Entries(mut col))| {
        for r in rows {
            let (columns, _) = a.row(r);
            let (row_rows, rest_rows) = row.split_at_mut(columns.len());
            let (row_columns, rest_columns) = col.split_at_mut(columns.len());
            row_rows.fill(MaybeUninit::new(r as i64));
            for (slot, &column) in row_columns.iter_mut().zip(columns) {
                slot.write(column.as_());
            }
            (row, col) = (rest_rows, rest_columns);
        }
        Ok(())
    })
}

/// The rows of these numbers, in this order.
pub fn take_rows<T: Value, I: Index>(pool: &Pool, a: Csr<'_, T, I>, numbers: &[i64]) -> Result<Matrix<T, I>, Error> {
    check_indices("row", a.rows, 0, numbers)?;
    let mut indptr = pool.scratch(numbers.len() + 1)?;
    let mut end = 0;
    indptr[0].write(end);
    for (slot, &number) in indptr[1..].iter_mut().zip(numbers) {
        end += a.row(number as usize).0.len() as i64;
        slot.write(end);
    }
    // SAFETY: all were written.
    let starts = unsafe { indptr.assume_init_ref() };
    let (mut indices, mut values) = (pool.scratch(end as usize)?, pool.scratch(end as usize)?);
    let out = (Entries(&mut indices), Entries(&mut values));
    let Ok(()) = for_rows(starts, 1, out, &|rows, (Entries(mut indices), Entries(mut values))| {
        for &number in &numbers[rows] {
            let (columns, entries) = a.row(number as usize);
            let (row_indices, rest_indices) = indices.split_at_mut(columns.len());
            let (row_values, rest_values) = values.split_at_mut(columns.len());
            row_indices.write_copy_of_slice(columns);
            row_values.write_copy_of_slice(entries);
            (indices, values) = (rest_indices, rest_values);
        }
        Ok::<_, Infallible>(())
    });
    Ok(Matrix { rows: numbers.len(), cols: a.cols, indptr, indices, values })
}

/// The dense matrix, row-major.
pub fn to_dense<T: Value, I: Index>(a: Csr<'_, T, I>, out: &mut [MaybeUninit<T>]) -> Result<(), Error> {
    let [rows, cols] = a.shape();
    check_len("out", out.len(), rows.saturating_mul(cols))?;
    for_rows(a.indptr, cols.max(1), Rows { data: out, width: cols }, &|rows, out| {
        out.data.fill(MaybeUninit::new(T::default()));
        for (i, row) in rows.enumerate() {
            let (columns, values) = a.row(row);
            for (&column, &value) in columns.iter().zip(values) {
                out.data[i * cols + to_usize(column)].write(value);
            }
        }
        Ok(())
    })
}

/// The entries of a row-major dense matrix that are not zero.
pub fn dense_to_csr<T: Value, I: Index>(pool: &Pool, rows: usize, cols: usize, x: &[T]) -> Result<Matrix<T, I>, Error> {
    check_len("x", x.len(), rows.saturating_mul(cols))?;
    check_index_type::<I>(cols)?;
    let mut counts = zeros::<i64>(pool, rows)?;
    // SAFETY: `zeros` writes all.
    let counts = unsafe { counts.assume_init_mut() };
    let rows_per_task = GRAIN / cols.max(1) + 1;
    let count = |_, (counts, x): (&mut [i64], &[T])| {
        for (count, x) in counts.iter_mut().zip(x.chunks_exact(cols)) {
            *count = x.iter().map(|x| i64::from(*x != T::default())).sum();
        }
    };
    if x.len() > GRAIN {
        for_items(counts.chunks_mut(rows_per_task).zip(x.chunks(rows_per_task * cols)), 1, count);
    } else if cols > 0 {
        count(0, (counts, x));
    }
    let indptr = row_starts(pool, counts)?;
    // SAFETY: `row_starts` writes all.
    let starts = unsafe { indptr.assume_init_ref() };
    let nnz = starts[rows] as usize;
    let (mut indices, mut values) = (pool.scratch(nnz)?, pool.scratch(nnz)?);
    let out = (Entries(&mut indices), Entries(&mut values));
    let Ok(()) = for_rows(starts, cols.max(1), out, &|rows, (Entries(indices), Entries(values))| {
        let mut slots = indices.iter_mut().zip(values);
        for row in rows {
            for (column, &value) in x[row * cols..(row + 1) * cols].iter().enumerate() {
                if value != T::default()
                    && let Some((index, slot)) = slots.next()
                {
                    index.write(to_index::<i64, I>(column as i64));
                    slot.write(value);
                }
            }
        }
        Ok::<_, Infallible>(())
    });
    Ok(Matrix { rows, cols, indptr, indices, values })
}

fn copied<A: Copy, B: Copy>(pool: &Pool, from: &[A], f: impl Fn(A) -> B) -> Result<Scratch<B>, Error> {
    let mut to = pool.scratch(from.len())?;
    for (slot, &x) in to.iter_mut().zip(from) {
        slot.write(f(x));
    }
    Ok(to)
}
