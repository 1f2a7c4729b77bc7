//! The native half of the Python module `xparray`: the array object, and functions of arrays, over `DynArray<Device>` alone.
//!
//! Nothing is computed here. The package in `python/xparray` gives these functions NumPy's names and keyword arguments.

// Its tests are Python's. Where cargo makes a test of it all the same (`--lib`), there is nothing of Python to link.
#![cfg(not(test))]

mod array;
mod array_struct;
mod buffer;
mod cell;
mod convert;
mod cuda_array;
mod device;
mod dlpack;
mod dtype;
mod error;
mod export;
mod functions;
mod index;
mod operand;
mod operators;
mod order;
mod place;
#[cfg(any(feature = "cuda", feature = "rocm"))]
mod raw;
mod stream;
mod tables;
mod ufunc;
mod views;

use pyo3::exceptions::PyImportError;
use pyo3::ffi::{PyInterpreterState_Get, PyInterpreterState_GetID};
use pyo3::prelude::*;
use std::sync::OnceLock;

/// The arrays of this module: on a device, and of an element type, that are known when the program runs.
type DynArray = xparray::DynArray<xparray::Device>;

/// Refuses every interpreter of a process but the first that asks: classes and element types are objects of one.
fn check_interpreter() -> PyResult<()> {
    static FIRST: OnceLock<i64> = OnceLock::new();
    // SAFETY: a module is imported by a thread that has the interpreter.
    let this = unsafe { PyInterpreterState_GetID(PyInterpreterState_Get()) };
    match *FIRST.get_or_init(|| this) == this {
        true => Ok(()),
        false => Err(PyImportError::new_err("xparray works in one interpreter of a process, and another one has it")),
    }
}

/// What `xparray._core` holds.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    check_interpreter()?;
    module.add_class::<array::NdArray>()?;
    module.add_class::<dtype::ElementType>()?;
    module.add_class::<device::PyDevice>()?;
    module.add_class::<ufunc::PyUfunc>()?;
    #[cfg(any(feature = "cuda", feature = "rocm"))]
    {
        module.add_class::<raw::RawModule>()?;
        module.add_class::<raw::RawFunction>()?;
    }
    module.add("dtypes", dtype::all(module.py())?)?;
    module.add("ufuncs", ufunc::all(module.py())?)?;
    module.add_function(wrap_pyfunction!(ufunc::_ufunc_named, module)?)?;
    module.add("special_ufuncs", ufunc::special(module.py())?)?;
    tables::add(module)?;
    for add in functions::MODULES {
        add(module)?;
    }
    Ok(())
}
