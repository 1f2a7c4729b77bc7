//! Where the memory of a handle comes from: the device's pool, a pool of its own, an allocator of the user's.

use crate::buffer::Buffer;
use crate::device::{Device, Gpu};
use crate::driver::{Driver, RawStream};
use crate::pool::Pool;
use crate::stream::Stream;
use std::any::Any;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};
use xparray_ir::{Error, Result};

/// An allocator of device memory for [`Gpu::with_allocator`]. The device is bound to the calling thread.
///
/// ```no_run
/// use xparray_gpu::{Allocator, RawStream};
/// use xparray_ir::Result;
///
/// /// Hands on to somebody else's.
/// struct Theirs;
///
/// # fn their_alloc(_: usize) -> Option<u64> { None }
/// # fn their_free(_: u64, _: usize) {}
/// // SAFETY: their memory is the device's, and nobody else's until it is freed.
/// unsafe impl Allocator for Theirs {
///     fn alloc(&self, bytes: usize, _: RawStream) -> Result<Option<u64>> {
///         Ok(their_alloc(bytes))
///     }
///
///     unsafe fn free(&self, address: u64, bytes: usize, _: RawStream) {
///         their_free(address, bytes);
///     }
/// }
/// ```
///
/// # Safety
/// What `alloc` gives is memory of the device of so many bytes, aligned to 256 or more, that nobody else uses from then
/// on in the stream's order, until it is freed.
pub unsafe trait Allocator: Send + Sync + 'static {
    /// Memory for use on a stream; `None` if there is not enough.
    ///
    /// # Errors
    /// What else went wrong.
    fn alloc(&self, bytes: usize, stream: RawStream) -> Result<Option<u64>>;

    /// Takes memory back, which work that is queued on the stream may still use.
    ///
    /// # Safety
    /// It is this allocator's, of so many bytes, and used by nothing else.
    unsafe fn free(&self, address: u64, bytes: usize, stream: RawStream);
}

/// Where the memory of a stream comes from.
pub(crate) enum Source<D: Driver> {
    Device,
    Own(Arc<OwnPool<D>>),
    Allocator(Arc<dyn Allocator>),
}

// A panic elsewhere leaves an allocator as it was: what it changes, it changes in its own calls.
impl<D: Driver> UnwindSafe for Source<D> {}
impl<D: Driver> RefUnwindSafe for Source<D> {}

impl<D: Driver> Clone for Source<D> {
    fn clone(&self) -> Self {
        match self {
            Self::Device => Self::Device,
            Self::Own(own) => Self::Own(own.clone()),
            Self::Allocator(allocator) => Self::Allocator(allocator.clone()),
        }
    }
}

/// A pool beside the device's.
pub(crate) struct OwnPool<D: Driver> {
    pool: Pool,
    device: Arc<Device<D>>,
}

impl<D: Driver> OwnPool<D> {
    pub fn pool(&self) -> &Pool {
        &self.pool
    }
}

impl<D: Driver> Drop for OwnPool<D> {
    fn drop(&mut self) {
        if let Ok(driver) = self.device.driver() {
            // Its streams are gone, and its blocks are back. An error has nobody to go to.
            let _ = self.pool.free_all(driver);
        }
    }
}

/// Memory of an allocator of the user's, given back when nothing holds it any more.
struct Allocated<D: Driver> {
    allocator: Arc<dyn Allocator>,
    address: u64,
    bytes: usize,
    home: Arc<Stream<D>>,
}

impl<D: Driver> Drop for Allocated<D> {
    fn drop(&mut self) {
        let mut stream = self.home.home.stream;
        if self.home.is_captured() {
            // Nothing may be queued there.
            let _ = self.home.finish();
            stream = RawStream::DEFAULT;
        }
        if self.home.device.driver().is_ok() {
            // SAFETY: the allocator gave it, and its buffer and the graphs that held it are gone.
            unsafe { self.allocator.free(self.address, self.bytes, stream) };
        }
    }
}

/// Somebody's memory, and what keeps it.
struct Foreign<D: Driver> {
    /// `None` once it is dropped. In a lock, as owners may be of one thread at a time.
    owner: Mutex<Option<Box<dyn Any + Send>>>,
    home: Arc<Stream<D>>,
}

impl<D: Driver> Drop for Foreign<D> {
    fn drop(&mut self) {
        // What reads and writes it is done before it goes; an error has nobody to go to.
        let _ = self.home.finish();
        drop(self.owner.get_mut().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// A buffer of an allocator's.
pub(crate) fn alloc<D: Driver>(gpu: &Gpu<D>, allocator: &Arc<dyn Allocator>, bytes: usize) -> Result<Buffer<D>> {
    if gpu.stream.is_captured() {
        return Err(Error::value("capture", "memory of an allocator of one's own cannot be allocated in a graph"));
    }
    gpu.driver()?;
    let size = bytes.max(1);
    let address = allocator.alloc(size, gpu.raw_stream())?;
    let address = address.ok_or_else(|| gpu.stream.pool().exhausted(bytes, gpu.device().name()))?;
    let (allocator, home) = (allocator.clone(), gpu.stream.clone());
    Ok(Buffer::owned_by(gpu, address, bytes, Arc::new(Allocated { allocator, address, bytes: size, home })))
}

impl<D: Driver> Gpu<D> {
    /// A handle on a new stream, whose memory comes from a pool of its own: what is cached there is for arrays of this
    /// handle, and of others made from it, and goes back to the driver with the last of them. `memory_stats`,
    /// `set_memory_limit` and `free_all_blocks` of such a handle are those of the pool.
    ///
    /// ```no_run
    /// # fn f<D: xparray_gpu::Driver>(xp: xparray_gpu::Gpu<D>) -> xparray_ir::Result<()> {
    /// use xparray_ir::backend::Memory;
    /// let apart = xp.with_pool()?;
    /// apart.set_memory_limit(Some(1 << 30));
    /// let buffer = apart.alloc(1 << 20)?;
    /// assert!(apart.memory_stats().used_bytes >= 1 << 20);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// `Error::Library` if the device is lost; `Error::OutOfMemory`.
    #[doc(alias = "MemoryPool")]
    pub fn with_pool(&self) -> Result<Self> {
        self.with_source(Source::Own(Arc::new(OwnPool { pool: Pool::default(), device: self.device().clone() })))
    }

    /// A handle on a new stream, whose arrays are allocated by an allocator of the caller's. The statistics of such a
    /// handle are those of the device's pool, which it does not use for arrays.
    ///
    /// # Errors
    /// `Error::Library` if the device is lost; `Error::OutOfMemory`.
    #[doc(alias("set_allocator", "using_allocator", "CFunctionAllocator"))]
    pub fn with_allocator(&self, allocator: Arc<dyn Allocator>) -> Result<Self> {
        self.with_source(Source::Allocator(allocator))
    }

    /// The allocator of the handle's arrays, if it is not a pool.
    #[doc(alias = "get_allocator")]
    pub fn allocator(&self) -> Option<Arc<dyn Allocator>> {
        match &self.stream.source {
            Source::Allocator(allocator) => Some(allocator.clone()),
            Source::Device | Source::Own(_) => None,
        }
    }

    /// How many blocks the handle's pool keeps for later.
    #[doc(alias = "n_free_blocks")]
    pub fn free_blocks(&self) -> usize {
        self.stream.pool().free_blocks()
    }

    /// A buffer over memory that somebody else allocated. The owner is dropped when the buffer, and the graphs that hold
    /// it, are gone and the work with it is done, for which dropping the buffer waits.
    ///
    /// ```no_run
    /// # unsafe fn f<D: xparray_gpu::Driver>(xp: xparray_gpu::Gpu<D>, theirs: u64) -> xparray_ir::Result<()> {
    /// # struct Owner;
    /// // SAFETY: the owner keeps the memory, of 4096 bytes on this device, and nobody else uses it.
    /// let buffer = unsafe { xp.foreign_buffer(theirs, 4096, Owner)? };
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// `Error::Value` for the address 0, or one that is not a multiple of 256, as those of kernels' operands are.
    ///
    /// # Safety
    /// From the address on there are so many bytes of memory that kernels of this device can read and write, as long as
    /// the owner lives, and nobody else writes them, or reads them without waiting for this handle's stream.
    #[doc(alias = "UnownedMemory")]
    pub unsafe fn foreign_buffer(&self, address: u64, bytes: usize, owner: impl Any + Send) -> Result<Buffer<D>> {
        if address == 0 || !address.is_multiple_of(256) {
            let message = format!("the address {address:#x} is not a multiple of 256");
            return Err(Error::value("foreign_buffer", message));
        }
        let owner = Mutex::new(Some(Box::new(owner) as Box<dyn Any + Send>));
        Ok(Buffer::owned_by(self, address, bytes, Arc::new(Foreign { owner, home: self.stream.clone() })))
    }
}
