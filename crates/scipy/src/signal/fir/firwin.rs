//! Ideal filters times a window.

use super::nyquist;
use super::{kaiser_atten, kaiser_beta};
use crate::signal::windows::{Symmetry, Window};
use std::f64::consts::PI;
use xparray_core::{Error, Result};

const OP: &str = "firwin";

/// Options of [`firwin_with`].
///
/// ```
/// use xparray::scipy::signal::{Firwin, firwin_with};
/// use xparray::scipy::signal::windows::Window;
/// let options = Firwin::new().window(Window::Blackman).pass_zero(false).fs(1000.0);
/// assert_eq!(firwin_with(51, &[100.0, 200.0], options)?.len(), 51);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Firwin {
    window: Window,
    width: Option<f64>,
    pass_zero: bool,
    scale: bool,
    fs: f64,
}

impl Default for Firwin {
    fn default() -> Self {
        Self { window: Window::Hamming, width: None, pass_zero: true, scale: true, fs: 2.0 }
    }
}

impl Firwin {
    /// With Hamming's window, passing 0, with 1 for half the sampling rate.
    pub fn new() -> Self {
        Self::default()
    }

    /// The window.
    pub fn window(self, window: Window) -> Self {
        Self { window, ..self }
    }

    /// The width of the transition, for which Kaiser's window is taken instead.
    pub fn width(self, width: f64) -> Self {
        Self { width: Some(width), ..self }
    }

    /// Whether frequency 0 passes; from each cutoff on, passing and stopping take turns.
    pub fn pass_zero(self, pass_zero: bool) -> Self {
        Self { pass_zero, ..self }
    }

    /// Whether the response is exactly 1 at 0, or at half the sampling rate, if these pass, else in the middle of the first band that does.
    pub fn scale(self, scale: bool) -> Self {
        Self { scale, ..self }
    }

    /// The sampling rate.
    pub fn fs(self, fs: f64) -> Self {
        Self { fs, ..self }
    }
}

/// A filter of `numtaps` taps by the window method, with linear phase: low-pass with one cutoff, of which 1 is half the sampling rate; more of them
/// bound bands. By default with Hamming's window.
///
/// ```
/// use xparray::scipy::signal::firwin;
/// let taps = firwin(3, &[0.1])?;
/// assert!((taps.iter().sum::<f64>() - 1.0).abs() < 1e-15 && taps[0] == taps[2]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no taps, no cutoffs or such that are not between 0 and half the sampling rate and in order; for an even number of taps if half
/// the sampling rate passes, which these cannot; for a width that is not above 0; and those of [`Window::weights`].
pub fn firwin(numtaps: usize, cutoff: &[f64]) -> Result<Vec<f64>> {
    firwin_with(numtaps, cutoff, Firwin::new())
}

/// [`firwin`] with options.
///
/// ```
/// use xparray::scipy::signal::{Firwin, firwin_with};
/// let high = firwin_with(3, &[0.5], Firwin::new().pass_zero(false))?;
/// assert!((high[1] - high[0] - high[2] - 1.0).abs() < 1e-15); // 1 at half the sampling rate
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`firwin`].
pub fn firwin_with(numtaps: usize, cutoff: &[f64], options: Firwin) -> Result<Vec<f64>> {
    let nyquist = nyquist(OP, options.fs)?;
    let inside = cutoff.iter().all(|&c| c > 0.0 && c < nyquist) && cutoff.windows(2).all(|pair| pair[0] < pair[1]);
    if numtaps == 0 || cutoff.is_empty() || !inside {
        let message = format!("{numtaps} taps with cutoffs {cutoff:?} that are not in order between 0 and {nyquist}");
        return Err(Error::value(OP, message));
    }
    let window = match options.width {
        None => options.window,
        Some(width) if !(width > 0.0 && width.is_finite()) => {
            return Err(Error::value(OP, format!("a transition of the width {width}")));
        }
        Some(width) => Window::Kaiser { beta: kaiser_beta(kaiser_atten(numtaps, width / nyquist)) },
    };
    let pass_nyquist = cutoff.len().is_multiple_of(2) == options.pass_zero;
    if pass_nyquist && numtaps.is_multiple_of(2) {
        return Err(Error::value(OP, "an even number of taps lets nothing through at half the sampling rate"));
    }
    let mut edges: Vec<f64> = cutoff.iter().map(|c| c / nyquist).collect();
    if options.pass_zero {
        edges.insert(0, 0.0);
    }
    if pass_nyquist {
        edges.push(1.0);
    }
    let mut taps = window.weights(numtaps, Symmetry::Symmetric)?;
    let middle = |n: usize| n as f64 - 0.5 * (numtaps as f64 - 1.0);
    // right sinc(right m) - left sinc(left m) of each band.
    let sine = |edge: f64, m: f64| if m == 0.0 { edge } else { (PI * edge * m).sin() / (PI * m) };
    for (n, tap) in taps.iter_mut().enumerate() {
        let m = middle(n);
        *tap *= edges.chunks_exact(2).map(|band| sine(band[1], m) - sine(band[0], m)).sum::<f64>();
    }
    if options.scale {
        let frequency = match edges[..] {
            [0.0, ..] => 0.0,
            [_, 1.0, ..] => 1.0,
            [left, right, ..] => 0.5 * (left + right),
            _ => 0.0,
        };
        let response: f64 = taps.iter().enumerate().map(|(n, tap)| tap * (PI * middle(n) * frequency).cos()).sum();
        taps.iter_mut().for_each(|tap| *tap /= response);
    }
    Ok(taps)
}
