//! Quotients of polynomials: by their barycentric form, and from Taylor's series.

mod aaa;
mod floater_hormann;
mod function;
mod pade;

pub use aaa::{AAA, AaaInterpolant};
pub use floater_hormann::FloaterHormannInterpolator;
pub use function::RationalFunction;
pub use pade::pade;

use xparray_core::layout::normalize_axis;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// The type in which numbers are computed with.
fn wide(dtype: DType) -> DType {
    if dtype.is_complex() { DType::Complex128 } else { DType::F64 }
}

/// The numbers of a vector.
fn numbers<B: Backend>(x: &DynArray<B>) -> Result<Vec<Complex<f64>>> {
    x.astype(DType::Complex128)?.typed::<Complex<f64>>()?.to_vec()
}

/// Points in order, each once, of those at which all values are finite.
struct Samples<B: Backend> {
    /// `[n]`.
    points: DynArray<B>,
    /// `[n, columns]`.
    rows: DynArray<B>,
    /// The axes of the values beside that of the points.
    trailing: Vec<usize>,
}

impl<B: Backend> Samples<B> {
    fn new(op: &'static str, x: &DynArray<B>, y: &DynArray<B>, axis: isize) -> Result<Self> {
        let along = normalize_axis(op, axis, y.ndim())?;
        if x.shape() != [y.shape()[along]] {
            return Err(Error::shape(op, x.shape(), y.shape()));
        }
        let (points, moved) = (x.astype(wide(x.dtype()))?, y.astype(wide(y.dtype()))?.moveaxis(axis, 0)?);
        if !points.isfinite()?.all(..)?.item()?.get::<bool>() {
            return Err(Error::value(op, "the points must be finite"));
        }
        let trailing = moved.shape()[1..].to_vec();
        let rows = moved.reshape([x.len(), trailing.iter().product()])?;
        let kept = rows.isfinite()?.all(1)?;
        let [points, first, ..] = points.compress(&kept, 0)?.unique_all()?;
        if points.is_empty() {
            return Err(Error::value(op, "no points with finite values"));
        }
        Ok(Self { points, rows: rows.compress(&kept, 0)?.take(&first, 0)?, trailing })
    }
}
