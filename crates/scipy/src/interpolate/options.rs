//! Options of evaluation.

use super::breaks::Breaks;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// What an interpolant is outside of the interval where it is defined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extrapolate {
    /// Its first or last piece goes on.
    #[default]
    Yes,
    /// NaN.
    No,
    /// It repeats.
    Periodic,
}

/// Options of `evaluate_with`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::{Evaluate, Extrapolate, PPoly};
/// // x^2 from 0 to 1
/// let p = PPoly::new(&xp.array([[1.0], [0.0], [0.0]])?, &xp.array([0.0, 1.0])?)?;
/// let x = xp.array([0.5, 2.0])?;
/// let slope = p.evaluate_with(&x, Evaluate::new().nu(1).extrapolate(Extrapolate::No))?;
/// assert_eq!(slope.to_string(), "[ 1. nan]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluate {
    pub(super) nu: usize,
    pub(super) extrapolate: Option<Extrapolate>,
}

impl Evaluate {
    /// The value, outside as the interpolant has it.
    pub fn new() -> Self {
        Self::default()
    }

    /// The order of the derivative.
    pub fn nu(self, nu: usize) -> Self {
        Self { nu, ..self }
    }

    /// What is outside; `None`: what the interpolant has.
    pub fn extrapolate(self, extrapolate: impl Into<Option<Extrapolate>>) -> Self {
        Self { extrapolate: extrapolate.into(), ..self }
    }
}

/// An integral from `a` to `b`, of a function from `first` to `last` that repeats: whole periods, and one or two parts.
pub(super) fn periodic_parts((first, last): (f64, f64), a: f64, b: f64) -> (f64, Vec<(f64, f64)>) {
    let period = last - first;
    let whole = ((b - a) / period).floor();
    let left = (b - a) - whole * period;
    let start = first + (a - first).rem_euclid(period);
    let end = start + left;
    match end <= last {
        true => (whole, vec![(start, end)]),
        false => (whole, vec![(start, last), (first, first + left + start - last)]),
    }
}

/// The integral of a function of which `between` has the values at `b` less those at `a` of an antiderivative, or NaN.
pub(super) fn integral<B: Backend>(
    op: &'static str,
    breaks: &Breaks<B>,
    (a, b): (f64, f64),
    extrapolate: Extrapolate,
    between: &dyn Fn(f64, f64) -> Result<Array<f64, B>>,
) -> Result<Array<f64, B>> {
    if !a.is_finite() || !b.is_finite() {
        return Err(Error::value(op, format!("the integral from {a} to {b}")));
    }
    let (first, last) = breaks.ends();
    if extrapolate != Extrapolate::Periodic {
        return between(a, b);
    }
    let sign = if b < a { -1.0 } else { 1.0 };
    let (whole, parts) = periodic_parts((first, last), a.min(b), a.max(b));
    let mut sum = between(first, last)?.multiply(whole)?;
    for (a, b) in parts {
        sum = sum.add(&between(a, b)?)?;
    }
    sum.multiply(sign)
}
