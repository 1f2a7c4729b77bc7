//! DLPack, both ways: tensors in capsules, with and without a version.

use crate::DynArray;
use crate::array::NdArray;
use crate::convert::Source;
use crate::device::DeviceArg;
use crate::error::{exception, run};
use pyo3::exceptions::{PyBufferError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use std::ffi::{CStr, c_void};
use xparray::Device;
use xparray::backend::{DlDevice, Memory, Streams};
use xparray::io::{DLManagedTensor, DLManagedTensorVersioned, Dlpack, FromDlpack};

/// The names of capsules that hold a tensor, and of those that held one.
const VERSIONED: &CStr = c"dltensor_versioned";
const USED_VERSIONED: &CStr = c"used_dltensor_versioned";
const UNVERSIONED: &CStr = c"dltensor";
const USED_UNVERSIONED: &CStr = c"used_dltensor";
/// The flag of a tensor that was copied for its consumer.
const IS_COPIED: u64 = 2;

/// Calls the deleter of a tensor that nobody took.
unsafe extern "C" fn release(capsule: *mut ffi::PyObject) {
    // SAFETY: Python calls this once, for a capsule made here. Whoever took the tensor has renamed it.
    unsafe {
        if ffi::PyCapsule_IsValid(capsule, VERSIONED.as_ptr()) == 1 {
            let tensor = ffi::PyCapsule_GetPointer(capsule, VERSIONED.as_ptr());
            drop(Dlpack::from_raw(tensor.cast()));
        } else if ffi::PyCapsule_IsValid(capsule, UNVERSIONED.as_ptr()) == 1 {
            let tensor = ffi::PyCapsule_GetPointer(capsule, UNVERSIONED.as_ptr());
            drop(Dlpack::from_raw_unversioned(tensor.cast()));
        }
    }
}

fn capsule<'py>(py: Python<'py>, tensor: *mut c_void, name: &'static CStr) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the tensor is the capsule's from here on, and the name lives for ever.
    unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyCapsule_New(tensor, name.as_ptr(), Some(release))) }
}

/// The array of an object with `__dlpack__`.
pub fn import(object: &Bound<'_, PyAny>, device: Option<Device>) -> PyResult<DynArray> {
    let py = object.py();
    let found: (i32, i32) = object.call_method0("__dlpack_device__")?.extract()?;
    let same = |device: &Device| device.dlpack_device().is_some_and(|d| (d.device_type, d.device_id) == found);
    let source = match device.as_ref().filter(|device| same(device)) {
        Some(device) => device.clone(),
        None => device_of(found)?,
    };
    let asked = PyDict::new(py);
    asked.set_item("max_version", (1, 1))?;
    let capsule = match object.call_method("__dlpack__", (), Some(&asked)) {
        // Libraries from before version 1 know no such argument.
        Err(error) if error.is_instance_of::<PyTypeError>(py) => object.call_method0("__dlpack__")?,
        result => result?,
    };
    let tensor = take(&capsule)?;
    run(py, || {
        let array = source.from_dlpack(tensor)?;
        device.map_or(Ok(array.clone()), |device| array.to_device(&device))
    })
}

/// The tensor of a capsule, which is renamed, as nobody else may take it.
fn take(object: &Bound<'_, PyAny>) -> PyResult<Dlpack> {
    let capsule = object.cast::<PyCapsule>()?.as_ptr();
    let taken = |held: &'static CStr, used: &'static CStr| {
        // SAFETY: the object is a capsule, and the names live for ever.
        unsafe {
            if ffi::PyCapsule_IsValid(capsule, held.as_ptr()) == 0 {
                return None;
            }
            let tensor = ffi::PyCapsule_GetPointer(capsule, held.as_ptr());
            ffi::PyCapsule_SetName(capsule, used.as_ptr());
            Some(tensor)
        }
    };
    if let Some(tensor) = taken(VERSIONED, USED_VERSIONED) {
        // SAFETY: a capsule of this name holds such a tensor, which is ours now.
        return unsafe { Dlpack::from_raw(tensor.cast::<DLManagedTensorVersioned>()) }.map_err(exception);
    }
    match taken(UNVERSIONED, USED_UNVERSIONED) {
        // SAFETY: as above.
        Some(tensor) => unsafe { Dlpack::from_raw_unversioned(tensor.cast::<DLManagedTensor>()) }.map_err(exception),
        None => Err(PyValueError::new_err("a capsule without a tensor: each can be taken once")),
    }
}

/// The device that DLPack names.
fn device_of((kind, index): (i32, i32)) -> PyResult<Device> {
    let name = match kind {
        DlDevice::CPU => "cpu".to_owned(),
        DlDevice::CUDA => format!("cuda:{index}"),
        DlDevice::ROCM => format!("rocm:{index}"),
        _ => return Err(PyBufferError::new_err(format!("no arrays are on devices of DLPack's kind {kind}"))),
    };
    crate::device::named(&name)
}

#[pymethods]
impl NdArray {
    /// DLPack's kind and number of the device.
    fn __dlpack_device__(&self, py: Python<'_>) -> PyResult<(i32, i32)> {
        let device = self.value(py)?.xp().dlpack_device();
        let device = device.ok_or_else(|| PyBufferError::new_err("the device is unknown to DLPack"))?;
        Ok((device.device_type, device.device_id))
    }

    /// The elements as they are now, for another library: in the same memory, which may only be read, or copied, if the library
    /// must own them or knows no such memory.
    #[pyo3(signature = (*, stream=None, max_version=None, dl_device=None, copy=None))]
    fn __dlpack__<'py>(
        &self,
        py: Python<'py>,
        stream: Option<&Bound<'py, PyAny>>,
        max_version: Option<(u32, u32)>,
        dl_device: Option<(i32, i32)>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut value = self.value(py)?;
        let on_host = value.xp().dlpack_device().is_some_and(|device| device.device_type == DlDevice::CPU);
        if on_host && stream.is_some_and(|stream| !stream.is_none()) {
            return Err(PyBufferError::new_err("the CPU has no streams"));
        }
        let mut is_copied = copy == Some(true);
        if let Some(asked) = dl_device
            && value.xp().dlpack_device().is_none_or(|d| (d.device_type, d.device_id) != asked)
        {
            if copy == Some(false) {
                return Err(PyBufferError::new_err("another device has a copy only"));
            }
            let device = device_of(asked)?;
            value = run(py, || value.to_device(&device))?;
            is_copied = true;
        }
        let is_versioned = max_version.is_some_and(|(major, _)| major >= 1);
        // A tensor without a version cannot say that it may only be read. Who insists on the memory itself knows that.
        is_copied |= !is_versioned && copy != Some(false);
        let tensor = run(py, move || {
            if !is_copied {
                return value.to_dlpack();
            }
            let copy = value.copy()?;
            drop(value);
            copy.eval()?;
            copy.xp().synchronize()?;
            copy.into_dlpack()
        })?;
        let tensor = tensor.into_raw();
        if !is_versioned {
            // SAFETY: the tensor is whole and ours.
            let tensor = unsafe {
                (*tensor).flags = 0;
                Dlpack::from_raw(tensor)
            };
            let tensor = tensor.and_then(Dlpack::into_raw_unversioned).map_err(exception)?;
            return capsule(py, tensor.cast(), UNVERSIONED);
        }
        if is_copied {
            // SAFETY: the tensor is ours until the capsule has it.
            unsafe { (*tensor).flags |= IS_COPIED };
        }
        capsule(py, tensor.cast(), VERSIONED)
    }
}

/// The array of an object with `__dlpack__`, in the same memory where that is possible.
#[pyfunction]
#[pyo3(signature = (x, /, *, device=None, copy=None))]
fn from_dlpack(x: &Bound<'_, PyAny>, device: Option<DeviceArg>, copy: Option<bool>) -> PyResult<NdArray> {
    let py = x.py();
    let device = device.map(|device| device.0);
    let array = match x.cast::<NdArray>() {
        Ok(array) if device.is_none() && copy != Some(true) => {
            return Ok(array.get().part(array.get().layout().clone()));
        }
        Ok(_) => crate::convert::asarray(x, &Source { dtype: None, device })?,
        Err(_) => import(x, device)?,
    };
    match copy {
        Some(true) => run(py, || array.copy()).map(|found| NdArray::new(found).changeable()),
        _ => Ok(NdArray::new(array).changeable()),
    }
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(from_dlpack, module)?)
}
