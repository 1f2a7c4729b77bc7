//! LU factorisation with partial pivoting, and what follows from it.

use crate::linalg::copy::{Buffer, copy};
use crate::linalg::lu_factor::lu_in_place;
use crate::linalg::triangular::check_diagonal;
use crate::linalg::{Field, MatMut, MatRef, Scalar, SolverError, Workspace};
use faer::dyn_stack::MemStack;
use faer::linalg::lu::partial_pivoting::inverse::{inverse, inverse_scratch};
use faer::linalg::triangular_solve::{solve_unit_lower_triangular_in_place, solve_upper_triangular_in_place};
use faer::perm::PermRef;
use num_traits::Float;

/// The factors of `a` in one matrix, as LAPACK's `getrf` gives them: `u` on and above the diagonal, `l` below it
/// without its ones; `pivots[i]` is the row, counted from zero, that was exchanged with row `i`.
pub fn lu_factor<T: Field>(
    a: MatRef<'_, T>,
    packed: MatMut<'_, T>,
    pivots: &mut [usize],
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    if packed.shape() != a.shape() || pivots.len() != a.rows().min(a.cols()) {
        return Err(SolverError::Shape);
    }
    let factors = factor(a, pivots, ws)?;
    copy(packed, factors.view(), ws);
    Ok(())
}

/// The factors with `a[permutation] = l u`: `l` of as many columns and `u` of as many rows as the smaller side of
/// `a`. SciPy's permutation matrix has its ones at `(permutation[i], i)`.
pub fn lu<T: Field>(
    a: MatRef<'_, T>,
    permutation: &mut [usize],
    mut l: MatMut<'_, T>,
    mut u: MatMut<'_, T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let (m, n) = a.shape();
    let k = m.min(n);
    if permutation.len() != m || l.shape() != (m, k) || u.shape() != (k, n) {
        return Err(SolverError::Shape);
    }
    let mut pivots = vec![0; k];
    let factors = factor(a, &mut pivots, ws)?;
    rows_after(&pivots, permutation);
    let factors = factors.view();
    copy(l.rb_mut(), factors.block((0, 0), (m, k)).expect("inside"), ws);
    copy(u.rb_mut(), factors.block((0, 0), (k, n)).expect("inside"), ws);
    for i in 0..k {
        // SAFETY: inside both matrices.
        unsafe {
            l.put(i, i, T::ONE);
            (i + 1..k).for_each(|j| l.put(i, j, T::ZERO));
            (0..i).for_each(|j| u.put(i, j, T::ZERO));
        }
    }
    Ok(())
}

/// `x` with `a x = b`, from what [`lu_factor`] gave for `a`.
pub fn lu_solve<T: Field>(
    packed: MatRef<'_, T>,
    pivots: &[usize],
    b: MatRef<'_, T>,
    x: MatMut<'_, T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let n = packed.rows();
    let fits = packed.cols() == n && pivots.len() == n && b.rows() == n && x.shape() == b.shape();
    if !fits || pivots.iter().any(|&p| p >= n) {
        return Err(SolverError::Shape);
    }
    check_diagonal(packed)?;
    substitute(packed, pivots, b, x, ws)
}

/// `x` with `a x = b`, one column for each of `b`.
pub fn solve<T: Field>(
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    x: MatMut<'_, T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let n = a.rows();
    if a.cols() != n || b.rows() != n || x.shape() != b.shape() {
        return Err(SolverError::Shape);
    }
    let mut pivots = vec![0; n];
    let factors = factor(a, &mut pivots, ws)?;
    check_diagonal(factors.view())?;
    substitute(factors.view(), &pivots, b, x, ws)
}

/// The inverse of `a`.
pub fn inv<T: Field>(a: MatRef<'_, T>, out: MatMut<'_, T>, ws: Workspace<'_>) -> Result<(), SolverError> {
    let n = a.rows();
    if a.cols() != n || out.shape() != (n, n) {
        return Err(SolverError::Shape);
    }
    let mut pivots = vec![0; n];
    let factors = factor(a, &mut pivots, ws)?;
    check_diagonal(factors.view())?;
    let (mut forward, mut backward) = (vec![0; n], vec![0; n]);
    rows_after(&pivots, &mut forward);
    for (i, &row) in forward.iter().enumerate() {
        backward[row] = i;
    }
    let permutation = PermRef::new_checked(&forward, &backward, n);
    let par = ws.par(n * n * n);
    let mut stack = ws.stack(inverse_scratch::<usize, T>(n, par))?;
    let mut result = ws.matrix(n, n)?;
    let (lu, stack) = (factors.faer(), MemStack::new(&mut stack));
    inverse(result.faer_mut(), lu, lu, permutation, par, stack);
    copy(out, result.view(), ws);
    Ok(())
}

/// The determinant.
pub fn det<T: Field>(a: MatRef<'_, T>, ws: Workspace<'_>) -> Result<T, SolverError> {
    let Factored { diagonal, odd } = factored_diagonal(a, ws)?;
    // Powers of two are kept apart, so that only the determinant itself can overflow.
    let two = T::R::ONE + T::R::ONE;
    let large = Float::powi(two, 32);
    let mut product = if odd { -T::ONE } else { T::ONE };
    let mut exponent = 0i64;
    let small = Float::recip(large);
    let mut normalize = |x: &mut T| {
        while x.largest_part() > large && x.is_finite() {
            *x = x.scale(small);
            exponent += 1;
        }
        while x.largest_part() < small && x.is_finite() && *x != T::ZERO {
            *x = x.scale(large);
            exponent -= 1;
        }
    };
    for mut x in diagonal {
        normalize(&mut x);
        product *= x;
        normalize(&mut product);
    }
    let factor = if exponent > 0 { large } else { small };
    // No more are needed to reach infinity or zero.
    for _ in 0..exponent.unsigned_abs().min(70) {
        product = product.scale(factor);
    }
    Ok(product)
}

/// The determinant's sign (or its phase, if complex) and the logarithm of its absolute value: zero and negative
/// infinity if the matrix is singular.
pub fn slogdet<T: Field>(a: MatRef<'_, T>, ws: Workspace<'_>) -> Result<(T, T::R), SolverError> {
    let Factored { diagonal, odd } = factored_diagonal(a, ws)?;
    if diagonal.contains(&T::ZERO) {
        return Ok((T::ZERO, <T::R as Float>::neg_infinity()));
    }
    let mut sign = if odd { -T::ONE } else { T::ONE };
    let mut log = T::R::ZERO;
    for &x in &diagonal {
        let magnitude = x.abs();
        sign *= x.over(magnitude);
        log += Float::ln(magnitude);
    }
    Ok((sign, log))
}

struct Factored<T> {
    diagonal: Vec<T>,
    /// Whether the rows were exchanged an odd number of times.
    odd: bool,
}

fn factored_diagonal<T: Field>(a: MatRef<'_, T>, ws: Workspace<'_>) -> Result<Factored<T>, SolverError> {
    let n = a.rows();
    if a.cols() != n {
        return Err(SolverError::Shape);
    }
    let mut pivots = vec![0; n];
    let factors = factor(a, &mut pivots, ws)?;
    let exchanged = pivots.iter().enumerate().filter(|&(i, &p)| i != p).count();
    Ok(Factored { diagonal: (0..n).filter_map(|i| factors.view().get(i, i)).collect(), odd: exchanged % 2 == 1 })
}

fn factor<T: Field>(a: MatRef<'_, T>, pivots: &mut [usize], ws: Workspace<'_>) -> Result<Buffer<T>, SolverError> {
    let mut factors = ws.matrix(a.rows(), a.cols())?;
    copy(factors.view_mut(), a, ws);
    lu_in_place(factors.faer_mut(), pivots, ws);
    Ok(factors)
}

/// Where the rows are after the exchanges: row `i` of the result is row `rows[i]` of the matrix.
fn rows_after(pivots: &[usize], rows: &mut [usize]) {
    rows.iter_mut().enumerate().for_each(|(i, row)| *row = i);
    for (i, &p) in pivots.iter().enumerate() {
        rows.swap(i, p);
    }
}

fn substitute<T: Field>(
    lu: MatRef<'_, T>,
    pivots: &[usize],
    b: MatRef<'_, T>,
    x: MatMut<'_, T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let (n, columns) = b.shape();
    let mut rows = vec![0; n];
    rows_after(pivots, &mut rows);
    let mut work = ws.matrix(n, columns)?;
    let mut rhs = work.view_mut();
    for (i, &row) in rows.iter().enumerate() {
        for j in 0..columns {
            // SAFETY: inside both matrices.
            unsafe { rhs.put(i, j, b.at(row, j)) };
        }
    }
    let par = ws.par((n * n).saturating_mul(columns));
    solve_unit_lower_triangular_in_place(lu.faer(), work.faer_mut(), par);
    solve_upper_triangular_in_place(lu.faer(), work.faer_mut(), par);
    copy(x, work.view(), ws);
    Ok(())
}
