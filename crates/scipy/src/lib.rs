//! SciPy's functions over xparray's arrays: a module for each of SciPy's, each a Cargo feature.
//!
//! They are written over the public interface of arrays, so they run on every backend, and their steps fuse with those of the
//! program around them. Functions take arrays of any element type, `Array` or `DynArray`, and return `DynArray`.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! use xparray::scipy::signal;
//! let x = xp.array([1.0, 1.0, 1.0, 1.0])?;
//! assert_eq!(signal::freq_shift(&x, 0.5, 1.0)?.real()?.to_string(), "[ 1. -1.  1. -1.]");
//! # Ok::<(), xparray::Error>(())
//! ```

#![forbid(unsafe_code)]

#[cfg(feature = "fft")]
pub mod fft;
#[cfg(feature = "interpolate")]
pub mod interpolate;
#[cfg(feature = "linalg")]
pub mod linalg;
#[cfg(feature = "ndimage")]
pub mod ndimage;
#[cfg(feature = "signal")]
pub mod signal;
#[cfg(feature = "sparse")]
pub mod sparse;
#[cfg(feature = "spatial")]
pub mod spatial;
#[cfg(feature = "special")]
pub mod special;
#[cfg(feature = "stats")]
pub mod stats;

#[cfg(any(feature = "ndimage", feature = "sparse"))]
mod connected;
#[cfg(any(feature = "ndimage", feature = "sparse", feature = "spatial"))]
mod parallel;
#[cfg(any(feature = "fft", feature = "linalg", feature = "stats"))]
mod slices;

#[cfg(any(feature = "fft", feature = "linalg", feature = "stats"))]
use slices::SliceLast;
#[cfg(any(feature = "linalg", feature = "sparse", feature = "special"))]
use xparray_core::prelude::*;
#[cfg(any(feature = "linalg", feature = "sparse", feature = "special"))]
use xparray_core::{DType, Result};

/// Numbers as transforms and solvers take them: of half precision in single, integers and truth values in double.
#[cfg(any(feature = "linalg", feature = "sparse", feature = "special"))]
fn field<B: Backend>(x: &DynArray<B>) -> Result<DynArray<B>> {
    x.astype(field_type(x.dtype()))
}

/// Their type.
#[cfg(any(feature = "linalg", feature = "sparse", feature = "special"))]
fn field_type(dtype: DType) -> DType {
    match dtype {
        DType::F16 | DType::BF16 => DType::F32,
        _ if dtype.is_integer() || dtype == DType::Bool => DType::F64,
        _ => dtype,
    }
}
