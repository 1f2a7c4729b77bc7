//! The largest eigenvalues of symmetric tridiagonal matrices, and their vectors.

/// A symmetric matrix: its diagonal, and what is beside it.
pub struct Tridiagonal {
    pub diagonal: Vec<f64>,
    pub beside: Vec<f64>,
}

impl Tridiagonal {
    /// How many eigenvalues are above a number: Sturm's sequence (Golub and Van Loan, *Matrix Computations*, section 8.4.2).
    fn above(&self, x: f64) -> usize {
        let smallest = f64::MIN_POSITIVE / f64::EPSILON;
        let (mut pivot, mut count) = (1.0, 0);
        for (k, d) in self.diagonal.iter().enumerate() {
            let beside = if k == 0 { 0.0 } else { self.beside[k - 1] };
            pivot = d - x - beside * beside / pivot;
            if pivot.abs() < smallest {
                pivot = -smallest;
            }
            count += usize::from(pivot > 0.0);
        }
        count
    }

    /// The largest magnitude that an eigenvalue can have (Gershgorin).
    fn bound(&self) -> f64 {
        let side = |k: usize| self.beside.get(k).map_or(0.0, |e| e.abs());
        let row = |k: usize| self.diagonal[k].abs() + side(k) + k.checked_sub(1).map_or(0.0, side);
        (0..self.diagonal.len()).map(row).fold(0.0, f64::max)
    }

    /// The eigenvalue with that many larger ones, by bisection.
    fn eigenvalue(&self, larger: usize) -> f64 {
        let bound = self.bound();
        let (mut low, mut high) = (-bound, bound);
        loop {
            let middle = low + (high - low) / 2.0;
            if middle <= low || middle >= high {
                return middle;
            }
            if self.above(middle) > larger { low = middle } else { high = middle }
        }
    }

    /// The unit eigenvectors of the `count` largest eigenvalues, the largest first: by inverse iteration.
    pub fn largest(&self, count: usize) -> Vec<Vec<f64>> {
        (0..count).map(|k| self.vector(self.eigenvalue(k))).collect()
    }

    fn vector(&self, value: f64) -> Vec<f64> {
        let n = self.diagonal.len();
        // Neither even nor odd, so it has a part of each vector.
        let mut x: Vec<f64> = (0..n).map(|k| 1.0 + (k as f64 + 1.0) / n as f64).collect();
        for _ in 0..4 {
            self.solve(value, &mut x);
            let largest = x.iter().fold(0.0f64, |largest, x| largest.max(x.abs()));
            let norm = largest * x.iter().map(|x| (x / largest).powi(2)).sum::<f64>().sqrt();
            x.iter_mut().for_each(|x| *x /= norm);
        }
        x
    }

    /// Solves with the matrix less a number on its diagonal, by elimination with exchanges of neighbouring rows; a pivot of nothing becomes a
    /// small one.
    fn solve(&self, value: f64, x: &mut [f64]) {
        let n = x.len();
        let smallest = f64::EPSILON * self.bound().max(f64::MIN_POSITIVE);
        let side = |k: usize| self.beside.get(k).copied().unwrap_or(0.0);
        // Of a row: the pivot and the two elements right of it.
        let mut rows = vec![[0.0; 3]; n];
        let mut row = [self.diagonal[0] - value, side(0), 0.0];
        for k in 0..n {
            if k + 1 == n {
                rows[k] = row;
                break;
            }
            let mut below = [side(k), self.diagonal[k + 1] - value, side(k + 1)];
            if below[0].abs() > row[0].abs() {
                std::mem::swap(&mut row, &mut below);
                x.swap(k, k + 1);
            }
            if row[0].abs() < smallest {
                row[0] = smallest;
            }
            let factor = below[0] / row[0];
            x[k + 1] -= factor * x[k];
            rows[k] = row;
            row = [below[1] - factor * row[1], below[2] - factor * row[2], 0.0];
        }
        for k in (0..n).rev() {
            let right = (1..3).filter(|j| k + j < n).map(|j| rows[k][j] * x[k + j]).sum::<f64>();
            let pivot = if rows[k][0].abs() < smallest { smallest } else { rows[k][0] };
            x[k] = (x[k] - right) / pivot;
        }
    }
}
