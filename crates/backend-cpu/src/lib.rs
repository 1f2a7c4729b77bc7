//! The CPU backend of xparray: fused kernels interpreted over tiles that stay in the L1 cache, by
//! SIMD loops chosen at run time, on all cores.
//!
//! Users reach it as `xparray::Cpu`.

mod backend;
mod device;
mod fft;
mod launch;
mod linalg;
mod memory;
mod parallel;
mod pool;
mod primitives;
mod random;
mod sparse;
mod sync;
mod transpose;
mod vmath;

pub use device::{Cpu, CpuEvent};
pub use pool::Block;

use xparray_ir::simd;
