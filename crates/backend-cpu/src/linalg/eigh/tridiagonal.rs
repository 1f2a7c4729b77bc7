//! Householder reduction of Hermitian matrices to tridiagonal ones, in panels: LAPACK's `sytrd` (Dongarra, Sorensen and
//! Hammarling 1989). The columns of a panel are reduced while the matrix after it stays as it was, so that a step only
//! reads it; it is updated once a panel, by a product.

use super::hermitian::{Combination, LANES, Parts, Products};
use crate::linalg::columns::column_mut;
use crate::linalg::product::add_lower;
use crate::linalg::reflect::reflect_vector;
use crate::linalg::{Field, MatMut, MatRef, Scalar, SolverError, Workspace};
use crate::parallel::{Crew, with_crew};
use crate::simd::Compiled;

/// Columns of a panel.
const PANEL: usize = 32;
/// Elements of a panel that are worth another thread's while.
const LEAST: usize = 4096;

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
    let (n, threads) = (a.rows(), ws.threads(usize::MAX).min(PANEL));
    let (mut left, mut right) = (ws.matrix::<T>(n, 2 * PANEL)?, ws.matrix::<T>(n, 2 * PANEL)?);
    let mut panel = Panel { left: left.view_mut(), right: right.view_mut(), width: PANEL };
    let (mut v, mut y) = (ws.filled(n, T::ZERO)?, ws.filled(n * threads, T::ZERO)?);
    for start in (0..n).step_by(PANEL) {
        let end = n.min(start + PANEL);
        let taus = &mut taus[start..end];
        with_crew(threads, |crew| {
            for (i, tau) in taus.iter_mut().enumerate() {
                let mut step = Step { a: a.rb_mut(), panel: &mut panel, j: start + i, i, threads };
                step.reduce_before(crew);
                if start + i + 1 < n {
                    *tau = step.reflect(&mut v, &mut y, crew);
                }
            }
        });
        if end == n {
            break;
        }
        let m = n - end;
        let [left, right] = panel.factors(end, 2 * PANEL);
        add_lower(a.rb_mut().submatrix(end, end, m, m), left, right, T::ZERO - T::ONE, ws);
    }
    Ok(())
}

/// The reduction of column `j`, which is column `i` of its panel.
struct Step<'s, 'a, T> {
    a: MatMut<'s, T>,
    panel: &'s mut Panel<'a, T>,
    j: usize,
    i: usize,
    threads: usize,
}

impl<T: Field> Step<'_, '_, T> {
    /// So many rows for each thread, of `rows` that take part in products with the panel's columns.
    fn chunk(&self, rows: usize) -> usize {
        let least = LEAST / (2 * self.i).max(1);
        rows.div_ceil(self.threads).next_multiple_of(LANES).max(least)
    }

    /// Applies the panel's reflectors before it to the column.
    fn reduce_before(&mut self, crew: &mut Crew<'_>) {
        let (i, j) = (self.i, self.j);
        let chunk = self.chunk(self.a.rows() - j);
        let [v, w] = self.panel.factors(j, i);
        let mut factors = [[T::ZERO; PANEL]; 2];
        for (factors, other) in factors.iter_mut().zip([w, v]) {
            factors[..i].iter_mut().enumerate().for_each(|(p, factor)| *factor = other[(0, p)].conjugate());
        }
        crew.step(column_mut(&mut self.a, j)[j..].chunks_mut(chunk), |k, out| {
            for (columns, factors) in [v, w].into_iter().zip(&factors) {
                let columns = columns.subrows(k * chunk, out.len());
                T::Isa::run(Combination { out, columns, factors: &factors[..i] });
            }
        });
    }

    /// Reflects the column, and sets those of the panel; returns the reflector's coefficient. `v` has room for the reflector and
    /// `y` for a product for each thread.
    fn reflect(&mut self, v: &mut [T], y: &mut [T], crew: &mut Crew<'_>) -> T::R {
        let (i, j, m) = (self.i, self.j, self.a.rows() - self.j - 1);
        let (head, tail) = column_mut(&mut self.a, j)[j + 1..].split_at_mut(1);
        let tau = reflect_vector(&mut head[0], tail).tau;
        let v = &mut v[..m];
        v[0] = T::ONE;
        v[1..].copy_from_slice(tail);
        let v = &*v;

        // A v, W^H v and V^H v, for the matrix as it was before the panel.
        let a = Parts::new(self.a.rb().submatrix(j + 1, j + 1, m, m), self.threads);
        let [vs, ws] = self.panel.factors(j + 1, i);
        let mut products = [[T::ZERO; PANEL]; 2];
        let [of_w, of_v] = &mut products;
        let share = i.div_ceil(a.count).max(1);
        let outs = of_w.chunks_mut(share).zip(of_v.chunks_mut(share));
        crew.step(y.chunks_exact_mut(m).zip(outs).take(a.count), |k, (y, outs)| {
            let columns = i.min(k * share)..i.min((k + 1) * share);
            for (out, factor) in [(outs.0, ws), (outs.1, vs)] {
                let x = factor.subcols(columns.start, columns.len());
                T::Isa::run(Products { columns: x, x: v, out: &mut out[..columns.len()] });
            }
            a.multiply(k, v, y);
        });

        // The product with the matrix as it is now: less V W^H v and W V^H v.
        let (y, others) = y.split_at_mut(m);
        let chunk = self.chunk(m);
        let mut sums = [T::ZERO; PANEL];
        crew.step(y.chunks_mut(chunk).zip(&mut sums), |k, (y, sum)| {
            let start = k * chunk;
            a.add(others, start, y);
            for (columns, products) in [vs, ws].into_iter().zip(&products) {
                let columns = columns.subrows(start, y.len());
                T::Isa::run(Combination { out: y, columns, factors: &products[..i] });
            }
            y.iter_mut().for_each(|y| *y = y.over(tau));
            let v = MatRef::of_columns(&v[start..start + y.len()], y.len(), 1);
            T::Isa::run(Products { columns: v, x: y, out: std::slice::from_mut(sum) });
        });
        let shift = sums.into_iter().fold(T::ZERO, Scalar::plus).over(tau + tau);
        y.iter_mut().zip(v).for_each(|(y, &v)| *y -= shift.times(v));
        self.panel.set_v(i, j + 1, v);
        self.panel.set_w(i, j + 1, y);
        tau
    }
}
