//! Slices of results that are not written yet.

use std::mem::MaybeUninit;
use std::slice::from_raw_parts_mut;

/// The values of a slice that has been written.
///
/// # Safety
/// Every element has been written.
#[inline(always)]
pub(super) unsafe fn assume_init<T>(slice: &mut [MaybeUninit<T>]) -> &mut [T] {
    // SAFETY: the layouts agree, and the caller promises that the values are there.
    unsafe { from_raw_parts_mut(slice.as_mut_ptr().cast(), slice.len()) }
}

/// Copies values into room for them.
///
/// # Panics
/// If the lengths differ.
#[inline(always)]
pub(super) fn write<'a, T: Copy>(room: &'a mut [MaybeUninit<T>], values: &[T]) -> &'a mut [T] {
    // SAFETY: every value is a `MaybeUninit` too, and this is only a reading view.
    let values = unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), values.len()) };
    room.copy_from_slice(values);
    // SAFETY: the line above has written all.
    unsafe { assume_init(room) }
}
