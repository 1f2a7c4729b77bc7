//! Splitting work over threads.
//!
//! Work is cut into blocks of a fixed size, so no result depends on the number of threads, and
//! inputs of one block never touch the thread pool.

use std::mem::MaybeUninit;
use std::ops::Range;

use crate::parallel;

/// Inputs shorter than this run on the calling thread.
pub(super) const SERIAL: usize = 32 << 10;

/// Calls `task(i)` for each `i` below `count`; `work` is the number of elements in all.
pub(super) fn for_each(count: usize, work: usize, task: impl Fn(usize) + Sync + Send) {
    if count <= 1 || work < SERIAL {
        (0..count).for_each(task);
    } else {
        parallel::for_each(count, 1, &task);
    }
}

/// [`for_each`] with errors: that of the first task that fails; those after it may be skipped.
pub(super) fn try_for_each<E: Send>(
    count: usize,
    work: usize,
    task: impl Fn(usize) -> Result<(), E> + Sync + Send,
) -> Result<(), E> {
    if count <= 1 || work < SERIAL { (0..count).try_for_each(task) } else { parallel::try_for_each(count, 1, task) }
}

/// The `i`th block of `size` elements of `0..n`.
pub(super) fn block(i: usize, size: usize, n: usize) -> Range<usize> {
    i * size..((i + 1) * size).min(n)
}

/// A slice that several tasks write, each its own elements.
pub(super) struct Shared<T> {
    ptr: *mut T,
    len: usize,
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Shared<T> {}
// SAFETY: `Shared` stands for a `&mut [T]`; its unsafe methods make callers promise that no two
// tasks use the same element.
unsafe impl<T: Send> Send for Shared<T> {}
// SAFETY: as above.
unsafe impl<T: Send> Sync for Shared<T> {}

impl<T> Shared<T> {
    /// Stands for `slice`, which must not be used while tasks write.
    pub(super) fn new(slice: &mut [T]) -> Self {
        Self { ptr: slice.as_mut_ptr(), len: slice.len() }
    }

    /// Stands for room for values, which must not be used while tasks write.
    pub(super) fn room(slice: &mut [MaybeUninit<T>]) -> Self {
        Self { ptr: slice.as_mut_ptr().cast(), len: slice.len() }
    }

    /// A part of the slice.
    ///
    /// # Safety
    /// The slice outlives the use, the part is initialised, and nobody else uses it meanwhile.
    #[inline(always)]
    pub(super) unsafe fn part<'a>(self, range: Range<usize>) -> &'a mut [T] {
        assert!(range.start <= range.end && range.end <= self.len);
        // SAFETY: the range is inside the slice; the rest is the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(self.ptr.add(range.start), range.len()) }
    }

    /// The first element.
    #[inline(always)]
    pub(super) fn as_ptr(self) -> *mut T {
        self.ptr
    }
}
