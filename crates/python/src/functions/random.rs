//! Streams of random numbers.

use super::made;
use crate::array::NdArray;
use crate::convert::{Input, Shape, check_range};
use crate::device::DeviceArg;
use crate::dtype::DTypeArg;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};
use xparray::random::{Normal, Random};
use xparray::{Device, Element, Scalar};

/// A stream of random numbers, the same on every device.
#[pyclass(name = "Generator", module = "xparray.random", frozen)]
pub struct Generator(Mutex<xparray::random::Generator<Device>>);

impl Generator {
    /// What the stream's next numbers make.
    pub fn with<T>(
        &self,
        work: impl FnOnce(&mut xparray::random::Generator<Device>) -> xparray::Result<T>,
    ) -> xparray::Result<T> {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A new array of the stream's next numbers.
    fn draw(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut xparray::random::Generator<Device>) -> xparray::Result<crate::DynArray> + Send,
    ) -> PyResult<NdArray> {
        made(py, || self.with(work))
    }
}

#[pymethods]
impl Generator {
    #[new]
    fn new(seed: u64, device: DeviceArg) -> Self {
        Self(Mutex::new(device.0.rng(seed)))
    }

    fn _random(&self, py: Python<'_>, shape: Shape, dtype: DTypeArg) -> PyResult<NdArray> {
        let shape = shape.lengths()?;
        self.draw(py, |rng| rng.random_of(dtype.0, shape))
    }

    fn _uniform(&self, py: Python<'_>, low: f64, high: f64, shape: Shape, dtype: DTypeArg) -> PyResult<NdArray> {
        let shape = shape.lengths()?;
        self.draw(py, |rng| rng.uniform_of(dtype.0, low, high, shape))
    }

    fn _normal(&self, py: Python<'_>, loc: f64, scale: f64, shape: Shape, dtype: DTypeArg) -> PyResult<NdArray> {
        let shape = shape.lengths()?;
        self.draw(py, |rng| rng.normal_of_with(dtype.0, shape, Normal::new().mean(loc).std(scale)))
    }

    fn _exponential(&self, py: Python<'_>, scale: f64, shape: Shape, dtype: DTypeArg) -> PyResult<NdArray> {
        let shape = shape.lengths()?;
        self.draw(py, |rng| rng.exponential_of(dtype.0, scale, shape))
    }

    /// Integers from `low` up to, but not including, `high`.
    fn _integers(&self, py: Python<'_>, low: i64, high: i64, shape: Shape, dtype: DTypeArg) -> PyResult<NdArray> {
        let shape = shape.lengths()?;
        if !dtype.0.is_integer() {
            return Err(PyTypeError::new_err("integers are of an integer type"));
        }
        for (name, end) in [("low", low), ("high", high.saturating_sub(1))] {
            if check_range(Scalar::new(end), dtype.0).is_err() {
                let dtype = crate::dtype::name(dtype.0);
                return Err(PyValueError::new_err(format!("{name} is out of bounds for {dtype}")));
            }
        }
        self.draw(py, |rng| rng.integers_of(i64::DTYPE, low, high, shape)?.astype(dtype.0))
    }

    fn _permutation(&self, py: Python<'_>, x: Input, axis: isize) -> PyResult<NdArray> {
        self.draw(py, |rng| {
            let at = if axis < 0 { axis + x.0.ndim() as isize } else { axis };
            let len = usize::try_from(at).ok().and_then(|at| x.0.shape().get(at).copied());
            let ndim = x.0.ndim();
            let len = len.ok_or(xparray::Error::Axis { op: "permutation", axis, ndim })?;
            x.0.take(rng.permutation(len)?.into_dyn(), axis)
        })
    }
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Generator>()
}
