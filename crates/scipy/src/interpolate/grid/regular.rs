//! Interpolation on grids.

use super::nd_bspline::NdBSpline;
use super::pchip;
use super::tensor::{Axis, Beyond, Weights, coordinates, values};
use crate::interpolate::breaks::Breaks;
use crate::interpolate::bspline::{InterpSpline, make_interp_spline_with};
use crate::interpolate::columns::Columns;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, Result, TypeClass};

const OP: &str = "RegularGridInterpolator";

/// How to interpolate between the points of a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GridMethod {
    /// Linearly along each axis.
    #[default]
    Linear,
    /// The value at the nearest point, along each axis.
    Nearest,
    /// Splines of degree 1, which are linear too.
    Slinear,
    /// Cubic splines along each axis; of two dimensions also SciPy's `splinef2d`.
    Cubic,
    /// Splines of degree 5 along each axis.
    Quintic,
    /// Monotonic cubic polynomials, along the last axis first.
    Pchip,
}

impl GridMethod {
    /// The degree of its splines.
    fn degree(self) -> Option<usize> {
        match self {
            Self::Slinear => Some(1),
            Self::Cubic => Some(3),
            Self::Quintic => Some(5),
            _ => None,
        }
    }
}

/// Interpolation of values on a grid, whose points may be any distances apart: SciPy's `RegularGridInterpolator`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::RegularGridInterpolator;
/// let (x, y) = (xp.array([0.0, 1.0, 3.0])?, xp.array([0.0, 2.0])?);
/// let values = xp.array([[0.0, 2.0], [1.0, 3.0], [3.0, 5.0]])?; // x + y
/// let plane = RegularGridInterpolator::new().interpolate(&[&x, &y], &values)?;
/// assert_eq!(plane.evaluate(&xp.array([[0.5, 1.0], [2.0, 0.5]])?)?.to_string(), "[1.5 2.5]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RegularGridInterpolator {
    method: GridMethod,
    bounds_error: bool,
    fill_value: Option<Complex<f64>>,
}

impl Default for RegularGridInterpolator {
    fn default() -> Self {
        Self { method: GridMethod::Linear, bounds_error: true, fill_value: Some(f64::NAN.into()) }
    }
}

impl RegularGridInterpolator {
    /// Linearly; places outside of the grid are an error.
    pub fn new() -> Self {
        Self::default()
    }

    /// How to interpolate.
    pub fn method(self, method: GridMethod) -> Self {
        Self { method, ..self }
    }

    /// Whether places outside of the grid are an error. If not, they have the value of [`fill_value`](Self::fill_value), at first NaN.
    pub fn bounds_error(self, bounds_error: bool) -> Self {
        Self { bounds_error, ..self }
    }

    /// The value outside of the grid, where that is no error. Its imaginary part counts for complex values only.
    pub fn fill_value(self, value: impl Into<Complex<f64>>) -> Self {
        Self { fill_value: Some(value.into()), ..self }
    }

    /// What is at the ends of the grid goes on outside, where that is no error.
    pub fn extrapolate(self) -> Self {
        Self { fill_value: None, ..self }
    }

    /// The function of values `[m0, m1, .., ..]` at points whose coordinates along each axis rise or fall.
    ///
    /// # Errors
    /// [`Error::Value`] for coordinates that neither rise nor fall from each to the next, NaN among them, another number than the values',
    /// fewer than the method takes, no axes, and a complex fill value for real values; [`Error::DType`] for complex coordinates, and complex
    /// values of [`GridMethod::Pchip`].
    pub fn interpolate<B: Backend, A: AnyArray<B>>(
        self,
        points: &[&A],
        values: &impl AnyArray<B>,
    ) -> Result<GridInterpolant<B>> {
        let (values, d) = (values.as_dyn(), points.len());
        let complex = values.dtype().is_complex();
        if d == 0 || d > values.ndim() {
            return Err(Error::value(OP, format!("{d} vectors of points, values {:?}", values.shape())));
        }
        if !complex && self.fill_value.is_some_and(|fill| fill.im != 0.0) {
            return Err(Error::value(OP, "the fill value of real values is complex"));
        }
        if self.method == GridMethod::Pchip {
            TypeClass::RealElement.check(OP, values.dtype())?;
        }
        let least = self.method.degree().map_or(2, |degree| degree + 1);
        let mut on_grid = values.astype(if complex { DType::Complex128 } else { DType::F64 })?;
        let mut axes = Vec::new();
        for (dim, points) in points.iter().enumerate() {
            let mut breaks = Breaks::new(OP, points.as_dyn())?;
            if breaks.ends().0 > breaks.ends().1 {
                breaks = Breaks::new(OP, breaks.x.flip(0)?.as_dyn())?;
                on_grid = on_grid.flip(dim as isize)?;
            }
            let (n, m) = (breaks.host.len(), values.shape()[dim]);
            if breaks.host.windows(2).any(|pair| pair[0] == pair[1]) || n != m || n < least {
                let message = format!("{n} points, each once and {least} at least, of {m} values along axis {dim}");
                return Err(Error::value(OP, message));
            }
            axes.push(breaks);
        }
        let form = match (self.method, self.method.degree()) {
            (_, Some(k)) => {
                let (mut c, mut knots) = (on_grid, Vec::new());
                for (dim, breaks) in axes.iter().enumerate() {
                    let spline = make_interp_spline_with(&breaks.x, &c, InterpSpline::new().k(k).axis(dim as isize))?;
                    c = spline.c()?.moveaxis(0, dim)?;
                    knots.push(spline.t().clone());
                }
                Form::Spline(NdBSpline::new(&knots.iter().collect::<Vec<_>>(), &c, &vec![k; d])?)
            }
            (method, None) => {
                let sizes = &on_grid.shape()[..d];
                let flat = on_grid.reshape([&[sizes.iter().product::<usize>()], &on_grid.shape()[d..]].concat())?;
                let (columns, rows) = Columns::of(OP, &flat, 0)?;
                Form::Values(method, columns, rows.ascontiguousarray())
            }
        };
        Ok(GridInterpolant { options: self, axes, form })
    }
}

/// What the values between are made of.
#[derive(Clone, Debug)]
enum Form<B: Backend> {
    Spline(NdBSpline<B>),
    Values(GridMethod, Columns, Array<f64, B>),
}

/// A function of [`RegularGridInterpolator`].
#[derive(Clone, Debug)]
pub struct GridInterpolant<B: Backend> {
    options: RegularGridInterpolator,
    axes: Vec<Breaks<B>>,
    form: Form<B>,
}

impl<B: Backend> GridInterpolant<B> {
    /// Which coordinates are within their axis.
    fn inside(&self, rows: &Array<f64, B>) -> Result<Array<bool, B>> {
        let (low, high): (Vec<f64>, Vec<f64>) = self.axes.iter().map(Breaks::bounds).unzip();
        let xp = rows.xp();
        rows.greater_equal(&xp.array(low)?)?.logical_and(&rows.less_equal(&xp.array(high)?)?)
    }

    /// The values at places `[.., d]`, or `[d]` for one, which gives one value in an axis. NaN at places with a NaN.
    ///
    /// # Errors
    /// [`Error::Value`] for places of another number of coordinates, and for those outside of the grid if these are errors; [`Error::DType`]
    /// for complex ones.
    pub fn evaluate(&self, xi: &impl AnyArray<B>) -> Result<DynArray<B>> {
        let d = self.axes.len();
        let (rows, shape) = coordinates(OP, xi.as_dyn(), d)?;
        if self.options.bounds_error && !self.inside(&rows)?.all(..)?.item()? {
            let bounds: Vec<_> = self.axes.iter().map(Breaks::bounds).collect();
            return Err(Error::value(OP, format!("a place is not in the grid, whose axes have the bounds {bounds:?}")));
        }
        let beyond = match self.options.fill_value {
            Some(fill) => Beyond::Fill([fill.re, fill.im]),
            None => Beyond::GoOn,
        };
        let (method, columns, flat) = match &self.form {
            Form::Spline(spline) => return spline.filled(OP, xi.as_dyn(), &vec![0; d], beyond),
            Form::Values(method, columns, flat) => (*method, columns, flat),
        };
        let sizes: Vec<usize> = self.axes.iter().map(|breaks| breaks.host.len()).collect();
        let count = columns.count();
        if method == GridMethod::Pchip {
            let on_grid = flat.reshape([&sizes[..], &[count]].concat())?;
            let mut found = pchip::values(&self.axes, &on_grid, &rows)?;
            if let Beyond::Fill([fill, _]) = beyond {
                found = self.inside(&rows)?.all(keepdims(1))?.where_(&found, fill)?;
            }
            let unknown = rows.isnan().any(keepdims(1))?;
            return columns.restore(&unknown.where_(f64::NAN, &found)?, &shape);
        }
        let weights = if method == GridMethod::Nearest { Weights::Nearest } else { Weights::Linear };
        let axis = |(dim, breaks)| {
            let stride = sizes[dim + 1..].iter().product::<usize>() * count;
            Axis { breaks, knots: &breaks.x, weights, piece: stride, term: stride }
        };
        let tensor: Vec<_> = self.axes.iter().enumerate().map(axis).collect();
        columns.restore(&values(&tensor, flat, count, columns.complex, &rows, beyond)?, &shape)
    }
}

/// The values at `xi`, of values on a grid: SciPy's `interpn`, [`RegularGridInterpolator`] with its options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::{GridMethod, RegularGridInterpolator, interpn};
/// let x = xp.array([0.0, 1.0, 2.0, 3.0])?;
/// let options = RegularGridInterpolator::new().method(GridMethod::Cubic);
/// assert!(interpn(&[&x], &x.power(3.0)?, &xp.array([1.5])?, options)?.allclose(3.375)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`RegularGridInterpolator::interpolate`] and [`GridInterpolant::evaluate`].
pub fn interpn<B: Backend, A: AnyArray<B>>(
    points: &[&A],
    values: &impl AnyArray<B>,
    xi: &impl AnyArray<B>,
    options: RegularGridInterpolator,
) -> Result<DynArray<B>> {
    options.interpolate(points, values)?.evaluate(xi)
}
