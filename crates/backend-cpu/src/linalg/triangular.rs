//! Triangular systems.

use crate::linalg::copy::copy;
use crate::linalg::{Field, MatMut, MatRef, SolverError, Workspace};
use faer::linalg::triangular_solve as solve;

/// Which part of a matrix a triangular system uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Triangle {
    /// The upper triangle, not the lower one.
    pub upper: bool,
    /// The diagonal is taken to be ones, and not read.
    pub unit: bool,
}

/// `x` with `a x = b`, for the triangle of `a` that `triangle` names. The rest of `a` is not used.
pub fn solve_triangular<T: Field>(
    a: MatRef<'_, T>,
    triangle: Triangle,
    b: MatRef<'_, T>,
    mut x: MatMut<'_, T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let n = a.rows();
    if a.cols() != n || b.rows() != n || x.shape() != b.shape() {
        return Err(SolverError::Shape);
    }
    if !triangle.unit {
        check_diagonal(a)?;
    }
    copy(x.rb_mut(), b, ws);
    let par = ws.par((n * n).saturating_mul(x.cols()) / 2);
    let (a, x) = (a.faer(), x.faer());
    match (triangle.upper, triangle.unit) {
        (true, true) => solve::solve_unit_upper_triangular_in_place(a, x, par),
        (true, false) => solve::solve_upper_triangular_in_place(a, x, par),
        (false, true) => solve::solve_unit_lower_triangular_in_place(a, x, par),
        (false, false) => solve::solve_lower_triangular_in_place(a, x, par),
    }
    Ok(())
}

/// An error if an element of the diagonal is zero.
pub(super) fn check_diagonal<T: Field>(a: MatRef<'_, T>) -> Result<(), SolverError> {
    match (0..a.rows().min(a.cols())).find(|&i| a.get(i, i) == Some(T::ZERO)) {
        Some(pivot) => Err(SolverError::Singular { pivot }),
        None => Ok(()),
    }
}
