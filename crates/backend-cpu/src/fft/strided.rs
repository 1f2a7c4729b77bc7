//! The input of a transform: an array that may have any strides.

use super::FftError;
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
    /// A view of `data` whose first element is `data[offset]`.
    ///
    /// Fails if the view would reach outside `data`, or if shape and strides differ in length.
    pub fn new(data: &'a [E], offset: usize, shape: &'a [usize], strides: &'a [isize]) -> Result<Self, FftError> {
        let bounds = FftError::Bounds { len: data.len() };
        if shape.len() != strides.len() {
            return Err(bounds);
        }
        let ptr = data.as_ptr().wrapping_add(offset);
        if !shape.contains(&0) {
            let (mut low, mut high) = (offset as i128, offset as i128);
            for (&len, &stride) in shape.iter().zip(strides) {
                let reach = (len as i128 - 1) * stride as i128;
                let end = if reach < 0 { &mut low } else { &mut high };
                *end = end.saturating_add(reach);
            }
            if low < 0 || high >= data.len() as i128 {
                return Err(bounds);
            }
        }
        Ok(Self { ptr, shape, strides, data: PhantomData })
    }

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
