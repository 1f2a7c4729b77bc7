//! Windows whose side lobes are of one height.

use crate::signal::transform::fft;
use std::f64::consts::PI;
use xparray_core::prelude::*;

/// Dolph's window: its spectrum is a Chebyshev polynomial of a cosine (Dolph, Proc. IRE 34, 1946).
pub fn chebwin(m: usize, at: f64) -> Vec<f64> {
    let order = m as f64 - 1.0;
    let beta = (10f64.powf(at / 20.0).acosh() / order).cosh();
    let spectrum = (0..m).map(|k| {
        let x = beta * (PI * k as f64 / m as f64).cos();
        let value = match x.abs() <= 1.0 {
            true => (order * x.acos()).cos(),
            false if x < 0.0 && m.is_multiple_of(2) => -(order * (-x).acosh()).cosh(),
            false => (order * x.abs().acosh()).cosh(),
        };
        // Of an even number, the middle is between two weights.
        let turn = if m.is_multiple_of(2) { PI * k as f64 / m as f64 } else { 0.0 };
        Complex::from_polar(value, turn)
    });
    let weights: Vec<f64> = fft(&spectrum.collect::<Vec<_>>()).iter().map(|w| w.re).collect();
    // From the middle on.
    let half = match m % 2 {
        0 => &weights[1..m / 2 + 1],
        _ => &weights[..m / 2 + 1],
    };
    let largest = half.iter().copied().fold(0.0, f64::max);
    half[m % 2..].iter().rev().chain(half).map(|w| w / largest).collect()
}

/// Taylor's window (Carrara and Majewski, Spotlight Synthetic Aperture Radar, appendix D).
pub fn taylor(m: usize, nbar: usize, sll: f64, norm: bool) -> Vec<f64> {
    let a = 10f64.powf(sll / 20.0).acosh() / PI;
    let lobes = nbar as f64;
    let s2 = lobes * lobes / (a * a + (lobes - 0.5).powi(2));
    let factor = |m: usize| {
        let square = (m * m) as f64;
        let others = (1..nbar).filter(|&i| i != m);
        let above: f64 = (1..nbar).map(|i| 1.0 - square / s2 / (a * a + (i as f64 - 0.5).powi(2))).product();
        let below: f64 = others.map(|i| 1.0 - square / (i * i) as f64).product();
        let sign = if m % 2 == 1 { 1.0 } else { -1.0 };
        sign * above / (2.0 * below)
    };
    let factors: Vec<f64> = (1..nbar).map(factor).collect();
    // At a distance from the middle.
    let value = |d: f64| {
        let waves = factors.iter().zip(1..).map(|(f, k)| f * (2.0 * PI * f64::from(k) * d / m as f64).cos());
        1.0 + 2.0 * waves.sum::<f64>()
    };
    let scale = if norm { 1.0 / value(0.0) } else { 1.0 };
    (0..m).map(|n| scale * value((2.0 * n as f64 - (m as f64 - 1.0)) / 2.0)).collect()
}
