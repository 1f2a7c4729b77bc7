//! Windows that are sums of cosines, or Bessel functions.

use super::shapes::{of_places, places};
use std::f64::consts::PI;

/// `sum(a[k] cos(k pi t))`.
pub fn cosines(m: usize, a: &[f64]) -> Vec<f64> {
    of_places(m, |t| a.iter().enumerate().map(|(k, a)| a * (k as f64 * PI * t).cos()).sum())
}

pub fn kaiser(m: usize, beta: f64) -> Vec<f64> {
    if m == 1 {
        return vec![1.0];
    }
    let beta = beta.abs();
    let whole = i0e(beta);
    places(m)
        .map(|t| {
            let x = beta * (1.0 - t * t).sqrt();
            i0e(x) / whole * (x - beta).exp()
        })
        .collect()
}

pub fn kaiser_bessel_derived(m: usize, beta: f64) -> Vec<f64> {
    let mut sum = 0.0;
    let sums: Vec<f64> = kaiser(m / 2 + 1, beta)
        .iter()
        .map(|weight| {
            sum += weight;
            sum
        })
        .collect();
    let half: Vec<f64> = sums[..m / 2].iter().map(|part| (part / sum).sqrt()).collect();
    half.iter().chain(half.iter().rev()).copied().collect()
}

/// `exp(-x) i0(x)` for `x` not below 0: by the series, whose terms are all positive (DLMF 10.25.2), and for large `x` by the one of falling
/// powers (DLMF 10.40.1), whose terms are below the last digit before they grow.
fn i0e(x: f64) -> f64 {
    let (mut term, mut sum) = (1.0, 1.0);
    if x < 30.0 {
        let quarter = x * x / 4.0;
        for k in 1.. {
            term *= quarter / f64::from(k * k);
            sum += term;
            if term <= sum * f64::EPSILON / 4.0 {
                break;
            }
        }
        return sum * (-x).exp();
    }
    for k in 1..60 {
        let odd = f64::from(2 * k - 1);
        term *= odd * odd / (8.0 * x * f64::from(k));
        sum += term;
        if term <= f64::EPSILON / 4.0 {
            break;
        }
    }
    sum / (2.0 * PI * x).sqrt()
}
