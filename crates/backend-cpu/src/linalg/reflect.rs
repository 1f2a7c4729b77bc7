//! Blocks of Householder reflections.

use crate::linalg::columns::{column, column_mut, divide};
use crate::linalg::product::{matmul, matmul_with_conj};
use crate::linalg::vector::dot_slices;
use crate::linalg::{Field, Scalar, Workspace};
use crate::simd::{Kernel, dispatch};
use faer::linalg::householder::upgrade_householder_factor;
use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::prelude::{Reborrow, ReborrowMut};
use faer::{Accum, Conj, MatMut, MatRef};
use num_traits::Float;

/// Columns that are reflected one by one.
const BASE: usize = 8;

/// Factors a column-major panel, not wider than tall: leaves `R` on and above the diagonal and the reflections' vectors
/// below it, and writes the upper triangular `t` for which `I - V t V^H` is their product.
/// `work` has the panel's columns, and twice as many rows.
pub(super) fn factor_panel<T: Field>(
    mut a: MatMut<'_, T>,
    mut t: MatMut<'_, T>,
    mut work: MatMut<'_, T>,
    ws: Workspace<'_>,
) {
    let n = a.ncols();
    if n <= BASE {
        dispatch(Base { a, t });
        return;
    }
    let half = (n / 2).next_multiple_of(BASE);
    let (mut left, mut right) = a.rb_mut().split_at_col_mut(half);
    let (top, bottom) = t.rb_mut().split_at_row_mut(half);
    let (mut t11, t12) = top.split_at_col_mut(half);
    let (mut t21, mut t22) = bottom.split_at_col_mut(half);
    factor_panel(left.rb_mut(), t11.rb_mut(), work.rb_mut(), ws);
    apply_block::<T, true>(left.rb(), t11.rb(), right.rb_mut(), work.rb_mut(), ws);
    let mut below = right.split_at_row_mut(half).1;
    factor_panel(below.rb_mut(), t22.rb_mut(), work.rb_mut(), ws);
    t21.fill(T::ZERO);

    // t12 = -t11 (V1^H V2) t22, where V2 starts below the first rows of V1.
    let v1 = left.rb().split_at_row(half).1;
    let (mut product, rest) = work.subcols_mut(0, n - half).split_at_row_mut(half);
    let mut scaled = rest.subrows_mut(0, half);
    adjoint_product(below.rb(), v1, product.rb_mut().transpose_mut(), ws);
    multiply(scaled.rb_mut(), (product.rb(), FULL, Conj::Yes), (t22.rb(), UPPER), T::ONE);
    multiply(t12, (t11.rb(), UPPER, Conj::No), (scaled.rb(), FULL), -T::ONE);
}

const FULL: BlockStructure = BlockStructure::Rectangular;
const UPPER: BlockStructure = BlockStructure::TriangularUpper;
const UNIT_LOWER: BlockStructure = BlockStructure::UnitTriangularLower;
const UNIT_UPPER: BlockStructure = BlockStructure::UnitTriangularUpper;

/// `dst = alpha op(lhs) rhs`, for small matrices.
fn multiply<T: Field>(
    dst: MatMut<'_, T>,
    (lhs, lhs_part, conj): (MatRef<'_, T>, BlockStructure, Conj),
    (rhs, rhs_part): (MatRef<'_, T>, BlockStructure),
    alpha: T,
) {
    triangular::matmul_with_conj(
        dst,
        FULL,
        Accum::Replace,
        lhs,
        lhs_part,
        conj,
        rhs,
        rhs_part,
        Conj::No,
        alpha,
        faer::Par::Seq,
    );
}

/// `dst = V^H a`, where `v` holds the vectors below its diagonal.
fn adjoint_product<T: Field>(v: MatRef<'_, T>, a: MatRef<'_, T>, mut dst: MatMut<'_, T>, ws: Workspace<'_>) {
    let n = v.ncols();
    let (v_top, v_rest) = v.split_at_row(n);
    let (a_top, a_rest) = a.split_at_row(n);
    multiply(dst.rb_mut(), (v_top.transpose(), UNIT_UPPER, Conj::Yes), (a_top, FULL), T::ONE);
    matmul_with_conj(dst, Accum::Add, (v_rest.transpose(), Conj::Yes), (a_rest, Conj::No), T::ONE, ws);
}

/// `a = (I - V t V^H) a`, or with the adjoint of `t`. `work` has at least the columns of `a`, and twice those of `v`
/// as rows.
pub(super) fn apply_block<T: Field, const ADJOINT: bool>(
    v: MatRef<'_, T>,
    t: MatRef<'_, T>,
    a: MatMut<'_, T>,
    work: MatMut<'_, T>,
    ws: Workspace<'_>,
) {
    let (n, columns) = (v.ncols(), a.ncols());
    if columns == 0 {
        return;
    }
    let (mut product, rest) = work.subcols_mut(0, columns).split_at_row_mut(n);
    let mut scaled = rest.subrows_mut(0, n);
    adjoint_product(v, a.rb(), product.rb_mut(), ws);
    let t = if ADJOINT { (t.transpose(), BlockStructure::TriangularLower, Conj::Yes) } else { (t, UPPER, Conj::No) };
    multiply(scaled.rb_mut(), t, (product.rb(), FULL), T::ONE);
    let (v_top, v_rest) = v.split_at_row(n);
    let (a_top, a_rest) = a.split_at_row_mut(n);
    triangular::matmul_with_conj(
        a_top,
        FULL,
        Accum::Add,
        v_top,
        UNIT_LOWER,
        Conj::No,
        scaled.rb(),
        FULL,
        Conj::No,
        -T::ONE,
        faer::Par::Seq,
    );
    matmul(a_rest, Accum::Add, v_rest, scaled.rb(), -T::ONE, ws);
}

/// Makes block factors, as the library applies them, of reflectors whose coefficients are in the first row.
pub(super) fn block_factors<T: Field>(reflectors: MatRef<'_, T>, mut blocks: MatMut<'_, T>, par: faer::Par) {
    let (n, size) = (blocks.ncols(), blocks.nrows());
    for j in (0..n).step_by(size) {
        let size = size.min(n - j);
        let mut block = blocks.rb_mut().submatrix_mut(0, j, size, size);
        for k in 0..size {
            block[(k, k)] = block[(0, k)];
        }
        let reflectors = reflectors.submatrix(j, j, reflectors.nrows() - j, size);
        upgrade_householder_factor(block, reflectors, size, 1, par);
    }
}

/// The factorisation of a few columns.
struct Base<'a, T> {
    a: MatMut<'a, T>,
    t: MatMut<'a, T>,
}

impl<T: Field> Kernel for Base<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let Self { mut a, mut t } = self;
        let n = a.ncols();
        for j in 0..n {
            let (left, mut right) = a.rb_mut().split_at_col_mut(j);
            let Some((head, tail)) = column_mut(&mut right, 0)[j..].split_first_mut() else {
                break;
            };
            let tau = reflection::<T, FMA>(head, tail);
            let (v, mut right) = right.split_at_col_mut(1);
            let v = &column(v.rb(), 0)[j + 1..];
            for k in 0..right.ncols() {
                let Some((head, tail)) = column_mut(&mut right, k)[j..].split_first_mut() else {
                    break;
                };
                let factor = -(tau.conj() * (*head + dot_slices::<T, FMA, true>(v, tail)));
                *head += factor;
                for (y, &x) in tail.iter_mut().zip(v) {
                    *y = x.fma::<FMA>(factor, *y);
                }
            }
            // Column j of t is -tau t (V^H v) above the diagonal.
            for i in 0..j {
                let u = &column(left.rb(), i)[j..];
                t[(i, j)] = u[0].conj() + dot_slices::<T, FMA, true>(&u[1..], v);
                t[(j, i)] = T::ZERO;
            }
            for i in 0..j {
                let sum = (i..j).fold(T::ZERO, |sum, k| sum + t[(i, k)] * t[(k, j)]);
                t[(i, j)] = -tau * sum;
            }
            t[(j, j)] = tau;
        }
    }
}

/// Replaces a vector by its reflection: `head` by the real number that it becomes, with the sign opposite to its real
/// part, and `tail` by the rest of the vector `v` of which the first element is one. Returns `tau`, with
/// `(I - tau v v^H)^H` the reflection.
#[inline(always)]
fn reflection<T: Field, const FMA: bool>(head: &mut T, tail: &mut [T]) -> T {
    let mut size = norm::<T, FMA>(tail);
    let mut unit = T::R::ONE;
    let least = T::R::min_positive_value();
    if Float::max(size, head.largest_part()) < least / T::R::epsilon() {
        // Subnormal numbers have few digits.
        unit = least;
        *head = head.scale(least.recip());
        tail.iter_mut().for_each(|x| *x = x.scale(least.recip()));
        size = norm::<T, FMA>(tail);
    }
    let alpha = *head;
    if size == T::R::ZERO && alpha.im() == T::R::ZERO {
        *head = alpha.scale(unit);
        return T::ZERO;
    }
    let length = Float::hypot(Float::hypot(alpha.re(), alpha.im()), size);
    let beta = -Float::copysign(length, alpha.re());
    let beta_t = T::from_real(beta);
    *head = beta_t.scale(unit);
    divide(tail, alpha - beta_t);
    (beta_t - alpha).over(beta)
}

/// The Euclidean norm, without overflow or underflow of the squares.
#[inline(always)]
fn norm<T: Field, const FMA: bool>(x: &[T]) -> T::R {
    let squares = dot_slices::<T, FMA, true>(x, x).re();
    let safe = T::R::min_positive_value() / T::R::epsilon();
    if Float::is_finite(squares) && squares > safe {
        return Float::sqrt(squares);
    }
    let max = x.iter().fold(T::R::ZERO, |max, x| Float::max(max, x.largest_part()));
    if max == T::R::ZERO || !Float::is_finite(max) || Float::is_nan(squares) {
        return squares + max;
    }
    let squares = x.iter().fold(T::R::ZERO, |sum, x| {
        let (re, im) = (x.re() / max, x.im() / max);
        sum + re * re + im * im
    });
    max * Float::sqrt(squares)
}
