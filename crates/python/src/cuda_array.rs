//! The CUDA array interface, version 3, both ways: memory of a GPU, by its address in a dictionary. ROCm's libraries have it too.

use crate::DynArray;
use crate::array::NdArray;
use crate::device::{current, named};
use crate::error::{exception, run};
use pyo3::exceptions::{PyAttributeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::ffi::c_void;
use std::ptr::with_exposed_provenance_mut;
use xparray::backend::Memory;
#[cfg(any(feature = "cuda", feature = "rocm"))]
use xparray::backend::Streams;
use xparray::io::{DLDataType, DLManagedTensorVersioned, DLPackVersion, DLTensor, Dlpack, FromDlpack};
use xparray::{BackendKind, DType, Device};

/// The attribute that objects with memory of a GPU have.
pub const NAME: &str = "__cuda_array_interface__";
/// The flag of DLPack for memory that may only be read.
const READ_ONLY: u64 = 1;

/// What a dictionary of the interface says.
struct Described {
    shape: Vec<i64>,
    /// Elements between neighbours.
    strides: Option<Vec<i64>>,
    dtype: DType,
    address: usize,
    is_read_only: bool,
    /// The stream whose work is to be waited for.
    stream: Option<usize>,
}

fn refuse<T>(message: impl std::fmt::Display) -> PyResult<T> {
    Err(PyValueError::new_err(format!("{NAME}: {message}")))
}

/// An entry that must be there, of a type.
fn entry<'py, T>(dict: &Bound<'py, PyDict>, key: &str) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py>,
{
    let Some(value) = dict.get_item(key)? else { return refuse(format_args!("no {key}")) };
    value.extract::<T>().or_else(|_| refuse(format_args!("{key} is {value}")))
}

/// An entry that may be missing, or `None`.
fn optional<'py, T>(dict: &Bound<'py, PyDict>, key: &str) -> PyResult<Option<T>>
where
    T: for<'a> FromPyObject<'a, 'py>,
{
    match dict.get_item(key)? {
        Some(value) if !value.is_none() => entry(dict, key).map(Some),
        _ => Ok(None),
    }
}

impl Described {
    fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let dict = object.getattr(NAME)?;
        let Ok(dict) = dict.cast::<PyDict>() else { return refuse("no dictionary") };
        let version: i64 = entry(dict, "version")?;
        if version < 1 {
            return refuse(format_args!("version {version}"));
        }
        let typestr: String = entry(dict, "typestr")?;
        // Bytes in the other order; of one byte there is but one.
        if typestr.starts_with('>') {
            return Err(PyTypeError::new_err(format!("{NAME}: elements of type {typestr}")));
        }
        let dtype = crate::dtype::of_name(&typestr)
            .ok_or_else(|| PyTypeError::new_err(format!("{NAME}: elements of type {typestr}")))?;
        let shape: Vec<i64> = entry(dict, "shape")?;
        if shape.iter().any(|&length| length < 0) {
            return refuse(format_args!("shape is {shape:?}"));
        }
        let (address, is_read_only): (usize, bool) = entry(dict, "data")?;
        let is_empty = shape.contains(&0);
        if address == 0 && !is_empty {
            return refuse("no address");
        }
        if dict.get_item("mask")?.is_some_and(|mask| !mask.is_none()) {
            return refuse("arrays have no masked elements");
        }
        let size = dtype.size() as i64;
        let strides: Option<Vec<i64>> = optional(dict, "strides")?;
        if let Some(strides) = &strides
            && (strides.len() != shape.len() || strides.iter().any(|stride| stride % size != 0))
        {
            return refuse(format_args!("strides of {strides:?} bytes for shape {shape:?} of elements of {size}"));
        }
        let strides = strides.map(|strides| strides.into_iter().map(|stride| stride / size).collect());
        let stream = optional(dict, "stream")?;
        if stream == Some(0) {
            return refuse("stream 0 is no stream: 1 is the legacy default stream, 2 the thread's");
        }
        Ok(Self { shape, strides, dtype, address, is_read_only, stream })
    }

    /// The tensor of DLPack that says the same and keeps the owner of the memory.
    fn into_tensor(self, owner: Py<PyAny>, device: &Device) -> PyResult<Dlpack> {
        let Some(place) = device.dlpack_device() else { return refuse("the device is unknown to DLPack") };
        let ndim = self.shape.len() as i32;
        let mut kept = Box::new(Kept { shape: self.shape, strides: self.strides.unwrap_or_default(), _owner: owner });
        let strides = if kept.strides.is_empty() { std::ptr::null_mut() } else { kept.strides.as_mut_ptr() };
        let tensor = DLTensor {
            data: with_exposed_provenance_mut(self.address),
            device: place,
            ndim,
            dtype: DLDataType::of(self.dtype),
            shape: kept.shape.as_mut_ptr(),
            strides,
            byte_offset: 0,
        };
        let managed = Box::into_raw(Box::new(DLManagedTensorVersioned {
            version: DLPackVersion { major: 1, minor: 0 },
            manager_ctx: Box::into_raw(kept).cast::<c_void>(),
            deleter: Some(delete),
            flags: if self.is_read_only { READ_ONLY } else { 0 },
            dl_tensor: tensor,
        }));
        // SAFETY: the tensor is whole and nobody else's. Who has the interface promises that its memory is there as long as it is.
        unsafe { Dlpack::from_raw(managed) }.map_err(exception)
    }
}

/// What a tensor of foreign memory keeps: its owner goes with it, by whichever thread.
struct Kept {
    shape: Vec<i64>,
    strides: Vec<i64>,
    _owner: Py<PyAny>,
}

/// # Safety
/// The tensor is one of [`Described::into_tensor`], and goes with this call.
unsafe extern "C" fn delete(tensor: *mut DLManagedTensorVersioned) {
    // SAFETY: the caller's promise: both are boxes, and nobody uses them any more.
    unsafe {
        let tensor = Box::from_raw(tensor);
        drop(Box::from_raw(tensor.manager_ctx.cast::<Kept>()));
    }
}

/// Whether a device is a GPU with this interface.
fn is_gpu(device: &Device) -> bool {
    matches!(device.kind(), BackendKind::Cuda | BackendKind::Rocm)
}

/// The device that foreign memory is taken to be on, as the interface does not say: the one that is asked for, the current one, or
/// the first that there is.
fn device_of_memory(asked: Option<&Device>) -> PyResult<Device> {
    if let Some(device) = asked.filter(|device| is_gpu(device)) {
        return Ok(device.clone());
    }
    match current()? {
        device if is_gpu(&device) => Ok(device),
        _ => named("cuda:0").or_else(|error| named("rocm:0").map_err(|_| error)),
    }
}

/// The array of an object with the interface, in the same memory.
pub fn import(object: &Bound<'_, PyAny>, asked: Option<&Device>) -> PyResult<DynArray> {
    let described = Described::of(object)?;
    let device = device_of_memory(asked)?;
    let (stream, owner) = (described.stream, object.clone().unbind());
    let tensor = described.into_tensor(owner, &device)?;
    run(object.py(), || {
        if let Some(stream) = stream {
            wait_for(&device, stream)?;
        }
        let array = device.from_dlpack(tensor)?;
        asked.map_or(Ok(array.clone()), |asked| array.to_device(asked))
    })
}

/// Waits for what another library has queued on its stream.
fn wait_for(device: &Device, stream: usize) -> xparray::Result<()> {
    match device {
        // SAFETY: the interface promises that the stream is there, and the handle goes with this statement.
        #[cfg(feature = "cuda")]
        Device::Cuda(xp) => unsafe { xp.on_foreign_stream(xparray::cuda::RawStream(stream)) }?.synchronize(),
        // SAFETY: as above.
        #[cfg(feature = "rocm")]
        Device::Rocm(xp) => unsafe { xp.on_foreign_stream(xparray::rocm::RawStream(stream)) }?.synchronize(),
        other => {
            let message = format!("{other} has no stream {stream} of other libraries");
            Err(xparray::Error::Value { op: "asarray", message })
        }
    }
}

#[pymethods]
impl NdArray {
    /// The elements as they are now, for other libraries of a GPU: in the same memory, which may only be read. What computes them is
    /// done, so there is no stream to wait for. Arrays of the CPU do not have this attribute.
    #[getter]
    fn __cuda_array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let value = self.value(py)?;
        if !is_gpu(value.xp()) {
            return Err(PyAttributeError::new_err(format!("arrays on {} have no {NAME}", value.xp())));
        }
        let dtype = self.element_type();
        if dtype == DType::BF16 {
            return Err(PyAttributeError::new_err(format!("{NAME} has no name for bfloat16")));
        }
        let tensor = run(py, || value.to_dlpack())?;
        let DLTensor { data, byte_offset, strides, ndim, .. } = *tensor.tensor();
        let is_empty = self.layout().len() == 0;
        let address = if is_empty { 0 } else { data.expose_provenance() + byte_offset as usize };
        let size = dtype.size() as i64;
        // SAFETY: the tensor is ours, with a stride for each axis.
        let strides = (0..ndim as usize).map(|axis| unsafe { *strides.add(axis) } * size).collect::<Vec<_>>();
        let dict = PyDict::new(py);
        dict.set_item("shape", PyTuple::new(py, self.shape())?)?;
        dict.set_item("typestr", crate::dtype::code(dtype))?;
        dict.set_item("data", (address, true))?;
        dict.set_item("version", 3)?;
        dict.set_item("strides", PyTuple::new(py, strides)?)?;
        dict.set_item("stream", py.None())?;
        self.keep(std::sync::Arc::new(tensor));
        Ok(dict)
    }
}
