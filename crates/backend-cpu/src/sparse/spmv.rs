//! Products of a sparse matrix with a dense vector or matrix.

use std::mem::MaybeUninit;
use std::ops::Range;

use super::rows::{GRAIN, Rows, for_rows};
use super::{Csr, Error, Index, Value, check_len, to_usize};
use crate::parallel;
use crate::simd::{self, Kernel};

/// Rows whose sums are written together. An element of `x` often lies as far into a page as the result that was just
/// written, and Intel's processors let such a load wait until that result is in the cache: calls took four times as long.
const BLOCK: usize = 64;

/// The same for products with matrices: results that are written together.
const SUMS: usize = 512;

/// `out = alpha a x`.
pub fn spmv<T: Value, I: Index>(alpha: T, a: Csr<'_, T, I>, x: &[T], out: &mut [MaybeUninit<T>]) -> Result<(), Error> {
    check_len("x", x.len(), a.cols)?;
    check_len("y", out.len(), a.rows)?;
    for_rows(a.indptr, 1, Rows::new(out), &|rows, y| {
        let (ends, mut entry) = (&a.indptr[rows.start + 1..=rows.end], a.indptr[rows.start] as usize);
        let mut sums = [T::default(); BLOCK];
        for (y, ends) in y.data.chunks_mut(BLOCK).zip(ends.chunks(BLOCK)) {
            for (sum, &end) in sums.iter_mut().zip(ends) {
                // SAFETY: row starts are not past the entries, whose columns are inside the matrix, and
                // `x` is as long as it has columns.
                let term = |entry: usize| unsafe {
                    a.values.get_unchecked(entry).times(*x.get_unchecked(to_usize(*a.indices.get_unchecked(entry))))
                };
                *sum = T::default();
                // One addition in four waits for the one before. Wider vectors would only wait for the same loads.
                while entry + 4 <= end as usize {
                    let halves = [term(entry).plus(term(entry + 1)), term(entry + 2).plus(term(entry + 3))];
                    *sum = sum.plus(halves[0].plus(halves[1]));
                    entry += 4;
                }
                while entry < end as usize {
                    *sum = sum.plus(term(entry));
                    entry += 1;
                }
            }
            for (y, &sum) in y.iter_mut().zip(&sums) {
                y.write(alpha.times(sum));
            }
        }
        Ok(())
    })
}

/// Threads that share a product with a transpose at most: each goes through all columns.
const SHARES: usize = 4;

/// `out = a^T x`. Each thread adds up columns of its own, row by row, so that no result depends on how many there are.
pub fn spmv_transposed<T: Value, I: Index>(a: Csr<'_, T, I>, x: &[T], out: &mut [MaybeUninit<T>]) -> Result<(), Error> {
    check_len("x", x.len(), a.rows)?;
    check_len("y", out.len(), a.cols)?;
    let shares = if a.nnz() > GRAIN { parallel::threads().min(SHARES) } else { 1 };
    let width = a.cols.div_ceil(shares).max(1);
    parallel::for_items(out.chunks_mut(width), 1, |share, out| {
        out.fill(MaybeUninit::new(T::default()));
        // SAFETY: all were written.
        let out = unsafe { out.assume_init_mut() };
        let first = share * width;
        for (row, &x) in x.iter().enumerate() {
            let (columns, values) = a.row(row);
            for (&column, &value) in columns.iter().zip(values) {
                // A column before the first wraps to one past the last.
                if let Some(sum) = out.get_mut(to_usize(column).wrapping_sub(first)) {
                    *sum = sum.plus(value.times(x));
                }
            }
        }
    });
    Ok(())
}

/// `out = alpha a x` for a row-major matrix `x` of `k` columns.
pub fn spmm<T: Value, I: Index>(
    alpha: T,
    a: Csr<'_, T, I>,
    x: &[T],
    k: usize,
    out: &mut [MaybeUninit<T>],
) -> Result<(), Error> {
    check_len("x", x.len(), a.cols.saturating_mul(k))?;
    check_len("y", out.len(), a.rows.saturating_mul(k))?;
    for_rows(a.indptr, k.max(1), Rows { data: out, width: k }, &|rows, y| {
        simd::dispatch(Columns { alpha, a, x, k, rows, y: y.data });
        Ok(())
    })
}

struct Columns<'a, T, I> {
    alpha: T,
    a: Csr<'a, T, I>,
    /// `k` elements for each column of `a`.
    x: &'a [T],
    k: usize,
    rows: Range<usize>,
    y: &'a mut [MaybeUninit<T>],
}

impl<T: Value, I: Index> Columns<'_, T, I> {
    /// `N` columns of one row of the result, from column `first` on: few enough to sum in registers.
    #[inline(always)]
    fn tile<const N: usize>(&self, row: usize, first: usize, y: &mut [MaybeUninit<T>; N]) {
        let (columns, values) = self.a.row(row);
        let mut sums = [T::default(); N];
        for (&column, &value) in columns.iter().zip(values) {
            let start = to_usize(column) * self.k + first;
            // SAFETY: columns lie inside the matrix, `x` has `k` elements for each, and the tile
            // ends within those.
            let x = unsafe { self.x.get_unchecked(start..start + N) };
            for (sum, &x) in sums.iter_mut().zip(x) {
                *sum = sum.plus(value.times(x));
            }
        }
        for (y, sum) in y.iter_mut().zip(sums) {
            y.write(self.alpha.times(sum));
        }
    }

    /// The rows of the result from `row` on.
    #[inline(always)]
    fn results(&self, row: usize, y: &mut [MaybeUninit<T>]) {
        for (row, y) in (row..).zip(y.chunks_exact_mut(self.k)) {
            let (wide, y) = y.as_chunks_mut::<32>();
            let (narrow, single) = y.as_chunks_mut::<8>();
            let mut first = 0;
            for y in wide {
                self.tile(row, first, y);
                first += 32;
            }
            for y in narrow {
                self.tile(row, first, y);
                first += 8;
            }
            for y in single {
                self.tile(row, first, std::array::from_mut(y));
                first += 1;
            }
        }
    }
}

impl<T: Value, I: Index> Kernel for Columns<'_, T, I> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(mut self) {
        let (k, y, first) = (self.k, std::mem::take(&mut self.y), self.rows.start);
        if k == 0 {
            return;
        }
        let rows = SUMS / k;
        if rows < 2 {
            return self.results(first, y);
        }
        let mut sums = [MaybeUninit::uninit(); SUMS];
        for (i, y) in y.chunks_mut(rows * k).enumerate() {
            let sums = &mut sums[..y.len()];
            self.results(first + i * rows, sums);
            y.copy_from_slice(sums);
        }
    }
}
