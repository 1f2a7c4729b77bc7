//! Balancing: eigenvalues that stand alone are moved to the corners, and rows and columns get norms of the same size.
//!
//! After LAPACK's `gebal`, with the 2-norms of its release 3.5: R. James, J. Langou and B. R. Lowery, *On matrix balancing and
//! eigenvector computation*, 2014.

use crate::linalg::host::{Entry, Matrix};
use std::ops::Range;

/// What balancing did to a matrix.
pub struct Balance {
    /// The rows and columns between those whose eigenvalues stand on the diagonal already.
    pub active: Range<usize>,
    /// Within `active` the factors of rows, a power of two each; outside the rows that were exchanged.
    scale: Vec<f64>,
}

impl Balance {
    /// Balances a matrix.
    pub fn new<E: Entry>(a: &mut Matrix<E>) -> Self {
        let n = a.rows();
        let mut scale = vec![1.0; n];
        let active = isolate(a, &mut scale);
        scale[active.clone()].fill(1.0);
        while round(a, &active, &mut scale) {}
        Self { active, scale }
    }

    /// What balancing did to the adjoint.
    pub fn of_adjoint(&self) -> Self {
        let mut scale = self.scale.clone();
        scale[self.active.clone()].iter_mut().for_each(|factor| *factor = 1.0 / *factor);
        Self { active: self.active.clone(), scale }
    }

    /// Makes an eigenvector of the balanced matrix one of the matrix as it was.
    pub fn undo<E: Copy + std::ops::Mul<f64, Output = E>>(&self, vector: &mut [E]) {
        for i in self.active.clone() {
            vector[i] = vector[i] * self.scale[i];
        }
        for i in (0..self.active.start).rev().chain(self.active.end..vector.len()) {
            vector.swap(i, self.scale[i] as usize);
        }
    }
}

/// Moves rows with nothing beside the diagonal to the end, and columns with nothing beside it to the start.
fn isolate<E: Entry>(a: &mut Matrix<E>, scale: &mut [f64]) -> Range<usize> {
    let n = a.rows();
    let (mut start, mut end) = (0, n);
    let swap = |a: &mut Matrix<E>, i: usize, j: usize| {
        a.swap_columns(i, j);
        a.swap_rows(i, j);
    };
    while let Some(i) = (0..end).rev().find(|&i| (0..end).all(|j| i == j || a[i][j] == E::real(0.0))) {
        end -= 1;
        swap(a, i, end);
        scale[end] = i as f64;
        if end == 0 {
            return 0..0;
        }
    }
    while let Some(j) = (start..end).find(|&j| (start..end).all(|i| i == j || a[i][j] == E::real(0.0))) {
        swap(a, j, start);
        scale[start] = j as f64;
        start += 1;
    }
    start..end
}

/// Scales each row of the active part and the column of its number once. Whether one changed.
fn round<E: Entry>(a: &mut Matrix<E>, active: &Range<usize>, scale: &mut [f64]) -> bool {
    const RADIX: f64 = 2.0;
    const SMALLEST: f64 = f64::MIN_POSITIVE / f64::EPSILON;
    const LARGEST: f64 = 1.0 / SMALLEST;
    let n = a.rows();
    let mut changed = false;
    for i in active.clone() {
        let square = |x: E| x.re() * x.re() + x.im() * x.im();
        let mut c = active.clone().map(|row| square(a[row][i])).sum::<f64>().sqrt();
        let mut r = a[i][active.clone()].iter().map(|&x| square(x)).sum::<f64>().sqrt();
        if c == 0.0 || r == 0.0 {
            continue;
        }
        let mut largest_c = (0..active.end).map(|row| a[row][i].l1()).fold(0.0, f64::max);
        let mut largest_r = a[i][active.start..].iter().map(|x| x.l1()).fold(0.0, f64::max);
        let (before, mut f) = (c + r, 1.0f64);
        while c < r / RADIX && f.max(c).max(largest_c) < LARGEST && r.min(largest_r) > SMALLEST {
            (f, c, largest_c, r, largest_r) = (f * RADIX, c * RADIX, largest_c * RADIX, r / RADIX, largest_r / RADIX);
        }
        while c / RADIX >= r && r.max(largest_r) < LARGEST && f.min(c).min(largest_c) > SMALLEST {
            (f, c, largest_c, r, largest_r) = (f / RADIX, c / RADIX, largest_c / RADIX, r * RADIX, largest_r * RADIX);
        }
        let factor = scale[i] * f;
        if c + r >= 0.95 * before || !(SMALLEST..LARGEST).contains(&factor) {
            continue;
        }
        scale[i] = factor;
        changed = true;
        for column in active.start..n {
            a[i][column] = a[i][column] * (1.0 / f);
        }
        for row in 0..active.end {
            a[row][i] = a[row][i] * f;
        }
    }
    changed
}
