//! What a GPU's native interface must offer.

mod code;
mod device;
mod ipc;
mod memory;
mod queue;

pub use code::{CodeDriver, Compiled, FunctionAttribute, TensorMap};
pub use device::{DeviceAttribute, DeviceDriver, Limit};
pub use ipc::{IpcDriver, IpcHandle};
pub use memory::{Advice, MemoryDriver, MemoryKind, Place, PointerAttributes};
pub use queue::{EventFlags, HostFunction, QueueDriver};

use crate::device::Registry;
use std::ffi::c_void;
use xparray_ir::backend::DeviceInfo;
use xparray_ir::{Error, Result};
use xparray_kernels::folded;

/// The error of what a driver does not offer.
fn lacks(what: &str) -> Error {
    Error::Unavailable { backend: "gpu".into(), reason: format!("the driver has no {what}") }
}

/// A native stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawStream(pub usize);

impl RawStream {
    /// The stream that every device has; nothing is queued on it here but releases of idle memory, allocations for a
    /// stream that is being captured, and events ([`Driver::detach`]).
    pub const DEFAULT: Self = Self(0);
}

/// A native event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawEvent(pub usize);

/// A native module: loaded device code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RawModule(pub usize);

/// A function of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawFunction(pub usize);

/// A graph of captured work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawGraph {
    /// What is ready to be launched.
    pub ready: usize,
    /// What it was made of, for whoever wants to look at it.
    pub graph: usize,
}

/// How many threads a launch has, the shared memory of each block in bytes, and when it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Blocks along each axis.
    pub grid: [u32; 3],
    /// Threads of a block along each axis.
    pub block: [u32; 3],
    /// Dynamic shared memory.
    pub shared: u32,
    /// Whether the function itself waits for what is queued before it, before it reads or writes memory. The driver
    /// need not wait in its place then, which makes launches shorter where the device can do that.
    pub waits: bool,
}

impl Config {
    /// Of at least so many blocks, for kernels that number them by `block_number()`.
    pub fn folded(blocks: usize, threads: u32) -> Self {
        Self { grid: folded(blocks, threads as usize), block: [threads, 1, 1], shared: 0, waits: false }
    }

    /// Blocks and threads along one axis.
    pub fn line(blocks: usize, threads: u32) -> Self {
        let blocks = u32::try_from(blocks).unwrap_or(u32::MAX);
        Self { grid: [blocks, 1, 1], block: [threads, 1, 1], shared: 0, waits: false }
    }
}

/// One device's native interface. CUDA's and HIP's are alike; this is what they have in common.
///
/// # Safety
/// The unsafe methods share one contract: handles come from this driver and are not destroyed before; memory ranges
/// lie in allocations that stay alive, and that nobody else writes, until the stream has done the work; the device is
/// bound to the calling thread ([`Driver::bind`]).
#[allow(clippy::missing_safety_doc)] // Said once, above.
pub trait Driver:
    CodeDriver + QueueDriver + MemoryDriver + DeviceDriver + IpcDriver + Send + Sync + Sized + 'static
{
    /// The backend's name.
    const NAME: &'static str;
    /// The kind of device as DLPack numbers it, if it does.
    const DLPACK: Option<i32> = None;
    /// Options of the compiler for fused kernels.
    const KERNEL_OPTIONS: &'static [&'static str];

    /// Whether modules are loaded from assembly text (PTX) too.
    const TEXT: bool;

    /// Where the process' devices are kept.
    fn registry() -> &'static Registry<Self>;

    /// How many devices there are.
    ///
    /// # Errors
    /// `Error::Unavailable` naming what was looked for and where, if the driver is not there.
    fn count() -> Result<usize>;

    /// The vendor's libraries that the backend loads when they are needed: which version or file each is, or why it is
    /// missing.
    fn libraries() -> Vec<(&'static str, Result<String>)>;

    /// Opens a device.
    ///
    /// # Errors
    /// `Error::Unavailable` without a driver or a device of that number.
    fn open(index: usize) -> Result<Self>;

    /// What the device is.
    fn info(&self) -> &DeviceInfo;

    /// What code is compiled for: `sm_90`, `gfx90a`.
    fn architecture(&self) -> &str;

    /// The compiler and its version, as a part of cache keys.
    fn compiler(&self) -> Result<String>;

    /// Compiles source for this device.
    ///
    /// # Errors
    /// `Error::Compile` with the log.
    fn compile(&self, source: &str, options: &[&str]) -> Result<Vec<u8>>;

    /// Makes the device the calling thread's.
    fn bind(&self) -> Result<()>;

    /// Free and total memory, in bytes.
    fn memory(&self) -> Result<(usize, usize)>;

    /// Device memory, aligned to 256 bytes or more, ready for use on a stream; `None` if there is not enough.
    unsafe fn alloc(&self, bytes: usize, stream: RawStream) -> Result<Option<u64>>;

    /// Frees device memory after the work queued on a stream.
    unsafe fn free(&self, address: u64, stream: RawStream) -> Result<()>;

    /// Whether the device has managed memory that the host may use while kernels run.
    fn has_managed(&self) -> bool;

    /// Managed memory: at one address for the device and the host, moved to where it is used if the device can wait
    /// for that; there may be more of it than the device has memory. `None` if there is not enough.
    unsafe fn alloc_managed(&self, bytes: usize) -> Result<Option<u64>>;

    /// Frees managed memory, whose uses are done.
    unsafe fn free_managed(&self, address: u64) -> Result<()>;

    /// Returns freed memory to the system, as far as the driver itself caches.
    fn trim(&self) -> Result<()>;

    /// Pinned host memory, which the device reads and writes at the same address.
    unsafe fn alloc_host(&self, bytes: usize) -> Result<*mut u8>;

    /// Frees pinned host memory.
    unsafe fn free_host(&self, memory: *mut u8) -> Result<()>;

    /// Queues a copy to the device. Pageable host memory may be reused when this returns; pinned memory may not.
    unsafe fn upload(&self, src: *const u8, dst: u64, bytes: usize, stream: RawStream) -> Result<()>;

    /// Queues a copy to the host.
    unsafe fn download(&self, src: u64, dst: *mut u8, bytes: usize, stream: RawStream) -> Result<()>;

    /// Queues a copy on the device.
    unsafe fn copy(&self, src: u64, dst: u64, bytes: usize, stream: RawStream) -> Result<()>;

    /// Queues a copy from another device.
    unsafe fn copy_from(&self, other: &Self, src: u64, dst: u64, bytes: usize, stream: RawStream) -> Result<()>;

    /// Queues setting bytes.
    unsafe fn fill(&self, dst: u64, value: u8, bytes: usize, stream: RawStream) -> Result<()>;

    /// A new stream that runs beside all others.
    unsafe fn create_stream(&self) -> Result<RawStream>;

    /// Destroys a stream once its work is done, without waiting.
    unsafe fn destroy_stream(&self, stream: RawStream) -> Result<()>;

    /// Waits for a stream's work.
    unsafe fn synchronize_stream(&self, stream: RawStream) -> Result<()>;

    /// Lets later work of a stream wait for the last record of an event, of any device.
    unsafe fn wait(&self, stream: RawStream, event: RawEvent) -> Result<()>;

    /// A new event.
    unsafe fn create_event(&self, flags: EventFlags) -> Result<RawEvent>;

    /// Destroys an event once it is no longer waited for, without waiting.
    unsafe fn destroy_event(&self, event: RawEvent) -> Result<()>;

    /// Marks the work queued on a stream so far.
    unsafe fn record(&self, event: RawEvent, stream: RawStream) -> Result<()>;

    /// Lets an event, which was recorded, be waited for when the stream of its last record is gone or captured.
    unsafe fn detach(&self, _: RawEvent) -> Result<()> {
        Ok(())
    }

    /// Waits for an event.
    unsafe fn synchronize_event(&self, event: RawEvent) -> Result<()>;

    /// Whether an event's work is done.
    unsafe fn query(&self, event: RawEvent) -> Result<bool>;

    /// Milliseconds between two timed events, both done.
    unsafe fn elapsed(&self, start: RawEvent, end: RawEvent) -> Result<f32>;

    /// Captures what is queued on a stream from now on, by any thread, instead of doing it. Work of other streams, and
    /// allocations on them, go on.
    unsafe fn begin_capture(&self, stream: RawStream) -> Result<()>;

    /// Ends a capture, also one that failed.
    unsafe fn end_capture(&self, stream: RawStream) -> Result<RawGraph>;

    /// Queues a graph.
    unsafe fn launch_graph(&self, graph: RawGraph, stream: RawStream) -> Result<()>;

    /// Destroys a graph whose launches are done.
    unsafe fn destroy_graph(&self, graph: RawGraph) -> Result<()>;

    /// Loads device code: a binary, or assembly text, which ends with a zero byte.
    unsafe fn load(&self, image: &[u8]) -> Result<RawModule>;

    /// Unloads a module that nothing runs from.
    unsafe fn unload(&self, module: RawModule) -> Result<()>;

    /// Finds a function; `None` if the module has none of that name.
    unsafe fn function(&self, module: RawModule, name: &str) -> Result<Option<RawFunction>>;

    /// Queues a launch. Each argument points to a value of the type that the function declares.
    unsafe fn launch(&self, f: RawFunction, config: Config, args: &[*const c_void], stream: RawStream) -> Result<()>;
}
