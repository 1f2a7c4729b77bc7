//! Matrices of which only products are asked for: sparse ones, arrays, and functions of Python.

use super::{Solvable, solvable};
use crate::DynArray;
use crate::array::NdArray;
use crate::convert::{Input, Source, asarray};
use crate::dtype::DTypeArg;
use crate::error::raised;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use xparray::scipy::sparse::linalg::{Apply, LinearOperator};
use xparray::{DType, Device, Error, Result};

/// Such a matrix as an argument.
pub enum Operator {
    Sparse(Solvable),
    Dense(DynArray),
    Python(Products),
}

/// Products that functions of Python compute.
pub struct Products {
    shape: [usize; 2],
    dtype: DType,
    matvec: Py<PyAny>,
    rmatvec: Option<Py<PyAny>>,
}

type Given = ([usize; 2], DTypeArg, Py<PyAny>, Option<Py<PyAny>>);

impl<'py> FromPyObject<'_, 'py> for Operator {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(sparse) = object.extract::<Solvable>() {
            return Ok(Self::Sparse(sparse));
        }
        if let Ok((shape, dtype, matvec, rmatvec)) = object.extract::<Given>() {
            return Ok(Self::Python(Products { shape, dtype: dtype.0, matvec, rmatvec }));
        }
        object.extract::<Input>().map(|array| Self::Dense(array.0))
    }
}

impl Operator {
    /// As the library takes it.
    pub fn borrowed(&self) -> &dyn LinearOperator<Device> {
        match self {
            Self::Sparse(matrix) => solvable!(matrix, matrix => matrix),
            Self::Dense(array) => array,
            Self::Python(products) => products,
        }
    }

    /// Where its products are, if it says so.
    pub fn device(&self) -> Option<Device> {
        match self {
            Self::Sparse(matrix) => Some(matrix.device()),
            Self::Dense(array) => Some(array.xp().clone()),
            Self::Python(_) => None,
        }
    }
}

/// What a function of Python gives for an array, on the array's device.
pub fn called(function: &Py<PyAny>, x: &DynArray) -> Result<DynArray> {
    Python::attach(|py| {
        let found = function.bind(py).call1((NdArray::new(x.clone()),))?;
        asarray(&found, &Source { dtype: None, device: Some(x.xp().clone()) })
    })
    .map_err(raised)
}

/// What a function of Python makes of several arrays.
pub fn called_with(function: &Py<PyAny>, x: &[DynArray]) -> Result<DynArray> {
    Python::attach(|py| {
        let arrays = PyTuple::new(py, x.iter().map(|x| NdArray::new(x.clone())))?;
        let found = function.bind(py).call1(arrays)?;
        asarray(&found, &Source { dtype: None, device: x.first().map(|x| x.xp().clone()) })
    })
    .map_err(raised)
}

impl LinearOperator<Device> for Products {
    fn shape(&self) -> [usize; 2] {
        self.shape
    }

    fn dtype(&self) -> DType {
        self.dtype
    }

    fn matvec(&self, x: &DynArray) -> Result<DynArray> {
        called(&self.matvec, x)
    }

    fn adjoint(&self) -> Result<Apply<'_, Device>> {
        let Some(rmatvec) = &self.rmatvec else {
            return Err(Error::value("rmatvec", "the operator does not know its adjoint"));
        };
        Ok(Box::new(move |x| called(rmatvec, x)))
    }
}
