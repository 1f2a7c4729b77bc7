//! Arrays as Python's and NumPy's objects, and as text.

use crate::array::NdArray;
use crate::convert::to_list;
use crate::device::DeviceArg;
use crate::dtype::{DTypeArg, name};
use crate::error::run;
use crate::order::keeping;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};
use xparray::{Create, DType, FloatMode, PrintOptions, PrintSign};

/// The bytes of an array, its shape, type and device, and whether they are column by column.
type Pickled<'py> = (Bound<'py, PyBytes>, Bound<'py, PyTuple>, &'static str, String, bool);

#[pymethods]
impl NdArray {
    /// The elements as numbers of Python, in nested lists.
    fn tolist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value = self.value(py)?;
        let bytes = run(py, || value.to_bytes())?;
        to_list(py, self.element_type(), &bytes, self.shape())
    }

    /// The bytes of the elements in row-major order.
    #[pyo3(name = "_tobytes")]
    fn tobytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let value = self.value(py)?;
        Ok(PyBytes::new(py, &run(py, || value.to_bytes())?))
    }

    /// The elements converted to a type, on a device.
    #[pyo3(signature = (dtype, device=None, copy=true))]
    fn _astype(&self, py: Python<'_>, dtype: DTypeArg, device: Option<DeviceArg>, copy: bool) -> PyResult<Self> {
        let value = self.value(py)?;
        let found = run(py, || {
            let value = match device {
                Some(device) => value.to_device(&device.0)?,
                None => value,
            };
            if copy && value.dtype() == dtype.0 { value.copy() } else { value.astype(dtype.0) }
        })?;
        crate::order::keeping(py, std::iter::once(self), found).map(NdArray::changeable)
    }

    /// The elements on another device.
    #[pyo3(signature = (device, /, *, stream=None))]
    fn to_device(&self, py: Python<'_>, device: DeviceArg, stream: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        if stream.is_some_and(|stream| !stream.is_none()) {
            return Err(PyValueError::new_err("streams are chosen by the library: leave it None"));
        }
        let value = self.value(py)?;
        run(py, || value.to_device(&device.0)).map(|found| Self::new(found).changeable())
    }

    /// A copy with its own memory, row by row.
    fn _rows(&self, py: Python<'_>) -> PyResult<Self> {
        let value = self.value(py)?;
        run(py, || value.copy()).map(|found| Self::new(found).changeable())
    }

    /// A copy with its own memory, and its axes in their order.
    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        let copy = self.value(py).and_then(|value| run(py, || value.copy()))?;
        crate::order::keeping(py, std::iter::once(self), copy)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__copy__(py)
    }

    /// Pickled are the bytes, the shape, the type and the device, and whether they are column by column.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled<'py>)> {
        let turned = self.layout().transpose();
        let columns = turned.is_contiguous() && !self.layout().is_contiguous();
        let bytes = if columns { self.part(turned).tobytes(py)? } else { self.tobytes(py)? };
        let made = py.get_type::<Self>().getattr("_from_bytes")?;
        let (shape, dtype) = (PyTuple::new(py, self.shape())?, name(self.element_type()));
        Ok((made, (bytes, shape, dtype, self.device_of(py)?.to_string(), columns)))
    }

    /// The array of bytes, row by row or column by column.
    #[classmethod]
    fn _from_bytes(
        class: &Bound<'_, PyType>,
        bytes: Vec<u8>,
        mut shape: Vec<usize>,
        dtype: DTypeArg,
        device: DeviceArg,
        columns: bool,
    ) -> PyResult<Self> {
        if columns {
            shape.reverse();
        }
        let rows = run(class.py(), || device.0.from_bytes(dtype.0, &bytes, shape))
            .map(|found| Self::new(found).changeable())?;
        Ok(if columns { rows.viewed(rows.layout().transpose()) } else { rows })
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let value = self.value(py)?;
        run(py, || value.eval().map(|()| value.to_string()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let value = self.value(py)?;
        let text = run(py, || value.to_repr_with(&PrintOptions::new()))?;
        Ok(with_numpy_name(text, self.element_type(), WIDTH))
    }

    /// The text of the elements, as NumPy's `array2string` has it, between a prefix and a suffix that are written by the caller.
    fn _text(&self, py: Python<'_>, style: Style, separator: &str, prefix: &str, suffix: &str) -> PyResult<String> {
        let options = style.options.separator(separator).prefix(prefix).suffix(suffix);
        let value = self.value(py)?;
        run(py, || value.to_string_with(&options))
    }

    /// The text that shows the array with its type, as NumPy's `array_repr` has it.
    fn _shown(&self, py: Python<'_>, style: Style) -> PyResult<String> {
        let value = self.value(py)?;
        let text = run(py, || value.to_repr_with(&style.options))?;
        Ok(with_numpy_name(text, self.element_type(), style.linewidth))
    }

    /// The elements with their bytes in the other order.
    fn _byteswap(&self, py: Python<'_>) -> PyResult<Self> {
        let value = self.value(py)?;
        keeping(py, std::iter::once(self), run(py, || value.byteswap())?)
    }

    fn __format__(slf: &Bound<'_, Self>, spec: &str) -> PyResult<String> {
        if slf.get().shape().is_empty() {
            return slf.get().tolist(slf.py())?.call_method1("__format__", (spec,))?.extract();
        }
        match spec.is_empty() {
            true => slf.str()?.extract(),
            false => Err(pyo3::exceptions::PyTypeError::new_err("unsupported format string passed to an array")),
        }
    }
}

/// The width of a line, if nobody asks for another one.
const WIDTH: usize = 75;

/// How elements become text: what NumPy's `printoptions` says, by its names.
struct Style {
    options: PrintOptions,
    linewidth: usize,
}

impl<'py> FromPyObject<'_, 'py> for Style {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let sign = match object.get_item("sign")?.extract::<String>()?.as_str() {
            "-" => PrintSign::Minus,
            "+" => PrintSign::Plus,
            " " => PrintSign::Space,
            _ => return Err(PyValueError::new_err("sign option must be one of ' ', '+', or '-'")),
        };
        let floatmode = match object.get_item("floatmode")?.extract::<String>()?.as_str() {
            "fixed" => FloatMode::Fixed,
            "unique" => FloatMode::Unique,
            "maxprec" => FloatMode::MaxPrec,
            "maxprec_equal" => FloatMode::MaxPrecEqual,
            _ => return Err(PyValueError::new_err("floatmode is fixed, unique, maxprec or maxprec_equal")),
        };
        let linewidth = object.get_item("linewidth")?.extract()?;
        let options = PrintOptions::new()
            .precision(object.get_item("precision")?.extract()?)
            .threshold(object.get_item("threshold")?.extract()?)
            .edgeitems(object.get_item("edgeitems")?.extract()?)
            .suppress_small(object.get_item("suppress")?.extract()?)
            .nanstr(object.get_item("nanstr")?.extract::<String>()?)
            .infstr(object.get_item("infstr")?.extract::<String>()?)
            .linewidth(linewidth)
            .sign(sign)
            .floatmode(floatmode);
        Ok(Self { options, linewidth })
    }
}

/// The text of an array with NumPy's name of its element type, on a line of its own where the last one has no room for it.
fn with_numpy_name(text: String, dtype: DType, width: usize) -> String {
    const INDENT: &str = "\n      ";
    let ours = format!("dtype={})", dtype.name());
    let Some(rest) = text.strip_suffix(&ours) else { return text };
    let (elements, shape) = rest.split_at(rest.find("shape=(").unwrap_or(rest.len()));
    let (elements, extras) = (elements.trim_end(), format!("{shape}dtype={})", name(dtype)));
    let last_line = elements.rsplit('\n').next().unwrap_or(elements).chars().count();
    let space = if last_line + extras.len() < width { " " } else { INDENT };
    format!("{elements}{space}{extras}")
}
