//! Reflections of two or three neighbouring rows, of which the QR algorithm makes many.

use super::{Entry, Matrix, StripRow};
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
        let (a, b, c) = (x[0] / scale, x[1] / scale, x[2] / scale);
        let square = |x: E| x.re() * x.re() + x.im() * x.im();
        let norm = (square(a) + square(b) + square(c)).sqrt();
        let beta = if a.re() < 0.0 { norm } else { -norm };
        let pivot = a - E::real(beta);
        Some((Self { v: [b.over(pivot), c.over(pivot)], tau: (E::real(beta) - a) / beta }, beta * scale))
    }

    /// The adjoint times three rows, or two, from row `k`, in some columns.
    #[inline(always)]
    pub fn adjoint_times<const FMA: bool>(&self, a: &mut Matrix<E>, k: usize, count: usize, columns: Range<usize>) {
        let ([c1, c2], [f0, f1, f2]) = self.factors();
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

    /// The numbers of the adjoint: those by which rows are summed, and those times the sum that are added to each.
    #[inline(always)]
    fn factors(&self) -> ([E; 2], [E; 3]) {
        let ([v1, v2], tau) = (self.v, self.tau.conj());
        ([v1.conj(), v2.conj()], [-tau, -(v1 * tau), -(v2 * tau)])
    }

    /// The adjoint times rows of a strip, two or three.
    #[inline(always)]
    pub fn reflect<const FMA: bool>(&self, rows: &mut [StripRow]) {
        let ([c1, c2], [f0, f1, f2]) = self.factors();
        match rows {
            [x, y] => {
                for l in 0..E::LANES {
                    let (a, b) = (E::load(x, l), E::load(y, l));
                    let sum = c1.fma::<FMA>(b, a);
                    f0.fma::<FMA>(sum, a).store(x, l);
                    f1.fma::<FMA>(sum, b).store(y, l);
                }
            }
            [x, y, z] => {
                for l in 0..E::LANES {
                    let (a, b, c) = (E::load(x, l), E::load(y, l), E::load(z, l));
                    let sum = c2.fma::<FMA>(c, c1.fma::<FMA>(b, a));
                    f0.fma::<FMA>(sum, a).store(x, l);
                    f1.fma::<FMA>(sum, b).store(y, l);
                    f2.fma::<FMA>(sum, c).store(z, l);
                }
            }
            _ => unreachable!("reflections have two or three rows"),
        }
    }

    /// The adjoint of this one, then that of the next one a row below: the rows between are loaded and stored once.
    #[inline(always)]
    pub fn reflect_two<const FMA: bool>(&self, next: &Self, [w, x, y, z]: &mut [StripRow; 4]) {
        let ([c1, c2], [f0, f1, f2]) = self.factors();
        let ([d1, d2], [g0, g1, g2]) = next.factors();
        for l in 0..E::LANES {
            let (a, b, c, d) = (E::load(w, l), E::load(x, l), E::load(y, l), E::load(z, l));
            let sum = c2.fma::<FMA>(c, c1.fma::<FMA>(b, a));
            let (a, b, c) = (f0.fma::<FMA>(sum, a), f1.fma::<FMA>(sum, b), f2.fma::<FMA>(sum, c));
            let sum = d2.fma::<FMA>(d, d1.fma::<FMA>(c, b));
            a.store(w, l);
            g0.fma::<FMA>(sum, b).store(x, l);
            g1.fma::<FMA>(sum, c).store(y, l);
            g2.fma::<FMA>(sum, d).store(z, l);
        }
    }
}
