//! Householder reduction of Hermitian matrices to tridiagonal ones, in panels: LAPACK's `sytrd` (Dongarra, Sorensen and
//! Hammarling 1989). The columns of a panel are reduced while the matrix after it stays as it was, so that a step only
//! reads it; it is updated once a panel, by a product.

use super::hermitian::{Combination, Products, multiply};
use crate::linalg::columns::{column, column_mut};
use crate::linalg::product::add_lower;
use crate::linalg::reflect::reflect_vector;
use crate::linalg::{Field, MatMut, MatRef, SolverError, Workspace};
use crate::simd::Compiled;

/// Columns of a panel.
const PANEL: usize = 32;

/// The factors of a panel: with `V` of the reflectors, the matrix becomes `A - V W^H - W V^H`.
struct Panel<'a, T> {
    /// `V`, then `W`.
    left: MatMut<'a, T>,
    /// `W`, then `V`.
    right: MatMut<'a, T>,
    /// How many columns each has.
    width: usize,
}

impl<T: Field> Panel<'_, T> {
    /// Rows `start..` of the first `count` columns of `V` and of `W`.
    fn factors(&self, start: usize, count: usize) -> [MatRef<'_, T>; 2] {
        let rows = self.left.rows() - start;
        [self.left.rb(), self.right.rb()].map(|factor| factor.submatrix(start, 0, rows, count))
    }

    /// Sets column `i` of `V`, from row `start` on.
    fn set_v(&mut self, i: usize, start: usize, v: &[T]) {
        column_mut(&mut self.left, i)[start..].copy_from_slice(v);
        column_mut(&mut self.right, self.width + i)[start..].copy_from_slice(v);
    }

    /// Sets column `i` of `W`, from row `start` on.
    fn set_w(&mut self, i: usize, start: usize, w: &[T]) {
        column_mut(&mut self.right, i)[start..].copy_from_slice(w);
        column_mut(&mut self.left, self.width + i)[start..].copy_from_slice(w);
    }
}

/// Reduces the lower triangle of `a`, column-major, to its diagonal and subdiagonal. Below stay the reflectors, whose
/// coefficients are written to `taus`.
pub fn tridiagonalize<T: Field>(mut a: MatMut<'_, T>, taus: &mut [T::R], ws: Workspace<'_>) -> Result<(), SolverError> {
    let (n, threads) = (a.rows(), ws.threads(usize::MAX));
    let (mut left, mut right) = (ws.matrix::<T>(n, 2 * PANEL)?, ws.matrix::<T>(n, 2 * PANEL)?);
    let mut panel = Panel { left: left.view_mut(), right: right.view_mut(), width: PANEL };
    let (mut v, mut y) = (ws.filled(n, T::ZERO)?, ws.filled(n * threads, T::ZERO)?);
    for start in (0..n).step_by(PANEL) {
        let end = n.min(start + PANEL);
        for (i, own_tau) in taus[start..end].iter_mut().enumerate() {
            let j = start + i;
            reduced_before(&mut a, j, &panel, i);
            if j + 1 == n {
                break;
            }
            let m = n - j - 1;
            let (head, tail) = column_mut(&mut a, j)[j + 1..].split_at_mut(1);
            let tau = reflect_vector(&mut head[0], tail).tau;
            *own_tau = tau;
            let v = &mut v[..m];
            v[0] = T::ONE;
            v[1..].copy_from_slice(&column(a.rb(), j)[j + 2..]);
            let y = multiply(a.rb().submatrix(j + 1, j + 1, m, m), v, &mut y[..m * threads], threads);
            let [vs, ws] = panel.factors(j + 1, i);
            for (factor, other) in [(vs, ws), (ws, vs)] {
                let mut products = [T::ZERO; PANEL];
                T::Isa::run(Products { columns: other, x: v, out: &mut products[..i] });
                T::Isa::run(Combination { out: y, columns: factor, factors: &products[..i] });
            }
            y.iter_mut().for_each(|y| *y = y.over(tau));
            let mut product = [T::ZERO];
            T::Isa::run(Products { columns: MatRef::of_columns(v, m, 1), x: y, out: &mut product });
            let shift = product[0].over(tau + tau);
            y.iter_mut().zip(&*v).for_each(|(y, &v)| *y -= shift.times(v));
            panel.set_v(i, j + 1, v);
            panel.set_w(i, j + 1, y);
        }
        if end == n {
            break;
        }
        let m = n - end;
        let [left, right] = panel.factors(end, 2 * PANEL);
        add_lower(a.rb_mut().submatrix(end, end, m, m), left, right, T::ZERO - T::ONE, ws);
    }
    Ok(())
}

/// Applies the first `i` reflectors of the panel to column `j`.
fn reduced_before<T: Field>(a: &mut MatMut<'_, T>, j: usize, panel: &Panel<'_, T>, i: usize) {
    let out = &mut column_mut(a, j)[j..];
    let [v, w] = panel.factors(j, i);
    for (factor, other) in [(v, w), (w, v)] {
        let mut factors = [T::ZERO; PANEL];
        factors[..i].iter_mut().enumerate().for_each(|(p, factor)| *factor = other[(0, p)].conjugate());
        T::Isa::run(Combination { out, columns: factor, factors: &factors[..i] });
    }
}
