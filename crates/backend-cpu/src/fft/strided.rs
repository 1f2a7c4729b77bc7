//! The input of a transform: an array that may have any strides.

use std::marker::PhantomData;

/// A read-only view of an n-dimensional array; strides count elements and may be zero or negative.
#[derive(Clone, Copy, Debug)]
pub struct Strided<'a, E> {
    ptr: *const E,
    shape: &'a [usize],
    strides: &'a [isize],
    data: PhantomData<&'a [E]>,
}

impl<'a, E: Copy> Strided<'a, E> {
    /// A view that starts at `ptr`.
    ///
    /// # Safety
    /// `shape` and `strides` must have the same length, and every element that they describe must
    /// be initialised, readable and unchanged for `'a`.
    pub unsafe fn from_raw(ptr: *const E, shape: &'a [usize], strides: &'a [isize]) -> Self {
        Self { ptr, shape, strides, data: PhantomData }
    }

    /// The first element.
    pub fn as_ptr(&self) -> *const E {
        self.ptr
    }

    /// The length of each axis.
    pub fn shape(&self) -> &'a [usize] {
        self.shape
    }

    /// The step of each axis, in elements.
    pub fn strides(&self) -> &'a [isize] {
        self.strides
    }
}
