//! The CPU backend of xparray: fused kernels interpreted over tiles that stay in the L1 cache, by
//! SIMD loops chosen at run time, on all cores.
//!
//! Users reach it as `xparray::Cpu`.

mod backend;
mod device;
// The modules below are complete in themselves, as a library of their subject would be; the traits
// use most of what they offer.
#[allow(dead_code, unused_imports)]
mod fft;
mod launch;
#[allow(dead_code, unused_imports)]
mod linalg;
mod memory;
mod pool;
#[allow(dead_code, unused_imports)]
mod primitives;
#[allow(dead_code, unused_imports)]
mod random;
mod simd;
#[allow(dead_code, unused_imports)]
mod sparse;
mod vmath;

pub use device::{Cpu, CpuEvent};
pub use pool::Block;
