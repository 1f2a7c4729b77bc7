//! The QR factorisation with exchanged columns.

use super::dense::{C, Dense, Entry, Matrix, each, reflection};
use xparray_core::host::room;
use xparray_core::layout::checked_len;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// `(q, r, order)` of a matrix `[m, n]`, or of each one of a stack: columns `order` of it are `q r`, where `q` `[m, k]` has orthonormal columns,
/// `r` `[k, n]` is an upper triangle whose diagonal does not grow, and `k = min(m, n)`, or `k = m` if it is complete. `order` is `[.., n]`. The
/// columns in front are as independent of each other as can be.
///
/// By Householder's reflections of the longest column that is left (Businger and Golub, Numerische Mathematik 7, 1965), in double precision on
/// the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::qr_pivoting;
/// let a = xp.array([[1.0, 3.0, 3.0], [0.0, 4.0, 5.0]])?;
/// let (q, r, order) = qr_pivoting(&a, QrMode::Reduced)?;
/// assert_eq!(order.to_string(), "[2 0 1]");
/// assert!(q.matmul(&r)?.allclose(&a.take(&xp.array([2, 0, 1])?, 1)?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] for less than two dimensions; [`Error::Value`] for NaN or infinities; [`Error::DType`] for truth values.
#[doc(alias = "qr")]
pub fn qr_pivoting<B: Backend>(a: &impl AnyArray<B>, mode: QrMode) -> Result<(DynArray<B>, DynArray<B>, DynArray<B>)> {
    const OP: &str = "qr";
    if let &[.., m, _] = a.as_dyn().shape()
        && mode == QrMode::Complete
    {
        room::<C>(checked_len(&[m, m])?)?;
    }
    let mut parts = each(OP, &[a.as_dyn()], &|mut a| {
        Ok(match a.remove(0) {
            Dense::Real(a) => of_matrix(a, mode),
            Dense::Complex(a) => of_matrix(a, mode),
        })
    })?
    .into_iter();
    match (parts.next(), parts.next(), parts.next()) {
        (Some(q), Some(r), Some(order)) => Ok((q, r, order.squeeze(-2)?.astype(DType::I64)?)),
        _ => Err(Error::value(OP, "no result")),
    }
}

fn of_matrix<E: Entry>(a: Matrix<E>, mode: QrMode) -> Vec<Dense> {
    let (m, n) = (a.rows(), a.columns());
    let scale = a.scale();
    let mut a = a.scaled(1.0 / scale);
    let mut order: Vec<usize> = (0..n).collect();
    let mut reflections = Vec::new();
    let square = |a: &Matrix<E>, j: usize, from: usize| (from..m).map(|i| a[i][j].size().powi(2)).sum::<f64>();
    let mut left: Vec<f64> = (0..n).map(|j| square(&a, j, 0)).collect();
    let mut exact = left.clone();
    for k in 0..m.min(n) {
        let longest = (k..n).fold(k, |best, j| if left[j] > left[best] { j } else { best });
        if longest != k {
            a.swap_columns(k, longest);
            order.swap(k, longest);
            left.swap(k, longest);
            exact.swap(k, longest);
        }
        let column = (k..m).map(|i| a[i][k]).collect();
        if let Some((reflection, beta)) = reflection(k, column) {
            reflection.adjoint_times(&mut a, k + 1);
            a[k][k] = E::real(beta);
            (k + 1..m).for_each(|i| a[i][k] = E::real(0.0));
            reflections.push(reflection);
        }
        for j in k + 1..n {
            left[j] -= a[k][j].size().powi(2);
            // What is left of a small difference is computed anew.
            if left[j] <= 1e-8 * exact[j] {
                left[j] = square(&a, j, k + 1);
                exact[j] = left[j];
            }
        }
    }
    let rank = if mode == QrMode::Complete { m } else { m.min(n) };
    // The first columns of the identity, if that is all that is wanted.
    let mut q = Matrix::from_fn(m, rank, |i, j| E::real(f64::from(u8::from(i == j))));
    reflections.iter().rev().for_each(|reflection| reflection.times(&mut q));
    let r = Matrix::from_fn(rank, n, |i, j| if j >= i { a[i][j] * scale } else { E::real(0.0) });
    let order = Matrix::new(1, n, order.iter().map(|&j| j as f64).collect());
    vec![E::dense(q), E::dense(r), Dense::Real(order)]
}
