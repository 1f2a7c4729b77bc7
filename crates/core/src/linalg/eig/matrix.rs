//! Square matrices on the host, row by row.

use num_complex::ComplexFloat;
use std::ops::{AddAssign, Index, IndexMut, Mul, SubAssign};

/// An entry: `f64` or `Complex<f64>`.
pub(super) trait Entry:
    bytemuck::Pod + ComplexFloat<Real = f64> + Mul<f64, Output = Self> + AddAssign + SubAssign
{
    /// A real number.
    fn real(x: f64) -> Self;
}

impl Entry for f64 {
    fn real(x: f64) -> Self {
        x
    }
}

impl Entry for num_complex::Complex<f64> {
    fn real(x: f64) -> Self {
        x.into()
    }
}

/// A square matrix; an index is a row.
#[derive(Clone)]
pub(super) struct Matrix<E> {
    n: usize,
    entries: Vec<E>,
}

impl<E: Entry> Matrix<E> {
    /// Of these entries, `n` in each of `n` rows.
    pub fn new(n: usize, entries: Vec<E>) -> Self {
        debug_assert_eq!(entries.len(), n * n);
        Self { n, entries }
    }

    /// Ones on the diagonal.
    pub fn identity(n: usize) -> Self {
        let mut identity = Self::new(n, vec![E::zero(); n * n]);
        (0..n).for_each(|i| identity[i][i] = E::one());
        identity
    }

    /// Row by row.
    pub fn entries(&self) -> &[E] {
        &self.entries
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.n
    }

    /// The largest absolute value, of a real or an imaginary part.
    pub fn largest(&self) -> f64 {
        self.entries.iter().map(|x| x.re().abs().max(x.im().abs())).fold(0.0, f64::max)
    }

    /// Divides by a power of two, so that the largest part is near 1 and no product overflows or vanishes. The result is the
    /// power.
    pub fn scale_to_one(&mut self) -> f64 {
        let largest = self.largest();
        if largest == 0.0 {
            return 1.0;
        }
        // Of a subnormal number the reciprocal would be infinite.
        let scale = largest.log2().floor().clamp(-1020.0, 1020.0).exp2();
        self.entries.iter_mut().for_each(|x| *x = *x * (1.0 / scale));
        scale
    }

    /// Two rows, the first above the second.
    pub fn two_rows(&mut self, i: usize, j: usize) -> (&mut [E], &mut [E]) {
        let (above, below) = self.entries.split_at_mut(j * self.n);
        (&mut above[i * self.n..][..self.n], &mut below[..self.n])
    }

    /// Three rows that follow one another.
    pub fn three_rows(&mut self, i: usize) -> (&mut [E], &mut [E], &mut [E]) {
        let (first, rest) = self.entries[i * self.n..].split_at_mut(self.n);
        let (second, rest) = rest.split_at_mut(self.n);
        (first, second, &mut rest[..self.n])
    }

    /// Exchanges two rows.
    pub fn swap_rows(&mut self, i: usize, j: usize) {
        if i != j {
            let (above, below) = self.two_rows(i.min(j), i.max(j));
            above.swap_with_slice(below);
        }
    }

    /// Exchanges two columns.
    pub fn swap_columns(&mut self, i: usize, j: usize) {
        (0..self.n).for_each(|row| self[row].swap(i, j));
    }
}

impl<E> Index<usize> for Matrix<E> {
    type Output = [E];
    fn index(&self, row: usize) -> &[E] {
        &self.entries[row * self.n..][..self.n]
    }
}

impl<E> IndexMut<usize> for Matrix<E> {
    fn index_mut(&mut self, row: usize) -> &mut [E] {
        &mut self.entries[row * self.n..][..self.n]
    }
}

/// `y += factor x`.
pub(super) fn add_scaled<A: Copy, E: Entry + Mul<A, Output = E>>(y: &mut [E], factor: E, x: &[A]) {
    for (y, &x) in y.iter_mut().zip(x) {
        *y += factor * x;
    }
}

/// The sum of the products, in eight sums: a single one would wait for each addition.
pub(super) fn dot<A: Copy, E: Entry + Mul<A, Output = E>>(x: &[E], y: &[A]) -> E {
    let mut sums = [E::zero(); 8];
    let (x_parts, y_parts) = (x.chunks_exact(8), y.chunks_exact(8));
    let rest = x_parts.remainder().iter().zip(y_parts.remainder());
    let rest = rest.fold(E::zero(), |sum, (&x, &y)| sum + x * y);
    for (x, y) in x_parts.zip(y_parts) {
        for ((sum, &x), &y) in sums.iter_mut().zip(x).zip(y) {
            *sum += x * y;
        }
    }
    sums.iter().fold(rest, |sum, &part| sum + part)
}
