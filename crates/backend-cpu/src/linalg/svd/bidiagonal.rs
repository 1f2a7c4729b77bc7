//! Householder reduction to upper bidiagonal matrices, in panels: LAPACK's `gebrd`. The columns and rows of a panel are
//! reduced while the matrix after it stays as it was, so that a step only reads it, and once: the product with the row's
//! reflector is taken in the same pass as the product with the column's (Howell et al. 2008), from the row before its
//! reflection.

use crate::linalg::columns::{column, column_mut};
use crate::linalg::eigh::hermitian::{Combination, LANES, Products, multiplied, scaled};
use crate::linalg::product::{Accum, Conj, matmul_with_conj};
use crate::linalg::reflect::{Reflected, reflect_vector};
use crate::linalg::{Field, MatMut, MatRef, Scalar, SolverError, Workspace};
use crate::parallel::for_items;
use crate::simd::{Compiled, Kernel};
use num_traits::Float;

/// Columns of a panel.
const PANEL: usize = 32;
/// Columns that share a pass over the vectors.
const COLUMNS: usize = 4;
/// Matrices of fewer elements stay on one thread.
const SHARED: usize = 1 << 15;

/// What the reduction leaves: with the reflectors `L` and `R`, the matrix is `L B R^H`.
pub struct Reduced<'a, T: Field> {
    /// The diagonal and the superdiagonal of `B`.
    pub diagonal: &'a mut [T],
    pub above: &'a mut [T],
    /// Below the diagonal, the reflectors of the rows, without the first row.
    pub right: MatMut<'a, T>,
    /// The reflectors' coefficients.
    pub left_taus: &'a mut [T::R],
    pub right_taus: &'a mut [T::R],
}

/// Reduces `a`, column-major and not wider than tall. Below its diagonal stay the reflectors of the columns.
pub fn bidiagonalize<T: Field>(
    mut a: MatMut<'_, T>,
    reduced: Reduced<'_, T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let Reduced { diagonal, above, mut right, left_taus, right_taus } = reduced;
    let ((m, n), threads) = (a.shape(), ws.threads(usize::MAX));
    // The matrix is now `a - p q^H`, of as many columns as there were reflections in the panel.
    let (mut p, mut q) = (ws.matrix::<T>(m, 2 * PANEL)?, ws.matrix::<T>(n, 2 * PANEL)?);
    let (mut p, mut q) = (p.view_mut(), q.view_mut());
    let (mut row, mut z) = (ws.filled(n, T::ZERO)?, ws.filled(2 * m * threads, T::ZERO)?);
    let mut turned = ws.filled(if T::IS_REAL { 0 } else { m }, T::ZERO)?;
    let negligible = T::R::min_positive_value() / (T::R::epsilon() * T::R::epsilon());
    for start in (0..n).step_by(PANEL) {
        let end = n.min(start + PANEL);
        p.rb_mut().subrows(start, m - start).fill(T::ZERO);
        q.rb_mut().subrows(start, n - start).fill(T::ZERO);
        for k in start..end {
            let i = 2 * (k - start);
            let mut factors = [T::ZERO; 2 * PANEL];
            conjugate_row(q.rb(), k, &mut factors[..i]);
            let columns = p.rb().submatrix(k, 0, m - k, i);
            T::Isa::run(Combination { out: &mut column_mut(&mut a, k)[k..], columns, factors: &factors[..i] });
            let (head, tail) = column_mut(&mut a, k)[k..].split_at_mut(1);
            let tau = reflect_vector(&mut head[0], tail).tau;
            diagonal[k] = head[0];
            left_taus[k] = tau;
            if k + 1 == n {
                break;
            }
            let v = &mut column_mut(&mut p, i)[k..];
            v[0] = T::ONE;
            v[1..].copy_from_slice(&column(a.rb(), k)[k + 1..]);

            // Where the columns are aligned.
            let first = k / LANES * LANES;
            let below = p.rb().submatrix(first, 0, m - first, i + 1);
            let (done, rest) = q.rb_mut().subrows(k + 1, n - k - 1).split_at_col(i);
            let mut rest = rest;
            let row = &mut row[..n - k - 1];
            let step = Reflection {
                a: a.rb().submatrix(first, k + 1, m - first, n - k - 1),
                p: below,
                q: done.rb(),
                k: k - first,
                tau,
            };
            let z = step.multiply(column_mut(&mut rest, 0), row, (&mut z, &mut turned), threads);

            // The reflection of the row.
            if row[1..].iter().all(|x| x.largest_part() <= negligible) {
                row[1..].fill(T::ZERO);
            }
            let (head, tail) = row.split_at_mut(1);
            let Reflected { tau, scale } = reflect_vector(&mut head[0], tail);
            let beta = head[0];
            above[k] = beta.conjugate();
            right_taus[k] = tau;
            column_mut(&mut right, k)[k + 2..].copy_from_slice(&row[1..]);
            row[0] = T::ONE;
            column_mut(&mut rest, 1).copy_from_slice(row);
            if !Float::is_finite(tau) {
                continue;
            }
            let mut products = [T::ZERO; 2 * PANEL];
            let columns = q.rb().submatrix(k + 1, 0, n - k - 1, i + 1);
            T::Isa::run(Products { columns, x: row, out: &mut products[..i + 1] });
            let (before, mut x) = p.rb_mut().subrows(k + 1, m - k - 1).split_at_col(i + 1);
            let x = column_mut(&mut x, 0);
            let scale = scale.over(tau);
            let corner = &column(a.rb(), k + 1)[k + 1..];
            for ((x, &z), &a) in x.iter_mut().zip(&z[k + 1 - first..]).zip(corner) {
                *x = (z - a.times(beta)).times(scale);
            }
            products[..i + 1].iter_mut().for_each(|x| *x = x.over(tau));
            T::Isa::run(Combination { out: x, columns: before.rb(), factors: &products[..i + 1] });
        }
        if end < n {
            let (p, q) = (p.rb().subrows(end, m - end), q.rb().subrows(end, n - end));
            let rest = a.rb_mut().submatrix(end, end, m - end, n - end);
            matmul_with_conj(rest, Accum::Add, (p, Conj::No), (q.t(), Conj::Yes), T::ZERO - T::ONE, ws);
        }
    }
    Ok(())
}

/// The first elements of a row, conjugated.
fn conjugate_row<T: Field>(a: MatRef<'_, T>, i: usize, out: &mut [T]) {
    out.iter_mut().enumerate().for_each(|(j, out)| *out = a[(i, j)].conjugate());
}

/// The reflection of a column, `I - v v^H / tau`, and the rows after it.
struct Reflection<'a, T: Field> {
    /// The columns after the reflected one, as before the panel.
    a: MatRef<'a, T>,
    /// The factors of the update by the panel; `v` is the last column of `p`.
    p: MatRef<'a, T>,
    q: MatRef<'a, T>,
    /// The row of the reflected column's diagonal element.
    k: usize,
    tau: T::R,
}

impl<T: Field> Reflection<'_, T> {
    /// With `A` the matrix as it is now, sets `y` to `A^H v / tau` and `row` to the adjoint of row `k` after the
    /// reflection, and returns the product of `a` and `row`; `work` has room for one for each thread.
    fn multiply<'w>(
        &self,
        y: &mut [T],
        row: &mut [T],
        (work, turned): (&'w mut [T], &mut [T]),
        threads: usize,
    ) -> &'w mut [T] {
        let (m, n) = self.a.shape();
        let i = self.q.cols();
        let mut factors = [[T::ZERO; 2 * PANEL]; 2];
        let [products, heads] = &mut factors;
        let v = column(self.p, i);
        T::Isa::run(Products { columns: self.p.subcols(0, i), x: v, out: &mut products[..i] });
        conjugate_row(self.p, self.k, &mut heads[..i]);
        let factors = [&products[..i], &heads[..i]];
        turned.iter_mut().zip(v).for_each(|(turned, &v)| *turned = T::ZERO - turn(v));
        let turned = &turned[..if T::IS_REAL { 0 } else { m }];
        let v = [T::parts(v), T::parts(turned)];
        let parts = if m * n < SHARED { 1 } else { threads };
        let width = n.div_ceil(parts).next_multiple_of(COLUMNS);
        let used = n.div_ceil(width);
        let work = &mut work[..2 * m * used];
        let part = |c: usize, ((y, row), z): ((&mut [T], &mut [T]), &mut [T])| {
            let start = c * width;
            let a = self.a.subcols(start, y.len());
            let q = self.q.subrows(start, y.len());
            z.fill(T::ZERO);
            let (z, other) = z.split_at_mut(m);
            let parts = [T::parts_mut(z), T::parts_mut(other)];
            T::Isa::run(Sweep { a, q, factors, v, y, row, z: parts, k: self.k, tau: self.tau });
            if !T::IS_REAL {
                z.iter_mut().zip(other).for_each(|(z, &mut other)| *z = z.plus(turn(other)));
            }
        };
        for_items(y.chunks_mut(width).zip(row.chunks_mut(width)).zip(work.chunks_exact_mut(2 * m)), 1, part);
        let (z, others) = work.split_at_mut(2 * m);
        for other in others.chunks_exact(2 * m) {
            z[..m].iter_mut().zip(other).for_each(|(z, &other)| *z = z.plus(other));
        }
        &mut z[..m]
    }
}

/// A complex number times the imaginary unit.
fn turn<T: Field>(x: T) -> T {
    T::from_parts(T::R::ZERO - x.im(), x.re())
}

/// A step for some of the columns. Complex ones are taken as real ones of twice the length.
struct Sweep<'a, T: Field> {
    a: MatRef<'a, T>,
    q: MatRef<'a, T>,
    /// `p^H v`, and the adjoint of row `k` of `p`.
    factors: [&'a [T]; 2],
    /// The products with them are the real and the imaginary part of that with `v`.
    v: [&'a [T::R]; 2],
    y: &'a mut [T],
    row: &'a mut [T],
    /// To these are added the products of `a` with the real and with the imaginary part of `row`.
    z: [&'a mut [T::R]; 2],
    k: usize,
    tau: T::R,
}

impl<T: Field> Kernel for Sweep<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let Self { a, q, factors: [products, heads], v, y, row, z: [z, z_imaginary], k, tau } = self;
        y.fill(T::ZERO);
        row.fill(T::ZERO);
        Combination { out: y, columns: q, factors: products }.run::<FMA>();
        Combination { out: row, columns: q, factors: heads }.run::<FMA>();
        let reciprocal = T::R::ONE / tau;
        let zeros = [T::R::ZERO; COLUMNS];
        // A few columns stay in the cache between the products.
        for start in (0..y.len()).step_by(COLUMNS) {
            let end = y.len().min(start + COLUMNS);
            // The last column stands for those after it, with no effect.
            let parts = [0, 1, 2, 3].map(|c| T::parts(column(a, (start + c).min(end - 1))));
            let re = adjoint_products::<T::R, FMA>(parts, v[0]);
            let im = if T::IS_REAL { zeros } else { adjoint_products::<T::R, FMA>(parts, v[1]) };
            let mut factors = [zeros; 2];
            for c in start..end {
                let l = c - start;
                y[c] = y[c].plus(T::from_parts(re[l], im[l])).scale(reciprocal);
                row[c] = row[c] + column(a, c)[k].conjugate() - y[c];
                (factors[0][l], factors[1][l]) = (row[c].re(), row[c].im());
            }
            add_products::<T::R, FMA>(parts, factors[0], z);
            if !T::IS_REAL {
                add_products::<T::R, FMA>(parts, factors[1], z_imaginary);
            }
        }
    }
}

/// The products of columns with a vector.
#[inline(always)]
fn adjoint_products<R: Field, const FMA: bool>(columns: [&[R]; COLUMNS], v: &[R]) -> [R; COLUMNS] {
    let (v, v_tail) = v.as_chunks::<LANES>();
    let [(a0, _), (a1, _), (a2, _), (a3, _)] = columns.map(|a| a.as_chunks::<LANES>());
    let [mut s0, mut s1, mut s2, mut s3] = [[R::ZERO; LANES]; COLUMNS];
    for ((((v, a0), a1), a2), a3) in v.iter().zip(a0).zip(a1).zip(a2).zip(a3) {
        s0 = multiplied::<R, FMA>(a0, v, s0);
        s1 = multiplied::<R, FMA>(a1, v, s1);
        s2 = multiplied::<R, FMA>(a2, v, s2);
        s3 = multiplied::<R, FMA>(a3, v, s3);
    }
    let mut sums = [s0, s1, s2, s3];
    // Stored once side by side: otherwise the compiler arranges the loop for the additions below.
    std::hint::black_box(&mut sums);
    let mut totals = sums.map(|sums| sums.into_iter().fold(R::ZERO, R::plus));
    for (total, column) in totals.iter_mut().zip(columns) {
        let tail = column.as_chunks::<LANES>().1;
        *total = tail.iter().zip(v_tail).fold(*total, |total, (a, &v)| a.fma::<FMA>(v, total));
    }
    totals
}

/// Adds the columns times the factors.
#[inline(always)]
fn add_products<R: Field, const FMA: bool>(columns: [&[R]; COLUMNS], factors: [R; COLUMNS], z: &mut [R]) {
    let (z, z_tail) = z.as_chunks_mut::<LANES>();
    let [(a0, _), (a1, _), (a2, _), (a3, _)] = columns.map(|a| a.as_chunks::<LANES>());
    for ((((z, a0), a1), a2), a3) in z.iter_mut().zip(a0).zip(a1).zip(a2).zip(a3) {
        let total = scaled::<R, FMA>(a0, factors[0], *z);
        let total = scaled::<R, FMA>(a1, factors[1], total);
        let total = scaled::<R, FMA>(a2, factors[2], total);
        *z = scaled::<R, FMA>(a3, factors[3], total);
    }
    for (column, factor) in columns.into_iter().zip(factors) {
        let tail = column.as_chunks::<LANES>().1;
        z_tail.iter_mut().zip(tail).for_each(|(z, a)| *z = a.fma::<FMA>(factor, *z));
    }
}
