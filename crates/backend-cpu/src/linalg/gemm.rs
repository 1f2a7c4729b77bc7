//! General matrix products.

use crate::linalg::{MatMut, MatRef, Scalar, SolverError, Workspace, gemv};

/// `c = alpha a b + beta c`.
///
/// Half-precision products sum in `f32`; integers wrap; `bool` is "or" of "and". If `beta` is
/// zero, `c` is not read. The result does not depend on the number of threads.
pub fn gemm<T: Scalar>(
    alpha: T,
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    beta: T,
    mut c: MatMut<'_, T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    if a.cols() != b.rows() || c.shape() != (a.rows(), b.cols()) {
        return Err(SolverError::Shape);
    }
    if c.is_empty() {
        return Ok(());
    }
    if a.cols() == 0 || alpha == T::ZERO {
        scale(beta, c);
        return Ok(());
    }
    if c.cols() == 1 {
        return gemv(alpha, a, b, beta, c, ws);
    }
    if c.rows() == 1 {
        return gemv(alpha, b.t(), a.t(), beta, c.t(), ws);
    }
    T::product(alpha, a, b, beta, c.rb_mut(), ws)
}

/// `c *= beta`, where zero overwrites whatever was there.
pub(super) fn scale<T: Scalar>(beta: T, c: MatMut<'_, T>) {
    let (mut c, _) = c.row_major();
    for i in 0..c.rows() {
        for j in 0..c.cols() {
            // SAFETY: the indices are inside the matrix, which is read only if it holds values.
            unsafe {
                let value = if beta == T::ZERO { T::ZERO } else { beta.times(c.rb().at(i, j)) };
                c.put(i, j, value);
            }
        }
    }
}
