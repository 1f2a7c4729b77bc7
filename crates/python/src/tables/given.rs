//! What functions give, as objects of Python.

use crate::DynArray;
use crate::array::NdArray;
use num_complex::Complex;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use xparray::{Array, Device, Element};

/// A result that becomes an object of Python.
pub trait Given: Sized {
    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>>;
}

impl Given for DynArray {
    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        NdArray::new(self).into_bound_py_any(py)
    }
}

impl<T: Element> Given for Array<T, Device> {
    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        self.into_dyn().into_python(py)
    }
}

impl Given for () {
    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        Ok(py.None().into_bound(py))
    }
}

impl<T: Given> Given for Option<T> {
    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        self.map_or_else(|| Ok(py.None().into_bound(py)), |value| value.into_python(py))
    }
}

impl<T: Given> Given for Vec<T> {
    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let values = self.into_iter().map(|value| value.into_python(py)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, values).map(Bound::into_any)
    }
}

impl<T: Given, const N: usize> Given for [T; N] {
    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let values = self.into_iter().map(|value| value.into_python(py)).collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(py, values).map(Bound::into_any)
    }
}

macro_rules! numbers {
    ($($T:ty)+) => {$(
        impl Given for $T {
            fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
                self.into_bound_py_any(py)
            }
        }
    )+};
}
numbers!(bool f64 i64 usize String Complex<f64> &'static str);

macro_rules! tuples {
    ($($($T:ident $x:ident),+;)+) => {$(
        impl<$($T: Given),+> Given for ($($T,)+) {
            fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
                let ($($x,)+) = self;
                PyTuple::new(py, [$($x.into_python(py)?),+]).map(Bound::into_any)
            }
        }
    )+};
}
tuples! {
    A a, B b;
    A a, B b, C c;
    A a, B b, C c, D d;
    A a, B b, C c, D d, E e;
}
