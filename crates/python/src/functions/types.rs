//! Promotion and conversion of element types.

use crate::array::NdArray;
use crate::convert::weak_number;
use crate::dtype::{DTypeArg, ElementType, object, parse};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyInt;
use xparray::{Casting, DType};

/// The type that arrays, types and numbers are promoted to.
#[pyfunction]
fn result_type(py: Python<'_>, operands: Vec<Bound<'_, PyAny>>) -> PyResult<Py<ElementType>> {
    let (mut strong, mut weak) = (Vec::new(), Vec::new());
    for operand in &operands {
        let number = match weak_number(operand) {
            // However large, integers of Python are of their kind.
            Err(_) if operand.is_instance_of::<PyInt>() => Some(DType::I64),
            found => found?.map(|number| number.dtype()),
        };
        if let Some(dtype) = number {
            weak.push(dtype);
        } else if let Ok(array) = operand.cast::<NdArray>() {
            strong.push(array.get().element_type());
        } else {
            // Arrays of other libraries have the attribute, types of elements are parsed themselves.
            let named = operand.getattr("shape").and_then(|_| operand.getattr("dtype"));
            strong.push(parse(named.as_ref().unwrap_or(operand))?);
        }
    }
    let found = xparray::result_type(&strong, &weak);
    object(py, found.ok_or_else(|| PyValueError::new_err("at least one array or dtype is required"))?)
}

/// NumPy's names of the rules.
pub fn casting_of(name: &str) -> PyResult<Casting> {
    Ok(match name {
        "no" | "equiv" => Casting::No,
        "safe" => Casting::Safe,
        "same_kind" => Casting::SameKind,
        "unsafe" => Casting::Unsafe,
        other => {
            let message = format!("casting must be one of no, equiv, safe, same_kind, unsafe, not {other}");
            return Err(PyValueError::new_err(message));
        }
    })
}

/// Whether elements become another type without losing more than NumPy's rule allows.
#[pyfunction]
fn can_cast(from: DTypeArg, to: DTypeArg, casting: &str) -> PyResult<bool> {
    Ok(from.0.can_cast_with(to.0, casting_of(casting)?))
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(result_type, module)?)?;
    module.add_function(wrap_pyfunction!(can_cast, module)?)
}
