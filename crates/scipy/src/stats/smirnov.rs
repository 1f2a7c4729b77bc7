//! Distributions of the statistics of Kolmogorov and Smirnov, on the host: the probabilities of at least such a distance.

use super::sample::Alternative;
use std::f64::consts::{PI, TAU};

/// What Stirling's formula leaves of the logarithm of `n!`, for integers from 1 on.
fn stirling(n: f64) -> f64 {
    if n < 16.0 {
        let factorial: f64 = (1..=n as u32).map(f64::from).product();
        return factorial.ln() - ((n + 0.5) * n.ln() - n + 0.5 * TAU.ln());
    }
    let s = 1.0 / (n * n);
    (1.0 / 12.0 - s * (1.0 / 360.0 - s * (1.0 / 1260.0 - s * (1.0 / 1680.0 - s / 1188.0)))) / n
}

/// To one side: the sum of `d C(n, j) (d + j / n)^(j - 1) (1 - d - j / n)^(n - j)` (Birnbaum and Tingey, 1951), with each term over the
/// largest one of the binomial distribution, so that no large powers meet.
pub(super) fn one_sided(n: usize, d: f64) -> f64 {
    if d.is_nan() || n == 0 {
        return f64::NAN;
    }
    if d <= 0.0 || d >= 1.0 {
        return if d <= 0.0 { 1.0 } else { 0.0 };
    }
    let n = n as f64;
    let first = n * (-d).ln_1p();
    let term = |j: f64| {
        let rest = n - j;
        let shift = d * n;
        if shift >= rest {
            return 0.0;
        }
        let power = j * (shift / j).ln_1p() + rest * (-shift / rest).ln_1p();
        let size = (n / (TAU * j * rest)).sqrt() * (stirling(n) - stirling(j) - stirling(rest)).exp();
        size * power.exp() / (d + j / n)
    };
    let others: f64 = (1..=(n * (1.0 - d)).floor() as u64).map(|j| term(j as f64)).sum();
    (first.exp() + d * others).min(1.0)
}

/// To both sides, with SciPy's choice of methods (Simard and L'Ecuyer, 2011).
pub(super) fn two_sided(n: usize, d: f64) -> f64 {
    let (count, distance) = (n as f64, n as f64 * d);
    if d.is_nan() || n == 0 {
        return f64::NAN;
    }
    if distance <= 0.5 || d >= 1.0 {
        return if d >= 1.0 { 0.0 } else { 1.0 };
    }
    if distance <= 1.0 {
        let cdf: f64 = (1..=n).map(|i| i as f64 / count * (2.0 * distance - 1.0)).product();
        return 1.0 - cdf;
    }
    // Beyond, both sides are hardly ever reached at once.
    let far = if n <= 140 { 4.0 } else { 2.2 };
    if d >= 0.5 || distance * d >= far {
        return (2.0 * one_sided(n, d)).min(1.0);
    }
    (1.0 - matrix(n, distance)).clamp(0.0, 1.0)
}

/// The probability of less than such a distance, as an element of a power of a matrix (Marsaglia, Tsang and Wang, 2003).
fn matrix(n: usize, distance: f64) -> f64 {
    let k = distance.ceil();
    let (h, m) = (k - distance, 2 * k as usize - 1);
    let mut a = vec![0.0; m * m];
    for i in 0..m {
        for j in 0..m.min(i + 2) {
            a[i * m + j] = 1.0;
        }
    }
    for i in 0..m {
        a[i * m] -= h.powi(i as i32 + 1);
        a[(m - 1) * m + i] -= h.powi((m - i) as i32);
    }
    a[(m - 1) * m] += (2.0 * h - 1.0).max(0.0).powi(m as i32);
    for i in 0..m {
        for j in 0..m.min(i + 1) {
            (1..=i - j + 1).for_each(|g| a[i * m + j] /= g as f64);
        }
    }
    // Powers of two are kept apart.
    let (mut power, mut exponent) = (identity(m), 0);
    let mut of_a = 0;
    let mut left = n;
    while left > 0 {
        if left % 2 == 1 {
            power = product(&power, &a, m);
            exponent += of_a + normalize(&mut power, m);
        }
        a = product(&a, &a, m);
        of_a = 2 * of_a + normalize(&mut a, m);
        left /= 2;
    }
    let middle = (m - 1) / 2;
    let mut p = power[middle * m + middle];
    for i in 1..=n {
        p *= i as f64 / n as f64;
        if p < 1e-140 {
            p *= 2.0f64.powi(400);
            exponent -= 400;
        }
    }
    p * 2.0f64.powi(exponent)
}

fn identity(m: usize) -> Vec<f64> {
    (0..m * m).map(|k| f64::from(u8::from(k % (m + 1) == 0))).collect()
}

fn product(a: &[f64], b: &[f64], m: usize) -> Vec<f64> {
    let mut c = vec![0.0; m * m];
    for (row, a) in c.chunks_mut(m).zip(a.chunks(m)) {
        for (a, b) in a.iter().zip(b.chunks(m)) {
            row.iter_mut().zip(b).for_each(|(c, b)| *c += a * b);
        }
    }
    c
}

/// Divides by a power of two where the element in the middle is large, and says by which.
fn normalize(a: &mut [f64], m: usize) -> i32 {
    if a[(m / 2) * m + m / 2] < 2.0f64.powi(400) {
        return 0;
    }
    a.iter_mut().for_each(|a| *a *= 2.0f64.powi(-400));
    400
}

/// The limit for many elements, of the distance times the root of their number: by the series that converges faster (DLMF 20.7.32).
pub(super) fn limit(x: f64) -> f64 {
    if x.is_nan() || x <= 0.0 {
        return if x.is_nan() { x } else { 1.0 };
    }
    if x < 1.0 {
        let terms = (0..5).map(|k| (-f64::from((2 * k + 1) * (2 * k + 1)) * PI * PI / (8.0 * x * x)).exp());
        return 1.0 - TAU.sqrt() / x * terms.sum::<f64>();
    }
    let term = |k: i32| (-2.0 * f64::from(k * k) * x * x).exp();
    2.0 * (term(1) - term(2) + term(3) - term(4) + term(5))
}

/// The probability that the distribution functions of two samples of `n` and `m` elements are ever so far apart: of paths in the grid
/// that reach the distance (as R computes it).
pub(super) fn crossing(n: usize, m: usize, d: f64, alternative: Alternative) -> f64 {
    if d.is_nan() {
        return d;
    }
    let (rows, columns) = (n as f64, m as f64);
    // The distances are multiples of 1 / (n m).
    let least = (d * rows * columns).round() - 0.5;
    if least <= 0.0 {
        return 1.0;
    }
    let far = |i: usize, j: usize| {
        let apart = i as f64 * columns - j as f64 * rows;
        match alternative {
            Alternative::TwoSided => apart.abs() >= least,
            Alternative::Greater => apart >= least,
            Alternative::Less => -apart >= least,
        }
    };
    let mut p = vec![0.0; m + 1];
    for i in 0..=n {
        for j in 0..=m {
            p[j] = if far(i, j) {
                1.0
            } else if i + j == 0 {
                0.0
            } else {
                let previous = if j > 0 { p[j - 1] } else { 0.0 };
                (i as f64 * p[j] + j as f64 * previous) / (i + j) as f64
            };
        }
    }
    p[m]
}
