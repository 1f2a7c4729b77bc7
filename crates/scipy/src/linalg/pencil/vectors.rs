//! Eigenvalues and eigenvectors from triangles.

use super::iteration::Pencil;
use crate::linalg::dense::{C, Entry, Matrix};

/// The eigenvalues as a row.
pub fn values(pencil: &Pencil<C>) -> Matrix<C> {
    let n = pencil.h.rows();
    Matrix::from_fn(1, n, |_, k| match (pencil.h[k][k], pencil.t[k][k].re) {
        (C::ZERO, 0.0) => C::new(f64::NAN, 0.0),
        (_, 0.0) => C::new(f64::INFINITY, 0.0),
        (above, below) => C::new(above.re / below, above.im / below),
    })
}

/// The eigenvectors as columns.
pub fn vectors(pencil: &Pencil<C>) -> Matrix<C> {
    let n = pencil.h.rows();
    // Both of size one, so that no product overflows.
    let scale = |x: &Matrix<C>| x.clone().scaled(1.0 / x.scale());
    let (s, t) = (scale(&pencil.h), scale(&pencil.t));
    let mut found = Matrix::zeros(n, n);
    for k in 0..n {
        let (above, below) = (s[k][k], t[k][k]);
        let size = above.size().max(below.size());
        let (above, below) = if size == 0.0 { (C::ZERO, C::ONE) } else { (above / size, below / size) };
        let shifted = |i: usize, j: usize| below * s[i][j] - above * t[i][j];
        let smallest = f64::EPSILON * (below.size() * s.largest() + above.size() * t.largest()).max(f64::MIN_POSITIVE);
        let mut y = vec![C::ZERO; k + 1];
        y[k] = C::ONE;
        for i in (0..k).rev() {
            let sum: C = (i + 1..=k).map(|j| shifted(i, j) * y[j]).sum();
            let pivot = shifted(i, i);
            // Of an eigenvalue that there is more than once the vectors are nearly parallel.
            y[i] = -sum.over(if pivot.size() < smallest { C::real(smallest) } else { pivot });
            let largest = y[i].size();
            if largest > 1e100 {
                y.iter_mut().for_each(|x| *x /= largest);
            }
        }
        let vector: Vec<C> = (0..n).map(|i| (0..=k).map(|j| pencil.z[i][j] * y[j]).sum()).collect();
        let largest = vector.iter().map(|x| x.size()).fold(0.0, f64::max);
        let norm = largest * vector.iter().map(|x| (x / largest).norm_sqr()).sum::<f64>().sqrt();
        (0..n).for_each(|i| found[i][k] = vector[i] / norm);
    }
    found
}

/// The eigenvectors from the left as columns: those of the adjoints, which backwards in both directions are triangles again.
pub fn left_vectors(pencil: &Pencil<C>) -> Matrix<C> {
    let n = pencil.h.rows();
    let back = |i: usize| n - 1 - i;
    let adjoint = |x: &Matrix<C>| Matrix::from_fn(n, n, |i, j| x[back(j)][back(i)].conj());
    let backwards = |x: &Matrix<C>| Matrix::from_fn(n, n, |i, j| x[i][back(j)]);
    let (h, t, z) = (adjoint(&pencil.h), adjoint(&pencil.t), backwards(&pencil.q));
    backwards(&vectors(&Pencil { h, t, q: Matrix::zeros(0, 0), z }))
}
