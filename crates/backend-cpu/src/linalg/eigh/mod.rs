//! Eigenvalues and eigenvectors of Hermitian matrices, which are reduced to a tridiagonal matrix ([`tridiagonal`]); that is
//! solved ([`implicit`] without eigenvectors, [`divide`] with them), and its eigenvectors are transformed back.

mod divide;
pub(super) mod hermitian;
mod implicit;
#[cfg(test)]
mod tests;
mod tridiagonal;

use crate::linalg::columns::{column, column_mut, sort_with, swap};
use crate::linalg::copy::{Buffer, copy, copy_map, max_abs};
use crate::linalg::qr::apply_reflections;
use crate::linalg::range::Range;
use crate::linalg::reflect::{LARGEST, block_factors};
use crate::linalg::{Field, MatMut, MatRef, Scalar, SolverError, Workspace};
use crate::parallel::enter;
use divide::{LEAF, divide_and_conquer};
use implicit::implicit_ql;
use num_complex::ComplexFloat;
use num_traits::Float;
use tridiagonal::tridiagonalize;

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
    let mut solve = || decompose(&mut scaled, values, basis.as_mut(), ws);
    // On a thread of the pool, from which work is shared fastest.
    if n > LEAF && ws.is_parallel() { enter(solve) } else { solve() }?;
    values.iter_mut().for_each(|value| *value = range.undo(*value));
    sort_with(
        values,
        |a, b| a < b,
        |i, j| {
            if let Some(basis) = &mut basis {
                swap(&mut basis.view_mut(), i, j);
            }
        },
    );
    if let (Some(vectors), Some(basis)) = (vectors, &basis) {
        copy(vectors, basis.view(), ws);
    }
    Ok(())
}

/// The eigenvalues, in no order, and the eigenvectors; `a` is overwritten.
fn decompose<T: Field>(
    a: &mut Buffer<T>,
    values: &mut [T::R],
    basis: Option<&mut Buffer<T>>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let n = values.len();
    let ws = ws.for_work(n * n * n);
    let mut taus = ws.filled(n, T::R::ZERO)?;
    tridiagonalize(a.view_mut(), &mut taus, ws)?;
    let a = a.view();
    let mut below = ws.filled(n, T::ZERO)?;
    let mut magnitudes = ws.filled(n, T::R::ZERO)?;
    for i in 1..n {
        below[i - 1] = a[(i, i - 1)];
        magnitudes[i - 1] = ComplexFloat::abs(below[i - 1]);
    }
    values.iter_mut().enumerate().for_each(|(i, value)| *value = a[(i, i)].re());
    let Some(basis) = basis else {
        return Ok(implicit_ql(values, &mut magnitudes, None)?);
    };
    let mut real = ws.matrix::<T::R>(n, n)?;
    let mut work = ws.filled(2 * n * n, T::R::ZERO)?;
    divide_and_conquer(values, &magnitudes[..n - 1], real.view_mut(), &mut work, ws)?;
    rotate_rows(&below[..n - 1], real.view(), basis.view_mut(), ws)?;
    let reflectors = a.submatrix(1, 0, n - 1, n - 1);
    let mut blocks = ws.matrix::<T>(LARGEST, n - 1)?;
    block_factors(reflectors, &taus[..n - 1], blocks.view_mut(), ws);
    apply_reflections::<T, false>(reflectors, blocks.view(), basis.view_mut().subrows(1, n - 1), ws)
}

/// The eigenvectors of the tridiagonal matrix with subdiagonal `below` from those of the real one with its magnitudes.
fn rotate_rows<T: Field>(
    below: &[T],
    real: MatRef<'_, T::R>,
    mut basis: MatMut<'_, T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let mut phases = ws.filled(below.len() + 1, T::ONE)?;
    for (i, &x) in below.iter().enumerate() {
        let magnitude = ComplexFloat::abs(x);
        phases[i + 1] = if magnitude == T::R::ZERO { phases[i] } else { x.over(magnitude).times(phases[i]) };
    }
    for j in 0..real.cols() {
        let rows = column_mut(&mut basis, j).iter_mut().zip(column(real, j)).zip(&*phases);
        rows.for_each(|((basis, &real), phase)| *basis = phase.scale(real));
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
