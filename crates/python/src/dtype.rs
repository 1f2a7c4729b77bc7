//! Element types, interchangeable with NumPy's.

use crate::array::NdArray;
use crate::convert::{Source, asarray};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyComplex, PyFloat, PyInt, PyType};
use xparray::{DType, Kind};

/// An element type. It equals NumPy's type of its name, is one to `numpy.dtype`, and makes arrays without dimensions when called.
#[pyclass(name = "dtype", module = "xparray", frozen)]
pub struct ElementType(pub DType);

/// NumPy's name of an element type.
pub fn name(dtype: DType) -> &'static str {
    match dtype {
        DType::Bool => "bool",
        DType::I8 => "int8",
        DType::I16 => "int16",
        DType::I32 => "int32",
        DType::I64 => "int64",
        DType::U8 => "uint8",
        DType::U16 => "uint16",
        DType::U32 => "uint32",
        DType::U64 => "uint64",
        DType::F16 => "float16",
        DType::BF16 => "bfloat16",
        DType::F32 => "float32",
        DType::F64 => "float64",
        DType::Complex64 => "complex64",
        DType::Complex128 => "complex128",
    }
}

/// NumPy's letter of a kind of elements.
pub fn letter(dtype: DType) -> char {
    match dtype.kind() {
        Kind::Bool => 'b',
        Kind::Signed => 'i',
        Kind::Unsigned => 'u',
        Kind::Float => 'f',
        Kind::Complex => 'c',
    }
}

/// NumPy's code: `<f4`.
pub fn code(dtype: DType) -> String {
    let order = if dtype.size() == 1 { '|' } else { '<' };
    format!("{order}{}{}", letter(dtype), dtype.size())
}

/// Whether C's `long` has 64 bits: it is then what NumPy takes for integers of 64 bits, and shows without their type.
const IS_LONG: bool = size_of::<std::ffi::c_long>() == 8;

/// The format of the buffer protocol, if it has one.
pub fn format(dtype: DType) -> Option<&'static std::ffi::CStr> {
    Some(match dtype {
        DType::Bool => c"?",
        DType::I8 => c"b",
        DType::I16 => c"h",
        DType::I32 => c"i",
        DType::I64 if IS_LONG => c"l",
        DType::I64 => c"q",
        DType::U8 => c"B",
        DType::U16 => c"H",
        DType::U32 => c"I",
        DType::U64 if IS_LONG => c"L",
        DType::U64 => c"Q",
        DType::F16 => c"e",
        DType::BF16 => return None,
        DType::F32 => c"f",
        DType::F64 => c"d",
        DType::Complex64 => c"Zf",
        DType::Complex128 => c"Zd",
    })
}

/// The element type of a format of the buffer protocol, whose items have so many bytes.
pub fn of_format(format: &str, size: usize) -> Option<DType> {
    let native = if cfg!(target_endian = "little") { '<' } else { '>' };
    let kind = match format.trim_start_matches(['@', '=', native]) {
        "?" => Kind::Bool,
        "b" | "h" | "i" | "l" | "q" | "n" => Kind::Signed,
        "B" | "H" | "I" | "L" | "Q" | "N" => Kind::Unsigned,
        "e" | "f" | "d" => Kind::Float,
        "Zf" | "Zd" => Kind::Complex,
        _ => return None,
    };
    DType::ALL.into_iter().find(|dtype| dtype.kind() == kind && dtype.size() == size && *dtype != DType::BF16)
}

/// The element type of a name: NumPy's, a code such as `f4`, or Python's name.
pub fn of_name(text: &str) -> Option<DType> {
    let text = text.trim_start_matches(['=', '<', '|']);
    if let Some(dtype) = DType::ALL.into_iter().find(|&dtype| name(dtype) == text) {
        return Some(dtype);
    }
    Some(match text {
        "?" | "b1" | "bool_" => DType::Bool,
        "i1" | "b" | "byte" => DType::I8,
        "i2" | "h" | "short" => DType::I16,
        "i4" | "i" | "intc" => DType::I32,
        "i8" | "q" | "l" | "n" | "p" | "int" | "int_" | "intp" | "long" | "longlong" => DType::I64,
        "u1" | "B" | "ubyte" => DType::U8,
        "u2" | "H" | "ushort" => DType::U16,
        "u4" | "I" | "uintc" => DType::U32,
        "u8" | "Q" | "L" | "N" | "P" | "uint" | "uintp" | "ulong" | "ulonglong" => DType::U64,
        "f2" | "e" | "half" => DType::F16,
        "f4" | "f" | "single" => DType::F32,
        "f8" | "d" | "float" | "double" => DType::F64,
        "c8" | "F" | "csingle" => DType::Complex64,
        "c16" | "D" | "complex" | "cdouble" => DType::Complex128,
        _ => return None,
    })
}

/// The element type that an object names: one of ours or NumPy's, a name, or a type of Python.
pub fn parse(object: &Bound<'_, PyAny>) -> PyResult<DType> {
    if let Ok(ours) = object.cast::<ElementType>() {
        return Ok(ours.get().0);
    }
    let py = object.py();
    let unknown = || PyTypeError::new_err(format!("cannot interpret {object} as an element type"));
    if let Ok(text) = object.extract::<String>() {
        return of_name(&text).ok_or_else(unknown);
    }
    if let Ok(class) = object.cast::<PyType>() {
        let found = [
            (py.get_type::<PyBool>(), DType::Bool),
            (py.get_type::<PyInt>(), DType::I64),
            (py.get_type::<PyFloat>(), DType::F64),
            (py.get_type::<PyComplex>(), DType::Complex128),
        ];
        if let Some((_, dtype)) = found.iter().find(|(python, _)| python.is(class)) {
            return Ok(*dtype);
        }
        return of_name(&class.name()?.to_string()).ok_or_else(unknown);
    }
    let named = object.getattr("name").ok().and_then(|name| name.extract::<String>().ok());
    named.and_then(|name| of_name(&name)).ok_or_else(unknown)
}

/// An argument that names an element type.
#[derive(Clone, Copy)]
pub struct DTypeArg(pub DType);

impl<'py> FromPyObject<'_, 'py> for DTypeArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        parse(&object).map(Self)
    }
}

/// The one object of each element type.
static ALL: PyOnceLock<Vec<Py<ElementType>>> = PyOnceLock::new();

fn made(py: Python<'_>) -> PyResult<&'static [Py<ElementType>]> {
    let made = || DType::ALL.into_iter().map(|dtype| Py::new(py, ElementType(dtype))).collect::<PyResult<_>>();
    Ok(ALL.get_or_try_init(py, made)?)
}

/// The one object of each element type.
pub fn all(py: Python<'_>) -> PyResult<Vec<Py<ElementType>>> {
    Ok(made(py)?.iter().map(|dtype| dtype.clone_ref(py)).collect())
}

/// The object of an element type.
pub fn object(py: Python<'_>, dtype: DType) -> PyResult<Py<ElementType>> {
    let found = made(py)?.iter().find(|object| object.get().0 == dtype);
    let none = || PyTypeError::new_err("an element type without an object");
    found.map(|object| object.clone_ref(py)).ok_or_else(none)
}

#[pymethods]
impl ElementType {
    /// The element type that an object names.
    #[new]
    fn new(object: DTypeArg) -> Self {
        Self(object.0)
    }

    /// NumPy's name: `float32`.
    #[getter]
    fn name(&self) -> &'static str {
        name(self.0)
    }

    /// Bytes of an element.
    #[getter]
    fn itemsize(&self) -> usize {
        self.0.size()
    }

    /// NumPy's letter of the kind: `b`, `i`, `u`, `f` or `c`.
    #[getter]
    fn kind(&self) -> char {
        letter(self.0)
    }

    /// NumPy's code: `<f4`.
    #[getter]
    fn str(&self) -> String {
        code(self.0)
    }

    /// NumPy's object of this type, which `numpy.dtype` looks for.
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.0 {
            DType::BF16 => Err(PyAttributeError::new_err("NumPy has no bfloat16")),
            dtype => py.import("numpy")?.call_method1("dtype", (name(dtype),)),
        }
    }

    #[getter]
    fn __numpy_dtype__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.dtype(py)
    }

    /// A number of the type, zero by default, or an array.
    #[pyo3(signature = (value=None))]
    fn __call__(&self, py: Python<'_>, value: Option<&Bound<'_, PyAny>>) -> PyResult<NdArray> {
        let source = Source { dtype: Some(self.0), ..Source::default() };
        match value {
            Some(value) => asarray(value, &source),
            None => asarray(&false.into_bound_py_any(py)?, &source),
        }
        .map(NdArray::new)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        !other.is_none() && parse(other).is_ok_and(|other| other == self.0)
    }

    fn __hash__(&self) -> isize {
        self.0 as isize
    }

    fn __repr__(&self) -> String {
        format!("dtype('{}')", name(self.0))
    }

    fn __str__(&self) -> &'static str {
        name(self.0)
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyType>, (&'static str,))> {
        Ok((py.get_type::<Self>().unbind(), (name(self.0),)))
    }
}
