//! Coefficients of splines through samples, and of ones that are smoothed.

use super::check_vector;
use super::filters::{first_order, lines, second_order, vector};
use crate::signal::convolve::sepfir2d;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// The pole of cubic splines.
const CUBIC: f64 = -0.267_949_192_431_122_7;
/// The pole of quadratic splines.
const QUADRATIC: f64 = -0.171_572_875_253_809_9;

/// The modulus and the angle of the poles of cubic splines that smooth.
fn poles(lamb: f64) -> (f64, f64) {
    let root = 24.0 * lamb * (3.0 + 144.0 * lamb).sqrt();
    let xi = 1.0 - 96.0 * lamb + root;
    let omega = (144.0 * lamb - 1.0).sqrt().atan2(xi.sqrt());
    let r = (24.0 * lamb - 1.0 - xi.sqrt()) / (24.0 * lamb) * ((48.0 * lamb + root) / xi).sqrt();
    (r, omega)
}

/// Coefficients along an axis.
fn coefficients<B: Backend>(op: &'static str, x: &DynArray<B>, axis: isize, lamb: f64) -> Result<DynArray<B>> {
    // Above this the poles are complex.
    if lamb != 0.0 && (lamb.is_nan() || lamb <= 1.0 / 144.0) {
        return Err(Error::value(op, format!("smoothing by {lamb}: 0, or above 1/144")));
    }
    let (lines, rows) = lines(op, x, axis, if lamb == 0.0 { 1 } else { 2 })?;
    let rows = match lamb == 0.0 {
        true => first_order(&rows, -6.0 * CUBIC, CUBIC)?,
        false => {
            let (r, omega) = poles(lamb);
            second_order(&rows, r, omega)?
        }
    };
    lines.back(&rows)
}

/// The coefficients of the cubic spline through the elements of a vector, or of one that is smoothed by `lamb`: SciPy's `cspline1d`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{cspline1d, cspline1d_eval};
/// let x = xp.array([0.0, 2.0, 1.0, 3.0])?;
/// let c = cspline1d(&x, 0.0)?;
/// assert!(cspline1d_eval(&c, &xp.array([0.0, 1.0, 2.0, 3.0])?, 1.0, 0.0)?.allclose(&x)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless it is a vector; [`Error::Value`] for no elements, fewer than two to be smoothed, and smoothing by what is neither 0 nor above 1/144.
pub fn cspline1d<B: Backend>(signal: &impl AnyArray<B>, lamb: f64) -> Result<DynArray<B>> {
    const OP: &str = "cspline1d";
    check_vector(OP, signal.as_dyn())?;
    coefficients(OP, signal.as_dyn(), 0, lamb)
}

/// The coefficients of the quadratic spline through the elements of a vector: SciPy's `qspline1d`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{qspline1d, qspline1d_eval};
/// let x = xp.array([0.0, 2.0, 1.0, 3.0])?;
/// let c = qspline1d(&x)?;
/// assert!(qspline1d_eval(&c, &xp.array([1.0, 2.0])?, 1.0, 0.0)?.allclose(&xp.array([2.0, 1.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless it is a vector; [`Error::Value`] for no elements.
pub fn qspline1d<B: Backend>(signal: &impl AnyArray<B>) -> Result<DynArray<B>> {
    const OP: &str = "qspline1d";
    check_vector(OP, signal.as_dyn())?;
    let (lines, rows) = lines(OP, signal.as_dyn(), 0, 1)?;
    lines.back(&first_order(&rows, -8.0 * QUADRATIC, QUADRATIC)?)
}

fn check_matrix<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<()> {
    if x.ndim() == 2 { Ok(()) } else { Err(Error::shape(op, x.shape(), &[x.len(), 1])) }
}

/// The coefficients of the bicubic spline through the elements of a matrix, or of one that is smoothed by `lamb`: SciPy's `cspline2d`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::cspline2d;
/// assert!(cspline2d(&xp.ones::<f64>([4, 5])?, 0.0)?.allclose(&xp.ones::<f64>([4, 5])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless there are two axes; those of [`cspline1d`].
pub fn cspline2d<B: Backend>(signal: &impl AnyArray<B>, lamb: f64) -> Result<DynArray<B>> {
    const OP: &str = "cspline2d";
    check_matrix(OP, signal.as_dyn())?;
    coefficients(OP, &coefficients(OP, signal.as_dyn(), 1, lamb)?, 0, lamb)
}

/// The coefficients of the biquadratic spline through the elements of a matrix: SciPy's `qspline2d`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::qspline2d;
/// assert!(qspline2d(&xp.ones::<f64>([4, 5])?)?.allclose(&xp.ones::<f64>([4, 5])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless there are two axes; [`Error::Value`] for no elements.
pub fn qspline2d<B: Backend>(signal: &impl AnyArray<B>) -> Result<DynArray<B>> {
    const OP: &str = "qspline2d";
    check_matrix(OP, signal.as_dyn())?;
    let mut x = signal.as_dyn().clone();
    for axis in [1, 0] {
        let (lines, rows) = lines(OP, &x, axis, 1)?;
        x = lines.back(&first_order(&rows, -8.0 * QUADRATIC, QUADRATIC)?)?;
    }
    Ok(x)
}

/// A matrix smoothed by a bicubic spline: SciPy's `spline_filter`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::spline_filter;
/// assert!(spline_filter(&xp.ones::<f64>([6, 6])?, 5.0)?.allclose(&xp.ones::<f64>([6, 6])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`cspline2d`].
pub fn spline_filter<B: Backend>(x: &impl AnyArray<B>, lmbda: f64) -> Result<DynArray<B>> {
    let c = cspline2d(x, lmbda)?;
    let kernel = vector(&c, vec![1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0])?;
    sepfir2d(&c, &kernel, &kernel)
}
