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
        crate::order::keeping(py, std::iter::once(self), found)
    }

    /// The elements on another device.
    #[pyo3(signature = (device, /, *, stream=None))]
    fn to_device(&self, py: Python<'_>, device: DeviceArg, stream: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        if stream.is_some_and(|stream| !stream.is_none()) {
            return Err(PyValueError::new_err("streams are chosen by the library: leave it None"));
        }
        let value = self.value(py)?;
        run(py, || value.to_device(&device.0)).map(Self::new)
    }

    /// A copy with its own memory, row by row.
    fn _rows(&self, py: Python<'_>) -> PyResult<Self> {
        let value = self.value(py)?;
        run(py, || value.copy()).map(Self::new)
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
        let rows = run(class.py(), || device.0.from_bytes(dtype.0, &bytes, shape)).map(Self::new)?;
        Ok(if columns { rows.viewed(rows.layout().transpose()) } else { rows })
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let value = self.value(py)?;
        run(py, || value.eval().map(|()| value.to_string()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let value = self.value(py)?;
        let text = run(py, || value.to_repr_with(&PrintOptions::new()))?;
        Ok(with_numpy_name(text, self.element_type()))
    }

    /// The text of the elements, as NumPy's `array2string` has it.
    #[allow(clippy::too_many_arguments)] // As many as NumPy's.
    fn _text(
        &self,
        py: Python<'_>,
        precision: usize,
        threshold: usize,
        edgeitems: usize,
        linewidth: usize,
        suppress_small: bool,
        separator: &str,
        prefix: &str,
        suffix: &str,
        sign: &str,
        floatmode: &str,
    ) -> PyResult<String> {
        let sign = match sign {
            "-" => PrintSign::Minus,
            "+" => PrintSign::Plus,
            " " => PrintSign::Space,
            _ => return Err(PyValueError::new_err("sign option must be one of ' ', '+', or '-'")),
        };
        let floatmode = match floatmode {
            "fixed" => FloatMode::Fixed,
            "unique" => FloatMode::Unique,
            "maxprec" => FloatMode::MaxPrec,
            "maxprec_equal" => FloatMode::MaxPrecEqual,
            _ => return Err(PyValueError::new_err("floatmode is fixed, unique, maxprec or maxprec_equal")),
        };
        let options = PrintOptions::new().precision(precision).threshold(threshold).edgeitems(edgeitems);
        let options = options.linewidth(linewidth).suppress_small(suppress_small).separator(separator);
        let options = options.prefix(prefix).suffix(suffix).sign(sign).floatmode(floatmode);
        let value = self.value(py)?;
        run(py, || value.to_string_with(&options))
    }

    /// The elements with their bytes in the other order.
    fn _byteswap(&self, py: Python<'_>) -> PyResult<Self> {
        let value = self.value(py)?;
        keeping(py, std::iter::once(self), run(py, || value.byteswap())?)
    }

    fn __format__(&self, py: Python<'_>, spec: &str) -> PyResult<String> {
        if self.shape().is_empty() {
            return self.tolist(py)?.call_method1("__format__", (spec,))?.extract();
        }
        match spec.is_empty() {
            true => self.__str__(py),
            false => Err(pyo3::exceptions::PyTypeError::new_err("unsupported format string passed to an array")),
        }
    }
}

/// The text of an array with NumPy's name of its element type, on a line of its own where the last one has no room for it.
fn with_numpy_name(text: String, dtype: DType) -> String {
    const WIDTH: usize = 75;
    const INDENT: &str = "\n      ";
    let ours = format!("dtype={})", dtype.name());
    let Some(rest) = text.strip_suffix(&ours) else { return text };
    let (elements, shape) = rest.split_at(rest.find("shape=(").unwrap_or(rest.len()));
    let (elements, extras) = (elements.trim_end(), format!("{shape}dtype={})", name(dtype)));
    let last_line = elements.rsplit('\n').next().unwrap_or(elements).chars().count();
    let space = if last_line + extras.len() < WIDTH { " " } else { INDENT };
    format!("{elements}{space}{extras}")
}
