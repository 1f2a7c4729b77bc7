//! Python's objects as arrays: numbers, nested sequences, buffers, and what has `__array__`, `__dlpack__` or
//! `__cuda_array_interface__`.

use crate::DynArray;
use crate::array::NdArray;
use crate::buffer::Buffer;
use crate::device::current;
use crate::dtype::of_format;
use crate::error::{exception, run};
use num_complex::Complex;
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyComplex, PyFloat, PyInt, PyList, PyRange, PyRangeMethods, PySequence, PyString, PyTuple};
use xparray::{Create, DType, Device, Join, Scalar};

/// What an object becomes.
#[derive(Default)]
pub struct Source {
    /// The element type; by default the object's.
    pub dtype: Option<DType>,
    /// The device; by default the object's, if it has one, else the current one.
    pub device: Option<Device>,
}

/// An argument that is an array, or becomes one.
pub struct Input(pub DynArray);

impl<'py> FromPyObject<'_, 'py> for Input {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        asarray(&object, &Source::default()).map(Self)
    }
}

/// Several arguments, as functions take them.
pub fn borrowed(arrays: &[Input]) -> Vec<&DynArray> {
    arrays.iter().map(|array| &array.0).collect()
}

/// The array of an object.
pub fn asarray(object: &Bound<'_, PyAny>, source: &Source) -> PyResult<DynArray> {
    let py = object.py();
    if let Ok(array) = object.cast::<NdArray>() {
        let value = array.get().value(py)?;
        if source.device.is_none() && source.dtype.is_none_or(|dtype| dtype == value.dtype()) {
            return Ok(value);
        }
        return run(py, || {
            let value = match &source.device {
                Some(device) => value.to_device(device)?,
                None => value,
            };
            source.dtype.map_or(Ok(value.clone()), |dtype| value.astype(dtype))
        });
    }
    let device = source.device.clone().map_or_else(current, Ok)?;
    if let Some(number) = number_beside(object, source.dtype)? {
        let number = match source.dtype {
            Some(dtype) => number_as(number, dtype)?,
            None => number,
        };
        return device.full_of(number.dtype(), (), number).map_err(exception);
    }
    let found = match is_list(object) {
        true => of_nested(object, source, &device)?,
        false => match of_buffer(object, &device)? {
            Some(array) => array,
            None => of_other(object, source, &device)?,
        },
    };
    run(py, || source.dtype.map_or(Ok(found.clone()), |dtype| found.astype(dtype)))
}

/// A number of Python's own types, which adopts the element type of arrays beside it.
pub fn weak_number(object: &Bound<'_, PyAny>) -> PyResult<Option<Scalar>> {
    Ok(Some(if object.is_exact_instance_of::<PyFloat>() {
        Scalar::new(object.extract::<f64>()?)
    } else if object.is_instance_of::<PyBool>() {
        Scalar::new(object.extract::<bool>()?)
    } else if object.is_instance_of::<PyInt>() {
        integer(object)?
    } else if object.is_exact_instance_of::<PyComplex>() {
        Scalar::new(object.extract::<Complex<f64>>()?)
    } else {
        return Ok(None);
    }))
}

fn integer(object: &Bound<'_, PyAny>) -> PyResult<Scalar> {
    if let Ok(small) = object.extract::<i64>() {
        return Ok(Scalar::new(small));
    }
    object.extract::<u64>().map(Scalar::new).map_err(|_| too_large(object))
}

/// What is said of an integer of Python that no type of integers has.
pub fn too_large(number: impl std::fmt::Display) -> PyErr {
    PyOverflowError::new_err(format!("Python integer {number} does not fit 64 bits"))
}

/// As [`weak_number`], beside elements of a type: any integer is a float there.
pub fn number_beside(object: &Bound<'_, PyAny>, dtype: Option<DType>) -> PyResult<Option<Scalar>> {
    let floats = dtype.is_some_and(|dtype| dtype.is_float() || dtype.is_complex());
    match weak_number(object) {
        Err(_) if floats && object.is_instance_of::<PyInt>() => Ok(Some(Scalar::new(object.extract::<f64>()?))),
        found => found,
    }
}

/// An integer or truth value, whatever its type.
fn wide(number: Scalar) -> i128 {
    match number.dtype() {
        DType::U64 => i128::from(number.get::<u64>()),
        _ => i128::from(number.get::<i64>()),
    }
}

/// Refuses an integer of Python that an integer type does not have.
pub fn check_range(number: Scalar, dtype: DType) -> PyResult<()> {
    let whole = number.dtype().is_integer() && dtype.is_integer();
    if whole && wide(number) != wide(number.astype(dtype)) {
        let (number, name) = (wide(number), crate::dtype::name(dtype));
        return Err(PyOverflowError::new_err(format!("Python integer {number} out of bounds for {name}")));
    }
    Ok(())
}

/// A number of Python as an element of a type, as NumPy assigns it.
pub fn number_as(number: Scalar, dtype: DType) -> PyResult<Scalar> {
    check_range(number, dtype)?;
    if number.dtype().is_complex() && !dtype.is_complex() && dtype != DType::Bool {
        return Err(PyTypeError::new_err("a complex number is no element of a real array"));
    }
    if number.dtype().is_float() && dtype.is_integer() && !number.get::<f64>().is_finite() {
        return Err(PyValueError::new_err("cannot convert a float that is not finite to an integer"));
    }
    Ok(number.astype(dtype))
}

/// The array of an object with the buffer protocol, copied: others may write it.
fn of_buffer(object: &Bound<'_, PyAny>, device: &Device) -> PyResult<Option<DynArray>> {
    let Some(buffer) = Buffer::of(object) else { return Ok(None) };
    let Some(dtype) = of_format(buffer.format(), buffer.item_size()) else {
        return Ok(None);
    };
    // NumPy's dates lend their bytes, as do texts of its own.
    if dtype == DType::U8 && object.hasattr("dtype")? {
        crate::dtype::parse(&object.getattr("dtype")?)?;
    }
    let (bytes, shape) = (buffer.row_major()?, buffer.shape());
    run(object.py(), || device.from_bytes(dtype, &bytes, shape)).map(Some)
}

/// The array of an object without a buffer of a known format.
fn of_other(object: &Bound<'_, PyAny>, source: &Source, device: &Device) -> PyResult<DynArray> {
    if object.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("arrays have no elements of type str"));
    }
    // Such objects may have `__array__` too, which refuses to copy memory of a GPU.
    if object.hasattr(crate::cuda_array::NAME)? {
        return match object.hasattr("__dlpack__")? {
            // This names the device, and its owner orders the streams.
            true => crate::dlpack::import(object, source.device.clone()),
            false => crate::cuda_array::import(object, source.device.as_ref()),
        };
    }
    let has_method = object.hasattr("__array__")?;
    if has_method || object.hasattr("__array_interface__")? {
        let array = match has_method {
            true => object.call_method0("__array__")?,
            false => object.py().import("numpy")?.call_method1("asarray", (object,))?,
        };
        if let Some(found) = of_buffer(&array, device)? {
            return Ok(found);
        }
        // Elements in another order of bytes, or of a type without a format, as bfloat16.
        return of_bits(&array, device);
    }
    if object.hasattr("__dlpack__")? {
        return crate::dlpack::import(object, Some(device.clone()));
    }
    if object.cast::<PySequence>().is_err() && !object.hasattr("__iter__")? {
        let class = object.get_type();
        return Err(PyTypeError::new_err(format!("cannot make an array of an object of type {class}")));
    }
    if let Some(found) = of_range(object, source.dtype, device)? {
        return Ok(found);
    }
    of_nested(object, source, device)
}

/// The array of a nested sequence.
fn of_nested(object: &Bound<'_, PyAny>, source: &Source, device: &Device) -> PyResult<DynArray> {
    let mut nested = Nested { dtype: source.dtype, ..Nested::default() };
    nested.read(object, 0)?;
    nested.into_array(device, object.py())
}

/// Whether an object is one of Python's own lists or tuples, which have none of the protocols of arrays: asking for these takes longer than
/// reading a few numbers.
fn is_list(object: &Bound<'_, PyAny>) -> bool {
    object.is_exact_instance_of::<PyList>() || object.is_exact_instance_of::<PyTuple>()
}

/// The integers of a `range`, none of which is made by Python.
fn of_range(object: &Bound<'_, PyAny>, dtype: Option<DType>, device: &Device) -> PyResult<Option<DynArray>> {
    let Ok(range) = object.cast::<PyRange>() else { return Ok(None) };
    let (Ok(start), Ok(stop), Ok(step), Ok(1..)) = (range.start(), range.stop(), range.step(), range.len()) else {
        return Ok(None);
    };
    let last = range.get_item(range.len()? - 1)?.extract::<i64>()?;
    let (start, stop, step) = (start as i64, stop as i64, step as i64);
    for end in [start, last] {
        dtype.map(|dtype| number_as(Scalar::new(end), dtype)).transpose()?;
    }
    run(object.py(), || device.arange_of(DType::I64, (start, stop, step))).map(Some)
}

/// NumPy's arrays of element types that buffers have not: in the other order of bytes, and bfloat16, as integers of the same bits.
fn of_bits(array: &Bound<'_, PyAny>, device: &Device) -> PyResult<DynArray> {
    let py = array.py();
    let dtype = crate::dtype::parse(&array.getattr("dtype")?)?;
    let (array, seen) = match dtype {
        DType::BF16 => (array.call_method1("view", ("uint16",))?, DType::U16),
        _ => (array.call_method1("astype", (crate::dtype::name(dtype),))?, dtype),
    };
    let unknown = || PyTypeError::new_err(format!("cannot read elements of type {}", crate::dtype::name(dtype)));
    let bits = of_buffer(&array, device)?.ok_or_else(unknown)?;
    run(py, || if seen == dtype { Ok(bits) } else { bits.view(dtype) })
}

/// What a nested sequence is made of.
enum Leaf {
    Number(Scalar),
    Array(DynArray),
}

/// Whether an object within a sequence is read as an array.
fn is_array(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_number = object.is_exact_instance_of::<PyFloat>() || object.is_exact_instance_of::<PyInt>();
    if is_number || is_list(object) {
        return Ok(false);
    }
    Ok(object.is_instance_of::<NdArray>() || object.hasattr("__array__")?)
}

/// A nested sequence, read from the front: its shape and its leaves.
#[derive(Default)]
struct Nested {
    /// The element type, if one is asked for.
    dtype: Option<DType>,
    shape: Vec<usize>,
    /// Whether the depth of the leaves is known.
    is_deep: bool,
    leaves: Vec<Leaf>,
}

impl Nested {
    fn read(&mut self, object: &Bound<'_, PyAny>, depth: usize) -> PyResult<()> {
        if let Some(number) = number_beside(object, self.dtype)? {
            return self.leaf(depth, Leaf::Number(number));
        }
        if is_array(object)? {
            return self.leaf(depth, Leaf::Array(asarray(object, &Source::default())?));
        }
        if object.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("arrays have no elements of type str"));
        }
        // In the place of arrays before, a sequence is one.
        if self.is_deep && depth == self.shape.len() && matches!(self.leaves.last(), Some(Leaf::Array(_))) {
            return self.leaf(depth, Leaf::Array(asarray(object, &Source::default())?));
        }
        let items = match object.cast::<PySequence>() {
            Ok(items) => items.clone(),
            Err(_) => object.py().get_type::<PyList>().call1((object,))?.cast_into::<PySequence>()?,
        };
        let found = items.len()?;
        match self.shape.get(depth) {
            Some(&len) if len != found => return Err(ragged()),
            Some(_) => {}
            None if self.is_deep => return Err(ragged()),
            None => self.shape.push(found),
        }
        let too_many = |_| PyMemoryError::new_err(format!("no memory for a sequence of {found} elements"));
        self.leaves.try_reserve(found).map_err(too_many)?;
        // Beside arrays, sequences are arrays.
        let mut among_arrays = false;
        for item in items.try_iter()? {
            among_arrays |= is_array(&item?)?;
        }
        items.try_iter()?.try_for_each(|item| {
            let item = item?;
            match among_arrays && item.cast::<PySequence>().is_ok() {
                true => self.leaf(depth + 1, Leaf::Array(asarray(&item, &Source::default())?)),
                false => self.read(&item, depth + 1),
            }
        })
    }

    fn leaf(&mut self, depth: usize, leaf: Leaf) -> PyResult<()> {
        if depth != self.shape.len() {
            return Err(ragged());
        }
        self.is_deep = true;
        self.leaves.push(leaf);
        Ok(())
    }

    fn into_array(self, device: &Device, py: Python<'_>) -> PyResult<DynArray> {
        let Self { dtype, mut shape, leaves, .. } = self;
        let numbers = leaves.iter().map(|leaf| match leaf {
            Leaf::Number(number) => Some(*number),
            Leaf::Array(_) => None,
        });
        if let Some(numbers) = numbers.collect::<Option<Vec<_>>>() {
            let found = numbers.iter().map(Scalar::dtype).reduce(DType::promote).unwrap_or(DType::F64);
            let dtype = dtype.unwrap_or(found);
            let mut bytes = Vec::with_capacity(numbers.len() * dtype.size());
            for number in numbers {
                bytes.extend_from_slice(number_as(number, dtype)?.bytes());
            }
            return run(py, || device.from_bytes(dtype, &bytes, shape));
        }
        run(py, || {
            let arrays = leaves.into_iter().map(|leaf| match leaf {
                Leaf::Array(array) => array.to_device(device),
                Leaf::Number(number) => device.full_of(number.dtype(), (), number),
            });
            let arrays = arrays.collect::<xparray::Result<Vec<_>>>()?;
            let stacked = device.stack(&arrays.iter().collect::<Vec<_>>(), 0)?;
            shape.extend_from_slice(&stacked.shape()[1..]);
            stacked.reshape(shape.iter().map(|&d| d as isize).collect::<Vec<_>>())
        })
    }
}

fn ragged() -> PyErr {
    PyValueError::new_err("setting an array element with a sequence: the sequence is inhomogeneous in shape")
}

/// Numbers for Python.
pub fn to_python<'py>(py: Python<'py>, number: Scalar) -> PyResult<Bound<'py, PyAny>> {
    use xparray::Kind;
    Ok(match number.dtype().kind() {
        Kind::Bool => PyBool::new(py, number.get::<bool>()).to_owned().into_any(),
        Kind::Signed => number.get::<i64>().into_pyobject(py)?.into_any(),
        Kind::Unsigned => number.get::<u64>().into_pyobject(py)?.into_any(),
        Kind::Float => number.get::<f64>().into_pyobject(py)?.into_any(),
        Kind::Complex => number.get::<Complex<f64>>().into_pyobject(py)?.into_any(),
    })
}

/// Elements as a list, nested as the shape says.
pub fn to_list<'py>(py: Python<'py>, dtype: DType, bytes: &[u8], shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    let Some((&len, rest)) = shape.split_first() else {
        return to_python(py, Scalar::from_bytes(dtype, bytes));
    };
    let size = bytes.len() / len.max(1);
    let items = (0..len).map(|k| to_list(py, dtype, &bytes[k * size..(k + 1) * size], rest));
    let items = items.collect::<PyResult<Vec<_>>>()?;
    Ok(pyo3::types::PyList::new(py, items)?.into_any())
}

/// A shape: an integer, or several.
pub struct Shape(pub Vec<isize>);

impl<'py> FromPyObject<'_, 'py> for Shape {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let one = match object.extract::<isize>() {
            Ok(len) => return Ok(Self(vec![len])),
            Err(error) => error,
        };
        // What has no length is no sequence, but a wrong number.
        let found = if object.hasattr("__len__")? { object.extract().map(Self) } else { Err(one) };
        found.map_err(|error| match error.is_instance_of::<PyOverflowError>(object.py()) {
            true => PyValueError::new_err("Maximum allowed dimension exceeded"),
            false => error,
        })
    }
}

impl Shape {
    /// The lengths, none of which may be negative.
    pub fn lengths(&self) -> PyResult<Vec<usize>> {
        let negative = |_| PyValueError::new_err("negative dimensions are not allowed");
        self.0.iter().map(|&len| usize::try_from(len).map_err(negative)).collect()
    }
}

/// Arrays as a tuple.
pub fn tuple<'py>(py: Python<'py>, arrays: impl IntoIterator<Item = DynArray>) -> PyResult<Bound<'py, PyTuple>> {
    let arrays = arrays.into_iter().map(|array| Py::new(py, NdArray::new(array))).collect::<PyResult<Vec<_>>>()?;
    PyTuple::new(py, arrays)
}

/// The one number that an object is.
pub fn number(object: &Bound<'_, PyAny>) -> PyResult<Scalar> {
    match weak_number(object)? {
        Some(number) => Ok(number),
        None => {
            let value = asarray(object, &Source::default())?;
            run(object.py(), || value.item())
        }
    }
}
