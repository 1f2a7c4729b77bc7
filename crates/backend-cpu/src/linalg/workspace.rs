//! Where a routine runs: its scratch memory and its threads.

use crate::linalg::SolverError;
use crate::linalg::copy::Buffer;
use crate::parallel;
use crate::pool::{Pool, Scratch};
use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};

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
    pub(super) fn threads(self, work: usize) -> usize {
        if self.for_work(work).parallel { parallel::threads() } else { 1 }
    }

    pub(super) fn scratch<T: Copy>(self, n: usize) -> Result<Scratch<T>, SolverError> {
        Ok(self.pool.scratch(n)?)
    }

    /// Room for values, each of which is this one.
    pub(super) fn filled<T: Copy>(self, n: usize, value: T) -> Result<Filled<T>, SolverError> {
        let mut scratch = self.scratch(n)?;
        scratch.fill(MaybeUninit::new(value));
        Ok(Filled(scratch))
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
        /// What is worth a thread is divided by this, so that all threads are done at about the same time.
        const PARTS: usize = 4;
        let large = work >= PARALLEL_WORK;
        if !self.parallel || (large && count < MANY) {
            return (0..count).try_for_each(|i| each(i, self));
        }
        let one = self.sequential();
        let per_task = (PARALLEL_WORK / work.max(1)).max(1);
        if count <= per_task {
            return (0..count).try_for_each(|i| each(i, one));
        }
        parallel::try_for_tasks(count, (PARTS * parallel::TASK / per_task).max(1), |i| each(i, one))
    }
}

/// Values in the pool's memory.
pub(super) struct Filled<T>(Scratch<T>);

impl<T> Deref for Filled<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        // SAFETY: `filled` has written every element.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len()) }
    }
}

impl<T> DerefMut for Filled<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and the borrow is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), self.0.len()) }
    }
}
