//! Signals at other rates, by Fourier series.

use super::lines::Lines;
use super::windows::{Symmetry, Window};
use crate::field;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, IntoAxis, Result, TypeClass};

/// What a spectrum is multiplied by while its signal is resampled.
#[derive(Clone, Debug, PartialEq)]
pub enum ResampleWindow {
    /// A window whose middle is at the frequency 0.
    Window(Window),
    /// A weight for each frequency, in the order of `fftfreq`.
    Weights(Vec<f64>),
}

impl From<Window> for ResampleWindow {
    fn from(window: Window) -> Self {
        Self::Window(window)
    }
}

impl From<Vec<f64>> for ResampleWindow {
    fn from(weights: Vec<f64>) -> Self {
        Self::Weights(weights)
    }
}

impl ResampleWindow {
    /// A weight for each of `n` frequencies.
    fn weights(&self, n: usize) -> Result<Vec<f64>> {
        match self {
            Self::Window(window) => {
                let mut weights = window.weights(n, Symmetry::Periodic)?;
                weights.rotate_right(n / 2);
                Ok(weights)
            }
            Self::Weights(weights) if weights.len() == n => Ok(weights.clone()),
            Self::Weights(weights) => Err(Error::shape("resample", &[weights.len()], &[n])),
        }
    }
}

/// What is resampled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Domain {
    /// Signals.
    #[default]
    Time,
    /// Their Fourier transforms.
    Frequency,
}

/// Options of [`resample_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Domain, Resample, resample, resample_with};
/// let x = xp.array([[0.0, 1.0], [1.0, 3.0], [4.0, -1.0]])?;
/// let y = resample_with(&x.fft_with(Fft::new().axis(0))?, 5, Resample::new().domain(Domain::Frequency))?;
/// assert!(y.real()?.allclose(&resample(&x, 5)?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Resample {
    axis: isize,
    window: Option<ResampleWindow>,
    domain: Domain,
}

impl Default for Resample {
    fn default() -> Self {
        Self { axis: 0, window: None, domain: Domain::Time }
    }
}

impl Resample {
    /// Signals along the first axis, all frequencies alike.
    pub fn new() -> Self {
        Self::default()
    }

    /// The axis.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }

    /// What the spectrum is multiplied by.
    pub fn window(self, window: impl Into<ResampleWindow>) -> Self {
        Self { window: Some(window.into()), ..self }
    }

    /// Whether signals are given, or spectra.
    pub fn domain(self, domain: Domain) -> Self {
        Self { domain, ..self }
    }
}

/// Signals along the first axis as `num` elements of the same span, by their Fourier series, as if they were periodic: SciPy's `resample`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::resample;
/// let x = xp.array([0.0, 1.0, 0.0, -1.0])?;
/// let y = resample(&x, 8)?;
/// assert!(y.slice(s![..;2])?.allclose(&x)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no elements; [`Error::Axis`] for a number.
pub fn resample<B: Backend>(x: &impl AnyArray<B>, num: usize) -> Result<DynArray<B>> {
    resample_with(x, num, Resample::new())
}

/// The times of `num` elements that were `n` with these times, of which the first two say all.
///
/// ```
/// use xparray::scipy::signal::resample_times;
/// assert_eq!(resample_times([1.0, 1.5], 4, 8), [1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5, 2.75]);
/// ```
pub fn resample_times([first, second]: [f64; 2], n: usize, num: usize) -> Vec<f64> {
    let step = (second - first) * (n as f64 / num as f64);
    (0..num).map(|k| first + step * k as f64).collect()
}

/// [`resample`] with options. Of spectra the result is complex.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Resample, resample_with};
/// let x = xp.array([1.0, -1.0, 2.0, -2.0])?;
/// let mean = Resample::new().window(vec![1.0, 0.0, 0.0, 0.0]);
/// assert!(resample_with(&x.add(1.0)?, 2, mean)?.allclose(&xp.array([1.0, 1.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`resample`]; [`Error::Axis`] if the axis is not there; [`Error::Shape`] unless there is a weight for each frequency.
pub fn resample_with<B: Backend>(x: &impl AnyArray<B>, num: usize, options: Resample) -> Result<DynArray<B>> {
    const OP: &str = "resample";
    TypeClass::Element.check(OP, x.as_dyn().dtype())?;
    let (lines, rows) = Lines::new(OP, &field(x.as_dyn())?, options.axis)?;
    let n = lines.n();
    if n == 0 || num == 0 {
        return Err(Error::value(OP, format!("{n} elements as {num}")));
    }
    let shared = n.min(num);
    let half = shared / 2;
    let weights = options.window.map(|window| window.weights(n)).transpose()?;
    let weighted = |spectrum: DynArray<B>, weights: Option<Vec<f64>>| match weights {
        Some(weights) => {
            let weights = rows.xp().array(weights)?.into_dyn().astype(spectrum.real()?.dtype())?;
            spectrum.multiply(&weights)
        }
        None => Ok(spectrum),
    };
    let real = !rows.dtype().is_complex() && options.domain == Domain::Time;
    // Where one of the lengths ends at Nyquist's frequency, its element stands for two, or two for one.
    let nyquist = shared % 2 == 0 && n != num;
    let factor = if num < n { 2.0 } else { 0.5 };
    let y = if real {
        // Of a frequency and its negative, which are one here, the mean.
        let folded = weights.map(|w| (0..n / 2 + 1).map(|k| (w[k] + w[(n - k) % n]) / 2.0).collect::<Vec<_>>());
        let spectrum = weighted(rows.rfft()?, folded)?.slice(s![.., ..half + 1])?;
        let spectrum = match nyquist {
            true => last_times(&spectrum, half, factor)?,
            false => spectrum,
        };
        spectrum.irfft_with(Fft::new().n(num))?
    } else {
        let spectrum = match options.domain {
            Domain::Time => rows.fft()?,
            Domain::Frequency => rows.astype(rows.dtype().complex())?,
        };
        let spectrum = weighted(spectrum, weights)?;
        let positive = spectrum.slice(s![.., ..shared.div_ceil(2)])?;
        let negative = spectrum.slice(s![.., n - (shared - 1) / 2..])?;
        let mut parts = vec![positive];
        let between = num + 1 - shared;
        if shared % 2 == 1 {
            parts.push(spectrum.xp().zeros_of(spectrum.dtype(), [rows.shape()[0], between - 1])?);
        } else if n == num {
            parts.push(spectrum.slice(s![.., half..half + 1])?);
        } else if num < n {
            // Both of the frequencies that are one now.
            parts.push(spectrum.slice(s![.., half..half + 1])?.add(&spectrum.slice(s![.., n - half..n - half + 1])?)?);
        } else {
            let edge = spectrum.slice(s![.., half..half + 1])?.multiply(0.5)?;
            let zeros = spectrum.xp().zeros_of(spectrum.dtype(), [rows.shape()[0], between - 2])?;
            parts.extend([edge.clone(), zeros, edge]);
        }
        parts.push(negative);
        rows.xp().concatenate(&parts.iter().collect::<Vec<_>>(), 1)?.ifft()?
    };
    lines.back(&y.multiply(num as f64 / n as f64)?)
}

/// With the last column times a number.
fn last_times<B: Backend>(x: &DynArray<B>, last: usize, factor: f64) -> Result<DynArray<B>> {
    let (head, tail) = (x.slice(s![.., ..last])?, x.slice(s![.., last..])?.multiply(factor)?);
    x.xp().concatenate(&[&head, &tail], 1)
}
