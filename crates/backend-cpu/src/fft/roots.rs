//! Roots of unity.

use super::{Direction, Real};
use crate::simd::{Kernel, dispatch};
use num_complex::Complex;
use std::f64::consts::TAU;

/// `exp(-2 pi i k / n)` (the conjugate for the inverse direction) for `k <= n`, within an ulp:
/// the angle is folded into the first eighth of the circle, with integers.
pub(super) fn root<T: Real>(k: usize, n: usize, direction: Direction) -> Complex<T> {
    let (n, k) = (n as u64, k as u64);
    let (octant, rest) = (8 * k / n, 8 * k % n);
    let fold = if octant % 2 == 1 { n - rest } else { rest };
    let (sin, cos) = (fold as f64 / (8 * n) as f64 * TAU).sin_cos();
    let (re, im) = match octant % 8 {
        0 => (cos, sin),
        1 => (sin, cos),
        2 => (-sin, cos),
        3 => (-cos, sin),
        4 => (-cos, -sin),
        5 => (-sin, -cos),
        6 => (sin, -cos),
        _ => (cos, -sin),
    };
    let im = match direction {
        Direction::Forward => -im,
        Direction::Inverse => im,
    };
    Complex::new(T::of(re), T::of(im))
}

/// The product; `FMA` as for [`Kernel`].
#[inline(always)]
pub(super) fn multiply<T: Real, const FMA: bool>(a: Complex<T>, b: Complex<T>) -> Complex<T> {
    if FMA { Complex::new(a.re.mul_add(b.re, -(a.im * b.im)), a.re.mul_add(b.im, a.im * b.re)) } else { a * b }
}

/// Rows of powers `w^0, w^1, ...`, each of its own root of unity.
///
/// A power is the product of two entries of short tables: these stay in the cache, where whole
/// rows would be as large as the data that they multiply.
pub struct Powers<T> {
    /// For each row `w^0 .. w^(fine - 1)`, then every power whose exponent is a multiple of `fine`.
    table: Vec<Complex<T>>,
    fine: usize,
    row: usize,
}

impl<T: Real> Powers<T> {
    /// `rows` rows of `count` powers; `w` of the first row is the `first`-th power of the `n`-th
    /// root of unity, that of the next the `first + 1`-th, and so on.
    pub fn new(n: usize, direction: Direction, first: usize, rows: usize, count: usize) -> Self {
        let fine = if rows == 1 {
            // One row may use more of the cache, for longer loops.
            count.min(1024)
        } else {
            count.isqrt().next_power_of_two().max(16)
        };
        let exponents = || (0..fine).chain((0..count).step_by(fine));
        Self {
            table: (first..first + rows)
                .flat_map(|base| exponents().map(move |k| root(base * k % n, n, direction)))
                .collect(),
            fine,
            row: fine + count.div_ceil(fine),
        }
    }

    /// The tables of one row: power `a * fine.len() + b` is `coarse[a] * fine[b]`.
    pub fn row(&self, row: usize) -> (&[Complex<T>], &[Complex<T>]) {
        self.table[row * self.row..][..self.row].split_at(self.fine)
    }

    /// Multiplies a line by a row.
    pub fn apply(&self, row: usize, line: &mut [Complex<T>]) {
        let (fine, coarse) = self.row(row);
        dispatch(Apply { fine, coarse, line });
    }
}

struct Apply<'a, T> {
    fine: &'a [Complex<T>],
    coarse: &'a [Complex<T>],
    line: &'a mut [Complex<T>],
}

impl<T: Real> Kernel for Apply<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        for (values, &coarse) in self.line.chunks_mut(self.fine.len()).zip(self.coarse) {
            for (value, &fine) in values.iter_mut().zip(self.fine) {
                *value = multiply::<T, FMA>(*value, multiply::<T, FMA>(coarse, fine));
            }
        }
    }
}

/// Multiplies all values by a real factor.
pub(super) fn scale<T: Real>(values: &mut [Complex<T>], factor: T) {
    struct Scale<'a, T>(&'a mut [Complex<T>], T);
    impl<T: Real> Kernel for Scale<'_, T> {
        type Output = ();
        #[inline(always)]
        fn run<const FMA: bool>(self) {
            for value in self.0 {
                *value = Complex::new(value.re * self.1, value.im * self.1);
            }
        }
    }
    if factor != T::one() {
        dispatch(Scale(values, factor));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_exact_on_the_axes_and_close_elsewhere() {
        for (k, (re, im)) in [(1., 0.), (0., -1.), (-1., 0.), (0., 1.), (1., 0.)].into_iter().enumerate() {
            assert_eq!(root::<f64>(3 * k, 12, Direction::Forward), Complex::new(re, im));
            assert_eq!(root::<f64>(3 * k, 12, Direction::Inverse), Complex::new(re, -im));
        }
        for n in [5, 7, 24, 100] {
            for k in 0..=n {
                let (sin, cos) = (TAU * k as f64 / n as f64).sin_cos();
                let close = Complex::new(cos, -sin) - root::<f64>(k, n, Direction::Forward);
                assert!(close.norm() < 1e-15, "{k}/{n}: {close}");
            }
        }
    }

    #[test]
    fn powers_are_products_of_two_tables() {
        let (n, count) = (1000, 37);
        let powers = Powers::<f64>::new(n, Direction::Forward, 3, 5, count);
        for row in 0..5 {
            let mut line = vec![Complex::new(1.0, 0.0); count];
            powers.apply(row, &mut line);
            for (k, value) in line.iter().enumerate() {
                let expected = root::<f64>((row + 3) * k, n, Direction::Forward);
                assert!((value - expected).norm() < 1e-15);
            }
        }
    }
}
