//! The CPU backend of xparray: fused kernels interpreted over tiles that stay in the L1 cache, by
//! SIMD loops chosen at run time, on all cores.

mod device;
mod memory;
mod pool;
mod simd;

pub use device::{Cpu, CpuEvent};
pub use pool::Block;
