//! Dense linear algebra on NVIDIA GPUs.

mod backend;
#[path = "../../gpu/tests/on_device/common.rs"]
mod common;
#[path = "../../gpu/tests/on_device/dense.rs"]
mod dense;
#[path = "../../gpu/tests/on_device/matrices.rs"]
mod matrices;
