//! Householder's reflections.

use super::{Entry, Matrix};

/// A reflection `I - tau v vᴴ` of as many rows or columns as `v` has elements, from `first` on.
pub struct Reflection<E> {
    /// The first row or column.
    pub first: usize,
    /// The vector.
    pub v: Vec<E>,
    /// The factor.
    pub tau: E,
}

/// A reflection whose adjoint makes a vector `(beta, 0, 0, ..)`, and `beta`, which is real (LAPACK's `larfg`); `None` if the vector is
/// that already.
pub fn reflection<E: Entry>(first: usize, mut x: Vec<E>) -> Option<(Reflection<E>, f64)> {
    let &alpha = x.first()?;
    let below = x[1..].iter().map(|x| x.size()).fold(0.0, f64::max);
    if below == 0.0 && alpha.im() == 0.0 {
        return None;
    }
    let scale = below.max(alpha.size());
    let norm = scale * x.iter().map(|&x| (x / scale).size().powi(2)).sum::<f64>().sqrt();
    let beta = if alpha.re() < 0.0 { norm } else { -norm };
    let tau = (E::real(beta) - alpha) / beta;
    x[1..].iter_mut().for_each(|x| *x = x.over(alpha - E::real(beta)));
    x[0] = E::real(1.0);
    Some((Reflection { first, v: x, tau }, beta))
}

impl<E: Entry> Reflection<E> {
    /// Its adjoint times the rows of a matrix, from a column on.
    pub fn adjoint_times(&self, a: &mut Matrix<E>, from: usize) {
        self.rows(a, from, self.tau.conj());
    }

    /// Itself times the rows of a matrix.
    pub fn times(&self, a: &mut Matrix<E>) {
        self.rows(a, 0, self.tau);
    }

    fn rows(&self, a: &mut Matrix<E>, from: usize, tau: E) {
        let mut sums = vec![E::real(0.0); a.columns()];
        for (&v, i) in self.v.iter().zip(self.first..) {
            sums.iter_mut().zip(&a[i]).skip(from).for_each(|(sum, &x)| *sum += v.conj() * x);
        }
        for (&v, i) in self.v.iter().zip(self.first..) {
            a[i].iter_mut().zip(&sums).skip(from).for_each(|(x, &sum)| *x -= tau * v * sum);
        }
    }

    /// The columns of a matrix times it, in the first rows.
    pub fn after(&self, a: &mut Matrix<E>, rows: usize) {
        for i in 0..rows {
            let part = &mut a[i][self.first..][..self.v.len()];
            let sum = part.iter().zip(&self.v).fold(E::real(0.0), |sum, (&x, &v)| sum + x * v);
            part.iter_mut().zip(&self.v).for_each(|(x, &v)| *x -= sum * self.tau * v.conj());
        }
    }
}
