//! What systems do to frequencies.

use super::lti::{Lti, Model};
use crate::signal::design::{C, Coefficient, Factors, Filter, findfreqs, real};
use std::f64::consts::{PI, TAU};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

impl<T: Coefficient> Lti<T> {
    fn factors(&self) -> Result<Factors> {
        Ok(match self.model() {
            Model::TransferFunction(ba) => ba.factors(),
            Model::ZerosPolesGain(zpk) => zpk.factors(),
            Model::StateSpace(_) => self.to_tf()?.factors(),
        })
    }

    /// Where a frequency is in the plane.
    fn point(&self, w: f64) -> C {
        match self.dt() {
            None => C::new(0.0, w),
            Some(_) => C::cis(w),
        }
    }
}

/// The response to `n` frequencies: these and its complex values. Of a continuous system they are those that [`findfreqs`] finds, in radians a second; of a
/// discrete one they go evenly from 0 up to, without it, half the sampling rate, in radians a step.
///
/// ```
/// use xparray::scipy::signal::{Ba, freqresp, lti};
/// let (w, h) = freqresp(&lti(Ba::new([1.0], [1.0, 1.0])?), 4)?;
/// assert!(w[2] == 1.0 && (h[2].arg() + std::f64::consts::FRAC_PI_4).abs() < 1e-15);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`Lti::to_zpk`] and [`findfreqs`].
#[doc(alias = "dfreqresp")]
pub fn freqresp<T: Coefficient>(system: &Lti<T>, n: usize) -> Result<(Vec<f64>, Vec<C>)> {
    let w = match system.dt() {
        None => findfreqs(&system.to_zpk()?, n)?,
        Some(_) => {
            drop(xparray_core::host::room::<C>(n)?);
            (0..n).map(|k| PI * k as f64 / n as f64).collect()
        }
    };
    let factors = system.factors()?;
    let h = w.iter().map(|&w| factors.at(system.point(w), false)).collect();
    Ok((w, h))
}

/// The response to the frequencies of an array, in radians a second, of a discrete system in radians a step: complex, of the array's shape and precision.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Ba, freqresp_at, lti};
/// let h = freqresp_at(&lti(Ba::new([1.0], [1.0, 1.0])?), &xp.array([0.0, 1.0])?)?;
/// assert!(h.real()?.allclose(&xp.array([1.0, 0.5])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::DType`](xparray_core::Error::DType) for complex frequencies and truth values; those of [`Lti::to_tf`].
pub fn freqresp_at<T: Coefficient, B: Backend>(system: &Lti<T>, w: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let w = real("freqresp", w.as_dyn())?;
    let dtype = w.dtype().complex();
    let points = match system.dt() {
        None => w.astype(dtype)?.multiply(C::I)?,
        Some(_) => w.cos()?.add(&w.sin()?.multiply(C::I)?)?.astype(dtype)?,
    };
    system.factors()?.at_array(&points, false)
}

/// The response to `n` frequencies as Bode draws it: frequencies in radians a second, magnitudes in decibels, and phases in degrees, without jumps.
///
/// ```
/// use xparray::scipy::signal::{Ba, bode, lti};
/// let (w, magnitudes, phases) = bode(&lti(Ba::new([1.0], [1.0, 1.0])?), 4)?;
/// assert!(w[2] == 1.0 && (magnitudes[2] + 3.0103).abs() < 1e-4 && (phases[2] + 45.0).abs() < 1e-12);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`freqresp`].
#[doc(alias = "dbode")]
pub fn bode<T: Coefficient>(system: &Lti<T>, n: usize) -> Result<(Vec<f64>, Vec<f64>, Vec<f64>)> {
    let (w, h) = freqresp(system, n)?;
    let (magnitudes, phases) = drawn(&h);
    let step = system.dt().unwrap_or(1.0);
    Ok((w.iter().map(|w| w / step).collect(), magnitudes, phases))
}

/// Magnitudes in decibels and phases in degrees, as those of [`bode`], at these frequencies, in its units.
///
/// ```
/// use xparray::scipy::signal::{Ba, bode_at, dlti};
/// let (magnitudes, phases) = bode_at(&dlti(Ba::new([1.0], [1.0, 0.0])?, 0.5)?, &[0.0, 1.0])?; // a step later
/// assert!(magnitudes[1].abs() < 1e-14 && (phases[1] + 0.5f64.to_degrees()).abs() < 1e-12);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`Lti::to_tf`].
pub fn bode_at<T: Coefficient>(system: &Lti<T>, w: &[f64]) -> Result<(Vec<f64>, Vec<f64>)> {
    let (factors, step) = (system.factors()?, system.dt().unwrap_or(1.0));
    let h: Vec<C> = w.iter().map(|w| factors.at(system.point(w * step), false)).collect();
    Ok(drawn(&h))
}

fn drawn(h: &[C]) -> (Vec<f64>, Vec<f64>) {
    let magnitudes = h.iter().map(|h| 20.0 * h.norm().log10()).collect();
    let (mut turns, mut before) = (0.0, None::<f64>);
    let phases = h.iter().map(|h| {
        let angle = h.arg();
        if let Some(before) = before {
            turns -= ((angle - before) / TAU).round() * TAU;
        }
        before = Some(angle);
        (angle + turns).to_degrees()
    });
    (magnitudes, phases.collect())
}
