//! Values of splines.

use super::check_vector;
use crate::{field, field_type};
use std::f64::consts::PI;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// The Gaussian that a B-spline of order `n` is close to: SciPy's `gauss_spline`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::gauss_spline;
/// assert_eq!(gauss_spline(&xp.array([0.0, 1.0])?, 3)?.to_string(), "[0.6909883  0.15418033]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::DType`] for complex numbers.
pub fn gauss_spline<B: Backend>(x: &impl AnyArray<B>, n: usize) -> Result<DynArray<B>> {
    TypeClass::RealElement.check("gauss_spline", x.as_dyn().dtype())?;
    let variance = (n + 1) as f64 / 12.0;
    let exponent = field(x.as_dyn())?.square()?.multiply(-0.5 / variance)?;
    exponent.exp()?.multiply(1.0 / (2.0 * PI * variance).sqrt())
}

/// The value of a spline at places, of its coefficients and of `terms` B-splines, zero beyond `reach` of their middles.
fn evaluated<B: Backend>(
    op: &'static str,
    c: &DynArray<B>,
    x: &DynArray<B>,
    (dx, x0): (f64, f64),
    terms: i64,
    spline: impl Fn(&DynArray<B>) -> Result<DynArray<B>>,
) -> Result<DynArray<B>> {
    check_vector(op, c)?;
    TypeClass::RealElement.check(op, x.dtype())?;
    if c.is_empty() || dx == 0.0 || !dx.is_finite() || !x0.is_finite() {
        return Err(Error::value(op, format!("{} coefficients, {dx} apart from {x0} on", c.len())));
    }
    let dtype = field_type(x.dtype()).promote(field_type(c.dtype()));
    let last = (c.len() - 1) as f64;
    let place = x.astype(dtype.real())?.subtract(x0)?.divide(dx)?;
    // Beyond the ends the signal is mirrored, over and over.
    let place = match c.len() {
        1 => place.zeros_like()?,
        _ => {
            let turn = place.remainder(2.0 * last)?;
            turn.greater(last)?.where_(turn.negative()?.add(2.0 * last)?, &turn)?
        }
    };
    let lowest = place.subtract(0.5 * terms as f64)?.floor()?.add(1.0)?;
    let mut sum: Option<DynArray<B>> = None;
    for k in 0..terms {
        let knot = lowest.add(k as f64)?;
        let index = knot.maximum(0.0)?.minimum(last)?.astype(DType::I64)?;
        let term = c.take(&index, 0)?.multiply(&spline(&place.subtract(&knot)?.abs()?)?)?;
        sum = Some(match sum {
            Some(sum) => sum.add(&term)?,
            None => term,
        });
    }
    sum.ok_or_else(|| Error::value(op, "no terms"))?.astype(dtype)
}

/// The cubic spline of coefficients `c`, whose knots are `dx` apart from `x0` on, at places `x`, with its mirror image beyond the ends: SciPy's
/// `cspline1d_eval`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{cspline1d, cspline1d_eval};
/// let c = cspline1d(&xp.array([1.0, 1.0, 1.0])?, 0.0)?;
/// assert!(cspline1d_eval(&c, &xp.array([0.5, 7.0])?, 1.0, 0.0)?.allclose(&xp.ones::<f64>(2)?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the coefficients are a vector; [`Error::Value`] for none and knots that are 0 apart; [`Error::DType`] for complex places.
pub fn cspline1d_eval<B: Backend>(c: &impl AnyArray<B>, x: &impl AnyArray<B>, dx: f64, x0: f64) -> Result<DynArray<B>> {
    // 2/3 - t^2 (2 - t) / 2 up to 1, (2 - t)^3 / 6 up to 2.
    let spline = |t: &DynArray<B>| {
        let rest = t.negative()?.add(2.0)?;
        let inner = t.square()?.multiply(&rest)?.multiply(-0.5)?.add(2.0 / 3.0)?;
        let outer = rest.maximum(0.0)?.power(3.0)?.divide(6.0)?;
        t.less(1.0)?.where_(&inner, &outer)
    };
    evaluated("cspline1d_eval", c.as_dyn(), x.as_dyn(), (dx, x0), 4, spline)
}

/// The quadratic spline of coefficients `c`, whose knots are `dx` apart from `x0` on, at places `x`, with its mirror image beyond the ends: SciPy's
/// `qspline1d_eval`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{qspline1d, qspline1d_eval};
/// let c = qspline1d(&xp.array([1.0, 1.0, 1.0])?)?;
/// assert!(qspline1d_eval(&c, &xp.array([0.5, 7.0])?, 1.0, 0.0)?.allclose(&xp.ones::<f64>(2)?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`cspline1d_eval`].
pub fn qspline1d_eval<B: Backend>(c: &impl AnyArray<B>, x: &impl AnyArray<B>, dx: f64, x0: f64) -> Result<DynArray<B>> {
    // 3/4 - t^2 up to 1/2, (3/2 - t)^2 / 2 up to 3/2.
    let spline = |t: &DynArray<B>| {
        let inner = t.square()?.negative()?.add(0.75)?;
        let outer = t.negative()?.add(1.5)?.maximum(0.0)?.square()?.multiply(0.5)?;
        t.less(0.5)?.where_(&inner, &outer)
    };
    evaluated("qspline1d_eval", c.as_dyn(), x.as_dyn(), (dx, x0), 3, spline)
}
