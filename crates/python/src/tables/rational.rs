//! Rational functions, and sums of radial functions in SciPy's older form.

use super::distance::Measure;
use super::functions;
use super::kept::{Kept, keep};
use super::words::RadialWord;
use crate::convert::Input;
use crate::tables::sparse::called_with;
use pyo3::prelude::*;
use xparray::Device;
use xparray::scipy::interpolate::{
    self, AAA, AaaInterpolant, FloaterHormannInterpolator, RadialSum, RationalFunction, Rbf,
};

type Aaa = Kept<AaaInterpolant<Device>>;
type Rational = Kept<RationalFunction<Device>>;

/// A word, or a function of Python.
enum Or<T> {
    Word(T),
    Function(Py<PyAny>),
}

impl<'py, T> FromPyObject<'_, 'py> for Or<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.is_callable() {
            true => Ok(Self::Function(object.to_owned().unbind())),
            false => object.extract().map(Self::Word),
        }
    }
}

/// Functions of Python have coordinates first.
fn radial(function: Or<RadialWord>, norm: Or<Measure>, epsilon: Option<f64>, smooth: f64) -> Rbf<Device> {
    let options = Rbf::new().epsilon(epsilon).smooth(smooth);
    let options = match function {
        Or::Word(word) => options.function(word.0),
        Or::Function(function) => options.function_of(move |r| called_with(&function, std::slice::from_ref(r))),
    };
    match norm {
        Or::Word(metric) => options.norm(metric.0),
        Or::Function(norm) => options.norm_of(move |x, y| called_with(&norm, &[x.t(), y.t()])),
    }
}

functions! {
    aaa(x: Input, y: Input, rtol: f64, max_terms: usize) =
        AAA::new().rtol(rtol).max_terms(max_terms).clean_up(None).interpolate(&x.0, &y.0).map(keep);
    aaa_clean_up(f: Aaa, tolerance: f64) = f.0.clean_up(tolerance).map(keep);
    aaa_doublets(f: Aaa) = Ok(f.0.doublets());
    aaa_errors(f: Aaa) = Ok((f.0.errors().to_vec(), f.0.converged()));
    aaa_function(f: Aaa) = Ok(keep(f.0.function().clone()));
    floater_hormann(x: Input, y: Input, d: usize, axis: isize) =
        FloaterHormannInterpolator::new().d(d).axis(axis).interpolate(&x.0, &y.0).map(keep);
    lagrange(x: Input, w: Input) = interpolate::lagrange(&x.0, &w.0);
    pade(an: Input, m: usize, n: usize) =
        interpolate::pade(&an.0, m, n).map(|(p, q)| (p.coefficients().clone(), q.coefficients().clone()));
    radial(points: Input, d: Input, function: Or<RadialWord>, norm: Or<Measure>, epsilon: Option<f64>, smooth: f64) =
        radial(function, norm, epsilon, smooth).interpolate(&points.0, &d.0).map(keep);
    radial_evaluate(f: Kept<RadialSum<Device>>, x: Input) = f.0.evaluate(&x.0);
    radial_parts(f: Kept<RadialSum<Device>>) = Ok((f.0.nodes()?, f.0.epsilon()));
    rational_evaluate(f: Rational, z: Input) = f.0.evaluate(&z.0);
    rational_parts(f: Rational) = Ok((f.0.support_points().clone(), f.0.support_values()?, f.0.weights().clone()));
    rational_poles(f: Rational) = f.0.poles();
    rational_residues(f: Rational) = f.0.residues();
    rational_roots(f: Rational) = f.0.roots();
}
