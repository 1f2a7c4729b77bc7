//! The CUDA backend: [`Gpu`](xparray_gpu::Gpu) over the CUDA driver interface and NVRTC, which are loaded when the program runs.
//!
//! Building needs no CUDA; running needs a driver of CUDA 12.0 or later and, for kernels that are not in the cache on
//! disk yet, NVRTC 12 or 13. Matrix products need cuBLAS, solvers cuSOLVER too, of CUDA 12 or 13.
//!
//! Managed memory, on request, is for arrays that are shared with the host:
//!
//! ```no_run
//! use xparray_core::prelude::*;
//! use xparray_cuda::Cuda;
//!
//! let managed = Cuda::new(0)?.managed()?;
//! let mut x = managed.zeros::<f32>(40_000_000_000)?; // 160 GB
//! managed.host_slice_mut(&mut x)?[7] = 1.0; // on the host, without a copy
//! let y = &x + &x; // on the device
//! assert_eq!(managed.host_slice(&y)?[7], 2.0);
//! # Ok::<(), xparray_ir::Error>(())
//! ```

mod check;
mod compiler;
mod cublas;
mod cudss;
mod cufft;
mod cusolver;
mod driver;
mod libraries;
mod mem_pool;
mod nvtx;
mod texture;

pub use driver::CudaDriver;
pub use mem_pool::MemPool;
pub use nvtx::{Color, Range, mark, mark_with_color, range, range_with_color};
pub use texture::{
    AddressMode, ArrayFlags, ChannelFormat, ChannelKind, CudaArray, Filter, ReadMode, SurfaceObject, TextureDescriptor,
    TextureObject,
};
pub use xparray_gpu::{
    Advice, Allocation, Allocator, Arg, Args, Buffer, ByValue, DebugPrint, DeviceAttribute, Dim, Event, EventOptions,
    Function, FunctionAttribute, FunctionAttributes, Global, Graph, HostSlice, IpcEventHandle, IpcMemHandle, Limit,
    LineProfile, MemoryHook, MemoryKind, Module, ModuleOptions, PinnedBuffer, PinnedMemory, Place, PointerAttributes,
    Profile, Properties, RawStream, Registered, StreamOptions, Transfer,
};

/// A handle to a CUDA device.
pub type Cuda = xparray_gpu::Gpu<CudaDriver>;
