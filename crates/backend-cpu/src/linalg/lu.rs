//! LU factorisation with partial pivoting, and what follows from it.

use crate::linalg::copy::{Buffer, copy};
use crate::linalg::lu_factor::lu_in_place;
use crate::linalg::triangular::check_diagonal;
use crate::linalg::{Field, MatMut, MatRef, SolverError, Workspace};
use faer::dyn_stack::MemStack;
use faer::linalg::lu::partial_pivoting::inverse::{inverse, inverse_scratch};
use faer::linalg::triangular_solve::{solve_unit_lower_triangular_in_place, solve_upper_triangular_in_place};
use faer::perm::PermRef;

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
    let mut pivots = vec![0; n];
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
    let mut pivots = vec![0; n];
    let factors = factor(a, &mut pivots, ws)?;
    check_diagonal(factors.view())?;
    let (mut forward, mut backward) = (vec![0; n], vec![0; n]);
    rows_after(&pivots, &mut forward);
    for (i, &row) in forward.iter().enumerate() {
        backward[row] = i;
    }
    let permutation = PermRef::new_checked(&forward, &backward, n);
    let par = ws.par(n * n * n);
    let mut stack = ws.stack(inverse_scratch::<usize, T>(n, par))?;
    let mut result = ws.matrix(n, n)?;
    let (lu, stack) = (factors.faer(), MemStack::new(&mut stack));
    inverse(result.faer_mut(), lu, lu, permutation, par, stack);
    copy(out, result.view(), ws);
    Ok(())
}

fn factor<T: Field>(a: MatRef<'_, T>, pivots: &mut [usize], ws: Workspace<'_>) -> Result<Buffer<T>, SolverError> {
    let mut factors = ws.matrix(a.rows(), a.cols())?;
    copy(factors.view_mut(), a, ws);
    lu_in_place(factors.faer_mut(), pivots, ws);
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
    let mut rows = vec![0; n];
    rows_after(pivots, &mut rows);
    let mut work = ws.matrix(n, columns)?;
    let mut rhs = work.view_mut();
    for (i, &row) in rows.iter().enumerate() {
        for j in 0..columns {
            // SAFETY: inside both matrices.
            unsafe { rhs.put(i, j, b.at(row, j)) };
        }
    }
    let par = ws.par((n * n).saturating_mul(columns));
    solve_unit_lower_triangular_in_place(lu.faer(), work.faer_mut(), par);
    solve_upper_triangular_in_place(lu.faer(), work.faer_mut(), par);
    copy(x, work.view(), ws);
    Ok(())
}
