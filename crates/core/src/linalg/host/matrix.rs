//! Matrices of entries, row by row.

use super::{C, Entry};
use crate::backend::{HostMatrix, HostRows};
use std::ops::{Index, IndexMut, Range};

/// A matrix; an index is a row.
#[derive(Clone, Debug)]
pub struct Matrix<E> {
    rows: usize,
    columns: usize,
    entries: Vec<E>,
}

impl<E: Entry> Matrix<E> {
    /// Of these entries, row by row.
    pub fn new(rows: usize, columns: usize, entries: Vec<E>) -> Self {
        debug_assert_eq!(entries.len(), rows * columns);
        Self { rows, columns, entries }
    }

    /// Of the value of a function at each place.
    pub fn from_fn(rows: usize, columns: usize, f: impl Fn(usize, usize) -> E) -> Self {
        let mut entries = Vec::with_capacity(rows * columns);
        for i in 0..rows {
            entries.extend((0..columns).map(|j| f(i, j)));
        }
        Self { rows, columns, entries }
    }

    /// Zeros.
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Self { rows, columns, entries: vec![E::real(0.0); rows * columns] }
    }

    /// Ones on the diagonal.
    pub fn identity(n: usize) -> Self {
        let mut identity = Self::zeros(n, n);
        (0..n).for_each(|i| identity[i][i] = E::real(1.0));
        identity
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The entries, row by row.
    pub fn entries(&self) -> &[E] {
        &self.entries
    }

    /// The entries, row by row.
    pub fn into_entries(self) -> Vec<E> {
        self.entries
    }

    /// The entries, row by row, to write.
    pub fn entries_mut(&mut self) -> &mut [E] {
        &mut self.entries
    }

    /// Some rows and columns, as an operand of products.
    pub fn part(&self, rows: Range<usize>, columns: Range<usize>) -> HostMatrix<'_, E> {
        let shape = [rows.len(), columns.len()];
        let first = if shape.contains(&0) { 0 } else { rows.start * self.columns + columns.start };
        HostMatrix::new(&self.entries[first..], shape, [self.columns, 1])
    }

    /// Everything, as an operand of products.
    pub fn all(&self) -> HostMatrix<'_, E> {
        self.part(0..self.rows, 0..self.columns)
    }

    /// Some rows and columns, as the result of a product.
    pub fn rows_mut(&mut self, rows: Range<usize>, columns: Range<usize>) -> HostRows<'_, E> {
        let shape = [rows.len(), columns.len()];
        let first = if shape.contains(&0) { 0 } else { rows.start * self.columns + columns.start };
        HostRows::new(&mut self.entries[first..], shape, self.columns)
    }

    /// Everything, as the result of a product.
    pub fn all_mut(&mut self) -> HostRows<'_, E> {
        self.rows_mut(0..self.rows, 0..self.columns)
    }

    /// Some rows and columns, as a matrix of their own.
    pub fn copy_of(&self, rows: Range<usize>, columns: Range<usize>) -> Self {
        let shape = (rows.len(), columns.len());
        let mut entries = Vec::with_capacity(shape.0 * shape.1);
        rows.for_each(|i| entries.extend_from_slice(&self[i][columns.clone()]));
        Self { rows: shape.0, columns: shape.1, entries }
    }

    /// A function of each entry.
    pub fn map<T: Entry>(&self, f: impl Fn(E) -> T) -> Matrix<T> {
        Matrix { rows: self.rows, columns: self.columns, entries: self.entries.iter().map(|&x| f(x)).collect() }
    }

    /// The conjugate transpose.
    pub fn adjoint(&self) -> Self {
        Self::from_fn(self.columns, self.rows, |i, j| self[j][i].conj())
    }

    /// As complex numbers.
    pub fn complex(&self) -> Matrix<C> {
        self.map(E::complex)
    }

    /// The product.
    pub fn times(&self, other: &Self) -> Self {
        let mut product = Self::zeros(self.rows, other.columns);
        for i in 0..self.rows {
            for (k, &x) in self[i].iter().enumerate().filter(|(_, x)| **x != E::real(0.0)) {
                product[i].iter_mut().zip(&other[k]).for_each(|(sum, &y)| *sum += x * y);
            }
        }
        product
    }

    /// The sum of it and another one times a factor.
    pub fn plus(mut self, factor: f64, other: &Self) -> Self {
        self.entries.iter_mut().zip(&other.entries).for_each(|(x, &y)| *x += y * factor);
        self
    }

    /// Each entry times a number.
    pub fn scaled(mut self, factor: f64) -> Self {
        self.entries.iter_mut().for_each(|x| *x = *x * factor);
        self
    }

    /// The largest sum of the magnitudes of a column, NaN if one of them is.
    pub fn one_norm(&self) -> f64 {
        let sum = |j: usize| (0..self.rows).map(|i| self[i][j].size()).sum::<f64>();
        (0..self.columns).map(sum).fold(0.0, |norm, sum| if sum > norm || sum.is_nan() { sum } else { norm })
    }

    /// The largest magnitude of a real or an imaginary part.
    pub fn largest(&self) -> f64 {
        self.entries.iter().map(|x| x.re().abs().max(x.im().abs())).fold(0.0, f64::max)
    }

    /// The power of four that is next to the largest magnitude: divided by it no product overflows, and its root is exact.
    pub fn scale(&self) -> f64 {
        match self.largest() {
            0.0 => 1.0,
            largest => ((largest.log2() / 2.0).floor() * 2.0).clamp(-1020.0, 1020.0).exp2(),
        }
    }

    /// Whether there are zeros alone below a diagonal, that many below the main one.
    pub fn is_upper(&self, below: usize) -> bool {
        (0..self.rows).all(|i| self[i].iter().take(i.saturating_sub(below)).all(|&x| x == E::real(0.0)))
    }

    /// Two neighbouring rows.
    pub fn two_rows(&mut self, i: usize) -> (&mut [E], &mut [E]) {
        self.entries[i * self.columns..][..2 * self.columns].split_at_mut(self.columns)
    }

    /// Two rows, the first one above the other.
    pub fn two_rows_of(&mut self, i: usize, j: usize) -> (&mut [E], &mut [E]) {
        let (above, below) = self.entries.split_at_mut(j * self.columns);
        (&mut above[i * self.columns..][..self.columns], &mut below[..self.columns])
    }

    /// Three rows from row `k`; if there are to be two, the third one is empty.
    pub fn rows_from(&mut self, k: usize, count: usize) -> (&mut [E], &mut [E], &mut [E]) {
        let n = self.columns;
        let (first, rest) = self.entries[k * n..(k + count) * n].split_at_mut(n);
        let (second, third) = rest.split_at_mut(n);
        (first, second, third)
    }

    /// Exchanges two rows.
    pub fn swap_rows(&mut self, i: usize, j: usize) {
        (0..self.columns).for_each(|k| self.entries.swap(i * self.columns + k, j * self.columns + k));
    }

    /// Exchanges two columns.
    pub fn swap_columns(&mut self, i: usize, j: usize) {
        (0..self.rows).for_each(|k| self[k].swap(i, j));
    }

    /// Rows `i` and `i + 1` from a column on become `c a + s b` and `c b - conj(s) a`.
    pub fn rotate_rows(&mut self, i: usize, from: usize, (c, s): (f64, E)) {
        let (above, below) = self.two_rows(i);
        for (a, b) in above.iter_mut().zip(below).skip(from) {
            (*a, *b) = (*a * c + s * *b, *b * c - s.conj() * *a);
        }
    }

    /// Columns `j` and `j + 1` of the first rows become `c a + conj(s) b` and `c b - s a`: the adjoint of [`rotate_rows`](Matrix::rotate_rows).
    pub fn rotate_columns(&mut self, j: usize, rows: usize, (c, s): (f64, E)) {
        for i in 0..rows {
            let (a, b) = (self[i][j], self[i][j + 1]);
            self[i][j] = a * c + s.conj() * b;
            self[i][j + 1] = b * c - s * a;
        }
    }
}

impl<E> Index<usize> for Matrix<E> {
    type Output = [E];
    fn index(&self, row: usize) -> &[E] {
        &self.entries[row * self.columns..][..self.columns]
    }
}

impl<E> IndexMut<usize> for Matrix<E> {
    fn index_mut(&mut self, row: usize) -> &mut [E] {
        &mut self.entries[row * self.columns..][..self.columns]
    }
}
