//! LU factorisation with partial pivoting, and what follows from it.

use crate::linalg::columns::{strips, swap};
use crate::linalg::copy::{Buffer, copy};
use crate::linalg::lu_factor::lu_in_place;
use crate::linalg::product::Conj;
use crate::linalg::triangular::{Triangle, check_diagonal, solve_in_place};
use crate::linalg::{Field, MatMut, MatRef, SolverError, Workspace};
use crate::parallel::for_items;

/// The factors' triangles.
const L: Triangle = Triangle { upper: false, unit: true };
const U: Triangle = Triangle { upper: true, unit: false };
/// Columns of the inverse that a thread computes at a time.
const STRIP: usize = 96;

/// The factors of `a` in one matrix, as LAPACK's `getrf` gives them: `u` on and above the diagonal, `l` below it
/// without its ones; `pivots[i]` is the row, counted from zero, that was exchanged with row `i`.
pub fn lu_factor<T: Field>(
    a: MatRef<'_, T>,
    packed: MatMut<'_, T>,
    pivots: &mut [usize],
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    if packed.shape() != a.shape() || pivots.len() != a.rows().min(a.cols()) {
        return Err(SolverError::Shape);
    }
    let factors = factor(a, pivots, ws)?;
    copy(packed, factors.view(), ws);
    Ok(())
}

/// `x` with `a x = b`, one column for each of `b`.
pub fn solve<T: Field>(
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    x: MatMut<'_, T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let n = a.rows();
    if a.cols() != n || b.rows() != n || x.shape() != b.shape() {
        return Err(SolverError::Shape);
    }
    let mut pivots = ws.filled(n, 0)?;
    let factors = factor(a, &mut pivots, ws)?;
    check_diagonal(factors.view())?;
    substitute(factors.view(), &pivots, b, x, ws)
}

/// The inverse of `a`.
pub fn inv<T: Field>(a: MatRef<'_, T>, out: MatMut<'_, T>, ws: Workspace<'_>) -> Result<(), SolverError> {
    let n = a.rows();
    if a.cols() != n || out.shape() != (n, n) {
        return Err(SolverError::Shape);
    }
    let mut pivots = ws.filled(n, 0)?;
    let factors = factor(a, &mut pivots, ws)?;
    check_diagonal(factors.view())?;
    let mut result = ws.matrix(n, n)?;
    let lu = factors.view();
    // Columns of the inverse of `l`, which are zero above the diagonal, and of `u`'s times that.
    let one = ws.sequential();
    let invert = |i, mut strip: MatMut<'_, T>| {
        let start = i * STRIP;
        strip.fill(T::ZERO);
        let mut rest = strip.rb_mut().split_at_row(start).1;
        rest.fill_diagonal(T::ONE);
        solve_in_place(lu.submatrix(start, start, n - start, n - start), L, Conj::No, rest, one);
        solve_in_place(lu, U, Conj::No, strip, one);
    };
    for_items(strips(result.view_mut(), STRIP), if ws.threads(n * n * n) > 1 { 1 } else { usize::MAX }, invert);
    for (i, &pivot) in pivots.iter().enumerate().rev() {
        if i != pivot {
            swap(&mut result.view_mut(), i, pivot);
        }
    }
    copy(out, result.view(), ws);
    Ok(())
}

fn factor<T: Field>(a: MatRef<'_, T>, pivots: &mut [usize], ws: Workspace<'_>) -> Result<Buffer<T>, SolverError> {
    let mut factors = ws.matrix(a.rows(), a.cols())?;
    copy(factors.view_mut(), a, ws);
    lu_in_place(factors.view_mut(), pivots, ws);
    Ok(factors)
}

/// Where the rows are after the exchanges: row `i` of the result is row `rows[i]` of the matrix.
fn rows_after(pivots: &[usize], rows: &mut [usize]) {
    rows.iter_mut().enumerate().for_each(|(i, row)| *row = i);
    for (i, &p) in pivots.iter().enumerate() {
        rows.swap(i, p);
    }
}

fn substitute<T: Field>(
    lu: MatRef<'_, T>,
    pivots: &[usize],
    b: MatRef<'_, T>,
    x: MatMut<'_, T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let (n, columns) = b.shape();
    let mut rows = ws.filled(n, 0)?;
    rows_after(pivots, &mut rows);
    let mut work = ws.matrix(n, columns)?;
    let mut rhs = work.view_mut();
    for (i, &row) in rows.iter().enumerate() {
        for j in 0..columns {
            // SAFETY: inside both matrices.
            unsafe { rhs.put(i, j, b.at(row, j)) };
        }
    }
    solve_in_place(lu, L, Conj::No, work.view_mut(), ws);
    solve_in_place(lu, U, Conj::No, work.view_mut(), ws);
    copy(x, work.view(), ws);
    Ok(())
}
