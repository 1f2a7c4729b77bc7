//! Polynomials in pieces, and what interpolates by them.

use super::functions;
use super::kept::{Kept, keep};
use super::words::Beyond;
use crate::DynArray;
use crate::convert::Input;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use xparray::Device;
use xparray::scipy::interpolate::{
    Akima1DInterpolator, AkimaMethod, BPoly, BarycentricInterpolator, BoundaryCondition, CubicHermiteSpline,
    CubicSpline, Evaluate, Extrapolate, KroghInterpolator, PPoly, PchipInterpolator, Solve,
};

type Poly = Kept<PPoly<Device>>;
type Bernstein = Kept<BPoly<Device>>;
type Krogh = Kept<KroghInterpolator<Device>>;
type Barycentric = Kept<BarycentricInterpolator<Device>>;

/// What holds at both ends of a spline, if anything is said: a word for both, or a word or derivatives for each.
pub struct Ends(pub Option<[BoundaryCondition<Device>; 2]>);

impl<'py> FromPyObject<'_, 'py> for Ends {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_none() {
            return Ok(Self(None));
        }
        if object.is_instance_of::<PyString>() {
            return Ok(Self(Some([condition(&object)?, condition(&object)?])));
        }
        let wrong = |_| PyValueError::new_err("bc_type must be a string, or conditions for the two ends");
        let (first, last): (Bound<'py, PyAny>, Bound<'py, PyAny>) = object.extract().map_err(wrong)?;
        Ok(Self(Some([condition(&first)?, condition(&last)?])))
    }
}

fn condition(object: &Bound<'_, PyAny>) -> PyResult<BoundaryCondition<Device>> {
    if object.is_none() {
        return Ok(BoundaryCondition::Derivatives(Vec::new()));
    }
    if let Ok(word) = object.extract::<String>() {
        return match word.as_str() {
            "not-a-knot" => Ok(BoundaryCondition::NotAKnot),
            "clamped" => Ok(BoundaryCondition::Clamped),
            "natural" => Ok(BoundaryCondition::Natural),
            "periodic" => Ok(BoundaryCondition::Periodic),
            _ => Err(PyValueError::new_err(format!("bc_type={word} is not allowed"))),
        };
    }
    let wrong = |_| PyValueError::new_err("a condition at an end is an order of a derivative and its value");
    let several: Vec<(usize, Input)> = match object.is_instance_of::<PyList>() {
        true => object.extract().map_err(wrong)?,
        false => vec![object.extract().map_err(wrong)?],
    };
    Ok(BoundaryCondition::Derivatives(several.into_iter().map(|(order, value)| (order, value.0)).collect()))
}

pub fn evaluate(nu: usize, extrapolate: Beyond) -> Evaluate {
    Evaluate::new().nu(nu).extrapolate(extrapolate.0)
}

fn beyond(extrapolate: Beyond) -> Extrapolate {
    extrapolate.0.unwrap_or_default()
}

fn solve(discontinuity: bool, extrapolate: Beyond) -> Solve {
    Solve::new().discontinuity(discontinuity).extrapolate(extrapolate.0)
}

fn cubic(axis: isize, ends: Ends, extrapolate: Beyond) -> CubicSpline<Device> {
    let spline = CubicSpline::new().axis(axis);
    let spline = ends.0.into_iter().fold(spline, |spline, [first, last]| spline.bc_types(first, last));
    extrapolate.0.into_iter().fold(spline, CubicSpline::extrapolate)
}

fn akima(axis: isize, method: &str, extrapolate: Beyond) -> xparray::Result<Akima1DInterpolator> {
    let method = match method {
        "akima" => AkimaMethod::Akima,
        "makima" => AkimaMethod::Makima,
        other => return Err(xparray::Error::value("Akima1DInterpolator", format!("`method`={other} is unsupported"))),
    };
    Ok(Akima1DInterpolator::new().axis(axis).method(method).extrapolate(extrapolate.0.unwrap_or(Extrapolate::No)))
}

functions! {
    akima(x: Input, y: Input, axis: isize, method: String, extrapolate: Beyond) =
        akima(axis, &method, extrapolate)?.interpolate(&x.0, &y.0).map(keep);
    barycentric(x: Input, y: Input, axis: isize) = BarycentricInterpolator::new(&x.0, &y.0, axis).map(keep);
    barycentric_derivative(p: Barycentric, x: Input, der: usize) = p.0.derivative(&x.0, der);
    barycentric_derivatives(p: Barycentric, x: Input, count: usize) = p.0.derivatives(&x.0, count);
    barycentric_evaluate(p: Barycentric, x: Input) = p.0.evaluate(&x.0);
    bpoly(c: Input, x: Input, extrapolate: Beyond) =
        BPoly::new(&c.0, &x.0).map(|p| keep(p.extrapolate(beyond(extrapolate))));
    bpoly_antiderivative(p: Bernstein, nu: usize) = p.0.antiderivative(nu).map(keep);
    bpoly_derivative(p: Bernstein, nu: usize) = p.0.derivative(nu).map(keep);
    bpoly_evaluate(p: Bernstein, x: Input, nu: usize, extrapolate: Beyond) =
        p.0.evaluate_with(&x.0, evaluate(nu, extrapolate));
    bpoly_from_derivatives(x: Input, y: Vec<Input>, orders: Option<Vec<usize>>) = {
        let y: Vec<DynArray> = y.into_iter().map(|each| each.0).collect();
        BPoly::from_derivatives(&x.0, &y, orders.as_deref()).map(keep)
    };
    bpoly_from_power_basis(p: Poly) = BPoly::from_power_basis(&p.0).map(keep);
    bpoly_integrate(p: Bernstein, a: f64, b: f64, extrapolate: Beyond) = p.0.integrate_with(a, b, evaluate(0, extrapolate));
    bpoly_parts(p: Bernstein) = Ok((p.0.c()?, p.0.x().clone()));
    cubic_spline(x: Input, y: Input, axis: isize, ends: Ends, extrapolate: Beyond) =
        cubic(axis, ends, extrapolate).interpolate(&x.0, &y.0).map(keep);
    hermite(x: Input, y: Input, dydx: Input, axis: isize, extrapolate: Beyond) =
        CubicHermiteSpline::new().axis(axis).extrapolate(beyond(extrapolate)).interpolate(&x.0, &y.0, &dydx.0).map(keep);
    krogh(x: Input, y: Input, axis: isize) = KroghInterpolator::new(&x.0, &y.0, axis).map(keep);
    krogh_derivative(p: Krogh, x: Input, der: usize) = p.0.derivative(&x.0, der);
    krogh_derivatives(p: Krogh, x: Input, count: usize) = p.0.derivatives(&x.0, count);
    krogh_evaluate(p: Krogh, x: Input) = p.0.evaluate(&x.0);
    pchip(x: Input, y: Input, axis: isize, extrapolate: Beyond) =
        PchipInterpolator::new().axis(axis).extrapolate(beyond(extrapolate)).interpolate(&x.0, &y.0).map(keep);
    ppoly(c: Input, x: Input, extrapolate: Beyond) =
        PPoly::new(&c.0, &x.0).map(|p| keep(p.extrapolate(beyond(extrapolate))));
    ppoly_antiderivative(p: Poly, nu: usize) = p.0.antiderivative(nu).map(keep);
    ppoly_derivative(p: Poly, nu: usize) = p.0.derivative(nu).map(keep);
    ppoly_evaluate(p: Poly, x: Input, nu: usize, extrapolate: Beyond) =
        p.0.evaluate_with(&x.0, evaluate(nu, extrapolate));
    ppoly_from_bernstein_basis(p: Bernstein) = PPoly::from_bernstein_basis(&p.0).map(keep);
    ppoly_integrate(p: Poly, a: f64, b: f64, extrapolate: Beyond) = p.0.integrate_with(a, b, evaluate(0, extrapolate));
    ppoly_parts(p: Poly) = Ok((p.0.c()?, p.0.x().clone()));
    ppoly_solve(p: Poly, y: f64, discontinuity: bool, extrapolate: Beyond) = p.0.solve(y, solve(discontinuity, extrapolate));
}
