//! Transforms.

use super::made;
use crate::DynArray;
use crate::array::NdArray;
use crate::convert::Input;
use crate::device::DeviceArg;
use crate::dtype::DTypeArg;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use xparray::DType;
use xparray::fft::{Fft, FftFreq, FftN, FftNorm, Frequencies};

type Transform = fn(&DynArray, Fft) -> xparray::Result<DynArray>;
type TransformN = fn(&DynArray, FftN<'_>) -> xparray::Result<DynArray>;

/// Transforms along an axis, by name.
const ALONG: &[(&str, Transform)] = &[
    ("fft", |x, options| x.fft_with(options)),
    ("ifft", |x, options| x.ifft_with(options)),
    ("rfft", |x, options| x.rfft_with(options)),
    ("irfft", |x, options| x.irfft_with(options)),
    ("hfft", |x, options| x.hfft_with(options)),
    ("ihfft", |x, options| x.ihfft_with(options)),
];

/// Transforms along several axes, by name.
const SEVERAL: &[(&str, TransformN)] = &[
    ("fftn", |x, options| x.fftn_with(options)),
    ("ifftn", |x, options| x.ifftn_with(options)),
    ("rfftn", |x, options| x.rfftn_with(options)),
    ("irfftn", |x, options| x.irfftn_with(options)),
];

fn norm_of(name: Option<&str>) -> PyResult<FftNorm> {
    match name {
        None | Some("backward") => Ok(FftNorm::Backward),
        Some("ortho") => Ok(FftNorm::Ortho),
        Some("forward") => Ok(FftNorm::Forward),
        Some(other) => Err(PyValueError::new_err(format!(
            "Invalid norm value {other}; should be \"backward\", \"ortho\" or \"forward\""
        ))),
    }
}

fn unknown(name: &str) -> PyErr {
    PyValueError::new_err(format!("{name} is not a transform"))
}

/// Elements as NumPy transforms them: integers and truth values in double precision, halves in single.
fn floating(x: &DynArray) -> xparray::Result<DynArray> {
    match x.dtype() {
        DType::F16 | DType::BF16 => x.astype(DType::F32),
        dtype if dtype.is_integer() || dtype == DType::Bool => x.astype(DType::F64),
        _ => Ok(x.clone()),
    }
}

/// A transform along an axis, of so many of its elements.
#[pyfunction]
fn fft(py: Python<'_>, name: &str, x: Input, n: Option<usize>, axis: isize, norm: Option<&str>) -> PyResult<NdArray> {
    let (_, f) = ALONG.iter().find(|(each, _)| *each == name).ok_or_else(|| unknown(name))?;
    let options = Fft::new().axis(axis).norm(norm_of(norm)?);
    made(py, || f(&floating(&x.0)?, n.map_or(options, |n| options.n(n))))
}

/// A transform along several axes.
#[pyfunction]
fn fftn(
    py: Python<'_>,
    name: &str,
    x: Input,
    s: Option<Vec<usize>>,
    axes: Option<Vec<isize>>,
    norm: Option<&str>,
) -> PyResult<NdArray> {
    let (_, f) = SEVERAL.iter().find(|(each, _)| *each == name).ok_or_else(|| unknown(name))?;
    let mut options = FftN::new().norm(norm_of(norm)?);
    if let Some(s) = &s {
        options = options.shape(s);
    }
    if let Some(axes) = &axes {
        options = options.axes(axes);
    }
    made(py, || f(&floating(&x.0)?, options))
}

/// The frequencies of a transform's terms.
#[pyfunction]
fn fftfreq(py: Python<'_>, n: usize, d: f64, real: bool, dtype: DTypeArg, device: DeviceArg) -> PyResult<NdArray> {
    let (xp, options) = (device.0, FftFreq::new().d(d));
    made(py, || {
        let found = if real { xp.rfftfreq_with(n, options)? } else { xp.fftfreq_with(n, options)? };
        found.into_dyn().astype(dtype.0)
    })
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(fft, module)?)?;
    module.add_function(wrap_pyfunction!(fftn, module)?)?;
    module.add_function(wrap_pyfunction!(fftfreq, module)?)
}
