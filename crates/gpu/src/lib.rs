//! What the GPU backends share, generic over a [`Driver`]: devices, memory pools, streams and events, transfers, caches
//! of compiled code, launches. A backend adds a driver and its vendor libraries.

mod args;
mod backend;
mod blas;
mod buffer;
mod capture;
#[cfg(test)]
mod capture_tests;
mod device;
mod disk;
mod driver;
#[cfg(test)]
mod fake;
#[cfg(test)]
mod fake_libraries;
mod fault;
mod fft;
mod image;
mod launch;
mod library;
mod managed;
mod memory;
mod module;
mod modules;
mod packed;
mod pinned;
mod pool;
mod primitives;
mod random;
mod ready;
#[cfg(test)]
mod replay_tests;
mod solver;
mod sparse;
mod staging;
mod stream;
#[cfg(test)]
mod tests;
pub mod vendor;

pub use args::{Arg, Args, Slot};
pub use buffer::Buffer;
pub use capture::Graph;
pub use device::{Gpu, Registry};
pub use driver::{Config, Driver, RawEvent, RawFunction, RawGraph, RawModule, RawStream};
pub use fft::FftPlans;
pub use managed::HostSlice;
pub use module::{Dim, Function, Module};
pub use packed::Packed;
pub use pinned::PinnedBuffer;
pub use stream::Event;
