//! The array object.
//!
//! Arrays of the library are values; Python's are references: a slice is a view, and what is written to it shows in the whole.
//! So an array object holds a *cell*, which several objects share, with the value of the whole, and a layout, which says where
//! the object's elements lie among those. Reading takes the value as it is now, seen through the layout; writing gives the
//! cell another value. What was computed from an earlier one keeps that: nothing that is deferred sees later writes.

use crate::DynArray;
use crate::cell::Cell;
use crate::device::PyDevice;
use crate::dtype::{self, DTypeArg, ElementType};
use crate::error::{exception, run, run_now};
use crate::place::{Part, Place, Places};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use xparray::backend::Streams;
use xparray::io::Dlpack;
use xparray::{ArrayLike, BackendKind, Create, DType, Device, Ellipsis, Layout, s};

/// An n-dimensional array on a device.
///
/// Example: ``xparray.asarray([[1.0, 2.0]]).shape == (1, 2)``.
#[pyclass(name = "ndarray", module = "xparray", frozen, weakref)]
pub struct NdArray {
    places: Places,
    dtype: DType,
    writable: AtomicBool,
    /// Whether it stands for one of NumPy's scalars, which nothing changes: `x += 1` gives the name another one.
    is_number: bool,
    /// The array that this is a view of: NumPy's `base`.
    base: Option<Py<Self>>,
    /// Memory whose address others may have, until the object goes.
    told: Mutex<Vec<Arc<Dlpack>>>,
}

impl NdArray {
    /// What a function gives: an array of its own; without axes, a number.
    pub fn new(value: DynArray) -> Self {
        let (layout, dtype, is_number) = (Layout::row_major(value.shape()), value.dtype(), value.ndim() == 0);
        let place = Place::new(Arc::new(Mutex::new(Cell::new(value))), layout, false, None);
        Self { is_number, ..Self::at(place, dtype, true, None) }
    }

    /// An array that may be changed, also where it has no axes.
    pub fn changeable(self) -> Self {
        Self { is_number: false, ..self }
    }

    fn at(place: Place, dtype: DType, writable: bool, base: Option<Py<Self>>) -> Self {
        let (places, writable) = (Places::new(place), AtomicBool::new(writable));
        Self { places, dtype, writable, is_number: false, base, told: Mutex::default() }
    }

    /// The one element that a layout names, as it is now: what is written to the array later does not show.
    pub fn element(&self, py: Python<'_>, layout: Layout) -> PyResult<Self> {
        let place = self.place();
        if place.part().is_none()
            && let Ok(cell) = place.cell().try_lock()
            && let Some(whole) = cell.kept().filter(|whole| whole.is_computed() && whole.layout().is_identity())
            && whole.xp().kind() == BackendKind::Cpu
        {
            let value = || whole.xp().from_bytes(whole.dtype(), &whole.through(&layout)?.to_bytes()?, ());
            return run_now(value).map(Self::new);
        }
        let on_host = self.device_of(py)?.kind() == BackendKind::Cpu;
        if on_host {
            // All elements are computed once, however many are asked for.
            let whole = self.value(py)?;
            read(py, &whole, DynArray::eval)?;
        }
        let value = self.part(layout).value(py)?;
        match (on_host, value.is_computed()) {
            // Of its own memory, so that writing to the array later copies nothing.
            (true, true) => run_now(|| value.xp().from_bytes(value.dtype(), &value.to_bytes()?, ())),
            (false, true) => run(py, || value.copy().and_then(|own| own.eval().map(|()| own))),
            (_, false) => Ok(value),
        }
        .map(Self::new)
    }

    /// The elements that a layout names among those of an array's cell, as a view of the array.
    pub fn view(of: &Bound<'_, Self>, layout: Layout) -> Self {
        Self { base: Some(Self::whole(of)), ..of.get().viewed(layout) }
    }

    /// The array whose elements the views of an array show.
    fn whole(of: &Bound<'_, Self>) -> Py<Self> {
        of.get().base.as_ref().map_or_else(|| of.clone().unbind(), |base| base.clone_ref(of.py()))
    }

    /// A view that refuses to be written, as several of its elements may be one.
    pub fn view_read_only(of: &Bound<'_, Self>, layout: Layout) -> Self {
        Self { writable: AtomicBool::new(false), ..Self::view(of, layout) }
    }

    /// The elements that a layout names among those of the cell.
    pub fn viewed(&self, layout: Layout) -> Self {
        self.seen(layout, true)
    }

    /// As [`viewed`](Self::viewed); the array itself, if the layout is its own.
    pub fn part(&self, layout: Layout) -> Self {
        let is_view = self.is_view() || layout != *self.layout();
        self.seen(layout, is_view)
    }

    fn seen(&self, layout: Layout, is_view: bool) -> Self {
        let now = self.place();
        let place = Place::new(now.cell().clone(), layout, is_view, now.part());
        Self::at(place, self.dtype, self.is_writable(), None)
    }

    /// Where the elements are now.
    pub fn place(&self) -> &Place {
        self.places.now()
    }

    pub fn layout(&self) -> &Layout {
        self.place().layout()
    }

    pub fn shape(&self) -> &[usize] {
        self.layout().shape()
    }

    pub fn element_type(&self) -> DType {
        self.dtype
    }

    pub fn is_view(&self) -> bool {
        self.place().is_view()
    }

    pub fn is_writable(&self) -> bool {
        self.writable.load(Ordering::Relaxed)
    }

    pub fn device_of(&self, py: Python<'_>) -> PyResult<Device> {
        let place = self.place();
        if let Ok(cell) = place.cell().try_lock() {
            return Ok(cell.xp().clone());
        }
        run(py, || Ok(place.locked().xp().clone()))
    }

    /// Whether its elements are those of another one, in the same order.
    pub fn is_where(&self, other: &Self) -> bool {
        self.place().is_same(other.place())
    }

    pub fn shares_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(self.place().cell(), other.place().cell())
    }

    /// Keeps memory as long as the object lives. Of one address it is one memory, which is kept once.
    pub fn keep(&self, tensor: Arc<Dlpack>) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.retain(|each| each.tensor().data != tensor.tensor().data);
        told.push(tensor);
    }

    /// The value now.
    pub fn value(&self, py: Python<'_>) -> PyResult<DynArray> {
        let place = self.place();
        if let Ok(cell) = place.cell().try_lock()
            && let Some(value) = cell.kept()
        {
            if !place.is_view() {
                return Ok(value.clone());
            }
            if value.is_computed() && value.layout().is_identity() {
                return run_now(|| place.seen(value));
            }
        }
        run(py, || {
            let value = place.locked().now()?;
            match place.is_view() {
                true => place.seen(&value),
                false => Ok(value),
            }
        })
    }

    /// Writes values, broadcast and converted, to all elements.
    pub fn write(&self, py: Python<'_>, values: impl ArrayLike<Device> + Send) -> PyResult<()> {
        self.check_writable()?;
        let place = self.place();
        run(py, || {
            place.locked().change(|value| match place.is_view() {
                true => place.write_seen(value, values),
                false => value.assign(s![Ellipsis], values),
            })
        })
    }

    /// Changes the value, as an assignment by arrays of indices does.
    pub fn change(&self, py: Python<'_>, f: impl FnOnce(&mut DynArray) -> xparray::Result<()> + Send) -> PyResult<()> {
        self.check_writable()?;
        let place = self.place();
        run(py, || place.locked().change(|value| if place.is_view() { place.change_seen(value, f) } else { f(value) }))
    }

    /// Gives the object another layout of the same elements.
    pub fn reshape_in_place(&self, layout: Layout) {
        let now = self.place();
        self.places.moved(Place::new(now.cell().clone(), layout, true, now.part()));
    }

    /// Gives the object other elements, which are its own. Others that share those before are refused, if asked for.
    pub fn replace(&self, value: DynArray, refuse_shared: bool) -> PyResult<()> {
        let place = self.place();
        let is_shared = self.places.share_cell() || place.locked().is_lent();
        if self.base.is_some() {
            return Err(PyValueError::new_err("cannot resize this array: it does not own its data"));
        }
        if refuse_shared && is_shared {
            let message = "cannot resize an array that references or is referenced\nby another array in this way.\n\
                Use the np.resize function or refcheck=False";
            return Err(PyValueError::new_err(message));
        }
        let layout = Layout::row_major(value.shape());
        let cell = match is_shared {
            true => Arc::new(Mutex::new(Cell::new(value))),
            // The elements before go with the value that had them.
            false => {
                *place.locked() = Cell::new(value);
                place.cell().clone()
            }
        };
        self.places.moved(Place::new(cell, layout, false, None));
        Ok(())
    }

    pub fn check_writable(&self) -> PyResult<()> {
        match self.is_writable() {
            true => Ok(()),
            false => Err(PyValueError::new_err("assignment destination is read-only")),
        }
    }
}

/// So few elements are read without letting other threads of Python run meanwhile.
const FEW: usize = 1024;

/// Reads a value: at once if its elements are few and computed in a moment, else while other threads of Python run.
pub fn read<T: Send>(
    py: Python<'_>,
    value: &DynArray,
    work: impl FnOnce(&DynArray) -> xparray::Result<T> + Send,
) -> PyResult<T> {
    let small = value.len() <= FEW && value.xp().kind() == BackendKind::Cpu;
    match small && run_now(|| value.try_eval())? {
        true => run_now(|| work(value)),
        false => run(py, || work(value)),
    }
}

#[pymethods]
impl NdArray {
    /// Whether it stands for one of NumPy's scalars.
    #[getter(_is_number)]
    pub fn is_number(&self) -> bool {
        self.is_number
    }

    /// Lengths of the axes.
    #[getter(shape)]
    fn shape_tuple<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.shape())
    }

    /// The number of axes.
    #[getter]
    fn ndim(&self) -> usize {
        self.layout().ndim()
    }

    /// The number of elements.
    #[getter]
    fn size(&self) -> usize {
        self.layout().len()
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
        self.layout().len() * self.dtype.size()
    }

    /// Bytes between neighbours along each axis, among the elements of the whole array in row-major order.
    #[getter]
    fn strides<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let place = self.place();
        let step = place.steps(self.dtype.size()).0 as isize;
        PyTuple::new(py, place.layout().strides().iter().map(|stride| stride * step))
    }

    /// The device that holds the elements.
    #[getter]
    fn device(&self, py: Python<'_>) -> PyResult<PyDevice> {
        self.device_of(py).map(PyDevice)
    }

    /// Whether elements may be assigned.
    #[getter]
    fn writable(&self) -> bool {
        self.is_writable()
    }

    /// Says whether elements may be assigned: not those of an array that may only be read, nor of a view in which elements repeat.
    fn _set_writable(&self, writable: bool) -> PyResult<()> {
        let may_be = || self.base.as_ref().is_none_or(|base| base.get().is_writable() && !self.layout().overlaps());
        if writable && !self.is_writable() && !may_be() {
            return Err(PyValueError::new_err("cannot set WRITEABLE flag to True of this array"));
        }
        self.writable.store(writable, Ordering::Relaxed);
        Ok(())
    }

    /// The real parts of complex numbers, or the imaginary ones; a view.
    fn _part(slf: &Bound<'_, Self>, imaginary: bool) -> PyResult<Self> {
        let (this, part) = (slf.get(), if imaginary { Part::Imaginary } else { Part::Real });
        let (now, dtype) = (this.place(), this.dtype.real());
        let place = now.of_part(part, dtype).map_err(exception)?;
        Ok(Self::at(place, dtype, this.is_writable(), Some(Self::whole(slf))))
    }

    /// The bits of the elements as elements of another type: a view, where whole ones of them lie where elements of the whole array's
    /// memory are, which the result says.
    fn _view(slf: &Bound<'_, Self>, dtype: DTypeArg) -> PyResult<Option<Self>> {
        let this = slf.get();
        let place = this.place();
        let place = place.of_bits(this.dtype, dtype.0, place.nbytes(slf.py())?);
        Ok(place.map(|place| Self::at(place, dtype.0, this.is_writable(), Some(Self::whole(slf)))))
    }

    /// The elements so many bytes from each other along each axis, of a shape, the first so many behind the first one here: a view, which may
    /// only be read if elements are in several places.
    fn _strided(slf: &Bound<'_, Self>, shape: Vec<usize>, strides: Vec<isize>, offset: isize) -> PyResult<Self> {
        let (py, this) = (slf.py(), slf.get());
        let place = this.place();
        let size = this.dtype.size();
        let step = place.steps(size).0 as isize;
        if strides.iter().chain([&offset]).any(|bytes| bytes % step != 0) {
            return Err(PyValueError::new_err(format!("strides of {strides:?} bytes for elements {step} apart")));
        }
        let beyond = || PyValueError::new_err("there are no such elements in the array");
        let first = place.layout().offset().checked_add_signed(offset / step).ok_or_else(beyond)?;
        let strides = strides.iter().map(|bytes| bytes / step).collect();
        let layout = Layout::new(shape.as_slice().into(), strides, first).map_err(exception)?;
        let count = place.nbytes(py)? / step as usize;
        match layout.bounds() {
            Some((_, last)) if last >= count => Err(beyond()),
            _ if layout.overlaps() => Ok(Self::view_read_only(slf, layout)),
            _ => Ok(Self::view(slf, layout)),
        }
    }

    /// The address of the first element, in the host's memory, which stays there until the array goes.
    fn _address(&self, py: Python<'_>) -> PyResult<usize> {
        let place = self.place();
        let tensor = place.lend(py)?;
        let (step, shift) = place.steps(self.dtype.size());
        let address = crate::cell::address(&tensor) + place.layout().offset() * step + shift;
        self.keep(tensor);
        Ok(address)
    }

    /// The array whose elements a view shows; none of what is no view.
    #[getter]
    fn base(&self, py: Python<'_>) -> Option<Py<Self>> {
        self.base.as_ref().map(|base| base.clone_ref(py))
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
        read(slf.py(), &value, |value| {
            value.eval()?;
            value.xp().synchronize()
        })?;
        Ok(slf)
    }
}
