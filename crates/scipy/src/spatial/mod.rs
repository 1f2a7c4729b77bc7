//! Points in space, as `scipy.spatial`: distances, neighbours, triangulations and rotations.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! use xparray::scipy::spatial::distance::{Metric, cdist};
//! let (a, b) = (xp.array([[0.0, 0.0], [3.0, 0.0]])?, xp.array([[0.0, 4.0]])?);
//! assert_eq!(cdist(&a, &b, Metric::Euclidean)?.to_string(), "[[4.]\n [5.]]");
//! # Ok::<(), xparray::Error>(())
//! ```

mod curve;
pub mod distance;
mod kdtree;
mod similarity;
pub mod transform;
pub(crate) mod triangulation;

pub use distance::{distance_matrix, minkowski_distance, minkowski_distance_p};
pub use kdtree::{Ball, KDTree, Neighbors, Query};
pub use similarity::{geometric_slerp, procrustes};
pub use triangulation::{ConvexHull, Delaunay, SphericalVoronoi, Voronoi};

use xparray_core::prelude::*;
use xparray_core::{DType, Result};

/// Coordinates as floats: those that are floats as transforms take them, everything else in double precision, also small integers.
fn coordinates<B: Backend>(x: &DynArray<B>) -> Result<DynArray<B>> {
    if x.dtype().is_float() { crate::field(x) } else { x.astype(DType::F64) }
}
