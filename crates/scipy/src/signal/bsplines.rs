//! B-splines of equally spaced samples, and the symmetric recursive filters that find their coefficients, with the mirror image of the signal, first
//! element and all, beyond its ends (Unser, Aldroubi and Eden, B-spline signal processing, 1993).

use super::convolve::sepfir2d;
use super::lines::Lines;
use super::recursive::{LFilter, lfilter_with, lfiltic};
use crate::{field, field_type};
use std::f64::consts::PI;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result, TypeClass};

/// The pole of cubic splines.
const CUBIC: f64 = -0.267_949_192_431_122_7;
/// The pole of quadratic splines.
const QUADRATIC: f64 = -0.171_572_875_253_809_9;

/// Numbers on the device and of the precision of an array.
fn vector<B: Backend>(like: &DynArray<B>, values: Vec<f64>) -> Result<DynArray<B>> {
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
fn first_order<B: Backend>(rows: &DynArray<B>, c0: f64, z1: f64) -> Result<DynArray<B>> {
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
fn second_order<B: Backend>(rows: &DynArray<B>, r: f64, omega: f64) -> Result<DynArray<B>> {
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
fn lines<B: Backend>(op: &'static str, x: &DynArray<B>, axis: isize, least: usize) -> Result<(Lines, DynArray<B>)> {
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

fn check_vector<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<()> {
    if x.ndim() == 1 { Ok(()) } else { Err(Error::shape(op, x.shape(), &[x.len()])) }
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
