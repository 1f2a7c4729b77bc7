//! Cubic polynomials that are as monotonic as their points.

use super::Points;
use crate::interpolate::options::{Evaluate, Extrapolate};
use crate::interpolate::ppoly::PPoly;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Array, IntoAxis, Join, Result, TypeClass};

/// Piecewise cubic polynomials that rise where their points rise and fall where they fall, with one continuous derivative: SciPy's
/// `PchipInterpolator`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::PchipInterpolator;
/// let (x, y) = (xp.array([0.0, 1.0, 2.0, 3.0])?, xp.array([0.0, 0.0, 1.0, 1.0])?);
/// let p = PchipInterpolator::new().interpolate(&x, &y)?;
/// assert_eq!(p.evaluate(&xp.array([0.5, 1.5, 2.5])?)?.to_string(), "[0.  0.5 1. ]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PchipInterpolator {
    axis: isize,
    extrapolate: Extrapolate,
}

impl PchipInterpolator {
    /// Along the first axis; the first and the last piece go on.
    pub fn new() -> Self {
        Self::default()
    }

    /// The axis of the ordinates.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }

    /// What is outside of the points.
    pub fn extrapolate(self, extrapolate: Extrapolate) -> Self {
        Self { extrapolate, ..self }
    }

    /// The polynomials through points, two at least.
    ///
    /// # Errors
    /// [`Error::Value`](xparray_core::Error::Value) for abscissae that do not rise, and for NaN or infinities;
    /// [`Error::Shape`](xparray_core::Error::Shape) for another number of ordinates; [`Error::DType`](xparray_core::Error::DType) for complex
    /// numbers; [`Error::Axis`](xparray_core::Error::Axis) if the axis is not there.
    pub fn interpolate<B: Backend>(self, x: &impl AnyArray<B>, y: &impl AnyArray<B>) -> Result<PPoly<B>> {
        const OP: &str = "PchipInterpolator";
        TypeClass::RealElement.check(OP, y.as_dyn().dtype())?;
        let points = Points::new(OP, x.as_dyn(), y.as_dyn(), self.axis)?;
        let derivatives = derivatives(&points)?;
        points.hermite(&derivatives, self.extrapolate)
    }
}

/// Weighted harmonic means of neighbouring slopes, 0 at extrema (Fritsch and Butland, A method for constructing local monotone
/// piecewise cubic interpolants, 1984).
pub(in crate::interpolate) fn derivatives<B: Backend>(points: &Points<B>) -> Result<Array<f64, B>> {
    let (h, slopes) = (points.breaks.widths()?.expand_dims(1)?, points.slopes()?);
    let xp = h.xp();
    if points.breaks.pieces() == 1 {
        return xp.concatenate(&[&slopes, &slopes], 0);
    }
    let before_and_after = |a: &Array<f64, B>| Ok::<_, xparray_core::Error>((a.slice(s![..-1])?, a.slice(s![1..])?));
    let ((h0, h1), (s0, s1)) = (before_and_after(&h)?, before_and_after(&slopes)?);
    let inner = xp.map((&h0, &h1, &s0, &s1), |(h0, h1, s0, s1)| {
        let (w0, w1) = (2.0 * h1 + h0, h1 + 2.0 * h0);
        let same = (s0.gt(0.0) & s1.gt(0.0)) | (s0.lt(0.0) & s1.lt(0.0));
        same.select((w0 + w1) / (w0 / s0 + w1 / s1), 0.0)
    })?;
    // Of the parabola through three points, kept to the side of its slope (Moler, Numerical Computing with MATLAB, 3.6).
    let end = |k: [isize; 2]| {
        let at = |a: &Array<f64, B>, k: isize| a.take([k as i64], 0);
        xp.map((&at(&h, k[0])?, &at(&h, k[1])?, &at(&slopes, k[0])?, &at(&slopes, k[1])?), |(h0, h1, s0, s1)| {
            let d = ((2.0 * h0 + h1) * s0 - h0 * s1) / (h0 + h1);
            let away = d.sign().ne(s0.sign());
            let beyond = s0.sign().ne(s1.sign()) & d.abs().gt(3.0 * s0.abs());
            away.select(0.0, beyond.select(3.0 * s0, d))
        })
    };
    xp.concatenate(&[&end([0, 1])?, &inner, &end([-1, -2])?], 0)
}

/// The values of a [`PchipInterpolator`] through the points `(xi, yi)` at `x`, or of its derivative of order `der`: SciPy's `pchip_interpolate`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::pchip_interpolate;
/// let (xi, yi) = (xp.array([0.0, 1.0, 2.0])?, xp.array([0.0, 1.0, 2.0])?);
/// assert_eq!(pchip_interpolate(&xi, &yi, &xp.array([0.5])?, 1, 0)?.to_string(), "[1.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`PchipInterpolator::interpolate`]; [`Error::DType`](xparray_core::Error::DType) for complex places.
pub fn pchip_interpolate<B: Backend>(
    xi: &impl AnyArray<B>,
    yi: &impl AnyArray<B>,
    x: &impl AnyArray<B>,
    der: usize,
    axis: impl IntoAxis,
) -> Result<DynArray<B>> {
    PchipInterpolator::new().axis(axis).interpolate(xi, yi)?.evaluate_with(x, Evaluate::new().nu(der))
}
