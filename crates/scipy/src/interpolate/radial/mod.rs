//! Sums of functions of the distances from points.

mod interpolator;
mod kernels;
mod rbf;
mod system;

pub use interpolator::{RBFInterpolator, RbfInterpolant};
pub use kernels::RbfKernel;
pub use rbf::{RadialFunction, RadialSum, Rbf};

use xparray_core::prelude::*;
use xparray_core::{Error, Result, TypeClass};

/// About how many distances are computed at a time.
const PORTION: usize = 1 << 22;

/// Points as the rows of a matrix.
fn points_of<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<Array<f64, B>> {
    TypeClass::RealElement.check(op, x.dtype())?;
    if !matches!(*x.shape(), [_, d] if d > 0) {
        return Err(Error::value(op, format!("points of the shape {:?}, not rows of coordinates", x.shape())));
    }
    x.astype(DType::F64)?.ascontiguousarray()?.typed::<f64>()
}

/// Finite points as the rows of a matrix.
fn rows<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<Array<f64, B>> {
    let rows = points_of(op, x)?;
    match rows.isfinite().all(..)?.item()? {
        true => Ok(rows),
        false => Err(Error::value(op, "the points must be finite")),
    }
}
