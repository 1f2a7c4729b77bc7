//! The Hessenberg form: zeros below the first subdiagonal, by reflections from both sides.
//!
//! After LAPACK's `gehrd` and `orghr`: reflections are collected in panels, `Q = I - V T Vᴴ`, and what lies behind a panel changes by
//! products of matrices. G. Quintana-Ortí and R. van de Geijn, *Improving the performance of reduction to Hessenberg form*, ACM
//! Transactions on Mathematical Software 32, 2006.

use super::{Entry, Host, Matrix, add_scaled, dot, reflection};
use crate::backend::{HostMatrix, HostRows};
use crate::error::Result;
use std::ops::Range;

/// Reflections of a panel.
const PANEL: usize = 32;

/// The Hessenberg form `h` of a square matrix and the unitary `q` with `a = q h qᴴ`.
///
/// ```
/// use xparray::backend::HostLoops;
/// use xparray::linalg::host::{Host, Matrix, hessenberg};
/// let a = Matrix::from_fn(4, 4, |i, j| (i * j) as f64 + 1.0);
/// let (h, q) = hessenberg(&Host { op: "hessenberg", blas: &HostLoops }, a)?;
/// assert!(h.is_upper(1) && q.rows() == 4);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of the products.
pub fn hessenberg<E: Entry>(host: &Host<'_>, a: Matrix<E>) -> Result<(Matrix<E>, Matrix<E>)> {
    let (n, scale) = (a.rows(), a.scale());
    let mut h = a.scaled(1.0 / scale);
    let q = match reduce(host, &mut h, &(0..n), true)? {
        Some(adjoint) => adjoint.adjoint(),
        None => Matrix::identity(n),
    };
    Ok((h.scaled(scale), q))
}

/// Reflections one after another: their product is `I - V T Vᴴ`.
struct Panel<E> {
    /// The row from which they reflect.
    first: usize,
    /// The columns of `V`, each of them a row, and the same conjugated.
    v: Matrix<E>,
    adjoint: Matrix<E>,
    t: Matrix<E>,
}

/// Makes the active part of a matrix a Hessenberg matrix in place: `a = z h zᴴ`. The result is `zᴴ`, if it is asked for.
pub fn reduce<E: Entry>(
    host: &Host<'_>,
    a: &mut Matrix<E>,
    active: &Range<usize>,
    vectors: bool,
) -> Result<Option<Matrix<E>>> {
    let end = active.end;
    let mut panels = Vec::new();
    let mut k = active.start;
    while k + 2 < end {
        let columns = PANEL.min(end - 2 - k);
        let panel = reduce_panel(host, a, k, end, columns)?;
        if vectors {
            panels.push(panel);
        }
        k += columns;
    }
    if !vectors {
        return Ok(None);
    }
    let mut z = Matrix::identity(a.rows());
    // The last panel first: its columns of the identity are all that there is then. `zᴴ` becomes `zᴴ (I - V Tᴴ Vᴴ)`.
    for Panel { first, v, adjoint, t } in panels.iter().rev() {
        let part = *first..end;
        let products = product(host, z.part(part.clone(), part.clone()), v.all().t())?;
        let products = product(host, products.all(), t.adjoint().all())?;
        let to = z.rows_mut(part.clone(), part.clone());
        E::gemm(host.blas, E::real(-1.0), products.all(), adjoint.all(), E::real(1.0), to)?;
    }
    Ok(Some(z))
}

/// A product of its own.
fn product<E: Entry>(host: &Host<'_>, a: HostMatrix<'_, E>, b: HostMatrix<'_, E>) -> Result<Matrix<E>> {
    let mut c = Matrix::zeros(a.shape()[0], b.shape()[1]);
    E::gemm(host.blas, E::real(1.0), a, b, E::real(0.0), c.all_mut())?;
    Ok(c)
}

/// Reduces some columns from column `k`, and changes all others by the reflections.
fn reduce_panel<E: Entry>(
    host: &Host<'_>,
    a: &mut Matrix<E>,
    k: usize,
    end: usize,
    columns: usize,
) -> Result<Panel<E>> {
    let (n, first) = (a.rows(), k + 1);
    let m = end - first;
    let (one, minus) = (E::real(1.0), E::real(-1.0));
    let (mut v, mut adjoint): (Matrix<E>, Matrix<E>) = (Matrix::zeros(columns, m), Matrix::zeros(columns, m));
    let mut t: Matrix<E> = Matrix::zeros(columns, columns);
    // The columns of `A V T`, each of them a row.
    let mut y: Matrix<E> = Matrix::zeros(columns, end);
    for j in 0..columns {
        let column = k + j;
        let mut b: Vec<E> = (first..end).map(|i| a[i][column]).collect();
        // What the reflections before do to it, from the right and from the left.
        for l in 0..j {
            add_scaled(&mut b, -adjoint[l][j - 1], &y[l][first..]);
        }
        let products: Vec<E> = (0..j).map(|l| dot(&adjoint[l], &b)).collect();
        for l in 0..j {
            let sum = (0..=l).fold(E::real(0.0), |sum, i| sum + t[i][l].conj() * products[i]);
            add_scaled(&mut b, -sum, &v[l]);
        }
        for (i, &x) in (first..).zip(&b[..=j]) {
            a[i][column] = x;
        }
        (first + j + 1..end).for_each(|i| a[i][column] = E::real(0.0));
        let Some((reflection, beta)) = reflection(0, b.split_off(j)) else { continue };
        a[first + j][column] = E::real(beta);
        v[j][j..].copy_from_slice(&reflection.v);
        adjoint[j].iter_mut().zip(&v[j]).for_each(|(to, x)| *to = x.conj());
        // y = tau (A v - Y Vᴴ v)
        let (tau, product) = (reflection.tau, &reflection.v);
        let of_v = HostMatrix::new(product, [m - j, 1], [1, 1]);
        let to = HostRows::new(&mut y[j][first..], [m, 1], 1);
        E::gemm(host.blas, one, a.part(first..end, first + j..end), of_v, E::real(0.0), to)?;
        let products: Vec<E> = (0..j).map(|l| dot(&adjoint[l][j..], product)).collect();
        for (l, &product) in products.iter().enumerate() {
            let (before, after) = y.two_rows_of(l, j);
            add_scaled(&mut after[first..], -product, &before[first..]);
        }
        y[j][first..].iter_mut().for_each(|y| *y = *y * tau);
        for l in 0..j {
            let sum = (l..j).fold(E::real(0.0), |sum, i| sum + t[l][i] * products[i]);
            t[l][j] = -(tau * sum);
        }
        t[j][j] = tau;
    }
    // The rows above: `A V T` there, too.
    if first > 0 {
        let above = product(host, a.part(0..first, first..end), v.all().t())?;
        let above = product(host, above.all(), t.all())?;
        E::gemm(host.blas, minus, above.all(), adjoint.all(), one, a.rows_mut(0..first, first..end))?;
    }
    let behind = k + columns;
    let (of_y, of_v) = (y.part(0..columns, first..end).t(), adjoint.part(0..columns, columns - 1..m));
    E::gemm(host.blas, minus, of_y, of_v, one, a.rows_mut(first..end, behind..end))?;
    let sums = product(host, adjoint.all(), a.part(first..end, behind..n))?;
    let sums = product(host, t.adjoint().all(), sums.all())?;
    E::gemm(host.blas, minus, v.all().t(), sums.all(), one, a.rows_mut(first..end, behind..n))?;
    Ok(Panel { first, v, adjoint, t })
}
