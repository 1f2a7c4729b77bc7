//! Functions by tables: calls, whose arguments are all there and positional. The package gives them the keywords of NumPy and SciPy, and
//! defaults.

mod dense;
mod distance;
mod estimates;
mod fft;
mod files;
mod filters;
mod given;
mod images;
mod kept;
mod laws;
mod linalg;
mod ndimage;
mod numpy;
mod pieces;
mod points;
mod qmc;
mod random;
mod ranked;
mod rational;
mod resampling;
mod rotation;
mod samples;
mod scattered;
mod series;
mod signal;
mod sparse;
mod special;
mod spectra;
mod splines;
mod stats;
mod systems;
mod trimming;
mod wavelets;
mod words;

pub use special::UFUNCS;

use crate::error::run;
use given::Given;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyTuple};

/// A function of a table: what it makes of its arguments.
type Call = for<'py> fn(&Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>>;

/// A function of a table, of positional arguments.
#[pyclass(module = "xparray._core", frozen)]
struct Tabulated {
    name: &'static str,
    call: Call,
}

#[pymethods]
impl Tabulated {
    #[pyo3(signature = (*args))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        (self.call)(args)
    }

    fn __repr__(&self) -> String {
        format!("<function {}>", self.name)
    }
}

/// A table of functions: `name(argument: type, ...) = value`, where the value is computed while other threads of Python run.
macro_rules! functions {
    ($($name:ident($($x:ident: $T:ty),* $(,)?) = $value:expr;)+) => {
        pub(in crate::tables) const FUNCTIONS: &[(&str, $crate::tables::Call)] = &[$((stringify!($name), |args| {
            let mut rest = $crate::tables::arguments(args);
            $(let $x: $T = $crate::tables::next(&mut rest, stringify!($x))?;)*
            $crate::tables::finish(args.py(), rest, move || $value)
        })),+];
    };
}
use functions;

fn arguments<'py>(args: &Bound<'py, PyTuple>) -> impl Iterator<Item = Bound<'py, PyAny>> {
    args.iter()
}

/// The next of the arguments.
fn next<'py, T>(rest: &mut impl Iterator<Item = Bound<'py, PyAny>>, name: &str) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py>,
{
    let missing = || PyTypeError::new_err(format!("no argument '{name}'"));
    let object = rest.next().ok_or_else(missing)?;
    let given = object.extract().map_err(Into::into);
    given.or_else(|error: PyErr| match object.is_instance_of::<PyInt>() {
        // Integers are taken for truth values, as Python does: `lower=1`.
        true => PyBool::new(object.py(), object.is_truthy()?).extract().map_err(|_| error),
        false => Err(error),
    })
}

/// The value, when all arguments are read.
fn finish<'py, T: Given + Send>(
    py: Python<'py>,
    mut rest: impl Iterator<Item = Bound<'py, PyAny>>,
    work: impl FnOnce() -> xparray::Result<T> + Send,
) -> PyResult<Bound<'py, PyAny>> {
    match rest.next() {
        None => run(py, work)?.into_python(py),
        Some(_) => Err(PyTypeError::new_err("too many arguments")),
    }
}

/// The tables, by the names of the modules, which may have several.
const TABLES: &[(&str, &[(&str, Call)])] = &[
    ("fft", fft::FUNCTIONS),
    ("interpolate", pieces::FUNCTIONS),
    ("interpolate", rational::FUNCTIONS),
    ("interpolate", scattered::FUNCTIONS),
    ("interpolate", splines::FUNCTIONS),
    ("csgraph", sparse::graphs::FUNCTIONS),
    ("linalg", dense::FUNCTIONS),
    ("linalg", linalg::FUNCTIONS),
    ("ndimage", images::FUNCTIONS),
    ("ndimage", ndimage::FUNCTIONS),
    ("numpy", files::FUNCTIONS),
    ("numpy", numpy::FUNCTIONS),
    ("polynomial", series::FUNCTIONS),
    ("filters", filters::analog::FUNCTIONS),
    ("filters", filters::design::FUNCTIONS),
    ("filters", filters::fir::FUNCTIONS),
    ("filters", filters::response::FUNCTIONS),
    ("signal", signal::FUNCTIONS),
    ("signal", spectra::FUNCTIONS),
    ("signal", systems::FUNCTIONS),
    ("signal", wavelets::FUNCTIONS),
    ("sparse", sparse::arrays::FUNCTIONS),
    ("sparse", sparse::build::FUNCTIONS),
    ("sparse_linalg", sparse::solvers::FUNCTIONS),
    ("spatial", distance::FUNCTIONS),
    ("spatial", points::FUNCTIONS),
    ("random", random::FUNCTIONS),
    ("rotation", rotation::FUNCTIONS),
    ("special", special::FUNCTIONS),
    ("stats", estimates::FUNCTIONS),
    ("stats", ranked::FUNCTIONS),
    ("stats", laws::FUNCTIONS),
    ("stats", qmc::FUNCTIONS),
    ("stats", resampling::FUNCTIONS),
    ("stats", samples::FUNCTIONS),
    ("stats", stats::FUNCTIONS),
    ("stats", trimming::FUNCTIONS),
];

/// Adds `tables`: the functions of each module by their names.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let modules = PyDict::new(py);
    for (name, table) in TABLES {
        let functions = match modules.get_item(name)? {
            Some(functions) => functions.cast_into::<PyDict>()?,
            None => PyDict::new(py),
        };
        for &(name, call) in *table {
            functions.set_item(name, Bound::new(py, Tabulated { name, call })?)?;
        }
        modules.set_item(name, functions)?;
    }
    module.add("tables", modules)
}
