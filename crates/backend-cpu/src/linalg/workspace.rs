//! Where a routine runs: its scratch memory and its threads.

use crate::linalg::SolverError;
use crate::linalg::copy::Buffer;
use crate::parallel;
use crate::pool::{Pool, Scratch};
use faer::Par;
use faer::dyn_stack::StackReq;

/// The scratch memory of a routine, and whether it may use many threads.
#[derive(Clone, Copy)]
pub struct Workspace<'p> {
    pool: &'p Pool,
    parallel: bool,
}

/// Multiply-adds below which threads cost more than they bring.
const PARALLEL_WORK: usize = 128 * 128 * 128;

impl<'p> Workspace<'p> {
    /// Scratch memory from `pool`, and the threads of the current rayon pool.
    pub fn new(pool: &'p Pool) -> Self {
        Self { pool, parallel: true }
    }

    /// The same memory, but one thread.
    pub fn sequential(self) -> Self {
        Self { parallel: false, ..self }
    }

    /// The same memory, and one thread if that is enough for so many multiply-adds.
    pub(super) fn for_work(self, work: usize) -> Self {
        Self { parallel: self.parallel && work >= PARALLEL_WORK, ..self }
    }

    pub(super) fn is_parallel(self) -> bool {
        self.parallel
    }

    /// The threads for so many multiply-adds.
    pub(super) fn par(self, work: usize) -> Par {
        if self.for_work(work).parallel && parallel::is_alive() { Par::rayon(0) } else { Par::Seq }
    }

    pub(super) fn scratch<T: Copy>(self, n: usize) -> Result<Scratch<T>, SolverError> {
        Ok(self.pool.scratch(n)?)
    }

    pub(super) fn stack(self, request: StackReq) -> Result<Scratch<u8>, SolverError> {
        self.scratch(request.unaligned_bytes_required())
    }

    /// A column-major matrix, not initialised.
    pub(super) fn matrix<T: Copy>(self, rows: usize, cols: usize) -> Result<Buffer<T>, SolverError> {
        Buffer::new(self, rows, cols)
    }

    /// Runs `each` for the `count` matrices of a batch, where one takes about `work` multiply-adds:
    /// side by side with one thread each, or, few and large, one after the other with all threads.
    /// Returns the error of the first matrix that has one.
    pub fn batch<F>(self, count: usize, work: usize, each: F) -> Result<(), SolverError>
    where
        F: Fn(usize, Workspace<'p>) -> Result<(), SolverError> + Sync,
    {
        /// Enough matrices to keep every thread busy to the end.
        const MANY: usize = 16;
        let large = work >= PARALLEL_WORK;
        if !self.parallel || (large && count < MANY) {
            return (0..count).try_for_each(|i| each(i, self));
        }
        let one = self.sequential();
        let per_task = (PARALLEL_WORK / work.max(1)).max(1);
        if count <= per_task {
            return (0..count).try_for_each(|i| each(i, one));
        }
        parallel::try_for_each(count, per_task, |i| each(i, one))
    }
}
