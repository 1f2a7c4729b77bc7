//! Triangular systems.

use crate::linalg::columns::{divide, strips};
use crate::linalg::copy::copy;
use crate::linalg::product::{Accum, Conj, matmul_with_conj, small_product};
use crate::linalg::{Field, MatMut, MatRef, SolverError, Workspace};
use crate::parallel::for_items;
use crate::simd::{Compiled, Kernel};

/// Which part of a matrix a triangular system uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Triangle {
    /// The upper triangle, not the lower one.
    pub upper: bool,
    /// The diagonal is taken to be ones, and not read.
    pub unit: bool,
}

/// `x` with `a x = b`, for the triangle of `a` that `triangle` names. The rest of `a` is not used.
pub fn solve_triangular<T: Field>(
    a: MatRef<'_, T>,
    triangle: Triangle,
    b: MatRef<'_, T>,
    mut x: MatMut<'_, T>,
    ws: Workspace<'_>,
) -> Result<(), SolverError> {
    let n = a.rows();
    if a.cols() != n || b.rows() != n || x.shape() != b.shape() {
        return Err(SolverError::Shape);
    }
    if !triangle.unit {
        check_diagonal(a)?;
    }
    copy(x.rb_mut(), b, ws);
    solve_in_place(a, triangle, Conj::No, x, ws);
    Ok(())
}

/// Columns that a thread solves for at a time.
const STRIP: usize = 128;
/// Unknowns that are found one by one.
const BASE: usize = 16;
/// Right-hand sides that are solved for side by side.
const LANES: usize = 32;

/// Replaces `x` by the solution of `a y = x`, for a triangle of `a` or of its complex conjugate.
pub(super) fn solve_in_place<T: Field>(
    a: MatRef<'_, T>,
    triangle: Triangle,
    conj: Conj,
    x: MatMut<'_, T>,
    ws: Workspace<'_>,
) {
    let (n, columns) = x.shape();
    let threads = ws.threads((n * n).saturating_mul(columns) / 2);
    if threads > 1 && columns >= 2 * STRIP {
        for_items(strips(x, STRIP), 1, |_, strip| recursive(a, triangle, conj, strip, ws.sequential()));
    } else {
        recursive(a, triangle, conj, x, ws);
    }
}

/// The unknowns in halves, so that most of the work is products.
fn recursive<T: Field>(a: MatRef<'_, T>, triangle: Triangle, conj: Conj, x: MatMut<'_, T>, ws: Workspace<'_>) {
    let n = x.rows();
    if n <= BASE {
        return T::Isa::run(Base { a, triangle, conj, x });
    }
    // Halves that are whole blocks keep the products fast.
    let half = (n / 2).next_multiple_of(BASE);
    let (mut top, mut bottom) = x.split_at_row(half);
    let (a11, a22) = (a.submatrix(0, 0, half, half), a.submatrix(half, half, n - half, n - half));
    if triangle.upper {
        let right = a.submatrix(0, half, half, n - half);
        recursive(a22, triangle, conj, bottom.rb_mut(), ws);
        matmul_with_conj(top.rb_mut(), Accum::Add, (right, conj), (bottom.rb(), Conj::No), -T::ONE, ws);
        recursive(a11, triangle, conj, top, ws);
    } else {
        let below = a.submatrix(half, 0, n - half, half);
        recursive(a11, triangle, conj, top.rb_mut(), ws);
        matmul_with_conj(bottom.rb_mut(), Accum::Add, (below, conj), (top.rb(), Conj::No), -T::ONE, ws);
        recursive(a22, triangle, conj, bottom, ws);
    }
}

/// The solution for a few unknowns.
struct Base<'a, T> {
    a: MatRef<'a, T>,
    triangle: Triangle,
    conj: Conj,
    x: MatMut<'a, T>,
}

impl<T: Field> Kernel for Base<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let Self { a, triangle, conj, mut x } = self;
        let (n, columns) = x.shape();
        // The triangle in the order of elimination.
        let mut own = [[T::ZERO; BASE]; BASE];
        let place = |i: usize| if triangle.upper { n - 1 - i } else { i };
        for i in 0..n {
            for k in 0..=i {
                let value = a[(place(i), place(k))];
                own[i][k] = if conj == Conj::Yes { value.conjugate() } else { value };
            }
        }
        for start in (0..columns).step_by(LANES) {
            let width = LANES.min(columns - start);
            let mut rows = [[T::ZERO; LANES]; BASE];
            for (i, row) in rows.iter_mut().enumerate().take(n) {
                for (j, value) in row.iter_mut().enumerate().take(width) {
                    // SAFETY: the indices are inside the matrix.
                    *value = unsafe { x.rb().at(place(i), start + j) };
                }
            }
            for (i, own) in own.iter().enumerate().take(n) {
                let (done, rest) = rows.split_at_mut(i);
                let row = &mut rest[0];
                for (done, &factor) in done.iter().zip(own) {
                    let factor = T::ZERO - factor;
                    for (y, &x) in row.iter_mut().zip(done) {
                        *y = x.fma::<FMA>(factor, *y);
                    }
                }
                if !triangle.unit {
                    divide(row, own[i]);
                }
            }
            for (i, row) in rows.iter().enumerate().take(n) {
                for (j, &value) in row.iter().enumerate().take(width) {
                    // SAFETY: as above.
                    unsafe { x.put(place(i), start + j, value) };
                }
            }
        }
    }
}

/// `c = alpha op(l) b`, or that added to `c`, for the lower triangle of `l` with ones on its diagonal; `op` is the
/// identity, or the adjoint.
pub(super) fn unit_lower_product<T: Field>(
    mut c: MatMut<'_, T>,
    accum: Accum,
    (l, adjoint): (MatRef<'_, T>, bool),
    b: MatRef<'_, T>,
    alpha: T,
) {
    let n = l.rows();
    if n <= BASE {
        let mut own = [T::ZERO; BASE * BASE];
        for j in 0..n {
            own[j * n + j] = T::ONE;
            for i in j + 1..n {
                let (at, value) = if adjoint { (i * n + j, l[(i, j)].conjugate()) } else { (j * n + i, l[(i, j)]) };
                own[at] = value;
            }
        }
        return small_product(c, accum, (MatRef::of_columns(&own, n, n), Conj::No), (b, Conj::No), alpha);
    }
    let half = (n / 2).next_multiple_of(BASE);
    let (l11, l22) = (l.submatrix(0, 0, half, half), l.submatrix(half, half, n - half, n - half));
    let below = l.submatrix(half, 0, n - half, half);
    let (b1, b2) = b.split_at_row(half);
    let (mut top, mut bottom) = c.rb_mut().split_at_row(half);
    unit_lower_product(top.rb_mut(), accum, (l11, adjoint), b1, alpha);
    unit_lower_product(bottom.rb_mut(), accum, (l22, adjoint), b2, alpha);
    if adjoint {
        small_product(top, Accum::Add, (below.t(), Conj::Yes), (b2, Conj::No), alpha);
    } else {
        small_product(bottom, Accum::Add, (below, Conj::No), (b1, Conj::No), alpha);
    }
}

/// An error if an element of the diagonal is zero.
pub(super) fn check_diagonal<T: Field>(a: MatRef<'_, T>) -> Result<(), SolverError> {
    match (0..a.rows().min(a.cols())).find(|&i| a.get(i, i) == Some(T::ZERO)) {
        Some(pivot) => Err(SolverError::Singular { pivot }),
        None => Ok(()),
    }
}
