//! The backend, as the device tests name it.
#![allow(unused_imports, dead_code)] // Not every test needs all of it.

pub use xparray_rocm::{Buffer, Graph, HipDriver as Native, Rocm as Xp};

pub const NAME: &str = "rocm";
/// What the error without a driver names.
pub const DRIVER: &str = "libamdhip64.so";
