//! Direct solvers: decompositions into triangles.

mod cholesky;
mod lu;
mod options;
pub(crate) mod order;
mod superlu;

pub use cholesky::{Cholesky, cholesky, ichol};
pub use lu::Trans;
pub use options::{Spilu, Splu};
pub use order::Ordering;
pub use superlu::{SuperLU, factorized, spilu, splu, spsolve};
