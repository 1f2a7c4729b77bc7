//! The order of axes in memory, which results have from their operands, as NumPy's: order K.

use crate::DynArray;
use crate::array::NdArray;
use crate::convert::{Source, asarray};
use crate::error::run;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use xparray::Layout;

/// The order that an argument asks for.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    /// That of the operands.
    #[default]
    Kept,
    /// The last axis the closest.
    Rows,
    /// The first axis the closest.
    Columns,
    /// The first axis the closest, if it is that of all operands.
    Any,
}

impl<'py> FromPyObject<'_, 'py> for Order {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let order = object.extract::<Option<String>>()?.unwrap_or_default();
        match order.to_ascii_uppercase().as_str() {
            "" | "K" => Ok(Self::Kept),
            "C" => Ok(Self::Rows),
            "F" => Ok(Self::Columns),
            "A" => Ok(Self::Any),
            _ => Err(PyValueError::new_err(format!("order must be one of 'C', 'F', 'A', or 'K' (got '{order}')"))),
        }
    }
}

impl Order {
    /// The axes of a result, from the furthest to the closest; none, if that is their order.
    pub fn axes<'a>(self, operands: impl Iterator<Item = &'a NdArray> + Clone, ndim: usize) -> Option<Vec<usize>> {
        if ndim < 2 {
            return None;
        }
        match self {
            Self::Kept if operands.clone().any(NdArray::is_view) => kept(operands.map(NdArray::layout), ndim),
            Self::Kept | Self::Rows => None,
            Self::Columns => Some((0..ndim).rev().collect()),
            Self::Any => {
                let columns = |x: &NdArray| x.layout().transpose().is_contiguous();
                let rows = operands.clone().all(|x| x.layout().is_contiguous());
                (!rows && operands.clone().all(columns)).then(|| (0..ndim).rev().collect())
            }
        }
    }
}

/// The axes from the furthest to the closest, as NumPy finds them: where operands contradict each other, in their order.
fn kept<'a>(operands: impl Iterator<Item = &'a Layout> + Clone, ndim: usize) -> Option<Vec<usize>> {
    let stride = |layout: &Layout, axis: usize| {
        let axis = (axis + layout.ndim()).checked_sub(ndim).filter(|&axis| layout.shape()[axis] != 1);
        axis.map_or(0, |axis| layout.strides()[axis].unsigned_abs())
    };
    // Whether one axis is closer than another, which comes after it; nothing, if no operand says so.
    let is_closer = |axis, than| {
        let mut closer = None;
        for layout in operands.clone() {
            let (one, other) = (stride(layout, axis), stride(layout, than));
            if one != 0 && other != 0 {
                closer = Some(one < other && closer.unwrap_or(true));
            }
        }
        closer
    };
    let mut axes = sorted((0..ndim).rev().collect(), is_closer);
    axes.reverse();
    moved(axes)
}

/// Axes, each moved before those that it goes before, as NumPy sorts them: one of which nothing is known stays beside what it is beside.
fn sorted(mut axes: Vec<usize>, goes_before: impl Fn(usize, usize) -> Option<bool>) -> Vec<usize> {
    for k in 1..axes.len() {
        let mut place = k;
        for before in (0..k).rev() {
            match goes_before(axes[k], axes[before]) {
                Some(true) => place = before,
                Some(false) => break,
                None => {}
            }
        }
        axes[place..=k].rotate_right(1);
    }
    axes
}

/// Axes that are not in the order of rows.
fn moved(axes: Vec<usize>) -> Option<Vec<usize>> {
    axes.iter().enumerate().any(|(k, &axis)| k != axis).then_some(axes)
}

/// The axes from the furthest to the closest of what is joined of arrays, which are views, along an axis, or along a new one.
pub fn joined<'a>(arrays: impl Iterator<Item = &'a NdArray>, new_axis: Option<isize>) -> Option<Vec<usize>> {
    let with_axis = |array: &NdArray| {
        let layout = array.layout();
        let Some(axis) = new_axis else { return Some(layout.clone()) };
        let place = xparray::layout::normalize_axis("stack", axis, layout.ndim() + 1).ok()?;
        layout.with_axis(place).ok()
    };
    let layouts: Vec<_> = arrays.map(with_axis).collect::<Option<_>>()?;
    let ndim = layouts.first()?.ndim();
    // As NumPy here: from the first axis on, and axes of one element say nothing.
    let is_further = |axis: usize, than: usize| {
        let counts = |layout: &&Layout| layout.shape()[axis] != 1 && layout.shape()[than] != 1;
        let further = |layout: &Layout| layout.strides()[axis].unsigned_abs() > layout.strides()[than].unsigned_abs();
        layouts.iter().filter(counts).map(further).reduce(|all, each| all && each)
    };
    moved(sorted((0..ndim).collect(), is_further))
}

/// The axes from the furthest to the closest of a table of each element of one array with each of another.
pub fn outer(a: &Seen<'_>, b: &Seen<'_>) -> Option<Vec<usize>> {
    let [first, second] = [a, b].map(|x| x.axes(Order::Kept));
    if first.is_none() && second.is_none() {
        return None;
    }
    let (n, m) = (a.value.ndim(), b.value.ndim());
    let second = second.unwrap_or_else(|| (0..m).collect());
    Some(first.unwrap_or_else(|| (0..n).collect()).into_iter().chain(second.iter().map(|axis| n + axis)).collect())
}

/// A result with its axes from the furthest to the closest as they are named, if they are.
pub fn arranged(py: Python<'_>, result: DynArray, axes: Option<&[usize]>) -> PyResult<NdArray> {
    let Some(axes) = axes else { return Ok(NdArray::new(result)) };
    let rows =
        run(py, || result.through(&Layout::row_major(result.shape()).permute(axes)?)?.copy()).map(NdArray::new)?;
    let mut back = vec![0; axes.len()];
    for (k, &axis) in axes.iter().enumerate() {
        back[axis] = k;
    }
    let layout = rows.layout().permute(&back).map_err(crate::error::exception)?;
    Ok(rows.viewed(layout))
}

/// What is computed of each element of operands, in the order of their axes.
pub fn keeping<'a>(
    py: Python<'_>,
    operands: impl Iterator<Item = &'a NdArray> + Clone,
    result: DynArray,
) -> PyResult<NdArray> {
    let axes = Order::Kept.axes(operands, result.ndim());
    arranged(py, result, axes.as_deref())
}

/// An argument that is an array, whose order a result has, or becomes one.
pub struct Seen<'py> {
    pub value: DynArray,
    array: Option<Bound<'py, NdArray>>,
}

impl<'py> FromPyObject<'_, 'py> for Seen<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let array = object.cast::<NdArray>().ok().map(|array| array.to_owned());
        Ok(Self { value: asarray(&object, &Source::default())?, array })
    }
}

impl Seen<'_> {
    /// What some work makes of it, of its order.
    pub fn made(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&DynArray) -> xparray::Result<DynArray> + Send,
    ) -> PyResult<NdArray> {
        let value = &self.value;
        keeping(py, self.array.iter().map(Bound::get), run(py, || work(value))?)
    }

    /// Its axes from the furthest to the closest in an order; none, if that is their order.
    pub fn axes(&self, order: Order) -> Option<Vec<usize>> {
        order.axes(self.array.iter().map(Bound::get), self.value.ndim())
    }

    /// The axes from the furthest to the closest of so many that are left where some are gone, or have become of length 1.
    pub fn axes_without(&self, gone: &[isize], left: usize) -> Option<Vec<usize>> {
        let ndim = self.value.ndim();
        let axes = if left > 1 { self.axes(Order::Kept)? } else { return None };
        if left == ndim {
            return Some(axes);
        }
        let is_gone = |axis: usize| gone.iter().any(|&each| each.rem_euclid(ndim as isize) == axis as isize);
        let left: Vec<usize> = (0..ndim).filter(|&axis| !is_gone(axis)).collect();
        Some(axes.iter().filter_map(|axis| left.iter().position(|each| each == axis)).collect())
    }

    /// What some work makes of it without some axes, or with them of length 1, in the order of the rest.
    pub fn reduced(
        &self,
        py: Python<'_>,
        gone: &[isize],
        work: impl FnOnce(&DynArray) -> xparray::Result<DynArray> + Send,
    ) -> PyResult<NdArray> {
        let value = &self.value;
        let result = run(py, || work(value))?;
        let axes = self.axes_without(gone, result.ndim());
        arranged(py, result, axes.as_deref())
    }
}

#[pymethods]
impl NdArray {
    /// A copy with its axes from the furthest to the closest as they are named.
    fn _arranged(&self, py: Python<'_>, axes: Vec<usize>) -> PyResult<Self> {
        let mut sorted = axes.clone();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(0..self.layout().ndim()) {
            return Err(PyValueError::new_err("axes don't match array"));
        }
        arranged(py, self.value(py)?, Some(&axes))
    }
}
