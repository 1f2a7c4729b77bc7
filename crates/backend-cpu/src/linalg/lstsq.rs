//! Least squares.

use crate::linalg::copy::copy;
use crate::linalg::svd::svd;
use crate::linalg::{Field, MatMut, MatRef, Scalar, SolverError, Workspace, gemm};
use num_traits::Float;

/// What least squares tell besides the solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit<R> {
    /// How many singular values count.
    pub rank: usize,
    /// The sum of squared residuals for each right-hand side, if there are more equations than unknowns and the
    /// matrix has full rank; else empty.
    pub residuals: Vec<R>,
}

/// The `x` of least norm of those that minimise the norm of `a x - b`, for each column of `b`.
///
/// Singular values up to `rcond` times the largest count as zero; without `rcond`, up to the precision times the larger
/// side of `a`. They are written to `s`, descending.
pub fn lstsq<T: Field>(
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    rcond: Option<T::R>,
    mut x: MatMut<'_, T>,
    s: &mut [T::R],
    ws: Workspace<'_>,
) -> Result<Fit<T::R>, SolverError> {
    let ((m, n), columns) = (a.shape(), b.cols());
    let k = m.min(n);
    if b.rows() != m || x.shape() != (n, columns) || s.len() != k {
        return Err(SolverError::Shape);
    }
    let (mut u, mut vt) = (ws.matrix::<T>(m, k)?, ws.matrix::<T>(k, n)?);
    svd(a, Some(u.view_mut()), s, Some(vt.view_mut()), ws)?;
    let epsilon = T::R::epsilon();
    let sides = (0..m.max(n)).fold(T::R::ZERO, |count, _| count + T::R::ONE);
    // LAPACK takes a negative limit for the precision.
    let limit = rcond.map_or(epsilon * sides, |r| if r < T::R::ZERO { epsilon } else { r });
    let rank = s.iter().take_while(|&&x| x > limit * s[0]).count();

    // x = V (U^H b / s), where the conjugates are formed in place.
    let (mut u, mut vt) = (u.view_mut(), vt.view_mut());
    conjugate(&mut u);
    conjugate(&mut vt);
    let mut coefficients = ws.matrix::<T>(rank, columns)?;
    let u = u.rb().block((0, 0), (m, rank)).expect("rank is at most k");
    gemm(T::ONE, u.t(), b, T::ZERO, coefficients.view_mut(), ws)?;
    let mut scaled = coefficients.view_mut();
    for (i, &s) in s[..rank].iter().enumerate() {
        for j in 0..columns {
            // SAFETY: inside the matrix, which was written.
            unsafe { scaled.put(i, j, scaled.rb().at(i, j).over(s)) };
        }
    }
    let vt = vt.rb().block((0, 0), (rank, n)).expect("rank is at most k");
    gemm(T::ONE, vt.t(), scaled.rb(), T::ZERO, x.rb_mut(), ws)?;

    if rank < n || m <= n {
        return Ok(Fit { rank, residuals: Vec::new() });
    }
    let mut difference = ws.matrix::<T>(m, columns)?;
    let mut difference = difference.view_mut();
    copy(difference.rb_mut(), b, ws);
    gemm(-T::ONE, a, x.rb(), T::ONE, difference.rb_mut(), ws)?;
    let residuals = (0..columns).map(|j| {
        (0..m).fold(T::R::ZERO, |sum, i| {
            // SAFETY: inside the matrix, which was written.
            let x = unsafe { difference.rb().at(i, j) };
            sum + x.re() * x.re() + x.im() * x.im()
        })
    });
    Ok(Fit { rank, residuals: residuals.collect() })
}

fn conjugate<T: Field>(a: &mut MatMut<'_, T>) {
    for j in 0..a.cols() {
        for i in 0..a.rows() {
            // SAFETY: inside the matrix, whose elements were written.
            unsafe { a.put(i, j, a.rb().at(i, j).conjugate()) };
        }
    }
}
