//! QR factorisation by Householder reflections, with LAPACK's signs.
//!
//! Panels are factored recursively, and reflections are applied in blocks as `I - V T V^H`, so that nearly all of
//! the work is matrix products.

use crate::linalg::copy::{Buffer, copy};
use crate::linalg::reflect::{apply_block, factor_panel};
use crate::linalg::{Field, MatMut, MatRef, SolverError, Workspace};
use faer::prelude::{Reborrow, ReborrowMut};

/// Reflections that are applied together.
const PANEL: usize = 64;

/// `a = q r` with orthonormal columns in `q` and upper triangular `r`.
///
/// The columns of `q` decide the mode: with `k` the smaller side of `a`, `k` columns give the reduced factors, and as
/// many as rows the complete ones; `r` has as many rows. Without `q`, `r` has `k` rows.
pub fn qr<T: Field>(
    a: MatRef<'_, T>,
    q: Option<MatMut<'_, T>>,
    mut r: MatMut<'_, T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let (m, n) = a.shape();
    let k = m.min(n);
    let inner = q.as_ref().map_or(k, |q| q.cols());
    let q_fits = q.as_ref().is_none_or(|q| q.rows() == m) && (inner == k || inner == m);
    if !q_fits || r.shape() != (inner, n) {
        return Err(SolverError::Shape);
    }
    let mut factors = ws.matrix::<T>(m, n)?;
    copy(factors.view_mut(), a, ws);
    let blocks = factor(&mut factors, ws)?;
    copy(r.rb_mut(), factors.view().block((0, 0), (inner, n)).expect("inside"), ws);
    for i in 1..inner {
        for j in 0..i.min(n) {
            // SAFETY: inside the matrix.
            unsafe { r.put(i, j, T::ZERO) };
        }
    }
    let Some(q) = q else { return Ok(()) };
    let mut basis = ws.matrix::<T>(m, inner)?;
    form_q(&factors, &blocks, &mut basis, ws)?;
    copy(q, basis.view(), ws);
    Ok(())
}

/// Factors in place: `r` on and above the diagonal, the reflections below. Returns their blocks' matrices `T`, side
/// by side.
pub(super) fn factor<T: Field>(a: &mut Buffer<T>, ws: Workspace<'_>) -> Result<Buffer<T>, SolverError> {
    let (m, n) = a.view().shape();
    let k = m.min(n);
    let mut blocks = ws.matrix::<T>(PANEL, k)?;
    let mut work = ws.matrix::<T>(2 * PANEL, n)?;
    for start in (0..k).step_by(PANEL) {
        let width = PANEL.min(k - start);
        let rest = a.faer_mut().submatrix_mut(start, start, m - start, n - start);
        let (mut panel, right) = rest.split_at_col_mut(width);
        let mut t = blocks.faer_mut().submatrix_mut(0, start, width, width);
        factor_panel(panel.rb_mut(), t.rb_mut(), work.faer_mut(), ws);
        apply_block::<T, true>(panel.rb(), t.rb(), right, work.faer_mut(), ws);
    }
    Ok(blocks)
}

/// The first columns of the product of all reflections.
fn form_q<T: Field>(
    factors: &Buffer<T>,
    blocks: &Buffer<T>,
    q: &mut Buffer<T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let (m, n) = factors.view().shape();
    let (k, inner) = (m.min(n), q.view().cols());
    let mut identity = q.faer_mut();
    identity.fill(T::ZERO);
    identity.diagonal_mut().fill(T::ONE);
    let mut work = ws.matrix::<T>(2 * PANEL, inner)?;
    for start in (0..k).step_by(PANEL).rev() {
        let width = PANEL.min(k - start);
        let panel = factors.faer().submatrix(start, start, m - start, width);
        let t = blocks.faer().submatrix(0, start, width, width);
        // Columns to the left are still those of the identity, and zero in these rows.
        let rest = q.faer_mut().submatrix_mut(start, start, m - start, inner - start);
        apply_block::<T, false>(panel, t, rest, work.faer_mut(), ws);
    }
    Ok(())
}

/// Multiplies by the product of all reflections, from the left.
pub(super) fn apply_q<T: Field>(
    factors: &Buffer<T>,
    blocks: &Buffer<T>,
    mut a: faer::MatMut<'_, T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let (m, n) = factors.view().shape();
    let k = m.min(n);
    let mut work = ws.matrix::<T>(2 * PANEL, a.ncols())?;
    for start in (0..k).step_by(PANEL).rev() {
        let width = PANEL.min(k - start);
        let panel = factors.faer().submatrix(start, start, m - start, width);
        let t = blocks.faer().submatrix(0, start, width, width);
        let rest = a.rb_mut().subrows_mut(start, m - start);
        apply_block::<T, false>(panel, t, rest, work.faer_mut(), ws);
    }
    Ok(())
}
