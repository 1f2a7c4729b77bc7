//! Linear algebra beyond NumPy's, as `scipy.linalg`; products, solvers and decompositions are methods of arrays.
//!
//! ```
//! # use xparray::prelude::*; let xp = Cpu::new();
//! use xparray::scipy::linalg;
//! let t = linalg::toeplitz(&xp.array([1.0, 2.0, 3.0])?)?;
//! assert_eq!(t.to_string(), "[[1. 2. 3.]\n [2. 1. 2.]\n [3. 2. 1.]]");
//! # Ok::<(), xparray::Error>(())
//! ```

mod balancing;
mod banded;
mod bands;
mod binomials;
mod blocks;
mod companion;
mod cossin;
mod dense;
mod eigensystem;
#[cfg(feature = "signal")]
mod eigenvalues;
mod equations;
mod exponential;
mod factors;
mod formulas;
mod frechet;
mod functions;
mod generalized;
mod indefinite;
mod low_rank;
mod pencil;
mod pivoting;
mod qr;
mod real_blocks;
mod riccati;
mod scaling;
mod schur;
mod shifts;
mod sketch;
mod subspaces;
mod systems;
mod toeplitz;

pub use balancing::{Balance, matrix_balance, matrix_balance_separate, matrix_balance_with};
pub use banded::{
    cho_solve_banded, cholesky_banded, eig_banded, eigh_tridiagonal, eigvals_banded, eigvalsh_tridiagonal,
    solve_banded, solveh_banded,
};
pub use bands::{Symmetry, bandwidth, ishermitian, issymmetric};
pub use binomials::{PascalKind, invhilbert, invpascal, pascal};
pub use blocks::{block_diag, diagsvd, khatri_rao};
pub use companion::{companion, fiedler_companion, leslie};
pub use cossin::{CosSin, cossin};
pub use eigensystem::{Eig, eig_with};
pub use equations::{solve_continuous_lyapunov, solve_discrete_lyapunov, solve_sylvester};
pub use exponential::expm;
pub use factors::{Transpose, cho_solve, lu_solve, lu_solve_with};
pub use formulas::{DftScale, dft, fiedler, hadamard, helmert, hilbert};
pub use frechet::{expm_cond, expm_frechet};
pub use functions::{Funm, coshm, cosm, fractional_matrix_power, funm, logm, signm, sinhm, sinm, sqrtm, tanhm, tanm};
pub use generalized::{Eigh, Problem, eigh, eigh_with, eigvalsh, eigvalsh_with};
pub use indefinite::{Ldl, ldl, ldl_with};
pub use low_rank::{RandomizedSvd, interp_decomp, randomized_svd, randomized_svd_with};
pub use pencil::{eig, eigvals, ordqz, ordqz_with, qz, qz_with};
pub use pivoting::qr_pivoting;
pub use qr::{Lines, QrSide, qr_delete, qr_insert, qr_multiply, qr_multiply_pivoting, qr_update};
pub use real_blocks::cdf2rdf;
pub use riccati::{
    Riccati, solve_continuous_are, solve_continuous_are_with, solve_discrete_are, solve_discrete_are_with,
};
pub use schur::{SchurOutput, hessenberg, rsf2csf, schur, schur_sorted, schur_with};
pub use shifts::{ConvolutionMode, circulant, convolution_matrix, hankel, hankel_with, toeplitz, toeplitz_with};
pub use sketch::clarkson_woodruff_transform;
pub use subspaces::{
    Side, null_space, orth, orthogonal_procrustes, pinvh, polar, polar_with, rq, rq_with, subspace_angles,
};
pub use toeplitz::{matmul_toeplitz, solve_circulant, solve_toeplitz, solve_toeplitz_with};

#[cfg(feature = "signal")]
pub(crate) use dense::{Entry, Matrix};
#[cfg(feature = "signal")]
pub(crate) use eigenvalues::{eigenvalues, eigenvalues_complex};
#[cfg(feature = "signal")]
pub(crate) use exponential::THIRTEENTH;

use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// How many rows a square matrix has, or each one of a stack.
fn square<B: Backend>(op: &'static str, a: &DynArray<B>) -> Result<usize> {
    match *a.shape() {
        [.., m, n] if m == n => Ok(n),
        _ => Err(Error::shape(op, a.shape(), &[])),
    }
}
