//! Functions of each element, as objects: NumPy's universal functions.

mod at;
mod signature;

use crate::DynArray;
use crate::array::NdArray;
use crate::convert::{Input, Shape, Source, asarray, to_python};
use crate::dtype::{DTypeArg, name};
use crate::error::{exception, run, run_now};
use crate::functions::{Initial, axes, casting_of};
use crate::operand::{Operand, call, check_exponents, is_predicate, is_whole};
use crate::operators::{casting_name, check_casting};
use crate::order::{Order, Seen, arranged};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyEllipsis, PyTuple};
use signature::Signature;
use xparray::{ArrayOrNumber, Casting, Create, DType, Device, Reduction, Ufunc};

type Unary = fn(&DynArray) -> xparray::Result<DynArray>;
/// A function of so many arrays or numbers, at least one of which is an array.
pub type Several = fn(&[ArrayOrNumber<'_, Device>]) -> xparray::Result<DynArray>;

/// What a function computes.
#[derive(Clone, Copy)]
pub enum Function {
    Unary(Unary),
    Binary(Ufunc),
    Several(usize, Several),
}

// A function of each element of an array, or of each pair of elements of two. Each object has documentation of its own,
// which documentation of the class would hide.
#[pyclass(name = "ufunc", module = "xparray", frozen)]
pub struct PyUfunc {
    name: &'static str,
    /// The module with the function's documentation and signature.
    home: &'static str,
    function: Function,
}

/// Where NumPy's functions are documented.
const NUMPY: &str = "xparray._ufuncs";

/// The functions of one array: each by NumPy's name, which the method has too.
macro_rules! unary {
    ($($name:ident),* $(,)?) => {
        const UNARY: &[(&str, Unary)] = &[
            ("conjugate", |x| counted(x)?.conjugate()),
            ("reciprocal", |x| counted(x)?.reciprocal()),
            ("square", |x| counted(x)?.square()),
            $((stringify!($name), |x| x.$name())),*
        ];
    };
}

unary! {
    absolute, acos, acosh, asin, asinh, atan, atanh, bitwise_count, cbrt, ceil, cos, cosh, deg2rad, degrees, exp, exp2,
    expm1, fabs, fix, floor, i0, invert, isfinite, isinf, isnan, isneginf, isposinf, log, log10, log1p, log2, logical_not,
    negative, positive, rad2deg, radians, rint, sign, signbit, sin, sinc, sinh, spacing, sqrt, tan, tanh,
    trunc,
}

/// Truth values as numbers, where NumPy counts them.
fn counted(x: &DynArray) -> xparray::Result<DynArray> {
    if x.dtype() == DType::Bool { x.astype(DType::I8) } else { Ok(x.clone()) }
}

/// All functions.
pub fn all(py: Python<'_>) -> PyResult<Vec<Py<PyUfunc>>> {
    let home = NUMPY;
    let unary = UNARY.iter().map(|&(name, function)| PyUfunc { name, home, function: Function::Unary(function) });
    let binary = Ufunc::ALL.iter().map(|&f| PyUfunc { name: f.name(), home, function: Function::Binary(f) });
    unary.chain(binary).map(|ufunc| Py::new(py, ufunc)).collect()
}

/// SciPy's special functions of each element.
pub fn special(py: Python<'_>) -> PyResult<Vec<Py<PyUfunc>>> {
    let home = "xparray.scipy.special";
    let all = crate::tables::UFUNCS.into_iter().flatten();
    all.map(|&(name, function)| Py::new(py, PyUfunc { name, home, function })).collect()
}

/// The function that a module has under a name.
#[pyfunction]
pub fn _ufunc_named<'py>(py: Python<'py>, module: &str, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import(module)?.getattr(name)
}

/// What a call may name.
struct Options<'py> {
    out: Option<Bound<'py, NdArray>>,
    mask: Option<DynArray>,
    dtype: Option<DType>,
    signature: Option<Signature>,
    casting: Casting,
    /// The order of the axes in memory.
    order: Order,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { out: None, mask: None, dtype: None, signature: None, casting: Casting::SameKind, order: Order::Kept }
    }
}

impl<'py> Options<'py> {
    fn of(ufunc: &PyUfunc, keywords: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        let mut options = Self::default();
        for (key, value) in keywords.into_iter().flatten() {
            match key.extract::<String>()?.as_str() {
                "out" => options.out = out_of(value)?,
                "where" => options.mask = mask_of(&value)?,
                "dtype" if value.is_none() => {}
                "dtype" => options.dtype = Some(value.extract::<DTypeArg>()?.0),
                "signature" | "sig" if value.is_none() => {}
                "signature" | "sig" if options.signature.is_some() => {
                    return Err(PyTypeError::new_err("cannot specify both 'sig' and 'signature'"));
                }
                "signature" | "sig" => options.signature = Some(Signature::of(&value, ufunc)?),
                "casting" => options.casting = casting_of(&value.extract::<String>()?)?,
                "order" => options.order = value.extract()?,
                // There is one class of arrays.
                "subok" => {}
                other => {
                    let name = ufunc.name;
                    return Err(PyTypeError::new_err(format!("{name}() got an unexpected keyword argument '{other}'")));
                }
            }
        }
        if let Some(signature) = &options.signature {
            if options.dtype.is_some() {
                return Err(PyTypeError::new_err("cannot specify both 'signature' and 'dtype'"));
            }
            options.dtype = signature.only_output();
        }
        Ok(options)
    }

    /// Puts the result where it belongs.
    fn finish<'a>(
        self,
        py: Python<'py>,
        result: DynArray,
        operands: impl Iterator<Item = &'a NdArray> + Clone,
    ) -> PyResult<Bound<'py, NdArray>> {
        match (self.out, self.mask) {
            (None, None) => {
                let axes = self.order.axes(operands, result.ndim());
                Bound::new(py, arranged(py, result, axes.as_deref())?)
            }
            (None, Some(mask)) => {
                let chosen = run(py, || {
                    let zero = result.xp().zeros_of(result.dtype(), ())?;
                    mask.where_(&result, &zero)
                })?;
                Self { order: self.order, ..Self::default() }.finish(py, chosen, operands)
            }
            (Some(out), mask) => {
                check_casting(&result, out.get(), self.casting)?;
                if result.shape() != out.get().shape() {
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

/// The array of an argument `out`: itself, or in a tuple. `...` asks for an array, which all results are.
fn out_of<'py>(object: Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, NdArray>>> {
    let object = match object.cast::<PyTuple>() {
        Ok(one) if one.len() == 1 && one.get_item(0)?.is_instance_of::<PyEllipsis>() => {
            return Err(PyTypeError::new_err("must use `...` as `out=...` and not per-operand/in a tuple"));
        }
        Ok(one) if one.len() == 1 => one.get_item(0)?,
        Ok(_) => return Err(PyValueError::new_err("The 'out' tuple must have exactly one entry per ufunc output")),
        Err(_) => object,
    };
    if object.is_none() || object.is_instance_of::<PyEllipsis>() {
        return Ok(None);
    }
    let other = |_| PyTypeError::new_err("return arrays must be of xparray.ndarray");
    object.cast_into::<NdArray>().map(Some).map_err(other)
}

/// The array of an argument `out` that may be left out.
fn output(object: Option<Bound<'_, PyAny>>) -> PyResult<Option<Bound<'_, NdArray>>> {
    Ok(object.map(out_of).transpose()?.flatten())
}

/// The mask of an argument `where`; none if that is `True`, which leaves out nothing. Lists of integers are taken for truth values, but
/// not arrays of them.
fn mask_of(object: &Bound<'_, PyAny>) -> PyResult<Option<DynArray>> {
    if object.is(PyBool::new(object.py(), true)) {
        return Ok(None);
    }
    let dtype = if object.hasattr("dtype")? { None } else { Some(DType::Bool) };
    let mask = asarray(object, &Source { dtype, device: None })?;
    match mask.dtype() {
        DType::Bool => Ok(Some(mask)),
        found => Err(PyTypeError::new_err(format!("where is of truth values, not {}", crate::dtype::name(found)))),
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

/// A result in an output, or else in an order of its axes.
fn placed<'py>(
    py: Python<'py>,
    result: DynArray,
    axes: Option<Vec<usize>>,
    out: Option<Bound<'py, NdArray>>,
) -> PyResult<Bound<'py, NdArray>> {
    match out {
        None => Bound::new(py, arranged(py, result, axes.as_deref())?),
        // As NumPy, which writes what it combined whatever the type.
        out => Options { out, casting: Casting::Unsafe, ..Options::default() }.finish(py, result, std::iter::empty()),
    }
}

impl PyUfunc {
    /// Elements of which SciPy's functions make doubles, as they do of all integers and truth values, where NumPy's make floats of fewer bits.
    fn wide(&self, x: DynArray) -> PyResult<DynArray> {
        match self.home != NUMPY && is_whole(x.dtype()) && x.dtype().size() < 4 {
            true => x.astype(DType::I64).map_err(exception),
            false => Ok(x),
        }
    }

    fn binary(&self) -> PyResult<Ufunc> {
        match self.function {
            Function::Binary(function) => Ok(function),
            _ => Err(PyValueError::new_err("only functions of two arrays can do this")),
        }
    }

    /// Refuses elements that would lose more than a rule allows in the type that is computed with.
    fn check_input(&self, place: usize, from: DType, to: DType, casting: Casting) -> PyResult<()> {
        if from.can_cast_with(to, casting) {
            return Ok(());
        }
        let (function, from, to) = (self.name, name(from), name(to));
        let rule = casting_name(casting);
        Err(PyTypeError::new_err(format!(
            "Cannot cast ufunc '{function}' input {place} from {from} to {to} with casting rule '{rule}'"
        )))
    }

    /// As [`check_input`](Self::check_input): a number of Python becomes any type of its kind, or of a larger one.
    fn check_operand(&self, place: usize, operand: &Operand, to: DType, casting: Casting) -> PyResult<()> {
        let from = operand.dtype();
        let is_weak = !operand.is_array() && from != DType::Bool && to != DType::Bool;
        let from = if is_weak && to.promote_weak(from) == to { to } else { from };
        self.check_input(place, from, to, casting)
    }

    /// Refuses arrays that a rule does not let become their common type.
    fn check_common(&self, operands: &[Operand], casting: Casting) -> PyResult<()> {
        if casting != Casting::No {
            return Ok(());
        }
        let Some(common) = operands.iter().filter_map(Operand::array).map(DynArray::dtype).reduce(DType::promote)
        else {
            return Ok(());
        };
        let numbers = operands.iter().filter(|operand| !operand.is_array());
        let common = numbers.fold(common, |common, number| common.promote_weak(number.dtype()));
        let mut arrays = operands.iter().enumerate().filter(|(_, operand)| operand.is_array());
        arrays.try_for_each(|(k, array)| self.check_input(k, array.dtype(), common, casting))
    }

    /// A result, which is of the type that was asked for, or none is.
    fn checked(&self, result: DynArray, dtype: DType) -> PyResult<DynArray> {
        match result.dtype() == dtype {
            true => Ok(result),
            false => Err(self.no_loop(dtype)),
        }
    }

    /// What was accumulated as the type that was asked for (integers that wrap are the same, whenever they do), in an output of its shape, as
    /// a reduction is not repeated.
    fn reduced<'py>(
        &self,
        py: Python<'py>,
        function: Ufunc,
        result: DynArray,
        axes: Option<Vec<usize>>,
        (dtype, out): (Option<DType>, Option<Bound<'py, NdArray>>),
    ) -> PyResult<Bound<'py, NdArray>> {
        if let Some(out) = &out
            && out.get().shape() != result.shape()
        {
            let (found, expected) = (out.get().shape(), result.shape());
            return Err(PyValueError::new_err(format!("the output is of shape {found:?}, the result of {expected:?}")));
        }
        let result = match dtype {
            None => result,
            Some(dtype) if gives_truth(function) => self.checked(result, dtype)?,
            Some(dtype) => run(py, || result.astype(dtype))?,
        };
        placed(py, result, axes, out)
    }

    fn no_loop(&self, dtype: DType) -> PyErr {
        let (function, dtype) = (self.name, name(dtype));
        PyTypeError::new_err(format!("No loop of {dtype} was found for ufunc {function}"))
    }
}

/// The type that elements are combined in, if it is not theirs: the one that is asked for, or else what they have in common with the output.
fn common_type(x: &DynArray, dtype: Option<DType>, out: Option<&Bound<'_, NdArray>>) -> Option<DType> {
    dtype.or_else(|| out.map(|out| x.dtype().promote(out.get().element_type())))
}

/// The elements that are combined in a type: truth values are of any, but comparisons of them of truth values.
fn of_type(function: Ufunc, x: &DynArray, dtype: Option<DType>) -> xparray::Result<DynArray> {
    let dtype = dtype.filter(|&dtype| !gives_truth(function) || (is_predicate(function) && dtype == DType::Bool));
    dtype.map_or(Ok(x.clone()), |dtype| x.astype(dtype))
}

/// Whether a function gives truth values of any elements.
fn gives_truth(function: Ufunc) -> bool {
    use Ufunc::{LogicalAnd, LogicalOr, LogicalXor};
    is_predicate(function) || matches!(function, LogicalAnd | LogicalOr | LogicalXor)
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
        let mut options = Options::of(self, kwargs)?;
        let inputs = self.nin();
        if args.len() == inputs + 1 {
            if options.out.is_some() {
                let message = "cannot specify 'out' as both a positional and keyword argument";
                return Err(PyTypeError::new_err(message));
            }
            let out = args.get_item(inputs)?;
            if out.is_instance_of::<PyEllipsis>() {
                return Err(PyTypeError::new_err("out=... is only allowed as a keyword argument."));
            }
            options.out = out_of(out)?;
        } else if args.len() != inputs {
            let (name, most, found) = (self.name, inputs + 1, args.len());
            return Err(PyTypeError::new_err(format!(
                "{name}() takes from {inputs} to {most} positional arguments but {found} were given"
            )));
        }
        let typed;
        let args = match &options.signature {
            Some(signature) => {
                typed = signature.apply(self, &args.get_slice(0, inputs), options.casting)?;
                &typed
            }
            None => args,
        };
        let result = match self.function {
            Function::Unary(function) => {
                let Input(x) = args.get_item(0)?.extract()?;
                let x = self.wide(x)?;
                match options.dtype {
                    Some(dtype) => match run(py, || function(&x)) {
                        Ok(found) if found.dtype() == dtype => found,
                        _ => {
                            self.check_input(0, x.dtype(), dtype, options.casting)?;
                            self.checked(run(py, || function(&x.astype(dtype)?))?, dtype)?
                        }
                    },
                    None => {
                        // NumPy's are a few operations, for which nothing is computed.
                        let now = self.home == NUMPY && x.is_computed();
                        let found = if now { run_now(|| function(&x))? } else { run(py, || function(&x))? };
                        // Whole numbers of which floats are made were converted.
                        if is_whole(x.dtype()) && !is_whole(found.dtype()) {
                            self.check_input(0, x.dtype(), found.dtype(), options.casting)?;
                        }
                        found
                    }
                }
            }
            Function::Binary(function) => {
                let both: [Operand; 2] = [args.get_item(0)?.extract()?, args.get_item(1)?.extract()?];
                match options.dtype {
                    // Of what is true or false, the type is that of the result alone.
                    Some(dtype) if gives_truth(function) => {
                        let [x, y] = both;
                        self.checked(call(py, function, x, y)?, dtype)?
                    }
                    Some(dtype) => {
                        let device = Operand::device(&both)?;
                        let [x, y] = both.each_ref().map(|operand| operand.to_type(py, dtype, &device));
                        for (k, operand) in both.iter().enumerate() {
                            self.check_operand(k, operand, dtype, options.casting)?;
                        }
                        self.checked(call(py, function, Operand::Array(x?), Operand::Array(y?))?, dtype)?
                    }
                    None => {
                        self.check_common(&both, options.casting)?;
                        let [x, y] = both;
                        call(py, function, x, y)?
                    }
                }
            }
            Function::Several(_, function) => {
                let mut operands =
                    args.iter().take(inputs).map(|arg| arg.extract()).collect::<PyResult<Vec<Operand>>>()?;
                self.check_common(&operands, options.casting)?;
                for operand in &mut operands {
                    if let Operand::Array(array) = operand {
                        *array = self.wide(array.clone())?;
                    }
                }
                match (options.dtype, operands.iter().any(Operand::is_array)) {
                    (None, true) => {}
                    (dtype, _) => {
                        let device = Operand::device(&operands)?;
                        for (k, operand) in operands.iter_mut().enumerate() {
                            if let Some(dtype) = dtype {
                                self.check_operand(k, operand, dtype, options.casting)?;
                            }
                            *operand = Operand::Array(match dtype {
                                Some(dtype) => operand.to_type(py, dtype, &device)?,
                                None => operand.to_array(None)?,
                            });
                        }
                    }
                }
                run(py, || function(&operands.iter().map(Operand::borrowed).collect::<Vec<_>>()))?
            }
        };
        if options.signature.as_ref().is_some_and(|signature| !signature.allows(result.dtype())) {
            return Err(self.no_loop(result.dtype()));
        }
        let arrays: Vec<_> = match options.out.is_none() && result.ndim() > 1 {
            true => args.iter().take(inputs).filter_map(|arg| arg.cast_into::<NdArray>().ok()).collect(),
            false => Vec::new(),
        };
        options.finish(py, result, arrays.iter().map(Bound::get))
    }

    /// Combines the elements along axes, those where a mask holds, from an initial value.
    #[pyo3(signature = (array, axis=Some(Shape(vec![0])), dtype=None, out=None, keepdims=false, initial=Initial::Identity, r#where=None))]
    fn reduce<'py>(
        &self,
        array: &Bound<'py, PyAny>,
        axis: Option<Shape>,
        dtype: Option<DTypeArg>,
        out: Option<Bound<'py, PyAny>>,
        keepdims: bool,
        initial: Initial,
        r#where: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, NdArray>> {
        let (py, function, out) = (array.py(), self.binary()?, output(out)?);
        let (seen, dtype): (Seen, _) = (array.extract()?, dtype.map(|dtype| dtype.0));
        let x = &seen.value;
        let mask = r#where.map(mask_of).transpose()?.flatten();
        // As NumPy, which takes a number for one of an axis.
        let axis = axis.map(|axis| axis.0).filter(|axis| x.ndim() > 0 || !matches!(axis[..], [0 | -1]));
        initial.check(function, x, axis.as_deref(), mask.is_some())?;
        let gone = axis.clone().unwrap_or_default();
        let mut initial = initial.number();
        if gives_truth(function) {
            initial = initial.map(|initial| initial.astype(DType::Bool));
        }
        let common = common_type(x, dtype, out.as_ref());
        if common.unwrap_or(x.dtype()) == DType::Bool && !matches!(function, Ufunc::Add | Ufunc::Multiply) {
            initial = initial.map(|initial| initial.astype(DType::Bool));
        }
        let result = run(py, || {
            let x = of_type(function, x, common)?;
            let options = Reduction::new().axes(axes(axis, keepdims));
            let options = initial.into_iter().fold(options, Reduction::initial_of);
            function.reduce_with(&x, mask.iter().fold(options, Reduction::mask))
        })?;
        let order = seen.axes_without(&gone, result.ndim());
        self.reduced(py, function, result, order, (dtype, out))
    }

    /// What `reduce` gives for the elements so far, at each place of an axis.
    #[pyo3(signature = (array, axis=0, dtype=None, out=None))]
    fn accumulate<'py>(
        &self,
        py: Python<'py>,
        array: Seen<'py>,
        axis: isize,
        dtype: Option<DTypeArg>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, NdArray>> {
        let (function, dtype, out) = (self.binary()?, dtype.map(|dtype| dtype.0), output(out)?);
        let value = &array.value;
        let common = common_type(value, dtype, out.as_ref());
        let result = run(py, || function.accumulate(&of_type(function, value, common)?, axis))?;
        self.reduced(py, function, result, array.axes(Order::Kept), (dtype, out))
    }

    /// The function of each pair of elements.
    #[pyo3(signature = (a, b, /, *, dtype=None, out=None))]
    fn outer<'py>(
        &self,
        py: Python<'py>,
        a: Seen<'py>,
        b: Seen<'py>,
        dtype: Option<DTypeArg>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, NdArray>> {
        let (function, dtype, out) = (self.binary()?, dtype.map(|dtype| dtype.0), output(out)?);
        let order = crate::order::outer(&a, &b);
        let mut operands = [a.value, b.value];
        if let Some(dtype) = dtype.filter(|_| !gives_truth(function)) {
            for (k, operand) in operands.iter_mut().enumerate() {
                self.check_input(k, operand.dtype(), dtype, Casting::SameKind)?;
                *operand = run(py, || operand.astype(dtype))?;
            }
        }
        let [a, b] = operands;
        check_exponents(py, function, a.dtype(), &Operand::Array(b.clone()))?;
        let result = run(py, || function.outer(&a, &b))?;
        let result = dtype.map_or(Ok(result.clone()), |dtype| self.checked(result, dtype))?;
        placed(py, result, order, out)
    }

    /// Reduces parts of an axis, which begin at indices.
    #[pyo3(signature = (array, indices, axis=0, dtype=None, out=None))]
    #[allow(clippy::too_many_arguments)] // As many as NumPy's.
    fn reduceat<'py>(
        &self,
        py: Python<'py>,
        array: Input,
        indices: Input,
        axis: isize,
        dtype: Option<DTypeArg>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, NdArray>> {
        let (function, dtype, out) = (self.binary()?, dtype.map(|dtype| dtype.0), output(out)?);
        let common = common_type(&array.0, dtype, out.as_ref());
        let result = run(py, || {
            // An empty list is one of indices.
            let indices = if indices.0.is_empty() { indices.0.astype(DType::I64)? } else { indices.0 };
            function.reduceat(&of_type(function, &array.0, common)?, &indices, axis)
        })?;
        self.reduced(py, function, result, None, (dtype, out))
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
            Function::Several(number, _) => number,
        }
    }

    /// The number of arrays that it gives.
    #[getter]
    fn nout(&self) -> usize {
        1
    }

    /// The number of arrays that it takes and gives.
    #[getter]
    fn nargs(&self) -> usize {
        self.nin() + 1
    }

    /// What it gives for no elements, if there is such a number.
    #[getter]
    fn identity<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Function::Binary(function) = self.function else { return Ok(None) };
        let Some(identity) = function.identity(DType::F64) else { return Ok(None) };
        let number = identity.get::<f64>();
        let dtype = if gives_truth(function) { DType::Bool } else { DType::I64 };
        to_python(py, if number.is_finite() { identity.astype(dtype) } else { identity }).map(Some)
    }

    /// The axes that a call goes over: none.
    #[getter]
    fn signature(&self) -> Option<&'static str> {
        None
    }

    #[getter]
    fn __signature__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import(self.home)?.getattr("_signatures")?.get_item(self.name)
    }

    #[getter]
    fn __doc__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(py.import(self.home)?.getattr("_docs")?.call_method1("get", (self.name,))?.unbind())
    }

    fn __repr__(&self) -> String {
        format!("<ufunc '{}'>", self.name)
    }

    /// Pickled are the names of the module and the function.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str, &'static str))> {
        let home = if self.home == NUMPY { "xparray" } else { self.home };
        Ok((py.import("xparray._core")?.getattr("_ufunc_named")?, (home, self.name)))
    }
}
