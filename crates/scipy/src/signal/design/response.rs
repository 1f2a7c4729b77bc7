//! What filters do to frequencies.

use super::filter::Filter;
use super::{C, positive};
use std::f64::consts::{PI, TAU};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result, TypeClass};

/// The frequencies of [`freqz`].
///
/// ```
/// use xparray::scipy::signal::{Ba, Freqz, freqz};
/// let options = Freqz::new().n(3).fs(8.0).include_nyquist(true);
/// assert_eq!(freqz(&Ba::new([1.0], [1.0])?, options)?.0, [0.0, 2.0, 4.0]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Freqz {
    n: usize,
    whole: bool,
    include_nyquist: bool,
    fs: f64,
}

impl Default for Freqz {
    fn default() -> Self {
        Self { n: 512, whole: false, include_nyquist: false, fs: TAU }
    }
}

impl Freqz {
    /// 512 from 0 up to, without it, half the sampling rate, in radians a sample.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many.
    #[doc(alias = "worN")]
    pub fn n(self, n: usize) -> Self {
        Self { n, ..self }
    }

    /// Up to the whole sampling rate.
    pub fn whole(self, whole: bool) -> Self {
        Self { whole, ..self }
    }

    /// With half the sampling rate as the last one, unless they go up to the whole.
    pub fn include_nyquist(self, include_nyquist: bool) -> Self {
        Self { include_nyquist, ..self }
    }

    /// The sampling rate.
    pub fn fs(self, fs: f64) -> Self {
        Self { fs, ..self }
    }

    /// Them, and their angles.
    pub(super) fn frequencies(self, op: &'static str) -> Result<(Vec<f64>, Vec<f64>)> {
        let fs = positive(op, "the sampling rate", self.fs)?;
        let parts = match self.include_nyquist && !self.whole {
            true => self.n.saturating_sub(1).max(1),
            false => self.n,
        };
        let last = if self.whole { TAU } else { PI };
        xparray_core::host::room::<C>(self.n)?;
        let angles: Vec<f64> = (0..self.n).map(|k| last * k as f64 / parts as f64).collect();
        Ok((angles.iter().map(|w| w * (fs / TAU)).collect(), angles))
    }
}

/// The response of a digital filter to frequencies: these and its complex values, `h(exp(i w))`.
///
/// ```
/// use xparray::scipy::signal::{Ba, Freqz, freqz};
/// let (w, h) = freqz(&Ba::new([0.5, 0.5], [1.0])?, Freqz::new().n(2))?;
/// assert!(w[1] == std::f64::consts::FRAC_PI_2 && (h[1].norm() - 0.5f64.sqrt()).abs() < 1e-15);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`](xparray_core::Error::Value) unless the sampling rate is above 0.
#[doc(alias = "sosfreqz")]
#[doc(alias = "freqz_sos")]
#[doc(alias = "freqz_zpk")]
pub fn freqz(filter: &impl Filter, options: Freqz) -> Result<(Vec<f64>, Vec<C>)> {
    let (frequencies, angles) = options.frequencies("freqz")?;
    let factors = filter.factors();
    let h = angles.iter().map(|&w| factors.at(C::cis(w), true)).collect();
    Ok((frequencies, h))
}

/// The response of a digital filter to the frequencies of an array, at a sampling rate: complex, of the array's shape and precision.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Ba, freqz_at};
/// let h = freqz_at(&Ba::new([1.0, 1.0], [1.0])?, &xp.array([0.0, 2.0])?, 4.0)?;
/// assert!(h.abs()?.allclose(&xp.array([2.0, 0.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`](xparray_core::Error::Value) unless the sampling rate is above 0; [`Error::DType`](xparray_core::Error::DType) for
/// complex frequencies and truth values.
pub fn freqz_at<B: Backend>(filter: &impl Filter, w: &impl AnyArray<B>, fs: f64) -> Result<DynArray<B>> {
    const OP: &str = "freqz";
    let angle = real(OP, w.as_dyn())?.multiply(TAU / positive(OP, "the sampling rate", fs)?)?;
    let dtype = angle.dtype().complex();
    let z = angle.cos()?.add(&angle.sin()?.multiply(C::I)?)?.astype(dtype)?;
    filter.factors().at_array(&z, true)
}

/// Frequencies as floats that have complex numbers.
pub(crate) fn real<B: Backend>(op: &'static str, w: &DynArray<B>) -> Result<DynArray<B>> {
    TypeClass::RealNumber.check(op, w.dtype())?;
    crate::field(w)
}

/// Frequencies from a tenth of an analog filter's lowest zero or pole to ten times its highest, evenly by their logarithms.
///
/// ```
/// use xparray::scipy::signal::{Band, butter, findfreqs};
/// let w = findfreqs(&butter(2, Band::lowpass(1.0).analog())?, 3)?;
/// assert_eq!(w.iter().map(|w| w.log10().round()).collect::<Vec<_>>(), [-1.0, 0.0, 1.0]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`Filter::to_zpk`]; [`Error::OutOfMemory`](xparray_core::Error::OutOfMemory) if the host has no room.
pub fn findfreqs(filter: &impl Filter, n: usize) -> Result<Vec<f64>> {
    let zpk = filter.to_zpk()?;
    let zeros = zpk.z().iter().filter(|z| z.norm() < 1e5);
    let mut roots: Vec<C> = zpk.p().iter().chain(zeros).filter(|x| x.im >= 0.0).copied().collect();
    if zpk.p().is_empty() {
        roots.push(C::from(-1000.0));
    }
    // Those at 0 count as 1.
    let re = |x: &C| (x.re + if x.norm() < 1e-10 { 1.0 } else { 0.0 }).abs();
    let highest = roots.iter().map(|x| 3.0 * re(x) + 1.5 * x.im).fold(f64::MIN_POSITIVE, f64::max);
    let lowest = roots.iter().map(|x| re(x) + 2.0 * x.im).fold(f64::MAX, f64::min);
    let (first, last) = ((0.1 * lowest).log10() - 0.5, highest.log10() + 0.5);
    let (first, last) = (first.round_ties_even(), last.round_ties_even());
    xparray_core::host::room::<f64>(n)?;
    let step = (last - first) / (n.max(2) - 1) as f64;
    Ok((0..n).map(|k| 10f64.powf(first + step * k as f64)).collect())
}

/// The response of an analog filter at `n` frequencies that [`findfreqs`] finds: these, in radians a second, and its complex values `h(i w)`.
///
/// ```
/// use xparray::scipy::signal::{Band, butter, freqs};
/// let (w, h) = freqs(&butter(1, Band::lowpass(1.0).analog())?, 4)?;
/// assert!(w[2] == 1.0 && (h[2].norm() - 0.5f64.sqrt()).abs() < 1e-15);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`findfreqs`].
#[doc(alias = "freqs_zpk")]
pub fn freqs(filter: &impl Filter, n: usize) -> Result<(Vec<f64>, Vec<C>)> {
    let w = findfreqs(filter, n)?;
    let factors = filter.factors();
    let h = w.iter().map(|&w| factors.at(C::new(0.0, w), false)).collect();
    Ok((w, h))
}

/// The response of an analog filter to the frequencies of an array, in radians a second: complex, of the array's shape and precision.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Ba, freqs_at};
/// let h = freqs_at(&Ba::new([1.0], [1.0, 1.0])?, &xp.array([0.0, 1.0])?)?;
/// assert!(h.imag()?.allclose(&xp.array([0.0, -0.5])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::DType`](xparray_core::Error::DType) for complex frequencies and truth values.
pub fn freqs_at<B: Backend>(filter: &impl Filter, w: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let w = real("freqs", w.as_dyn())?;
    let s = w.astype(w.dtype().complex())?.multiply(C::I)?;
    filter.factors().at_array(&s, false)
}
