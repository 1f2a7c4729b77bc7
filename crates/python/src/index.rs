//! Indexing: `x[1:, rows, ..., mask]`, to read and to assign.

use crate::DynArray;
use crate::array::NdArray;
use crate::convert::{Source, asarray, number_as, number_beside};
use crate::error::{exception, run};
use crate::operand::{Operand, call};
use crate::order::keeping;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyEllipsis, PyInt, PyList, PySlice, PyTuple};
use xparray::{Create, DType, IndexItem, Layout, NewAxis, SliceItem, SliceRange, Ufunc};

/// One item of an index.
enum Item {
    Index(isize),
    Slice { start: isize, step: isize, len: usize },
    NewAxis,
    Ellipsis,
    Array(DynArray),
}

/// What an index selects.
enum Selection {
    /// Places that strides express.
    View(Layout),
    /// Elements of a view.
    Items(Layout, Vec<IndexItem<xparray::Device>>),
}

/// Whether an object is an index by itself; arrays without axes are.
fn index_of(object: &Bound<'_, PyAny>) -> PyResult<Option<isize>> {
    if object.is_instance_of::<PyBool>() {
        return Ok(None);
    }
    if let Ok(array) = object.cast::<NdArray>()
        && (array.get().layout().ndim() > 0 || !array.get().element_type().is_integer())
    {
        return Ok(None);
    }
    // SAFETY: the object is alive, and the interpreter is held.
    match unsafe { pyo3::ffi::PyIndex_Check(object.as_ptr()) } {
        1 if object.is_instance_of::<PyInt>() => match object.extract::<isize>() {
            Ok(index) => Ok(Some(index)),
            Err(_) => Err(PyIndexError::new_err("cannot fit 'int' into an index-sized integer")),
        },
        // NumPy's arrays have the method, whatever they hold.
        1 => Ok(object.extract::<isize>().ok()),
        _ => Ok(None),
    }
}

/// The arrays of an index that names elements.
fn index_array(object: &Bound<'_, PyAny>, device: &xparray::Device) -> PyResult<DynArray> {
    let source = Source { dtype: None, device: Some(device.clone()) };
    let py = object.py();
    let array = asarray(object, &source).map_err(|error| match error.is_instance_of::<PyTypeError>(py) {
        true => PyIndexError::new_err(
            "only integers, slices (`:`), ellipsis (`...`), newaxis (`None`) and integer or boolean arrays are valid indices",
        ),
        false => error,
    })?;
    // An empty list is one of indices.
    let is_list = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
    if is_list && array.is_empty() && array.dtype() == DType::F64 {
        return array.astype(DType::I64).map_err(exception);
    }
    match array.dtype().is_integer() || array.dtype() == DType::Bool {
        true => Ok(array),
        false => Err(PyIndexError::new_err("arrays used as indices must be of integer (or boolean) type")),
    }
}

/// Whether an ellipsis is in an index.
fn has_ellipsis(key: &Bound<'_, PyAny>) -> bool {
    match key.cast::<PyTuple>() {
        Ok(keys) => keys.iter().any(|key| key.is_instance_of::<PyEllipsis>()),
        Err(_) => key.is_instance_of::<PyEllipsis>(),
    }
}

/// The selection of an index.
fn select(array: &NdArray, key: &Bound<'_, PyAny>) -> PyResult<Selection> {
    if let (Ok(slice), Some(&len)) = (key.cast::<PySlice>(), array.shape().first()) {
        let found = slice.indices(len as isize)?;
        let layout = array.layout().sliced(0, found.start.max(0) as usize, found.step, found.slicelength);
        return layout.map(Selection::View).map_err(exception);
    }
    if key.is_exact_instance_of::<PyInt>()
        && !array.shape().is_empty()
        && let Some(index) = index_of(key)?
    {
        return view(array.layout(), &[Item::Index(index)], array.shape().len() - 1).map(Selection::View);
    }
    let single = [key.clone()];
    let several: Vec<_>;
    let keys: &[Bound<'_, PyAny>] = match key.cast::<PyTuple>() {
        Ok(keys) => {
            several = keys.iter().collect();
            &several
        }
        Err(_) => &single,
    };
    let mut items = Vec::with_capacity(keys.len());
    let mut device = None;
    for key in keys {
        items.push(if let Some(index) = index_of(key)? {
            Item::Index(index)
        } else if key.is_instance_of::<PySlice>() {
            // Its places are found below, when the axis is known.
            Item::Slice { start: 0, step: 1, len: 0 }
        } else if key.is_none() {
            Item::NewAxis
        } else if key.is_instance_of::<PyEllipsis>() {
            Item::Ellipsis
        } else {
            let device = match &device {
                Some(device) => device,
                None => device.insert(array.device_of(key.py())?),
            };
            Item::Array(index_array(key, device)?)
        });
    }
    resolve(array, keys, items)
}

/// The lengths of axes that an item names.
fn named(item: &Item) -> usize {
    match item {
        Item::NewAxis | Item::Ellipsis => 0,
        Item::Array(mask) if mask.dtype() == DType::Bool => mask.ndim(),
        _ => 1,
    }
}

/// Finds the axes of the items.
fn resolve(array: &NdArray, keys: &[Bound<'_, PyAny>], mut items: Vec<Item>) -> PyResult<Selection> {
    let (shape, total) = (array.shape(), items.iter().map(named).sum::<usize>());
    if total > shape.len() {
        return Err(PyIndexError::new_err(format!(
            "too many indices for array: array is {}-dimensional, but {total} were indexed",
            shape.len()
        )));
    }
    if items.iter().filter(|item| matches!(item, Item::Ellipsis)).count() > 1 {
        return Err(PyIndexError::new_err("an index can only have a single ellipsis ('...')"));
    }
    let mut axis = 0;
    for (item, key) in items.iter_mut().zip(keys) {
        if let Item::Slice { start, step, len } = item {
            let found = key.cast::<PySlice>()?.indices(shape[axis] as isize)?;
            (*start, *step, *len) = (found.start, found.step, found.slicelength);
        }
        axis += if matches!(item, Item::Ellipsis) { shape.len() - total } else { named(item) };
    }
    match items.iter().any(|item| matches!(item, Item::Array(_))) {
        false => view(array.layout(), &items, shape.len() - total).map(Selection::View),
        true => elements(array.layout(), items, shape.len() - total),
    }
}

/// What indices and slices select.
fn view(layout: &Layout, items: &[Item], rest: usize) -> PyResult<Layout> {
    let (mut layout, mut axis) = (layout.clone(), 0);
    for item in items {
        layout = match *item {
            Item::Index(index) => {
                let len = layout.shape()[axis];
                let place = if index < 0 { index + len as isize } else { index };
                if place < 0 || place >= len as isize {
                    return Err(PyIndexError::new_err(format!(
                        "index {index} is out of bounds for axis {axis} with size {len}"
                    )));
                }
                layout.sliced(axis, place as usize, 1, 1).and_then(|layout| layout.without_axis(axis))
            }
            Item::Slice { start, step, len } => {
                axis += 1;
                layout.sliced(axis - 1, start.max(0) as usize, step, len)
            }
            Item::NewAxis => {
                axis += 1;
                layout.with_axis(axis - 1)
            }
            Item::Ellipsis => {
                axis += rest;
                continue;
            }
            Item::Array(_) => continue,
        }
        .map_err(exception)?;
    }
    Ok(layout)
}

/// What arrays of indices and masks select, beside the other items. A mask without axes is one of a new axis of length 1.
fn elements(layout: &Layout, items: Vec<Item>, rest: usize) -> PyResult<Selection> {
    let (mut view, mut axis) = (layout.clone(), 0);
    let mut selected = Vec::with_capacity(items.len());
    for item in items {
        let step = if matches!(item, Item::Ellipsis) { rest } else { named(&item) };
        selected.push(match item {
            Item::Index(index) => IndexItem::Slice(SliceItem::Index(index)),
            Item::Slice { start, step, len } => {
                view = view.sliced(axis, start.max(0) as usize, step, len).map_err(exception)?;
                IndexItem::Slice(SliceItem::Range(SliceRange::from(..)))
            }
            Item::NewAxis => IndexItem::from(NewAxis),
            Item::Ellipsis => IndexItem::Slice(SliceItem::Ellipsis),
            Item::Array(mask) if mask.dtype() == DType::Bool && mask.ndim() == 0 => {
                view = view.with_axis(axis).map_err(exception)?;
                axis += 1;
                IndexItem::Array(mask.reshape([1isize]).map_err(exception)?)
            }
            Item::Array(mask) if mask.dtype() == DType::Bool => {
                IndexItem::Array(widened(mask, &view.shape()[axis..axis + step]).map_err(exception)?)
            }
            Item::Array(array) => IndexItem::Array(array),
        });
        axis += step;
    }
    Ok(Selection::Items(view, selected))
}

/// A mask of its axes' shape. One without elements may have axes of length 0 where the array has others, as the array API standard says.
fn widened(mask: DynArray, shape: &[usize]) -> xparray::Result<DynArray> {
    let fits = mask.shape().iter().zip(shape).all(|(&found, &expected)| found == 0 || found == expected);
    match mask.is_empty() && fits {
        true => mask.xp().zeros_of(DType::Bool, shape),
        false => Ok(mask),
    }
}

/// The exception of an index that the library refused.
fn refused(error: PyErr, py: Python<'_>) -> PyErr {
    match error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<PyTypeError>(py) {
        true => PyIndexError::new_err(error.value(py).to_string()),
        false => error,
    }
}

#[pymethods]
impl NdArray {
    fn __getitem__(slf: &Bound<'_, Self>, key: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = key.py();
        match select(slf.get(), key)? {
            // As NumPy, which gives a number, unless an ellipsis asks for a view.
            Selection::View(layout) if layout.ndim() == 0 && !has_ellipsis(key) => slf.get().element(py, layout),
            Selection::View(layout) => Ok(Self::view(slf, layout)),
            Selection::Items(layout, items) => {
                let value = slf.get().part(layout).value(py)?;
                let found = run(py, || value.getitem(&items)).map_err(|error| refused(error, py))?;
                // What one array of indices names lies as that does.
                let indices = key.cast::<Self>().ok().map(Bound::get);
                let ndim = found.ndim();
                keeping(py, indices.into_iter().filter(move |each| each.layout().ndim() == ndim), found)
            }
        }
    }

    fn __setitem__(&self, key: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = key.py();
        let selection = select(self, key)?;
        // `x[1:] += y` has changed the part where it lies, and now asks for it to be written there.
        if let (Selection::View(layout), Ok(part)) = (&selection, values.cast::<Self>())
            && part.get().is_where(&self.viewed(layout.clone()))
        {
            return self.check_writable();
        }
        let device = self.device_of(py)?;
        let is_sequence = values.is_instance_of::<PyList>() || values.is_instance_of::<PyTuple>();
        let values = match number_beside(values, Some(self.element_type()))? {
            Some(number) => {
                let number = number_as(number, self.element_type())?;
                device.full_of(self.element_type(), (), number).map_err(exception)?
            }
            None => asarray(values, &Source { dtype: Some(self.element_type()), device: Some(device) })?,
        };
        match selection {
            Selection::View(layout) if layout.ndim() == 0 && is_sequence && values.ndim() > 0 => {
                Err(PyValueError::new_err("setting an array element with a sequence."))
            }
            Selection::View(layout) => self.viewed(layout).write(py, values),
            Selection::Items(layout, items) => {
                let written = self.part(layout.clone()).change(py, |part| part.setitem(&items, values));
                // If it is the index that is wrong, reading is refused, too.
                written.map_err(|error| {
                    match self.part(layout).value(py).map(|value| run(py, || value.getitem(&items))) {
                        Ok(Err(index)) => refused(index, py),
                        _ => error,
                    }
                })
            }
        }
    }

    fn __delitem__(&self, _key: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(PyValueError::new_err("cannot delete array elements"))
    }

    fn __iter__(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        if slf.get().shape().is_empty() {
            return Err(PyTypeError::new_err("iteration over a 0-d array"));
        }
        // Python's own iterator of sequences: by index, until there is none.
        // SAFETY: the object is alive, and the result is a new reference.
        unsafe { Bound::from_owned_ptr_or_err(slf.py(), pyo3::ffi::PySeqIter_New(slf.as_ptr())) }
    }

    fn __contains__(&self, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = value.py();
        let equal = call(py, Ufunc::Equal, Operand::Array(self.value(py)?), value.extract()?)?;
        Ok(run(py, || equal.any(..)?.item())?.get())
    }
}
