//! Triangular systems.

use crate::linalg::copy::copy;
use crate::linalg::{Field, MatMut, MatRef, SolverError, Workspace};
use faer::Conj;
use faer::linalg::triangular_solve as solve;

/// What is done to a matrix before it is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Op {
    /// Nothing.
    #[default]
    None,
    /// It is transposed.
    Transpose,
    /// It is transposed and conjugated.
    Adjoint,
}

/// Which part of a matrix a triangular system uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Triangle {
    /// The upper triangle, not the lower one.
    pub upper: bool,
    /// The diagonal is taken to be ones, and not read.
    pub unit: bool,
    /// What is done to the triangle.
    pub op: Op,
}

/// `x` with `op(a) x = b`, for the triangle of `a` that `triangle` names. The rest of `a` is not used.
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
    let (a, upper) = match triangle.op {
        Op::None => (a, triangle.upper),
        _ => (a.t(), !triangle.upper),
    };
    let conj = if triangle.op == Op::Adjoint { Conj::Yes } else { Conj::No };
    let par = ws.par((n * n).saturating_mul(x.cols()) / 2);
    let (a, x) = (a.faer(), x.faer());
    match (upper, triangle.unit) {
        (true, true) => solve::solve_unit_upper_triangular_in_place_with_conj(a, conj, x, par),
        (true, false) => solve::solve_upper_triangular_in_place_with_conj(a, conj, x, par),
        (false, true) => solve::solve_unit_lower_triangular_in_place_with_conj(a, conj, x, par),
        (false, false) => solve::solve_lower_triangular_in_place_with_conj(a, conj, x, par),
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
