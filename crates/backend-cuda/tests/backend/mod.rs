//! The backend, as the device tests name it.
#![allow(unused_imports, dead_code)] // Not every test needs all of it.

pub use xparray_cuda::{Buffer, Cuda as Xp, CudaDriver as Native, Graph};

pub const NAME: &str = "cuda";
/// What the error without a driver names.
pub const DRIVER: &str = "libcuda.so";
