//! Cholesky factorisation, by panels of columns: while one thread factors a panel, others bring the columns behind it up
//! to date ("look-ahead", as in PLASMA).

use crate::linalg::columns::{panel_width, strips};
use crate::linalg::copy::copy_lower;
use crate::linalg::product::matmul_with_conj;
use crate::linalg::{Field, MatMut, MatRef, SolverError, Workspace};
use crate::pool::Scratch;
use faer::dyn_stack::MemStack;
use faer::linalg::cholesky::llt::factor::{LltError, LltParams, cholesky_in_place, cholesky_in_place_scratch};
use faer::linalg::triangular_solve::solve_lower_triangular_in_place_with_conj;
use faer::prelude::{Reborrow, ReborrowMut};
use faer::{Accum, Auto, Conj, Par, Spec};
use rayon::prelude::*;

/// Columns of the widest panel.
const WIDEST: usize = 128;
/// Side of the blocks on the diagonal that are copied to the result whole.
const BLOCK: usize = 64;

/// The lower triangular `l` with `a = l l^H`, for a Hermitian positive definite `a` of which only the lower
/// triangle is used.
pub fn cholesky<T: Field>(a: MatRef<'_, T>, mut l: MatMut<'_, T>, ws: Workspace<'_>) -> Result<(), SolverError> {
    let n = a.rows();
    if a.cols() != n || l.shape() != (n, n) {
        return Err(SolverError::Shape);
    }
    let width = panel_width(n, n, WIDEST, ws).unwrap_or(n.max(1));
    let mut factor = ws.matrix::<T>(n, n)?;
    copy_lower(factor.view_mut(), a, width, None, ws);
    real_diagonal(factor.view_mut());
    let scratch = ws.stack(cholesky_in_place_scratch::<T>(width, Par::Seq, params::<T>()))?;
    panels(factor.faer_mut(), width, scratch, ws.sequential())
        .map_err(|column| SolverError::NotPositiveDefinite { minor: column + 1 })?;
    copy_lower(l.rb_mut(), factor.view(), BLOCK, Some(T::ZERO), ws);
    real_diagonal(l.rb_mut());
    for i in 0..n {
        for j in i + 1..n.min((i / BLOCK + 1) * BLOCK) {
            // SAFETY: inside the matrix.
            unsafe { l.put(i, j, T::ZERO) };
        }
    }
    Ok(())
}

/// Sets the diagonal's imaginary parts to zero.
fn real_diagonal<T: Field>(mut a: MatMut<'_, T>) {
    for i in 0..a.rows() {
        // SAFETY: inside the matrix, whose diagonal was written.
        unsafe { a.put(i, i, T::from_real(a.rb().at(i, i).re())) };
    }
}

fn params<T: Field>() -> Spec<LltParams, T> {
    Spec::new(LltParams { recursion_threshold: 64, ..Auto::<T>::auto() })
}

/// Factors the lower triangle in place; the error is the column of a pivot that is not positive. Every element of the
/// blocks of side `width` along the diagonal must be initialised.
fn panels<T: Field>(
    a: faer::MatMut<'_, T>,
    width: usize,
    mut scratch: Scratch<u8>,
    ws: Workspace<'_>,
) -> Result<(), usize> {
    let first = width.min(a.ncols());
    let (mut panel, mut rest) = a.split_at_col_mut(first);
    factor_panel(panel.rb_mut(), &mut scratch)?;
    let mut start = 0;
    while rest.ncols() > 0 {
        let rows = panel.ncols();
        start += rows;
        let left = panel.rb().split_at_row(rows).1;
        let columns = width.min(rest.ncols());
        let (mut next, mut others) = rest.split_at_row_mut(rows).1.split_at_col_mut(columns);
        let (factored, ()) = rayon::join(
            || {
                update(left, 0, next.rb_mut(), ws);
                factor_panel(next.rb_mut(), &mut scratch)
            },
            || {
                let strips = strips(others.rb_mut(), width).enumerate().with_max_len(1);
                strips.for_each(|(i, strip)| update(left, (i + 1) * width, strip, ws));
            },
        );
        factored.map_err(|column| start + column)?;
        (panel, rest) = (next, others);
    }
    Ok(())
}

/// Factors the columns of a panel, whose first row is that of its diagonal.
fn factor_panel<T: Field>(panel: faer::MatMut<'_, T>, scratch: &mut Scratch<u8>) -> Result<(), usize> {
    let n = panel.ncols();
    let (mut top, bottom) = panel.split_at_row_mut(n);
    cholesky_in_place(top.rb_mut(), Default::default(), Par::Seq, MemStack::new(scratch), params::<T>())
        .map_err(|LltError::NonPositivePivot { index }| index)?;
    // bottom = bottom top^-H
    solve_lower_triangular_in_place_with_conj(top.rb(), Conj::Yes, bottom.transpose_mut(), Par::Seq);
    Ok(())
}

/// Subtracts from a strip of columns, on and below the diagonal, what the factored columns `left` bring; `first` is the
/// row of `left` that is the strip's first column.
fn update<T: Field>(left: faer::MatRef<'_, T>, first: usize, strip: faer::MatMut<'_, T>, ws: Workspace<'_>) {
    let below = left.split_at_row(first).1;
    let at_diagonal = below.split_at_row(strip.ncols()).0;
    let (strip, conjugate) = (strip.split_at_row_mut(first).1, (at_diagonal.transpose(), Conj::Yes));
    matmul_with_conj(strip, Accum::Add, (below, Conj::No), conjugate, -T::ONE, ws);
}
