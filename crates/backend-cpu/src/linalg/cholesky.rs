//! Cholesky factorisation, by panels of columns: nearly all of its work is the square of each panel, which is taken from
//! the triangle behind it.

use crate::linalg::columns::{panel_width, strips};
use crate::linalg::copy::copy_lower;
use crate::linalg::product::add_square;
use crate::linalg::{Field, MatMut, MatRef, SolverError, Workspace};
use crate::parallel::{enter, for_items};
use crate::pool::Scratch;
use faer::dyn_stack::MemStack;
use faer::linalg::cholesky::llt::factor::{LltError, LltParams, cholesky_in_place, cholesky_in_place_scratch};
use faer::linalg::triangular_solve::solve_lower_triangular_in_place_with_conj;
use faer::prelude::{Reborrow, ReborrowMut};
use faer::{Auto, Conj, Par, Spec};

/// Columns of the widest panel.
const WIDEST: usize = 128;
/// Rows of a panel that a thread solves for at a time.
const STRIP: usize = 96;
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
    let factored = || panels(factor.faer_mut(), width, scratch, ws);
    // In the pool, so that its threads need not be woken for each panel.
    let factored = if width < n { enter(factored) } else { factored() };
    factored.map_err(|column| SolverError::NotPositiveDefinite { minor: column + 1 })?;
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

/// Factors the lower triangle in place, a panel of `width` columns after the other; the error is the column of a pivot
/// that is not positive. Every element of the blocks of this side along the diagonal must be initialised.
fn panels<T: Field>(
    a: faer::MatMut<'_, T>,
    width: usize,
    mut scratch: Scratch<u8>,
    ws: Workspace<'_>,
) -> Result<(), usize> {
    let (mut rest, mut start) = (a, 0);
    while rest.nrows() > 0 {
        let n = width.min(rest.nrows());
        let (mut top, _, mut bottom, mut trailing) = rest.split_at_mut(n, n);
        cholesky_in_place(top.rb_mut(), Default::default(), Par::Seq, MemStack::new(&mut scratch), params::<T>())
            .map_err(|LltError::NonPositivePivot { index }| start + index)?;
        // bottom = bottom top^-H
        let solve = |_, rows: faer::MatMut<'_, T>| {
            solve_lower_triangular_in_place_with_conj(top.rb(), Conj::Yes, rows, Par::Seq);
        };
        let rows = bottom.rb_mut().transpose_mut();
        if ws.is_parallel() {
            for_items(strips(rows, STRIP), 1, solve);
        } else {
            solve(0, rows);
        }
        add_square(trailing.rb_mut(), bottom.rb(), -T::ONE, ws);
        (rest, start) = (trailing, start + n);
    }
    Ok(())
}
