//! Triangulations, convex hulls and Voronoi diagrams, on the host.
//!
//! They are of points in the plane or in space. SciPy's are Qhull's, whose arithmetic is rounded and which merges what is flat because of
//! it; here signs are exact, so nothing is merged, and of points on one circle any triangulation is found that is Delaunay's.

mod complex;
mod delaunay;
mod hull;
mod mesh;
mod predicates;
mod spherical;
mod voronoi;

pub(crate) use complex::NONE;
pub use delaunay::Delaunay;
pub use hull::ConvexHull;
pub(crate) use mesh::Mesh;
pub use spherical::SphericalVoronoi;
pub use voronoi::Voronoi;

use xparray_core::prelude::*;
use xparray_core::{Error, Result, TypeClass};

/// Points of 2 or 3 dimensions on the host, row by row, and their dimensions.
fn points<B: Backend>(op: &'static str, x: &DynArray<B>) -> Result<(Vec<f64>, usize)> {
    TypeClass::RealElement.check(op, x.dtype())?;
    let [n, d] = *x.shape() else {
        return Err(Error::value(op, format!("points of the shape {:?}, not a matrix", x.shape())));
    };
    if !(2..=3).contains(&d) {
        return Err(Error::value(op, format!("points of {d} dimensions: there must be 2 or 3")));
    }
    // Two numbers are no points, and as many facets as points have must have numbers.
    if n <= d || n > u32::MAX as usize / 16 {
        return Err(Error::value(op, format!("{n} points of {d} dimensions")));
    }
    let x = x.astype(DType::F64)?.typed::<f64>()?.to_vec()?;
    match x.iter().find(|x| !x.is_finite()) {
        None => Ok((x, d)),
        Some(x) => Err(Error::value(op, format!("{x} among the points"))),
    }
}

/// The error of points in a line or a plane.
fn flat(op: &'static str, d: usize) -> Error {
    let where_ = if d == 2 { "line" } else { "plane" };
    Error::value(op, format!("all points are in a {where_}"))
}

/// Places on the device, -1 for none.
fn places<B: Backend>(xp: &B, places: &[u32], shape: &[usize]) -> Result<Array<i64, B>> {
    let place = |&at: &u32| if at == complex::NONE { -1 } else { i64::from(at) };
    xp.from_slice(&places.iter().map(place).collect::<Vec<_>>(), shape)
}
