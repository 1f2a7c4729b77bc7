//! Piecewise cubic polynomials through points.

mod akima;
mod conditions;
mod pchip;
mod spline;
mod tridiagonal;

pub use akima::{Akima1DInterpolator, AkimaMethod};
pub use conditions::BoundaryCondition;
pub use pchip::{PchipInterpolator, pchip_interpolate};
pub use spline::CubicSpline;

pub(super) use conditions::{ends_agree, unit_ordinates};
pub(super) use pchip::derivatives as pchip_derivatives;

use super::breaks::Breaks;
use super::columns::Columns;
use super::options::Extrapolate;
use super::pieces::Pieces;
use super::ppoly::PPoly;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, IntoAxis, Join, Result};

/// Abscissae and ordinates, along rows.
pub(super) struct Points<B: Backend> {
    pub breaks: Breaks<B>,
    pub columns: Columns,
    pub y: Array<f64, B>,
}

impl<B: Backend> Points<B> {
    /// That they fit, are finite, and the abscissae rise.
    pub fn new(op: &'static str, x: &DynArray<B>, y: &DynArray<B>, axis: isize) -> Result<Self> {
        let breaks = Breaks::strict(op, x)?;
        let (columns, y) = Columns::of(op, y, axis)?;
        if y.shape()[0] != breaks.host.len() {
            return Err(Error::shape(op, &[breaks.host.len()], y.shape()));
        }
        finite(op, &y)?;
        Ok(Self { breaks, columns, y })
    }

    /// The slopes between the points.
    pub fn slopes(&self) -> Result<Array<f64, B>> {
        let rise = self.y.slice(s![1..])?.subtract(&self.y.slice(s![..-1])?)?;
        rise.divide(&self.breaks.widths()?.expand_dims(1)?)
    }

    /// The cubic polynomials with these derivatives at the points (de Boor, A Practical Guide to Splines, chapter IV).
    pub fn hermite(self, derivatives: &Array<f64, B>, extrapolate: Extrapolate) -> Result<PPoly<B>> {
        let h = self.breaks.widths()?.expand_dims(1)?;
        let slopes = self.slopes()?;
        let (first, next) = (derivatives.slice(s![..-1])?, derivatives.slice(s![1..])?);
        let t = first.add(&next)?.subtract(&slopes.multiply(2.0)?)?.divide(&h)?;
        let (cubic, square) = (t.divide(&h)?, slopes.subtract(&first)?.divide(&h)?.subtract(&t)?);
        let packed = h.xp().stack(&[&cubic, &square, &first, &self.y.slice(s![..-1])?], -1)?.ascontiguousarray();
        Ok(PPoly(Pieces { packed, columns: self.columns, breaks: self.breaks, extrapolate }))
    }
}

/// That values are finite; of those that a program is traced for, which may be those of a batch, nobody looks at any.
pub(super) fn finite<B: Backend>(op: &'static str, values: &Array<f64, B>) -> Result<()> {
    if values.xp().remembers() {
        return Ok(());
    }
    match values.isfinite().all(..)?.item()? {
        true => Ok(()),
        false => Err(Error::value(op, "the values must be finite")),
    }
}

/// Piecewise cubic polynomials with given values and derivatives: SciPy's `CubicHermiteSpline`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::CubicHermiteSpline;
/// let x = xp.array([0.0, 1.0, 3.0])?;
/// let p = CubicHermiteSpline::new().interpolate(&x, &x.power(3.0)?, &x.square().multiply(3.0)?)?;
/// assert_eq!(p.evaluate(&xp.array([0.5, 2.0])?)?.to_string(), "[0.125 8.   ]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct CubicHermiteSpline {
    axis: isize,
    extrapolate: Extrapolate,
}

impl CubicHermiteSpline {
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
    /// [`Error::Value`] for abscissae that do not rise, and for NaN or infinities; [`Error::Shape`] for other numbers of ordinates or derivatives;
    /// [`Error::DType`] for complex abscissae; [`Error::Axis`] if the axis is not there.
    pub fn interpolate<B: Backend>(
        self,
        x: &impl AnyArray<B>,
        y: &impl AnyArray<B>,
        dydx: &impl AnyArray<B>,
    ) -> Result<PPoly<B>> {
        const OP: &str = "CubicHermiteSpline";
        let (y, dydx) = (y.as_dyn(), dydx.as_dyn());
        if y.shape() != dydx.shape() {
            return Err(Error::shape(OP, y.shape(), dydx.shape()));
        }
        let dtype = y.dtype().promote(dydx.dtype());
        let points = Points::new(OP, x.as_dyn(), &y.astype(dtype)?, self.axis)?;
        let (_, derivatives) = Columns::of(OP, &dydx.astype(dtype)?, self.axis)?;
        finite(OP, &derivatives)?;
        points.hermite(&derivatives, self.extrapolate)
    }
}
