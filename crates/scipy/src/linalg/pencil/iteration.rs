//! The QZ algorithm: two triangles from two matrices, but for blocks of two rows of real ones.
//!
//! C. B. Moler and G. W. Stewart, SIAM J. Numerical Analysis 10, 1973; G. H. Golub and C. F. Van Loan, *Matrix Computations*, section 7.7.

use crate::linalg::dense::{C, Entry, Matrix, reflection};
use xparray_core::linalg::host::rotation;

/// Two matrices on their way to triangles: `a = q h zᴴ` and `b = q t zᴴ`.
pub struct Pencil<E> {
    pub h: Matrix<E>,
    pub t: Matrix<E>,
    pub q: Matrix<E>,
    pub z: Matrix<E>,
}

/// Entries of matrices that have a generalised Schur form of their own.
pub trait Qz: Entry {
    /// One step on the block of rows `first..=last` of a Hessenberg matrix and a triangle, the one of this number on that block.
    fn step(pencil: &mut Pencil<Self>, first: usize, last: usize, round: usize);

    /// Ends with the two rows from `k` on, if they are a block of the form or fall apart without steps. Whether they do.
    fn finish(pencil: &mut Pencil<Self>, k: usize) -> bool;

    /// The numerators and denominators of the eigenvalues of the block that begins at row `k`.
    fn quotients(pencil: &Pencil<Self>, k: usize) -> Vec<(C, f64)>;

    /// Exchanges two neighbouring blocks of these many rows, of which the first one begins at row `k`.
    fn exchange(pencil: &mut Pencil<Self>, k: usize, blocks: [usize; 2]);
}

impl<E: Qz> Pencil<E> {
    /// Of two square matrices, with triangles as a result; `None` if the algorithm does not converge.
    pub fn triangles(a: Matrix<E>, b: Matrix<E>) -> Option<Self> {
        let n = a.rows();
        let mut pencil = Self { h: a, t: b, q: Matrix::identity(n), z: Matrix::identity(n) };
        pencil.reduce();
        pencil.iterate()?;
        pencil.turn();
        Some(pencil)
    }

    pub fn rows(&self) -> usize {
        self.h.rows()
    }

    /// Rotates rows `i` and `i + 1` from a column on.
    pub fn rotate_rows(&mut self, i: usize, from: usize, turn: (f64, E)) {
        self.h.rotate_rows(i, from, turn);
        self.t.rotate_rows(i, from, turn);
        self.q.rotate_columns(i, self.h.rows(), turn);
    }

    /// Rotates columns `j` and `j + 1` of the first rows of both.
    pub fn rotate_columns(&mut self, j: usize, [h, t]: [usize; 2], turn: (f64, E)) {
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
            self.t[k][k] = E::real(beta);
            (k + 1..n).for_each(|i| self.t[i][k] = E::real(0.0));
        }
        for j in 0..n.saturating_sub(2) {
            for i in (j + 2..n).rev() {
                let (turn, r) = rotation(self.h[i - 1][j], self.h[i][j]);
                self.rotate_rows(i - 1, j, turn);
                (self.h[i - 1][j], self.h[i][j]) = (r, E::real(0.0));
                let turn = from_right(self.t[i][i - 1], self.t[i][i]);
                self.rotate_columns(i - 1, [n, i + 1], turn);
                self.t[i][i - 1] = E::real(0.0);
            }
        }
    }

    fn iterate(&mut self) -> Option<()> {
        let n = self.rows();
        let tiny = f64::EPSILON * self.t.one_norm().max(f64::MIN_POSITIVE);
        let least = f64::EPSILON * self.h.one_norm().max(f64::MIN_POSITIVE);
        let mut left = 30 * n.max(10);
        let (mut end, mut rounds) = (n, 0);
        while end > 1 {
            let last = end - 1;
            let mut first = last;
            while first > 0 && !self.negligible(first, least) {
                first -= 1;
            }
            if first == last {
                (end, rounds) = (last, 0);
                continue;
            }
            if let Some(place) = (first..=last).find(|&k| self.t[k][k].size() <= tiny) {
                self.push_down(place, first, last);
                (end, rounds) = (last, 0);
                continue;
            }
            if first + 1 == last && E::finish(self, first) {
                (end, rounds) = (first, 0);
                continue;
            }
            left = left.checked_sub(1)?;
            rounds += 1;
            E::step(self, first, last, rounds);
        }
        Some(())
    }

    /// Whether the element left of the diagonal is nothing beside its neighbours: then it is made zero.
    fn negligible(&mut self, k: usize, least: f64) -> bool {
        let near = self.h[k][k].size() + self.h[k - 1][k - 1].size();
        let near = if near == 0.0 { least } else { f64::EPSILON * near };
        let small = self.h[k][k - 1].size() <= near.max(f64::MIN_POSITIVE);
        if small {
            self.h[k][k - 1] = E::real(0.0);
        }
        small
    }

    /// Moves a zero on the diagonal of `t` to the end of a block, where it is an infinite eigenvalue.
    fn push_down(&mut self, place: usize, first: usize, last: usize) {
        self.t[place][place] = E::real(0.0);
        for k in place..last {
            let (turn, r) = rotation(self.t[k][k + 1], self.t[k + 1][k + 1]);
            self.rotate_rows(k, k.saturating_sub(1), turn);
            (self.t[k][k + 1], self.t[k + 1][k + 1]) = (r, E::real(0.0));
            if k > first {
                let turn = from_right(self.h[k + 1][k - 1], self.h[k + 1][k]);
                self.rotate_columns(k - 1, [k + 2, k], turn);
                self.h[k + 1][k - 1] = E::real(0.0);
            }
        }
        let turn = from_right(self.h[last][last - 1], self.h[last][last]);
        self.rotate_columns(last - 1, [last + 1, last], turn);
        self.h[last][last - 1] = E::real(0.0);
    }

    /// How many rows the block has that begins here.
    pub fn block(&self, k: usize) -> usize {
        if k + 1 < self.rows() && self.h[k + 1][k] != E::real(0.0) { 2 } else { 1 }
    }

    /// Moves the eigenvalues that are chosen to the front, a pair if either is, and says how many these are.
    pub fn order(&mut self, chosen: &dyn Fn(C, f64) -> bool) -> usize {
        let (mut front, mut k) = (0, 0);
        while k < self.rows() {
            let size = self.block(k);
            if E::quotients(self, k).into_iter().any(|(above, below)| chosen(above, below)) {
                let mut place = k;
                while place > front {
                    let before = if place >= front + 2 { self.block(place - 2) } else { 1 };
                    E::exchange(self, place - before, [before, size]);
                    place -= before;
                }
                front += size;
            }
            k += size;
        }
        self.turn();
        front
    }

    /// Exchanges two neighbouring eigenvalues: the first column becomes the direction of the second one.
    pub fn exchange(&mut self, i: usize) {
        let (of_h, of_t) = (self.h.scale(), self.t.scale());
        let at = |row: usize, column: usize| (self.h[row][column] / of_h, self.t[row][column] / of_t);
        let ((s1, t1), (s12, t12), (s2, t2)) = (at(i, i), at(i, i + 1), at(i + 1, i + 1));
        let (turn, _) = rotation(s2 * t12 - t2 * s12, t2 * s1 - s2 * t1);
        self.rotate_columns(i, [i + 2, i + 2], turn);
        self.align(i, [of_h, of_t]);
    }

    /// Makes what is below the diagonal of two rows zero, where the first columns of both matrices have one direction: by the longer of them,
    /// beside the size of its matrix.
    pub fn align(&mut self, i: usize, [of_h, of_t]: [f64; 2]) {
        let (by_h, by_t) = ((self.h[i][i], self.h[i + 1][i]), (self.t[i][i], self.t[i + 1][i]));
        let longer = (by_h.0.size().hypot(by_h.1.size())) / of_h >= (by_t.0.size().hypot(by_t.1.size())) / of_t;
        let (x, y) = if longer { by_h } else { by_t };
        let (turn, _) = rotation(x, y);
        self.rotate_rows(i, i, turn);
        (self.h[i + 1][i], self.t[i + 1][i]) = (E::real(0.0), E::real(0.0));
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
                self.h[i][j] = self.h[i][j] * phase;
                self.t[i][j] = self.t[i][j] * phase;
                self.z[i][j] = self.z[i][j] * phase;
            }
            self.t[j][j] = E::real(size);
        }
    }
}

/// The rotation of two columns that makes the first one of two elements of a row zero.
pub fn from_right<E: Entry>(a: E, b: E) -> (f64, E) {
    let (size, length) = (b.size(), a.size().hypot(b.size()));
    if length == 0.0 {
        return (1.0, E::real(0.0));
    }
    let phase = if size == 0.0 { E::real(1.0) } else { b / size };
    (size / length, -(a.conj() / length) * phase)
}
