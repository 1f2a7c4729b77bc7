//! The Hessenberg form: zeros below the first subdiagonal, by reflections from both sides.
//!
//! After LAPACK's `gehd2` and `orghr`. G. H. Golub and C. F. Van Loan, *Matrix Computations*, 4th edition, algorithm 7.4.2.

use super::matrix::{Entry, Matrix, add_scaled, dot};
use std::ops::Range;

/// A reflection `I - tau v vᴴ` of the rows from `first`.
struct Reflection<E> {
    first: usize,
    v: Vec<E>,
    tau: E,
}

/// Makes the active part of a matrix a Hessenberg matrix `H` in place: `A = Z H Zᴴ`. The result holds the columns of `Z` as its
/// rows, if they are asked for.
pub(super) fn hessenberg<E: Entry>(a: &mut Matrix<E>, active: &Range<usize>, vectors: bool) -> Option<Matrix<E>> {
    let n = a.len();
    let mut reflections = Vec::new();
    let mut sums = vec![E::zero(); n];
    for k in active.start..active.end.saturating_sub(2) {
        let first = k + 1;
        let column = (first..active.end).map(|i| a[i][k]).collect();
        let Some((reflection, beta)) = reflect(first, column) else { continue };
        let Reflection { v, tau, .. } = &reflection;
        a[first][k] = E::real(beta);
        (first + 1..active.end).for_each(|i| a[i][k] = E::zero());
        // From the left, with the conjugate of tau: `A -= conj(tau) v (vᴴ A)`.
        sums[first..].fill(E::zero());
        for (&v, i) in v.iter().zip(first..) {
            add_scaled(&mut sums[first..], v.conj(), &a[i][first..]);
        }
        for (&v, i) in v.iter().zip(first..) {
            add_scaled(&mut a[i][first..], -(tau.conj() * v), &sums[first..]);
        }
        // From the right: `A -= tau (A v) vᴴ`.
        let conjugate: Vec<E> = v.iter().map(|v| v.conj()).collect();
        for i in 0..active.end {
            let row = &mut a[i][first..active.end];
            let factor: E = *tau * dot(row, v);
            add_scaled(row, -factor, &conjugate);
        }
        reflections.push(reflection);
    }
    vectors.then(|| {
        let mut z = Matrix::identity(n);
        // Of the last reflection first: columns before its rows are still those of the identity then.
        for Reflection { first, v, tau } in reflections.iter().rev() {
            let conjugate: Vec<E> = v.iter().map(|v| v.conj()).collect();
            for column in *first..active.end {
                let part = &mut z[column][*first..active.end];
                let factor: E = *tau * dot(part, &conjugate);
                add_scaled(part, -factor, v);
            }
        }
        z
    })
}

/// A reflection whose adjoint makes a column `(beta, 0, 0, ..)`, and `beta`, which is real; `None` if the column is that already.
fn reflect<E: Entry>(first: usize, mut x: Vec<E>) -> Option<(Reflection<E>, f64)> {
    let alpha = x[0];
    let below = x[1..].iter().map(|x| x.abs()).fold(0.0, f64::max);
    if below == 0.0 && alpha.im() == 0.0 {
        return None;
    }
    let scale = below.max(alpha.abs());
    let norm = scale * x.iter().map(|x| (*x * (1.0 / scale)).abs().powi(2)).sum::<f64>().sqrt();
    let beta = if alpha.re() < 0.0 { norm } else { -norm };
    let tau = (E::real(beta) - alpha) * (1.0 / beta);
    let pivot = (alpha - E::real(beta)).recip();
    x[1..].iter_mut().for_each(|x| *x = *x * pivot);
    x[0] = E::one();
    Some((Reflection { first, v: x, tau }, beta))
}
