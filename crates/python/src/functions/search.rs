//! Sorting, searching and sets.

use super::made;
use crate::array::NdArray;
use crate::convert::{Input, tuple};
use crate::error::run;
use crate::operand::Operand;
use crate::order::Seen;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use xparray::{SearchSorted, Side, Sort, Unique};

#[pyfunction]
fn sort(py: Python<'_>, x: Seen<'_>, axis: isize) -> PyResult<NdArray> {
    x.made(py, |x| x.sort_with(Sort::new().axis(axis)))
}

#[pyfunction]
fn argsort(py: Python<'_>, x: Input, axis: isize) -> PyResult<NdArray> {
    made(py, || x.0.argsort_with(Sort::new().axis(axis)))
}

#[pyfunction]
fn partition(py: Python<'_>, x: Seen<'_>, kth: Vec<isize>, axis: isize, indices: bool) -> PyResult<NdArray> {
    let options = Sort::new().axis(axis);
    match indices {
        true => made(py, || x.value.argpartition_with(kth.as_slice(), options)),
        false => x.made(py, |x| x.partition_with(kth.as_slice(), options)),
    }
}

#[pyfunction]
fn lexsort(py: Python<'_>, keys: Input) -> PyResult<NdArray> {
    made(py, || keys.0.lexsort())
}

#[pyfunction]
fn searchsorted(py: Python<'_>, x: Input, values: Operand, right: bool, sorter: Option<Input>) -> PyResult<NdArray> {
    let mut options = SearchSorted::new().side(if right { Side::Right } else { Side::Left });
    if let Some(sorter) = &sorter {
        options = options.sorter(&sorter.0);
    }
    // Numbers that the elements cannot be are of a type of their own.
    let values = match values.outside(x.0.dtype()) {
        Some(_) => Operand::Array(values.to_array(None)?),
        None => values,
    };
    made(py, || x.0.searchsorted_with(&values.borrowed(), options))
}

/// Values, first places, inverse, counts.
#[pyfunction]
fn unique<'py>(py: Python<'py>, x: Input, equal_nan: bool, axis: Option<isize>) -> PyResult<Bound<'py, PyTuple>> {
    let options = Unique::new().equal_nan(equal_nan).axis(axis);
    tuple(py, run(py, || x.0.unique_all_with(options))?)
}

#[pyfunction]
fn isin(py: Python<'_>, x: Input, test: Input) -> PyResult<NdArray> {
    made(py, || x.0.isin(&test.0))
}

#[pyfunction]
fn intersect1d(py: Python<'_>, x: Input, y: Input) -> PyResult<NdArray> {
    made(py, || x.0.intersect1d(&y.0))
}

#[pyfunction]
fn setdiff1d(py: Python<'_>, x: Input, y: Input) -> PyResult<NdArray> {
    made(py, || x.0.setdiff1d(&y.0))
}

#[pyfunction]
fn setxor1d(py: Python<'_>, x: Input, y: Input) -> PyResult<NdArray> {
    made(py, || x.0.setxor1d(&y.0))
}

#[pyfunction]
fn union1d(py: Python<'_>, x: Input, y: Input) -> PyResult<NdArray> {
    made(py, || x.0.union1d(&y.0))
}

#[pyfunction]
fn nonzero<'py>(py: Python<'py>, x: Input) -> PyResult<Bound<'py, PyTuple>> {
    tuple(py, run(py, || x.0.nonzero())?)
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(sort, module)?)?;
    module.add_function(wrap_pyfunction!(argsort, module)?)?;
    module.add_function(wrap_pyfunction!(partition, module)?)?;
    module.add_function(wrap_pyfunction!(lexsort, module)?)?;
    module.add_function(wrap_pyfunction!(searchsorted, module)?)?;
    module.add_function(wrap_pyfunction!(unique, module)?)?;
    module.add_function(wrap_pyfunction!(isin, module)?)?;
    module.add_function(wrap_pyfunction!(intersect1d, module)?)?;
    module.add_function(wrap_pyfunction!(setdiff1d, module)?)?;
    module.add_function(wrap_pyfunction!(setxor1d, module)?)?;
    module.add_function(wrap_pyfunction!(union1d, module)?)?;
    module.add_function(wrap_pyfunction!(nonzero, module)?)
}
