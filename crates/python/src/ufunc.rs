//! Functions of each element, as objects: NumPy's universal functions.

use crate::DynArray;
use crate::array::NdArray;
use crate::convert::{Input, Shape, asarray, number};
use crate::dtype::DTypeArg;
use crate::error::run;
use crate::functions::{axes, casting_of};
use crate::operand::pair;
use crate::operators::check_casting;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use xparray::{Casting, Create, DType, Reduction, Ufunc};

type Unary = fn(&DynArray) -> xparray::Result<DynArray>;

/// What a function computes.
#[derive(Clone, Copy)]
enum Function {
    Unary(Unary),
    Binary(Ufunc),
}

// A function of each element of an array, or of each pair of elements of two. Each object has documentation of its own,
// which documentation of the class would hide.
#[pyclass(name = "ufunc", module = "xparray", frozen)]
pub struct PyUfunc {
    name: &'static str,
    function: Function,
}

/// The functions of one array: each by NumPy's name, which the method has too.
macro_rules! unary {
    ($($name:ident),* $(,)?) => {
        const UNARY: &[(&str, Unary)] = &[$((stringify!($name), |x| x.$name())),*];
    };
}

unary! {
    absolute, acos, acosh, asin, asinh, atan, atanh, bitwise_count, cbrt, ceil, conjugate, cos, cosh, deg2rad, degrees, exp, exp2,
    expm1, fabs, fix, floor, i0, imag, invert, isfinite, isinf, isnan, isneginf, isposinf, log, log10, log1p, log2, logical_not,
    negative, positive, rad2deg, radians, real, reciprocal, rint, sign, signbit, sin, sinc, sinh, spacing, sqrt, square, tan, tanh,
    trunc,
}

/// All functions.
pub fn all(py: Python<'_>) -> PyResult<Vec<Py<PyUfunc>>> {
    let unary = UNARY.iter().map(|&(name, function)| PyUfunc { name, function: Function::Unary(function) });
    let binary = Ufunc::ALL.iter().map(|&f| PyUfunc { name: f.name(), function: Function::Binary(f) });
    unary.chain(binary).map(|ufunc| Py::new(py, ufunc)).collect()
}

/// What a call may name.
struct Options<'py> {
    out: Option<Bound<'py, NdArray>>,
    mask: Option<DynArray>,
    dtype: Option<DType>,
    casting: Casting,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { out: None, mask: None, dtype: None, casting: Casting::SameKind }
    }
}

impl<'py> Options<'py> {
    fn of(keywords: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        let mut options = Self::default();
        for (key, value) in keywords.into_iter().flatten() {
            match key.extract::<String>()?.as_str() {
                "out" if value.is_none() => {}
                "out" => {
                    let out = match value.cast::<PyTuple>() {
                        Ok(several) => several.get_item(0)?,
                        Err(_) => value,
                    };
                    let other = |_| PyTypeError::new_err("return arrays must be of xparray.ndarray");
                    options.out = Some(out.cast_into::<NdArray>().map_err(other)?);
                }
                "where" if value.extract::<bool>().is_ok_and(|all| all) && !value.is_instance_of::<NdArray>() => {}
                "where" => options.mask = Some(value.extract::<Input>()?.0),
                "dtype" if value.is_none() => {}
                "dtype" => options.dtype = Some(value.extract::<DTypeArg>()?.0),
                "casting" => options.casting = casting_of(&value.extract::<String>()?)?,
                other => return Err(PyTypeError::new_err(format!("got an unexpected keyword argument '{other}'"))),
            }
        }
        Ok(options)
    }

    /// Puts the result where it belongs.
    fn finish(self, py: Python<'py>, result: DynArray) -> PyResult<Bound<'py, NdArray>> {
        match (self.out, self.mask) {
            (None, None) => Bound::new(py, NdArray::new(result)),
            (None, Some(mask)) => {
                let chosen = run(py, || {
                    let zero = result.xp().zeros_of(result.dtype(), ())?;
                    mask.where_(&result, &zero)
                })?;
                Bound::new(py, NdArray::new(chosen))
            }
            (Some(out), mask) => {
                check_casting(&result, out.get(), self.casting)?;
                if result.shape() != out.get().shape() && mask.is_none() {
                    broadcasts(&result, out.get())?;
                }
                match mask {
                    None => out.get().write(py, result)?,
                    Some(mask) => out.get().change(py, |value| value.copyto(&result, &mask))?,
                }
                Ok(out)
            }
        }
    }
}

/// Refuses a result with axes that an output lacks.
fn broadcasts(result: &DynArray, out: &NdArray) -> PyResult<()> {
    let (found, expected) = (result.shape(), out.shape());
    match xparray::layout::broadcast_shapes("out", found, expected) {
        Ok(common) if *common == *expected => Ok(()),
        _ => Err(PyValueError::new_err(format!(
            "non-broadcastable output operand with shape {expected:?} doesn't match the broadcast shape {found:?}"
        ))),
    }
}

impl PyUfunc {
    fn binary(&self) -> PyResult<Ufunc> {
        match self.function {
            Function::Binary(function) => Ok(function),
            Function::Unary(_) => Err(PyValueError::new_err("only functions of two arrays can do this")),
        }
    }
}

#[pymethods]
impl PyUfunc {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, NdArray>> {
        let py = args.py();
        let mut options = Options::of(kwargs)?;
        let inputs = self.nin();
        if args.len() == inputs + 1 && options.out.is_none() {
            let out = args.get_item(inputs)?;
            options.out = if out.is_none() { None } else { Some(out.cast_into::<NdArray>()?) };
        } else if args.len() != inputs {
            let found = args.len();
            return Err(PyTypeError::new_err(format!("{}() takes {inputs} arrays, {found} were given", self.name)));
        }
        let result = match self.function {
            Function::Unary(function) => {
                let Input(x) = args.get_item(0)?.extract()?;
                run(py, || match options.dtype {
                    Some(dtype) => function(&x.astype(dtype)?)?.astype(dtype),
                    None => function(&x),
                })?
            }
            Function::Binary(function) => {
                let (x, y) = pair(args.get_item(0)?.extract()?, args.get_item(1)?.extract()?)?;
                match options.dtype {
                    Some(dtype) => {
                        let y = y.to_array(Some(&x))?;
                        run(py, || function.call(&x.astype(dtype)?, &y.astype(dtype)?))?
                    }
                    None => run(py, || function.call(&x, &y.borrowed()))?,
                }
            }
        };
        options.finish(py, result)
    }

    /// Combines the elements along axes.
    #[pyo3(signature = (array, axis=Some(Shape(vec![0])), dtype=None, out=None, keepdims=false, initial=None))]
    fn reduce<'py>(
        &self,
        array: &Bound<'py, PyAny>,
        axis: Option<Shape>,
        dtype: Option<DTypeArg>,
        out: Option<Bound<'py, NdArray>>,
        keepdims: bool,
        initial: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, NdArray>> {
        let (py, function) = (array.py(), self.binary()?);
        let Input(x) = array.extract()?;
        let initial = initial.map(number).transpose()?;
        let result = run(py, || {
            let x = dtype.map_or(Ok(x.clone()), |dtype| x.astype(dtype.0))?;
            let axes = axes(axis.map(|axis| axis.0), keepdims);
            let first = function.reduce_with(&x, Reduction::new().axes(axes))?;
            match initial {
                Some(initial) => first.xp().full_of(first.dtype(), (), initial).and_then(|i| function.call(&i, &first)),
                None => Ok(first),
            }
        })?;
        Options { out, ..Options::default() }.finish(py, result)
    }

    /// What `reduce` gives for the elements so far, at each place of an axis.
    #[pyo3(signature = (array, axis=0))]
    fn accumulate(&self, py: Python<'_>, array: Input, axis: isize) -> PyResult<NdArray> {
        let function = self.binary()?;
        run(py, || function.accumulate(&array.0, axis)).map(NdArray::new)
    }

    /// The function of each pair of elements.
    #[pyo3(signature = (a, b, /))]
    fn outer(&self, py: Python<'_>, a: Input, b: Input) -> PyResult<NdArray> {
        let function = self.binary()?;
        run(py, || function.outer(&a.0, &b.0)).map(NdArray::new)
    }

    /// Updates the elements at indices, each as often as it is named.
    #[pyo3(signature = (a, indices, b, /))]
    fn at(&self, py: Python<'_>, a: &Bound<'_, NdArray>, indices: Input, b: &Bound<'_, PyAny>) -> PyResult<()> {
        let (function, values) = (self.binary()?, asarray(b, &Default::default())?);
        a.get().change(py, |value| function.at(value, [&indices.0], &values))
    }

    /// Reduces parts of an axis, which begin at indices.
    #[pyo3(signature = (array, indices, axis=0))]
    fn reduceat(&self, py: Python<'_>, array: Input, indices: Input, axis: isize) -> PyResult<NdArray> {
        let function = self.binary()?;
        run(py, || function.reduceat(&array.0, &indices.0, axis)).map(NdArray::new)
    }

    #[getter]
    fn __name__(&self) -> &'static str {
        self.name
    }

    /// The number of arrays that it takes.
    #[getter]
    fn nin(&self) -> usize {
        match self.function {
            Function::Unary(_) => 1,
            Function::Binary(_) => 2,
        }
    }

    /// The number of arrays that it gives.
    #[getter]
    fn nout(&self) -> usize {
        1
    }

    #[getter]
    fn __signature__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let name = if self.nin() == 1 { "unary" } else { "binary" };
        py.import("xparray._ufuncs")?.getattr("signatures")?.get_item(name)
    }

    #[getter]
    fn __doc__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(py.import("xparray._ufuncs")?.getattr("docs")?.call_method1("get", (self.name,))?.unbind())
    }

    fn __repr__(&self) -> String {
        format!("<ufunc '{}'>", self.name)
    }

    /// Pickled is the name.
    fn __reduce__(&self) -> &'static str {
        self.name
    }
}
