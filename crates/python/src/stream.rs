//! Streams: work that goes on beside other work, in its own order, and events, which are points in that.

use crate::device::{DeviceArg, enter, leave};
use crate::error::run;
use pyo3::prelude::*;
use std::time::Duration;
use xparray::backend::{self, Streams};
use xparray::{Device, DeviceEvent};

/// A stream of a device: work that is done in its order, beside that of other streams. As a context manager, it is where arrays
/// are made, and so where what is computed of them is done: `with xparray.Stream():`.
///
/// Example: ``stream = xparray.Stream()``.
#[pyclass(module = "xparray", frozen)]
pub struct Stream(Device);

/// A point in the work of a stream.
///
/// Example: ``event = xparray.Stream().record()``.
#[pyclass(module = "xparray", frozen)]
pub struct Event(DeviceEvent);

#[pymethods]
impl Stream {
    /// A new stream of a device, by default of the current one.
    #[new]
    #[pyo3(signature = (device=None))]
    fn new(py: Python<'_>, device: Option<DeviceArg>) -> PyResult<Self> {
        let device = device.map_or_else(crate::device::current, |device| Ok(device.0))?;
        run(py, || device.on_new_stream()).map(Self)
    }

    /// The device, on this stream: `x.to_device(stream.device)` shares memory, and work on it goes on here.
    #[getter]
    fn device(&self) -> crate::device::PyDevice {
        crate::device::PyDevice(self.0.clone())
    }

    /// Waits for all work of the stream.
    fn synchronize(&self, py: Python<'_>) -> PyResult<()> {
        run(py, || self.0.synchronize())
    }

    /// An event after the work that the stream has so far.
    fn record(&self, py: Python<'_>) -> PyResult<Event> {
        run(py, || self.0.record()).map(Event)
    }

    /// Lets later work of the stream start only after an event, of any stream.
    fn wait_event(&self, py: Python<'_>, event: &Event) -> PyResult<()> {
        run(py, || self.0.wait(&event.0))
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
        let same = |other: &Device| (other.to_string(), other.stream_id()) == (self.0.to_string(), self.0.stream_id());
        other.cast::<Self>().is_ok_and(|other| same(&other.get().0))
    }

    fn __hash__(&self) -> u64 {
        self.0.stream_id()
    }

    fn __repr__(&self) -> String {
        format!("<Stream {} of {}>", self.0.stream_id(), self.0)
    }
}

#[pymethods]
impl Event {
    /// Waits for the work before the event.
    fn synchronize(&self, py: Python<'_>) -> PyResult<()> {
        run(py, || backend::Event::synchronize(&self.0))
    }

    /// The seconds between an earlier event and this one; both are waited for.
    fn elapsed_since(&self, py: Python<'_>, start: &Self) -> PyResult<f64> {
        run(py, || backend::Event::elapsed_since(&self.0, &start.0)).map(|time: Duration| time.as_secs_f64())
    }
}

/// Waits for all work of the current stream, or of that of a device.
#[pyfunction]
fn synchronize(py: Python<'_>, device: DeviceArg) -> PyResult<()> {
    run(py, || device.0.synchronize())
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Stream>()?;
    module.add_class::<Event>()?;
    module.add_function(wrap_pyfunction!(synchronize, module)?)
}
