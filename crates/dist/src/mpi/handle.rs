//! What MPI's handles are: integers or pointers.

use std::ffi::{c_int, c_void};

/// A handle of an MPI, of a communicator, an element type, an operation or a request.
pub trait Handle: Copy + 'static {
    /// The handle of this number, which a header gives.
    fn of(number: usize) -> Self;
}

/// MPICH's.
impl Handle for c_int {
    fn of(number: usize) -> Self {
        number as c_int
    }
}

/// The standard's and Open MPI's.
impl Handle for *mut c_void {
    fn of(number: usize) -> Self {
        std::ptr::without_provenance_mut(number)
    }
}
