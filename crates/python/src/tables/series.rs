//! Polynomials as sums over a basis. Python has their coefficients, domain and window, which are given with each call.

use super::functions;
use super::given::Given;
use super::words::BasisWord;
use crate::DynArray;
use crate::convert::Input;
use crate::error::run;
use num_complex::Complex;
use pyo3::prelude::*;
use xparray::polynomial::{Basis, Coefficient, Series, SeriesFit};
use xparray::{Create, Device, Error, Result};

/// A series, whose coefficients have one of two types.
enum Either {
    Real(Series<f64>),
    Complex(Series<Complex<f64>>),
}

/// A series, and the device of its coefficients: for Python a basis, coefficients, a domain and a window.
struct Sum(Either, Device);

/// A series of coefficients, with their domain and window.
fn made<T: Coefficient>(basis: Basis, c: &[T], ends: [(f64, f64); 2]) -> Result<Series<T>> {
    let [domain, window] = ends.map(<[f64; 2]>::from);
    Series::new(basis, c)?.with_domain(domain)?.with_window(window)
}

fn numbers<T: Coefficient>(x: &DynArray) -> Result<Vec<T>> {
    x.astype(T::DTYPE)?.typed::<T>()?.to_vec()
}

impl<'py> FromPyObject<'_, 'py> for Sum {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (basis, Input(c), domain, window): (BasisWord, Input, (f64, f64), (f64, f64)) = object.extract()?;
        run(object.py(), || {
            let (device, ends) = (c.xp().clone(), [domain, window]);
            if c.ndim() != 1 {
                return Err(Error::value("polynomial", "coefficients must be a vector"));
            }
            Ok(Self(
                match c.dtype().is_complex() {
                    true => Either::Complex(made(basis.0, &numbers(&c)?, ends)?),
                    false => Either::Real(made(basis.0, &numbers(&c)?, ends)?),
                },
                device,
            ))
        })
    }
}

impl Given for Sum {
    /// The coefficients, the domain and the window.
    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let Self(series, device) = self;
        let (c, domain, window) = run(py, || {
            Ok(match &series {
                Either::Real(x) => (vector(&device, x.coefficients())?, x.domain(), x.window()),
                Either::Complex(x) => (vector(&device, x.coefficients())?, x.domain(), x.window()),
            })
        })?;
        (c, domain, window).into_python(py)
    }
}

fn vector<T: Coefficient>(device: &Device, c: &[T]) -> Result<DynArray> {
    device.from_slice(c, c.len()).map(|c| c.into_dyn())
}

/// What holds of both types.
macro_rules! each {
    ($sum:expr, $x:ident => $value:expr) => {
        match &$sum.0 {
            Either::Real($x) => $value,
            Either::Complex($x) => $value,
        }
    };
}

/// A series that is made of one, of its type.
macro_rules! of_one {
    ($sum:expr, $x:ident => $value:expr) => {{
        let Sum(series, device) = $sum;
        let made = match &series {
            Either::Real($x) => Either::Real($value),
            Either::Complex($x) => Either::Complex($value),
        };
        Ok(Sum(made, device))
    }};
}

/// A series that is made of two, of their common type.
macro_rules! of_two {
    ($a:expr, $b:expr, $x:ident, $y:ident => $value:expr) => {{
        let made = match (&$a.0, &$b.0) {
            (Either::Real($x), Either::Real($y)) => Either::Real($value),
            ($x, $y) => {
                let ($x, $y) = (&widened($x)?, &widened($y)?);
                Either::Complex($value)
            }
        };
        Ok(Sum(made, $a.1))
    }};
}

/// With complex coefficients.
fn widened(series: &Either) -> Result<Series<Complex<f64>>> {
    match series {
        Either::Complex(x) => Ok(x.clone()),
        Either::Real(x) => {
            let c: Vec<_> = x.coefficients().iter().map(|&c| Complex::new(c, 0.0)).collect();
            Series::new(x.basis(), c)?.with_domain(x.domain())?.with_window(x.window())
        }
    }
}

/// Constants of integration in the type of the coefficients.
fn integral<T: Coefficient>(
    x: &Series<T>,
    order: usize,
    constants: &DynArray,
    lower: Option<f64>,
) -> Result<Series<T>> {
    let (offset, scale) = x.mapparms();
    // By default from where the window is 0.
    x.integ(order, &numbers(&constants.ravel()?)?, lower.unwrap_or(-offset / scale))
}

fn rooted<T: Coefficient>(like: &Series<T>, roots: &DynArray) -> Result<Series<T>> {
    Series::fromroots(like.basis(), &numbers(&roots.ravel()?)?).convert_to(like)
}

/// The series of a degree next to points.
fn fitted(
    basis: Basis,
    (x, y): (&DynArray, &DynArray),
    degree: usize,
    domain: Option<(f64, f64)>,
    w: Option<&DynArray>,
    rcond: Option<f64>,
) -> Result<Sum> {
    let options = domain.into_iter().fold(SeriesFit::new(), |options, domain| options.domain(domain.into()));
    let options = w.into_iter().fold(options, |options, w| options.w(w));
    let options = rcond.into_iter().fold(options, SeriesFit::rcond);
    let series = match y.dtype().is_complex() {
        true => Either::Complex(Series::fit(basis, x, y, degree, options)?),
        false => Either::Real(Series::fit(basis, x, y, degree, options)?),
    };
    Ok(Sum(series, x.xp().clone()))
}

functions! {
    series_add(a: Sum, b: Sum) = of_two!(a, b, a, b => a.add(b)?);
    series_at(p: Sum, x: Input) = each!(p, p => p.at(&x.0));
    series_convert(p: Sum, like: Sum) = of_two!(p, like, p, like => p.convert_to(like)?);
    series_cutdeg(p: Sum, degree: usize) = of_one!(p, p => p.cutdeg(degree));
    series_deriv(p: Sum, order: usize) = of_one!(p, p => p.deriv(order));
    series_fit(
        basis: BasisWord, x: Input, y: Input, degree: usize, domain: Option<(f64, f64)>, w: Option<Input>, rcond: Option<f64>
    ) = fitted(basis.0, (&x.0, &y.0), degree, domain, w.as_ref().map(|w| &w.0), rcond);
    series_floordiv(a: Sum, b: Sum) = of_two!(a, b, a, b => a.divmod(b)?.0);
    series_fromroots(like: Sum, roots: Input) = match roots.0.dtype().is_complex() {
        true => rooted(&widened(&like.0)?, &roots.0).map(Either::Complex),
        false => each!(like, like => rooted(&made(like.basis(), &[0.0], [like.domain().into(), like.window().into()])?, &roots.0))
            .map(Either::Real),
    }.map(|made| Sum(made, roots.0.xp().clone()));
    series_integ(p: Sum, order: usize, constants: Input, lower: Option<f64>) = {
        let p = if constants.0.dtype().is_complex() { Sum(Either::Complex(widened(&p.0)?), p.1) } else { p };
        of_one!(p, p => integral(p, order, &constants.0, lower)?)
    };
    series_linspace(p: Sum, n: usize) = each!(p, series => series.linspace(&p.1, n));
    series_mapparms(p: Sum) = Ok(each!(p, p => p.mapparms()));
    series_mod(a: Sum, b: Sum) = of_two!(a, b, a, b => a.divmod(b)?.1);
    series_multiply(a: Sum, b: Sum) = of_two!(a, b, a, b => a.multiply(b)?);
    series_pow(p: Sum, exponent: usize) = of_one!(p, p => p.pow(exponent));
    series_roots(p: Sum) = each!(p, series => series.roots(&p.1));
    series_subtract(a: Sum, b: Sum) = of_two!(a, b, a, b => a.subtract(b)?);
    series_text(p: Sum) = Ok(each!(p, p => p.to_string()));
    series_trim(p: Sum, tol: f64) = of_one!(p, p => p.trim(tol));
    series_vander(basis: BasisWord, x: Input, degree: usize) = basis.0.vander(&x.0, degree);
}
