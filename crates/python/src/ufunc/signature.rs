//! Element types that a call names for each operand and the result: NumPy's `signature`.

use super::PyUfunc;
use crate::array::NdArray;
use crate::dtype::{DTypeArg, of_name};
use crate::operand::Operand;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use xparray::{Casting, DType};

/// The element types of the operands and of the result, each perhaps left open.
pub struct Signature {
    inputs: Vec<Option<DType>>,
    output: Option<DType>,
}

impl Signature {
    /// The signature of a text such as `dd->d`, or of a tuple of types.
    pub fn of(object: &Bound<'_, PyAny>, ufunc: &PyUfunc) -> PyResult<Self> {
        let inputs = ufunc.nin();
        let types = if let Ok(text) = object.cast::<PyString>() {
            codes(&text.to_cow()?, ufunc.name, inputs)?
        } else if let Ok(tuple) = object.cast::<PyTuple>() {
            let each = tuple.iter().map(|item| Ok(item.extract::<Option<DTypeArg>>()?.map(|dtype| dtype.0)));
            each.collect::<PyResult<Vec<_>>>()?
        } else {
            return Err(PyTypeError::new_err("the signature object to ufunc must be a string or a tuple."));
        };
        match types.split_last() {
            Some((&output, rest)) if rest.len() == inputs => Ok(Self { inputs: rest.to_vec(), output }),
            _ => Err(PyTypeError::new_err(format!("the signature of {} is of {} types", ufunc.name, inputs + 1))),
        }
    }

    /// The type that is all that is named, of the result: what `dtype` says.
    pub fn only_output(&self) -> Option<DType> {
        self.output.filter(|_| self.inputs.iter().all(Option::is_none))
    }

    /// Whether results may be of a type.
    pub fn allows(&self, dtype: DType) -> bool {
        self.output.is_none_or(|output| output == dtype)
    }

    /// The operands as the types that are named.
    pub fn apply<'py>(
        &self,
        ufunc: &PyUfunc,
        args: &Bound<'py, PyTuple>,
        casting: Casting,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let py = args.py();
        let operands = args.iter().map(|arg| arg.extract()).collect::<PyResult<Vec<Operand>>>()?;
        let device = Operand::device(&operands)?;
        let typed = args.iter().zip(&operands).zip(&self.inputs).enumerate().map(|(k, ((arg, operand), dtype))| {
            let Some(dtype) = *dtype else { return Ok(arg) };
            // The type of a number of Python is not known to be more than its kind.
            let from = if operand.is_array() { operand.dtype() } else { dtype.promote_weak(operand.dtype()) };
            ufunc.check_input(k, from, dtype, casting)?;
            Ok(Bound::new(py, NdArray::new(operand.to_type(py, dtype, &device)?))?.into_any())
        });
        PyTuple::new(py, typed.collect::<PyResult<Vec<_>>>()?)
    }
}

/// The types of a text: a letter for each operand, an arrow, and a letter for the result.
fn codes(text: &str, name: &str, inputs: usize) -> PyResult<Vec<Option<DType>>> {
    let Some((before, after)) = text.split_once("->") else {
        let message = format!("a signature of {name} is letters of types around an arrow: use `dtype` for one type");
        return Err(PyTypeError::new_err(message));
    };
    if before.chars().count() != inputs || after.chars().count() != 1 {
        let message = format!("a type-string for {name}, {inputs} typecode(s) before and 1 after the -> sign");
        return Err(PyValueError::new_err(message));
    }
    let unknown = |letter: char| PyValueError::new_err(format!("no element type has the letter '{letter}'"));
    let dtype = |letter: char| of_name(&letter.to_string()).map(Some).ok_or_else(|| unknown(letter));
    before.chars().chain(after.chars()).map(dtype).collect()
}
