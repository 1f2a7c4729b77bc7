//! Raw kernels over arrays, graphs, and several devices on NVIDIA GPUs.

mod backend;
#[path = "../../gpu/tests/on_device/common.rs"]
mod common;
#[path = "../../gpu/tests/on_device/devices.rs"]
mod devices;
#[path = "../../gpu/tests/on_device/raw_arrays.rs"]
mod raw_arrays;

#[test]
fn ranges_need_no_profiler() {
    let _outer = xparray_cuda::range("outer");
    let _inner = xparray_cuda::range("with a zero byte \0 inside");
}
