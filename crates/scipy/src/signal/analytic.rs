//! Analytic signals, and signals without their trends.

use super::lines::Lines;
use crate::{field, field_type};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, IntoAxis, Result, TypeClass};

/// The factors of a spectrum of `n` elements: 2 for positive frequencies, 0 for negative ones, and what is given for the middle one of an even number.
fn one_sided<B: Backend>(xp: &B, n: usize, dtype: DType, middle: f64) -> Result<DynArray<B>> {
    let factor = |k: usize| match k {
        0 => 1.0,
        k if 2 * k == n => middle,
        k if 2 * k < n => 2.0,
        _ => 0.0,
    };
    xp.array((0..n).map(factor).collect::<Vec<f64>>())?.into_dyn().astype(dtype)
}

/// The analytic signal of a real one along an axis, of its length, complex: SciPy's `hilbert`. Its real part is the signal, its modulus the envelope.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::hilbert;
/// let x = xp.arange_of(DType::F64, 0..8)?.multiply(std::f64::consts::FRAC_PI_2)?.cos()?;
/// assert!(hilbert(&x, -1)?.abs()?.allclose(&xp.ones::<f64>(8)?)?); // the envelope of a wave
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::DType`] for complex numbers; [`Error::Axis`] if the axis is not there; [`Error::Value`] for no elements.
pub fn hilbert<B: Backend>(x: &impl AnyArray<B>, axis: impl IntoAxis) -> Result<DynArray<B>> {
    const OP: &str = "hilbert";
    let x = x.as_dyn();
    TypeClass::RealElement.check(OP, x.dtype())?;
    let (lines, rows) = Lines::new(OP, &field(x)?, axis.into_axis())?;
    if lines.n() == 0 {
        return Err(Error::value(OP, "no elements"));
    }
    let spectrum = rows.fft()?;
    let factors = one_sided(x.xp(), lines.n(), rows.dtype(), 1.0)?;
    lines.back(&spectrum.multiply(&factors)?.ifft()?)
}

/// The analytic signal of a real image along both axes: SciPy's `hilbert2`, without the frequencies of which one is negative, or
/// the middle one of an even number, which is of both signs.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::hilbert2;
/// let y = hilbert2(&xp.ones::<f64>([4, 4])?)?;
/// assert!(y.real()?.allclose(&xp.ones::<f64>([4, 4])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::DType`] for complex numbers; [`Error::Shape`] unless there are two axes; [`Error::Value`] for no elements.
pub fn hilbert2<B: Backend>(x: &impl AnyArray<B>) -> Result<DynArray<B>> {
    const OP: &str = "hilbert2";
    let x = x.as_dyn();
    TypeClass::RealElement.check(OP, x.dtype())?;
    let &[m, n] = x.shape() else {
        return Err(Error::shape(OP, x.shape(), &[x.len(), 1]));
    };
    if x.is_empty() {
        return Err(Error::value(OP, "no elements"));
    }
    let x = field(x)?;
    let (rows, columns) = (one_sided(x.xp(), m, x.dtype(), 0.0)?, one_sided(x.xp(), n, x.dtype(), 0.0)?);
    x.fft2()?.multiply(&rows.reshape([m, 1])?.multiply(&columns)?)?.ifft2()
}

/// What [`detrend`] takes away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trend {
    /// The mean.
    Constant,
    /// The line of least squares.
    #[default]
    Linear,
}

/// Signals along an axis without their trend, a linear one between places `breaks` for each part: SciPy's `detrend`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Trend, detrend};
/// let x = xp.array([1.0, 3.0, 5.0, 7.0])?;
/// assert!(detrend(&x, -1, Trend::Linear, &[])?.allclose(&xp.zeros::<f64>(4)?)?);
/// assert_eq!(detrend(&x, -1, Trend::Constant, &[])?.to_string(), "[-3. -1.  1.  3.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] if the axis is not there; [`Error::Value`] for places beyond the signal.
pub fn detrend<B: Backend>(
    x: &impl AnyArray<B>,
    axis: impl IntoAxis,
    trend: Trend,
    breaks: &[usize],
) -> Result<DynArray<B>> {
    const OP: &str = "detrend";
    let (lines, rows) = Lines::new(OP, &field(x.as_dyn())?, axis.into_axis())?;
    let n = lines.n();
    // A constant is one of the whole signal.
    let breaks = if trend == Trend::Constant { &[] } else { breaks };
    if let Some(place) = breaks.iter().find(|&&place| place > n) {
        return Err(Error::value(OP, format!("a break at {place} of {n} elements")));
    }
    let mut places = [&[0, n], breaks].concat();
    places.sort_unstable();
    places.dedup();
    if n == 0 {
        return lines.back(&rows);
    }
    let parts = places.windows(2).map(|part| without(&rows.slice(s![.., part[0]..part[1]])?, trend));
    let parts = parts.collect::<Result<Vec<_>>>()?;
    lines.back(&rows.xp().concatenate(&parts.iter().collect::<Vec<_>>(), 1)?)
}

/// Signals along the last axis without their trend.
pub(super) fn without<B: Backend>(rows: &DynArray<B>, trend: Trend) -> Result<DynArray<B>> {
    let n = rows.shape()[rows.ndim() - 1];
    let centred = rows.subtract(&rows.mean(keepdims(-1))?)?;
    if trend == Trend::Constant || n == 1 {
        return Ok(centred);
    }
    // Of times around their middle, which are orthogonal to constants.
    let times: Vec<f64> = (0..n).map(|k| k as f64 - 0.5 * (n - 1) as f64).collect();
    let squares: f64 = times.iter().map(|t| t * t).sum();
    let times = rows.xp().array(times)?.into_dyn().astype(field_type(rows.real()?.dtype()))?;
    let slope = centred.multiply(&times)?.sum(keepdims(-1))?.divide(squares)?;
    centred.subtract(&slope.multiply(&times)?)
}
