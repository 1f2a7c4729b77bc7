//! Sums of sparse matrices.

use std::convert::Infallible;

use super::rows::{Entries, Rows, for_rows};
use super::{Csr, Error, Index, Matrix, Value, row_starts, zeros};
use crate::pool::Pool;

/// `alpha a + beta b`. An entry of either is an entry of the result, even if it is zero there.
pub fn add<T: Value, I: Index>(
    pool: &Pool,
    alpha: T,
    a: Csr<'_, T, I>,
    beta: T,
    b: Csr<'_, T, I>,
) -> Result<Matrix<T, I>, Error> {
    if a.shape() != b.shape() {
        return Err(Error::Shape { op: "add", left: a.shape(), right: b.shape() });
    }
    let [rows, cols] = a.shape();
    let mut counts = zeros::<i64>(pool, rows)?;
    // SAFETY: `zeros` writes all.
    let counts = unsafe { counts.assume_init_mut() };
    // The work is the entries of `a` in the first pass, and of the result in the second.
    let Ok(()) = for_rows(a.indptr, 1, Rows::new(counts), &|rows, counts| {
        for (row, count) in rows.zip(counts.data) {
            merge(a.row(row), b.row(row), |_, _, _| *count += 1);
        }
        Ok::<_, Infallible>(())
    });
    let indptr = row_starts(pool, counts)?;
    // SAFETY: `row_starts` writes all.
    let starts = unsafe { indptr.assume_init_ref() };
    let nnz = starts[rows] as usize;
    let (mut indices, mut values) = (pool.scratch::<I>(nnz)?, pool.scratch::<T>(nnz)?);
    let out = (Entries(&mut indices), Entries(&mut values));
    let Ok(()) = for_rows(starts, 1, out, &|rows, out| {
        let (Entries(indices), Entries(values)) = out;
        let mut slots = indices.iter_mut().zip(values);
        for row in rows {
            merge(a.row(row), b.row(row), |column, x, y| {
                if let Some((index, value)) = slots.next() {
                    index.write(column);
                    // An absent entry adds nothing even where a factor is infinite.
                    let (x, y) = (x.map(|x| alpha.times(x)), y.map(|y| beta.times(y)));
                    value.write(x.unwrap_or_default().plus(y.unwrap_or_default()));
                }
            });
        }
        Ok::<_, Infallible>(())
    });
    Ok(Matrix { rows, cols, indptr, indices, values })
}

/// Calls `f` with each column that one of two rows has, in order, and the entries of both.
#[inline(always)]
fn merge<T: Value, I: Index>(a: (&[I], &[T]), b: (&[I], &[T]), mut f: impl FnMut(I, Option<T>, Option<T>)) {
    let (mut i, mut j) = (0, 0);
    while i < a.0.len() && j < b.0.len() {
        let (left, right) = (a.0[i], b.0[j]);
        if left == right {
            f(left, Some(a.1[i]), Some(b.1[j]));
            (i, j) = (i + 1, j + 1);
        } else if left < right {
            f(left, Some(a.1[i]), None);
            i += 1;
        } else {
            f(right, None, Some(b.1[j]));
            j += 1;
        }
    }
    for (&column, &x) in a.0[i..].iter().zip(&a.1[i..]) {
        f(column, Some(x), None);
    }
    for (&column, &y) in b.0[j..].iter().zip(&b.1[j..]) {
        f(column, None, Some(y));
    }
}
