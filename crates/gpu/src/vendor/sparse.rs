//! Direct solvers for sparse matrices: cuDSS.

use crate::driver::{Driver, RawStream};
use std::convert::Infallible;
use xparray_ir::{DType, Result};

/// A square matrix on the device, compressed by rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SparseMatrix {
    /// Rows and columns.
    pub n: i64,
    /// Entries.
    pub nnz: i64,
    /// Their type, `f64` or `Complex128`.
    pub dtype: DType,
    /// Where each row starts (`i32`).
    pub offsets: u64,
    /// The column of each entry (`i32`).
    pub columns: u64,
    /// The entries.
    pub values: u64,
    /// Whether it is taken to be Hermitian and positive definite.
    pub definite: bool,
}

/// A device's library that decomposes sparse matrices, if its vendor has one.
///
/// # Safety
/// The stream and the matrix outlive the factors, which are used and dropped while the device is bound. Addresses are those of arrays on
/// the device of as many elements as the matrix says.
#[allow(clippy::missing_safety_doc)] // Said once, above.
pub trait SparseLibrary: Driver {
    /// A matrix that was decomposed. Dropped while its stream is idle.
    type Factors: Send + 'static;

    /// Decomposes a matrix; waits for that. `None` without a library, of a kind of matrix that it does not take, and where it changed a pivot or found
    /// a matrix not to be definite.
    unsafe fn factors(&self, stream: RawStream, a: &SparseMatrix) -> Result<Option<Self::Factors>>;

    /// Queues the solution for `count` right-hand sides at `b`, one after the other in memory, to `x`.
    unsafe fn solve(factors: &mut Self::Factors, b: u64, x: u64, count: i64) -> Result<()>;
}

/// Of a vendor without such a library.
pub type NoFactors = Infallible;
