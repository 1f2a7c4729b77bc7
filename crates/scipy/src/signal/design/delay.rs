//! By how much filters delay.

use super::{Ba, C, Coefficient, Freqz, polynomial, positive};
use std::f64::consts::TAU;
use xparray_core::Result;

/// By how many samples a digital filter delays frequencies: these and the delays, `-d arg(h) / dw`; 0 where it is not defined.
///
/// ```
/// use xparray::scipy::signal::{Ba, Freqz, group_delay};
/// let (_, delays) = group_delay(&Ba::new([0.25, 0.5, 0.25], [1.0])?, Freqz::new().n(4))?;
/// assert!(delays.iter().all(|d| (d - 1.0).abs() < 1e-12));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`](xparray_core::Error::Value) unless the sampling rate is above 0.
pub fn group_delay<T: Coefficient>(ba: &Ba<T>, options: Freqz) -> Result<(Vec<f64>, Vec<f64>)> {
    let (frequencies, angles) = options.frequencies("group_delay")?;
    let delay = delays(ba);
    Ok((frequencies, angles.iter().map(|&w| delay(w)).collect()))
}

/// [`group_delay`] at these frequencies.
///
/// ```
/// use xparray::scipy::signal::{Ba, group_delay_at};
/// assert_eq!(group_delay_at(&Ba::new([0.0, 0.0, 1.0], [1.0])?, &[0.5], 2.0)?, [2.0]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`](xparray_core::Error::Value) unless the sampling rate is above 0.
pub fn group_delay_at<T: Coefficient>(ba: &Ba<T>, w: &[f64], fs: f64) -> Result<Vec<f64>> {
    let turn = TAU / positive("group_delay", "the sampling rate", fs)?;
    let delay = delays(ba);
    Ok(w.iter().map(|w| delay(w * turn)).collect())
}

/// Of the numerator times the turned and conjugate denominator, whose delay is that of the filter but for whole samples (Shpak's method; J. O. Smith, Introduction
/// to Digital Filters, "Numerical Computation of Group Delay").
fn delays<T: Coefficient>(ba: &Ba<T>) -> impl Fn(f64) -> f64 + use<T> {
    let turned: Vec<T> = ba.a().iter().rev().map(|a| a.conj()).collect();
    let mut c = polynomial::multiply(ba.b(), &turned);
    let mut weighted: Vec<T> = c.iter().enumerate().map(|(k, &c)| c * k as f64).collect();
    c.reverse();
    weighted.reverse();
    let order = ba.a().len() as f64 - 1.0;
    move |w| {
        let z = C::cis(-w);
        let delay = (polynomial::value(&weighted, z) / polynomial::value(&c, z)).re - order;
        if delay.is_finite() { delay } else { 0.0 }
    }
}
