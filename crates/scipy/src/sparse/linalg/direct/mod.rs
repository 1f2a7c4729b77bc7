//! Direct solvers: decompositions into triangles.

mod cholesky;
mod device;
mod elimination;
mod growing;
mod half;
mod incomplete;
mod lu;
mod options;
pub(crate) mod order;
mod postorder;
mod reach;
mod solvers;
mod structure;
mod superlu;
mod supernodes;
mod triangles;

pub use cholesky::{Cholesky, cholesky, ichol};
pub use lu::Trans;
pub use options::{Spilu, Splu};
pub use order::Ordering;
pub use solvers::{factorized, spilu, splu, spsolve, spsolve_sparse};
pub use superlu::SuperLU;
