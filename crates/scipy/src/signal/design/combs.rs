//! Filters of one frequency and its multiples.

use super::{Ba, positive};
use std::f64::consts::{PI, TAU};
use xparray_core::{Error, Result};

/// The angle of a frequency, and the tangent of half the bandwidth.
fn narrow(op: &'static str, w0: f64, q: f64, fs: f64) -> Result<(f64, f64)> {
    let (fs, q) = (positive(op, "the sampling rate", fs)?, positive(op, "the quality", q)?);
    if !(w0 > 0.0 && w0 < fs / 2.0) {
        return Err(Error::value(op, format!("the frequency {w0} is not between 0 and {}", fs / 2.0)));
    }
    let angle = TAU * w0 / fs;
    Ok((angle, (angle / q / 2.0).tan()))
}

/// A filter of second order that takes the frequency `w0` away, and little beside it: its bandwidth at 3 dB is `w0 / q` (Orfanidis, Introduction to
/// Signal Processing, section 11.3). With 1 for half the sampling rate, `fs` is 2.
///
/// ```
/// use xparray::scipy::signal::iirnotch;
/// let hum = iirnotch(60.0, 30.0, 200.0)?;
/// assert!((hum.b()[0] - 0.969531).abs() < 1e-6);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless `w0` is between 0 and half the sampling rate, and `q` above 0.
pub fn iirnotch(w0: f64, q: f64, fs: f64) -> Result<Ba> {
    let (angle, beta) = narrow("iirnotch", w0, q, fs)?;
    let gain = 1.0 / (1.0 + beta);
    let middle = -2.0 * gain * angle.cos();
    Ba::new([gain, middle, gain], [1.0, middle, 2.0 * gain - 1.0])
}

/// A filter of second order that lets the frequency `w0` through, and little beside it: its bandwidth at 3 dB is `w0 / q`.
///
/// ```
/// use xparray::scipy::signal::iirpeak;
/// let tone = iirpeak(60.0, 30.0, 200.0)?;
/// assert!(tone.b()[1] == 0.0 && tone.b()[0] == -tone.b()[2]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`iirnotch`].
pub fn iirpeak(w0: f64, q: f64, fs: f64) -> Result<Ba> {
    let (angle, beta) = narrow("iirpeak", w0, q, fs)?;
    let gain = 1.0 / (1.0 + beta);
    Ba::new([1.0 - gain, 0.0, gain - 1.0], [1.0, -2.0 * gain * angle.cos(), 2.0 * gain - 1.0])
}

/// What a comb does at its frequencies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comb {
    /// It takes them away.
    Notch,
    /// It lets them through.
    Peak,
}

/// A filter of the frequency `w0` and its multiples, each of the bandwidth `w0 / q` (Orfanidis, chapter 11). If `pass_zero`, notches begin at half of
/// `w0`, so that frequency 0 passes, or peaks at 0; else notches begin at 0, peaks at half of `w0`.
///
/// ```
/// use xparray::scipy::signal::{Comb, iircomb};
/// let comb = iircomb(20.0, 30.0, Comb::Notch, 200.0, false)?;
/// assert!(comb.b().len() == 11 && comb.b()[0] == -comb.b()[10]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`iirnotch`], and unless the sampling rate is a multiple of `w0`.
pub fn iircomb(w0: f64, q: f64, kind: Comb, fs: f64, pass_zero: bool) -> Result<Ba> {
    const OP: &str = "iircomb";
    let (_, _) = narrow(OP, w0, q, fs)?;
    let n = (fs / w0).round();
    if (w0 - fs / n).abs() / fs > 1e-14 || n > 1e7 {
        return Err(Error::value(OP, format!("the sampling rate {fs} is no multiple of {w0}")));
    }
    // n times a quarter of the bandwidth's angle.
    let beta = (PI / (2.0 * q)).tan();
    let (first, last) = match kind {
        Comb::Notch => (1.0 / (1.0 + beta), 1.0 / (1.0 + beta)),
        Comb::Peak => (beta / (1.0 + beta), -beta / (1.0 + beta)),
    };
    let sign = if (kind == Comb::Peak) == pass_zero { -1.0 } else { 1.0 };
    let polynomial = |first: f64, last: f64| {
        let mut coefficients = vec![0.0; n as usize + 1];
        coefficients[0] = first;
        coefficients[n as usize] = sign * last;
        coefficients
    };
    Ba::new(polynomial(first, last), polynomial(1.0, (1.0 - beta) / (1.0 + beta)))
}
