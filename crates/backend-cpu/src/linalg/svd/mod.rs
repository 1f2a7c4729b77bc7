//! Singular value decomposition: matrices are reduced to bidiagonal ones ([`bidiagonal`]), tall ones after a QR
//! factorisation; those are solved ([`implicit`] without vectors, [`divide`] with them), and the vectors are transformed
//! back.

mod bidiagonal;
mod divide;
mod implicit;
#[cfg(test)]
mod tests;

use crate::linalg::columns::{column, column_mut};
use crate::linalg::copy::{Buffer, copy, copy_map};
use crate::linalg::qr;
use crate::linalg::range::Range;
use crate::linalg::reflect::{LARGEST, block_factors};
use crate::linalg::{Field, MatMut, MatRef, Scalar, SolverError, Workspace};
use crate::parallel::enter;
use bidiagonal::{Reduced, bidiagonalize};
use divide::divide_and_conquer;
use implicit::implicit_qr;
use num_complex::ComplexFloat;

/// Matrices up to this size are decomposed where the caller is.
const SMALL: usize = 48;

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
    if m < n {
        return svd(a.t(), vt.map(MatMut::t), s, u.map(MatMut::t), ws);
    }
    let fits = |shape: (usize, usize), side| shape.0 == side && (shape.1 == n || shape.1 == side);
    let u_shape = u.as_ref().map(|u| u.shape());
    let v_shape = vt.as_ref().map(|vt| (vt.cols(), vt.rows()));
    if s.len() != n || !u_shape.is_none_or(|u| fits(u, m)) || !v_shape.is_none_or(|v| fits(v, n)) {
        return Err(SolverError::Shape);
    }
    let range = Range::centring(a)?;
    let mut scaled = ws.matrix::<T>(m, n)?;
    copy_map(scaled.view_mut(), a, ws, |x| range.apply(x));
    let new = |shape: Option<(usize, usize)>| shape.map(|(m, n)| ws.matrix::<T>(m, n)).transpose();
    let (mut left, mut right) = (new(u_shape)?, new(v_shape)?);
    let mut solve = || decompose(&mut scaled, left.as_mut(), s, right.as_mut(), ws);
    // On a thread of the pool, from which work is shared fastest.
    if n > SMALL && ws.is_parallel() { enter(solve) } else { solve() }?;
    s.iter_mut().for_each(|s| *s = range.undo(*s));
    if let (Some(u), Some(left)) = (u, &left) {
        copy(u, left.view(), ws);
    }
    if let (Some(vt), Some(right)) = (vt, &right) {
        copy_map(vt.t(), right.view(), ws, T::conjugate);
    }
    Ok(())
}

/// The decomposition of a matrix that is not wider than tall, and is overwritten.
fn decompose<T: Field>(
    a: &mut Buffer<T>,
    left: Option<&mut Buffer<T>>,
    s: &mut [T::R],
    right: Option<&mut Buffer<T>>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let (m, n) = a.view().shape();
    if n == 0 {
        left.into_iter().chain(right).for_each(extend);
        return Ok(());
    }
    if 6 * m <= 11 * n {
        return squarish(a, left, s, right, ws);
    }
    let blocks = qr::factor(a, ws)?;
    let mut square = ws.matrix::<T>(n, n)?;
    copy(square.view_mut(), a.view().block((0, 0), (n, n)).expect("not wider than tall"), ws);
    for j in 0..n {
        column_mut(&mut square.view_mut(), j)[j + 1..].fill(T::ZERO);
    }
    let Some(left) = left else {
        return squarish(&mut square, None, s, right, ws);
    };
    let mut basis = ws.matrix::<T>(n, n)?;
    squarish(&mut square, Some(&mut basis), s, right, ws)?;
    extend(left);
    for j in 0..n {
        column_mut(&mut left.view_mut(), j)[..n].copy_from_slice(column(basis.view(), j));
    }
    qr::apply_q(a, &blocks, left.view_mut(), ws)
}

/// Sets a basis to the identity.
fn extend<T: Field>(basis: &mut Buffer<T>) {
    let mut basis = basis.view_mut();
    basis.fill(T::ZERO);
    basis.fill_diagonal(T::ONE);
}

/// Without a QR factorisation.
fn squarish<T: Field>(
    a: &mut Buffer<T>,
    left: Option<&mut Buffer<T>>,
    s: &mut [T::R],
    right: Option<&mut Buffer<T>>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let (m, n) = a.view().shape();
    let ws = ws.for_work(m.saturating_mul(n).saturating_mul(n));
    let mut rows = ws.matrix::<T>(n, n)?;
    let (mut diagonal, mut above) = (ws.filled(n, T::ZERO)?, ws.filled(n - 1, T::ZERO)?);
    let (mut left_taus, mut right_taus) = (ws.filled(n, T::R::ZERO)?, ws.filled(n - 1, T::R::ZERO)?);
    let reduced = Reduced {
        diagonal: &mut diagonal,
        above: &mut above,
        right: rows.view_mut(),
        left_taus: &mut left_taus,
        right_taus: &mut right_taus,
    };
    bidiagonalize(a.view_mut(), reduced, ws)?;

    let (mut d, mut e) = (ws.filled(n, T::R::ZERO)?, ws.filled(n, T::R::ZERO)?);
    d.iter_mut().zip(&*diagonal).for_each(|(d, &x)| *d = ComplexFloat::abs(x));
    e.iter_mut().zip(&*above).for_each(|(e, &x)| *e = ComplexFloat::abs(x));
    let descending = |a: &T::R, b: &T::R| b.partial_cmp(a).unwrap_or(std::cmp::Ordering::Equal);
    if left.is_none() && right.is_none() {
        implicit_qr(&mut d, &mut e[..n - 1])?;
        s.copy_from_slice(&d);
        s.sort_unstable_by(descending);
        return Ok(());
    }
    let (mut u, mut v) = (ws.matrix::<T::R>(n, n)?, ws.matrix::<T::R>(n + 1, n + 1)?);
    let mut work = ws.filled(3 * (n + 1) * (n + 1), T::R::ZERO)?;
    divide_and_conquer(&mut d, &e, u.view_mut(), v.view_mut(), &mut work, ws);
    let mut order = ws.filled(n, 0)?;
    order.iter_mut().enumerate().for_each(|(i, place)| *place = i);
    order.sort_unstable_by(|&i, &j| descending(&d[i], &d[j]).then(i.cmp(&j)));
    s.iter_mut().zip(&*order).for_each(|(s, &j)| *s = d[j]);

    let (mut left_phases, mut right_phases) = (ws.filled(n, T::ONE)?, ws.filled(n, T::ONE)?);
    phases(&diagonal, &above, &mut left_phases, &mut right_phases);
    let mut blocks = ws.matrix::<T>(LARGEST, n)?;
    if let Some(left) = left {
        if left.view().cols() > n || m > n {
            extend(left);
        }
        combine(&left_phases, u.view(), &order, left.view_mut());
        block_factors(a.view(), &left_taus, blocks.view_mut(), ws);
        qr::apply_reflections::<T, false>(a.view(), blocks.view(), left.view_mut(), ws)?;
    }
    if let Some(right) = right {
        combine(&right_phases, v.view(), &order, right.view_mut());
        let rows = rows.view().submatrix(1, 0, n - 1, n - 1);
        let mut blocks = blocks.view_mut().subcols(0, n - 1);
        block_factors(rows, &right_taus, blocks.rb_mut(), ws);
        qr::apply_reflections::<T, false>(rows, blocks.rb(), right.view_mut().subrows(1, n - 1), ws)?;
    }
    Ok(())
}

/// The diagonals `P` and `Q` for which a bidiagonal matrix is `P |B| Q^H`; all are ones before.
fn phases<T: Field>(diagonal: &[T], above: &[T], left: &mut [T], right: &mut [T]) {
    let of = |x: T| {
        let magnitude = ComplexFloat::abs(x);
        if magnitude == T::R::ZERO { T::ONE } else { x.over(magnitude) }
    };
    for (i, &d) in diagonal.iter().enumerate() {
        left[i] = of(d).times(right[i]);
        if let Some(&e) = above.get(i) {
            right[i + 1] = of(e).conjugate().times(left[i]);
        }
    }
}

/// The vectors of the bidiagonal matrix from those of the real one with its magnitudes, in this order.
fn combine<T: Field>(phases: &[T], real: MatRef<'_, T::R>, order: &[usize], mut basis: MatMut<'_, T>) {
    for (i, &j) in order.iter().enumerate() {
        let rows = column_mut(&mut basis, i).iter_mut().zip(column(real, j)).zip(phases);
        rows.for_each(|((basis, &real), phase)| *basis = phase.scale(real));
    }
}
