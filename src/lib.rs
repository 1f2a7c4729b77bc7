//! NumPy-class array computing in Rust: one program for CPUs and GPUs.
//!
//! The backends are Cargo features; see the README for what runs where.

mod device;

pub use device::{AnyBackend, BackendKind};
pub use xparray_core::*;
#[cfg(feature = "cpu")]
pub use xparray_cpu::Cpu;

/// The names that a program needs: `use xparray::prelude::*;`.
pub mod prelude {
    pub use xparray_core::prelude::*;
    #[cfg(feature = "cpu")]
    pub use xparray_cpu::Cpu;
}
