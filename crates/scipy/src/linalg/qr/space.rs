//! Factors on the host, which rotations keep: a matrix with orthonormal columns, and one that is nearly a triangle.

use crate::linalg::dense::{Entry, Matrix};

/// `q` and `r`, of which the product stays what it is.
pub struct Factors<E> {
    pub q: Matrix<E>,
    pub r: Matrix<E>,
}

/// Coordinates of a vector in the space of `q`'s columns, and what is beside it.
pub struct Coordinates<E> {
    pub inside: Vec<E>,
    /// A unit vector orthogonal to all columns, and how long the vector is along it.
    pub beside: Option<(Vec<E>, f64)>,
}

fn length<E: Entry>(x: &[E]) -> f64 {
    x.iter().fold(0.0, |length, x| length.hypot(x.size()))
}

/// A rotation of two rows after which `y` below `x` is 0.
fn rotation<E: Entry>(x: E, y: E) -> (f64, E) {
    let (size, length) = (x.size(), x.size().hypot(y.size()));
    if length == 0.0 {
        return (1.0, E::real(0.0));
    }
    let phase = if size == 0.0 { E::real(1.0) } else { x / size };
    (size / length, phase * (y.conj() / length))
}

impl<E: Entry> Factors<E> {
    /// Rotates rows `i` and `i + 1` of `r`, and the columns of `q` back.
    pub fn rotate(&mut self, i: usize, rotation: (f64, E)) {
        self.r.rotate_rows(i, 0, rotation);
        let m = self.q.rows();
        self.q.rotate_columns(i, m, rotation);
    }

    /// Makes a triangle of what has one more diagonal below the main one, from a column on.
    pub fn triangular(&mut self, from: usize) {
        for i in from..self.r.columns().min(self.r.rows().saturating_sub(1)) {
            let rotation = rotation(self.r[i][i], self.r[i + 1][i]);
            self.rotate(i, rotation);
            self.r[i + 1][i] = E::real(0.0);
        }
    }

    /// Rotates all of a vector of coordinates into its element `to`, from the last one upwards; its elements become those.
    pub fn gather(&mut self, w: &mut [E], to: usize) {
        for i in (to..w.len().saturating_sub(1)).rev() {
            let (c, s) = rotation(w[i], w[i + 1]);
            (w[i], w[i + 1]) = (w[i] * c + s * w[i + 1], E::real(0.0));
            self.rotate(i, (c, s));
        }
    }

    /// The coordinates of a vector, orthogonalised twice (Daniel, Gragg, Kaufman and Stewart, Mathematics of Computation 30, 1976).
    pub fn coordinates(&self, u: &[E]) -> Coordinates<E> {
        let (m, k) = (self.q.rows(), self.q.columns());
        let (mut inside, mut rest) = (vec![E::real(0.0); k], u.to_vec());
        for _ in 0..2 {
            for (j, coordinate) in inside.iter_mut().enumerate() {
                let along = (0..m).fold(E::real(0.0), |sum, i| sum + self.q[i][j].conj() * rest[i]);
                (0..m).for_each(|i| rest[i] -= self.q[i][j] * along);
                *coordinate += along;
            }
        }
        let left = length(&rest);
        let beside = (m > k).then(|| match left > f64::EPSILON * length(u) {
            true => (rest.iter().map(|&x| x / left).collect(), left),
            false => (self.beside(), 0.0),
        });
        Coordinates { inside, beside }
    }

    /// Some unit vector orthogonal to all columns: of the unit vector that has most of its length beside them.
    fn beside(&self) -> Vec<E> {
        let (m, k) = (self.q.rows(), self.q.columns());
        let inside = |i: usize| (0..k).map(|j| self.q[i][j].size().powi(2)).sum::<f64>();
        let best = (0..m).min_by(|&a, &b| inside(a).total_cmp(&inside(b))).unwrap_or(0);
        let unit: Vec<E> = (0..m).map(|i| E::real(f64::from(u8::from(i == best)))).collect();
        self.coordinates(&unit).beside.map_or(unit, |(beside, _)| beside)
    }

    /// One more column of `q`, and a row of zeros of `r`.
    pub fn extend(&mut self, column: &[E]) {
        let (q, r) = (&self.q, &self.r);
        let (m, k) = (q.rows(), q.columns());
        let wide = Matrix::from_fn(m, k + 1, |i, j| if j < k { q[i][j] } else { column[i] });
        let high = Matrix::from_fn(k + 1, r.columns(), |i, j| if i < k { r[i][j] } else { E::real(0.0) });
        *self = Self { q: wide, r: high };
    }

    /// Without the last column of `q`, where the last row of `r` is 0.
    pub fn shrink(&mut self) {
        let (q, r) = (&self.q, &self.r);
        let less = Matrix::from_fn(q.rows(), q.columns() - 1, |i, j| q[i][j]);
        let lower = Matrix::from_fn(r.rows() - 1, r.columns(), |i, j| r[i][j]);
        *self = Self { q: less, r: lower };
    }
}
