//! Two devices on AMD GPUs.

mod backend;
#[path = "../../gpu/tests/on_device/devices.rs"]
mod devices;
