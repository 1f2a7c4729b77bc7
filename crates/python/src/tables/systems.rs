//! Linear systems in time.

use super::functions;
use super::kept::{Kept, keep};
use crate::convert::Input;
use crate::tables::filters::{C, Rational, Roots, rational, roots};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use xparray::Result;
use xparray::scipy::signal::{self, Discretization, Lsim, Lti, Model, Response, StateSpace};

type Rows = Vec<Vec<f64>>;

/// What a system is written down as: the name of the form, and its numbers.
struct Written(Model);

impl<'py> FromPyObject<'_, 'py> for Written {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (name, numbers): (String, Bound<'py, PyAny>) = object.extract()?;
        let model: Result<Model> = match name.as_str() {
            "tf" => numbers.extract::<Rational>()?.form().map(Model::from),
            "zpk" => numbers.extract::<Roots>()?.form().map(Model::from),
            "ss" => {
                let (a, b, c, d): (Rows, Rows, Rows, Rows) = numbers.extract()?;
                StateSpace::new(&slices(&a), &slices(&b), &slices(&c), &slices(&d)).map(Model::from)
            }
            other => return Err(PyValueError::new_err(format!("'{other}' is no form of a system"))),
        };
        model.map(Self).map_err(crate::error::exception)
    }
}

fn slices(rows: &Rows) -> Vec<&[f64]> {
    rows.iter().map(Vec::as_slice).collect()
}

/// How a continuous system becomes a discrete one: the name of the method, and the share of the generalised bilinear one.
struct Method(Discretization);

impl<'py> FromPyObject<'_, 'py> for Method {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (name, alpha): (String, Option<f64>) = object.extract()?;
        Ok(Self(match (name.as_str(), alpha) {
            ("zoh", _) => Discretization::Zoh,
            ("foh", _) => Discretization::Foh,
            ("impulse", _) => Discretization::Impulse,
            ("bilinear" | "tustin", _) => Discretization::Bilinear,
            ("euler" | "forward_diff", _) => Discretization::Euler,
            ("backward_diff", _) => Discretization::BackwardDiff,
            ("gbt", Some(alpha)) => Discretization::Gbt { alpha },
            ("gbt", None) => {
                return Err(PyValueError::new_err(
                    "Alpha parameter must be specified for the generalized bilinear transform",
                ));
            }
            (other, _) => return Err(PyValueError::new_err(format!("Unknown transformation method '{other}'"))),
        }))
    }
}

/// The matrices of a state space, entry after entry, and how many states, inputs and outputs there are.
fn entries(ss: &StateSpace) -> (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>, [usize; 3]) {
    let sizes = [ss.states(), ss.inputs(), ss.outputs()];
    (ss.a().to_vec(), ss.b().to_vec(), ss.c().to_vec(), ss.d().to_vec(), sizes)
}

fn response<'a>(x0: &'a Option<Vec<f64>>, t: &'a Option<Vec<f64>>, n: usize, input: usize) -> Response<'a> {
    let options = x0.iter().fold(Response::new().n(n).input(input), |options, x0| options.x0(x0));
    t.iter().fold(options, |options, t| options.t(t))
}

functions! {
    bode(system: Kept<Lti>, n: usize) = signal::bode(&system.0, n);
    bode_at(system: Kept<Lti>, w: Vec<f64>) = signal::bode_at(&system.0, &w);
    cont2discrete(system: Kept<Lti>, dt: f64, method: Method) = signal::cont2discrete(&system.0, dt, method.0).map(keep);
    dlsim(system: Kept<Lti>, u: Input, x0: Option<Vec<f64>>) = signal::dlsim(&system.0, &u.0, x0.as_deref());
    freqresp(system: Kept<Lti>, n: usize) = signal::freqresp(&system.0, n);
    freqresp_at(system: Kept<Lti>, w: Input) = signal::freqresp_at(&system.0, &w.0);
    impulse(system: Kept<Lti>, x0: Option<Vec<f64>>, t: Option<Vec<f64>>, n: usize, input: usize) =
        signal::impulse(&system.0, response(&x0, &t, n, input));
    lsim(system: Kept<Lti>, u: Input, t: Input, x0: Option<Vec<f64>>, interp: bool) = {
        let options = x0.iter().fold(Lsim::new().interp(interp), |options, x0| options.x0(x0));
        signal::lsim(&system.0, &u.0, &t.0, options)
    };
    place_poles(a: Rows, b: Rows, poles: Vec<C>) = signal::place_poles(&slices(&a), &slices(&b), &poles)
        .map(|placed| {
            let (poles, vectors) = (placed.requested_poles().to_vec(), placed.vectors().to_vec());
            (placed.gain_matrix().to_vec(), placed.computed_poles().to_vec(), poles, vectors)
        });
    ss2tf(system: Kept<Lti>, input: usize) = {
        let found = signal::ss2tf(&system.0.to_ss()?, input)?;
        Ok(found.iter().map(rational).collect::<Vec<_>>())
    };
    ss2zpk(system: Kept<Lti>, input: usize) = signal::ss2zpk(&system.0.to_ss()?, input).map(|found| roots(&found));
    step(system: Kept<Lti>, x0: Option<Vec<f64>>, t: Option<Vec<f64>>, n: usize, input: usize) =
        signal::step(&system.0, response(&x0, &t, n, input));
    system(written: Written, dt: Option<f64>) = Ok(keep(match dt {
        Some(dt) => signal::dlti(written.0, dt)?,
        None => signal::lti(written.0),
    }));
    system_ss(system: Kept<Lti>) = system.0.to_ss().map(|found| entries(&found));
    system_tf(system: Kept<Lti>) = system.0.to_tf().map(|found| rational(&found));
    system_zpk(system: Kept<Lti>) = system.0.to_zpk().map(|found| roots(&found));
}
