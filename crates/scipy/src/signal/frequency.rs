//! Moving spectra.

use std::f64::consts::TAU;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

const OP: &str = "freq_shift";

/// A signal, along the last axis and sampled `fs` times a second, whose spectrum is moved down by `freq` Hz:
/// `x[.., k] * exp(-2 pi i k freq / fs)`, complex, of the shape of `x` and its precision. The angle is computed in `f64`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::freq_shift;
/// let x = xp.array([1.0, 2.0, 3.0])?;
/// assert_eq!(freq_shift(&x, 1.0, 2.0)?.real()?.to_string(), "[ 1. -2.  3.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::DType`] for truth values, [`Error::Axis`] for an array without dimensions, [`Error::Value`] if `freq / fs` is
/// not finite.
pub fn freq_shift<B: Backend>(x: &impl AnyArray<B>, freq: f64, fs: f64) -> Result<DynArray<B>> {
    let x = x.as_dyn();
    TypeClass::Number.check(OP, x.dtype())?;
    let &n = x.shape().last().ok_or(Error::Axis { op: OP, axis: -1, ndim: 0 })?;
    let turns = freq / fs;
    if !turns.is_finite() {
        return Err(Error::value(OP, format!("the frequency {freq} at {fs} samples a second")));
    }
    // A signal that is sampled once a turn does not change: whole turns are left out, so that few digits are lost.
    let k = x.xp().arange_of(DType::F64, 0..i64::try_from(n).unwrap_or(i64::MAX))?;
    let phase = k.multiply(turns % 1.0)?;
    let angle = phase.subtract(&phase.rint()?)?.multiply(-TAU)?;
    let dtype = x.dtype().complex();
    let turned = angle.cos()?.add(&angle.sin()?.multiply(Complex::new(0.0, 1.0))?)?;
    x.astype(dtype)?.multiply(&turned.astype(dtype)?)
}
