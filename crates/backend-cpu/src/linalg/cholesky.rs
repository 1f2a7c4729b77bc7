//! Cholesky factorisation, by panels of columns: nearly all of its work is the square of each panel, which is taken from
//! the triangle behind it.

use crate::linalg::columns::{column, column_mut, divide, panel_width, strips};
use crate::linalg::copy::copy_lower;
use crate::linalg::product::{Conj, add_lower};
use crate::linalg::triangular::{Triangle, solve_in_place};
use crate::linalg::{Field, MatMut, MatRef, Scalar, SolverError, Workspace};
use crate::parallel::{enter, for_items};
use crate::simd::{Compiled, Kernel};
use num_traits::Float;

/// Columns of the widest panel.
const WIDEST: usize = 128;
/// Rows of a panel that a thread solves for at a time.
const STRIP: usize = 96;
/// Columns that are factored one by one.
const BASE: usize = 16;
/// Side of the blocks on the diagonal that are copied to the result whole.
const BLOCK: usize = 64;

/// The lower triangular `l` with `a = l l^H`, for a Hermitian positive definite `a` of which only the lower
/// triangle is used.
pub fn cholesky<T: Field>(a: MatRef<'_, T>, mut l: MatMut<'_, T>, ws: Workspace<'_>) -> Result<(), SolverError> {
    let n = a.rows();
    if a.cols() != n || l.shape() != (n, n) {
        return Err(SolverError::Shape);
    }
    let width = panel_width(n, n, WIDEST, ws).unwrap_or(n.max(1));
    let mut factor = ws.matrix::<T>(n, n)?;
    copy_lower(factor.view_mut(), a, width, None, ws);
    real_diagonal(factor.view_mut());
    let mut factored = || panels(factor.view_mut(), width, ws);
    // In the pool, so that its threads need not be woken for each panel.
    let factored = if width < n { enter(factored) } else { factored() };
    factored.map_err(|column| SolverError::NotPositiveDefinite { minor: column + 1 })?;
    copy_lower(l.rb_mut(), factor.view(), BLOCK, Some(T::ZERO), ws);
    real_diagonal(l.rb_mut());
    for i in 0..n {
        for j in i + 1..n.min((i / BLOCK + 1) * BLOCK) {
            // SAFETY: inside the matrix.
            unsafe { l.put(i, j, T::ZERO) };
        }
    }
    Ok(())
}

/// Sets the diagonal's imaginary parts to zero.
fn real_diagonal<T: Field>(mut a: MatMut<'_, T>) {
    for i in 0..a.rows() {
        // SAFETY: inside the matrix, whose diagonal was written.
        unsafe { a.put(i, i, T::from_real(a.rb().at(i, i).re())) };
    }
}

/// Factors the lower triangle in place, a panel of `width` columns after the other; the error is the column of a pivot
/// that is not positive. Every element of the blocks of this side along the diagonal must be initialised.
fn panels<T: Field>(a: MatMut<'_, T>, width: usize, ws: Workspace<'_>) -> Result<(), usize> {
    let (mut rest, mut start) = (a, 0);
    while rest.rows() > 0 {
        let n = width.min(rest.rows());
        let (mut top, _, mut bottom, mut trailing) = rest.split_at(n, n);
        recursive(top.rb_mut(), ws.sequential()).map_err(|column| start + column)?;
        solve_below(top.rb(), bottom.rb_mut(), ws);
        add_lower(trailing.rb_mut(), bottom.rb(), bottom.rb(), -T::ONE, ws);
        (rest, start) = (trailing, start + n);
    }
    Ok(())
}

/// Factors half of the columns after the other.
fn recursive<T: Field>(a: MatMut<'_, T>, ws: Workspace<'_>) -> Result<(), usize> {
    let n = a.rows();
    if n <= BASE {
        return T::Isa::run(Base(a));
    }
    let half = (n / 2).next_multiple_of(BASE);
    let (mut top, _, mut below, mut trailing) = a.split_at(half, half);
    recursive(top.rb_mut(), ws)?;
    solve_below(top.rb(), below.rb_mut(), ws);
    add_lower(trailing.rb_mut(), below.rb(), below.rb(), -T::ONE, ws);
    recursive(trailing, ws).map_err(|column| half + column)
}

/// `below = below top^-H`.
fn solve_below<T: Field>(top: MatRef<'_, T>, below: MatMut<'_, T>, ws: Workspace<'_>) {
    let solve = |_, rows: MatMut<'_, T>| solve_in_place(top, Triangle::default(), Conj::Yes, rows, ws.sequential());
    for_items(strips(below.t(), STRIP), if ws.is_parallel() { 1 } else { usize::MAX }, solve);
}

/// The factorisation of a few columns.
struct Base<'a, T>(MatMut<'a, T>);

impl<T: Field> Kernel for Base<'_, T> {
    type Output = Result<(), usize>;

    #[inline(always)]
    fn run<const FMA: bool>(self) -> Self::Output {
        let Self(mut a) = self;
        for j in 0..a.cols() {
            let (left, mut right) = a.rb_mut().split_at_col(j);
            let own = &mut column_mut(&mut right, 0)[j..];
            for k in 0..j {
                let before = &column(left.rb(), k)[j..];
                let factor = T::ZERO - before[0].conjugate();
                for (y, &x) in own.iter_mut().zip(before) {
                    *y = x.fma::<FMA>(factor, *y);
                }
            }
            let pivot = own[0].re();
            if Float::is_nan(pivot) || pivot <= T::R::ZERO {
                return Err(j);
            }
            let root = Float::sqrt(pivot);
            own[0] = T::from_real(root);
            divide(&mut own[1..], T::from_real(root));
        }
        Ok(())
    }
}
