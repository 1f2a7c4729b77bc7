//! Matrix products of floating-point types.

use crate::linalg::copy::copy_map;
use crate::linalg::product::{Accum, matmul};
use crate::linalg::{Field, MatMut, MatRef, Scalar, SolverError, Workspace};

pub(super) fn product<T: Field>(
    alpha: T,
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    beta: T,
    mut c: MatMut<'_, T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let accum = if beta == T::ZERO { Accum::Replace } else { Accum::Add };
    if beta != T::ZERO && beta != T::ONE {
        super::gemm::scale(beta, c.rb_mut());
    }
    matmul(c, accum, a, b, alpha, ws);
    Ok(())
}

/// The product of half-precision matrices: in `f32`, rounded once.
pub(super) fn widened_product<T: Scalar<Acc = f32>>(
    alpha: T,
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    beta: T,
    c: MatMut<'_, T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let mut wide_a = ws.matrix::<f32>(a.cols(), a.rows())?;
    let mut wide_b = ws.matrix::<f32>(b.cols(), b.rows())?;
    let mut wide_c = ws.matrix::<f32>(c.cols(), c.rows())?;
    copy_map(wide_a.view_mut().t(), a, ws, T::widen);
    copy_map(wide_b.view_mut().t(), b, ws, T::widen);
    let accum = if beta == T::ZERO {
        Accum::Replace
    } else {
        let beta = beta.widen();
        copy_map(wide_c.view_mut().t(), c.rb(), ws, |x: T| beta * x.widen());
        Accum::Add
    };
    let (lhs, rhs) = (wide_a.view().t(), wide_b.view().t());
    matmul(wide_c.view_mut().t(), accum, lhs, rhs, alpha.widen(), ws);
    copy_map(c, wide_c.view().t(), ws, T::narrow);
    Ok(())
}
