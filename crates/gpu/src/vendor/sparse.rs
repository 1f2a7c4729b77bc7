//! Direct solvers for sparse matrices: cuDSS.

use crate::driver::{Driver, RawStream};
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

/// What a library made of a matrix. Dropped while the device is bound and the stream idle.
pub trait RawFactors: Send {
    /// Queues the solution for `count` right-hand sides at `b`, one after the other in memory, to `x`.
    ///
    /// # Safety
    /// The device is bound; both are addresses on it of `count` times as many elements as the matrix has rows.
    unsafe fn solve(&mut self, b: u64, x: u64, count: i64) -> Result<()>;
}

/// A device's library that decomposes sparse matrices, if its vendor has one.
pub trait SparseLibrary: Driver {
    /// Decomposes a matrix; waits for that. `None`, as by default, without a library, of a kind of matrix that it does not take, and where it changed a pivot
    /// or found a matrix not to be definite.
    ///
    /// # Safety
    /// The device is bound. The stream and the matrix, whose addresses are of arrays on the device with as many elements as it says, outlive the factors.
    unsafe fn factors(&self, stream: RawStream, a: &SparseMatrix) -> Result<Option<Box<dyn RawFactors>>> {
        let _ = (stream, a);
        Ok(None)
    }
}
