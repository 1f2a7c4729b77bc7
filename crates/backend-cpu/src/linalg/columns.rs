//! Columns of column-major matrices.

use crate::linalg::{Field, MatMut, MatRef, Workspace};
use num_traits::Float;

/// Columns of a panel, of at most `widest`, if a factorisation of so many rows and columns is to be done by panels whose
/// successors are factored while threads work on the others: enough columns for fast products, and enough panels for
/// the threads. It does not depend on their number, so neither does a result.
pub(super) fn panel_width(rows: usize, columns: usize, widest: usize, ws: Workspace<'_>) -> Option<usize> {
    const NARROWEST: usize = 64;
    let width = (columns / 10).next_multiple_of(32).clamp(NARROWEST, widest);
    // Of much taller matrices, the panels are most of the work.
    (ws.is_parallel() && columns >= 4 * NARROWEST && rows / 4 <= columns).then_some(width)
}

/// The columns in strips of `width`, for the threads.
pub(super) fn strips<T: Send>(mut a: MatMut<'_, T>, width: usize) -> Vec<MatMut<'_, T>> {
    let mut strips = Vec::with_capacity(a.cols().div_ceil(width));
    while a.cols() > 0 {
        let n = width.min(a.cols());
        let (strip, rest) = a.split_at_col(n);
        strips.push(strip);
        a = rest;
    }
    strips
}

/// A column of a column-major matrix.
#[inline(always)]
pub(super) fn column<T>(a: MatRef<'_, T>, j: usize) -> &[T] {
    a.t().row(j).expect("a column of a column-major matrix")
}

/// A column of a column-major matrix, to write.
#[inline(always)]
pub(super) fn column_mut<'a, T>(a: &'a mut MatMut<'_, T>, j: usize) -> &'a mut [T] {
    let (rows, (row_stride, col_stride)) = (a.rows(), a.strides());
    assert!(j < a.cols() && (row_stride == 1 || rows <= 1), "a column of a column-major matrix");
    // SAFETY: the column's elements follow each other, and the borrow is exclusive.
    unsafe { std::slice::from_raw_parts_mut(a.as_mut_ptr().wrapping_offset(j as isize * col_stride), rows) }
}

/// Brings values into the order that `before` tells, which the drivers do not quite keep among equal ones, and with them
/// the columns that belong to them.
pub(super) fn sort_with<R: Copy>(
    values: &mut [R],
    before: impl Fn(R, R) -> bool,
    mut swap_columns: impl FnMut(usize, usize),
) {
    if values.windows(2).all(|pair| !before(pair[1], pair[0])) {
        return;
    }
    for i in 0..values.len() {
        let first = (i + 1..values.len()).fold(i, |first, j| if before(values[j], values[first]) { j } else { first });
        if first != i {
            values.swap(i, first);
            swap_columns(i, first);
        }
    }
}

/// Exchanges two columns of a column-major matrix.
pub(super) fn swap<T>(a: &mut MatMut<'_, T>, i: usize, j: usize) {
    let (mut left, mut right) = a.rb_mut().split_at_col(i.max(j));
    column_mut(&mut left, i.min(j)).swap_with_slice(column_mut(&mut right, 0));
}

/// Divides a column by a number that is not smaller than its elements by much, if at all.
#[inline(always)]
pub(super) fn divide<T: Field>(column: &mut [T], mut divisor: T) {
    // The reciprocal of a subnormal number may overflow.
    let huge = T::R::min_positive_value().recip();
    if divisor.largest_part() < T::R::min_positive_value() {
        divisor = divisor.scale(huge);
        column.iter_mut().for_each(|x| *x = x.scale(huge));
    }
    let reciprocal = divisor.reciprocal();
    column.iter_mut().for_each(|x| *x = x.times(reciprocal));
}
