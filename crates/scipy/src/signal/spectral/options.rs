//! Options of spectra.

use crate::signal::Trend;
use crate::signal::windows::{Symmetry, Window};
use xparray_core::prelude::*;
use xparray_core::{Create, Error, IntoAxis, Result};

/// What a spectrum is in units of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scaling {
    /// The square of the signal's unit for each Hz: the spectral density.
    #[default]
    Density,
    /// The square of the signal's unit: the power of a wave.
    Spectrum,
}

/// How segments become one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Average {
    /// Their mean.
    #[default]
    Mean,
    /// Their median, without its bias.
    Median,
}

/// Options of [`welch`](super::welch) and its like.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::windows::Window;
/// use xparray::scipy::signal::{Spectral, welch};
/// let x = xp.rng(1).normal::<f64>(1024)?;
/// let options = Spectral::new().fs(100.0).nperseg(128).window(Window::Hamming);
/// let (f, power) = welch(&x, &options)?;
/// assert_eq!((f.shape(), power.shape()), (&[65][..], &[65][..]));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Spectral {
    pub(super) fs: f64,
    pub(super) window: Option<Window>,
    pub(super) nperseg: Option<usize>,
    pub(super) noverlap: Option<usize>,
    pub(super) nfft: Option<usize>,
    pub(super) detrend: Option<Trend>,
    pub(super) one_sided: bool,
    pub(super) scaling: Scaling,
    pub(super) average: Average,
    pub(super) axis: isize,
    pub(super) boundary: bool,
    pub(super) padded: bool,
}

impl Default for Spectral {
    fn default() -> Self {
        Self {
            fs: 1.0,
            window: None,
            nperseg: None,
            noverlap: None,
            nfft: None,
            detrend: Some(Trend::Constant),
            one_sided: true,
            scaling: Scaling::Density,
            average: Average::Mean,
            axis: -1,
            boundary: true,
            padded: true,
        }
    }
}

impl Spectral {
    /// Of one sample a second along the last axis, without the mean, densities on one side, with the window, the segments and the overlap that a
    /// function has by default.
    pub fn new() -> Self {
        Self::default()
    }

    /// Samples a second.
    pub fn fs(self, fs: f64) -> Self {
        Self { fs, ..self }
    }

    /// The window of a segment.
    pub fn window(self, window: Window) -> Self {
        Self { window: Some(window), ..self }
    }

    /// The length of a segment.
    pub fn nperseg(self, nperseg: usize) -> Self {
        Self { nperseg: Some(nperseg), ..self }
    }

    /// How many elements neighbours share.
    pub fn noverlap(self, noverlap: usize) -> Self {
        Self { noverlap: Some(noverlap), ..self }
    }

    /// The length of transforms, to which segments are continued by zeros.
    pub fn nfft(self, nfft: usize) -> Self {
        Self { nfft: Some(nfft), ..self }
    }

    /// What is taken away from each segment, if anything.
    pub fn detrend(self, detrend: impl Into<Option<Trend>>) -> Self {
        Self { detrend: detrend.into(), ..self }
    }

    /// Whether negative frequencies are added to positive ones; of complex signals they are not.
    pub fn one_sided(self, one_sided: bool) -> Self {
        Self { one_sided, ..self }
    }

    /// The unit.
    pub fn scaling(self, scaling: Scaling) -> Self {
        Self { scaling, ..self }
    }

    /// How segments become one.
    pub fn average(self, average: Average) -> Self {
        Self { average, ..self }
    }

    /// The axis.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }

    /// Whether there are zeros of half a segment beyond the ends, of [`stft`](super::stft), which [`istft`](super::istft) takes away.
    pub fn boundary(self, boundary: bool) -> Self {
        Self { boundary, ..self }
    }

    /// Whether signals go on with zeros up to a whole number of steps, of [`stft`](super::stft).
    pub fn padded(self, padded: bool) -> Self {
        Self { padded, ..self }
    }

    /// The segments of signals of `n` elements, with this window unless another one was asked for.
    pub(super) fn segments(&self, op: &'static str, n: usize, window: Window, length: usize) -> Result<Segments> {
        let length = self.nperseg.unwrap_or(length).min(n);
        let overlap = self.noverlap.unwrap_or(length / 2);
        let nfft = self.nfft.unwrap_or(length);
        if length == 0 || overlap >= length || nfft < length || self.fs <= 0.0 || !self.fs.is_finite() {
            let message =
                format!("segments of {length} elements that share {overlap}, transforms of {nfft}, {} Hz", self.fs);
            return Err(Error::value(op, message));
        }
        let weights = self.window.clone().unwrap_or(window).weights(length, Symmetry::Periodic)?;
        Ok(Segments { length, step: length - overlap, nfft, weights })
    }
}

/// Segments of a signal.
pub(super) struct Segments {
    pub length: usize,
    pub step: usize,
    pub nfft: usize,
    pub weights: Vec<f64>,
}

impl Segments {
    /// The frequencies of the transforms.
    pub fn frequencies<B: Backend>(&self, xp: &B, fs: f64, one_sided: bool) -> Result<DynArray<B>> {
        let n = self.nfft as i64;
        let k = match one_sided {
            true => xp.arange_of(DType::F64, 0..n / 2 + 1)?,
            false => {
                let (positive, negative) =
                    (xp.arange_of(DType::F64, 0..(n + 1) / 2)?, xp.arange_of(DType::F64, -(n / 2)..0)?);
                xp.concatenate(&[&positive, &negative], 0)?
            }
        };
        k.multiply(fs / n as f64)
    }

    /// The weights on a device.
    pub fn window<B: Backend>(&self, xp: &B, dtype: DType) -> Result<DynArray<B>> {
        xp.array(&self.weights[..])?.into_dyn().astype(dtype)
    }
}
