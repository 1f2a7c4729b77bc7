//! Spectra of segments, and their means.

use super::options::{Average, Scaling, Segments, Spectral};
use crate::field_type;
use crate::signal::analytic::without;
use crate::signal::lines::Lines;
use crate::signal::windows::Window;
use xparray_core::layout::normalize_axis;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Frequencies, and what there is of each.
type Spectrum<B> = Result<(DynArray<B>, DynArray<B>)>;

/// Transforms of the segments of signals.
struct Transformed<B: Backend> {
    lines: Lines,
    /// `[rows, segments, frequencies]`.
    values: Vec<DynArray<B>>,
    segments: Segments,
    one_sided: bool,
    /// How many segments there are.
    count: usize,
}

/// The transforms of one or two signals along the same axis.
fn transformed<B: Backend>(
    op: &'static str,
    signals: &[&DynArray<B>],
    options: &Spectral,
    window: Window,
    length: usize,
) -> Result<Transformed<B>> {
    let dtype = signals.iter().fold(field_type(signals[0].dtype()), |dtype, x| dtype.promote(field_type(x.dtype())));
    let (lines, first) = Lines::new(op, &signals[0].astype(dtype)?, options.axis)?;
    let n = lines.n();
    let segments = options.segments(op, n, window, length)?;
    let one_sided = options.one_sided && !dtype.is_complex();
    let weights = segments.window(first.xp(), first.real()?.dtype())?;
    let mut values = Vec::with_capacity(signals.len());
    for (k, x) in signals.iter().enumerate() {
        let rows = match k {
            0 => first.clone(),
            _ => Lines::new(op, &x.astype(dtype)?, options.axis)?.1,
        };
        let windows = rows.sliding_window_view(segments.length, 1)?.slice(s![.., ..;segments.step])?;
        let windows = match options.detrend {
            Some(trend) => without(&windows, trend)?,
            None => windows,
        };
        let weighted = windows.multiply(&weights)?;
        let fft = Fft::new().n(segments.nfft);
        values.push(if one_sided { weighted.rfft_with(fft)? } else { weighted.fft_with(fft)? });
    }
    let count = (n - segments.length) / segments.step + 1;
    Ok(Transformed { lines, values, segments, one_sided, count })
}

impl<B: Backend> Transformed<B> {
    /// Products of the transforms in the unit of the options.
    fn products(&self, options: &Spectral) -> Result<DynArray<B>> {
        let (x, y) = (&self.values[0], self.values.last().unwrap_or(&self.values[0]));
        let power = match self.values.len() {
            1 => x.real()?.square()?.add(&x.imag()?.square()?)?,
            _ => x.conj()?.multiply(y)?,
        };
        let weights = &self.segments.weights;
        let size = match options.scaling {
            Scaling::Density => options.fs * weights.iter().map(|w| w * w).sum::<f64>(),
            Scaling::Spectrum => weights.iter().sum::<f64>().powi(2),
        };
        let nfft = self.segments.nfft;
        let power = power.divide(size)?;
        if !self.one_sided {
            return Ok(power);
        }
        // Negative frequencies count for positive ones, but for 0 and Nyquist's.
        let last = nfft / 2;
        let factor = |k: usize| if k == 0 || (nfft.is_multiple_of(2) && k == last) { 1.0 } else { 2.0 };
        let factors: Vec<f64> = (0..=last).map(factor).collect();
        power.multiply(&power.xp().array(factors)?.into_dyn().astype(power.real()?.dtype())?)
    }

    fn frequencies(&self, fs: f64) -> Result<DynArray<B>> {
        self.segments.frequencies(self.values[0].xp(), fs, self.one_sided)
    }

    /// One spectrum of those of all segments.
    fn averaged(&self, products: &DynArray<B>, average: Average) -> Result<DynArray<B>> {
        let mean = match average {
            Average::Mean => products.mean(1)?,
            Average::Median => {
                // The bias of a median of as many exponential numbers (Allen and others, FINDCHIRP, 2012, B12).
                let terms = (1..=(self.count - 1) / 2).map(|k| 1.0 / (2 * k + 1) as f64 - 1.0 / (2 * k) as f64);
                let bias = 1.0 + terms.sum::<f64>();
                let median = match products.dtype().is_complex() {
                    true => products
                        .real()?
                        .median(1)?
                        .add(&products.imag()?.median(1)?.multiply(Complex::new(0.0, 1.0))?)?,
                    false => products.median(1)?,
                };
                median.divide(bias)?.astype(products.dtype())?
            }
        };
        self.lines.back(&mean)
    }
}

/// The power spectrum of signals: the frequencies, and the mean, over segments that overlap, of the squares of their transforms; SciPy's `welch`. By
/// default Hann's window, segments of 256 elements that share half of them.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Spectral, welch};
/// let t = xp.arange_of(DType::F64, 0..4096)?.multiply(1e-3)?;
/// let wave = t.multiply(std::f64::consts::TAU * 125.0)?.sin()?;
/// let (f, power) = welch(&wave, &Spectral::new().fs(1e3))?;
/// assert_eq!(f.take(&power.argmax(0)?, 0)?.to_string(), "125.0");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] if the axis is not there; [`Error::Value`] for no elements, segments of none, an overlap as long as they are, shorter transforms,
/// and frequencies that are not positive.
pub fn welch<B: Backend>(x: &impl AnyArray<B>, options: &Spectral) -> Spectrum<B> {
    let parts = transformed("welch", &[x.as_dyn()], options, Window::Hann, 256)?;
    let power = parts.averaged(&parts.products(options)?, options.average)?;
    Ok((parts.frequencies(options.fs)?, power))
}

/// The power spectrum of whole signals: SciPy's `periodogram`, by default without a window.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Spectral, periodogram};
/// let (f, power) = periodogram(&xp.array([1.0, -1.0, 1.0, -1.0])?, &Spectral::new())?;
/// assert_eq!((f.to_string(), power.to_string()), ("[0.   0.25 0.5 ]".into(), "[0. 0. 4.]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`welch`].
pub fn periodogram<B: Backend>(x: &impl AnyArray<B>, options: &Spectral) -> Spectrum<B> {
    let whole = Spectral { nperseg: None, noverlap: Some(0), ..options.clone() };
    let parts = transformed("periodogram", &[x.as_dyn()], &whole, Window::Boxcar, usize::MAX)?;
    let power = parts.averaged(&parts.products(&whole)?, Average::Mean)?;
    Ok((parts.frequencies(options.fs)?, power))
}

/// The cross power spectrum of two signals, complex, of which the shorter one goes on with zeros: as [`welch`], of the products of the conjugate transforms of `x` with those of
/// `y`. SciPy's `csd`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Spectral, csd, welch};
/// let x = xp.rng(1).normal::<f64>(1000)?;
/// let options = Spectral::new().nperseg(100);
/// let ((_, cross), (_, power)) = (csd(&x, &x, &options)?, welch(&x, &options)?);
/// assert!(cross.real()?.allclose(&power)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`welch`]; [`Error::Shape`] for different shapes but for the axis.
pub fn csd<B: Backend>(x: &impl AnyArray<B>, y: &impl AnyArray<B>, options: &Spectral) -> Spectrum<B> {
    const OP: &str = "csd";
    let (x, y) = (x.as_dyn(), y.as_dyn());
    let axis = normalize_axis(OP, options.axis, x.ndim())?;
    if x.ndim() != y.ndim() || x.shape().iter().zip(y.shape()).enumerate().any(|(k, (n, m))| k != axis && n != m) {
        return Err(Error::shape(OP, x.shape(), y.shape()));
    }
    let n = x.shape()[axis].max(y.shape()[axis]);
    let longer = |x: &DynArray<B>| {
        let mut width = vec![(0, 0); x.ndim()];
        width[axis].1 = n - x.shape()[axis];
        if width[axis].1 == 0 { Ok(x.clone()) } else { x.pad(&width[..]) }
    };
    let parts = transformed(OP, &[&longer(x)?, &longer(y)?], options, Window::Hann, 256)?;
    let power = parts.averaged(&parts.products(options)?, options.average)?;
    Ok((parts.frequencies(options.fs)?, power))
}

/// How much of two signals is linear in each other at each frequency, from 0 to 1: `|Pxy|^2 / (Pxx Pyy)`, SciPy's `coherence`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Spectral, coherence};
/// let x = xp.rng(1).normal::<f64>(1000)?;
/// let (_, c) = coherence(&x, &x.multiply(3.0)?, &Spectral::new().nperseg(100))?;
/// assert!(c.allclose(&xp.ones::<f64>(51)?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`csd`].
pub fn coherence<B: Backend>(x: &impl AnyArray<B>, y: &impl AnyArray<B>, options: &Spectral) -> Spectrum<B> {
    let (f, xx) = welch(x, options)?;
    let (_, yy) = welch(y, options)?;
    let (_, xy) = csd(x, y, options)?;
    let power = xy.real()?.square()?.add(&xy.imag()?.square()?)?;
    Ok((f, power.divide(&xx)?.divide(&yy)?))
}

/// What [`spectrogram`] shows of each segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpectrogramMode {
    /// The power, as [`welch`].
    #[default]
    Psd,
    /// The transform, complex.
    Complex,
    /// Its modulus.
    Magnitude,
    /// Its angle, between -pi and pi.
    Angle,
    /// Its angle, without jumps along the frequencies.
    Phase,
}

/// The spectra of the segments of signals: frequencies, times of their middles, and an array with the frequencies where the axis was and the segments
/// behind all other axes. SciPy's `spectrogram`, by default with Tukey's window of 1/4 and an overlap of 1/8.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Spectral, SpectrogramMode, spectrogram};
/// let x = xp.rng(1).normal::<f64>([2, 1000])?;
/// let (f, t, power) = spectrogram(&x, &Spectral::new().nperseg(100), SpectrogramMode::Psd)?;
/// assert_eq!((f.shape(), t.shape(), power.shape()), (&[51][..], &[11][..], &[2, 51, 11][..]));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`welch`].
pub fn spectrogram<B: Backend>(
    x: &impl AnyArray<B>,
    options: &Spectral,
    mode: SpectrogramMode,
) -> Result<(DynArray<B>, DynArray<B>, DynArray<B>)> {
    const OP: &str = "spectrogram";
    let x = x.as_dyn();
    let length = options.nperseg.unwrap_or(256);
    let of_axis = |axis: isize| x.shape().get(axis.rem_euclid(x.ndim().max(1) as isize) as usize).copied().unwrap_or(0);
    let length = length.min(of_axis(options.axis));
    let options = Spectral { noverlap: options.noverlap.or(Some(length / 8)), ..options.clone() };
    let parts = transformed(OP, &[x], &options, Window::Tukey { alpha: 0.25 }, 256)?;
    let values = match mode {
        SpectrogramMode::Psd => parts.products(&options)?,
        _ => {
            let weights = &parts.segments.weights;
            let size = match options.scaling {
                Scaling::Density => (options.fs * weights.iter().map(|w| w * w).sum::<f64>()).sqrt(),
                Scaling::Spectrum => weights.iter().sum::<f64>(),
            };
            let scaled = parts.values[0].divide(size)?;
            match mode {
                SpectrogramMode::Complex | SpectrogramMode::Psd => scaled,
                SpectrogramMode::Magnitude => scaled.abs()?,
                SpectrogramMode::Angle => scaled.angle()?,
                SpectrogramMode::Phase => scaled.angle()?.unwrap_phase()?,
            }
        }
    };
    let middle = parts.segments.length as f64 / 2.0;
    let times = x.xp().arange_of(DType::F64, 0..parts.count as i64)?.multiply(parts.segments.step as f64)?;
    let times = times.add(middle)?.divide(options.fs)?;
    let frequencies = parts.frequencies(options.fs)?;
    Ok((frequencies, times, parts.lines.back_with(&values.swapaxes(1, 2)?)?))
}
