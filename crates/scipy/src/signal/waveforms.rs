//! Wave forms of times, fused with what is around them. Phases are computed in `f64`; results have the float type of the times.

use std::f64::consts::{PI, TAU};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, ArrayLike, ArrayOrNumber, Error, Result, TypeClass};

pub(super) type F = Var<f64>;

/// A function of each time.
pub(super) fn wave<B: Backend>(op: &'static str, t: &DynArray<B>, f: impl FnOnce(F) -> F) -> Result<DynArray<B>> {
    TypeClass::RealNumber.check(op, t.dtype())?;
    let times: Array<f64, B> = t.astype(DType::F64)?.typed()?;
    t.xp().map([&times], |[t]| f(t))?.into_dyn().astype(t.dtype().float())
}

/// A function of each time and a share, NaN where that is not between 0 and 1.
fn shared_wave<B: Backend>(
    op: &'static str,
    t: &DynArray<B>,
    share: ArrayOrNumber<'_, B>,
    f: impl FnOnce(F, F) -> F,
) -> Result<DynArray<B>> {
    TypeClass::RealNumber.check(op, t.dtype())?;
    let xp = t.xp();
    let share = match share {
        ArrayOrNumber::Array(share) => {
            TypeClass::RealNumber.check(op, share.dtype())?;
            share.astype(DType::F64)?.typed()?
        }
        ArrayOrNumber::Scalar(share) => {
            TypeClass::RealNumber.check(op, share.dtype())?;
            xp.full([], share.get::<f64>())?
        }
    };
    let times: Array<f64, B> = t.astype(DType::F64)?.typed()?;
    let place = |t: F| t - (t / TAU).floor() * TAU;
    let shape = |[t, share]: [F; 2]| (share.ge(0.0) & share.le(1.0)).select(f(place(t), share), f64::NAN);
    xp.map([&times, &share], shape)?.into_dyn().astype(t.dtype().float())
}

/// A saw tooth of the period `2 pi`: from -1 it rises to 1 in the share `width` of the period, and falls in the rest; `width` is a number or an array
/// that broadcasts with the times. NaN where it is not between 0 and 1.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::sawtooth;
/// let t = xp.array([0.0, 0.5, 1.0, 1.5])?.multiply(std::f64::consts::PI)?;
/// assert_eq!(sawtooth(&t, 0.5)?.to_string(), "[-1.  0.  1.  0.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] if shapes do not broadcast; [`Error::DType`] for complex numbers and truth values.
pub fn sawtooth<B: Backend>(t: &impl AnyArray<B>, width: impl ArrayLike<B>) -> Result<DynArray<B>> {
    shared_wave("sawtooth", t.as_dyn(), width.operand(), |t, width| {
        let rising = t / (PI * width) - 1.0;
        let falling = (PI * (width + 1.0) - t) / (PI * (1.0 - width));
        t.lt(width * TAU).select(rising, falling)
    })
}

/// A square wave of the period `2 pi`: 1 in the share `duty` of the period, then -1; `duty` is a number or an array that broadcasts with the times.
/// NaN where it is not between 0 and 1.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::square;
/// assert_eq!(square(&xp.array([0.0, 2.0, 4.0, 6.0, 7.0])?, 0.5)?.to_string(), "[ 1.  1. -1. -1.  1.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`sawtooth`].
pub fn square<B: Backend>(t: &impl AnyArray<B>, duty: impl ArrayLike<B>) -> Result<DynArray<B>> {
    shared_wave("square", t.as_dyn(), duty.operand(), |t, duty| t.lt(duty * TAU).select(1.0, -1.0))
}

/// How the frequency of a [`chirp`] goes from one to the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChirpMethod {
    /// By a line.
    #[default]
    Linear,
    /// By a parabola whose vertex is at time 0.
    Quadratic,
    /// By a parabola whose vertex is at the other time.
    QuadraticToVertex,
    /// By equal factors in equal times.
    Logarithmic,
    /// By the inverse of a line.
    Hyperbolic,
}

/// The frequency `f0` at time 0 that becomes `f1` at time `t1`: `cos` of the phase, which is `phi` degrees at time 0.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{ChirpMethod, chirp};
/// let w = chirp(&xp.array([0.0, 1.0])?, 1.0, 1.0, 2.0, ChirpMethod::Linear, 0.0)?; // one turn and a half
/// assert!(w.allclose(&xp.array([1.0, -1.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for a time `t1` of 0 and what is not finite; for frequencies of which one is 0 or, of the logarithmic method, not both on one side of
/// 0, where the method divides by them; [`Error::DType`] for complex numbers and truth values.
pub fn chirp<B: Backend>(
    t: &impl AnyArray<B>,
    f0: f64,
    t1: f64,
    f1: f64,
    method: ChirpMethod,
    phi: f64,
) -> Result<DynArray<B>> {
    const OP: &str = "chirp";
    if ![f0, t1, f1, phi].iter().all(|x| x.is_finite()) || t1 == 0.0 {
        return Err(Error::value(OP, format!("frequencies {f0} and {f1} at the times 0 and {t1}, phase {phi}")));
    }
    let allowed = match method {
        ChirpMethod::Logarithmic => f0 * f1 > 0.0,
        ChirpMethod::Hyperbolic => f0 != 0.0 && f1 != 0.0,
        _ => true,
    };
    if !allowed {
        return Err(Error::value(OP, format!("no {method:?} chirp goes from {f0} to {f1}")));
    }
    let turns = |t: F| match method {
        ChirpMethod::Linear => f0 * t + 0.5 * ((f1 - f0) / t1) * t * t,
        ChirpMethod::Quadratic => f0 * t + (f1 - f0) / (t1 * t1) * t * t * t / 3.0,
        ChirpMethod::QuadraticToVertex => {
            let left = t1 - t;
            f1 * t + (f1 - f0) / (t1 * t1) * (left * left * left - t1.powi(3)) / 3.0
        }
        _ if f0 == f1 => f0 * t,
        ChirpMethod::Logarithmic => {
            let rate = (f1 / f0).ln() / t1;
            f0 / rate * (rate * t).expm1()
        }
        ChirpMethod::Hyperbolic => {
            let pole = f1 * t1 / (f1 - f0);
            -pole * f0 * (1.0 - t / pole).abs().log()
        }
    };
    wave(OP, t.as_dyn(), |t| (TAU * turns(t) + phi.to_radians()).cos())
}

/// A wave whose frequency at a time is a polynomial of it, with these coefficients, the highest first: `cos` of the phase, which is `phi` degrees at
/// time 0.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::sweep_poly;
/// let w = sweep_poly(&xp.array([0.0, 1.0])?, &[1.0, 1.0], 0.0)?; // one turn and a half
/// assert!(w.allclose(&xp.array([1.0, -1.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no coefficients, and what is not finite; [`Error::DType`] for complex numbers and truth values.
pub fn sweep_poly<B: Backend>(t: &impl AnyArray<B>, poly: &[f64], phi: f64) -> Result<DynArray<B>> {
    const OP: &str = "sweep_poly";
    if poly.is_empty() || !poly.iter().all(|c| c.is_finite()) || !phi.is_finite() {
        return Err(Error::value(OP, "no coefficients, or such that are not finite"));
    }
    let n = poly.len();
    wave(OP, t.as_dyn(), |t| {
        let integral = poly.iter().enumerate().fold(0.0 * t, |sum, (k, c)| (sum + c / (n - k) as f64) * t);
        (TAU * integral + phi.to_radians()).cos()
    })
}
