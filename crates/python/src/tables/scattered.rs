//! Interpolation between points, on grids and anywhere.

use super::functions;
use super::kept::{Kept, keep};
use super::words::{Between, Radial};
use crate::convert::{Input, borrowed};
use num_complex::Complex;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use xparray::Device;
use xparray::scipy::interpolate::{
    CloughTocher2DInterpolator, Fill, GridInterpolant, Interp1d, Interp1dKind, Interpolant1d, LinearNDInterpolator,
    NdBSpline, NdPPoly, NearestNDInterpolator, RBFInterpolator, RbfInterpolant, RegularGridInterpolator, Scattered,
};

/// How the values of a line between points are found.
struct LineKind(Interp1dKind);

impl<'py> FromPyObject<'_, 'py> for LineKind {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(degree) = object.extract::<usize>() {
            return Ok(Self(Interp1dKind::Spline(degree)));
        }
        Ok(Self(match object.extract::<String>()?.as_str() {
            "linear" => Interp1dKind::Linear,
            "nearest" => Interp1dKind::Nearest,
            "nearest-up" => Interp1dKind::NearestUp,
            "previous" => Interp1dKind::Previous,
            "next" => Interp1dKind::Next,
            "zero" => Interp1dKind::Spline(0),
            "slinear" => Interp1dKind::Spline(1),
            "quadratic" => Interp1dKind::Spline(2),
            "cubic" => Interp1dKind::Spline(3),
            other => {
                return Err(PyValueError::new_err(format!(
                    "{other} is unsupported: use fitpack routines for other types"
                )));
            }
        }))
    }
}

/// What lies beyond the points of a line: an error, two numbers, or the line.
struct Filled(Fill);

impl<'py> FromPyObject<'_, 'py> for Filled {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_none() {
            return Ok(Self(Fill::Error));
        }
        match object.extract::<(f64, f64)>() {
            Ok((below, above)) => Ok(Self(Fill::Values(below, above))),
            Err(_) => match object.extract::<String>()?.as_str() {
                "extrapolate" => Ok(Self(Fill::Extrapolate)),
                other => Err(PyValueError::new_err(format!("'{other}' is no fill value"))),
            },
        }
    }
}

fn scattered(fill_value: f64, rescale: bool) -> Scattered {
    Scattered::new().fill_value(fill_value).rescale(rescale)
}

fn on_grid(method: Between, bounds_error: bool, fill_value: Option<Complex<f64>>) -> RegularGridInterpolator {
    let options = RegularGridInterpolator::new().method(method.0).bounds_error(bounds_error);
    match fill_value {
        Some(value) => options.fill_value(value),
        None => options.extrapolate(),
    }
}

functions! {
    clough_tocher(points: Input, values: Input, fill_value: f64, rescale: bool) =
        CloughTocher2DInterpolator::new(&points.0, &values.0, scattered(fill_value, rescale)).map(keep);
    clough_tocher_evaluate(f: Kept<CloughTocher2DInterpolator<Device>>, xi: Input) = f.0.evaluate(&xi.0);
    grid(points: Vec<Input>, values: Input, method: Between, bounds_error: bool, fill_value: Option<Complex<f64>>) =
        on_grid(method, bounds_error, fill_value).interpolate(&borrowed(&points), &values.0).map(keep);
    grid_evaluate(f: Kept<GridInterpolant<Device>>, xi: Input) = f.0.evaluate(&xi.0);
    interp1d(x: Input, y: Input, kind: LineKind, axis: isize, fill: Filled) =
        Interp1d::new().kind(kind.0).axis(axis).fill(fill.0).interpolate(&x.0, &y.0).map(keep);
    interp1d_evaluate(f: Kept<Interpolant1d<Device>>, x: Input) = f.0.evaluate(&x.0);
    linear_nd(points: Input, values: Input, fill_value: f64, rescale: bool) =
        LinearNDInterpolator::new(&points.0, &values.0, scattered(fill_value, rescale)).map(keep);
    linear_nd_evaluate(f: Kept<LinearNDInterpolator<Device>>, xi: Input) = f.0.evaluate(&xi.0);
    nd_bspline(t: Vec<Input>, c: Input, k: Vec<usize>, extrapolate: bool) =
        NdBSpline::new(&borrowed(&t), &c.0, &k).map(|spline| keep(spline.extrapolate(extrapolate)));
    nd_bspline_evaluate(spline: Kept<NdBSpline<Device>>, xi: Input, nu: Option<Vec<usize>>) = match nu {
        Some(nu) => spline.0.evaluate_with(&xi.0, &nu),
        None => spline.0.evaluate(&xi.0),
    };
    nd_ppoly(c: Input, x: Vec<Input>, extrapolate: bool) =
        NdPPoly::new(&c.0, &borrowed(&x)).map(|p| keep(p.extrapolate(extrapolate)));
    nd_ppoly_antiderivative(p: Kept<NdPPoly<Device>>, nu: Vec<usize>) = p.0.antiderivative(&nu).map(keep);
    nd_ppoly_derivative(p: Kept<NdPPoly<Device>>, nu: Vec<usize>) = p.0.derivative(&nu).map(keep);
    nd_ppoly_evaluate(p: Kept<NdPPoly<Device>>, xi: Input) = p.0.evaluate(&xi.0);
    nd_ppoly_integrate(p: Kept<NdPPoly<Device>>, ranges: Vec<(f64, f64)>) = p.0.integrate(&ranges);
    nd_ppoly_integrate_1d(p: Kept<NdPPoly<Device>>, a: f64, b: f64, axis: isize) = p.0.integrate_1d(a, b, axis).map(keep);
    nd_ppoly_parts(p: Kept<NdPPoly<Device>>) = {
        Ok((p.0.c().clone(), p.0.x().into_iter().cloned().collect::<Vec<_>>()))
    };
    nearest_nd(points: Input, values: Input, rescale: bool) =
        NearestNDInterpolator::new(&points.0, &values.0, scattered(f64::NAN, rescale)).map(keep);
    nearest_nd_evaluate(f: Kept<NearestNDInterpolator<Device>>, xi: Input) = f.0.evaluate(&xi.0);
    rbf(
        y: Input, d: Input, neighbors: Option<usize>, smoothing: Input, kernel: Radial, epsilon: Option<f64>,
        degree: Option<isize>
    ) = {
        let options = RBFInterpolator::new().neighbors(neighbors).smoothing(&smoothing.0).kernel(kernel.0);
        options.epsilon(epsilon).degree(degree).interpolate(&y.0, &d.0).map(keep)
    };
    rbf_evaluate(f: Kept<RbfInterpolant<Device>>, x: Input) = f.0.evaluate(&x.0);
}
