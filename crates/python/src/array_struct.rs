//! NumPy's protocol for C: where the elements lie, as a structure in a capsule, which keeps the memory.

use crate::array::NdArray;
use crate::cell::address;
use crate::dtype::letter;
use pyo3::ffi;
use pyo3::prelude::*;
use std::ffi::{c_char, c_int, c_void};
use std::ptr::{null, null_mut, with_exposed_provenance_mut};
use std::sync::Arc;
use xparray::Layout;
use xparray::io::Dlpack;

/// NumPy's `PyArrayInterface`.
#[repr(C)]
struct Interface {
    two: c_int,
    nd: c_int,
    typekind: c_char,
    itemsize: c_int,
    flags: c_int,
    shape: *mut ffi::Py_ssize_t,
    strides: *mut ffi::Py_ssize_t,
    data: *mut c_void,
    descr: *mut ffi::PyObject,
}

/// The structure, which comes first, and what it points to.
#[repr(C)]
struct Held {
    interface: Interface,
    shape: Vec<ffi::Py_ssize_t>,
    strides: Vec<ffi::Py_ssize_t>,
    _tensor: Arc<Dlpack>,
}

/// NumPy's flags of arrays.
const ROWS: c_int = 0x1;
const COLUMNS: c_int = 0x2;
const ALIGNED: c_int = 0x100;
const NOT_SWAPPED: c_int = 0x200;
const WRITABLE: c_int = 0x400;

fn flags(layout: &Layout, is_dense: bool, is_writable: bool) -> c_int {
    let each = [
        (ROWS, is_dense && layout.is_contiguous()),
        (COLUMNS, is_dense && layout.transpose().is_contiguous()),
        (WRITABLE, is_writable),
    ];
    each.into_iter().filter(|(_, holds)| *holds).fold(ALIGNED | NOT_SWAPPED, |flags, (flag, _)| flags | flag)
}

unsafe extern "C" fn release(capsule: *mut ffi::PyObject) {
    // SAFETY: Python calls this once, for a capsule made below, whose pointer is of a box.
    unsafe { drop(Box::from_raw(ffi::PyCapsule_GetPointer(capsule, null()).cast::<Held>())) }
}

#[pymethods]
impl NdArray {
    /// The capsule of `__array_struct__`, of an array in the host's memory.
    fn _array_struct(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        let (py, array) = (slf.py(), slf.get());
        let place = array.place();
        let (layout, tensor, size) = (place.layout(), place.lend(py)?, array.element_type().size());
        let (step, shift) = place.steps(size);
        let mut held = Box::new(Held {
            interface: Interface {
                two: 2,
                nd: layout.ndim() as c_int,
                typekind: letter(array.element_type()) as c_char,
                itemsize: size as c_int,
                flags: flags(layout, step == size, array.is_writable()),
                shape: null_mut(),
                strides: null_mut(),
                data: with_exposed_provenance_mut(address(&tensor) + layout.offset() * step + shift),
                descr: null_mut(),
            },
            shape: layout.shape().iter().map(|&length| length as ffi::Py_ssize_t).collect(),
            strides: layout.strides().iter().map(|&stride| stride * step as ffi::Py_ssize_t).collect(),
            _tensor: tensor,
        });
        held.interface.shape = held.shape.as_mut_ptr();
        held.interface.strides = held.strides.as_mut_ptr();
        // SAFETY: the box is the capsule's from here on, and NumPy's consumers know it by no name.
        unsafe {
            Bound::from_owned_ptr_or_err(py, ffi::PyCapsule_New(Box::into_raw(held).cast(), null(), Some(release)))
        }
    }
}
