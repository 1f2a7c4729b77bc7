//! Errors as the exceptions that NumPy raises.

use pyo3::exceptions::{PyIndexError, PyMemoryError, PyOSError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use xparray::Error;

/// The exception of an error.
pub fn exception(error: Error) -> PyErr {
    let message = error.to_string();
    match error {
        Error::Shape { .. } | Error::Value { .. } => PyValueError::new_err(message),
        Error::Index { .. } => PyIndexError::new_err(message),
        Error::Axis { .. } => own("AxisError", message),
        Error::DType { .. } | Error::Unsupported { .. } => PyTypeError::new_err(message),
        Error::Singular { .. } | Error::NotPositiveDefinite { .. } => own("LinAlgError", message),
        Error::OutOfMemory { .. } => PyMemoryError::new_err(message),
        Error::Io { .. } => PyOSError::new_err(message),
        _ => PyRuntimeError::new_err(message),
    }
}

/// An exception of the module `xparray.exceptions`: these have two bases, as NumPy's.
fn own(name: &str, message: String) -> PyErr {
    Python::attach(|py| {
        let raised = py.import("xparray.exceptions").and_then(|module| module.getattr(name)?.call1((message,)));
        match raised {
            Ok(value) => PyErr::from_value(value),
            Err(error) => error,
        }
    })
}

thread_local! {
    /// What a function of Python raised, which the library called.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Keeps what a function of Python raised, for whoever called the library on this thread: [`run`] raises it.
pub fn raised(error: PyErr) -> Error {
    let message = error.to_string();
    RAISED.set(Some(error));
    Error::value("a function of Python", message)
}

/// Runs work of the library while other threads of Python run. A panic in it is a `RuntimeError`, as is whatever else no program
/// should see.
pub fn run<T: Send>(py: Python<'_>, work: impl FnOnce() -> xparray::Result<T> + Send) -> PyResult<T> {
    finish(py.detach(|| catch_unwind(AssertUnwindSafe(work))))
}

/// Runs work that takes no longer than letting other threads of Python go on would, such as making an expression of computed
/// arrays. It waits for no other thread: that one could be waiting for the interpreter, which is held here.
pub fn run_now<T>(work: impl FnOnce() -> xparray::Result<T>) -> PyResult<T> {
    finish(catch_unwind(AssertUnwindSafe(work)))
}

fn finish<T>(done: std::thread::Result<xparray::Result<T>>) -> PyResult<T> {
    match done {
        Ok(result) => result.map_err(|error| RAISED.take().unwrap_or_else(|| exception(error))),
        Err(panic) => Err(PyRuntimeError::new_err(format!("xparray failed: {}", message(&*panic)))),
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let owned = || panic.downcast_ref::<String>().map(String::as_str);
    panic.downcast_ref::<&str>().copied().or_else(owned).unwrap_or("a panic without a message")
}
