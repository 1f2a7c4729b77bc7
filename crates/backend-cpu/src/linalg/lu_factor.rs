//! Recursive LU factorisation: nearly all of its work is matrix products.

use crate::linalg::columns::{column, column_mut, divide};
use crate::linalg::{Field, Workspace};
use crate::simd::{Kernel, dispatch};
use faer::linalg::matmul::matmul;
use faer::linalg::triangular_solve::solve_unit_lower_triangular_in_place;
use faer::prelude::{Reborrow, ReborrowMut};
use faer::{Accum, MatMut};
use num_traits::Float;

/// Columns that are factored one by one.
const BASE: usize = 8;

/// Factors a column-major matrix in place. `pivots[i]` is the row that was exchanged with row `i`. A zero pivot is
/// left where it is, as LAPACK does.
pub(super) fn lu_in_place<T: Field>(mut a: MatMut<'_, T>, pivots: &mut [usize], ws: Workspace<'_>) {
    let (m, n) = a.shape();
    let k = m.min(n);
    tall(a.rb_mut().subcols_mut(0, k), pivots, ws);
    if n > m {
        let (left, mut right) = a.split_at_col_mut(k);
        exchange(right.rb_mut(), pivots);
        solve_unit_lower_triangular_in_place(left.rb(), right, ws.par(m * m * (n - m) / 2));
    }
}

fn tall<T: Field>(mut a: MatMut<'_, T>, pivots: &mut [usize], ws: Workspace<'_>) {
    let (m, n) = a.shape();
    if n <= BASE {
        dispatch(Base { a, pivots });
        return;
    }
    // Halves that are whole registers keep the products fast.
    let half = (n / 2).next_multiple_of(BASE);
    let (first, second) = pivots.split_at_mut(half);
    let (mut left, mut right) = a.rb_mut().split_at_col_mut(half);
    tall(left.rb_mut(), first, ws);
    exchange(right.rb_mut(), first);
    let (top_left, bottom_left) = left.rb().split_at_row(half);
    let (mut top, mut bottom) = right.split_at_row_mut(half);
    let par = ws.par(half * half * (n - half) / 2);
    solve_unit_lower_triangular_in_place(top_left, top.rb_mut(), par);
    let par = ws.par((m - half) * half * (n - half));
    matmul(bottom.rb_mut(), Accum::Add, bottom_left, top.rb(), -T::ONE, par);
    tall(bottom, second, ws);
    exchange(left.split_at_row_mut(half).1, second);
    second.iter_mut().for_each(|p| *p += half);
}

/// Exchanges row `i` with row `pivots[i]`, in order.
fn exchange<T: Field>(mut a: MatMut<'_, T>, pivots: &[usize]) {
    for j in 0..a.ncols() {
        let column = column_mut(&mut a, j);
        for (i, &p) in pivots.iter().enumerate() {
            column.swap(i, p);
        }
    }
}

/// The factorisation of a few columns.
struct Base<'a, T> {
    a: MatMut<'a, T>,
    pivots: &'a mut [usize],
}

impl<T: Field> Kernel for Base<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let Self { mut a, pivots } = self;
        let n = a.ncols();
        for j in 0..n {
            let pivot = largest(&column(a.rb(), j)[j..]) + j;
            pivots[j] = pivot;
            for k in 0..n {
                column_mut(&mut a, k).swap(j, pivot);
            }
            let (mut left, mut right) = a.rb_mut().split_at_col_mut(j + 1);
            let Some((head, below)) = column_mut(&mut left, j)[j..].split_first_mut() else {
                continue;
            };
            if *head != T::ZERO {
                divide(below, *head);
            }
            for k in 0..right.ncols() {
                let column = column_mut(&mut right, k);
                let factor = -column[j];
                for (y, &x) in column[j + 1..].iter_mut().zip(&*below) {
                    *y = x.fma::<FMA>(factor, *y);
                }
            }
        }
    }
}

/// Index of the first largest value, by the sum of the parts' absolute values.
#[inline(always)]
fn largest<T: Field>(x: &[T]) -> usize {
    let size = |x: T| Float::abs(x.re()) + Float::abs(x.im());
    let mut best = 0;
    let mut max = x.first().map_or(T::R::nan(), |&x| size(x));
    for (i, &x) in x.iter().enumerate().skip(1) {
        let size = size(x);
        if size > max {
            (best, max) = (i, size);
        }
    }
    best
}
