//! Two devices on NVIDIA GPUs.

mod backend;
#[path = "../../gpu/tests/on_device/devices.rs"]
mod devices;
