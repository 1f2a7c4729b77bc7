//! Eigenvalues and eigenvectors of Hermitian matrices. Small ones are faer's; large ones are reduced to a tridiagonal
//! matrix ([`tridiagonal`]), which is solved ([`divide`]), and its eigenvectors are transformed back.

mod divide;
pub(super) mod hermitian;
#[cfg(test)]
mod tests;
mod tridiagonal;

use crate::linalg::columns::{column, column_mut, sort_with, strips, swap};
use crate::linalg::copy::{Buffer, copy, copy_map, max_abs};
use crate::linalg::range::Range;
use crate::linalg::{Field, MatMut, MatRef, Scalar, SolverError, Workspace};
use crate::parallel::{enter, try_for_items};
use divide::{LEAF, divide_and_conquer};
use faer::dyn_stack::MemStack;
use faer::linalg::evd::{
    ComputeEigenvectors, EvdError, SelfAdjointEvdParams, self_adjoint_evd, self_adjoint_evd_scratch,
};
use faer::linalg::householder::{
    apply_block_householder_sequence_on_the_left_in_place_scratch,
    apply_block_householder_sequence_on_the_left_in_place_with_conj,
};
use faer::linalg::qr::no_pivoting::factor::recommended_block_size;
use faer::{Conj, Par, Spec};
use num_complex::ComplexFloat;
use num_traits::Float;
use tridiagonal::tridiagonalize;

/// Eigenvectors that a thread transforms at a time.
const STRIP: usize = 128;

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
    let mut basis = vectors.as_ref().map(|_| ws.matrix::<T>(n, n)).transpose()?;
    match &mut basis {
        // On a thread of the pool, from which work is shared fastest.
        Some(basis) if n > LEAF => enter(|| large(&mut scaled, values, basis, ws))?,
        basis => small(&scaled, values, basis.as_mut(), ws)?,
    }
    values.iter_mut().for_each(|value| *value = range.undo(*value));
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

/// By the library's driver.
fn small<T: Field>(
    a: &Buffer<T>,
    values: &mut [T::R],
    basis: Option<&mut Buffer<T>>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let n = values.len();
    let compute = if basis.is_some() { ComputeEigenvectors::Yes } else { ComputeEigenvectors::No };
    let params = Spec::<SelfAdjointEvdParams, T>::default();
    let par = ws.par(n * n * n);
    let mut stack = ws.stack(self_adjoint_evd_scratch::<T>(n, compute, par, params))?;
    let mut diagonal = ws.matrix::<T>(n, 1)?;
    self_adjoint_evd(
        a.faer(),
        diagonal.faer_mut().col_mut(0).as_diagonal_mut(),
        basis.map(|basis| basis.faer_mut()),
        par,
        MemStack::new(&mut stack),
        params,
    )
    .map_err(|EvdError::NoConvergence| SolverError::NoConvergence)?;
    let diagonal = diagonal.faer();
    values.iter_mut().enumerate().for_each(|(i, value)| *value = diagonal[(i, 0)].re());
    Ok(())
}

/// By its steps; `a` is overwritten.
fn large<T: Field>(
    a: &mut Buffer<T>,
    values: &mut [T::R],
    basis: &mut Buffer<T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let n = values.len();
    let ws = ws.for_work(n * n * n);
    let par = ws.par(usize::MAX);
    let block = recommended_block_size::<T>(n, n);
    let mut reflectors = ws.matrix::<T>(block, n - 1)?;
    tridiagonalize(a.faer_mut(), reflectors.faer_mut(), ws, par)?;
    let a = a.faer();
    let below: Vec<T> = (1..n).map(|i| a[(i, i - 1)]).collect();
    let magnitudes: Vec<T::R> = below.iter().map(|&x| ComplexFloat::abs(x)).collect();
    values.iter_mut().enumerate().for_each(|(i, value)| *value = a[(i, i)].re());
    let mut real = ws.matrix::<T::R>(n, n)?;
    let mut work = ws.matrix::<T::R>(2 * n * n, 1)?;
    divide_and_conquer(values, &magnitudes, real.faer_mut(), column_mut(&mut work.faer_mut(), 0), ws)
        .map_err(|EvdError::NoConvergence| SolverError::NoConvergence)?;
    rotate_rows(&below, real.faer(), basis.faer_mut());
    let reflect = |_, columns: faer::MatMut<'_, T>| {
        let request = apply_block_householder_sequence_on_the_left_in_place_scratch::<T>(n - 1, block, columns.ncols());
        let mut stack = ws.stack(request)?;
        apply_block_householder_sequence_on_the_left_in_place_with_conj(
            a.submatrix(1, 0, n - 1, n - 1),
            reflectors.faer(),
            Conj::No,
            columns,
            Par::Seq,
            MemStack::new(&mut stack),
        );
        Ok(())
    };
    let columns = basis.faer_mut().subrows_mut(1, n - 1);
    match par {
        Par::Seq => reflect(0, columns),
        _ => try_for_items(strips(columns, STRIP), 1, reflect),
    }
}

/// The eigenvectors of the tridiagonal matrix with subdiagonal `below` from those of the real one with its magnitudes.
fn rotate_rows<T: Field>(below: &[T], real: faer::MatRef<'_, T::R>, mut basis: faer::MatMut<'_, T>) {
    let mut phase = T::ONE;
    let mut phases = vec![phase];
    for &x in below {
        let magnitude = ComplexFloat::abs(x);
        if magnitude != T::R::ZERO {
            phase = x.over(magnitude).times(phase);
        }
        phases.push(phase);
    }
    for j in 0..real.ncols() {
        let rows = column_mut(&mut basis, j).iter_mut().zip(column(real, j)).zip(&phases);
        rows.for_each(|((basis, &real), phase)| *basis = phase.scale(real));
    }
}

/// The largest absolute value of the lower triangle; NaN if an element is not finite.
fn lower_max<T: Field>(a: MatRef<'_, T>) -> T::R {
    (0..a.rows()).fold(T::R::ZERO, |max, i| {
        let row = max_abs(a.block((i, 0), (1, i + 1)).expect("inside the matrix"));
        // A NaN stays; the library's maximum would drop it.
        if Float::is_nan(max) || row <= max { max } else { row }
    })
}
