//! Savitzky's and Golay's filter.

use super::convolve::windows_times;
use super::lines::Lines;
use crate::field;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, IntoAxis, Result};

/// What [`savgol_filter_with`] does at the ends.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum SavgolMode {
    /// The polynomial of the last window.
    #[default]
    Interp,
    /// The mirror image at the last element.
    Mirror,
    /// The last element.
    Nearest,
    /// The other end.
    Wrap,
    /// A number.
    Constant(f64),
}

/// Options of [`savgol_filter_with`] and [`savgol_coeffs_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Savgol, savgol_filter_with};
/// let x = xp.array([0.0, 1.0, 4.0, 9.0, 16.0])?;
/// let slope = savgol_filter_with(&x, 3, 2, Savgol::new().deriv(1).delta(0.5))?;
/// assert!(slope.allclose(&xp.array([0.0, 4.0, 8.0, 12.0, 16.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Savgol {
    deriv: usize,
    delta: f64,
    axis: isize,
    mode: SavgolMode,
    pos: Option<usize>,
}

impl Default for Savgol {
    fn default() -> Self {
        Self { deriv: 0, delta: 1.0, axis: -1, mode: SavgolMode::Interp, pos: None }
    }
}

impl Savgol {
    /// Values, along the last axis, at the middle of the window, polynomials at the ends.
    pub fn new() -> Self {
        Self::default()
    }

    /// The order of the derivative.
    pub fn deriv(self, deriv: usize) -> Self {
        Self { deriv, ..self }
    }

    /// The distance of the samples, for derivatives.
    pub fn delta(self, delta: f64) -> Self {
        Self { delta, ..self }
    }

    /// The axis.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }

    /// What is beyond the ends.
    pub fn mode(self, mode: SavgolMode) -> Self {
        Self { mode, ..self }
    }

    /// The place in the window where the polynomial is taken, of [`savgol_coeffs_with`].
    pub fn pos(self, pos: usize) -> Self {
        Self { pos: Some(pos), ..self }
    }
}

/// The weights of the elements of a window whose sum is a derivative, at `pos`, of the polynomial of least squares. Of polynomials that are
/// orthogonal on the window (Forsythe, Generation and use of orthogonal polynomials, 1957), which lose no digits at high orders.
fn weights(n: usize, order: usize, deriv: usize, pos: f64) -> Vec<f64> {
    let middle = 0.5 * (n - 1) as f64;
    let points: Vec<f64> = (0..n).map(|k| k as f64 - middle).collect();
    let at = pos - middle;
    // Neighbours in the recurrence: values at the points, derivatives at the place.
    let (mut before, mut now) = (vec![0.0; n], vec![1.0; n]);
    let (mut slopes_before, mut slopes) = (vec![0.0; deriv + 1], vec![0.0; deriv + 1]);
    slopes[0] = 1.0;
    let (mut result, mut size_before) = (vec![0.0; n], 1.0);
    for k in 0..=order {
        let size: f64 = now.iter().map(|p| p * p).sum();
        for (weight, p) in result.iter_mut().zip(&now) {
            *weight += p * slopes[deriv] / size;
        }
        // The points are symmetric, so the middle coefficient is 0.
        let ratio = if k == 0 { 0.0 } else { size / size_before };
        let next: Vec<f64> = (0..n).map(|i| points[i] * now[i] - ratio * before[i]).collect();
        let derivative = |m: usize| {
            let inner = if m == 0 { 0.0 } else { m as f64 * slopes[m - 1] };
            at * slopes[m] + inner - ratio * slopes_before[m]
        };
        let next_slopes = (0..=deriv).map(derivative).collect();
        (before, now) = (now, next);
        (slopes_before, slopes) = (slopes, next_slopes);
        size_before = size;
    }
    result
}

fn check(op: &'static str, window: usize, order: usize, options: &Savgol) -> Result<()> {
    if order >= window || options.pos.is_some_and(|pos| pos >= window) || options.delta == 0.0 {
        let pos = options.pos;
        return Err(Error::value(
            op,
            format!("order {order} in windows of {window} elements, at {pos:?}, {} apart", options.delta),
        ));
    }
    Ok(())
}

/// The weights of Savitzky's and Golay's filter, in the order of a convolution: SciPy's `savgol_coeffs`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::savgol_coeffs;
/// assert!(savgol_coeffs(&xp, 5, 2)?.multiply(35.0)?.allclose(&xp.array([-3.0, 12.0, 17.0, 12.0, -3.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless the order is below the window's length.
pub fn savgol_coeffs<B: Backend>(xp: &B, window_length: usize, polyorder: usize) -> Result<DynArray<B>> {
    savgol_coeffs_with(xp, window_length, polyorder, Savgol::new())
}

/// [`savgol_coeffs`] with options, of which the axis and the mode do not count.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Savgol, savgol_coeffs_with};
/// let slope = savgol_coeffs_with(&xp, 3, 1, Savgol::new().deriv(1))?;
/// assert!(slope.allclose(&xp.array([0.5, 0.0, -0.5])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`savgol_coeffs`]; [`Error::Value`] for a place outside the window and for samples 0 apart.
pub fn savgol_coeffs_with<B: Backend>(
    xp: &B,
    window_length: usize,
    polyorder: usize,
    options: Savgol,
) -> Result<DynArray<B>> {
    check("savgol_coeffs", window_length, polyorder, &options)?;
    let pos = options.pos.map_or(0.5 * (window_length - 1) as f64, |pos| pos as f64);
    let mut weights = scaled(window_length, polyorder, pos, &options);
    weights.reverse();
    Ok(xp.array(weights)?.into_dyn())
}

fn scaled(window: usize, order: usize, pos: f64, options: &Savgol) -> Vec<f64> {
    if options.deriv > order {
        return vec![0.0; window];
    }
    let scale = options.delta.powi(options.deriv as i32);
    weights(window, order, options.deriv, pos).into_iter().map(|weight| weight / scale).collect()
}

/// Signals along the last axis by the polynomials of least squares of the windows around their elements: SciPy's `savgol_filter`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::savgol_filter;
/// let x = xp.array([2.0, 2.0, 5.0, 2.0, 1.0, 0.0, 1.0, 4.0, 9.0])?;
/// assert_eq!(savgol_filter(&x, 5, 2)?.slice(s![2])?.round(8)?.to_string(), "3.54285714");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless the order is below the window's length, and that no longer than the signal; [`Error::Axis`] for a number.
pub fn savgol_filter<B: Backend>(x: &impl AnyArray<B>, window_length: usize, polyorder: usize) -> Result<DynArray<B>> {
    savgol_filter_with(x, window_length, polyorder, Savgol::new())
}

/// [`savgol_filter`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::{Savgol, SavgolMode, savgol_filter_with};
/// let x = xp.array([3.0, 0.0, 0.0])?;
/// let y = savgol_filter_with(&x, 3, 0, Savgol::new().mode(SavgolMode::Nearest))?;
/// assert!(y.allclose(&xp.array([2.0, 1.0, 0.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`savgol_filter`]; [`Error::Axis`] if the axis is not there; [`Error::Value`] for samples 0 apart.
pub fn savgol_filter_with<B: Backend>(
    x: &impl AnyArray<B>,
    window_length: usize,
    polyorder: usize,
    options: Savgol,
) -> Result<DynArray<B>> {
    const OP: &str = "savgol_filter";
    let n = window_length;
    check(OP, n, polyorder, &Savgol { pos: None, ..options })?;
    let (lines, rows) = Lines::new(OP, &field(x.as_dyn())?, options.axis)?;
    let interp = options.mode == SavgolMode::Interp;
    if interp && n > lines.n() {
        return Err(Error::value(OP, format!("windows of {n} elements in signals of {}", lines.n())));
    }
    // Of an even window the middle, where the polynomial is taken, is half an element before the element that it stands for.
    let (before, half) = ((n - 1) / 2, n / 2);
    let real = rows.real()?.dtype();
    let array = |values: Vec<f64>| rows.xp().array(values)?.into_dyn().astype(real);
    let kernel = array(scaled(n, polyorder, 0.5 * (n - 1) as f64, &options))?;
    let width = [(0, 0), (before, half)];
    let y = match options.mode {
        SavgolMode::Interp => {
            let inner = windows_times(&rows, &kernel)?.slice(s![.., half - before..])?;
            let end = |first: usize| {
                let places = first..first + half;
                let weights = places.flat_map(|pos| scaled(n, polyorder, pos as f64, &options));
                array(weights.collect())?.reshape([half, n])?.t().astype(rows.dtype())
            };
            let (left, right) = (rows.slice(s![.., ..n])?, rows.slice(s![.., lines.n() - n..])?);
            let (left, right) = (left.matmul(&end(0)?)?, right.matmul(&end(n - half)?)?);
            rows.xp().concatenate(&[&left, &inner, &right], 1)?
        }
        SavgolMode::Mirror => windows_times(&rows.pad_with(width, PadMode::Reflect)?, &kernel)?,
        SavgolMode::Nearest => windows_times(&rows.pad_with(width, PadMode::Edge)?, &kernel)?,
        SavgolMode::Wrap => windows_times(&rows.pad_with(width, PadMode::Wrap)?, &kernel)?,
        SavgolMode::Constant(value) => windows_times(&rows.pad_with(width, PadMode::Constant(value.into()))?, &kernel)?,
    };
    lines.back(&y)
}
