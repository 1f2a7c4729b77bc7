//! Symmetric recursive filters.

use crate::field;
use crate::signal::lines::Lines;
use crate::signal::recursive::{LFilter, lfilter_with, lfiltic};
use std::f64::consts::PI;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result};

/// Numbers on the device and of the precision of an array.
pub(super) fn vector<B: Backend>(like: &DynArray<B>, values: Vec<f64>) -> Result<DynArray<B>> {
    like.xp().array(values)?.into_dyn().astype(like.real()?.dtype())
}

/// Rows by a recursive filter of coefficients `a`, whose inputs count `gain`, that begins after the outputs `before`, the latest first.
fn continued<B: Backend>(rows: &DynArray<B>, gain: f64, a: &[f64], before: &[DynArray<B>]) -> Result<DynArray<B>> {
    let (b, coefficients) = (vector(rows, vec![gain])?, vector(rows, a.to_vec())?);
    // The state is linear in the outputs, so it is made of those of ones.
    let mut state: Option<DynArray<B>> = None;
    for (k, output) in before.iter().enumerate() {
        let unit = (0..before.len()).map(|j| f64::from(j == k)).collect();
        let part =
            lfiltic(&b, &coefficients, &vector(rows, unit)?, None)?.reshape([1, a.len() - 1])?.multiply(output)?;
        state = Some(match state {
            Some(state) => state.add(&part)?,
            None => part,
        });
    }
    let options = state.map_or(LFilter::new(), |state| LFilter::new().zi(&state));
    Ok(lfilter_with(&b, &coefficients, rows, options)?.0)
}

/// The sums of rows times weights of the places.
fn weighted<B: Backend>(rows: &DynArray<B>, weight: impl Fn(usize) -> f64) -> Result<DynArray<B>> {
    let weights = vector(rows, (0..rows.shape()[1]).map(weight).collect())?;
    rows.multiply(&weights)?.sum(keepdims(1))
}

/// Rows by the filter `c0 / ((1 - z1 / z) (1 - z1 z))`.
pub(super) fn first_order<B: Backend>(rows: &DynArray<B>, c0: f64, z1: f64) -> Result<DynArray<B>> {
    let a = [1.0, -z1];
    let n = rows.shape()[1];
    // The image of the image, and so on.
    let whole = 1.0 - z1.powf(2.0 * n as f64);
    let before = weighted(rows, |k| (z1.powi(k as i32) + z1.powi((2 * n - 1 - k) as i32)) / whole)?;
    let forwards = continued(rows, 1.0, &a, &[before])?;
    let last = forwards.slice(s![.., n - 1..])?.multiply(c0 / (1.0 - z1))?;
    let rest = forwards.slice(s![.., ..n - 1])?.flip(1)?;
    if n == 1 {
        return Ok(last);
    }
    let backwards = continued(&rest, c0, &a, std::slice::from_ref(&last))?;
    rows.xp().concatenate(&[&backwards.flip(1)?, &last], 1)
}

/// Rows by a pair of complex poles of modulus `r` and angle `omega`, forwards and backwards.
pub(super) fn second_order<B: Backend>(rows: &DynArray<B>, r: f64, omega: f64) -> Result<DynArray<B>> {
    let n = rows.shape()[1];
    let cs = 1.0 - 2.0 * r * omega.cos() + r * r;
    let a = [1.0, -2.0 * r * omega.cos(), r * r];
    let square = r * r;
    // The responses to an impulse of the filter forwards, and of both.
    let causal =
        |k: i64| if k < 0 { 0.0 } else { cs * r.powf(k as f64) * (omega * (k + 1) as f64).sin() / omega.sin() };
    let scale =
        cs * cs * (1.0 + square) / (1.0 - square) / (1.0 - 2.0 * square * (2.0 * omega).cos() + square * square);
    let slope = (1.0 - square) / (1.0 + square) / omega.tan();
    let both = |k: i64| {
        let k = k.unsigned_abs() as f64;
        scale * r.powf(k) * ((omega * k).cos() + slope * (omega * k).sin())
    };
    // What an element and all its images count, at a distance and beyond, until responses are nothing.
    let (period, length) = (2 * n as i64, (-46.0 / r.ln()).ceil() as i64);
    let images = length / period + 1;
    let all = |f: &dyn Fn(i64) -> f64, k: i64| (-images..=images).map(|m| f(k + period * m)).sum::<f64>();
    let value = |f: &dyn Fn(i64) -> f64, place: i64| {
        weighted(rows, |k| all(f, place - k as i64) + all(f, place + 1 + k as i64))
    };
    let (first, second) = (value(&causal, 0)?, value(&causal, 1)?);
    let rest = continued(&rows.slice(s![.., 2..])?, cs, &a, &[second.clone(), first.clone()])?;
    let forwards = rows.xp().concatenate(&[&first, &second, &rest], 1)?;
    let (last, next) = (value(&both, n as i64 - 1)?, value(&both, n as i64 - 2)?);
    let rest = continued(&forwards.slice(s![.., ..n - 2])?.flip(1)?, cs, &a, &[next.clone(), last.clone()])?;
    rows.xp().concatenate(&[&rest.flip(1)?, &next, &last], 1)
}

/// Rows of some elements, of real numbers or complex ones.
pub(super) fn lines<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    axis: isize,
    least: usize,
) -> Result<(Lines, DynArray<B>)> {
    let (lines, rows) = Lines::new(op, &field(x)?, axis)?;
    match lines.n() < least {
        true => Err(Error::value(op, format!("signals of {} elements, which need {least}", lines.n()))),
        false => Ok((lines, rows)),
    }
}

/// Signals along the last axis by `c0 / ((1 - z1 / z) (1 - z1 z))`, forwards and backwards, with their mirror image beyond the ends: SciPy's
/// `symiirorder1`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::symiirorder1;
/// let y = symiirorder1(&xp.ones::<f64>(10)?, 0.25, 0.5)?;
/// assert!(y.allclose(&xp.ones::<f64>(10)?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for a pole that is not within the unit circle, and no elements; [`Error::Axis`] for a number.
pub fn symiirorder1<B: Backend>(x: &impl AnyArray<B>, c0: f64, z1: f64) -> Result<DynArray<B>> {
    const OP: &str = "symiirorder1";
    if !c0.is_finite() || z1.is_nan() || z1.abs() >= 1.0 {
        return Err(Error::value(OP, format!("the gain {c0}, the pole {z1}")));
    }
    let (lines, rows) = lines(OP, x.as_dyn(), -1, 1)?;
    lines.back(&first_order(&rows, c0, z1)?)
}

/// Signals along the last axis by poles of modulus `r` and angles `omega` and `-omega`, forwards and backwards, with the gain 1 for constants and
/// their mirror image beyond the ends: SciPy's `symiirorder2`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::symiirorder2;
/// let y = symiirorder2(&xp.ones::<f64>(20)?, 0.5, 0.3)?;
/// assert!(y.allclose(&xp.ones::<f64>(20)?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for a modulus that is not between 0 and 1, an angle that is not above 0 and below pi, and fewer than two elements;
/// [`Error::Axis`] for a number.
pub fn symiirorder2<B: Backend>(x: &impl AnyArray<B>, r: f64, omega: f64) -> Result<DynArray<B>> {
    const OP: &str = "symiirorder2";
    if !(r > 0.0 && r < 1.0 && omega > 0.0 && omega < PI) {
        return Err(Error::value(OP, format!("poles of modulus {r} and angle {omega}")));
    }
    let (lines, rows) = lines(OP, x.as_dyn(), -1, 2)?;
    lines.back(&second_order(&rows, r, omega)?)
}
