//! Dense linear algebra over strided matrices: products for every element type, and the solvers of
//! LAPACK's main drivers for `f32`, `f64` and complex numbers of them.
//!
//! Results go to matrices that the caller provides, in any layout. Operands must not overlap results.
//! Shapes are checked; a routine that gets unfit ones returns [`SolverError::Shape`] and writes nothing.

mod cholesky;
mod columns;
mod copy;
mod eigh;
mod float;
mod gemm;
mod gemv;
mod lanes;
mod lu;
mod lu_factor;
mod merge;
mod product;
mod qr;
mod range;
mod reflect;
mod ring;
mod scalar;
mod secular;
mod svd;
mod triangular;
mod vector;
mod view;
mod workspace;

#[cfg(test)]
mod tests;

pub use cholesky::cholesky;
pub use eigh::eigh;
pub use gemm::gemm;
pub use gemv::gemv;
pub use lanes::{Op, Stacked};
pub use lu::{inv, lu_factor, solve};
pub use qr::{qr, qr_reflections};
pub use scalar::{Field, Scalar};
pub use svd::svd;
pub use triangular::{Triangle, solve_triangular};
pub use vector::{dot, vdot};
pub use view::{MatMut, MatRef};
pub use workspace::Workspace;

/// Why a routine has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    /// The shapes of the operands do not fit each other.
    #[error("the shapes of the operands do not fit")]
    Shape,
    /// The matrix is exactly singular.
    #[error("the matrix is singular: pivot {pivot} is zero")]
    Singular {
        /// Index of the first zero on the diagonal of the triangular factor.
        pivot: usize,
    },
    /// The matrix is not positive definite.
    #[error("the matrix is not positive definite: its leading minor of order {minor} is not positive")]
    NotPositiveDefinite {
        /// Order of the first leading minor that is not positive.
        minor: usize,
    },
    /// An iteration did not converge.
    #[error("the iteration did not converge")]
    NoConvergence,
    /// There is not enough memory.
    #[error("out of memory: asked for {} bytes", .0.asked)]
    OutOfMemory(crate::pool::OutOfMemory),
    /// The input holds a NaN or an infinity.
    #[error("the input holds a NaN or an infinity")]
    NonFinite,
}

impl From<crate::pool::OutOfMemory> for SolverError {
    fn from(error: crate::pool::OutOfMemory) -> Self {
        Self::OutOfMemory(error)
    }
}
