//! Devices by name, opened once, and the one where new arrays go.

use crate::error::exception;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use xparray::Device;
use xparray::backend::Streams;

/// A device. As a context manager, it is where arrays are made: `with xparray.device("cuda:1"):`.
#[pyclass(name = "Device", module = "xparray", frozen)]
pub struct PyDevice(pub Device);

/// Each device that was opened, by its name. Handles of one device share its memory pool and its streams.
static OPENED: Mutex<Option<HashMap<String, Device>>> = Mutex::new(None);
/// The device of programs that name none.
static DEFAULT: Mutex<Option<Device>> = Mutex::new(None);

thread_local! {
    /// Devices of the `with` statements that this thread is in.
    static ENTERED: RefCell<Vec<Device>> = const { RefCell::new(Vec::new()) };
}

/// The device of a name.
pub fn named(name: &str) -> PyResult<Device> {
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    let opened = opened.get_or_insert_default();
    if let Some(device) = opened.get(name) {
        return Ok(device.clone());
    }
    let device: Device = name.parse().map_err(exception)?;
    let device = opened.entry(device.to_string()).or_insert(device).clone();
    opened.insert(name.to_owned(), device.clone());
    Ok(device)
}

/// The device of new arrays: that of the innermost `with`, or else the best one that there is.
pub fn current() -> PyResult<Device> {
    if let Some(device) = ENTERED.with_borrow(|entered| entered.last().cloned()) {
        return Ok(device);
    }
    let mut default = DEFAULT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(device) = &*default {
        return Ok(device.clone());
    }
    let best = Device::best().map_err(exception)?;
    let device = named(&best.to_string())?;
    *default = Some(device.clone());
    Ok(device)
}

/// Makes a device, or a stream of one, the current one of this thread, until [`leave`].
pub fn enter(device: Device) {
    ENTERED.with_borrow_mut(|entered| entered.push(device));
}

/// Ends the innermost `with` of a device or a stream.
pub fn leave() -> PyResult<()> {
    let left = ENTERED.with_borrow_mut(Vec::pop);
    left.map(drop).ok_or_else(|| PyRuntimeError::new_err("this thread is in no `with` of a device or a stream"))
}

/// The device that an object names: a `Device`, a name as `"cuda:1"`, or `None` for the current one.
pub struct DeviceArg(pub Device);

impl<'py> FromPyObject<'_, 'py> for DeviceArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_none() {
            return current().map(Self);
        }
        match object.cast::<PyDevice>() {
            Ok(device) => Ok(Self(device.get().0.clone())),
            Err(_) => named(&object.extract::<String>()?).map(Self),
        }
    }
}

#[pymethods]
impl PyDevice {
    /// The device of a name, or the current one.
    #[new]
    #[pyo3(signature = (name=None))]
    fn new(name: Option<DeviceArg>) -> PyResult<Self> {
        name.map_or_else(current, |name| Ok(name.0)).map(Self)
    }

    /// `cpu`, `cuda` or `rocm`.
    #[getter]
    fn type_(&self) -> String {
        self.0.kind().to_string()
    }

    /// The number of the stream that work through this handle goes to.
    #[getter]
    fn _stream_id(&self) -> u64 {
        self.0.stream_id()
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        enter(slf.get().0.clone());
        slf
    }

    fn __exit__(
        &self,
        _class: &Bound<'_, PyAny>,
        _error: &Bound<'_, PyAny>,
        _traceback: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        leave()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let name = self.0.to_string();
        match other.cast::<Self>() {
            Ok(other) => other.get().0.to_string() == name,
            Err(_) => other.extract::<String>().is_ok_and(|other| other == name || format!("{other}:0") == name),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        pyo3::types::PyString::new(py, &self.0.to_string()).hash()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Device('{}')", self.0)
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<pyo3::types::PyType>, (String,)) {
        (py.get_type::<Self>().unbind(), (self.0.to_string(),))
    }
}
