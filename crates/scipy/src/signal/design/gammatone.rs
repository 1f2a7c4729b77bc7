//! Filters like those of the ear.

use super::{Ba, C, positive};
use std::f64::consts::{PI, SQRT_2, TAU};
use xparray_core::{Error, Result};

const OP: &str = "gammatone";

/// Which gammatone filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gammatone {
    /// The impulse response, cut off.
    Fir {
        /// From 1 to 24; 4 is the ear's.
        order: usize,
        /// How many; `None` for 15 milliseconds, at least 15.
        numtaps: Option<usize>,
    },
    /// A recursive filter of eighth order (Slaney, An Efficient Implementation of the Patterson-Holdsworth Auditory Filter Bank, 1993).
    Iir,
}

/// A filter with the impulse response `t^(order - 1) exp(-2 pi b t) cos(2 pi freq t)`, of the bandwidth `b` that the ear has at `freq`: 1.019 times the
/// equivalent rectangular one, `freq / 9.26449 + 24.7` Hz.
///
/// ```
/// use xparray::scipy::signal::{Gammatone, gammatone};
/// assert_eq!(gammatone(440.0, Gammatone::Iir, 16000.0)?.a().len(), 9);
/// assert_eq!(gammatone(440.0, Gammatone::Fir { order: 4, numtaps: None }, 16000.0)?.b().len(), 240);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless `freq` is between 0 and half the sampling rate, for orders of 0 or above 24, and for no taps.
pub fn gammatone(freq: f64, kind: Gammatone, fs: f64) -> Result<Ba> {
    let fs = positive(OP, "the sampling rate", fs)?;
    if !(freq > 0.0 && freq < fs / 2.0) {
        return Err(Error::value(OP, format!("the frequency {freq} is not between 0 and {}", fs / 2.0)));
    }
    let bandwidth = 1.019 * (freq / 9.26449 + 24.7);
    match kind {
        Gammatone::Fir { order, numtaps } => fir(freq, bandwidth, order, numtaps, fs),
        Gammatone::Iir => iir(freq, bandwidth, fs),
    }
}

fn fir(freq: f64, bandwidth: f64, order: usize, numtaps: Option<usize>, fs: f64) -> Result<Ba> {
    let taps = numtaps.unwrap_or(((fs * 0.015) as usize).max(15));
    if order == 0 || order > 24 || taps == 0 {
        return Err(Error::value(OP, format!("{taps} taps of the order {order}")));
    }
    xparray_core::host::room::<f64>(taps)?;
    let power = order as i32 - 1;
    let factorial: f64 = (1..order).map(|k| k as f64).product();
    let scale = 2.0 * (TAU * bandwidth).powi(order as i32) / factorial / fs;
    let tap = |k: usize| {
        let t = k as f64 / fs;
        scale * t.powi(power) * (-TAU * bandwidth * t).exp() * (TAU * freq * t).cos()
    };
    Ba::new((0..taps).map(tap).collect::<Vec<_>>(), [1.0])
}

fn iir(freq: f64, bandwidth: f64, fs: f64) -> Result<Ba> {
    let (period, angle) = (1.0 / fs, TAU * freq / fs);
    let decay = (-2.0 * PI * bandwidth * period).exp();
    let cosine = |k: f64| (k * angle).cos();
    // The zeros of the four sections of second order, and the gain of all at the frequency.
    let turn = C::cis(2.0 * angle);
    let zeros = [3.0 - 2.0 * SQRT_2, 3.0 + 2.0 * SQRT_2].map(|x: f64| x.sqrt() * angle.sin());
    let near = C::from_polar(2.0 * period * decay, angle);
    let above = zeros
        .iter()
        .flat_map(|&x| [-x, x])
        .fold(C::ONE, |product, x| product * (-2.0 * period * turn + near * (angle.cos() + x)));
    let below = -2.0 * decay * decay - 2.0 * turn + 2.0 * (1.0 + turn) * decay;
    let gain = (above / below.powi(4)).norm();
    let scale = period.powi(4) / gain;
    let b = [1.0, -4.0 * cosine(1.0), 6.0 * cosine(2.0), -4.0 * cosine(3.0), cosine(4.0)];
    // (1 - 2 decay cos(angle) / z + decay^2 / z^2)^4, as it is written out.
    let a = [
        1.0,
        -8.0 * cosine(1.0),
        4.0 * (4.0 + 3.0 * cosine(2.0)),
        -8.0 * (6.0 * cosine(1.0) + cosine(3.0)),
        2.0 * (18.0 + 16.0 * cosine(2.0) + cosine(4.0)),
        -8.0 * (6.0 * cosine(1.0) + cosine(3.0)),
        4.0 * (4.0 + 3.0 * cosine(2.0)),
        -8.0 * cosine(1.0),
        1.0,
    ];
    let decaying =
        |scale: f64, x: &[f64]| -> Vec<f64> { x.iter().zip(0..).map(|(x, k)| scale * x * decay.powi(k)).collect() };
    Ba::new(decaying(scale, &b), decaying(1.0, &a))
}
