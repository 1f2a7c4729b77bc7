//! Distances, as `scipy.spatial.distance`.
//!
//! Those of all pairs are one fused kernel, which subtracts and adds up as SciPy does, without an array of the differences.
//! Single precision stays single; other real numbers are computed with in double precision.

mod condensed;
mod formulas;
mod hausdorff;
mod matrices;
mod metric;
mod vectors;

pub use condensed::{is_valid_dm, is_valid_y, num_obs_dm, num_obs_y, squareform};
pub use hausdorff::{Hausdorff, directed_hausdorff};
pub use matrices::{cdist, cdist_with, distance_matrix, pdist, pdist_with};
pub use metric::{Metric, Parameters};
pub use vectors::*;

use xparray_core::prelude::*;
use xparray_core::{Error, Result, TypeClass};

/// Points as rows, in floats.
pub(super) fn points<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<DynArray<B>> {
    TypeClass::RealElement.check(op, x.dtype())?;
    if x.ndim() != 2 {
        return Err(Error::value(op, format!("points of the shape {:?}, not a matrix", x.shape())));
    }
    super::coordinates(x)
}
