//! Short-time Fourier transforms, there and back.

use super::options::{Scaling, Segments, Spectral};
use crate::field_type;
use crate::signal::analytic::without;
use crate::signal::lines::Lines;
use crate::signal::windows::{Symmetry, Window};
use xparray_core::layout::normalize_axis;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result};

/// The factor of a window.
fn factor(segments: &Segments, options: &Spectral, scaling: Scaling) -> f64 {
    match scaling {
        Scaling::Spectrum => 1.0 / segments.weights.iter().sum::<f64>().abs(),
        Scaling::Density => 1.0 / (options.fs * segments.weights.iter().map(|w| w * w).sum::<f64>()).sqrt(),
    }
}

/// The short-time Fourier transform of signals with zeros beyond their ends: frequencies, times, and an array with the frequencies where the axis was
/// and the segments behind all other axes; SciPy's `stft`. By default Hann's window and segments of 256 elements that share half of them, of
/// which nothing is taken away unless a trend is asked for by the options' [`detrend`](Spectral::detrend).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Scaling, Spectral, istft, stft};
/// let x = xp.rng(1).normal::<f64>(1000)?;
/// let options = Spectral::new().nperseg(100).scaling(Scaling::Spectrum).detrend(None);
/// let (_, _, z) = stft(&x, &options)?;
/// let (_, back) = istft(&z, &options)?;
/// assert!(back.slice(s![..1000])?.allclose(&x)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`welch`](super::welch).
pub fn stft<B: Backend>(x: &impl AnyArray<B>, options: &Spectral) -> Result<(DynArray<B>, DynArray<B>, DynArray<B>)> {
    const OP: &str = "stft";
    let x = x.as_dyn();
    let dtype = field_type(x.dtype());
    let (lines, rows) = Lines::new(OP, &x.astype(dtype)?, options.axis)?;
    let n = lines.n();
    let segments = options.segments(OP, n, Window::Hann, 256)?;
    let (length, step) = (segments.length, segments.step);
    // Zeros of half a segment at the ends, and up to a whole number of steps.
    let half = if options.boundary { length / 2 } else { 0 };
    let missing = if options.padded { (step - (n + 2 * half - length) % step) % step } else { 0 };
    let padded = rows.pad([(0, 0), (half, half + missing)])?;
    let windows = padded.sliding_window_view(length, 1)?.slice(s![.., ..;step])?;
    let windows = match options.detrend {
        Some(trend) => without(&windows, trend)?,
        None => windows,
    };
    let weights =
        segments.window(x.xp(), rows.real()?.dtype())?.multiply(factor(&segments, options, options.scaling))?;
    let weighted = windows.multiply(&weights)?;
    let one_sided = options.one_sided && !dtype.is_complex();
    let fft = Fft::new().n(segments.nfft);
    let values = if one_sided { weighted.rfft_with(fft)? } else { weighted.fft_with(fft)? };
    let count = values.shape()[1] as i64;
    // Of the segments' middles.
    let first = if options.boundary { 0.0 } else { length as f64 / 2.0 };
    let times = x.xp().arange_of(DType::F64, 0..count)?.multiply(step as f64)?.add(first)?.divide(options.fs)?;
    Ok((segments.frequencies(x.xp(), options.fs, one_sided)?, times, lines.back_with(&values.swapaxes(1, 2)?)?))
}

/// The signals of a short-time Fourier transform, by overlapping and adding: times, and signals of at least the original length; SciPy's `istft`. `z` has
/// the frequencies on the axis of the options (by default the last but one) and the segments on the last one.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Scaling, Spectral, istft, stft};
/// let x = xp.array([1.0, 2.0, 3.0, 4.0])?;
/// let options = Spectral::new().nperseg(2).scaling(Scaling::Spectrum).detrend(None);
/// let (t, back) = istft(&stft(&x, &options)?.2, &options)?;
/// assert!(back.allclose(&x)? && t.allclose(&xp.array([0.0, 1.0, 2.0, 3.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] if an axis is not there; [`Error::Value`] for other lengths than the options have, and for windows from which the signal does not
/// follow ([`check_nola`]).
pub fn istft<B: Backend>(z: &impl AnyArray<B>, options: &Spectral) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "istft";
    let z = z.as_dyn();
    let axis = if options.axis == -1 { -2 } else { options.axis };
    let axis = normalize_axis(OP, axis, z.ndim())?;
    if axis + 1 >= z.ndim() {
        return Err(Error::Axis { op: OP, axis: axis as isize, ndim: z.ndim() });
    }
    let moved = z.astype(z.dtype().complex())?.moveaxis(axis, -1)?;
    let shape = moved.shape().to_vec();
    let &[.., count, bins] = &shape[..] else {
        return Err(Error::shape(OP, z.shape(), &[1, 1]));
    };
    let rows: usize = shape[..shape.len() - 2].iter().product();
    let full = if options.one_sided { 2 * bins.saturating_sub(1) } else { bins };
    let length = options.nperseg.unwrap_or(full);
    let nfft =
        options.nfft.unwrap_or(if options.one_sided && length == full + 1 { full + 1 } else { full.max(length) });
    let fits = if options.one_sided { nfft / 2 + 1 == bins } else { nfft == bins };
    let options = Spectral { nperseg: Some(length), nfft: Some(nfft), ..options.clone() };
    let segments = options.segments(OP, length, Window::Hann, 256)?;
    if !fits || count == 0 {
        return Err(Error::value(OP, format!("{bins} frequencies of transforms of {nfft}, {count} segments")));
    }
    let step = segments.step;
    if !overlaps(&segments.weights, step, 1e-10) {
        return Err(Error::value(OP, "the weights of the segments at a place are all 0"));
    }
    let fft = Fft::new().n(nfft);
    let moved = moved.reshape([rows, count, bins])?;
    let parts = if options.one_sided { moved.irfft_with(fft)? } else { moved.ifft_with(fft)? };
    let parts = parts.slice(s![.., .., ..length])?;
    let weights = segments.window(z.xp(), parts.real()?.dtype())?;
    let scale = 1.0 / factor(&segments, &options, options.scaling);
    let sums = overlap_add(&parts.multiply(&weights.multiply(scale)?)?, step)?;
    let squares = weights.square()?.broadcast_to([1, count, length])?;
    let norms = overlap_add(&squares, step)?;
    let norms = norms.greater(1e-10)?.where_(&norms, 1.0)?.astype(norms.dtype())?;
    let half = if options.boundary { length / 2 } else { 0 };
    let end = sums.shape()[1] - half;
    let signal = sums.divide(&norms)?.slice(s![.., half..end])?;
    let n = signal.shape()[1];
    let times = z.xp().arange_of(DType::F64, 0..n as i64)?.divide(options.fs)?;
    let mut shape = shape[..shape.len() - 2].to_vec();
    shape.push(n);
    Ok((times, signal.reshape(shape)?.moveaxis(-1, axis)?))
}

/// Segments `[rows, count, length]`, each a step after the one before, added up.
fn overlap_add<B: Backend>(parts: &DynArray<B>, step: usize) -> Result<DynArray<B>> {
    let &[rows, count, length] = parts.shape() else {
        return Err(Error::shape("istft", parts.shape(), &[1, 1, 1]));
    };
    let chunks = length.div_ceil(step);
    // Each segment in chunks of a step, those of a place side by side.
    let parts = parts.pad([(0, 0), (0, 0), (0, chunks * step - length)])?.reshape([rows, count, chunks, step])?;
    let mut sum: Option<DynArray<B>> = None;
    for k in 0..chunks {
        let chunk = parts.slice(s![.., .., k])?.pad([(0, 0), (k, chunks - 1 - k), (0, 0)])?;
        sum = Some(match sum {
            Some(sum) => sum.add(&chunk)?,
            None => chunk,
        });
    }
    let sum = sum.ok_or_else(|| Error::value("istft", "no segments"))?;
    sum.reshape([rows, (count + chunks - 1) * step])?.slice(s![.., ..(count - 1) * step + length])
}

/// The sums of weights, or of their squares, that are a step apart.
fn sums(weights: &[f64], step: usize, f: fn(f64) -> f64) -> Vec<f64> {
    (0..step.min(weights.len())).map(|k| weights.iter().skip(k).step_by(step).map(|&w| f(w)).sum()).collect()
}

fn overlaps(weights: &[f64], step: usize, tolerance: f64) -> bool {
    step <= weights.len() && sums(weights, step, |w| w * w).iter().all(|&sum| sum > tolerance)
}

fn checked(op: &'static str, window: &Window, nperseg: usize, noverlap: usize) -> Result<(Vec<f64>, usize)> {
    if nperseg == 0 || noverlap >= nperseg {
        return Err(Error::value(op, format!("segments of {nperseg} elements that share {noverlap}")));
    }
    Ok((window.weights(nperseg, Symmetry::Periodic)?, nperseg - noverlap))
}

/// Whether the weights of overlapping segments add up to the same number everywhere, to within `tol`: SciPy's `check_COLA`.
///
/// ```
/// use xparray::scipy::signal::{check_cola, windows::Window};
/// assert!(check_cola(&Window::Hann, 120, 60, 1e-10)? && !check_cola(&Window::Hann, 120, 50, 1e-10)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for segments of no elements, and an overlap as long as they are.
pub fn check_cola(window: &Window, nperseg: usize, noverlap: usize, tol: f64) -> Result<bool> {
    let (weights, step) = checked("check_cola", window, nperseg, noverlap)?;
    let sums = sums(&weights, step, |w| w);
    let middle = {
        let mut sorted = sums.clone();
        sorted.sort_by(f64::total_cmp);
        0.5 * (sorted[(sorted.len() - 1) / 2] + sorted[sorted.len() / 2])
    };
    Ok(sums.iter().all(|sum| (sum - middle).abs() < tol))
}

/// Whether the squares of the weights of overlapping segments add up to more than `tol` everywhere, so that [`istft`] gives the signal back: SciPy's
/// `check_NOLA`.
///
/// ```
/// use xparray::scipy::signal::{check_nola, windows::Window};
/// assert!(check_nola(&Window::Boxcar, 120, 0, 1e-10)? && !check_nola(&Window::Hann, 120, 0, 1e-10)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`check_cola`]; [`Error::Value`] for a negative `tol`.
pub fn check_nola(window: &Window, nperseg: usize, noverlap: usize, tol: f64) -> Result<bool> {
    let (weights, step) = checked("check_nola", window, nperseg, noverlap)?;
    if tol < 0.0 {
        return Err(Error::value("check_nola", format!("the tolerance {tol}")));
    }
    Ok(overlaps(&weights, step, tol))
}
