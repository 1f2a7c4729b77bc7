//! Akima's interpolation.

use super::Points;
use crate::interpolate::options::Extrapolate;
use crate::interpolate::ppoly::PPoly;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Array, IntoAxis, Join, Result, TypeClass};

/// The weights of the slopes beside a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AkimaMethod {
    /// How much the slopes on the other side differ (Akima, A new method of interpolation and smooth curve fitting, 1970).
    #[default]
    Akima,
    /// The same and half of their sum's size, which overshoots less beside flat parts.
    Makima,
}

/// Piecewise cubic polynomials with one continuous derivative, each of six points: SciPy's `Akima1DInterpolator`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::{Akima1DInterpolator, AkimaMethod};
/// let (x, y) = (xp.array([0.0, 1.0, 2.0, 3.0, 4.0])?, xp.array([0.0, 0.0, 0.0, 1.0, 1.0])?);
/// let p = Akima1DInterpolator::new().method(AkimaMethod::Makima).interpolate(&x, &y)?;
/// assert_eq!(p.evaluate(&xp.array([0.5, 2.0, 5.0])?)?.to_string(), "[ 0.  0. nan]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Akima1DInterpolator {
    axis: isize,
    method: AkimaMethod,
    extrapolate: Extrapolate,
}

impl Default for Akima1DInterpolator {
    fn default() -> Self {
        Self { axis: 0, method: AkimaMethod::Akima, extrapolate: Extrapolate::No }
    }
}

impl Akima1DInterpolator {
    /// Along the first axis, by Akima's weights; nothing is outside of the points.
    pub fn new() -> Self {
        Self::default()
    }

    /// The axis of the ordinates.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }

    /// The weights.
    pub fn method(self, method: AkimaMethod) -> Self {
        Self { method, ..self }
    }

    /// What is outside of the points.
    pub fn extrapolate(self, extrapolate: Extrapolate) -> Self {
        Self { extrapolate, ..self }
    }

    /// The polynomials through points, two at least.
    ///
    /// # Errors
    /// Those of [`PchipInterpolator::interpolate`](super::PchipInterpolator::interpolate).
    pub fn interpolate<B: Backend>(self, x: &impl AnyArray<B>, y: &impl AnyArray<B>) -> Result<PPoly<B>> {
        const OP: &str = "Akima1DInterpolator";
        TypeClass::RealElement.check(OP, y.as_dyn().dtype())?;
        let points = Points::new(OP, x.as_dyn(), y.as_dyn(), self.axis)?;
        let derivatives = derivatives(&points, self.method)?;
        points.hermite(&derivatives, self.extrapolate)
    }
}

fn derivatives<B: Backend>(points: &Points<B>, method: AkimaMethod) -> Result<Array<f64, B>> {
    let slopes = points.slopes()?;
    let xp = slopes.xp();
    if points.breaks.pieces() == 1 {
        return xp.concatenate(&[&slopes, &slopes], 0);
    }
    if points.columns.count() == 0 {
        return Ok(points.y.clone());
    }
    // Two slopes more at each end: slopes go on as they did.
    let on = |near: &Array<f64, B>, far: &Array<f64, B>| near.multiply(2.0)?.subtract(far);
    let at = |k: i64| slopes.take([k], 0);
    let before = on(&at(0)?, &at(1)?)?;
    let after = on(&at(-1)?, &at(-2)?)?;
    let (first, last) = (on(&before, &at(0)?)?, on(&after, &at(-1)?)?);
    let m = xp.concatenate(&[&first, &before, &slopes, &after, &last], 0)?;
    let n = points.breaks.host.len() as isize;
    let part = |k: isize| m.slice(s![k..k + n]);
    let (m0, m1, m2, m3) = (part(0)?, part(1)?, part(2)?, part(3)?);
    let weights = |a: &Array<f64, B>, b: &Array<f64, B>| {
        let change = b.subtract(a)?.abs();
        match method {
            AkimaMethod::Akima => Ok(change),
            AkimaMethod::Makima => change.add(&a.add(b)?.abs().multiply(0.5)?),
        }
    };
    let (left, right) = (weights(&m0, &m1)?, weights(&m2, &m3)?);
    let sum = left.add(&right)?;
    // Where slopes on both sides are alike, the mean of those further away.
    let least = sum.max(..)?.multiply(1e-9)?;
    let weighted = m1.add(&left.divide(&sum)?.multiply(&m2.subtract(&m1)?)?)?;
    sum.greater(&least)?.where_(&weighted, &m0.add(&m3)?.multiply(0.5)?)
}
