//! The QZ algorithm with a single shift: two triangles from two matrices.
//!
//! C. B. Moler and G. W. Stewart, SIAM J. Numerical Analysis 10, 1973; G. H. Golub and C. F. Van Loan, *Matrix Computations*, section 7.7.

use crate::linalg::dense::{C, Entry, Matrix, reflection};
use xparray_core::linalg::host::{rotation, wilkinson};

/// Two matrices on their way to triangles: `a = q h zᴴ` and `b = q t zᴴ`.
pub struct Pencil {
    pub h: Matrix<C>,
    pub t: Matrix<C>,
    pub q: Matrix<C>,
    pub z: Matrix<C>,
}

impl Pencil {
    /// Of two square matrices, with triangles as a result; `None` if the algorithm does not converge.
    pub fn triangles(a: Matrix<C>, b: Matrix<C>) -> Option<Self> {
        let n = a.rows();
        let mut pencil = Self { h: a, t: b, q: Matrix::identity(n), z: Matrix::identity(n) };
        pencil.reduce();
        pencil.iterate()?;
        pencil.turn();
        Some(pencil)
    }

    fn rows(&self) -> usize {
        self.h.rows()
    }

    /// Rotates rows `i` and `i + 1` from a column on.
    fn rotate_rows(&mut self, i: usize, from: usize, turn: (f64, C)) {
        self.h.rotate_rows(i, from, turn);
        self.t.rotate_rows(i, from, turn);
        self.q.rotate_columns(i, self.h.rows(), turn);
    }

    /// Rotates columns `j` and `j + 1` of the first rows of both.
    fn rotate_columns(&mut self, j: usize, [h, t]: [usize; 2], turn: (f64, C)) {
        self.h.rotate_columns(j, h, turn);
        self.t.rotate_columns(j, t, turn);
        self.z.rotate_columns(j, self.h.rows(), turn);
    }

    /// To a Hessenberg matrix and a triangle.
    fn reduce(&mut self) {
        let n = self.rows();
        for k in 0..n {
            let column = (k..n).map(|i| self.t[i][k]).collect();
            let Some((reflection, beta)) = reflection(k, column) else { continue };
            reflection.adjoint_times(&mut self.t, k + 1);
            reflection.adjoint_times(&mut self.h, 0);
            reflection.after(&mut self.q, n);
            self.t[k][k] = C::real(beta);
            (k + 1..n).for_each(|i| self.t[i][k] = C::ZERO);
        }
        for j in 0..n.saturating_sub(2) {
            for i in (j + 2..n).rev() {
                let (turn, r) = rotation(self.h[i - 1][j], self.h[i][j]);
                self.rotate_rows(i - 1, j, turn);
                (self.h[i - 1][j], self.h[i][j]) = (r, C::ZERO);
                let turn = from_right(self.t[i][i - 1], self.t[i][i]);
                self.rotate_columns(i - 1, [n, i + 1], turn);
                self.t[i][i - 1] = C::ZERO;
            }
        }
    }

    fn iterate(&mut self) -> Option<()> {
        let n = self.rows();
        let tiny = f64::EPSILON * self.t.one_norm().max(f64::MIN_POSITIVE);
        let least = f64::EPSILON * self.h.one_norm().max(f64::MIN_POSITIVE);
        let mut left = 30 * n.max(10);
        let (mut end, mut rounds, mut sum) = (n, 0, C::ZERO);
        while end > 1 {
            let last = end - 1;
            let mut first = last;
            while first > 0 && !self.negligible(first, least) {
                first -= 1;
            }
            if first == last {
                (end, rounds, sum) = (last, 0, C::ZERO);
                continue;
            }
            if let Some(place) = (first..=last).find(|&k| self.t[k][k].size() <= tiny) {
                self.push_down(place, first, last);
                (end, rounds, sum) = (last, 0, C::ZERO);
                continue;
            }
            left = left.checked_sub(1)?;
            rounds += 1;
            let shift = if rounds % 10 == 0 {
                sum += self.h[last][last - 1].over(self.t[last - 1][last - 1]);
                sum
            } else {
                self.shift(last)
            };
            self.step(first, last, shift);
        }
        Some(())
    }

    /// Whether the element left of the diagonal is nothing beside its neighbours: then it is made zero.
    fn negligible(&mut self, k: usize, least: f64) -> bool {
        let near = self.h[k][k].size() + self.h[k - 1][k - 1].size();
        let near = if near == 0.0 { least } else { f64::EPSILON * near };
        let small = self.h[k][k - 1].size() <= near.max(f64::MIN_POSITIVE);
        if small {
            self.h[k][k - 1] = C::ZERO;
        }
        small
    }

    /// Moves a zero on the diagonal of `t` to the end of a block, where it is an infinite eigenvalue.
    fn push_down(&mut self, place: usize, first: usize, last: usize) {
        self.t[place][place] = C::ZERO;
        for k in place..last {
            let (turn, r) = rotation(self.t[k][k + 1], self.t[k + 1][k + 1]);
            self.rotate_rows(k, k.saturating_sub(1), turn);
            (self.t[k][k + 1], self.t[k + 1][k + 1]) = (r, C::ZERO);
            if k > first {
                let turn = from_right(self.h[k + 1][k - 1], self.h[k + 1][k]);
                self.rotate_columns(k - 1, [k + 2, k], turn);
                self.h[k + 1][k - 1] = C::ZERO;
            }
        }
        let turn = from_right(self.h[last][last - 1], self.h[last][last]);
        self.rotate_columns(last - 1, [last + 1, last], turn);
        self.h[last][last - 1] = C::ZERO;
    }

    /// The eigenvalue of the last two rows of `h t⁻¹` that is nearer to the last element.
    fn shift(&self, last: usize) -> C {
        let (h, t, k) = (&self.h, &self.t, last - 1);
        let above = t[k][last].over(t[last][last]);
        let (a, c) = (h[k][k].over(t[k][k]), h[last][k].over(t[k][k]));
        let (b, d) = (h[k][last].over(t[last][last]), h[last][last].over(t[last][last]));
        wilkinson([[a, b - above * a], [c, d - above * c]])
    }

    /// One step on the block of rows `first..=last`.
    fn step(&mut self, first: usize, last: usize, shift: C) {
        let (mut x, mut y) = (self.h[first][first] - shift * self.t[first][first], self.h[first + 1][first]);
        for k in first..last {
            if k > first {
                (x, y) = (self.h[k][k - 1], self.h[k + 1][k - 1]);
            }
            let (turn, r) = rotation(x, y);
            if k > first {
                (self.h[k][k - 1], self.h[k + 1][k - 1]) = (r, C::ZERO);
            }
            self.rotate_rows(k, k, turn);
            let turn = from_right(self.t[k + 1][k], self.t[k + 1][k + 1]);
            self.rotate_columns(k, [(k + 3).min(last + 1), k + 2], turn);
            self.t[k + 1][k] = C::ZERO;
        }
    }

    /// Moves the eigenvalues that are chosen to the front, and says how many these are.
    pub fn order(&mut self, chosen: &dyn Fn(C, f64) -> bool) -> usize {
        let mut front = 0;
        for k in 0..self.rows() {
            if chosen(self.h[k][k], self.t[k][k].re) {
                (front..k).rev().for_each(|i| self.exchange(i));
                front += 1;
            }
        }
        self.turn();
        front
    }

    /// Exchanges two neighbouring eigenvalues: the first column becomes the direction of the second one.
    fn exchange(&mut self, i: usize) {
        let (of_h, of_t) = (self.h.scale(), self.t.scale());
        let at = |row: usize, column: usize| (self.h[row][column] / of_h, self.t[row][column] / of_t);
        let ((s1, t1), (s12, t12), (s2, t2)) = (at(i, i), at(i, i + 1), at(i + 1, i + 1));
        let (turn, _) = rotation(s2 * t12 - t2 * s12, t2 * s1 - s2 * t1);
        self.rotate_columns(i, [i + 2, i + 2], turn);
        let (by_h, by_t) = ((self.h[i][i], self.h[i + 1][i]), (self.t[i][i], self.t[i + 1][i]));
        // From the matrix in which the direction is longer.
        let longer = (by_h.0.size().hypot(by_h.1.size())) / of_h >= (by_t.0.size().hypot(by_t.1.size())) / of_t;
        let (x, y) = if longer { by_h } else { by_t };
        let (turn, _) = rotation(x, y);
        self.rotate_rows(i, i, turn);
        (self.h[i + 1][i], self.t[i + 1][i]) = (C::ZERO, C::ZERO);
    }

    /// Makes the diagonal of `t` real and not negative.
    fn turn(&mut self) {
        let n = self.rows();
        for j in 0..n {
            let size = self.t[j][j].size();
            if size == 0.0 {
                continue;
            }
            let phase = self.t[j][j].conj() / size;
            for i in 0..n {
                self.h[i][j] *= phase;
                self.t[i][j] *= phase;
                self.z[i][j] *= phase;
            }
            self.t[j][j] = C::real(size);
        }
    }
}

/// The rotation of two columns that makes the first one of two elements of a row zero.
fn from_right(a: C, b: C) -> (f64, C) {
    let (size, length) = (b.size(), a.size().hypot(b.size()));
    if length == 0.0 {
        return (1.0, C::ZERO);
    }
    let phase = if size == 0.0 { C::ONE } else { b / size };
    (size / length, -(a.conj() / length) * phase)
}
