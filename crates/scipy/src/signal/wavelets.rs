//! Wavelets.

use super::convolve::{Convolve, convolve_with};
use crate::field;
use std::f64::consts::{PI, TAU};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, ConvolveMode, Create, Error, Result};

type Z = Complex<f64>;

fn places(m: usize, first: f64, last: f64) -> impl Iterator<Item = f64> {
    let step = (last - first) / (m.max(2) - 1) as f64;
    (0..m).map(move |k| first + step * k as f64)
}

/// Morlet's wavelet, complex, of `m` elements from `-2 pi s` to `2 pi s`: `pi^(-1/4) exp(i w x) exp(-x^2 / 2)`, without its mean if `complete`: CuPy's `morlet`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::morlet;
/// assert_eq!(morlet(&xp, 5, 5.0, 1.0, true)?.slice(s![2])?.real()?.to_string(), "0.7511227452805496");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for what is not finite.
pub fn morlet<B: Backend>(xp: &B, m: usize, w: f64, s: f64, complete: bool) -> Result<DynArray<B>> {
    if !w.is_finite() || !s.is_finite() {
        return Err(Error::value("morlet", format!("the frequency {w}, the scale {s}")));
    }
    let mean = if complete { (-0.5 * w * w).exp() } else { 0.0 };
    let value = |x: f64| (Z::from_polar(1.0, w * x) - mean) * (-0.5 * x * x).exp() * PI.powf(-0.25);
    Ok(xp.array(places(m, -s * TAU, s * TAU).map(value).collect::<Vec<_>>())?.into_dyn())
}

/// Morlet's wavelet of `m` elements around their middle, complex, of width `s` and frequency `w`: `pi^(-1/4) exp(i w x / s) exp(-x^2 / (2 s^2)) / sqrt(s)`;
/// CuPy's `morlet2`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::morlet2;
/// assert_eq!(morlet2(&xp, 3, 4.0, 5.0)?.slice(s![1])?.real()?.to_string(), "0.37556277223247125");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for a frequency that is not finite and a width that is not positive.
pub fn morlet2<B: Backend>(xp: &B, m: usize, s: f64, w: f64) -> Result<DynArray<B>> {
    if !w.is_finite() || !s.is_finite() || s <= 0.0 {
        return Err(Error::value("morlet2", format!("the frequency {w}, the width {s}")));
    }
    let middle = 0.5 * (m.max(1) - 1) as f64;
    let value = |k: usize| {
        let x = (k as f64 - middle) / s;
        Z::from_polar((-0.5 * x * x).exp() * PI.powf(-0.25) / s.sqrt(), w * x)
    };
    Ok(xp.array((0..m).map(value).collect::<Vec<_>>())?.into_dyn())
}

/// Ricker's wavelet of `points` elements and width `a`: `2 / (sqrt(3 a) pi^(1/4)) (1 - x^2 / a^2) exp(-x^2 / (2 a^2))` around the middle; CuPy's `ricker`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::ricker;
/// assert_eq!(ricker(&xp, 3, 4.0)?.to_string(), "[0.39405013 0.43366254 0.39405013]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for a width that is not positive.
pub fn ricker<B: Backend>(xp: &B, points: usize, a: f64) -> Result<DynArray<B>> {
    if !a.is_finite() || a <= 0.0 {
        return Err(Error::value("ricker", format!("the width {a}")));
    }
    let (middle, size) = (0.5 * (points.max(1) - 1) as f64, 2.0 / ((3.0 * a).sqrt() * PI.powf(0.25)));
    let value = |k: usize| {
        let square = ((k as f64 - middle) / a).powi(2);
        size * (1.0 - square) * (-0.5 * square).exp()
    };
    Ok(xp.array((0..points).map(value).collect::<Vec<_>>())?.into_dyn())
}

/// The high pass that mirrors a low pass, a vector: reversed, every other element negative; CuPy's `qmf`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::qmf;
/// assert_eq!(qmf(&xp.array([1.0, 2.0, 3.0])?)?.to_string(), "[ 3. -2.  1.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless it is a vector; [`Error::DType`] for truth values.
pub fn qmf<B: Backend>(hk: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let hk = hk.as_dyn();
    if hk.ndim() != 1 {
        return Err(Error::shape("qmf", hk.shape(), &[hk.len()]));
    }
    let signs: Vec<i8> = (0..hk.len()).map(|k| if k % 2 == 0 { 1 } else { -1 }).collect();
    hk.flip(0)?.multiply(&hk.xp().array(signs)?.into_dyn().astype(hk.dtype())?)
}

/// The continuous wavelet transform of a vector: a row for each width, the convolution with the wavelet of that width, of ten times as many elements and at
/// most as many as the signal has; CuPy's `cwt`. The wavelet is a function of a device, a length and a width.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{cwt, ricker};
/// let x = xp.arange_of(DType::F64, 0..100)?.multiply(0.5)?.sin()?;
/// assert_eq!(cwt(&x, |xp, n, a| ricker(xp, n, a), &[1.0, 2.0, 4.0])?.shape(), [3, 100]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless `x` is a vector; [`Error::Value`] for no elements or widths, and widths that are not positive; those of the wavelet.
pub fn cwt<B: Backend>(
    x: &impl AnyArray<B>,
    wavelet: impl Fn(&B, usize, f64) -> Result<DynArray<B>>,
    widths: &[f64],
) -> Result<DynArray<B>> {
    const OP: &str = "cwt";
    let x = x.as_dyn();
    if x.ndim() != 1 {
        return Err(Error::shape(OP, x.shape(), &[x.len()]));
    }
    if x.is_empty() || widths.is_empty() || widths.iter().any(|a| a.is_nan() || *a <= 0.0) {
        return Err(Error::value(OP, format!("{} elements, widths {widths:?}", x.len())));
    }
    let x = field(x)?;
    let row = |&a: &f64| {
        let n = ((10.0 * a) as usize).clamp(1, x.len());
        let wavelet = wavelet(x.xp(), n, a)?.flip(0)?;
        let wavelet = if wavelet.dtype().is_complex() {
            wavelet.conj()?.astype(x.dtype().complex())?
        } else {
            wavelet.astype(x.dtype())?
        };
        convolve_with(&x, &wavelet, Convolve::new().mode(ConvolveMode::Same))
    };
    let rows = widths.iter().map(row).collect::<Result<Vec<_>>>()?;
    x.xp().stack(&rows.iter().collect::<Vec<_>>(), 0)
}
