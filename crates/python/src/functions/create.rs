//! Arrays from nothing, and from other objects.

use super::made;
use crate::array::NdArray;
use crate::buffer::Buffer;
use crate::convert::{Shape, Source, asarray as of_object, number, number_as, number_beside};
use crate::device::{DeviceArg, current};
use crate::dtype::DTypeArg;
use crate::error::{run, run_now};
use crate::operand::Operand;
use crate::order::{Order, arranged, keeping};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use xparray::backend::Backend;
use xparray::{Create, DType, Eye, Grid, Linspace, Logspace, Scalar, result_type};

/// The array of an object: itself, if it is one and nothing changes.
#[pyfunction]
fn asarray<'py>(
    object: &Bound<'py, PyAny>,
    dtype: Option<DTypeArg>,
    device: Option<DeviceArg>,
    copy: Option<bool>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    let source = Source { dtype: dtype.map(|dtype| dtype.0), device: device.map(|device| device.0) };
    if let Ok(array) = object.cast::<NdArray>() {
        let array = array.get();
        let same_type = source.dtype.is_none_or(|dtype| dtype == array.element_type());
        let same = same_type && is_on(array, py, source.device.as_ref())?;
        match copy {
            Some(true) => {}
            _ if same => return Ok(object.clone()),
            Some(false) => {
                return Err(PyValueError::new_err("unable to avoid copy while creating an array as requested"));
            }
            None => {}
        }
        let value = of_object(object, &source)?;
        let value = if same { run(py, || value.copy())? } else { value };
        return Ok(Bound::new(py, keeping(py, std::iter::once(array), value)?.changeable())?.into_any());
    }
    if copy == Some(false) {
        let held = object.hasattr("__dlpack__")?.then(|| crate::dlpack::import(object, source.device.clone()));
        let refused = || PyValueError::new_err("unable to avoid copy while creating an array as requested");
        let value = held.ok_or_else(refused)??;
        return match source.dtype.is_none_or(|dtype| dtype == value.dtype()) {
            true => Ok(Bound::new(py, NdArray::new(value).changeable())?.into_any()),
            false => Err(refused()),
        };
    }
    let value = of_object(object, &source)?;
    let axes = if value.ndim() > 1 { Buffer::of(object).and_then(|buffer| buffer.axes(value.shape())) } else { None };
    Ok(Bound::new(py, arranged(py, value, axes.as_deref())?.changeable())?.into_any())
}

fn is_on(array: &NdArray, py: Python<'_>, device: Option<&xparray::Device>) -> PyResult<bool> {
    match device {
        None => Ok(true),
        Some(device) => Ok(device.device_id() == array.device_of(py)?.device_id()),
    }
}

#[pyfunction]
fn full(shape: Shape, value: &Bound<'_, PyAny>, dtype: Option<DTypeArg>, device: DeviceArg) -> PyResult<NdArray> {
    let (py, shape, xp) = (value.py(), shape.lengths()?, device.0);
    let dtype = dtype.map(|dtype| dtype.0);
    match number_beside(value, dtype)? {
        Some(number) => {
            let dtype = dtype.unwrap_or(number.dtype());
            let number = number_as(number, dtype)?;
            run_now(|| xp.full_of(dtype, shape, number)).map(|found| NdArray::new(found).changeable())
        }
        None => {
            let value = of_object(value, &Source { dtype, device: Some(xp) })?;
            made(py, || value.broadcast_to(shape)?.copy()).map(NdArray::changeable)
        }
    }
}

/// An array of one number in an order.
fn filled(
    py: Python<'_>,
    number: i64,
    shape: Shape,
    dtype: Option<DTypeArg>,
    order: Order,
    device: Option<DeviceArg>,
) -> PyResult<NdArray> {
    let (shape, xp) = (shape.lengths()?, device.map_or_else(current, |device| Ok(device.0))?);
    let dtype = dtype.map_or(DType::F64, |dtype| dtype.0);
    let found = run_now(|| xp.full_of(dtype, shape, Scalar::new(number).astype(dtype)))?;
    let axes = order.axes(std::iter::empty(), found.ndim());
    arranged(py, found, axes.as_deref()).map(NdArray::changeable)
}

/// Functions that fill a new array with a number.
macro_rules! filled {
    ($($(#[$doc:meta])* $name:ident = $number:literal;)+) => {$(
        $(#[$doc])*
        #[pyfunction]
        #[pyo3(
            signature = (shape, dtype=None, order=Order::Rows, *, device=None),
            text_signature = "(shape, dtype=None, order='C', *, device=None)"
        )]
        fn $name(
            py: Python<'_>,
            shape: Shape,
            dtype: Option<DTypeArg>,
            order: Order,
            device: Option<DeviceArg>,
        ) -> PyResult<NdArray> {
            filled(py, $number, shape, dtype, order, device)
        }
    )+};
}

filled! {
    /// Zeros, of a shape.
    ///
    /// Example: ``xparray.zeros((2, 3))``.
    zeros = 0;
    /// Ones, of a shape.
    ///
    /// Example: ``xparray.ones((2, 3))``.
    ones = 1;
    /// Elements of no particular value (zeros), of a shape.
    ///
    /// Example: ``xparray.empty((2, 3))``.
    empty = 0;
}

#[pyfunction]
fn arange(
    py: Python<'_>,
    start: &Bound<'_, PyAny>,
    stop: &Bound<'_, PyAny>,
    step: &Bound<'_, PyAny>,
    dtype: Option<DTypeArg>,
    device: DeviceArg,
) -> PyResult<NdArray> {
    let ends = [number(start)?, number(stop)?, number(step)?];
    // Truth values are counted.
    let found = ends.iter().map(|end| end.dtype()).fold(DType::Bool, DType::promote);
    let found = if found == DType::Bool { DType::I64 } else { found };
    let dtype = dtype.map_or(found, |dtype| dtype.0);
    let [start, stop, step] = ends;
    if ends.iter().all(|end| end.dtype().is_integer() || end.dtype() == DType::Bool) {
        let ends = (start.get::<i64>(), stop.get::<i64>(), step.get::<i64>());
        return made(py, || device.0.arange_of(dtype, ends));
    }
    made(py, || device.0.arange_of(dtype, (start.get::<f64>(), stop.get::<f64>(), step.get::<f64>())))
}

#[pyfunction]
fn linspace(
    py: Python<'_>,
    start: Operand,
    stop: Operand,
    num: usize,
    endpoint: bool,
    dtype: Option<DTypeArg>,
    device: DeviceArg,
    axis: isize,
) -> PyResult<NdArray> {
    let options = Linspace::new().endpoint(endpoint);
    if let (Operand::Number(start), Operand::Number(stop)) = (&start, &stop)
        && !start.dtype().is_complex()
        && !stop.dtype().is_complex()
        && dtype.as_ref().is_none_or(|dtype| !dtype.0.is_complex())
    {
        let dtype = dtype.map_or(DType::F64, |dtype| dtype.0);
        let (start, stop) = (start.get::<f64>(), stop.get::<f64>());
        return made(py, || device.0.linspace_of(dtype, start, stop, num, options));
    }
    // Numbers of Python are of the type that they have beside arrays.
    let ends = [&start, &stop];
    let of = |is_array: bool| ends.into_iter().filter(move |end| end.is_array() == is_array).map(Operand::dtype);
    let common = result_type(&of(true).collect::<Vec<_>>(), &of(false).collect::<Vec<_>>()).unwrap_or(DType::F64);
    let [start, stop] = [start.to_array(None)?, stop.to_array(None)?];
    made(py, || {
        let quotient = common.quotient();
        let found = start.astype(quotient)?.linspace_to(&stop.astype(quotient)?, num, options.axis(axis))?;
        dtype.map_or(Ok(found.clone()), |dtype| found.astype(dtype.0))
    })
}

#[pyfunction]
fn logspace(
    py: Python<'_>,
    start: f64,
    stop: f64,
    num: usize,
    endpoint: bool,
    base: f64,
    dtype: DTypeArg,
    device: DeviceArg,
) -> PyResult<NdArray> {
    made(py, || device.0.logspace_of(dtype.0, start, stop, num, Logspace::new().endpoint(endpoint).base(base)))
}

#[pyfunction]
fn eye(py: Python<'_>, n: usize, m: usize, k: isize, dtype: DTypeArg, device: DeviceArg) -> PyResult<NdArray> {
    made(py, || device.0.eye_of(dtype.0, n, Eye::new().columns(m).diagonal(k)))
}

#[pyfunction]
fn tri(py: Python<'_>, n: usize, m: usize, k: isize, dtype: DTypeArg, device: DeviceArg) -> PyResult<NdArray> {
    made(py, || device.0.tri_of(dtype.0, n, m, k))
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(asarray, module)?)?;
    module.add_function(wrap_pyfunction!(full, module)?)?;
    module.add_function(wrap_pyfunction!(zeros, module)?)?;
    module.add_function(wrap_pyfunction!(ones, module)?)?;
    module.add_function(wrap_pyfunction!(empty, module)?)?;
    module.add_function(wrap_pyfunction!(arange, module)?)?;
    module.add_function(wrap_pyfunction!(linspace, module)?)?;
    module.add_function(wrap_pyfunction!(logspace, module)?)?;
    module.add_function(wrap_pyfunction!(eye, module)?)?;
    module.add_function(wrap_pyfunction!(tri, module)?)
}
