//! The array object.
//!
//! Arrays of the library are values; Python's are references: a slice is a view, and what is written to it shows in the whole.
//! So an array object holds a *cell*, which several objects share, with the value of the whole, and a layout, which says where
//! the object's elements lie among those. Reading takes the value as it is now, seen through the layout; writing gives the
//! cell another value. What was computed from an earlier one keeps that: nothing that is deferred sees later writes.

use crate::DynArray;
use crate::device::PyDevice;
use crate::dtype::{self, ElementType};
use crate::error::run;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use xparray::backend::Streams;
use xparray::io::Dlpack;
use xparray::{ArrayLike, DType, Device, Ellipsis, Layout, s};

/// An n-dimensional array on a device.
///
/// Example: ``xparray.asarray([[1.0, 2.0]]).shape == (1, 2)``.
#[pyclass(name = "ndarray", module = "xparray", frozen, weakref)]
pub struct NdArray {
    cell: Arc<Mutex<DynArray>>,
    /// Where the elements lie among those of the cell.
    layout: Layout,
    dtype: DType,
    /// Whether these are not just the cell's elements, in their order.
    is_view: bool,
    writable: bool,
    /// Memory whose address others may have, until the object goes.
    told: Mutex<Vec<Dlpack>>,
}

impl NdArray {
    /// An array of its own.
    pub fn new(value: DynArray) -> Self {
        let (layout, dtype) = (Layout::row_major(value.shape()), value.dtype());
        Self {
            cell: Arc::new(Mutex::new(value)),
            layout,
            dtype,
            is_view: false,
            writable: true,
            told: Mutex::default(),
        }
    }

    /// The elements that a layout names among those of the cell.
    pub fn viewed(&self, layout: Layout) -> Self {
        let writable = self.writable;
        Self { cell: self.cell.clone(), layout, dtype: self.dtype, is_view: true, writable, told: Mutex::default() }
    }

    /// As [`viewed`](Self::viewed); the array itself, if the layout is its own.
    pub fn part(&self, layout: Layout) -> Self {
        let is_view = self.is_view || layout != self.layout;
        Self { is_view, ..self.viewed(layout) }
    }

    /// A view that refuses to be written, as several of its elements may be one.
    pub fn viewed_read_only(&self, layout: Layout) -> Self {
        Self { writable: false, ..self.viewed(layout) }
    }

    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    pub fn shape(&self) -> &[usize] {
        self.layout.shape()
    }

    pub fn element_type(&self) -> DType {
        self.dtype
    }

    pub fn is_view(&self) -> bool {
        self.is_view
    }

    pub fn is_writable(&self) -> bool {
        self.writable
    }

    pub fn device_of(&self, py: Python<'_>) -> PyResult<Device> {
        run(py, || Ok(self.value_of_cell().xp().clone()))
    }

    pub fn shares_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.cell, &other.cell)
    }

    /// Keeps memory as long as the object lives. Of one address it is one memory, which is kept once.
    pub fn keep(&self, tensor: Dlpack) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.retain(|each| each.tensor().data != tensor.tensor().data);
        told.push(tensor);
    }

    /// The cell, for native code that writes it in place.
    #[cfg(any(feature = "cuda", feature = "rocm"))]
    pub fn cell(&self) -> &Arc<Mutex<DynArray>> {
        &self.cell
    }

    /// The cell's value. Who holds it neither waits for the interpreter nor runs Python.
    fn value_of_cell(&self) -> MutexGuard<'_, DynArray> {
        self.cell.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value now.
    pub fn value(&self, py: Python<'_>) -> PyResult<DynArray> {
        if let (false, Ok(value)) = (self.is_view, self.cell.try_lock()) {
            return Ok(value.clone());
        }
        run(py, || {
            let value = self.value_of_cell().clone();
            match self.is_view {
                true => value.through(&self.layout),
                false => Ok(value),
            }
        })
    }

    /// Writes values, broadcast and converted, to all elements.
    pub fn write(&self, py: Python<'_>, values: impl ArrayLike<Device> + Send) -> PyResult<()> {
        self.check_writable()?;
        run(py, || {
            let mut value = self.value_of_cell();
            match self.is_view {
                true => value.assign_through(&self.layout, values),
                false => value.assign(s![Ellipsis], values),
            }
        })
    }

    /// Changes the value, as an assignment by arrays of indices does.
    pub fn change(&self, py: Python<'_>, f: impl FnOnce(&mut DynArray) -> xparray::Result<()> + Send) -> PyResult<()> {
        self.check_writable()?;
        run(py, || {
            let mut value = self.value_of_cell();
            if !self.is_view {
                return f(&mut value);
            }
            let mut part = value.through(&self.layout)?;
            f(&mut part)?;
            value.assign_through(&self.layout, &part)
        })
    }

    fn check_writable(&self) -> PyResult<()> {
        match self.writable {
            true => Ok(()),
            false => Err(PyValueError::new_err("assignment destination is read-only")),
        }
    }
}

#[pymethods]
impl NdArray {
    /// Lengths of the axes.
    #[getter(shape)]
    fn shape_tuple<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.shape())
    }

    /// The number of axes.
    #[getter]
    fn ndim(&self) -> usize {
        self.layout.ndim()
    }

    /// The number of elements.
    #[getter]
    fn size(&self) -> usize {
        self.layout.len()
    }

    /// The element type.
    #[getter]
    fn dtype(&self, py: Python<'_>) -> PyResult<Py<ElementType>> {
        dtype::object(py, self.dtype)
    }

    /// Bytes of an element.
    #[getter]
    fn itemsize(&self) -> usize {
        self.dtype.size()
    }

    /// Bytes of all elements.
    #[getter]
    fn nbytes(&self) -> usize {
        self.layout.len() * self.dtype.size()
    }

    /// Bytes between neighbours along each axis, among the elements of the whole array in row-major order.
    #[getter]
    fn strides<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let size = self.dtype.size() as isize;
        PyTuple::new(py, self.layout.strides().iter().map(|stride| stride * size))
    }

    /// The device that holds the elements.
    #[getter]
    fn device(&self, py: Python<'_>) -> PyResult<PyDevice> {
        self.device_of(py).map(PyDevice)
    }

    /// Whether elements may be assigned.
    #[getter]
    fn writable(&self) -> bool {
        self.writable
    }

    fn __len__(&self) -> PyResult<usize> {
        self.shape().first().copied().ok_or_else(|| PyTypeError::new_err("len() of unsized object"))
    }

    /// Whether two arrays are views of one.
    fn shares_memory(&self, other: &Self) -> bool {
        self.shares_with(other)
    }

    /// Computes what is deferred, and waits for it.
    fn block_until_ready(slf: Bound<'_, Self>) -> PyResult<Bound<'_, Self>> {
        let value = slf.get().value(slf.py())?;
        run(slf.py(), || {
            value.eval()?;
            value.xp().synchronize()
        })?;
        Ok(slf)
    }
}
