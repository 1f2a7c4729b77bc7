//! Functions of arrays, a file for each subject. Their arguments are few and positional: defaults, keywords and the rest of NumPy's
//! signatures are the package's, but of those that fill new arrays, which a function of Python would take a good part of.

mod create;
mod fft;
mod linalg;
mod manipulate;
mod random;
mod reduce;
mod search;
mod types;

pub use random::Generator;
pub use reduce::Initial;
pub use types::casting_of;

use crate::DynArray;
use crate::array::NdArray;
use crate::error::run;
use pyo3::prelude::*;
use xparray::{Axes, IntoAxes, keepdims};

/// What adds the functions of each file.
pub const MODULES: &[fn(&Bound<'_, PyModule>) -> PyResult<()>] = &[
    create::add,
    crate::dlpack::add,
    fft::add,
    linalg::add,
    manipulate::add,
    random::add,
    reduce::add,
    search::add,
    crate::stream::add,
    types::add,
];

/// A new array of some work.
fn made(py: Python<'_>, work: impl FnOnce() -> xparray::Result<DynArray> + Send) -> PyResult<NdArray> {
    run(py, work).map(NdArray::new)
}

/// Axes of a reduction: `None` is all of them.
pub fn axes(axis: Option<Vec<isize>>, keep: bool) -> Axes {
    let axes = match axis {
        Some(named) => named.as_slice().into_axes(),
        None => (..).into_axes(),
    };
    if keep { keepdims(axes) } else { axes }
}
