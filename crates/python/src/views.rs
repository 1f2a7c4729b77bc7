//! Views: other shapes and orders of the same elements.

use crate::array::NdArray;
use crate::convert::Shape;
use crate::error::{exception, run};
use pyo3::exceptions::{PyAttributeError, PyValueError};
use pyo3::prelude::*;
use xparray::{Create, Error, Join, Layout};

/// An axis as an index, negative from the end.
fn axis(op: &'static str, axis: isize, ndim: usize) -> PyResult<usize> {
    xparray::layout::normalize_axis(op, axis, ndim).map_err(exception)
}

/// Several axes, each at most once.
fn axes(op: &'static str, given: &[isize], ndim: usize) -> PyResult<Vec<usize>> {
    let found = given.iter().map(|&k| axis(op, k, ndim)).collect::<PyResult<Vec<_>>>()?;
    match found.iter().enumerate().find(|(k, axis)| found[..*k].contains(axis)) {
        Some((k, _)) => Err(exception(Error::Axis { op, axis: given[k], ndim })),
        None => Ok(found),
    }
}

/// The lengths of a shape with at most one -1, which is what is left.
fn lengths(shape: &[isize], len: usize) -> PyResult<Vec<usize>> {
    let wrong = || PyValueError::new_err(format!("cannot reshape array of size {len} into shape {shape:?}"));
    let open = shape.iter().filter(|&&d| d < 0).count();
    let known: usize = shape.iter().filter(|&&d| d >= 0).map(|&d| d as usize).product();
    let fits = match open {
        0 => known == len,
        1 => known > 0 && len.is_multiple_of(known),
        _ => false,
    };
    if !fits || shape.iter().any(|&d| d < -1) {
        return Err(wrong());
    }
    Ok(shape.iter().map(|&d| if d < 0 { len / known } else { d as usize }).collect())
}

impl NdArray {
    fn through(slf: &Bound<'_, Self>, layout: xparray::Result<Layout>) -> PyResult<Self> {
        layout.map(|layout| Self::view(slf, layout)).map_err(exception)
    }

    /// The elements under another shape: a view where strides express it, else a copy.
    fn reshaped(slf: &Bound<'_, Self>, shape: &[usize]) -> PyResult<Self> {
        let (py, this) = (slf.py(), slf.get());
        if let Some(layout) = this.layout().reshape(shape) {
            return Ok(Self::view(slf, layout));
        }
        let value = this.value(py)?;
        let shape: Vec<_> = shape.iter().map(|&d| d as isize).collect();
        run(py, || value.copy()?.reshape(shape)).map(|found| Self::new(found).changeable())
    }
}

#[pymethods]
impl NdArray {
    /// Gives the array another shape of as many elements, where strides express that.
    #[setter(shape)]
    fn set_shape(&self, shape: Shape) -> PyResult<()> {
        let layout = self.layout().reshape(&lengths(&shape.0, self.layout().len())?);
        let message =
            "Incompatible shape for in-place modification. Use `.reshape()` to make a copy with the desired shape.";
        self.reshape_in_place(layout.ok_or_else(|| PyAttributeError::new_err(message))?);
        Ok(())
    }

    /// Gives the array another shape, in which zeros follow the elements, or the last ones are left out.
    fn _resize(&self, py: Python<'_>, shape: Shape, refcheck: bool) -> PyResult<()> {
        let lengths = shape.lengths()?;
        let value = self.value(py)?;
        let resized = run(py, || {
            let (flat, count) = (value.ravel()?, xparray::layout::checked_len(&lengths)?);
            let missing = count.saturating_sub(flat.len());
            let zeros = flat.xp().zeros_of(flat.dtype(), missing)?;
            let all = if missing > 0 { flat.xp().concatenate(&[&flat, &zeros], 0)? } else { flat };
            all.through(&Layout::row_major(&lengths))?.copy()
        })?;
        self.replace(resized, refcheck)
    }

    /// The axes in the opposite order; a view.
    #[getter(T)]
    fn transposed(slf: &Bound<'_, Self>) -> Self {
        Self::view(slf, slf.get().layout().transpose())
    }

    /// The last two axes exchanged; a view.
    #[getter(mT)]
    fn matrix_transposed(slf: &Bound<'_, Self>) -> PyResult<Self> {
        let n = slf.get().shape().len();
        if n < 2 {
            return Err(PyValueError::new_err("matrix transpose with ndim < 2 is undefined"));
        }
        Self::_swapaxes(slf, -1, -2)
    }

    #[pyo3(signature = (shape, copy=None))]
    fn _reshape(slf: &Bound<'_, Self>, shape: Shape, copy: Option<bool>) -> PyResult<Self> {
        let (py, shape) = (slf.py(), lengths(&shape.0, slf.get().layout().len())?);
        let found = Self::reshaped(slf, &shape)?;
        match copy {
            Some(true) if found.is_view() => {
                let value = found.value(py)?;
                run(py, || value.copy()).map(|found| Self::new(found).changeable())
            }
            Some(false) if !found.is_view() => Err(PyValueError::new_err("unable to avoid creating a copy")),
            _ => Ok(found),
        }
    }

    /// The elements in a row: a view if they lie in their order, as NumPy has it, else a copy.
    fn _ravel(slf: &Bound<'_, Self>) -> PyResult<Self> {
        let (py, this) = (slf.py(), slf.get());
        if this.layout().is_contiguous() {
            return Self::reshaped(slf, &[this.layout().len()]);
        }
        let value = this.value(py)?;
        run(py, || value.ravel()?.copy()).map(Self::new)
    }

    fn _permute_dims(slf: &Bound<'_, Self>, order: Vec<isize>) -> PyResult<Self> {
        let (op, ndim) = ("transpose", slf.get().shape().len());
        if order.len() != ndim {
            return Err(PyValueError::new_err("axes don't match array"));
        }
        Self::through(slf, slf.get().layout().permute(&axes(op, &order, ndim)?))
    }

    fn _swapaxes(slf: &Bound<'_, Self>, axis1: isize, axis2: isize) -> PyResult<Self> {
        let ndim = slf.get().shape().len();
        let mut order: Vec<_> = (0..ndim).collect();
        order.swap(axis("swapaxes", axis1, ndim)?, axis("swapaxes", axis2, ndim)?);
        Self::through(slf, slf.get().layout().permute(&order))
    }

    fn _moveaxis(slf: &Bound<'_, Self>, source: Vec<isize>, destination: Vec<isize>) -> PyResult<Self> {
        let ndim = slf.get().shape().len();
        let (from, to) = (axes("moveaxis", &source, ndim)?, axes("moveaxis", &destination, ndim)?);
        if from.len() != to.len() {
            return Err(PyValueError::new_err("`source` and `destination` must have the same number of elements"));
        }
        let mut rest = (0..ndim).filter(|axis| !from.contains(axis));
        let order = (0..ndim).filter_map(|k| match to.iter().position(|&place| place == k) {
            Some(found) => Some(from[found]),
            None => rest.next(),
        });
        Self::through(slf, slf.get().layout().permute(&order.collect::<Vec<_>>()))
    }

    #[pyo3(signature = (axis=None))]
    fn _squeeze(slf: &Bound<'_, Self>, axis: Option<Vec<isize>>) -> PyResult<Self> {
        let shape = slf.get().shape();
        let gone = match axis {
            Some(named) => axes("squeeze", &named, shape.len())?,
            None => (0..shape.len()).filter(|&k| shape[k] == 1).collect(),
        };
        if gone.iter().any(|&k| shape[k] != 1) {
            return Err(PyValueError::new_err("cannot select an axis to squeeze out which has size not equal to one"));
        }
        let mut gone: Vec<_> = gone;
        gone.sort_unstable();
        Self::through(slf, gone.iter().rev().try_fold(slf.get().layout().clone(), |layout, &k| layout.without_axis(k)))
    }

    fn _expand_dims(slf: &Bound<'_, Self>, axis: Vec<isize>) -> PyResult<Self> {
        let mut places = axes("expand_dims", &axis, slf.get().shape().len() + axis.len())?;
        places.sort_unstable();
        Self::through(slf, places.iter().try_fold(slf.get().layout().clone(), |layout, &k| layout.with_axis(k)))
    }

    #[pyo3(signature = (axis=None))]
    fn _flip(slf: &Bound<'_, Self>, axis: Option<Vec<isize>>) -> PyResult<Self> {
        let ndim = slf.get().shape().len();
        let flipped = match axis {
            Some(named) => axes("flip", &named, ndim)?,
            None => (0..ndim).collect(),
        };
        let turned = |layout: Layout, &k: &usize| {
            let len = layout.shape()[k];
            layout.sliced(k, len.saturating_sub(1), -1, len)
        };
        Self::through(slf, flipped.iter().try_fold(slf.get().layout().clone(), turned))
    }

    fn _broadcast_to(slf: &Bound<'_, Self>, shape: Shape) -> PyResult<Self> {
        let layout = slf.get().layout().broadcast("broadcast_to", &shape.lengths()?).map_err(exception)?;
        Ok(Self::view_read_only(slf, layout))
    }

    #[pyo3(signature = (offset, axis1, axis2))]
    fn _diagonal(slf: &Bound<'_, Self>, offset: isize, axis1: isize, axis2: isize) -> PyResult<Self> {
        let ndim = slf.get().shape().len();
        if ndim < 2 {
            return Err(PyValueError::new_err("diag requires an array of at least two dimensions"));
        }
        let (first, second) = (axis("diagonal", axis1, ndim)?, axis("diagonal", axis2, ndim)?);
        if first == second {
            return Err(PyValueError::new_err("axis1 and axis2 cannot be the same"));
        }
        let (skipped, along) = if offset < 0 { (offset.unsigned_abs(), first) } else { (offset as usize, second) };
        let len = slf.get().shape()[along];
        let (start, rest) = (skipped.min(len), len.saturating_sub(skipped));
        let layout = slf.get().layout().sliced(along, start, 1, rest).and_then(|layout| layout.diagonal(first, second));
        Ok(Self::view_read_only(slf, layout.map_err(exception)?))
    }
}
