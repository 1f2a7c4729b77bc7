use crate::error::{Error, Result};
use std::any::Any;
use std::future::ready;
use std::pin::Pin;
use std::sync::{Arc, Weak};

/// What a device's memory pool holds.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::backend::Memory;
/// let x = xp.ones::<f64>(1000)?.copy();
/// x.eval()?;
/// assert!(xp.memory_stats().used_bytes >= 8000);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryStats {
    /// Bytes in use.
    pub used_bytes: usize,
    /// Bytes taken from the device: in use and cached.
    pub total_bytes: usize,
    /// The most that the pool may take, if there is a limit.
    pub limit: Option<usize>,
}

/// Memory on a device.
///
/// # Safety
/// The memory has as many bytes as the buffer says, always, is aligned for every element type, and belongs to this value
/// alone: who has it exclusively may write it.
pub unsafe trait DeviceBuffer: Send + Sync + 'static {
    /// Its length in bytes.
    fn bytes(&self) -> usize;

    /// Where it begins in the memory of its device, if that has addresses.
    fn address(&self) -> Option<u64> {
        None
    }

    /// A number of its memory, which buffers have in common that share it, and no other one has while this is pinned.
    fn identity(this: &Arc<Self>) -> usize
    where
        Self: Sized,
    {
        Arc::as_ptr(this).addr()
    }

    /// What keeps its memory's number from being that of another one, and says whether somebody still has the memory.
    fn pin(this: &Arc<Self>) -> Weak<dyn Any + Send + Sync>
    where
        Self: Sized,
    {
        Arc::downgrade(this) as _
    }
}

/// A device as DLPack names it.
///
/// ```
/// use xparray::backend::{DlDevice, Memory};
/// # use xparray::prelude::*; let xp = Cpu::new();
/// assert_eq!(xp.dlpack_device(), Some(DlDevice { device_type: DlDevice::CPU, device_id: 0 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct DlDevice {
    /// The kind of device: one of the constants.
    pub device_type: i32,
    /// Its number among those of its kind.
    pub device_id: i32,
}

impl DlDevice {
    /// `kDLCPU`: the host's memory.
    pub const CPU: i32 = 1;
    /// `kDLCUDA`.
    pub const CUDA: i32 = 2;
    /// `kDLROCM`.
    pub const ROCM: i32 = 10;
}

/// What keeps memory that somebody else allocated: it gives it back when it is dropped.
pub type Owner = Box<dyn Any + Send + Sync>;

/// Bytes that are on their way to the host.
pub type Download = Pin<Box<dyn Future<Output = Result<Vec<u8>>> + Send>>;

/// Buffers on the device, from a caching pool.
pub trait Memory {
    /// Memory on the device; dropping it gives it back to the pool, in stream order.
    type Buffer: DeviceBuffer;

    /// Whether it is remembered now what buffers are computed from, for derivatives.
    fn remembers(&self) -> bool {
        false
    }

    /// Does an operation that is not the backend's, which arrays and the backend know as what it is, and gives an array that remembers
    /// what it comes from. `None` where nothing is remembered of its operand.
    ///
    /// # Errors
    /// Those of the operation.
    fn remember(&self, operation: &dyn Any) -> Result<Option<Box<dyn Any>>> {
        let _ = operation;
        Ok(None)
    }

    /// Asked before native code gets a buffer.
    ///
    /// # Errors
    /// [`Error::Value`] while it is remembered what the buffer is computed from: what that code makes of it would count as a
    /// constant.
    fn check_native(&self, buffer: &Self::Buffer) -> Result<()> {
        let _ = buffer;
        Ok(())
    }

    /// A buffer of `bytes` bytes with unspecified contents.
    fn alloc(&self, bytes: usize) -> Result<Self::Buffer>;

    /// Copies host bytes to the start of a buffer, which holds at least as many.
    fn upload(&self, src: &[u8], dst: &mut Self::Buffer) -> Result<()>;

    /// Copies bytes from byte `start` of a buffer to the host, after the work queued before.
    fn download(&self, src: &Self::Buffer, start: usize, dst: &mut [u8]) -> Result<()>;

    /// As [`Memory::download`], for programs that must not wait: the copy is queued at once, and its bytes are there later.
    fn readback(&self, src: &Self::Buffer, start: usize, bytes: usize) -> Download {
        let mut dst = Vec::new();
        let failed = |_| Error::OutOfMemory { asked: bytes, used: 0, limit: None, device: "host".to_owned() };
        let room = dst.try_reserve_exact(bytes).map_err(failed);
        let read = room.and_then(|()| {
            dst.resize(bytes, 0);
            self.download(src, start, &mut dst)
        });
        Box::pin(ready(read.map(|()| dst)))
    }

    /// Copies the first `bytes` bytes of one buffer to another.
    fn copy(&self, src: &Self::Buffer, dst: &mut Self::Buffer, bytes: usize) -> Result<()>;

    /// Copies all that the second buffers hold from the first ones, which are as long.
    fn copy_all(&self, copies: &mut [(&Self::Buffer, &mut Self::Buffer)]) -> Result<()> {
        copy_each(self, copies)
    }

    /// How many buffers [`copy_all`](Self::copy_all) copies in the time of one.
    fn copies_at_once(&self) -> usize {
        1
    }

    /// A buffer over memory that somebody else allocated, whose owner is dropped with the buffer, when the work that uses it is
    /// done. `None` for memory that buffers of this backend cannot be, such as that of too small an alignment: the owner is
    /// dropped then.
    ///
    /// # Errors
    /// Those of the device.
    ///
    /// # Safety
    /// From the address on there are so many bytes of memory that this device can read and write, as long as the owner
    /// lives; nobody else reads or writes them meanwhile.
    unsafe fn adopt(&self, address: u64, bytes: usize, owner: Owner) -> Result<Option<Self::Buffer>> {
        let _ = (address, bytes, owner);
        Ok(None)
    }

    /// The device as DLPack names it, if it does.
    fn dlpack_device(&self) -> Option<DlDevice> {
        None
    }

    /// As [`Memory::copy`], from a buffer of the handle `other`, whose device may be another one.
    fn copy_from(&self, other: &Self, src: &Self::Buffer, dst: &mut Self::Buffer, bytes: usize) -> Result<()> {
        let _ = other;
        self.copy(src, dst, bytes)
    }

    /// The pool's statistics.
    #[doc(alias = "get_default_memory_pool")]
    fn memory_stats(&self) -> MemoryStats;

    /// Sets the most bytes that the pool may take from the device; `None` is no limit.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::backend::Memory;
    /// xp.set_memory_limit(Some(1 << 20));
    /// let x = xp.arange((0.0, 1e6, 1.0))?;
    /// assert!(matches!(x.eval(), Err(xparray::Error::OutOfMemory { .. })));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fn set_memory_limit(&self, bytes: Option<usize>);

    /// Gives cached blocks back to the device.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::backend::Memory;
    /// drop(xp.from_slice(&[0u8; 1 << 20], 1 << 20)?);
    /// assert!(xp.memory_stats().total_bytes >= 1 << 20); // cached
    /// xp.free_all_blocks();
    /// assert_eq!(xp.memory_stats().total_bytes, 0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    fn free_all_blocks(&self);
}

/// Copies one by one; see [`Memory::copy_all`].
///
/// # Errors
/// Those of [`Memory::copy`].
pub fn copy_each<M: Memory + ?Sized>(xp: &M, copies: &mut [(&M::Buffer, &mut M::Buffer)]) -> Result<()> {
    copies.iter_mut().try_for_each(|(src, dst)| {
        let bytes = dst.bytes();
        xp.copy(src, dst, bytes)
    })
}
