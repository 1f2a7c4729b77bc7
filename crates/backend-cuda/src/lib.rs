//! The CUDA backend: [`Gpu`](xparray_gpu::Gpu) over the CUDA driver interface and NVRTC, which are loaded when the program runs.
//!
//! Building needs no CUDA; running needs a driver of CUDA 12.0 or later and, for kernels that are not in the cache on
//! disk yet, NVRTC 12 or 13. Matrix products need cuBLAS, solvers cuSOLVER too, of CUDA 12 or 13.

mod check;
mod compiler;
mod cublas;
mod cufft;
mod cusolver;
mod driver;
mod libraries;
mod nvtx;

pub use driver::CudaDriver;
pub use nvtx::{Range, range};
pub use xparray_gpu::{Arg, Args, Buffer, Dim, Event, Function, Graph, Module, PinnedBuffer};

/// A handle to a CUDA device.
pub type Cuda = xparray_gpu::Gpu<CudaDriver>;
