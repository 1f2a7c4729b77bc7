//! Filters of Fourier transforms.

use super::mode::PerAxis;
use super::options::normalized;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Of which transform an array is: of all axes a complex one, or along one axis one of so many real numbers.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Spectrum, fourier_gaussian};
/// let x = xp.array([0.0, 0.0, 4.0, 0.0, 0.0, 0.0])?;
/// let smooth = fourier_gaussian(&x.rfft()?, 1.0, Spectrum::real(6, 0))?.typed::<Complex<f64>>()?;
/// assert!((smooth.irfft_with(Fft::new().n(6))?.sum(..)?.item()? - 4.0).abs() < 1e-12);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Spectrum {
    real: Option<(usize, isize)>,
}

impl Spectrum {
    /// Of a complex transform.
    pub fn complex() -> Self {
        Self::default()
    }

    /// Of a transform of `n` real numbers along an axis.
    pub fn real(n: usize, axis: isize) -> Self {
        Self { real: Some((n, axis)) }
    }
}

/// For each axis the frequencies of an array's elements, in turns of so many elements, as a column along that axis.
fn frequencies<B: Backend>(op: &'static str, x: &DynArray<B>, spectrum: Spectrum) -> Result<Vec<DynArray<B>>> {
    let real = match spectrum.real {
        None => None,
        Some((0, _)) => return Err(Error::value(op, "a transform of no numbers")),
        Some((n, axis)) => Some((n, normalized(op, axis, x.ndim())?)),
    };
    let along = |axis: usize| {
        let length = x.shape()[axis];
        let numbers: Vec<f64> = match real {
            Some((n, along)) if along == axis => (0..length).map(|k| k as f64 / n as f64).collect(),
            _ => (0..length)
                .map(|k| (if k < length.div_ceil(2) { k as f64 } else { k as f64 - length as f64 }) / length as f64)
                .collect(),
        };
        let mut column = vec![1; x.ndim()];
        column[axis] = length;
        x.xp().from_slice(&numbers, &column[..]).map(Array::into_dyn)
    };
    (0..x.ndim()).map(along).collect()
}

/// The array times a function of its frequencies and a number for each axis, in its type, or a float one.
fn filtered<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    numbers: PerAxis<f64>,
    spectrum: Spectrum,
    weights: impl FnOnce(Vec<DynArray<B>>) -> Result<DynArray<B>>,
) -> Result<DynArray<B>> {
    let wrong = || Error::value(op, format!("numbers for other axes than those of shape {:?}", x.shape()));
    let numbers = numbers.of(x.ndim()).ok_or_else(wrong)?;
    let frequencies = frequencies(op, x, spectrum)?;
    let scaled = frequencies.iter().zip(&numbers).map(|(frequency, &number)| frequency.multiply(number));
    let scaled = scaled.collect::<Result<Vec<_>>>()?;
    let weights = if scaled.is_empty() { x.xp().ones_of(DType::F64, [])? } else { weights(scaled)? };
    let dtype = match x.dtype() {
        DType::F32 | DType::Complex64 | DType::Complex128 => x.dtype(),
        _ => DType::F64,
    };
    let complex = weights.dtype().is_complex() && !dtype.is_complex();
    x.multiply(&weights)?.astype(if complex { DType::Complex128 } else { dtype })
}

/// The sum of arrays that broadcast.
fn sum<B: Backend>(parts: impl IntoIterator<Item = Result<DynArray<B>>>) -> Result<DynArray<B>> {
    let sum = parts.into_iter().reduce(|sum, part| sum?.add(&part?));
    sum.unwrap_or_else(|| Err(Error::value("fourier", "an array without axes")))
}

/// The transform of the array smoothed by a Gaussian of a width, or of one for each axis.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Spectrum, fourier_gaussian};
/// let weights = fourier_gaussian(&xp.ones::<f64>(4)?, 0.5, Spectrum::complex())?;
/// assert_eq!(weights.round(4)?.to_string(), "[1.     0.7346 0.2912 0.7346]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless there is one number, or one for each axis; [`Error::Axis`] for an axis that is not there.
pub fn fourier_gaussian<B: Backend>(
    x: &impl AnyArray<B>,
    sigma: impl Into<PerAxis<f64>>,
    spectrum: Spectrum,
) -> Result<DynArray<B>> {
    let factor = -2.0 * std::f64::consts::PI.powi(2);
    filtered("fourier_gaussian", x.as_dyn(), sigma.into(), spectrum, |turns| {
        sum(turns.into_iter().map(|turns| turns.multiply(&turns)))?.multiply(factor)?.exp()
    })
}

/// The transform of the means of boxes of a size, or of one for each axis.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Spectrum, fourier_uniform};
/// let weights = fourier_uniform(&xp.ones::<f64>(4)?, 2.0, Spectrum::complex())?;
/// assert_eq!(weights.round(4)?.to_string(), "[1.     0.6366 0.     0.6366]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fourier_gaussian`].
pub fn fourier_uniform<B: Backend>(
    x: &impl AnyArray<B>,
    size: impl Into<PerAxis<f64>>,
    spectrum: Spectrum,
) -> Result<DynArray<B>> {
    filtered("fourier_uniform", x.as_dyn(), size.into(), spectrum, |turns| {
        let product = turns.into_iter().map(|turns| turns.sinc()).reduce(|product, part| product?.multiply(&part?));
        product.unwrap_or_else(|| Err(Error::value("fourier_uniform", "an array without axes")))
    })
}

/// The transform of the array moved by a number of elements, or by one for each axis.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Spectrum, fourier_shift};
/// let moved = fourier_shift(&xp.array([1.0, 2.0, 3.0, 4.0, 5.0])?.fft()?, 1.0, Spectrum::complex())?.ifft()?.real()?;
/// assert_eq!(moved.round(9)?.to_string(), "[5. 1. 2. 3. 4.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fourier_gaussian`].
pub fn fourier_shift<B: Backend>(
    x: &impl AnyArray<B>,
    shift: impl Into<PerAxis<f64>>,
    spectrum: Spectrum,
) -> Result<DynArray<B>> {
    let turn = Complex::new(0.0, -std::f64::consts::TAU);
    filtered("fourier_shift", x.as_dyn(), shift.into(), spectrum, |turns| {
        sum(turns.into_iter().map(Ok))?.multiply(turn)?.exp()
    })
}

/// The transform of the means of balls of a diameter, or of ellipsoids with one for each axis, of up to three axes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Spectrum, fourier_ellipsoid};
/// let weights = fourier_ellipsoid(&xp.ones::<f64>(4)?, 2.0, Spectrum::complex())?;
/// assert_eq!(weights.round(4)?.to_string(), "[1.     0.6366 0.     0.6366]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`fourier_gaussian`]; [`Error::Value`] for more than three axes.
pub fn fourier_ellipsoid<B: Backend>(
    x: &impl AnyArray<B>,
    size: impl Into<PerAxis<f64>>,
    spectrum: Spectrum,
) -> Result<DynArray<B>> {
    const OP: &str = "fourier_ellipsoid";
    let x = x.as_dyn();
    if x.ndim() > 3 {
        return Err(Error::value(OP, format!("ellipsoids of {} axes", x.ndim())));
    }
    filtered(OP, x, size.into(), spectrum, |turns| {
        let ndim = turns.len();
        let r = sum(turns.into_iter().map(|turns| turns.multiply(&turns)))?.sqrt()?.multiply(std::f64::consts::PI)?;
        let zero = r.equal(0.0)?;
        let safe = zero.where_(1.0, &r)?;
        let values = match ndim {
            1 => safe.sin()?.divide(&safe)?,
            2 => safe.j1()?.multiply(2.0)?.divide(&safe)?,
            _ => safe
                .sin()?
                .subtract(safe.multiply(safe.cos()?)?)?
                .multiply(3.0)?
                .divide(safe.multiply(&safe)?.multiply(&safe)?)?,
        };
        zero.where_(1.0, &values)
    })
}
