//! Updates of elements at indices.

use super::{Function, PyUfunc, Unary};
use crate::DynArray;
use crate::array::NdArray;
use crate::convert::{Input, asarray};
use crate::dtype::name;
use crate::error::run;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use xparray::{Bincount, Casting, Create, DType, Ufunc};

/// Integer arrays, one for each of the leading axes, if that is what an index is.
fn arrays(indices: &Bound<'_, PyAny>) -> Option<Vec<DynArray>> {
    let named: Vec<DynArray> = match indices.cast::<PyTuple>() {
        Ok(each) => each.iter().map(|index| index.extract().map(|Input(index)| index)).collect::<PyResult<_>>().ok()?,
        Err(_) => vec![indices.extract::<Input>().ok()?.0],
    };
    (!named.is_empty() && named.iter().all(|index| index.dtype().is_integer())).then_some(named)
}

/// The places, in the row of all elements, that an index of any kind names.
fn places(a: &Bound<'_, NdArray>, indices: &Bound<'_, PyAny>) -> PyResult<DynArray> {
    let (py, array) = (a.py(), a.get());
    let (device, lengths) = (array.device_of(py)?, signed(array.shape()));
    let count = array.layout().len() as i64;
    let all = run(py, || device.arange_of(DType::I64, (0i64, count, 1i64))?.reshape(lengths))?;
    Bound::new(py, NdArray::new(all))?.as_any().get_item(indices)?.cast::<NdArray>()?.get().value(py)
}

/// A shape, as reshaping takes it.
fn signed(shape: &[usize]) -> Vec<isize> {
    shape.iter().map(|&length| length as isize).collect()
}

#[pymethods]
impl PyUfunc {
    /// Updates the elements at an index, each as often as it is named.
    #[pyo3(signature = (a, indices, b=None, /))]
    fn at(
        &self,
        py: Python<'_>,
        a: &Bound<'_, NdArray>,
        indices: &Bound<'_, PyAny>,
        b: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let (function, b) = match (self.function, b) {
            (Function::Unary(function), None) => return self.at_one(a, indices, function),
            (Function::Unary(_), Some(_)) => {
                return Err(PyValueError::new_err("second operand provided when ufunc is unary"));
            }
            (Function::Binary(function), Some(b)) => (function, b),
            (Function::Binary(_), None) => return Err(PyValueError::new_err("second operand needed for ufunc")),
            (Function::Several(..), _) => {
                return Err(PyValueError::new_err("only functions of one or two arrays can do this"));
            }
        };
        let (mut values, dtype) = (asarray(b, &Default::default())?, a.get().element_type());
        // Integers that wrap are the same, whenever they do.
        let wraps = matches!(function, Ufunc::Add | Ufunc::Subtract | Ufunc::Multiply);
        let is_same = values.dtype().kind() == dtype.kind() && !dtype.is_integer();
        if is_same || (wraps && values.dtype().is_integer() && dtype.is_integer()) {
            values = run(py, || values.astype(dtype))?;
        }
        if let Some(named) = arrays(indices) {
            let named: Vec<&DynArray> = named.iter().collect();
            return a.get().change(py, |value| function.at_with(value, &named[..], &values, Casting::Unsafe));
        }
        let places = places(a, indices)?;
        a.get().change(py, |value| {
            let mut flat = value.ravel()?;
            function.at_with(&mut flat, &[&places][..], &values, Casting::Unsafe)?;
            *value = flat.reshape(signed(value.shape()))?;
            Ok(())
        })
    }
}

impl PyUfunc {
    /// As `at`, of a function of one array.
    fn at_one(&self, a: &Bound<'_, NdArray>, indices: &Bound<'_, PyAny>, function: Unary) -> PyResult<()> {
        let (py, places, dtype) = (a.py(), places(a, indices)?, a.get().element_type());
        let value = a.get().value(py)?;
        let found = run(py, || function(&value))?.dtype();
        if !found.can_cast_with(dtype, Casting::SameKind) {
            let (function, found, dtype) = (self.name, name(found), name(dtype));
            return Err(PyTypeError::new_err(format!(
                "Cannot cast ufunc '{function}' output from {found} to {dtype} with casting rule 'same_kind'"
            )));
        }
        a.get().change(py, |value| {
            let mut flat = value.ravel()?;
            if places.is_empty() {
                return Ok(());
            }
            let counts = places.ravel()?.bincount_with(Bincount::new().minlength(flat.len()))?;
            for turn in 0..counts.max(..)?.item()?.get::<i64>() {
                flat = counts.greater(turn)?.where_(&function(&flat)?.astype(dtype)?, &flat)?;
            }
            *value = flat.reshape(signed(value.shape()))?;
            Ok(())
        })
    }
}
