//! Splines as piecewise polynomials.

use super::BSpline;
use crate::interpolate::options::Extrapolate;
use crate::interpolate::pieces::Pieces;
use crate::interpolate::ppoly::PPoly;
use xparray_core::prelude::*;
use xparray_core::{Join, Result};

impl<B: Backend> PPoly<B> {
    /// The same function as a spline, with all its knots as breakpoints: its derivatives there over factorials.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::interpolate::{PPoly, make_interp_spline};
    /// let x = xp.array([0.0, 1.0, 2.0, 3.0])?;
    /// let p = PPoly::from_spline(&make_interp_spline(&x, &x.power(3.0)?)?)?;
    /// assert!(p.evaluate(&xp.array([1.5])?)?.allclose(3.375)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](xparray_core::Error::OutOfMemory).
    pub fn from_spline(spline: &BSpline<B>) -> Result<Self> {
        let breaks = spline.knots.clone();
        let places = breaks.x.slice(s![..-1])?.copy();
        let (mut terms, mut factorial) = (Vec::new(), 1.0);
        for power in 0..=spline.k {
            factorial *= power.max(1) as f64;
            terms.push(spline.values(&places, power, Extrapolate::Yes)?.divide(factorial)?);
        }
        terms.reverse();
        let packed = places.xp().stack(&terms.iter().collect::<Vec<_>>(), -1)?.ascontiguousarray();
        let (columns, extrapolate) = (spline.columns.clone(), spline.extrapolate);
        Ok(Self(Pieces { packed, columns, breaks, extrapolate }))
    }
}
