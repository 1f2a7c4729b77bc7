//! Operands: arrays, and numbers of Python, which are weak.

use crate::DynArray;
use crate::convert::{Source, asarray, check_range, weak_number};
use crate::error::{exception, run};
use pyo3::prelude::*;
use xparray::{ArrayOrNumber, Create, Device, Scalar, Ufunc};

/// An operand of a function.
pub enum Operand {
    /// An array.
    Array(DynArray),
    /// A number of Python.
    Number(Scalar),
}

impl<'py> FromPyObject<'_, 'py> for Operand {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match weak_number(&object)? {
            Some(number) => Ok(Self::Number(number)),
            None => asarray(&object, &Source::default()).map(Self::Array),
        }
    }
}

impl Operand {
    /// As the library takes it.
    pub fn borrowed(&self) -> ArrayOrNumber<'_, Device> {
        match self {
            Self::Array(array) => ArrayOrNumber::Array(array),
            Self::Number(number) => ArrayOrNumber::Scalar(*number),
        }
    }

    /// As an array; a number beside `other` is of the type that it has there.
    pub fn to_array(&self, other: Option<&DynArray>) -> PyResult<DynArray> {
        match (self, other) {
            (Self::Array(array), _) => Ok(array.clone()),
            (Self::Number(number), Some(other)) => {
                let dtype = other.dtype().promote_weak(number.dtype());
                check_range(*number, dtype)?;
                other.xp().full_of(dtype, (), *number).map_err(exception)
            }
            (Self::Number(number), None) => {
                crate::device::current()?.full_of(number.dtype(), (), *number).map_err(exception)
            }
        }
    }

    /// Whether it is an array.
    pub fn is_array(&self) -> bool {
        matches!(self, Self::Array(_))
    }

    fn array(&self) -> Option<&DynArray> {
        match self {
            Self::Array(array) => Some(array),
            Self::Number(_) => None,
        }
    }
}

/// The two operands of a function as it takes them: an array, and an array or a number.
pub fn pair(left: Operand, right: Operand) -> PyResult<(DynArray, Operand)> {
    let first = left.to_array(right.array())?;
    if let Operand::Number(number) = right {
        check_range(number, first.dtype().promote_weak(number.dtype()))?;
    }
    Ok((first, right))
}

/// A function of two operands.
pub fn call(py: Python<'_>, function: Ufunc, left: Operand, right: Operand) -> PyResult<DynArray> {
    let (left, right) = pair(left, right)?;
    run(py, || function.call(&left, &right.borrowed()))
}
