//! The HIP runtime.

pub mod codes;
pub mod device;
pub mod event;
pub mod graph;
pub mod memory;
pub mod module;
pub mod stream;
