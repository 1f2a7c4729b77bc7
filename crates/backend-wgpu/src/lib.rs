//! The wgpu backend of xparray: GPUs of every vendor through Vulkan, Metal, DirectX 12 and, in a browser, WebGPU.
//!
//! Kernels are WGSL, written from the same IR by the same plans as those of other GPUs, and compiled for the device when
//! they are first needed. What has no kernel of its own runs on the CPU backend over a copy: see [`Wgpu`].

mod axes;
mod bound;
mod buffer;
mod check;
mod cholesky;
mod controls;
mod device;
// A browser takes no SPIR-V.
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
mod exact;
mod fault;
mod fft;
mod host;
mod keys;
mod launch;
mod matmul;
mod memory;
mod pairs;
mod pipeline;
mod pool;
mod probe;
mod queue;
mod radix;
mod reading;
mod rows;
mod run;
mod scan;
mod scan_op;
mod scatter;
mod search;
mod select;
mod sort;
mod sparse;
mod stream;
mod take;
mod triangular;
mod vectors;
mod waiting;

pub use buffer::Buffer;
pub use device::Wgpu;
pub use stream::WgpuEvent;
