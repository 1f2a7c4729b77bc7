//! Buffers: device memory with an owner.

use crate::device::{Device, Gpu};
use crate::driver::Driver;
use crate::hooks::Allocation;
use crate::pool::{Block, Class};
use crate::source::{self, Source};
use crate::stream::Stream;
use smallvec::SmallVec;
use std::any::Any;
use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use xparray_ir::backend::DeviceBuffer;
use xparray_ir::{Error, Result};

/// Memory on a device. It belongs to the stream it was allocated on; dropping it gives it back to the pool, in the
/// order of that stream and of the others that used it.
pub struct Buffer<D: Driver> {
    block: Block,
    bytes: usize,
    home: Arc<Stream<D>>,
    /// Made when they are asked for: most buffers never have any.
    guests: OnceLock<Arc<Guests<D>>>,
    /// What gives the memory back, if it is not of a pool.
    owner: Option<Arc<dyn Any + Send + Sync>>,
}

/// The streams, beside its home, that used a buffer since all others last waited.
pub(crate) type Guests<D> = Mutex<SmallVec<[Arc<Stream<D>>; 1]>>;

impl<D: Driver> fmt::Debug for Buffer<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Buffer({:#x}, {} bytes)", self.block.address, self.bytes)
    }
}

// The owner is never looked at, only dropped.
impl<D: Driver> UnwindSafe for Buffer<D> {}
impl<D: Driver> RefUnwindSafe for Buffer<D> {}

// SAFETY: a buffer keeps its length, and its memory is its own until it is dropped.
unsafe impl<D: Driver> DeviceBuffer for Buffer<D> {
    fn bytes(&self) -> usize {
        self.bytes
    }

    fn address(&self) -> Option<u64> {
        Some(self.block.address)
    }
}

impl<D: Driver> Buffer<D> {
    /// Its address on the device.
    pub fn address(&self) -> u64 {
        self.block.address
    }

    /// Its length in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether it is managed memory, which the host may use as well.
    pub fn is_managed(&self) -> bool {
        self.block.class.managed
    }

    /// A buffer over memory of no pool, of a handle's stream.
    pub(crate) fn owned_by(gpu: &Gpu<D>, address: u64, bytes: usize, owner: Arc<dyn Any + Send + Sync>) -> Self {
        let block = Block { address, class: Class::of_owner(bytes) };
        Self { block, bytes, home: gpu.stream.clone(), guests: OnceLock::new(), owner: Some(owner) }
    }

    /// What gives the memory back, if it is not of a pool.
    pub(crate) fn owner(&self) -> Option<&Arc<dyn Any + Send + Sync>> {
        self.owner.as_ref()
    }

    fn allocation(&self) -> Allocation {
        Allocation {
            device: self.device().id,
            stream: self.home_id(),
            address: self.address(),
            bytes: self.bytes,
            block_bytes: self.block.class.size(),
        }
    }

    pub(crate) fn device(&self) -> &Arc<Device<D>> {
        &self.home.device
    }

    /// The number of the stream that it belongs to.
    pub(crate) fn home_id(&self) -> u64 {
        self.home.home.id
    }

    /// The list of guests, which a graph holds longer than the buffer may live.
    pub(crate) fn shared_guests(&self) -> &Arc<Guests<D>> {
        self.guests.get_or_init(Arc::default)
    }

    fn guests(&self) -> MutexGuard<'_, SmallVec<[Arc<Stream<D>>; 1]>> {
        self.shared_guests().lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prepares reading on a stream. Whoever wrote last is ordered by the array layer; this keeps later writes and
    /// the pool behind the reading.
    pub(crate) fn read_on(&self, stream: &Arc<Stream<D>>) -> Result<()> {
        stream.with_capture(|capture| capture.touch(self, stream))?;
        if stream.home.id != self.home.home.id {
            let mut guests = self.guests();
            if !guests.iter().any(|guest| guest.home.id == stream.home.id) {
                guests.push(stream.clone());
            }
        }
        Ok(())
    }

    /// Prepares writing on a stream: after everything that other streams do with the buffer.
    pub(crate) fn write_on(&self, stream: &Arc<Stream<D>>) -> Result<()> {
        if stream.with_capture(|capture| capture.touch(self, stream))?.is_some() {
            return Ok(()); // The graph's launches wait for the guests.
        }
        let at_home = stream.home.id == self.home.home.id;
        if at_home && self.guests.get().is_none() {
            return Ok(());
        }
        let mut guests = self.guests();
        if at_home && guests.is_empty() {
            return Ok(());
        }
        stream.wait_for(&self.home)?;
        for guest in guests.iter() {
            stream.wait_for(guest)?;
        }
        guests.clear();
        if !at_home {
            guests.push(stream.clone());
        }
        Ok(())
    }

    /// Prepares reading by native code that is queued next on a handle's stream. Whoever wrote last has to be before it:
    /// what arrays give is.
    ///
    /// # Errors
    /// `Error::Value` for another device, or memory that the stream's capture cannot have.
    pub fn order_for_reading(&self, gpu: &Gpu<D>) -> Result<()> {
        self.check_device("launch", gpu.device())?;
        self.read_on(&gpu.stream)
    }

    /// Prepares writing by native code that is queued next on a handle's stream: it comes after everything that other
    /// streams do with the buffer.
    ///
    /// # Errors
    /// As for [`order_for_reading`](Buffer::order_for_reading).
    pub fn order_for_writing(&self, gpu: &Gpu<D>) -> Result<()> {
        self.check_device("launch", gpu.device())?;
        self.write_on(&gpu.stream)
    }

    /// Lets a stream, of any device, wait for what is queued on the buffer's own now.
    pub(crate) fn order_before(&self, stream: &Arc<Stream<D>>) -> Result<()> {
        stream.inherit(&self.home);
        stream.wait_for(&self.home)
    }

    /// The address of byte `start`, if `bytes` bytes from there are inside.
    pub(crate) fn range(&self, op: &'static str, start: usize, bytes: usize) -> Result<u64> {
        if start.checked_add(bytes).is_none_or(|end| end > self.bytes) {
            let message = format!("{bytes} bytes from byte {start} are not inside a buffer of {} bytes", self.bytes);
            return Err(Error::value(op, message));
        }
        Ok(self.block.address + start as u64)
    }

    /// An error unless the buffer is on this device.
    pub(crate) fn check_device(&self, op: &'static str, device: &Device<D>) -> Result<()> {
        if self.device().id == device.id {
            return Ok(());
        }
        Err(Error::value(op, format!("a buffer of {} used on {}", self.device().name(), device.name())))
    }
}

impl<D: Driver> Drop for Buffer<D> {
    fn drop(&mut self) {
        // The pool's next user comes after the guests. If that fails the device is lost, and the memory with it.
        if self.guests.get().is_some() {
            for guest in self.guests().drain(..) {
                // A stream that is captured waits for nobody.
                let _ = self.home.wait_for(&guest).or_else(|_| guest.finish());
            }
        }
        match self.owner.take() {
            None => self.home.pool().release(self.block, self.home.home),
            Some(owner) => drop(owner),
        }
        self.device().hook.call(|hook| hook.freed(&self.allocation()));
    }
}

impl<D: Driver> Gpu<D> {
    pub(crate) fn alloc_buffer(&self, bytes: usize) -> Result<Buffer<D>> {
        let buffer = match &self.stream.source {
            Source::Allocator(allocator) => source::alloc(self, allocator, bytes)?,
            Source::Device | Source::Own(_) => self.alloc_of_pool(bytes)?,
        };
        self.device().hook.call(|hook| hook.allocated(&buffer.allocation()));
        Ok(buffer)
    }

    fn alloc_of_pool(&self, bytes: usize) -> Result<Buffer<D>> {
        let device = self.device();
        let home = self.stream.clone();
        let buffer = |block| Buffer { block, bytes, home, guests: OnceLock::new(), owner: None };
        // No capture begins meanwhile: the pool serves no other thread then.
        let _steady = self.stream.steady();
        match self.stream.with_capture(|capture| capture.alloc(self, bytes))? {
            Some(block) => Ok(buffer(block)),
            None => self.stream.pool().alloc(device, bytes, self.stream.home).map(buffer),
        }
    }
}
