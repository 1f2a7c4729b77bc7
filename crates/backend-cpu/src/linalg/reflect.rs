//! Blocks of Householder reflections.

use crate::linalg::columns::{column, column_mut, divide};
use crate::linalg::product::{Accum, Conj, matmul, matmul_with_conj, small_product};
use crate::linalg::triangular::{Triangle, solve_in_place, unit_lower_product};
use crate::linalg::vector::dot_slices;
use crate::linalg::{Field, MatMut, MatRef, Scalar, Workspace};
use crate::simd::{Compiled, Kernel};
use num_complex::ComplexFloat;
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
    let n = a.cols();
    if n <= BASE {
        T::Isa::run(Base { a, t });
        return;
    }
    let half = (n / 2).next_multiple_of(BASE);
    let (mut left, mut right) = a.rb_mut().split_at_col(half);
    let (top, bottom) = t.rb_mut().split_at_row(half);
    let (mut t11, t12) = top.split_at_col(half);
    let (mut t21, mut t22) = bottom.split_at_col(half);
    factor_panel(left.rb_mut(), t11.rb_mut(), work.rb_mut(), ws);
    apply_block::<T, true>(left.rb(), t11.rb(), right.rb_mut(), work.rb_mut(), ws);
    let mut below = right.split_at_row(half).1;
    factor_panel(below.rb_mut(), t22.rb_mut(), work.rb_mut(), ws);
    t21.fill(T::ZERO);

    // t12 = -t11 (V1^H V2) t22, where V2 starts below the first rows of V1.
    let v1 = left.rb().split_at_row(half).1;
    let (mut product, rest) = work.subcols(0, n - half).split_at_row(half);
    let mut scaled = rest.subrows(0, half);
    adjoint_product(below.rb(), v1, product.rb_mut().t(), ws);
    small_product(scaled.rb_mut(), Accum::Replace, (product.rb(), Conj::Yes), (t22.rb(), Conj::No), T::ONE);
    small_product(t12, Accum::Replace, (t11.rb(), Conj::No), (scaled.rb(), Conj::No), -T::ONE);
}

/// `dst = V^H a`, where `v` holds the vectors below its diagonal.
fn adjoint_product<T: Field>(v: MatRef<'_, T>, a: MatRef<'_, T>, mut dst: MatMut<'_, T>, ws: Workspace<'_>) {
    let n = v.cols();
    let (v_top, v_rest) = v.split_at_row(n);
    let (a_top, a_rest) = a.split_at_row(n);
    unit_lower_product(dst.rb_mut(), Accum::Replace, (v_top, true), a_top, T::ONE);
    matmul_with_conj(dst, Accum::Add, (v_rest.t(), Conj::Yes), (a_rest, Conj::No), T::ONE, ws);
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
    let (n, columns) = (v.cols(), a.cols());
    if columns == 0 {
        return;
    }
    let (mut product, rest) = work.subcols(0, columns).split_at_row(n);
    let mut scaled = rest.subrows(0, n);
    adjoint_product(v, a.rb(), product.rb_mut(), ws);
    let t = if ADJOINT { (t.t(), Conj::Yes) } else { (t, Conj::No) };
    small_product(scaled.rb_mut(), Accum::Replace, t, (product.rb(), Conj::No), T::ONE);
    let (v_top, v_rest) = v.split_at_row(n);
    let (a_top, a_rest) = a.split_at_row(n);
    unit_lower_product(a_top, Accum::Add, (v_top, false), scaled.rb(), -T::ONE);
    matmul(a_rest, Accum::Add, v_rest, scaled.rb(), -T::ONE, ws);
}

/// What a vector becomes by its reflection `I - v v^H / tau`, which is Hermitian.
pub(super) struct Reflected<R, T> {
    /// Infinite if nothing is reflected.
    pub tau: R,
    /// By what all elements but the first are multiplied to become `v`.
    pub scale: T,
}

/// Replaces a vector by its reflection: `head` by what it becomes, with the opposite of its phase, and `tail` by the rest
/// of the vector `v` of which the first element is one.
pub(super) fn reflect_vector<T: Field>(head: &mut T, tail: &mut [T]) -> Reflected<T::R, T> {
    T::Isa::run(ReflectVector { head, tail })
}

struct ReflectVector<'a, T> {
    head: &'a mut T,
    tail: &'a mut [T],
}

impl<T: Field> Kernel for ReflectVector<'_, T> {
    type Output = Reflected<T::R, T>;

    #[inline(always)]
    fn run<const FMA: bool>(self) -> Self::Output {
        let Self { head, tail } = self;
        let least = T::R::min_positive_value();
        let size = norm::<T, FMA>(tail);
        let mut first = Float::hypot(head.re(), head.im());
        if first < least {
            (*head, first) = (T::ZERO, T::R::ZERO);
        }
        if size < least {
            let infinity = T::R::infinity();
            return Reflected { tau: infinity, scale: T::from_real(infinity) };
        }
        let phase = if first == T::R::ZERO { T::ONE } else { head.over(first) };
        let turned = phase.scale(Float::hypot(first, size));
        let scale = head.plus(turned).reciprocal();
        tail.iter_mut().for_each(|x| *x = x.times(scale));
        *head = T::ZERO - turned;
        let ratio = size * ComplexFloat::abs(scale);
        let half = T::R::ONE / (T::R::ONE + T::R::ONE);
        Reflected { tau: half * (T::R::ONE + ratio * ratio), scale }
    }
}

/// The matrices `t` of blocks of reflections, side by side, for which `I - V t V^H` is the product of those of a block;
/// `taus` are the reflections' coefficients, infinite where nothing is reflected.
pub(super) fn block_factors<T: Field>(
    reflectors: MatRef<'_, T>,
    taus: &[T::R],
    mut blocks: MatMut<'_, T>,
    ws: Workspace<'_>,
) {
    let size = blocks.rows();
    for (i, taus) in taus.chunks(size).enumerate() {
        let (j, n) = (i * size, taus.len());
        let v = reflectors.submatrix(j, j, reflectors.rows() - j, n);
        let mut t = blocks.rb_mut().submatrix(0, j, n, n);
        // V^H V, whose part above the diagonal with `tau` on it is the inverse.
        let (v_top, v_rest) = v.split_at_row(n);
        let mut top = [T::ZERO; LARGEST * LARGEST];
        for (j, column) in top.chunks_exact_mut(n).take(n).enumerate() {
            column[j] = T::ONE;
            (j + 1..n).for_each(|i| column[i] = v_top[(i, j)]);
        }
        let top = MatRef::of_columns(&top, n, n);
        small_product(t.rb_mut(), Accum::Replace, (top.t(), Conj::Yes), (top, Conj::No), T::ONE);
        matmul_with_conj(t.rb_mut(), Accum::Add, (v_rest.t(), Conj::Yes), (v_rest, Conj::No), T::ONE, ws);
        let mut inverse = [T::ZERO; LARGEST * LARGEST];
        for (j, (column, &tau)) in inverse.chunks_exact_mut(n).zip(taus).enumerate() {
            // What is not reflected takes no part.
            let none = !Float::is_finite(tau);
            column[j] = if none { T::ONE } else { T::from_real(tau) };
            (0..j).filter(|&i| !none && Float::is_finite(taus[i])).for_each(|i| column[i] = t[(i, j)]);
        }
        t.fill(T::ZERO);
        t.fill_diagonal(T::ONE);
        let upper = Triangle { upper: true, unit: false };
        solve_in_place(MatRef::of_columns(&inverse, n, n), upper, Conj::No, t.rb_mut(), ws.sequential());
        for (j, _) in taus.iter().enumerate().filter(|(_, tau)| !Float::is_finite(**tau)) {
            t[(j, j)] = T::ZERO;
        }
    }
}

/// Reflections of a block, at most.
pub(super) const LARGEST: usize = 32;

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
        let n = a.cols();
        for j in 0..n {
            let (left, mut right) = a.rb_mut().split_at_col(j);
            let Some((head, tail)) = column_mut(&mut right, 0)[j..].split_first_mut() else {
                break;
            };
            let tau = reflection::<T, FMA>(head, tail);
            let (v, mut right) = right.split_at_col(1);
            let v = &column(v.rb(), 0)[j + 1..];
            for k in 0..right.cols() {
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
        *head = head.scale(Float::recip(least));
        tail.iter_mut().for_each(|x| *x = x.scale(Float::recip(least)));
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
