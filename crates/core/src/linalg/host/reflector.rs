//! Reflections of two or three neighbouring rows, of which the QR algorithm makes many.

use super::{Entry, Matrix};
use std::ops::Range;

/// A reflection `P = I - tau v vᴴ` with `v = (1, v[0], v[1])`.
#[derive(Clone, Copy)]
pub struct Reflector<E> {
    v: [E; 2],
    /// The factor.
    pub tau: E,
}

impl<E: Entry> Reflector<E> {
    /// The one whose adjoint takes `x` to `(beta, 0, 0)`, and `beta`, which is real; `None` if `x` is that already.
    #[inline(always)]
    pub fn new(x: [E; 3]) -> Option<(Self, f64)> {
        let zero = E::real(0.0);
        if x[1] == zero && x[2] == zero && x[0].im() == 0.0 {
            return None;
        }
        let scale = x.iter().fold(0.0f64, |scale, x| scale.max(x.l1()));
        let [a, b, c] = x.map(|x| x / scale);
        let square = |x: E| x.re() * x.re() + x.im() * x.im();
        let norm = (square(a) + square(b) + square(c)).sqrt();
        let beta = if a.re() < 0.0 { norm } else { -norm };
        let pivot = a - E::real(beta);
        Some((Self { v: [b.over(pivot), c.over(pivot)], tau: (E::real(beta) - a) / beta }, beta * scale))
    }

    /// The adjoint times three rows, or two, from row `k`, in some columns.
    #[inline(always)]
    pub fn adjoint_times<const FMA: bool>(&self, a: &mut Matrix<E>, k: usize, count: usize, columns: Range<usize>) {
        let ([v1, v2], tau) = (self.v, self.tau.conj());
        let (f0, f1, f2) = (-tau, -(v1 * tau), -(v2 * tau));
        let (c1, c2) = (v1.conj(), v2.conj());
        let (x, y, z) = a.rows_from(k, count);
        let (x, y) = (&mut x[columns.clone()], &mut y[columns.clone()]);
        if count == 2 {
            for (x, y) in x.iter_mut().zip(y) {
                let sum = c1.fma::<FMA>(*y, *x);
                (*x, *y) = (f0.fma::<FMA>(sum, *x), f1.fma::<FMA>(sum, *y));
            }
            return;
        }
        for ((x, y), z) in x.iter_mut().zip(y).zip(&mut z[columns]) {
            let sum = c2.fma::<FMA>(*z, c1.fma::<FMA>(*y, *x));
            (*x, *y, *z) = (f0.fma::<FMA>(sum, *x), f1.fma::<FMA>(sum, *y), f2.fma::<FMA>(sum, *z));
        }
    }

    /// Some rows of three columns, or two, from column `k`, times the reflection.
    #[inline(always)]
    pub fn after<const FMA: bool>(&self, a: &mut Matrix<E>, k: usize, count: usize, rows: Range<usize>) {
        let ([v1, v2], tau) = (self.v, self.tau);
        let (f0, f1, f2) = (-tau, -(tau * v1.conj()), -(tau * v2.conj()));
        let n = a.columns();
        let rows = a.entries_mut()[rows.start * n..rows.end * n].chunks_exact_mut(n);
        if count == 2 {
            for row in rows {
                let [x, y] = &mut row[k..k + 2] else { unreachable!() };
                let sum = v1.fma::<FMA>(*y, *x);
                (*x, *y) = (f0.fma::<FMA>(sum, *x), f1.fma::<FMA>(sum, *y));
            }
            return;
        }
        for row in rows {
            let [x, y, z] = &mut row[k..k + 3] else { unreachable!() };
            let sum = v2.fma::<FMA>(*z, v1.fma::<FMA>(*y, *x));
            (*x, *y, *z) = (f0.fma::<FMA>(sum, *x), f1.fma::<FMA>(sum, *y), f2.fma::<FMA>(sum, *z));
        }
    }
}
