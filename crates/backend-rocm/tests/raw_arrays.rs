//! Raw kernels over arrays, and graphs on AMD GPUs.

mod backend;
#[path = "../../gpu/tests/on_device/common.rs"]
mod common;
#[path = "../../gpu/tests/on_device/raw_arrays.rs"]
mod raw_arrays;
