//! Raw kernels over arrays, graphs, and several devices on AMD GPUs.

mod backend;
#[path = "../../gpu/tests/on_device/common.rs"]
mod common;
#[path = "../../gpu/tests/on_device/devices.rs"]
mod devices;
#[path = "../../gpu/tests/on_device/raw_arrays.rs"]
mod raw_arrays;
