//! Signals at other rates, by Fourier series.

use super::lines::Lines;
use crate::field;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, IntoAxis, Result, TypeClass};

/// Signals along an axis as `num` elements of the same span, by their Fourier series, as if they were periodic: SciPy's `resample`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::resample;
/// let x = xp.array([0.0, 1.0, 0.0, -1.0])?;
/// let y = resample(&x, 8, -1)?;
/// assert!(y.slice(s![..;2])?.allclose(&x)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no elements; [`Error::Axis`] if the axis is not there.
pub fn resample<B: Backend>(x: &impl AnyArray<B>, num: usize, axis: impl IntoAxis) -> Result<DynArray<B>> {
    const OP: &str = "resample";
    TypeClass::Element.check(OP, x.as_dyn().dtype())?;
    let (lines, rows) = Lines::new(OP, &field(x.as_dyn())?, axis.into_axis())?;
    let n = lines.n();
    if n == 0 || num == 0 {
        return Err(Error::value(OP, format!("{n} elements as {num}")));
    }
    let shared = n.min(num);
    let half = shared / 2;
    let real = !rows.dtype().is_complex();
    // Where one of the lengths ends at Nyquist's frequency, its element stands for two, or two for one.
    let nyquist = shared % 2 == 0 && n != num;
    let factor = if num < n { 2.0 } else { 0.5 };
    let y = if real {
        let spectrum = rows.rfft()?.slice(s![.., ..half + 1])?;
        let spectrum = match nyquist {
            true => last_times(&spectrum, half, factor)?,
            false => spectrum,
        };
        spectrum.irfft_with(Fft::new().n(num))?
    } else {
        let spectrum = rows.fft()?;
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
