//! Sparse linear algebra and graphs, over the matrices of [`xparray_core::sparse`].

pub mod csgraph;
mod host;
mod io;
pub mod linalg;

pub use io::{load_npz, mmread, mmwrite, save_npz};
