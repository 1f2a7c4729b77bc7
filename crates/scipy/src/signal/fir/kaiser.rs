//! Kaiser's formulas for his window (Oppenheim and Schafer, Discrete-Time Signal Processing, section 7.5.3).

use std::f64::consts::PI;
use xparray_core::{Error, Result};

/// The `beta` of Kaiser's window for a filter with ripples `a` decibels down.
///
/// ```
/// use xparray::scipy::signal::kaiser_beta;
/// assert!((kaiser_beta(65.0) - 6.20426).abs() < 1e-12);
/// ```
pub fn kaiser_beta(a: f64) -> f64 {
    if a > 50.0 {
        0.1102 * (a - 8.7)
    } else if a > 21.0 {
        0.5842 * (a - 21.0).powf(0.4) + 0.07886 * (a - 21.0)
    } else {
        0.0
    }
}

/// By how many decibels ripples are down of a filter of `numtaps` taps that has a transition of the width `width`, of which 1 is half the sampling
/// rate.
///
/// ```
/// use xparray::scipy::signal::kaiser_atten;
/// assert!((kaiser_atten(211, 0.0375) - 64.48099630593983).abs() < 1e-12);
/// ```
pub fn kaiser_atten(numtaps: usize, width: f64) -> f64 {
    2.285 * (numtaps as f64 - 1.0) * PI * width + 7.95
}

/// How many taps a filter needs for ripples `ripple` decibels down and a transition of the width `width`, of which 1 is half the sampling rate; and the
/// `beta` of its window.
///
/// ```
/// use xparray::scipy::signal::kaiserord;
/// let (numtaps, beta) = kaiserord(65.0, 24.0 / 500.0)?;
/// assert!(numtaps == 167 && (beta - 6.20426).abs() < 1e-12);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for ripples less than 8 dB down, of which the formula knows nothing, and unless the width is above 0.
pub fn kaiserord(ripple: f64, width: f64) -> Result<(usize, f64)> {
    const OP: &str = "kaiserord";
    let a = ripple.abs();
    if !(a >= 8.0 && a.is_finite()) {
        return Err(Error::value(OP, format!("ripples {a} dB down are not 8 at least")));
    }
    let taps = ((a - 7.95) / 2.285 / (PI * width) + 1.0).ceil();
    if !(width > 0.0 && taps < 1e15) {
        return Err(Error::value(OP, format!("a transition of the width {width}")));
    }
    Ok((taps as usize, kaiser_beta(a)))
}
