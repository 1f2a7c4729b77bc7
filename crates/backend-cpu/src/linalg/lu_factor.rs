//! LU factorisation with partial pivoting, nearly all of whose work is matrix products: panels of columns, each factored
//! recursively while other threads bring the columns behind it up to date ("look-ahead", as in PLASMA).

use crate::linalg::columns::{column, column_mut, divide, panel_width, strips};
use crate::linalg::product::{Accum, Conj, matmul};
use crate::linalg::triangular::{Triangle, solve_in_place};
use crate::linalg::{Field, MatMut, MatRef, Workspace};
use crate::parallel::{enter, for_items, join};
use crate::simd::{Compiled, Kernel};
use num_traits::Float;

/// Columns that are factored one by one.
const BASE: usize = 8;
/// Columns of the widest panel.
const WIDEST: usize = 256;

/// Factors a column-major matrix in place. `pivots[i]` is the row that was exchanged with row `i`. A zero pivot is
/// left where it is, as LAPACK does.
pub(super) fn lu_in_place<T: Field>(a: MatMut<'_, T>, pivots: &mut [usize], ws: Workspace<'_>) {
    let k = a.rows().min(a.cols());
    if let Some(width) = panel_width(a.rows(), k, WIDEST, ws) {
        // In the pool, so that its threads need not be woken for each panel.
        return enter(|| panels(a, pivots, width, ws.sequential()));
    }
    let (mut left, right) = a.split_at_col(k);
    recursive(left.rb_mut(), pivots, ws);
    update(left.rb(), pivots, right, ws);
}

/// Factors panels of `width` columns, and applies each to the columns behind it: to the next panel, which is then
/// factored, and at the same time to the others.
fn panels<T: Field>(a: MatMut<'_, T>, pivots: &mut [usize], width: usize, ws: Workspace<'_>) {
    let (mut panel, mut rest) = a.split_at_col(width);
    recursive(panel.rb_mut(), &mut pivots[..width], ws);
    let mut factored = Vec::with_capacity(pivots.len().div_ceil(width));
    for start in (0..pivots.len()).step_by(width) {
        let rows = panel.cols();
        let (own, later) = pivots[start..].split_at_mut(rows);
        let (mut next, mut others) = rest.split_at_col(width.min(later.len()));
        let (left, own, of_next) = (panel.rb(), &*own, &mut later[..next.cols()]);
        join(
            || {
                update(left, own, next.rb_mut(), ws);
                recursive(next.rb_mut().split_at_row(rows).1, of_next, ws);
            },
            || for_items(strips(others.rb_mut(), width), 1, |_, strip| update(left, own, strip, ws)),
        );
        factored.push(panel);
        (panel, rest) = (next.split_at_row(rows).1, others.split_at_row(rows).1);
    }
    for_items(factored, 1, |i, panel| {
        let mut below = panel.split_at_row(width.min(pivots.len() - i * width)).1;
        for later in pivots.chunks(width).skip(i + 1) {
            exchange(below.rb_mut(), later);
            below = below.split_at_row(later.len()).1;
        }
    });
    for (i, own) in pivots.chunks_mut(width).enumerate() {
        own.iter_mut().for_each(|p| *p += i * width);
    }
}

/// Factors a matrix that has no fewer rows than columns, half of the columns after the other.
fn recursive<T: Field>(mut a: MatMut<'_, T>, pivots: &mut [usize], ws: Workspace<'_>) {
    let n = a.cols();
    if n <= BASE {
        T::Isa::run(Base { a, pivots });
        return;
    }
    // Halves that are whole registers keep the products fast.
    let half = (n / 2).next_multiple_of(BASE);
    let (first, second) = pivots.split_at_mut(half);
    let (mut left, mut right) = a.rb_mut().split_at_col(half);
    recursive(left.rb_mut(), first, ws);
    update(left.rb(), first, right.rb_mut(), ws);
    recursive(right.split_at_row(half).1, second, ws);
    exchange(left.split_at_row(half).1, second);
    second.iter_mut().for_each(|p| *p += half);
}

/// What the columns `right` become when those left of them have been factored.
fn update<T: Field>(left: MatRef<'_, T>, pivots: &[usize], mut right: MatMut<'_, T>, ws: Workspace<'_>) {
    let k = left.cols();
    exchange(right.rb_mut(), pivots);
    let (top_left, bottom_left) = left.split_at_row(k);
    let (mut top, bottom) = right.split_at_row(k);
    solve_in_place(top_left, Triangle { upper: false, unit: true }, Conj::No, top.rb_mut(), ws);
    matmul(bottom, Accum::Add, bottom_left, top.rb(), -T::ONE, ws);
}

/// Exchanges row `i` with row `pivots[i]`, in order.
fn exchange<T: Field>(mut a: MatMut<'_, T>, pivots: &[usize]) {
    for j in 0..a.cols() {
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
        let n = a.cols();
        for j in 0..n {
            let pivot = largest(&column(a.rb(), j)[j..]) + j;
            pivots[j] = pivot;
            for k in 0..n {
                column_mut(&mut a, k).swap(j, pivot);
            }
            let (mut left, mut right) = a.rb_mut().split_at_col(j + 1);
            let Some((head, below)) = column_mut(&mut left, j)[j..].split_first_mut() else {
                continue;
            };
            if *head != T::ZERO {
                divide(below, *head);
            }
            for k in 0..right.cols() {
                let column = column_mut(&mut right, k);
                let factor = -column[j];
                for (y, &x) in column[j + 1..].iter_mut().zip(&*below) {
                    *y = x.fma::<FMA>(factor, *y);
                }
            }
        }
    }
}

/// Index of the first largest value, by the sum of the parts' absolute values; 0 if the first one is NaN.
#[inline(always)]
fn largest<T: Field>(x: &[T]) -> usize {
    /// As many as a few registers hold: a value waits for the one before it in its own place only.
    const PLACES: usize = 32;
    let size = |x: T| Float::abs(x.re()) + Float::abs(x.im());
    let larger = |max: T::R, size: T::R| if size > max { size } else { max };
    let Some(&first) = x.first() else { return 0 };
    let mut places = [size(first); PLACES];
    let (chunks, rest) = x.as_chunks::<PLACES>();
    for chunk in chunks {
        for (max, &x) in places.iter_mut().zip(chunk) {
            *max = larger(*max, size(x));
        }
    }
    let max = rest.iter().map(|&x| size(x)).chain(places).fold(size(first), larger);
    x.iter().position(|&x| size(x) == max).unwrap_or(0)
}
