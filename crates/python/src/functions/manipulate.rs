//! Arrays joined, moved, repeated, chosen from.

use super::{axes, made};
use crate::DynArray;
use crate::array::NdArray;
use crate::convert::{Input, Shape};
use crate::error::{exception, run, run_now};
use crate::operand::{Operand, pair, widened};
use crate::order::{Order, Seen, arranged, joined, keeping};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use xparray::{BackendKind, DType, Diff, Join, NanToNum, Tolerance};

/// So many arrays are joined, as NumPy's.
const MOST: usize = i32::MAX as usize;

/// The arrays of a sequence, and those that are views of several axes, whose order counts.
fn all<'py>(arrays: &Bound<'py, PyAny>) -> PyResult<(Vec<DynArray>, Vec<Bound<'py, NdArray>>)> {
    let count = arrays.len()?;
    if count == 0 {
        return Err(PyValueError::new_err("need at least one array to concatenate"));
    }
    if count > MOST {
        let message = format!("concatenate() only supports up to {MOST} arrays but got {count}.");
        return Err(PyValueError::new_err(message));
    }
    let mut found = Vec::new();
    found.try_reserve_exact(count).map_err(|_| PyMemoryError::new_err(format!("no memory for {count} arrays")))?;
    let mut views = Vec::new();
    for array in arrays.try_iter()? {
        let array = array?;
        found.push(array.extract::<Input>()?.0);
        if let Ok(array) = array.cast_into::<NdArray>()
            && array.get().is_view()
            && array.get().layout().ndim() > 1
        {
            views.push(array);
        }
    }
    if views.len() < found.len() {
        views.clear();
    }
    Ok((found, views))
}

/// So few elements are joined without letting other threads of Python run meanwhile.
const FEW: usize = 1024;

#[pyfunction]
fn concatenate(arrays: &Bound<'_, PyAny>, axis: Option<isize>) -> PyResult<NdArray> {
    let (all, views) = all(arrays)?;
    let work = || all[0].xp().concatenate(&all.iter().collect::<Vec<_>>(), axis);
    let is_small =
        |array: &DynArray| array.len() <= FEW && array.is_computed() && array.xp().kind() == BackendKind::Cpu;
    let found = if all.len() <= 8 && all.iter().all(is_small) { run_now(work)? } else { run(arrays.py(), work)? };
    // In a row there is no order.
    let axes = axis.and_then(|_| joined(views.iter().map(Bound::get), None));
    arranged(arrays.py(), found, axes.as_deref())
}

#[pyfunction]
fn stack(arrays: &Bound<'_, PyAny>, axis: isize) -> PyResult<NdArray> {
    let (py, (all, views)) = (arrays.py(), all(arrays)?);
    let stacked = run(py, || all[0].xp().stack(&all.iter().collect::<Vec<_>>(), axis))?;
    arranged(py, stacked, joined(views.iter().map(Bound::get), Some(axis)).as_deref())
}

#[pyfunction]
fn roll(py: Python<'_>, x: Seen<'_>, shift: Vec<isize>, axis: Option<Vec<isize>>) -> PyResult<NdArray> {
    match axis {
        Some(axes) => x.made(py, |x| x.roll(shift.as_slice(), axes.as_slice())),
        // The elements in a row, in the order of rows.
        None => made(py, || x.value.roll(shift.as_slice(), ..)),
    }
}

#[pyfunction]
fn tile(py: Python<'_>, x: Input, reps: Shape) -> PyResult<NdArray> {
    let reps = reps.lengths()?;
    made(py, || x.0.tile(reps))
}

#[pyfunction]
fn repeat(py: Python<'_>, x: Input, repeats: Input, axis: Option<isize>) -> PyResult<NdArray> {
    let counts = run(py, || repeats.0.astype(DType::I64)?.ravel()?.typed::<i64>()?.to_vec())?;
    let negative = |_| PyValueError::new_err("repeats may not contain negative values.");
    let counts = counts.into_iter().map(usize::try_from).collect::<Result<Vec<_>, _>>().map_err(negative)?;
    made(py, || match counts[..] {
        [count] => x.0.repeat(count, axis),
        _ => x.0.repeat(counts, axis),
    })
}

#[pyfunction]
fn take(py: Python<'_>, x: Input, indices: Input, axis: Option<isize>) -> PyResult<NdArray> {
    made(py, || x.0.take(&indices.0, axis))
}

#[pyfunction]
fn take_along_axis(py: Python<'_>, x: Input, indices: Input, axis: isize) -> PyResult<NdArray> {
    made(py, || x.0.take_along_axis(&indices.0, axis))
}

/// `condition ? x : y`; numbers are weak.
#[pyfunction]
#[pyo3(name = "where")]
fn where_(condition: &Bound<'_, PyAny>, x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>) -> PyResult<NdArray> {
    let (py, Input(mask)) = (condition.py(), condition.extract()?);
    let (first, second) = pair(x.extract()?, y.extract()?)?;
    let found = run(py, || mask.astype(DType::Bool)?.where_(&first, &second.borrowed()))?;
    let operands = [condition, x, y];
    keeping(py, operands.iter().filter_map(|each| each.cast::<NdArray>().ok()).map(Bound::get), found)
}

/// The triangle on and below a diagonal, or on and above it.
#[pyfunction]
fn triangle(py: Python<'_>, x: Input, k: isize, upper: bool) -> PyResult<NdArray> {
    made(py, || if upper { x.0.triu_with(k) } else { x.0.tril_with(k) })
}

#[pyfunction]
fn diag(py: Python<'_>, x: Input, k: isize) -> PyResult<NdArray> {
    made(py, || x.0.diag_with(k))
}

#[pyfunction]
fn diff(
    py: Python<'_>,
    x: Seen<'_>,
    n: usize,
    axis: isize,
    prepend: Option<Input>,
    append: Option<Input>,
) -> PyResult<NdArray> {
    x.made(py, |x| {
        let mut options = Diff::new().n(n).axis(axis);
        if let Some(prepend) = &prepend {
            options = options.prepend(&prepend.0);
        }
        if let Some(append) = &append {
            options = options.append(&append.0);
        }
        x.diff_with(options)
    })
}

#[pyfunction]
fn clip(py: Python<'_>, x: Seen<'_>, min: Option<Operand>, max: Option<Operand>) -> PyResult<NdArray> {
    let mut found = x.value.clone();
    let dtype = found.dtype();
    for (bound, function, side) in [(min, xparray::Ufunc::Maximum, -1.0), (max, xparray::Ufunc::Minimum, 1.0)] {
        // An end beyond all elements of the type is no end.
        let is_beyond = |bound: &Operand| bound.outside(dtype).is_some_and(|number| number * side > 0.0);
        if let Some(bound) = bound.filter(|bound| !is_beyond(bound)) {
            found = crate::operand::call(py, function, Operand::Array(found), bound)?;
        }
    }
    x.made(py, |_| Ok(found))
}

#[pyfunction]
fn round(py: Python<'_>, x: Seen<'_>, decimals: i32) -> PyResult<NdArray> {
    x.made(py, |x| x.round(decimals))
}

/// Whether elements differ by at most `atol + rtol |y|`.
#[pyfunction]
fn isclose(py: Python<'_>, x: Operand, y: Operand, rtol: f64, atol: f64, equal_nan: bool) -> PyResult<NdArray> {
    let [x, y] = widened([x, y]);
    let (x, y) = pair(x, y)?;
    let options = Tolerance::new().rtol(rtol).atol(atol).equal_nan(equal_nan);
    made(py, || x.isclose_with(&y.borrowed(), options))
}

/// Numbers in the places of NaN and infinities.
#[pyfunction]
fn nan_to_num(py: Python<'_>, x: Seen<'_>, nan: f64, posinf: Option<f64>, neginf: Option<f64>) -> PyResult<NdArray> {
    let mut options = NanToNum::new().nan(nan);
    if let Some(number) = posinf {
        options = options.posinf(number);
    }
    if let Some(number) = neginf {
        options = options.neginf(number);
    }
    x.made(py, |x| x.nan_to_num_with(options))
}

/// A result in an order: by default that of the arrays that it was made of, each element of the elements of one place.
#[pyfunction]
fn laid_out(
    py: Python<'_>,
    found: &Bound<'_, NdArray>,
    operands: Vec<Bound<'_, PyAny>>,
    order: Order,
) -> PyResult<Py<NdArray>> {
    let arrays = operands.iter().filter_map(|each| each.cast::<NdArray>().ok()).map(Bound::get);
    match order.axes(arrays, found.get().layout().ndim()) {
        Some(axes) => Py::new(py, arranged(py, found.get().value(py)?, Some(&axes))?),
        None => Ok(found.clone().unbind()),
    }
}

/// The axes of what arrays broadcast to, from the outermost to the innermost, as they are gone along in an order.
#[pyfunction]
fn axes_in_order(operands: Vec<Bound<'_, NdArray>>, order: Order, ndim: usize) -> Vec<usize> {
    order.axes(operands.iter().map(Bound::get), ndim).unwrap_or_else(|| (0..ndim).collect())
}

/// The elements' bits as another type.
#[pyfunction]
fn view(py: Python<'_>, x: Input, dtype: crate::dtype::DTypeArg) -> PyResult<NdArray> {
    made(py, || x.0.view(dtype.0))
}

/// The shape that arrays broadcast to.
#[pyfunction]
fn broadcast_shapes(shapes: Vec<Shape>) -> PyResult<Vec<usize>> {
    shapes.iter().try_fold(Vec::new(), |common, shape| {
        let common = xparray::layout::broadcast_shapes("broadcast", &common, &shape.lengths()?).map_err(exception)?;
        Ok(common.to_vec())
    })
}

/// Where mirrored parts of axes are exchanged, for transforms.
#[pyfunction]
fn fftshift(py: Python<'_>, x: Input, axis: Option<Vec<isize>>, inverse: bool) -> PyResult<NdArray> {
    made(py, || if inverse { x.0.ifftshift(axes(axis, false)) } else { x.0.fftshift(axes(axis, false)) })
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(concatenate, module)?)?;
    module.add_function(wrap_pyfunction!(stack, module)?)?;
    module.add_function(wrap_pyfunction!(roll, module)?)?;
    module.add_function(wrap_pyfunction!(tile, module)?)?;
    module.add_function(wrap_pyfunction!(repeat, module)?)?;
    module.add_function(wrap_pyfunction!(take, module)?)?;
    module.add_function(wrap_pyfunction!(take_along_axis, module)?)?;
    module.add_function(wrap_pyfunction!(where_, module)?)?;
    module.add_function(wrap_pyfunction!(triangle, module)?)?;
    module.add_function(wrap_pyfunction!(diag, module)?)?;
    module.add_function(wrap_pyfunction!(diff, module)?)?;
    module.add_function(wrap_pyfunction!(clip, module)?)?;
    module.add_function(wrap_pyfunction!(round, module)?)?;
    module.add_function(wrap_pyfunction!(isclose, module)?)?;
    module.add_function(wrap_pyfunction!(nan_to_num, module)?)?;
    module.add_function(wrap_pyfunction!(laid_out, module)?)?;
    module.add_function(wrap_pyfunction!(axes_in_order, module)?)?;
    module.add_function(wrap_pyfunction!(view, module)?)?;
    module.add_function(wrap_pyfunction!(broadcast_shapes, module)?)?;
    module.add_function(wrap_pyfunction!(fftshift, module)?)
}
