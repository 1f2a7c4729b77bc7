//! Systems of any matrix of diagonals.

use super::solved;
use crate::linalg::dense::{Dense, Entry, Matrix};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// `x` with `a x = b`, of a matrix of `l` diagonals below the main one and `u` above it: `ab` is `[.., l + u + 1, n]` with `ab[u + i - j, j]` for
/// `a[i, j]`; what is outside of the matrix is not used. `b` is a vector `[n]`, or columns `[.., n, k]`; stacks broadcast.
///
/// By elimination with partial pivoting (LAPACK's `gbsv`), in double precision on the host: each step needs the one before.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::solve_banded;
/// // [[2, 1, 0], [1, 2, 1], [0, 1, 2]]
/// let ab = xp.array([[0.0, 1.0, 1.0], [2.0, 2.0, 2.0], [1.0, 1.0, 0.0]])?;
/// let x = solve_banded((1, 1), &ab, &xp.array([4.0, 8.0, 8.0])?)?;
/// assert!(x.allclose(&xp.array([1.0, 2.0, 3.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] if they do not fit; [`Error::Singular`] for a singular matrix; [`Error::Value`] for NaN or infinities;
/// [`Error::DType`] for truth values.
pub fn solve_banded<B: Backend>(
    (l, u): (usize, usize),
    ab: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
) -> Result<DynArray<B>> {
    const OP: &str = "solve_banded";
    let (ab, b) = (ab.as_dyn(), b.as_dyn());
    let rows = ab.ndim().checked_sub(2).map(|axis| ab.shape()[axis]);
    if rows.is_none_or(|rows| l.checked_add(u).and_then(|sum| sum.checked_add(1)) != Some(rows)) {
        return Err(Error::shape(OP, ab.shape(), &[l, u]));
    }
    solved(OP, ab, b, &|mut parts| match (parts.remove(0), parts.remove(0)) {
        (Dense::Real(ab), Dense::Real(b)) => Ok(Dense::Real(eliminate(OP, (l, u), &ab, b)?)),
        (ab, b) => Ok(Dense::Complex(eliminate(OP, (l, u), &ab.complex(), b.complex())?)),
    })
}

/// Rows are exchanged with those that have the largest pivot, so a row has up to `l + u` elements behind its diagonal.
fn eliminate<E: Entry>(
    op: &'static str,
    (l, u): (usize, usize),
    ab: &Matrix<E>,
    mut b: Matrix<E>,
) -> Result<Matrix<E>> {
    let n = b.rows();
    let width = l + u + 1;
    // Row i from the column on where its first element may be that is not eliminated yet.
    let mut rows = Matrix::zeros(n, width);
    for i in 0..n {
        for j in i.saturating_sub(l)..(i + u + 1).min(n) {
            rows[i][j - i.saturating_sub(l)] = ab[u + i - j][j];
        }
    }
    for k in 0..n {
        // The rows below that begin at column k.
        let end = (k + l + 1).min(n);
        let pivot = (k..end).fold(k, |best, i| if rows[i][0].size() > rows[best][0].size() { i } else { best });
        if rows[pivot][0] == E::real(0.0) {
            return Err(Error::Singular { op, pivot: k });
        }
        if pivot != k {
            rows.swap_rows(k, pivot);
            b.swap_rows(k, pivot);
        }
        let (head, side) = (rows[k].to_vec(), b[k].to_vec());
        for i in k + 1..end {
            let factor = rows[i][0].over(head[0]);
            let row = &mut rows[i];
            for j in 1..width {
                row[j - 1] = row[j] - factor * head[j];
            }
            row[width - 1] = E::real(0.0);
            b[i].iter_mut().zip(&side).for_each(|(x, &y)| *x -= factor * y);
        }
    }
    for k in (0..n).rev() {
        for j in 1..width.min(n - k) {
            let (factor, known) = (rows[k][j], b[k + j].to_vec());
            b[k].iter_mut().zip(&known).for_each(|(x, &y)| *x -= factor * y);
        }
        let pivot = rows[k][0];
        b[k].iter_mut().for_each(|x| *x = x.over(pivot));
    }
    Ok(b)
}
