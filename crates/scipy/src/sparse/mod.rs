//! Sparse linear algebra and graphs, over the matrices of [`xparray_core::sparse`].

pub mod csgraph;
mod host;
pub mod linalg;
