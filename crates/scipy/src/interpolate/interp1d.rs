//! Interpolation of one coordinate by simple rules.

use super::breaks::{Breaks, rising, vector};
use super::bspline::{BSpline, InterpSpline, make_interp_spline_with};
use super::columns::Columns;
use super::options::{Evaluate, Extrapolate};
use super::pieces::Pieces;
use super::ppoly::PPoly;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, IntoAxis, Join, Result, Side, TypeClass};

const OP: &str = "Interp1d";

/// How to interpolate between points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interp1dKind {
    /// Linearly.
    #[default]
    Linear,
    /// The value at the nearest point; halfway the one before.
    Nearest,
    /// The value at the nearest point; halfway the one behind.
    NearestUp,
    /// The value at the point before.
    Previous,
    /// The value at the point behind.
    Next,
    /// A spline of this degree: `zero`, `slinear`, `quadratic` and `cubic` are those of 0 to 3.
    Spline(usize),
}

/// What an [`Interp1d`] is outside of its points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fill {
    /// An error.
    Error,
    /// The value before the first and the one behind the last point.
    Values(f64, f64),
    /// As within.
    Extrapolate,
}

/// Interpolation along an axis: SciPy's `interp1d`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::{Fill, Interp1d, Interp1dKind};
/// let (x, y) = (xp.array([0.0, 1.0, 3.0])?, xp.array([0.0, 1.0, 5.0])?);
/// let q = xp.array([0.5, 2.0, 4.0])?;
/// let line = Interp1d::new().fill(Fill::Extrapolate).interpolate(&x, &y)?;
/// assert_eq!(line.evaluate(&q)?.to_string(), "[0.5 3.  7. ]");
/// let steps = Interp1d::new().kind(Interp1dKind::Previous).fill(Fill::Values(-1.0, 9.0)).interpolate(&x, &y)?;
/// assert_eq!(steps.evaluate(&q)?.to_string(), "[0. 1. 9.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Interp1d {
    kind: Interp1dKind,
    axis: isize,
    fill: Fill,
}

impl Default for Interp1d {
    fn default() -> Self {
        Self { kind: Interp1dKind::Linear, axis: -1, fill: Fill::Error }
    }
}

impl Interp1d {
    /// Linearly, along the last axis; places outside are an error.
    pub fn new() -> Self {
        Self::default()
    }

    /// How to interpolate.
    pub fn kind(self, kind: Interp1dKind) -> Self {
        Self { kind, ..self }
    }

    /// The axis of the ordinates.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }

    /// What is outside of the points.
    pub fn fill(self, fill: Fill) -> Self {
        Self { fill, ..self }
    }

    /// The function through points, whose abscissae are in any order.
    ///
    /// # Errors
    /// [`Error::Value`] for abscissae that come twice, NaN among them, none, and fewer than a spline takes; [`Error::Shape`] for another number
    /// of ordinates; [`Error::DType`] for complex abscissae; [`Error::Axis`] if the axis is not there.
    pub fn interpolate<B: Backend>(self, x: &impl AnyArray<B>, y: &impl AnyArray<B>) -> Result<Interpolant1d<B>> {
        let (device, host) = vector(OP, x.as_dyn())?;
        let (columns, y) = Columns::of(OP, y.as_dyn(), self.axis)?;
        if y.shape()[0] != host.len() {
            return Err(Error::shape(OP, &[host.len()], y.shape()));
        }
        if host.is_empty() {
            return Err(Error::value(OP, "no points"));
        }
        let sorted = host.windows(2).all(|pair| pair[0] < pair[1]);
        let (device, y) = match sorted {
            true => (device, y),
            false => {
                let order = device.argsort()?;
                (device.take(&order, 0)?, y.take(&order, 0)?)
            }
        };
        let x = device.to_vec()?;
        rising(OP, &x)?;
        let bounds = (x[0], x[x.len() - 1]);
        let form = match self.kind {
            Interp1dKind::Spline(k) => {
                let spline = make_interp_spline_with(&device, &y, InterpSpline::new().k(k))?;
                Form::Spline(BSpline { columns, ..spline })
            }
            Interp1dKind::Linear if x.len() > 1 => {
                let breaks = Breaks::strict(OP, device.as_dyn())?;
                let (first, next) = (y.slice(s![..-1])?, y.slice(s![1..])?);
                let slopes = next.subtract(&first)?.divide(&breaks.widths()?.expand_dims(1)?)?;
                let packed = device.xp().stack(&[&slopes, &first], -1)?.ascontiguousarray();
                Form::Line(PPoly(Pieces { packed, columns, breaks, extrapolate: Extrapolate::Yes }))
            }
            kind => {
                let between: Vec<f64> = x.windows(2).map(|pair| 0.5 * (pair[0] + pair[1])).collect();
                let xp = device.xp();
                let (edges, side, before) = match kind {
                    Interp1dKind::Nearest => (xp.array(between)?, Side::Left, 0),
                    Interp1dKind::NearestUp => (xp.array(between)?, Side::Right, 0),
                    Interp1dKind::Next => (device.clone(), Side::Left, 0),
                    _ => (device.clone(), Side::Right, 1),
                };
                Form::Steps(Steps { edges, side, before, y: y.ascontiguousarray(), columns })
            }
        };
        Ok(Interpolant1d { options: self, bounds, form })
    }
}

/// Values that are those of a point: how many edges are before a place, less `before`, is its number.
#[derive(Clone, Debug)]
struct Steps<B: Backend> {
    edges: Array<f64, B>,
    side: Side,
    before: i64,
    y: Array<f64, B>,
    columns: Columns,
}

#[derive(Clone, Debug)]
enum Form<B: Backend> {
    Line(PPoly<B>),
    Spline(BSpline<B>),
    Steps(Steps<B>),
}

/// A function of [`Interp1d`].
#[derive(Clone, Debug)]
pub struct Interpolant1d<B: Backend> {
    options: Interp1d,
    bounds: (f64, f64),
    form: Form<B>,
}

impl<B: Backend> Interpolant1d<B> {
    /// The values at places of any shape, whose axes are where that of the points was.
    ///
    /// # Errors
    /// [`Error::Value`] for places outside, if these are errors; [`Error::DType`] for complex places.
    pub fn evaluate(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        let (x, (low, high)) = (x.as_dyn(), self.bounds);
        TypeClass::RealElement.check(OP, x.dtype())?;
        let x = x.astype(DType::F64)?;
        let (below, above) = (x.less(low)?, x.greater(high)?);
        if self.options.fill == Fill::Error && below.logical_or(&above)?.any(..)?.item()?.get::<bool>() {
            return Err(Error::value(OP, format!("a place is not between {low} and {high}")));
        }
        let (values, columns) = match &self.form {
            Form::Line(line) => (line.evaluate_with(&x, Evaluate::new())?, &line.0.columns),
            Form::Spline(spline) => (spline.evaluate(&x)?, &spline.columns),
            Form::Steps(steps) => (self.steps(steps, &x)?, &steps.columns),
        };
        let Fill::Values(before, behind) = self.options.fill else {
            return Ok(values);
        };
        // The axes of the places, among those of the values.
        let behind_axes = columns.trailing.len() - columns.axis;
        let spread = |mask: &DynArray<B>| mask.reshape([mask.shape(), &vec![1; behind_axes]].concat());
        let values = spread(&below)?.where_(before, &values)?;
        spread(&above)?.where_(behind, &values)
    }

    fn steps(&self, steps: &Steps<B>, x: &DynArray<B>) -> Result<DynArray<B>> {
        let Steps { edges, side, before, y, columns } = steps;
        let places = x.reshape([x.len()])?.typed::<f64>()?;
        let last = y.shape()[0] as i64 - 1;
        let number = edges.searchsorted_with(&places, SearchSorted::new().side(*side))?.subtract(*before)?;
        let found = y.take(&number.maximum(0i64)?.minimum(last)?, 0)?;
        // Before the first point there is no point before, and behind the last one none behind.
        let (low, high) = self.bounds;
        let known = match self.options.kind {
            Interp1dKind::Previous => places.greater_equal(low)?,
            Interp1dKind::Next => places.less_equal(high)?,
            _ => places.equal(&places)?,
        };
        columns.restore(&known.expand_dims(1)?.where_(&found, f64::NAN)?, x.shape())
    }
}
