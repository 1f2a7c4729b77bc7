use super::{BlasLibrary, Matrix, Pointers, Transform, Triangle};
use crate::driver::RawStream;
use xparray_ir::{DType, Result};

/// A routine of LAPACK with its arguments. Matrices are overwritten by results as LAPACK does; addresses are the
/// device's. Real numbers of a complex matrix are of its parts' type.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // Named as in LAPACK's documentation.
pub enum Call {
    /// Cholesky.
    Potrf { triangle: Triangle, n: i64, a: Matrix },
    /// Cholesky of `count` matrices.
    PotrfBatched { triangle: Triangle, n: i64, a: Pointers, count: i64 },
    /// LU; pivots are [`SolverLibrary::PIVOT`]s, from 1.
    Getrf { shape: [i64; 2], a: Matrix, pivots: u64 },
    /// Solving with LU factors for `k` right-hand sides.
    Getrs { transform: Transform, n: i64, k: i64, a: Matrix, pivots: u64, b: Matrix },
    /// QR.
    Geqrf { shape: [i64; 2], a: Matrix, tau: u64 },
    /// The first `shape[1]` columns of Q from `k` reflections (`ungqr` of complex ones).
    Orgqr { shape: [i64; 2], k: i64, a: Matrix, tau: u64 },
    /// Singular values by QR iterations, of a matrix with no more columns than rows; U and V^H, each complete or thin.
    Gesvd { shape: [i64; 2], a: Matrix, s: u64, vectors: Option<[Matrix; 2]>, full: bool },
    /// Singular values by the polar decomposition and the eigenvalues of its factor, of any shape; U and V (not V^H),
    /// each complete or thin. Fast, but what singular matrices need changes the result: the call tells by how much.
    Gesvdp { shape: [i64; 2], a: Matrix, s: u64, vectors: [Matrix; 2], full: bool },
    /// Eigenvalues, and vectors in place of A if asked for.
    Syevd { triangle: Triangle, n: i64, a: Matrix, w: u64, vectors: bool },
    /// Eigenvalues `w`, complex, of a matrix that need not be Hermitian, and the right eigenvectors if asked for, packed as
    /// LAPACK does.
    Geev { n: i64, a: Matrix, w: u64, vectors: Option<Matrix> },
    /// Eigenvalues of `count` matrices, one after the other in memory.
    SyevBatched { triangle: Triangle, n: i64, a: Matrix, w: u64, vectors: bool, count: i64 },
}

/// A device's library of LAPACK's routines.
///
/// # Safety
/// As for [`BlasLibrary`].
#[allow(clippy::missing_safety_doc)] // Said once, there.
pub trait SolverLibrary: BlasLibrary {
    /// The library's handle for one stream; dropped while the device is bound and the stream alive and idle.
    type Solver: Send + 'static;
    /// The integers that [`Call::Getrf`] counts rows with.
    const PIVOT: DType;

    /// A new handle.
    ///
    /// # Errors
    /// `Error::Unavailable` naming what was looked for and where, if the library is not there.
    unsafe fn solver(&self, stream: RawStream) -> Result<Self::Solver>;

    /// Whether the library has a routine, whatever its arguments.
    fn has(solver: &Self::Solver, call: &Call) -> bool;

    /// Bytes of workspace on the device and on the host.
    unsafe fn workspace(solver: &Self::Solver, dtype: DType, call: &Call) -> Result<[usize; 2]>;

    /// Runs a routine for elements of `f32`, `f64` or a complex type, with its workspace (address and bytes); its code
    /// (`i32`, one for each matrix) goes to `info`. Returns by how much singular values are known to be off.
    unsafe fn call(
        solver: &Self::Solver,
        dtype: DType,
        call: &Call,
        workspace: [u64; 2],
        host: &mut [u8],
        info: u64,
    ) -> Result<f64>;
}
