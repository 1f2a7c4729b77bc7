//! Devices, memory, streams and raw functions on AMD GPUs.

mod backend;
#[path = "../../gpu/tests/on_device/common.rs"]
mod common;
#[path = "../../gpu/tests/on_device/device.rs"]
mod device;
