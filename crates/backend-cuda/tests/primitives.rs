//! Scans, sorts, selections and the like on NVIDIA GPUs.

mod backend;
#[path = "../../gpu/tests/on_device/common.rs"]
mod common;
#[path = "../../gpu/tests/on_device/primitives.rs"]
mod primitives;
