//! Any response times a window.

use super::nyquist;
use crate::signal::transform::ifft;
use crate::signal::windows::{Symmetry, Window};
use std::f64::consts::PI;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

const OP: &str = "firwin2";

/// Options of [`firwin2_with`].
///
/// ```
/// use xparray::scipy::signal::{Firwin2, firwin2_with};
/// let hilbert = firwin2_with(14, &[0.0, 0.1, 1.0], &[0.0, 1.0, 1.0], Firwin2::new().antisymmetric(true))?;
/// assert!((hilbert[0] + hilbert[13]).abs() < 1e-15);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Firwin2 {
    window: Window,
    nfreqs: Option<usize>,
    antisymmetric: bool,
    fs: f64,
}

impl Default for Firwin2 {
    fn default() -> Self {
        Self { window: Window::Hamming, nfreqs: None, antisymmetric: false, fs: 2.0 }
    }
}

impl Firwin2 {
    /// Symmetric taps with Hamming's window, with 1 for half the sampling rate.
    pub fn new() -> Self {
        Self::default()
    }

    /// The window; [`Window::Boxcar`] for none.
    pub fn window(self, window: Window) -> Self {
        Self { window, ..self }
    }

    /// At how many frequencies the response is sampled, more than there are taps; by default one more than a power of two.
    pub fn nfreqs(self, nfreqs: usize) -> Self {
        Self { nfreqs: Some(nfreqs), ..self }
    }

    /// Whether taps on both sides of the middle are opposite.
    pub fn antisymmetric(self, antisymmetric: bool) -> Self {
        Self { antisymmetric, ..self }
    }

    /// The sampling rate.
    pub fn fs(self, fs: f64) -> Self {
        Self { fs, ..self }
    }
}

/// A filter of `numtaps` taps with linear phase and the response `gain` at the frequencies `freq`, and straight lines between them: by sampling it, a
/// Fourier transform, and a window. A frequency that is there twice is a jump.
///
/// ```
/// use xparray::scipy::signal::firwin2;
/// let taps = firwin2(151, &[0.0, 0.5, 1.0], &[1.0, 1.0, 0.0])?;
/// assert!((taps.iter().sum::<f64>() - 1.0).abs() < 1e-3);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no taps; unless there is a gain for each frequency, and the frequencies go from 0 to half the sampling rate, none twice at
/// either end, none more than twice; where symmetry says that the gain at an end is 0 and it is not; for too few samples; and those of
/// [`Window::weights`].
pub fn firwin2(numtaps: usize, freq: &[f64], gain: &[f64]) -> Result<Vec<f64>> {
    firwin2_with(numtaps, freq, gain, Firwin2::new())
}

/// [`firwin2`] with options.
///
/// ```
/// use xparray::scipy::signal::{Firwin2, firwin2_with};
/// let options = Firwin2::new().fs(100.0).nfreqs(65);
/// assert_eq!(firwin2_with(20, &[0.0, 20.0, 50.0], &[1.0, 1.0, 0.0], options)?.len(), 20);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`firwin2`].
pub fn firwin2_with(numtaps: usize, freq: &[f64], gain: &[f64], options: Firwin2) -> Result<Vec<f64>> {
    let nyquist = nyquist(OP, options.fs)?;
    let wrong = |message: &str| Err(Error::value(OP, message));
    let (&[0.0, .., last], &[first_gain, .., last_gain]) = (freq, gain) else {
        return wrong("frequencies do not go from 0 to half the sampling rate");
    };
    if numtaps == 0 || freq.len() != gain.len() || !gain.iter().all(|g| g.is_finite()) {
        return wrong("no taps, or not a gain for each frequency");
    }
    let ordered = freq.windows(2).all(|pair| pair[0] <= pair[1]) && freq.windows(3).all(|three| three[0] < three[2]);
    if last != nyquist || !ordered || freq[1] == 0.0 || freq[freq.len() - 2] == nyquist {
        return wrong("frequencies do not go in order from 0 to half the sampling rate");
    }
    let even = numtaps.is_multiple_of(2);
    let zero_first = options.antisymmetric && first_gain != 0.0;
    let zero_last = (even != options.antisymmetric) && last_gain != 0.0;
    if zero_first || zero_last {
        return wrong("taps of this symmetry and number have no response at an end where a gain is given");
    }
    let nfreqs = options.nfreqs.unwrap_or(1 + numtaps.next_power_of_two());
    if nfreqs <= numtaps {
        return wrong("there are not more samples than taps");
    }
    drop(xparray_core::host::room::<Complex<f64>>(nfreqs.saturating_mul(2))?);
    let delay = (numtaps as f64 - 1.0) / 2.0;
    let mut spectrum: Vec<Complex<f64>> = (0..nfreqs)
        .map(|k| {
            let x = k as f64 / (nfreqs - 1) as f64;
            let turn = if options.antisymmetric { PI / 2.0 } else { 0.0 };
            Complex::from_polar(interpolated(freq, gain, nyquist * x), turn - delay * PI * x)
        })
        .collect();
    // Real taps: the other half is conjugate, the ends are real.
    spectrum[0].im = 0.0;
    spectrum[nfreqs - 1].im = 0.0;
    let other: Vec<Complex<f64>> = spectrum[1..nfreqs - 1].iter().rev().map(|z| z.conj()).collect();
    spectrum.extend(other);
    let window = options.window.weights(numtaps, Symmetry::Symmetric)?;
    let mut taps: Vec<f64> = ifft(&spectrum).iter().zip(&window).map(|(tap, weight)| tap.re * weight).collect();
    if options.antisymmetric && !even {
        taps[numtaps / 2] = 0.0;
    }
    Ok(taps)
}

/// The value of straight lines between points; at a jump that of the left side up to half a rounding below it, as SciPy's.
fn interpolated(x: &[f64], y: &[f64], at: f64) -> f64 {
    let right = x.partition_point(|&x| x <= at).clamp(1, x.len() - 1);
    let left = right - 1;
    // On a jump itself: the middle, which both sides are equally near to.
    if left > 0 && x[left] == at && x[left - 1] == at {
        return 0.5 * (y[left - 1] + y[left]);
    }
    y[left] + (y[right] - y[left]) * ((at - x[left]) / (x[right] - x[left]))
}
