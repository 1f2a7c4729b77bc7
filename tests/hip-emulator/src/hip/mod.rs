//! The HIP runtime. What a stream is given is done at once, before the call returns.

pub mod codes;
pub mod device;
pub mod event;
pub mod graph;
pub mod memory;
pub mod module;
pub mod stream;
