//! One polynomial through all points.

mod barycentric;
mod krogh;

pub use barycentric::{BarycentricInterpolator, barycentric_interpolate};
pub use krogh::{KroghInterpolator, krogh_interpolate};

use super::breaks::vector;
use super::columns::Columns;
use xparray_core::prelude::*;
use xparray_core::{Error, Join, Result};

/// Abscissae on the host, and ordinates as rows.
fn points<B: Backend>(
    op: &'static str,
    xi: &DynArray<B>,
    yi: &DynArray<B>,
    axis: isize,
) -> Result<(Vec<f64>, Columns, Array<f64, B>)> {
    let (_, x) = vector(op, xi)?;
    let (columns, y) = Columns::of(op, yi, axis)?;
    if x.is_empty() || y.shape()[0] != x.len() {
        return Err(Error::shape(op, &[x.len()], yi.shape()));
    }
    Ok((x, columns, y))
}

/// Derivatives of order 0 to `count - 1`, along a new first axis.
fn stacked<B: Backend>(xp: &B, count: usize, derivative: impl Fn(usize) -> Result<DynArray<B>>) -> Result<DynArray<B>> {
    let all = (0..count).map(derivative).collect::<Result<Vec<_>>>()?;
    xp.stack(&all.iter().collect::<Vec<_>>(), 0)
}
