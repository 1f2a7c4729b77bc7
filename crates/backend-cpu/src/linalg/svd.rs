//! Singular value decomposition.

use crate::linalg::columns::{sort_with, swap};
use crate::linalg::copy::{copy, copy_map};
use crate::linalg::range::Range;
use crate::linalg::{Field, MatMut, MatRef, SolverError, Workspace};
use faer::dyn_stack::MemStack;
use faer::linalg::svd::{self as driver, ComputeSvdVectors, SvdError, SvdParams};
use faer::{Auto, Spec};

/// `a = u diag(s) vt`, with singular values in descending order.
///
/// `s` has as many elements as the smaller side `k` of `a`. `u` has `k` columns, or as many as rows; `vt` has `k` rows, or
/// as many as columns. Vectors that are not asked for are not computed.
pub fn svd<T: Field>(
    a: MatRef<'_, T>,
    u: Option<MatMut<'_, T>>,
    s: &mut [T::R],
    vt: Option<MatMut<'_, T>>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let (m, n) = a.shape();
    let k = m.min(n);
    let fits = |shape: (usize, usize), side| shape.0 == side && (shape.1 == k || shape.1 == side);
    let u_shape = u.as_ref().map(|u| u.shape());
    let v_shape = vt.as_ref().map(|vt| (vt.cols(), vt.rows()));
    if s.len() != k || !u_shape.is_none_or(|u| fits(u, m)) || !v_shape.is_none_or(|v| fits(v, n)) {
        return Err(SolverError::Shape);
    }
    let range = Range::of(a)?;
    let mut scaled = ws.matrix::<T>(m, n)?;
    copy_map(scaled.view_mut(), a, ws, |x| range.apply(x));

    let vectors = |shape: Option<(usize, usize)>| match shape {
        None => ComputeSvdVectors::No,
        Some((side, columns)) if columns == side => ComputeSvdVectors::Full,
        Some(_) => ComputeSvdVectors::Thin,
    };
    let params: Spec<SvdParams, T> = Spec::new(SvdParams { recursion_threshold: 64, ..Auto::<T>::auto() });
    let par = ws.par(m.saturating_mul(n).saturating_mul(k));
    let request = driver::svd_scratch::<T>(m, n, vectors(u_shape), vectors(v_shape), par, params);
    let mut stack = ws.stack(request)?;
    let new = |shape: Option<(usize, usize)>| shape.map(|(m, n)| ws.matrix::<T>(m, n)).transpose();
    let (mut left, mut right, mut values) = (new(u_shape)?, new(v_shape)?, ws.matrix::<T>(k, 1)?);
    // The driver leaves a part of complete bases as it was.
    for basis in [&mut left, &mut right].into_iter().flatten() {
        if basis.view().cols() > k {
            basis.faer_mut().fill(T::ZERO);
        }
    }
    driver::svd(
        scaled.faer(),
        values.faer_mut().col_mut(0).as_diagonal_mut(),
        left.as_mut().map(|u| u.faer_mut()),
        right.as_mut().map(|v| v.faer_mut()),
        par,
        MemStack::new(&mut stack),
        params,
    )
    .map_err(|SvdError::NoConvergence| SolverError::NoConvergence)?;
    for (i, s) in s.iter_mut().enumerate() {
        // SAFETY: inside the column, which was written.
        *s = range.undo(unsafe { values.view().at(i, 0) }.re());
    }
    sort_with(
        s,
        |a, b| a > b,
        |i, j| {
            for basis in [&mut left, &mut right].into_iter().flatten() {
                swap(&mut basis.faer_mut(), i, j);
            }
        },
    );
    if let (Some(u), Some(left)) = (u, &left) {
        copy(u, left.view(), ws);
    }
    if let (Some(vt), Some(right)) = (vt, &right) {
        copy_map(vt.t(), right.view(), ws, T::conjugate);
    }
    Ok(())
}
