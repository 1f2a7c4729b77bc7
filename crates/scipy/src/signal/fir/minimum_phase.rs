//! Filters with the least delay.

use crate::signal::transform::{fft, ifft};
use std::f64::consts::TAU;
use xparray_core::host::room;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

const OP: &str = "minimum_phase";

/// How [`minimum_phase`] finds the filter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PhaseMethod {
    /// By the cepstrum (Oppenheim and Schafer): of filters of any kind.
    #[default]
    Homomorphic,
    /// By the Hilbert transform, of equal ripples (Damera-Venkata, Evans and McCaslin, IEEE Trans. Signal Processing 48, 2000).
    Hilbert,
}

/// Options of [`minimum_phase`].
///
/// ```
/// use xparray::scipy::signal::{MinimumPhase, firwin, minimum_phase};
/// let taps = firwin(31, &[0.3])?;
/// assert_eq!(minimum_phase(&taps, MinimumPhase::new().half(false).n_fft(4096))?.len(), 31);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MinimumPhase {
    method: PhaseMethod,
    n_fft: Option<usize>,
    half: bool,
}

impl Default for MinimumPhase {
    fn default() -> Self {
        Self { method: PhaseMethod::Homomorphic, n_fft: None, half: true }
    }
}

impl MinimumPhase {
    /// By the cepstrum, with half the taps.
    pub fn new() -> Self {
        Self::default()
    }

    /// The method.
    pub fn method(self, method: PhaseMethod) -> Self {
        Self { method, ..self }
    }

    /// The length of the transforms; by default a power of two above 200 times the order.
    pub fn n_fft(self, n_fft: usize) -> Self {
        Self { n_fft: Some(n_fft), ..self }
    }

    /// Whether the result has half as many taps, and the root of the response. Else it has the response itself, which only the cepstrum gives.
    pub fn half(self, half: bool) -> Self {
        Self { half, ..self }
    }
}

/// A filter of minimum phase from one of linear phase, of at least three symmetric taps.
///
/// ```
/// use xparray::scipy::signal::{MinimumPhase, firwin, minimum_phase};
/// let taps = minimum_phase(&firwin(31, &[0.3])?, MinimumPhase::new())?;
/// assert!(taps.len() == 16 && taps[..8].iter().map(|x| x * x).sum::<f64>() > taps[8..].iter().map(|x| x * x).sum());
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for less than three taps, such that are not finite or all 0; for shorter transforms than the filter; and if [`PhaseMethod::Hilbert`] is to
/// give the whole response.
pub fn minimum_phase(h: &[f64], options: MinimumPhase) -> Result<Vec<f64>> {
    let n = h.len();
    let finite = h.iter().all(|x| x.is_finite()) && h.iter().any(|&x| x != 0.0);
    if n < 3 || !finite {
        return Err(Error::value(OP, "less than three taps, or such that are not finite or all 0"));
    }
    if options.method == PhaseMethod::Hilbert && !options.half {
        return Err(Error::value(OP, "the Hilbert transform gives half of the response only"));
    }
    let n_fft = options.n_fft.unwrap_or((200 * (n - 1)).next_power_of_two());
    if n_fft < n {
        return Err(Error::value(OP, format!("transforms of the length {n_fft} of {n} taps")));
    }
    drop(room::<Complex<f64>>(n_fft.saturating_mul(4))?);
    let mut padded: Vec<Complex<f64>> = h.iter().map(|&x| x.into()).collect();
    padded.resize(n_fft, Complex::ZERO);
    let spectrum = fft(&padded);
    let logarithms = match options.method {
        PhaseMethod::Homomorphic => homomorphic(&spectrum, options.half),
        PhaseMethod::Hilbert => hilbert(&spectrum, n / 2),
    };
    let cepstrum = folded(ifft(&logarithms), options.method);
    let response: Vec<Complex<f64>> = fft(&cepstrum).iter().map(|x| x.exp()).collect();
    let taps = if options.half { n / 2 + n % 2 } else { n };
    Ok(ifft(&response).iter().take(taps).map(|x| x.re).collect())
}

/// Logarithms of magnitudes, a little above 0.
fn homomorphic(spectrum: &[Complex<f64>], half: bool) -> Vec<Complex<f64>> {
    let sizes: Vec<f64> = spectrum.iter().map(|x| x.norm()).collect();
    let least = sizes.iter().copied().filter(|&x| x > 0.0).fold(f64::INFINITY, f64::min);
    let factor = if half { 0.5 } else { 1.0 };
    sizes.iter().map(|x| (factor * (x + 1e-7 * least).ln()).into()).collect()
}

/// Logarithms of the root of the response, raised and scaled so that its stop band touches 0 and its pass band lies about 1.
fn hilbert(spectrum: &[Complex<f64>], delay: usize) -> Vec<Complex<f64>> {
    let turn = TAU / spectrum.len() as f64 * delay as f64;
    let real: Vec<f64> = spectrum.iter().enumerate().map(|(k, x)| (x * Complex::cis(k as f64 * turn)).re).collect();
    let pass = real.iter().copied().fold(f64::MIN, f64::max) - 1.0;
    let stop = -real.iter().copied().fold(f64::MAX, f64::min);
    let scale = 4.0 / ((1.0 + pass + stop).sqrt() + (1.0 - pass + stop).sqrt()).powi(2);
    real.iter().map(|x| (((x + stop) * scale).max(0.0).sqrt() + 1e-10).ln().into()).collect()
}

/// The cepstrum of the minimum phase: what is at negative times is added to positive ones. What counts in the middle is SciPy's choice.
fn folded(cepstrum: Vec<Complex<f64>>, method: PhaseMethod) -> Vec<Complex<f64>> {
    let n = cepstrum.len();
    let half = match method {
        PhaseMethod::Homomorphic => (n % 2) as f64,
        PhaseMethod::Hilbert => 2.0 - ((n + 1) % 2) as f64,
    };
    let weight = |k: usize| match k {
        0 => 1.0,
        k if k < n / 2 => 2.0,
        k if k == n / 2 => half,
        _ => 0.0,
    };
    cepstrum.iter().enumerate().map(|(k, x)| (x.re * weight(k)).into()).collect()
}
