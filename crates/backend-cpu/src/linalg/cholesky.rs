//! Cholesky factorisation.

use crate::linalg::copy::copy;
use crate::linalg::{Field, MatMut, MatRef, SolverError, Workspace};
use faer::dyn_stack::MemStack;
use faer::linalg::cholesky::llt::factor::{LltError, LltParams, cholesky_in_place, cholesky_in_place_scratch};
use faer::{Auto, Spec};

/// The lower triangular `l` with `a = l l^H`, for a Hermitian positive definite `a` of which only the lower
/// triangle is used.
pub fn cholesky<T: Field>(a: MatRef<'_, T>, mut l: MatMut<'_, T>, ws: Workspace<'_>) -> Result<(), SolverError> {
    let n = a.rows();
    if a.cols() != n || l.shape() != (n, n) {
        return Err(SolverError::Shape);
    }
    let mut factor = ws.matrix::<T>(n, n)?;
    copy(factor.view_mut(), a, ws);
    for j in 0..n {
        // SAFETY: inside the matrix, which was written.
        let diagonal = unsafe { factor.view().at(j, j) };
        // SAFETY: as above.
        unsafe { factor.view_mut().put(j, j, T::from_real(diagonal.re())) };
    }
    let params = Spec::new(LltParams { recursion_threshold: 128, ..Auto::<T>::auto() });
    let par = ws.par(n * n * n / 6);
    let mut stack = ws.stack(cholesky_in_place_scratch::<T>(n, par, params))?;
    let stack = MemStack::new(&mut stack);
    cholesky_in_place(factor.faer_mut(), Default::default(), par, stack, params)
        .map_err(|LltError::NonPositivePivot { index }| SolverError::NotPositiveDefinite { minor: index + 1 })?;
    copy(l.rb_mut(), factor.view(), ws);
    for i in 0..n {
        // SAFETY: inside the matrix, which was written.
        unsafe {
            l.put(i, i, T::from_real(l.rb().at(i, i).re()));
            (i + 1..n).for_each(|j| l.put(i, j, T::ZERO));
        }
    }
    Ok(())
}
