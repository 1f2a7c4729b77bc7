//! Direct solvers: decompositions into triangles.

mod cholesky;
mod half;
mod lu;
mod options;
pub(crate) mod order;
mod reach;
mod solvers;
mod superlu;
mod triangles;

pub use cholesky::{Cholesky, cholesky, ichol};
pub use lu::Trans;
pub use options::{Spilu, Splu};
pub use order::Ordering;
pub use solvers::{factorized, spilu, splu, spsolve};
pub use superlu::SuperLU;
