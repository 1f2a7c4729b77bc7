//! [`SparseLibrary`] of a vendor that has none.

use crate::HipDriver;
use xparray_gpu::RawStream;
use xparray_gpu::vendor::{NoFactors, SparseLibrary, SparseMatrix};
use xparray_ir::Result;

/// AMD's libraries decompose no sparse matrices of a new pattern on the device.
impl SparseLibrary for HipDriver {
    type Factors = NoFactors;

    unsafe fn factors(&self, _: RawStream, _: &SparseMatrix) -> Result<Option<NoFactors>> {
        Ok(None)
    }

    unsafe fn solve(factors: &mut NoFactors, _: u64, _: u64, _: i64) -> Result<()> {
        match *factors {}
    }
}
