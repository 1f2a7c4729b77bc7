//! Equations and exponentials of small matrices on the host.

use crate::linalg::{Entry, Matrix, THIRTEENTH};
use xparray_core::{Error, Result};

/// The solution of `a x = b`, by elimination with partial pivoting.
pub fn solve<E: Entry>(op: &'static str, mut a: Matrix<E>, mut b: Matrix<E>) -> Result<Matrix<E>> {
    let n = a.rows();
    for k in 0..n {
        let largest = (k..n).max_by(|&i, &j| a[i][k].size().total_cmp(&a[j][k].size())).unwrap_or(k);
        if a[largest][k] == E::real(0.0) {
            return Err(Error::Singular { op, pivot: k });
        }
        a.swap_rows(k, largest);
        b.swap_rows(k, largest);
        for i in k + 1..n {
            let factor = a[i][k].over(a[k][k]);
            for matrix in [&mut a, &mut b] {
                let row = matrix[k].to_vec();
                matrix[i].iter_mut().zip(row).for_each(|(x, y)| *x -= factor * y);
            }
        }
    }
    for k in (0..n).rev() {
        for j in 0..b.columns() {
            let known = (k + 1..n).fold(E::real(0.0), |sum, i| sum + a[k][i] * b[i][j]);
            b[k][j] = (b[k][j] - known).over(a[k][k]);
        }
    }
    Ok(b)
}

/// `exp(a)`: Padé's approximation of degree 13 of a matrix that is halved until it is small, and squared as often (Higham, SIAM J. Matrix Anal. Appl.
/// 26, 2005).
pub fn expm<E: Entry>(op: &'static str, a: Matrix<E>) -> Result<Matrix<E>> {
    let n = a.rows();
    let norm = a.one_norm();
    if !norm.is_finite() {
        return Err(Error::value(op, "the exponential overflows"));
    }
    let halvings = (norm / 5.371_920_351_148_152).log2().ceil().max(0.0);
    let a = a.scaled((-halvings).exp2());
    let square = a.times(&a);
    let (mut odd, mut even) = (Matrix::zeros(n, n), Matrix::zeros(n, n));
    let mut power = Matrix::identity(n);
    for pair in THIRTEENTH.chunks_exact(2) {
        even = even.plus(pair[0], &power);
        odd = odd.plus(pair[1], &power);
        power = power.times(&square);
    }
    let odd = a.times(&odd);
    let mut result = solve(op, even.clone().plus(-1.0, &odd), even.plus(1.0, &odd))?;
    for _ in 0..halvings as usize {
        result = result.times(&result);
    }
    match result.largest().is_finite() {
        true => Ok(result),
        false => Err(Error::value(op, "the exponential overflows")),
    }
}

/// A matrix of blocks; those of each row are equally high, those of each column equally wide.
pub fn blocks<E: Entry>(rows: &[&[&Matrix<E>]]) -> Matrix<E> {
    let mut entries = Vec::new();
    for row in rows {
        for i in 0..row[0].rows() {
            row.iter().for_each(|block| entries.extend_from_slice(&block[i]));
        }
    }
    let width = rows[0].iter().map(|block| block.columns()).sum();
    let height = rows.iter().map(|row| row[0].rows()).sum();
    Matrix::new(height, width, entries)
}

/// A part of a matrix.
pub fn part<E: Entry>(a: &Matrix<E>, rows: std::ops::Range<usize>, columns: std::ops::Range<usize>) -> Matrix<E> {
    Matrix::from_fn(rows.len(), columns.len(), |i, j| a[rows.start + i][columns.start + j])
}
