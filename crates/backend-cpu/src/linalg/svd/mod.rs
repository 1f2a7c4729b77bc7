//! Singular value decomposition. Small matrices, and values without vectors, are faer's; large ones are reduced to a
//! bidiagonal matrix ([`bidiagonal`]), tall ones after a QR factorisation; that is solved ([`divide`]), and its vectors
//! are transformed back.

mod bidiagonal;
mod divide;
#[cfg(test)]
mod tests;

use crate::linalg::columns::{column, column_mut, sort_with, swap};
use crate::linalg::copy::{Buffer, copy, copy_map};
use crate::linalg::qr;
use crate::linalg::range::Range;
use crate::linalg::{Field, MatMut, MatRef, Scalar, SolverError, Workspace};
use crate::parallel::enter;
use bidiagonal::{Reduced, bidiagonalize};
use divide::divide_and_conquer;
use faer::dyn_stack::MemStack;
use faer::linalg::householder::{
    apply_block_householder_sequence_on_the_left_in_place_scratch,
    apply_block_householder_sequence_on_the_left_in_place_with_conj,
};
use faer::linalg::qr::no_pivoting::factor::recommended_block_size;
use faer::linalg::svd::{self as driver, ComputeSvdVectors, SvdError, SvdParams};
use faer::{Auto, Conj, Spec};
use num_complex::ComplexFloat;

/// Matrices up to this size are left to the library.
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
    if n <= SMALL || (left.is_none() && right.is_none()) {
        small(&scaled, left.as_mut(), s, right.as_mut(), ws)?;
    } else {
        // On a thread of the pool, from which work is shared fastest.
        enter(|| large(&mut scaled, left.as_mut(), s, right.as_mut(), ws))?;
    }
    s.iter_mut().for_each(|s| *s = range.undo(*s));
    if let (Some(u), Some(left)) = (u, &left) {
        copy(u, left.view(), ws);
    }
    if let (Some(vt), Some(right)) = (vt, &right) {
        copy_map(vt.t(), right.view(), ws, T::conjugate);
    }
    Ok(())
}

/// By the library's driver.
fn small<'a, T: Field>(
    a: &Buffer<T>,
    mut left: Option<&'a mut Buffer<T>>,
    s: &mut [T::R],
    mut right: Option<&'a mut Buffer<T>>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let (m, n) = a.view().shape();
    let vectors = |basis: &Option<&mut Buffer<T>>| match basis.as_ref().map(|basis| basis.view().shape()) {
        None => ComputeSvdVectors::No,
        Some((side, columns)) if columns == side => ComputeSvdVectors::Full,
        Some(_) => ComputeSvdVectors::Thin,
    };
    let params: Spec<SvdParams, T> = Spec::new(SvdParams { recursion_threshold: 64, ..Auto::<T>::auto() });
    let par = ws.par(m.saturating_mul(n).saturating_mul(n));
    let request = driver::svd_scratch::<T>(m, n, vectors(&left), vectors(&right), par, params);
    let mut stack = ws.stack(request)?;
    let mut values = ws.matrix::<T>(n, 1)?;
    // The driver leaves a part of complete bases as it was.
    for basis in [&mut left, &mut right].into_iter().flatten() {
        if basis.view().cols() > n {
            basis.faer_mut().fill(T::ZERO);
        }
    }
    driver::svd(
        a.faer(),
        values.faer_mut().col_mut(0).as_diagonal_mut(),
        left.as_mut().map(|u| u.faer_mut()),
        right.as_mut().map(|v| v.faer_mut()),
        par,
        MemStack::new(&mut stack),
        params,
    )
    .map_err(|SvdError::NoConvergence| SolverError::NoConvergence)?;
    let values = values.faer();
    s.iter_mut().enumerate().for_each(|(i, s)| *s = values[(i, 0)].re());
    sort_with(
        s,
        |a, b| a > b,
        |i, j| {
            for basis in [&mut left, &mut right].into_iter().flatten() {
                swap(&mut basis.faer_mut(), i, j);
            }
        },
    );
    Ok(())
}

/// By its steps; `a` is overwritten.
fn large<T: Field>(
    a: &mut Buffer<T>,
    left: Option<&mut Buffer<T>>,
    s: &mut [T::R],
    right: Option<&mut Buffer<T>>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let (m, n) = a.view().shape();
    if 6 * m <= 11 * n {
        return squarish(a, left, s, right, ws);
    }
    let blocks = qr::factor(a, ws)?;
    let mut square = ws.matrix::<T>(n, n)?;
    copy(square.view_mut(), a.view().block((0, 0), (n, n)).expect("not wider than tall"), ws);
    for j in 0..n {
        column_mut(&mut square.faer_mut(), j)[j + 1..].fill(T::ZERO);
    }
    let Some(left) = left else {
        return squarish(&mut square, None, s, right, ws);
    };
    let mut basis = ws.matrix::<T>(n, n)?;
    squarish(&mut square, Some(&mut basis), s, right, ws)?;
    extend(left);
    for j in 0..n {
        column_mut(&mut left.faer_mut(), j)[..n].copy_from_slice(column(basis.faer(), j));
    }
    qr::apply_q(a, &blocks, left.faer_mut(), ws)
}

/// Sets a basis to the identity.
fn extend<T: Field>(basis: &mut Buffer<T>) {
    let mut basis = basis.faer_mut();
    basis.fill(T::ZERO);
    basis.diagonal_mut().fill(T::ONE);
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
    let par = ws.par(usize::MAX);
    let block = recommended_block_size::<T>(m, n);
    let (mut left_blocks, mut right_blocks) = (ws.matrix::<T>(block, n)?, ws.matrix::<T>(block, n - 1)?);
    let mut rows = ws.matrix::<T>(n, n)?;
    let (mut diagonal, mut above) = (vec![T::ZERO; n], vec![T::ZERO; n - 1]);
    let reduced = Reduced {
        diagonal: &mut diagonal,
        above: &mut above,
        right: rows.faer_mut(),
        left_blocks: left_blocks.faer_mut(),
        right_blocks: right_blocks.faer_mut(),
    };
    bidiagonalize(a.faer_mut(), reduced, ws, par)?;

    let magnitude = |&x: &T| ComplexFloat::abs(x);
    let mut d: Vec<T::R> = diagonal.iter().map(magnitude).collect();
    let e: Vec<T::R> = above.iter().map(magnitude).chain([T::R::ZERO]).collect();
    let (mut u, mut v) = (ws.matrix::<T::R>(n, n)?, ws.matrix::<T::R>(n + 1, n + 1)?);
    let mut work = ws.matrix::<T::R>(3 * (n + 1) * (n + 1), 1)?;
    divide_and_conquer(&mut d, &e, u.faer_mut(), v.faer_mut(), column_mut(&mut work.faer_mut(), 0), ws);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| d[j].partial_cmp(&d[i]).unwrap_or(std::cmp::Ordering::Equal));
    s.iter_mut().zip(&order).for_each(|(s, &j)| *s = d[j]);

    let [left_phases, right_phases] = phases(&diagonal, &above);
    if let Some(left) = left {
        if left.view().cols() > n || m > n {
            extend(left);
        }
        combine(&left_phases, u.faer(), &order, left.faer_mut());
        reflect(a.faer(), left_blocks.faer(), left.faer_mut(), ws, par)?;
    }
    if let Some(right) = right {
        combine(&right_phases, v.faer(), &order, right.faer_mut());
        let rows = rows.faer().submatrix(1, 0, n - 1, n - 1);
        reflect(rows, right_blocks.faer(), right.faer_mut().subrows_mut(1, n - 1), ws, par)?;
    }
    Ok(())
}

/// The diagonals `P` and `Q` for which a bidiagonal matrix is `P |B| Q^H`.
fn phases<T: Field>(diagonal: &[T], above: &[T]) -> [Vec<T>; 2] {
    let of = |x: T| {
        let magnitude = ComplexFloat::abs(x);
        if magnitude == T::R::ZERO { T::ONE } else { x.over(magnitude) }
    };
    let mut right = vec![T::ONE];
    let mut left = Vec::new();
    for (i, &d) in diagonal.iter().enumerate() {
        let phase = of(d).times(right[i]);
        left.push(phase);
        right.extend(above.get(i).map(|&e| of(e).conjugate().times(phase)));
    }
    [left, right]
}

/// The vectors of the bidiagonal matrix from those of the real one with its magnitudes, in this order.
fn combine<T: Field>(phases: &[T], real: faer::MatRef<'_, T::R>, order: &[usize], mut basis: faer::MatMut<'_, T>) {
    for (i, &j) in order.iter().enumerate() {
        let rows = column_mut(&mut basis, i).iter_mut().zip(column(real, j)).zip(phases);
        rows.for_each(|((basis, &real), phase)| *basis = phase.scale(real));
    }
}

/// Applies reflectors, in blocks.
fn reflect<T: Field>(
    reflectors: faer::MatRef<'_, T>,
    blocks: faer::MatRef<'_, T>,
    basis: faer::MatMut<'_, T>,
    ws: Workspace<'_>,
    par: faer::Par,
) -> Result<(), SolverError> {
    let (rows, size) = (reflectors.nrows(), blocks.nrows());
    let request = apply_block_householder_sequence_on_the_left_in_place_scratch::<T>(rows, size, basis.ncols());
    let mut stack = ws.stack(request)?;
    let stack = MemStack::new(&mut stack);
    apply_block_householder_sequence_on_the_left_in_place_with_conj(reflectors, blocks, Conj::No, basis, par, stack);
    Ok(())
}
