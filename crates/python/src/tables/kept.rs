//! Values of the library that Python keeps: what its objects, as splines and trees, are made of.

use super::given::Given;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::any::Any;
use std::sync::Arc;

/// Any value of the library.
#[pyclass(module = "xparray._core", frozen)]
struct Handle(Arc<dyn Any + Send + Sync>);

/// A value of a type.
pub struct Kept<T>(pub Arc<T>);

impl<'py, T: Any + Send + Sync> FromPyObject<'_, 'py> for Kept<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let other = || PyTypeError::new_err("the value of another object");
        let handle = object.cast::<Handle>().map_err(|_| other())?;
        handle.get().0.clone().downcast::<T>().map(Self).map_err(|_| other())
    }
}

impl<T: Any + Send + Sync> Given for Kept<T> {
    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        Ok(Bound::new(py, Handle(self.0))?.into_any())
    }
}

/// Keeps a value.
pub fn keep<T>(value: T) -> Kept<T> {
    Kept(Arc::new(value))
}
