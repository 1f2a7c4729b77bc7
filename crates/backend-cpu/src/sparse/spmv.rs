//! Products of a sparse matrix with a dense vector or matrix.

use std::mem::MaybeUninit;
use std::ops::Range;

use num_traits::AsPrimitive;

use super::rows::{Rows, for_rows};
use super::{Csr, Error, Index, Value, check_len};
use crate::simd::{self, Kernel};

/// `out = alpha a x`.
pub fn spmv<T: Value, I: Index>(alpha: T, a: Csr<'_, T, I>, x: &[T], out: &mut [MaybeUninit<T>]) -> Result<(), Error> {
    by_rows(a, x, out, |y: &mut MaybeUninit<T>, product| {
        y.write(alpha * product);
    })
}

/// `y = alpha a x + beta y`.
pub fn spmv_add<T: Value, I: Index>(alpha: T, a: Csr<'_, T, I>, x: &[T], beta: T, y: &mut [T]) -> Result<(), Error> {
    by_rows(a, x, y, |y: &mut T, product| *y = alpha * product + beta * *y)
}

fn by_rows<T: Value, I: Index, Y: Send>(
    a: Csr<'_, T, I>,
    x: &[T],
    y: &mut [Y],
    store: impl Fn(&mut Y, T) + Copy + Sync,
) -> Result<(), Error> {
    check_len("x", x.len(), a.cols)?;
    check_len("y", y.len(), a.rows)?;
    for_rows(a.indptr, 1, Rows::new(y), &|rows, y| {
        simd::dispatch(Vector { a, x, rows, y: y.data, store });
        Ok(())
    })
}

struct Vector<'a, T, I, Y, S> {
    a: Csr<'a, T, I>,
    /// As long as `a` has columns.
    x: &'a [T],
    rows: Range<usize>,
    y: &'a mut [Y],
    store: S,
}

/// Partial sums of a long row, so that additions overlap.
const LANES: usize = 8;

impl<T: Value, I: Index, Y, S: Fn(&mut Y, T)> Kernel for Vector<'_, T, I, Y, S> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let x = |column: &I| {
            // SAFETY: columns lie inside the matrix, and `x` is as long as it has columns.
            unsafe { *self.x.get_unchecked(AsPrimitive::<usize>::as_(*column)) }
        };
        for (row, y) in self.rows.zip(self.y) {
            let (columns, values) = self.a.row(row);
            let (columns, last_columns) = columns.as_chunks::<LANES>();
            let (values, last_values) = values.as_chunks::<LANES>();
            let mut sum = T::zero();
            if !values.is_empty() {
                let mut sums = [T::zero(); LANES];
                for (columns, values) in columns.iter().zip(values) {
                    for i in 0..LANES {
                        sums[i] += values[i] * x(&columns[i]);
                    }
                }
                sum = sums.into_iter().fold(sum, |sum, x| sum + x);
            }
            for (column, &value) in last_columns.iter().zip(last_values) {
                sum += value * x(column);
            }
            (self.store)(y, sum);
        }
    }
}

/// `out = alpha a x` for a row-major matrix `x` of `k` columns.
pub fn spmm<T: Value, I: Index>(
    alpha: T,
    a: Csr<'_, T, I>,
    x: &[T],
    k: usize,
    out: &mut [MaybeUninit<T>],
) -> Result<(), Error> {
    matrix_by_rows(a, x, k, out, |y: &mut MaybeUninit<T>, product| {
        y.write(alpha * product);
    })
}

/// `y = alpha a x + beta y` for row-major matrices `x` and `y` of `k` columns.
pub fn spmm_add<T: Value, I: Index>(
    alpha: T,
    a: Csr<'_, T, I>,
    x: &[T],
    k: usize,
    beta: T,
    y: &mut [T],
) -> Result<(), Error> {
    matrix_by_rows(a, x, k, y, |y: &mut T, product| *y = alpha * product + beta * *y)
}

fn matrix_by_rows<T: Value, I: Index, Y: Send>(
    a: Csr<'_, T, I>,
    x: &[T],
    k: usize,
    y: &mut [Y],
    store: impl Fn(&mut Y, T) + Copy + Sync,
) -> Result<(), Error> {
    check_len("x", x.len(), a.cols.saturating_mul(k))?;
    check_len("y", y.len(), a.rows.saturating_mul(k))?;
    for_rows(a.indptr, k.max(1), Rows { data: y, width: k }, &|rows, y| {
        simd::dispatch(Columns { a, x, k, rows, y: y.data, store });
        Ok(())
    })
}

struct Columns<'a, T, I, Y, S> {
    a: Csr<'a, T, I>,
    /// `k` elements for each column of `a`.
    x: &'a [T],
    k: usize,
    rows: Range<usize>,
    y: &'a mut [Y],
    store: S,
}

/// Columns of the result that are summed at once, in registers.
const TILE: usize = 32;

impl<T: Value, I: Index, Y, S: Fn(&mut Y, T)> Kernel for Columns<'_, T, I, Y, S> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let Columns { a, x, k, rows, y, store } = self;
        if k == 0 {
            return;
        }
        for (row, y) in rows.zip(y.chunks_exact_mut(k)) {
            let (columns, values) = a.row(row);
            for (tile, y) in y.chunks_mut(TILE).enumerate() {
                let mut sums = [T::zero(); TILE];
                for (&column, &value) in columns.iter().zip(values) {
                    let start = AsPrimitive::<usize>::as_(column) * k + tile * TILE;
                    // SAFETY: columns lie inside the matrix, `x` has `k` elements for each, and the
                    // tile ends within those.
                    let x = unsafe { x.get_unchecked(start..start + y.len()) };
                    if let Some(x) = x.first_chunk::<TILE>() {
                        for i in 0..TILE {
                            sums[i] += value * x[i];
                        }
                    } else {
                        for (sum, &x) in sums.iter_mut().zip(x) {
                            *sum += value * x;
                        }
                    }
                }
                for (y, &sum) in y.iter_mut().zip(&sums) {
                    store(y, sum);
                }
            }
        }
    }
}
