//! Windows of one formula, or of a few pieces.

use std::f64::consts::PI;

/// Places from -1 to 1: odd or even numbers over the last one, so that they are exactly symmetric.
pub fn places(m: usize) -> impl Iterator<Item = f64> {
    let last = m as f64 - 1.0;
    (0..m).map(move |n| (2.0 * n as f64 - last) / last)
}

/// A function of each place.
pub fn of_places(m: usize, f: impl Fn(f64) -> f64) -> Vec<f64> {
    places(m).map(f).collect()
}

/// Distances from the middle, in weights.
fn distances(m: usize) -> impl Iterator<Item = f64> {
    let last = m as f64 - 1.0;
    (0..m).map(move |n| (2.0 * n as f64 - last) / 2.0)
}

/// `sin(pi x) / (pi x)`.
pub fn sinc(x: f64) -> f64 {
    match x == 0.0 {
        true => 1.0,
        false => (PI * x).sin() / (PI * x),
    }
}

pub fn barthann(m: usize) -> Vec<f64> {
    of_places(m, |t| 0.62 - 0.24 * t.abs() + 0.38 * (PI * t).cos())
}

pub fn bohman(m: usize) -> Vec<f64> {
    of_places(m, |t| {
        let t = t.abs();
        // The ends are differences that should be nothing.
        if t == 1.0 { 0.0 } else { (1.0 - t) * (PI * t).cos() + (PI * t).sin() / PI }
    })
}

pub fn cosine(m: usize) -> Vec<f64> {
    distances(m).map(|d| (PI * d / m as f64).cos()).collect()
}

pub fn exponential(m: usize, center: Option<f64>, tau: f64) -> Vec<f64> {
    let center = center.unwrap_or((m as f64 - 1.0) / 2.0);
    (0..m).map(|n| (-(n as f64 - center).abs() / tau).exp()).collect()
}

pub fn gaussian(m: usize, p: f64, sig: f64) -> Vec<f64> {
    distances(m).map(|d| (-0.5 * (d / sig).abs().powf(2.0 * p)).exp()).collect()
}

pub fn parzen(m: usize) -> Vec<f64> {
    let quarter = (m as f64 - 1.0) / 4.0;
    distances(m)
        .map(|d| {
            let x = d.abs() / (m as f64 / 2.0);
            if d.abs() <= quarter { 1.0 - 6.0 * x * x + 6.0 * x.powi(3) } else { 2.0 * (1.0 - x).powi(3) }
        })
        .collect()
}

pub fn triang(m: usize) -> Vec<f64> {
    // The first weight is half a step above 0 for an even number, a whole one for an odd number.
    let base = (m + m % 2) as f64;
    distances(m).map(|d| 1.0 - 2.0 * d.abs() / base).collect()
}

pub fn tukey(m: usize, alpha: f64) -> Vec<f64> {
    if alpha <= 0.0 {
        return vec![1.0; m];
    }
    let alpha = alpha.min(1.0);
    of_places(m, |t| {
        let beyond = (t.abs() - (1.0 - alpha)) / alpha;
        if beyond <= 0.0 { 1.0 } else { 0.5 * (1.0 + (PI * beyond).cos()) }
    })
}
