//! The buffer protocol, both ways.

use crate::array::NdArray;
use crate::cell::address;
use crate::dtype::format;
use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::MaybeUninit;
use std::sync::Arc;
use xparray::io::Dlpack;

/// The memory of another object, held.
pub struct Buffer(Box<ffi::Py_buffer>);

impl Buffer {
    /// The memory of an object, if it has this protocol.
    pub fn of(object: &Bound<'_, PyAny>) -> Option<Self> {
        // SAFETY: the object is alive. Asking what has no memory would make an exception.
        if unsafe { ffi::PyObject_CheckBuffer(object.as_ptr()) } == 0 {
            return None;
        }
        let mut view = Box::new(MaybeUninit::<ffi::Py_buffer>::zeroed());
        // SAFETY: the object is alive and the structure is ours; it is filled in if the result is 0.
        unsafe {
            if ffi::PyObject_GetBuffer(object.as_ptr(), view.as_mut_ptr(), ffi::PyBUF_FULL_RO) != 0 {
                ffi::PyErr_Clear();
                return None;
            }
            Some(Self(view.assume_init()))
        }
    }

    /// The format of an element; bytes, if the object says none.
    pub fn format(&self) -> &str {
        if self.0.format.is_null() {
            return "B";
        }
        // SAFETY: the format is a string that lives as long as the buffer is held.
        unsafe { CStr::from_ptr(self.0.format) }.to_str().unwrap_or_default()
    }

    pub fn item_size(&self) -> usize {
        self.0.itemsize as usize
    }

    pub fn shape(&self) -> Vec<usize> {
        // SAFETY: a buffer that was asked for with its shape has as many lengths as axes.
        (0..self.0.ndim as usize).map(|k| unsafe { *self.0.shape.add(k) } as usize).collect()
    }

    /// The axes from the furthest to the closest, if they are of a shape and that is not their order.
    pub fn axes(&self, shape: &[usize]) -> Option<Vec<usize>> {
        if self.0.strides.is_null() || self.shape() != shape {
            return None;
        }
        // SAFETY: a buffer that was asked for with its strides has as many as axes.
        let stride = |axis: usize| unsafe { *self.0.strides.add(axis) }.unsigned_abs();
        let mut axes: Vec<usize> = (0..shape.len()).collect();
        axes.sort_by_key(|&axis| std::cmp::Reverse(stride(axis)));
        (!axes.is_sorted() && !shape.contains(&0)).then_some(axes)
    }

    /// The bytes of the elements in row-major order.
    pub fn row_major(&self) -> PyResult<Vec<u8>> {
        let mut bytes = vec![0u8; self.0.len as usize];
        let (target, order) = (bytes.as_mut_ptr().cast::<c_void>(), b'C' as c_char);
        // SAFETY: the buffer is held, and `bytes` has as many as its elements.
        let code = unsafe { ffi::PyBuffer_ToContiguous(target, &*self.0, self.0.len, order) };
        match code {
            0 => Ok(bytes),
            _ => Err(Python::attach(PyErr::fetch)),
        }
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: the buffer was filled in and is released once; whoever drops it has the interpreter.
        unsafe { ffi::PyBuffer_Release(&mut *self.0) }
    }
}

/// What an exported buffer points to.
struct Exported {
    _tensor: Arc<Dlpack>,
    shape: Vec<ffi::Py_ssize_t>,
    strides: Vec<ffi::Py_ssize_t>,
}

#[pymethods]
impl NdArray {
    /// The elements, in the memory of the array: writes there show here, and those here there. What may not be written is exported to be
    /// read.
    ///
    /// # Safety
    /// `view` is the structure of a consumer of the buffer protocol.
    unsafe fn __getbuffer__(slf: Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        let refuse = |message: &'static str| Err(PyBufferError::new_err(message));
        let array = slf.get();
        if flags & ffi::PyBUF_WRITABLE == ffi::PyBUF_WRITABLE && !array.is_writable() {
            return refuse("the array may only be read");
        }
        let Some(format) = format(array.element_type()) else {
            return refuse("buffers have no elements of type bfloat16");
        };
        let wants_strides = flags & ffi::PyBUF_STRIDES == ffi::PyBUF_STRIDES;
        let place = array.place();
        let layout = place.layout();
        if !wants_strides && (!layout.is_contiguous() || place.steps(1).0 != 1) {
            return refuse("the elements do not lie in row-major order, and nobody asked for their strides");
        }
        let tensor = place.lend(slf.py()).map_err(|error| PyBufferError::new_err(error.value(slf.py()).to_string()))?;
        let size = array.element_type().size() as isize;
        let (step, shift) = place.steps(size as usize);
        let memory = address(&tensor).wrapping_add(layout.offset() * step + shift);
        let shape = layout.shape().iter().map(|&d| d as isize).collect();
        let strides = layout.strides().iter().map(|&stride| stride * step as isize).collect();
        let mut exported = Box::new(Exported { _tensor: tensor, shape, strides });
        // SAFETY: the structure is the caller's to be filled in; what it points to lives until it is released.
        unsafe {
            (*view).buf = std::ptr::with_exposed_provenance_mut(memory);
            (*view).len = exported.shape.iter().product::<isize>() * size;
            (*view).readonly = c_int::from(!array.is_writable());
            (*view).itemsize = size;
            (*view).format = match flags & ffi::PyBUF_FORMAT {
                0 => std::ptr::null_mut(),
                _ => format.as_ptr().cast_mut(),
            };
            (*view).ndim = exported.shape.len() as c_int;
            (*view).shape = match flags & ffi::PyBUF_ND {
                0 => std::ptr::null_mut(),
                _ => exported.shape.as_mut_ptr(),
            };
            (*view).strides = if wants_strides { exported.strides.as_mut_ptr() } else { std::ptr::null_mut() };
            (*view).suboffsets = std::ptr::null_mut();
            (*view).internal = Box::into_raw(exported).cast();
            (*view).obj = slf.into_any().into_ptr();
        }
        Ok(())
    }

    /// # Safety
    /// `view` was filled in by `__getbuffer__`.
    unsafe fn __releasebuffer__(&self, view: *mut ffi::Py_buffer) {
        // SAFETY: the caller's promise; Python releases each buffer once.
        drop(unsafe { Box::from_raw((*view).internal.cast::<Exported>()) });
    }
}
