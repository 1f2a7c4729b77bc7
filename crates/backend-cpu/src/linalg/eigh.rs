//! Eigenvalues and eigenvectors of Hermitian matrices.

use crate::linalg::columns::{sort_with, swap};
use crate::linalg::copy::{copy, copy_map, max_abs};
use crate::linalg::range::Range;
use crate::linalg::{Field, MatMut, MatRef, Scalar, SolverError, Workspace};
use faer::dyn_stack::MemStack;
use faer::linalg::evd::{
    ComputeEigenvectors, EvdError, SelfAdjointEvdParams, self_adjoint_evd, self_adjoint_evd_scratch,
};
use faer::{Auto, Spec};
use num_traits::Float;

/// The eigenvalues of a Hermitian matrix, ascending, and its eigenvectors as the columns of `vectors` if asked for.
/// Only the lower triangle of `a` is used, and the diagonal is taken to be real.
pub fn eigh<T: Field>(
    a: MatRef<'_, T>,
    values: &mut [T::R],
    vectors: Option<MatMut<'_, T>>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let n = a.rows();
    let fits = vectors.as_ref().is_none_or(|v| v.shape() == (n, n));
    if a.cols() != n || values.len() != n || !fits {
        return Err(SolverError::Shape);
    }
    if n == 0 {
        return Ok(());
    }
    let range = Range::of_max(lower_max(a))?;
    let mut scaled = ws.matrix::<T>(n, n)?;
    copy_map(scaled.view_mut(), a, ws, |x| range.apply(x));
    for i in 0..n {
        // SAFETY: inside the matrix, which was written.
        let diagonal = unsafe { scaled.view().at(i, i) };
        // SAFETY: as above.
        unsafe { scaled.view_mut().put(i, i, T::from_real(diagonal.re())) };
    }
    let compute = match vectors {
        Some(_) => ComputeEigenvectors::Yes,
        None => ComputeEigenvectors::No,
    };
    let params: Spec<SelfAdjointEvdParams, T> =
        Spec::new(SelfAdjointEvdParams { recursion_threshold: 64, ..Auto::<T>::auto() });
    let par = ws.par(n * n * n);
    let mut stack = ws.stack(self_adjoint_evd_scratch::<T>(n, compute, par, params))?;
    let mut basis = vectors.as_ref().map(|_| ws.matrix::<T>(n, n)).transpose()?;
    let mut diagonal = ws.matrix::<T>(n, 1)?;
    self_adjoint_evd(
        scaled.faer(),
        diagonal.faer_mut().col_mut(0).as_diagonal_mut(),
        basis.as_mut().map(|v| v.faer_mut()),
        par,
        MemStack::new(&mut stack),
        params,
    )
    .map_err(|EvdError::NoConvergence| SolverError::NoConvergence)?;
    for (i, value) in values.iter_mut().enumerate() {
        // SAFETY: inside the column, which was written.
        *value = range.undo(unsafe { diagonal.view().at(i, 0) }.re());
    }
    sort_with(
        values,
        |a, b| a < b,
        |i, j| {
            if let Some(basis) = &mut basis {
                swap(&mut basis.faer_mut(), i, j);
            }
        },
    );
    if let (Some(vectors), Some(basis)) = (vectors, &basis) {
        copy(vectors, basis.view(), ws);
    }
    Ok(())
}

/// The largest absolute value of the lower triangle; NaN if an element is not finite.
fn lower_max<T: Field>(a: MatRef<'_, T>) -> T::R {
    (0..a.rows()).fold(T::R::ZERO, |max, i| {
        let row = max_abs(a.block((i, 0), (1, i + 1)).expect("inside the matrix"));
        // A NaN stays; the library's maximum would drop it.
        if Float::is_nan(max) || row <= max { max } else { row }
    })
}
