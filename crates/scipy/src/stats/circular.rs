//! Means and spreads of angles.

use super::along::Along;
use std::f64::consts::TAU;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// The means of the sines and cosines of angles from `low` to `high`, which are one.
fn resultant<B: Backend>(
    op: &'static str,
    x: &impl AnyArray<B>,
    [low, high]: [f64; 2],
    along: Along,
) -> Result<[DynArray<B>; 2]> {
    if !(high > low && (high - low).is_finite()) {
        return Err(Error::value(op, format!("angles from {low} to {high}")));
    }
    along.one(op, x.as_dyn(), 1, |x, _| {
        let angles = x.subtract(low)?.multiply(TAU / (high - low))?;
        Ok([angles.sin()?.mean(-1)?, angles.cos()?.mean(-1)?])
    })
}

/// The length of the mean of vectors of length 1.
fn length<B: Backend>([sine, cosine]: [DynArray<B>; 2]) -> Result<DynArray<B>> {
    sine.hypot(&cosine)?.minimum(1.0)
}

/// The mean of angles: the direction of the mean of vectors of length 1. What is `low` and what is `high` is one.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::circmean;
/// assert_eq!(format!("{:.6}", circmean(&xp.array([350.0, 20.0])?, [0.0, 360.0], None)?.item()?.get::<f64>()), "5.000000");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for ends that are not in order or not finite; [`Error::Axis`] if the axis is not there; [`Error::DType`] for complex numbers.
pub fn circmean<B: Backend>(x: &impl AnyArray<B>, ends: [f64; 2], along: impl Into<Along>) -> Result<DynArray<B>> {
    let [sine, cosine] = resultant("circmean", x, ends, along.into())?;
    let [low, high] = ends;
    sine.arctan2(&cosine)?.remainder(TAU)?.multiply((high - low) / TAU)?.add(low)
}

/// The variance of angles, from 0 to 1: what the mean of vectors of length 1 is shorter than 1.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::circvar;
/// assert_eq!(circvar(&xp.array([0.0, 0.0])?, [0.0, 360.0], None)?.to_string(), "0.0");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`circmean`].
pub fn circvar<B: Backend>(x: &impl AnyArray<B>, ends: [f64; 2], along: impl Into<Along>) -> Result<DynArray<B>> {
    length(resultant("circvar", x, ends, along.into())?)?.negative()?.add(1.0)
}

/// The standard deviation of angles, `sqrt(-2 log(r))` of the length `r` of the mean of vectors of length 1 (Mardia, 1972): in the unit of the angles, or in radians
/// (`normalize`).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::circstd;
/// assert_eq!(circstd(&xp.array([10.0, 10.0])?, [0.0, 360.0], true, None)?.to_string(), "0.0");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`circmean`].
pub fn circstd<B: Backend>(
    x: &impl AnyArray<B>,
    ends: [f64; 2],
    normalize: bool,
    along: impl Into<Along>,
) -> Result<DynArray<B>> {
    let length = length(resultant("circstd", x, ends, along.into())?)?;
    // The logarithm is at most 0, and 0 has no sign here.
    let deviation = length.log()?.abs()?.multiply(2.0)?.sqrt()?;
    if normalize { Ok(deviation) } else { deviation.multiply((ends[1] - ends[0]) / TAU) }
}
