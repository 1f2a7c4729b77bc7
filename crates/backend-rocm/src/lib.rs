//! The ROCm backend: [`Gpu`](xparray_gpu::Gpu) over HIP and hipRTC, which are loaded when the program runs.
//!
//! Building needs no ROCm; running needs HIP of ROCm 6 or 7 and, for kernels that are not in the cache on disk yet,
//! hipRTC. Matrix products need hipBLAS, solvers hipSOLVER too, transforms hipFFT.

mod blas;
mod check;
mod compiler;
mod driver;
mod fft;
mod libraries;
mod solver;
mod sys;

pub use driver::HipDriver;
pub use xparray_gpu::{
    Advice, Allocation, Allocator, Arg, Args, Buffer, ByValue, DebugPrint, DeviceAttribute, Dim, Event, EventOptions,
    Function, FunctionAttribute, FunctionAttributes, Global, Graph, HostSlice, IpcEventHandle, IpcMemHandle, Limit,
    LineProfile, MemoryHook, MemoryKind, Module, ModuleOptions, PinnedBuffer, PinnedMemory, Place, PointerAttributes,
    Profile, Properties, RawStream, Registered, StreamOptions, Transfer,
};

/// A handle to a ROCm device.
pub type Rocm = xparray_gpu::Gpu<HipDriver>;
