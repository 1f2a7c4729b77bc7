//! Splines of least squares.

use super::{BSpline, Triangular, basis};
use crate::interpolate::breaks::vector;
use crate::interpolate::columns::Columns;
use crate::interpolate::cubic::finite;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, IntoAxis, Result};

const OP: &str = "make_lsq_spline";

/// What a spline is fitted to: abscissae, rows of ordinates and a weight for each.
#[derive(Clone, Copy)]
pub(in crate::interpolate) struct Fit<'a> {
    pub x: &'a [f64],
    pub y: &'a [f64],
    pub w: &'a [f64],
    pub count: usize,
    pub k: usize,
}

/// The triangle of the weighted least squares of the splines with these knots.
pub(in crate::interpolate) fn fit(data: Fit<'_>, t: &[f64]) -> Triangular {
    let Fit { x, y, w, count, k } = data;
    let mut system = Triangular::new(t.len() - k - 1, k + 1, 0, count);
    for (i, &x) in x.iter().enumerate() {
        let (start, row) = basis(t, k, x, 0);
        let weighted = row.iter().map(|b| b * w[i]).collect();
        let mut side: Vec<f64> = y[i * count..][..count].iter().map(|y| y * w[i]).collect();
        system.push((start, weighted), &mut side);
    }
    system
}

impl Fit<'_> {
    /// The squares of the weighted residuals of a spline, for each abscissa.
    pub fn residuals(&self, t: &[f64], c: &[f64]) -> Vec<f64> {
        let Fit { x, y, w, count, k } = *self;
        let square = |(i, &x): (usize, &f64)| {
            let (start, row) = basis(t, k, x, 0);
            let of = |column: usize| {
                let value: f64 = row.iter().enumerate().map(|(j, b)| b * c[(start + j) * count + column]).sum();
                (w[i] * (y[i * count + column] - value)).powi(2)
            };
            (0..count).map(of).sum()
        };
        x.iter().enumerate().map(square).collect()
    }
}

/// Options of [`make_lsq_spline_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::{LsqSpline, make_lsq_spline_with};
/// let (x, y) = (xp.array([0.0, 1.0, 2.0])?, xp.array([0.0, 1.0, 5.0])?);
/// // A line that the last point does not count for.
/// let options = LsqSpline::new().k(1).w(&xp.array([1.0, 1.0, 0.0])?);
/// let line = make_lsq_spline_with(&x, &y, &xp.array([0.0, 0.0, 2.0, 2.0])?, options)?;
/// assert!(line.evaluate(&xp.array([1.5])?)?.allclose(1.5)?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LsqSpline<B: Backend> {
    k: usize,
    w: Option<DynArray<B>>,
    axis: isize,
}

impl<B: Backend> Default for LsqSpline<B> {
    fn default() -> Self {
        Self { k: 3, w: None, axis: 0 }
    }
}

impl<B: Backend> LsqSpline<B> {
    /// Cubic, along the first axis, with equal weights.
    pub fn new() -> Self {
        Self::default()
    }

    /// The degree.
    pub fn k(self, k: usize) -> Self {
        Self { k, ..self }
    }

    /// The weights of the residuals, one for each abscissa.
    pub fn w(self, w: &impl AnyArray<B>) -> Self {
        Self { w: Some(w.as_dyn().clone()), ..self }
    }

    /// The axis of the ordinates.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }
}

/// The cubic spline with the knots `t` that has the least sum of squared residuals: [`make_lsq_spline_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::make_lsq_spline;
/// let x = xp.array([0.0, 1.0, 2.0, 3.0, 4.0, 5.0])?;
/// let t = xp.array([0.0, 0.0, 0.0, 0.0, 5.0, 5.0, 5.0, 5.0])?; // one cubic polynomial
/// let spline = make_lsq_spline(&x, &x.square(), &t)?;
/// assert!(spline.evaluate(&xp.array([2.5])?)?.allclose(6.25)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`make_lsq_spline_with`].
pub fn make_lsq_spline<B: Backend>(
    x: &impl AnyArray<B>,
    y: &impl AnyArray<B>,
    t: &impl AnyArray<B>,
) -> Result<BSpline<B>> {
    make_lsq_spline_with(x, y, t, LsqSpline::new())
}

/// The spline with the knots `t` that has the least sum of squared weighted residuals: SciPy's `make_lsq_spline`, by rotations on the host.
///
/// # Errors
/// [`Error::Value`] for abscissae that fall or are outside of the knots, NaN or infinities, fewer abscissae than `k + 1`, and knots that fall;
/// [`Error::Singular`] where knots have too few abscissae between them (the conditions of Schoenberg and Whitney); [`Error::Shape`] for another
/// number of ordinates or weights; [`Error::DType`] for complex abscissae or weights; [`Error::Axis`] if the axis is not there.
pub fn make_lsq_spline_with<B: Backend>(
    x: &impl AnyArray<B>,
    y: &impl AnyArray<B>,
    t: &impl AnyArray<B>,
    options: LsqSpline<B>,
) -> Result<BSpline<B>> {
    let LsqSpline { k, w, axis } = options;
    let ((_, x), (_, t)) = (vector(OP, x.as_dyn())?, vector(OP, t.as_dyn())?);
    let (columns, y) = Columns::of(OP, y.as_dyn(), axis)?;
    if y.shape()[0] != x.len() {
        return Err(Error::shape(OP, &[x.len()], y.shape()));
    }
    finite(OP, &y)?;
    let w = match &w {
        None => vec![1.0; x.len()],
        Some(w) if w.len() == x.len() => vector(OP, w)?.1,
        Some(w) => return Err(Error::shape(OP, &[x.len()], w.shape())),
    };
    if x.windows(2).any(|pair| pair[0] > pair[1]) || t.windows(2).any(|pair| pair[0] > pair[1]) {
        return Err(Error::value(OP, "the abscissae and the knots must not fall"));
    }
    if x.len() <= k || t.len() / 2 <= k {
        let message = format!("{} points and {} knots of a spline of degree {k}", x.len(), t.len());
        return Err(Error::value(OP, message));
    }
    let (low, high) = (t[k], t[t.len() - k - 1]);
    if x[0] < low || x[x.len() - 1] > high || low == high {
        return Err(Error::value(OP, format!("abscissae outside of the base interval from {low} to {high}")));
    }
    let (host, count) = (y.to_vec()?, columns.count());
    let system = fit(Fit { x: &x, y: &host, w: &w, count, k }, &t);
    BSpline::from_host(OP, y.xp(), &t, &system.solve(OP, f64::EPSILON)?, columns, k)
}
