//! Linear algebra of sparse matrices, and of what is only multiplied by: `scipy.sparse.linalg`.
//!
//! Iterative functions take any [`LinearOperator`]: a sparse matrix, a dense one, or an [`Operator`] of closures. Direct solvers
//! ([`splu`], [`cholesky`]) take a sparse matrix; what they give is an operator too, the inverse: so are the preconditioners
//! ([`spilu`], [`ichol`], [`smoothed_aggregation`]).
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! use xparray::scipy::sparse::linalg::{Krylov, cg};
//! use xparray::sparse::Csr;
//! let (main, side) = (xp.array([2.0])?, xp.array([-1.0])?);
//! let a = Csr::diags(&[&main, &side, &side], &[0, -1, 1], [50, 50])?;
//! let found = cg(&a, &xp.ones::<f64>(50)?, Krylov::new().rtol(1e-10))?;
//! assert!(found.converged && found.residual < 1e-8 && found.iterations == 25);
//! # Ok::<(), xparray::Error>(())
//! ```
//!
//! Solvers look at their residuals, so no derivative goes through their steps: `xparray::autodiff::custom_linear_solve` takes a solver, and has
//! the derivatives of the system.

mod arnoldi;
mod basis;
mod bicg;
mod bicgstab;
mod cg;
mod cgs;
mod composed;
mod direct;
mod eigs;
mod eigsh;
mod expm_multiply;
mod exponential;
mod flexible;
mod formats;
mod functions;
mod funm_krylov;
mod gcrotmk;
mod generalized;
mod gmres;
mod krylov;
mod lanczos;
mod laplacian_nd;
mod least_squares;
mod lgmres;
mod lobpcg;
mod lsmr;
mod lsqr;
mod minres;
mod multigrid;
mod norm;
mod onenormest;
mod operator;
mod qmr;
mod restarted;
mod space;
mod svds;
mod tfqmr;
mod triangular;

pub use bicg::bicg;
pub use bicgstab::bicgstab;
pub use cg::cg;
pub use cgs::cgs;
pub use composed::{Product, Scaled, Sum};
pub(crate) use direct::order;
pub use direct::{
    Cholesky, Ordering, Spilu, Splu, SuperLU, Trans, cholesky, factorized, ichol, spilu, splu, spsolve, spsolve_sparse,
};
pub use eigs::{Arnoldi, Spectrum, Wanted, eigs, eigs_sigma, eigsh_sigma};
pub use eigsh::{Eigen, Lanczos, Which, eigsh};
pub use expm_multiply::{ExpmMultiply, expm_multiply, expm_multiply_interval};
pub use functions::{expm, inv, is_sptriangular, matrix_power, spbandwidth};
pub use funm_krylov::{FunmKrylov, funm_multiply_krylov};
pub use gcrotmk::gcrotmk;
pub use generalized::{eigs_sigma_generalized, eigsh_generalized, eigsh_sigma_generalized};
pub use gmres::gmres;
pub use krylov::{Krylov, Solution};
pub use laplacian_nd::{Boundary, LaplacianNd};
pub use least_squares::{Fit, LeastSquares, Stop};
pub use lgmres::lgmres;
pub use lobpcg::{Lobpcg, lobpcg};
pub use lsmr::lsmr;
pub use lsqr::lsqr;
pub use minres::minres;
pub use multigrid::{Multigrid, smoothed_aggregation};
pub use norm::norm;
pub use onenormest::onenormest;
pub use operator::{Apply, LinearOperator, Operator};
pub use qmr::qmr;
pub use restarted::Restarted;
pub use svds::{Singular, svds};
pub use tfqmr::tfqmr;
pub use triangular::{Triangular, spsolve_triangular};
