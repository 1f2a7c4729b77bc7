//! Fourier transforms of any length: by prime factors, and by Bluestein's convolution where a factor is large.

use num_complex::Complex;
use std::f64::consts::PI;

type C = Complex<f64>;

/// Prime lengths up to here are summed as they are defined.
const SMALL: usize = 64;

/// `exp(sign 2 pi i k / n)`, by the angle beyond the last quarter: quarters of a turn are exact.
fn root(k: usize, n: usize, sign: f64) -> C {
    let (quarters, rest) = (4 * k / n, 4 * k % n);
    let unit = C::cis(PI / 2.0 * rest as f64 / n as f64);
    let turned = match quarters % 4 {
        0 => unit,
        1 => C::new(-unit.im, unit.re),
        2 => -unit,
        _ => C::new(unit.im, -unit.re),
    };
    if sign < 0.0 { turned.conj() } else { turned }
}

/// That for each `k`.
fn roots(n: usize, sign: f64) -> Vec<C> {
    (0..n).map(|k| root(k, n, sign)).collect()
}

fn smallest_factor(n: usize) -> usize {
    (2..).take_while(|p| p * p <= n).find(|p| n.is_multiple_of(*p)).unwrap_or(n)
}

/// Transforms numbers, with no factor.
pub fn transform(x: &mut [C], sign: f64) {
    if x.len() > 1 {
        let roots = roots(x.len(), sign);
        let result = part(x, 0, 1, &roots, sign);
        x.copy_from_slice(&result);
    }
}

/// The transform of every `step`-th number from `first` on; `roots` are those of the whole.
fn part(x: &[C], first: usize, step: usize, roots: &[C], sign: f64) -> Vec<C> {
    let n = x.len() / step;
    if n == 1 {
        return vec![x[first]];
    }
    let p = smallest_factor(n);
    if p > SMALL {
        let numbers: Vec<C> = (0..n).map(|k| x[first + k * step]).collect();
        // The length has no small factor, so this is all that is left of it.
        return bluestein(&numbers, sign);
    }
    let m = n / p;
    let parts: Vec<Vec<C>> = (0..p).map(|k| part(x, first + k * step, step * p, roots, sign)).collect();
    let of = |k: usize| roots[k % n * step];
    (0..n).map(|k| parts.iter().enumerate().map(|(j, part)| of(j * k) * part[k % m]).sum()).collect()
}

fn bluestein(x: &[C], sign: f64) -> Vec<C> {
    let n = x.len();
    let size = (2 * n).next_power_of_two();
    // The squares are reduced, so that angles are exact.
    let chirp: Vec<C> = (0..n).map(|k| root(k * k % (2 * n), 2 * n, sign)).collect();
    let mut a = vec![C::default(); size];
    let mut b = vec![C::default(); size];
    for k in 0..n {
        a[k] = x[k] * chirp[k];
        b[k] = chirp[k].conj();
        b[(size - k) % size] = chirp[k].conj();
    }
    transform(&mut a, -1.0);
    transform(&mut b, -1.0);
    a.iter_mut().zip(&b).for_each(|(a, b)| *a *= b);
    transform(&mut a, 1.0);
    (0..n).map(|k| a[k] * chirp[k] / size as f64).collect()
}

/// Transforms an array along an axis.
pub fn along(x: &mut [C], lengths: &[usize], axis: usize, sign: f64) {
    let n = lengths[axis];
    let inner: usize = lengths[axis + 1..].iter().product();
    for block in x.chunks_exact_mut(n * inner) {
        for place in 0..inner {
            let mut line: Vec<C> = block[place..].iter().step_by(inner).copied().collect();
            transform(&mut line, sign);
            block[place..].iter_mut().step_by(inner).zip(line).for_each(|(to, from)| *to = from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transforms_are_sums() {
        // A prime that is summed, one that is not, products of both.
        for n in [1, 2, 12, 61, 67, 134, 210, 4489] {
            let x: Vec<C> = (0..n).map(|k| C::new((k * k % 7) as f64, (k % 3) as f64)).collect();
            let mut y = x.clone();
            transform(&mut y, -1.0);
            for k in (0..n).step_by(1 + n / 40) {
                let term = |(j, x): (usize, &C)| x * C::cis(-2.0 * PI * (j * k % n) as f64 / n as f64);
                let sum: C = x.iter().enumerate().map(term).sum();
                assert!((sum - y[k]).norm() < 1e-11 * n as f64, "{n} {k}: {sum} and {}", y[k]);
            }
        }
    }

    #[test]
    fn axes() {
        let x: Vec<C> = (0..12).map(|k| C::from(f64::from(k))).collect();
        let mut y = x.clone();
        along(&mut y, &[3, 4], 0, -1.0);
        for col in 0..4 {
            let mut line: Vec<C> = (0..3).map(|row| x[4 * row + col]).collect();
            transform(&mut line, -1.0);
            (0..3).for_each(|row| assert_eq!(line[row], y[4 * row + col]));
        }
    }
}
