//! QR factorisation by Householder reflections, with LAPACK's signs.
//!
//! Panels are factored recursively, and reflections are applied in blocks as `I - V T V^H`, so that nearly all of
//! the work is matrix products.

use crate::linalg::columns::{panel_width, strips};
use crate::linalg::copy::{Buffer, copy};
use crate::linalg::reflect::{apply_block, factor_panel};
use crate::linalg::{Field, MatMut, MatRef, SolverError, Workspace};
use crate::parallel::{enter, for_items, join};

/// Reflections that are applied together.
const PANEL: usize = 64;
/// Columns that a thread reflects at a time.
const STRIP: usize = 128;

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

/// The factorisation as reflections: `h` is the transpose of `r` on and above the diagonal and of their vectors below it,
/// `tau` has their factors.
pub fn qr_reflections<T: Field>(
    a: MatRef<'_, T>,
    h: MatMut<'_, T>,
    tau: &mut [T],
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let (m, n) = a.shape();
    if h.shape() != (n, m) || tau.len() != m.min(n) {
        return Err(SolverError::Shape);
    }
    let mut factors = ws.matrix::<T>(m, n)?;
    copy(factors.view_mut(), a, ws);
    let blocks = factor(&mut factors, ws)?;
    copy(h.t(), factors.view(), ws);
    for (k, tau) in tau.iter_mut().enumerate() {
        // SAFETY: the diagonals of the blocks' matrices are inside.
        *tau = unsafe { blocks.view().at(k % PANEL, k) };
    }
    Ok(())
}

/// Factors in place: `r` on and above the diagonal, the reflections below. Returns their blocks' matrices `T`, side
/// by side.
pub(super) fn factor<T: Field>(a: &mut Buffer<T>, ws: Workspace<'_>) -> Result<Buffer<T>, SolverError> {
    let (m, n) = a.view().shape();
    let k = m.min(n);
    let mut blocks = ws.matrix::<T>(PANEL, k)?;
    let mut work = ws.matrix::<T>(2 * PANEL, n)?;
    if panel_width(m, k, PANEL, ws).is_some() {
        // In the pool, so that its threads need not be woken for each panel.
        enter(|| look_ahead(a.view_mut(), blocks.view_mut(), work.view_mut(), ws.sequential()));
        return Ok(blocks);
    }
    for start in (0..k).step_by(PANEL) {
        let width = PANEL.min(k - start);
        let rest = a.view_mut().submatrix(start, start, m - start, n - start);
        let (mut panel, right) = rest.split_at_col(width);
        let mut t = blocks.view_mut().submatrix(0, start, width, width);
        factor_panel(panel.rb_mut(), t.rb_mut(), work.view_mut(), ws);
        apply_block::<T, true>(panel.rb(), t.rb(), right, work.view_mut(), ws);
    }
    Ok(blocks)
}

/// The same, where a panel is factored while other threads reflect the columns behind it.
fn look_ahead<T: Field>(a: MatMut<'_, T>, blocks: MatMut<'_, T>, mut work: MatMut<'_, T>, ws: Workspace<'_>) {
    let (mut panel, mut rest) = a.split_at_col(PANEL);
    let (mut t, mut later) = blocks.split_at_col(PANEL);
    factor_panel(panel.rb_mut(), t.rb_mut(), work.rb_mut(), ws);
    while panel.cols() > 0 {
        let (rows, columns) = (panel.cols(), PANEL.min(later.cols()));
        let (mut next, mut others) = rest.split_at_col(columns);
        let (next_t, others_t) = later.split_at_col(columns);
        let mut next_t = next_t.subrows(0, columns);
        let (mut next_work, others_work) = work.rb_mut().split_at_col(columns);
        let (v, block) = (panel.rb(), t.rb());
        join(
            || {
                apply_block::<T, true>(v, block, next.rb_mut(), next_work.rb_mut(), ws);
                factor_panel(next.rb_mut().split_at_row(rows).1, next_t.rb_mut(), next_work, ws);
            },
            || {
                let strips = strips(others.rb_mut(), PANEL).into_iter().zip(strips(others_work, PANEL));
                for_items(strips, 1, |_, (strip, work)| apply_block::<T, true>(v, block, strip, work, ws));
            },
        );
        (panel, rest) = (next.split_at_row(rows).1, others.split_at_row(rows).1);
        (t, later) = (next_t, others_t);
    }
}

/// The first columns of the product of all reflections.
fn form_q<T: Field>(
    factors: &Buffer<T>,
    blocks: &Buffer<T>,
    q: &mut Buffer<T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let mut identity = q.view_mut();
    identity.fill(T::ZERO);
    identity.fill_diagonal(T::ONE);
    apply_reflections::<T, true>(factors.view(), blocks.view(), q.view_mut(), ws)
}

/// Multiplies by the product of all reflections, from the left.
pub(super) fn apply_q<T: Field>(
    factors: &Buffer<T>,
    blocks: &Buffer<T>,
    a: MatMut<'_, T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    apply_reflections::<T, false>(factors.view(), blocks.view(), a, ws)
}

/// Multiplies by the product of all reflections, from the left, in blocks of as many as their matrices `t` have rows; `a`
/// may be known to be the identity. Threads share its columns, and need not wait for each other.
pub(super) fn apply_reflections<T: Field, const IDENTITY: bool>(
    factors: MatRef<'_, T>,
    blocks: MatRef<'_, T>,
    a: MatMut<'_, T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let (m, n) = factors.shape();
    let (k, size) = (m.min(n), blocks.rows());
    let mut work = ws.matrix::<T>(2 * size, a.cols())?;
    let each = |first: usize, mut strip: MatMut<'_, T>, mut work: MatMut<'_, T>, ws| {
        for start in (0..k).step_by(size).rev() {
            let width = size.min(k - start);
            let panel = factors.submatrix(start, start, m - start, width);
            let t = blocks.submatrix(0, start, width, width);
            // Columns to the left are still those of the identity, and zero in these rows.
            let left = if IDENTITY { start.saturating_sub(first).min(strip.cols()) } else { 0 };
            let rest = strip.rb_mut().split_at_col(left).1.split_at_row(start).1;
            apply_block::<T, false>(panel, t, rest, work.rb_mut(), ws);
        }
    };
    if ws.is_parallel() && a.cols() >= 2 * STRIP {
        let strips = strips(a, STRIP).into_iter().zip(strips(work.view_mut(), STRIP));
        for_items(strips, 1, |i, (strip, work)| each(i * STRIP, strip, work, ws.sequential()));
    } else {
        each(0, a, work.view_mut(), ws);
    }
    Ok(())
}
