//! Products with a Hermitian matrix of which the lower triangle is stored, and with a few vectors.

use crate::linalg::columns::column;
use crate::linalg::{Field, MatRef, Scalar};
use crate::simd::{Compiled, Kernel};

/// Elements side by side.
pub const LANES: usize = 8;
/// Columns that share a pass over the vectors.
const COLUMNS: usize = 4;
/// Matrices of fewer elements stay on one thread.
const SHARED: usize = 1 << 13;

/// A Hermitian matrix of which the lower triangle is stored, in parts for threads: columns with equal areas of the triangle.
pub struct Parts<'a, T> {
    pub a: MatRef<'a, T>,
    pub count: usize,
}

impl<'a, T: Field> Parts<'a, T> {
    pub fn new(a: MatRef<'a, T>, threads: usize) -> Self {
        Self { a, count: if a.rows() * a.rows() / 2 < SHARED { 1 } else { threads } }
    }

    /// The first column of a part.
    fn first(&self, part: usize) -> usize {
        let n = self.a.rows();
        match part == self.count {
            true => n,
            false => ((1.0 - (1.0 - part as f64 / self.count as f64).sqrt()) * n as f64) as usize / COLUMNS * COLUMNS,
        }
    }

    /// What a part adds to the product with `x`.
    pub fn multiply(&self, part: usize, x: &[T], y: &mut [T]) {
        let (from, to) = (self.first(part), self.first(part + 1));
        y[from..].fill(T::ZERO);
        T::Isa::run(Part { a: self.a, x, y, from, to });
    }

    /// Adds what the parts after the first have added, `others`, to rows of the product from row `start` on.
    pub fn add(&self, others: &[T], start: usize, y: &mut [T]) {
        for (k, other) in others.chunks_exact(self.a.rows()).take(self.count - 1).enumerate() {
            let from = self.first(k + 1).saturating_sub(start).min(y.len());
            let other = &other[start..start + y.len()];
            y[from..].iter_mut().zip(&other[from..]).for_each(|(y, &other)| *y = y.plus(other));
        }
    }
}

/// What some columns of the lower triangle, and their mirror images, add to a product.
struct Part<'a, T> {
    a: MatRef<'a, T>,
    x: &'a [T],
    y: &'a mut [T],
    from: usize,
    to: usize,
}

impl<T: Field> Kernel for Part<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let Self { a, x, y, from, to } = self;
        let several = (to - from) / COLUMNS * COLUMNS;
        for c in (from..from + several).step_by(COLUMNS) {
            columns::<T, FMA>(a, x, y, c);
        }
        for c in from + several..to {
            corner::<T, FMA>(a, x, y, c, x.len());
        }
    }
}

/// The first rows of column `c`, up to row `end`.
#[inline(always)]
fn corner<T: Field, const FMA: bool>(a: MatRef<'_, T>, x: &[T], y: &mut [T], c: usize, end: usize) {
    let column = column(a, c);
    y[c] = column[c].fma::<FMA>(x[c], y[c]);
    for r in c + 1..end {
        y[r] = column[r].fma::<FMA>(x[c], y[r]);
        y[c] = column[r].conjugate().fma::<FMA>(x[r], y[c]);
    }
}

/// Columns `c..c + COLUMNS`.
#[inline(always)]
fn columns<T: Field, const FMA: bool>(a: MatRef<'_, T>, x: &[T], y: &mut [T], c: usize) {
    let start = c + COLUMNS;
    (c..start).for_each(|c| corner::<T, FMA>(a, x, y, c, start));
    let below = [0, 1, 2, 3].map(|k| column(a, c + k)[start..].as_chunks::<LANES>());
    let [(a0, _), (a1, _), (a2, _), (a3, _)] = below;
    let factors: [T; COLUMNS] = [0, 1, 2, 3].map(|k| x[c + k]);
    let (before, y) = y.split_at_mut(start);
    let (x, x_tail) = x[start..].as_chunks::<LANES>();
    let (y, y_tail) = y.as_chunks_mut::<LANES>();
    let [mut s0, mut s1, mut s2, mut s3] = [[T::ZERO; LANES]; COLUMNS];
    for (((((x, y), a0), a1), a2), a3) in x.iter().zip(y).zip(a0).zip(a1).zip(a2).zip(a3) {
        let total = scaled::<T, FMA>(a0, factors[0], *y);
        let total = scaled::<T, FMA>(a1, factors[1], total);
        let total = scaled::<T, FMA>(a2, factors[2], total);
        *y = scaled::<T, FMA>(a3, factors[3], total);
        s0 = multiplied::<T, FMA>(a0, x, s0);
        s1 = multiplied::<T, FMA>(a1, x, s1);
        s2 = multiplied::<T, FMA>(a2, x, s2);
        s3 = multiplied::<T, FMA>(a3, x, s3);
    }
    let mut sums = [s0, s1, s2, s3];
    // Stored once side by side: otherwise the compiler arranges the loop for the additions below.
    std::hint::black_box(&mut sums);
    for (k, (_, tail)) in below.into_iter().enumerate() {
        let mut total = sums[k].into_iter().fold(T::ZERO, Scalar::plus);
        for ((&a, &x), y) in tail.iter().zip(x_tail).zip(&mut *y_tail) {
            *y = a.fma::<FMA>(factors[k], *y);
            total = a.conjugate().fma::<FMA>(x, total);
        }
        before[c + k] = before[c + k].plus(total);
    }
}

/// `sum + a factor`. A loop of its own, which the compiler makes one instruction.
#[inline(always)]
pub fn scaled<T: Field, const FMA: bool>(a: &[T; LANES], factor: T, mut sum: [T; LANES]) -> [T; LANES] {
    for l in 0..LANES {
        sum[l] = a[l].fma::<FMA>(factor, sum[l]);
    }
    sum
}

/// `sum + conj(a) x`, elementwise.
#[inline(always)]
pub fn multiplied<T: Field, const FMA: bool>(a: &[T; LANES], x: &[T; LANES], mut sum: [T; LANES]) -> [T; LANES] {
    for l in 0..LANES {
        sum[l] = a[l].conjugate().fma::<FMA>(x[l], sum[l]);
    }
    sum
}

/// `out -= columns factors`.
pub struct Combination<'a, T> {
    /// As long as the columns.
    pub out: &'a mut [T],
    /// Column-major.
    pub columns: MatRef<'a, T>,
    /// One for each column.
    pub factors: &'a [T],
}

impl<T: Field> Kernel for Combination<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let Self { out, columns, factors } = self;
        let minus = |x: T| T::ZERO - x;
        let (fours, rest) = factors.as_chunks::<COLUMNS>();
        for (p, four) in fours.iter().enumerate() {
            let [a, b, c, d] = [0, 1, 2, 3].map(|k| column(columns, p * COLUMNS + k));
            let [fa, fb, fc, fd] = four.map(minus);
            for ((((out, &a), &b), &c), &d) in out.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                *out = a.fma::<FMA>(fa, b.fma::<FMA>(fb, c.fma::<FMA>(fc, d.fma::<FMA>(fd, *out))));
            }
        }
        for (p, &factor) in rest.iter().enumerate() {
            let a = column(columns, fours.len() * COLUMNS + p);
            out.iter_mut().zip(a).for_each(|(out, &a)| *out = a.fma::<FMA>(minus(factor), *out));
        }
    }
}

/// `out = columns^H x`.
pub struct Products<'a, T> {
    /// Column-major.
    pub columns: MatRef<'a, T>,
    /// As long as the columns.
    pub x: &'a [T],
    /// One for each column.
    pub out: &'a mut [T],
}

impl<T: Field> Kernel for Products<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let (x, x_tail) = self.x.as_chunks::<{ 2 * LANES }>();
        for (p, out) in self.out.iter_mut().enumerate() {
            let (a, a_tail) = column(self.columns, p).as_chunks::<{ 2 * LANES }>();
            let mut sums = [T::ZERO; 2 * LANES];
            for (x, a) in x.iter().zip(a) {
                for l in 0..2 * LANES {
                    sums[l] = a[l].conjugate().fma::<FMA>(x[l], sums[l]);
                }
            }
            let total = sums.into_iter().fold(T::ZERO, Scalar::plus);
            *out = x_tail.iter().zip(a_tail).fold(total, |total, (&x, a)| a.conjugate().fma::<FMA>(x, total));
        }
    }
}
