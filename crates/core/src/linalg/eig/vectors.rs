//! Eigenvectors from a Schur form, by substitution from below.

use super::matrix::{Entry, Matrix, dot};
use num_complex::Complex;
use std::ops::Mul;

/// The eigenvector of a Schur form `T` (in blocks of one row, or of two with a pair of eigenvalues) for the eigenvalue of this
/// row, the last of its block. Later components are zero and left out.
pub(super) fn substitute<A, E>(t: &Matrix<A>, norm: f64, row: usize, value: E) -> Vec<E>
where
    A: Entry,
    E: Entry + Mul<A, Output = E> + From<A>,
{
    // A divisor that is zero would mean two equal eigenvalues: the vector of a near matrix is taken.
    let norm = if norm == 0.0 { 1.0 } else { norm };
    let smallest = f64::EPSILON * norm;
    let entry = |i: usize, j: usize| -> E { t[i][j].into() };
    let mut x = vec![E::zero(); row + 1];
    x[row] = E::one();
    let mut i = row;
    if row > 0 && !t[row][row - 1].is_zero() {
        let (above, below) = (t[row - 1][row], t[row][row - 1]);
        if below.abs() >= above.abs() {
            x[row - 1] = (value - entry(row, row)) / below.into();
        } else {
            (x[row - 1], x[row]) = (E::one(), (value - entry(row - 1, row - 1)) / above.into());
        }
        i -= 1;
    }
    while i > 0 {
        i -= 1;
        let sum = |i: usize, from: usize| -dot(&x[from..], &t[i][from..=row]);
        if i > 0 && !t[i][i - 1].is_zero() {
            let (p, q) = (sum(i - 1, i + 1), sum(i, i + 1));
            let (a, b) = (entry(i - 1, i - 1) - value, entry(i - 1, i));
            let (c, d) = (entry(i, i - 1), entry(i, i) - value);
            let determinant = a * d - b * c;
            let determinant = if determinant.abs() < smallest * norm { E::real(smallest * norm) } else { determinant };
            (x[i - 1], x[i]) = ((p * d - b * q) / determinant, (a * q - p * c) / determinant);
            i -= 1;
        } else {
            let difference = entry(i, i) - value;
            let difference = if difference.abs() < smallest { E::real(smallest) } else { difference };
            x[i] = sum(i, i + 1) / difference;
        }
        // Long before squares of components overflow.
        let size = x[i].abs().max(x[i + 1].abs());
        if size > 1e100 {
            x.iter_mut().for_each(|x| *x = *x * (1.0 / size));
        }
    }
    x
}

/// A vector of a norm of 1.
pub(super) fn normalise<E: Entry>(x: &mut [E]) {
    let largest = x.iter().map(|x| x.abs()).fold(0.0, f64::max);
    x.iter_mut().for_each(|x| *x = *x * (1.0 / largest));
    let norm = x.iter().map(|x| x.abs().powi(2)).sum::<f64>().sqrt();
    x.iter_mut().for_each(|x| *x = *x * (1.0 / norm));
}

/// Turns a vector so that its largest component is real, as LAPACK does.
pub(super) fn turn(x: &mut [Complex<f64>]) {
    let largest = x.iter().copied().fold(Complex::ZERO, |l, x| if x.norm_sqr() > l.norm_sqr() { x } else { l });
    if largest.im != 0.0 {
        let phase = largest.conj() / largest.norm();
        for x in x {
            let is_largest = *x == largest;
            *x *= phase;
            if is_largest {
                x.im = 0.0;
            }
        }
    }
}
