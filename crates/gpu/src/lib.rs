//! What the GPU backends share, generic over a [`Driver`]: devices, memory pools, streams and events, transfers, caches
//! of compiled code, launches. A backend adds a driver and its vendor libraries.

mod args;
mod backend;
mod blas;
mod buffer;
mod capture;
#[cfg(test)]
mod capture_tests;
mod compile;
mod device;
mod disk;
mod driver;
mod event;
#[cfg(test)]
mod fake;
#[cfg(test)]
mod fake_libraries;
#[cfg(test)]
mod fake_tools;
mod fault;
mod fft;
mod function;
mod global;
mod graph_tools;
mod hooks;
mod host_function;
mod image;
mod ipc;
mod launch;
mod library;
mod managed;
mod memory;
mod module;
mod modules;
mod native;
mod packed;
mod peers;
mod pinned;
mod pinned_pool;
mod pool;
mod primitives;
mod profiler;
mod properties;
mod random;
mod ready;
mod registered;
#[cfg(test)]
mod replay_tests;
mod solver;
mod source;
mod sparse;
mod staging;
mod stream;
mod streams;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tool_tests;
mod transfer;
pub mod vendor;

pub use args::{Arg, Args, ByValue, Slot};
pub use buffer::Buffer;
pub use capture::Graph;
pub use compile::ModuleOptions;
pub use device::{Gpu, Registry};
pub use driver::{
    Advice, CodeDriver, Compiled, Config, DeviceAttribute, DeviceDriver, Driver, EventFlags, FunctionAttribute,
    HostFunction, IpcDriver, IpcHandle, Limit, MemoryDriver, MemoryKind, Place, PointerAttributes, QueueDriver,
    RawEvent, RawFunction, RawGraph, RawModule, RawStream, TensorMap,
};
pub use event::{Event, EventOptions};
pub use fft::FftPlans;
pub use function::{Function, FunctionAttributes};
pub use global::Global;
pub use hooks::{Allocation, DebugPrint, LineProfile, MemoryHook};
pub use ipc::{IpcEventHandle, IpcMemHandle};
pub use managed::HostSlice;
pub use module::{Dim, Module};
pub use packed::Packed;
pub use pinned::PinnedBuffer;
pub use profiler::Profile;
pub use properties::Properties;
pub use registered::Registered;
pub use source::Allocator;
pub use streams::StreamOptions;
pub use transfer::{PinnedMemory, Transfer};
