//! Envelopes of bands.

use super::lines::Lines;
use super::resample::resample;
use crate::field;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, IntoAxis, Result};

/// What [`envelope`] leaves of a signal beside the band.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Residual {
    /// The frequencies below the band.
    #[default]
    Lowpass,
    /// Those below and above.
    All,
}

/// Options of [`envelope`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Envelope, envelope};
/// let x = xp.arange_of(DType::F64, 0..8)?.multiply(std::f64::consts::FRAC_PI_2)?.cos()?.add(3.0)?;
/// let (_, offset) = envelope(&x, Envelope::new().band(1, None))?;
/// assert!(offset.allclose(3.0)?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Envelope {
    band: [Option<isize>; 2],
    n_out: Option<usize>,
    squared: bool,
    residual: Residual,
    axis: isize,
}

impl Default for Envelope {
    fn default() -> Self {
        Self { band: [Some(1), None], n_out: None, squared: false, residual: Residual::Lowpass, axis: -1 }
    }
}

impl Envelope {
    /// Of all positive frequencies, in as many elements, along the last axis; the residual is the mean.
    pub fn new() -> Self {
        Self::default()
    }

    /// The band: the first frequency, and that behind the last, as multiples of the one of a period along the signal. `None`: the least or the
    /// greatest one.
    pub fn band(self, first: impl Into<Option<isize>>, end: impl Into<Option<isize>>) -> Self {
        Self { band: [first.into(), end.into()], ..self }
    }

    /// The number of elements of the results.
    pub fn n_out(self, n_out: usize) -> Self {
        Self { n_out: Some(n_out), ..self }
    }

    /// Whether the envelope is squared.
    pub fn squared(self, squared: bool) -> Self {
        Self { squared, ..self }
    }

    /// What is left beside the band.
    pub fn residual(self, residual: Residual) -> Self {
        Self { residual, ..self }
    }

    /// The axis of the signals.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }
}

/// The envelope of a band of a signal, the modulus of what is analytic of it, and the residual: SciPy's `envelope`. The spectrum of a real
/// signal counts for its positive frequencies.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Envelope, envelope};
/// let x = xp.arange_of(DType::F64, 0..8)?.multiply(std::f64::consts::FRAC_PI_2)?.cos()?;
/// assert!(envelope(&x, Envelope::new())?.0.allclose(1.0)?); // that of a wave
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] if the axis is not there; [`Error::Value`] for no elements, no elements of the results, and a band without frequencies or
/// beyond those of the signal.
pub fn envelope<B: Backend>(x: &impl AnyArray<B>, options: Envelope) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "envelope";
    let x = field(x.as_dyn())?;
    let (lines, rows) = Lines::new(OP, &x, options.axis)?;
    let (n, n_out) = (lines.n(), options.n_out.unwrap_or(lines.n()));
    if n == 0 || n_out == 0 {
        return Err(Error::value(OP, format!("{n_out} elements of {n}")));
    }
    let half = (n / 2) as isize;
    let [first, end] = [options.band[0].unwrap_or(-half), options.band[1].unwrap_or(n.div_ceil(2) as isize)];
    if !(-(n.div_ceil(2) as isize) <= first && first < end && end <= n.div_ceil(2) as isize) {
        return Err(Error::value(OP, format!("the band from {first} to {end} of {n} elements")));
    }
    let (real, xp) = (!x.dtype().is_complex(), x.xp());
    // The frequency of the element k of a spectrum, and where a frequency is.
    let frequency = |k: usize| if 2 * k < n { k as isize } else { k as isize - n as isize };
    let place = |frequency: isize| frequency.rem_euclid(n as isize);
    let spectrum = rows.fft()?;
    let weights = |weight: &dyn Fn(usize) -> f64, n: usize| -> Result<DynArray<B>> {
        xp.array((0..n).map(weight).collect::<Vec<f64>>())?.into_dyn().astype(spectrum.real()?.dtype())
    };

    let width = ((end - first) as usize).min(n_out);
    let places: Vec<i64> = (first..end).take(width).map(|frequency| place(frequency) as i64).collect();
    let one_sided = |k: usize| match places[k] as usize {
        0 => 1.0,
        at if 2 * at == n => 1.0,
        at if 2 * at < n => 2.0,
        _ => 0.0,
    };
    let band = spectrum.take(&xp.array(&places[..])?, 1)?;
    let band = if real { band.multiply(&weights(&one_sided, width)?)? } else { band };
    let band = band.pad([(0, 0), (0, n_out - width)])?;
    let analytic = band.ifft()?.multiply(n_out as f64 / n as f64)?;
    let found = match options.squared {
        true => analytic.real()?.square()?.add(&analytic.imag()?.square()?)?,
        false => analytic.abs()?,
    };

    let kept = |frequency: isize| frequency < first || (options.residual == Residual::All && frequency >= end);
    let weight = |k: usize| {
        let frequency = frequency(k);
        // Both frequencies of a real wave are kept with the positive one, but for that of every second element, which counts as negative.
        let frequency = if real && 2 * k != n { frequency.abs() } else { frequency };
        f64::from(kept(frequency))
    };
    let left = spectrum.multiply(&weights(&weight, n)?)?.ifft()?;
    let left = if real { left.real()? } else { left };
    let left = if n_out == n { left } else { resample(&left.moveaxis(1, 0)?, n_out)?.moveaxis(0, 1)? };
    Ok((lines.back(&found)?, lines.back(&left)?))
}
