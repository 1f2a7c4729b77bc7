//! Waves in Gaussian envelopes.

use super::waveforms::{F, wave};
use std::f64::consts::{PI, TAU};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Options of [`gausspulse`].
///
/// ```
/// use xparray::scipy::signal::{Gausspulse, gausspulse_cutoff};
/// assert!((gausspulse_cutoff(5.0, Gausspulse::new().bw(0.5), -60.0)? - 0.5575) < 1e-3);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Gausspulse {
    bw: f64,
    bwr: f64,
}

impl Default for Gausspulse {
    fn default() -> Self {
        Self { bw: 0.5, bwr: -6.0 }
    }
}

impl Gausspulse {
    /// Half the frequency wide at 6 dB below the peak.
    pub fn new() -> Self {
        Self::default()
    }

    /// The bandwidth, as a part of the frequency.
    pub fn bw(self, bw: f64) -> Self {
        Self { bw, ..self }
    }

    /// At which level, in decibels below 0, the bandwidth is.
    pub fn bwr(self, bwr: f64) -> Self {
        Self { bwr, ..self }
    }

    /// The `a` of `exp(-a t^2)`.
    fn decay(self, op: &'static str, fc: f64) -> Result<f64> {
        let finite = [fc, self.bw, self.bwr].iter().all(|x| x.is_finite());
        match finite && fc >= 0.0 && self.bw > 0.0 && self.bwr < 0.0 {
            true => Ok(-(PI * fc * self.bw).powi(2) / (4.0 * decibels(self.bwr))),
            false => {
                let message = format!("the frequency {fc}, the bandwidth {} at {} dB", self.bw, self.bwr);
                Err(Error::value(op, message))
            }
        }
    }
}

/// The logarithm of the magnitude.
fn decibels(x: f64) -> f64 {
    x / 20.0 * std::f64::consts::LN_10
}

/// A wave of the frequency `fc` in a Gaussian envelope: the wave, the one a quarter of a turn later, and the envelope.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Gausspulse, gausspulse};
/// let [wave, quadrature, envelope] = gausspulse(&xp.array([0.0, 0.1])?, 5.0, Gausspulse::new())?;
/// assert!(wave.slice(s![1])?.add(&envelope.slice(s![1])?)?.allclose(&quadrature.slice(s![0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless the frequency is not below 0, the bandwidth above 0, its level below 0, and all finite; [`Error::DType`] for complex numbers and
/// truth values.
pub fn gausspulse<B: Backend>(t: &impl AnyArray<B>, fc: f64, options: Gausspulse) -> Result<[DynArray<B>; 3]> {
    const OP: &str = "gausspulse";
    let a = options.decay(OP, fc)?;
    let t = t.as_dyn();
    let envelope = |t: F| (-a * t * t).exp();
    Ok([
        wave(OP, t, |t| envelope(t) * (TAU * fc * t).cos())?,
        wave(OP, t, |t| envelope(t) * (TAU * fc * t).sin())?,
        wave(OP, t, envelope)?,
    ])
}

/// The time at which the envelope of a [`gausspulse`] has fallen by `tpr` decibels, a number below 0.
///
/// ```
/// use xparray::scipy::signal::{Gausspulse, gausspulse_cutoff};
/// let (sooner, later) = (gausspulse_cutoff(5.0, Gausspulse::new(), -20.0)?, gausspulse_cutoff(5.0, Gausspulse::new(), -80.0)?);
/// assert!((later / sooner - 2.0).abs() < 1e-12);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`gausspulse`], and [`Error::Value`] unless `tpr` is below 0 and the frequency above it.
pub fn gausspulse_cutoff(fc: f64, options: Gausspulse, tpr: f64) -> Result<f64> {
    const OP: &str = "gausspulse_cutoff";
    let a = options.decay(OP, fc)?;
    match tpr < 0.0 && tpr.is_finite() && a > 0.0 {
        true => Ok((-decibels(tpr) / a).sqrt()),
        false => Err(Error::value(OP, format!("the level {tpr} at the frequency {fc}"))),
    }
}
