use crate::error::Result;

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
}

/// Buffers on the device, from a caching pool.
pub trait Memory {
    /// Memory on the device; dropping it gives it back to the pool, in stream order.
    type Buffer: DeviceBuffer;

    /// A buffer of `bytes` bytes with unspecified contents.
    fn alloc(&self, bytes: usize) -> Result<Self::Buffer>;

    /// Copies host bytes to the start of a buffer, which holds at least as many.
    fn upload(&self, src: &[u8], dst: &mut Self::Buffer) -> Result<()>;

    /// Copies bytes from byte `start` of a buffer to the host, after the work queued before.
    fn download(&self, src: &Self::Buffer, start: usize, dst: &mut [u8]) -> Result<()>;

    /// Copies the first `bytes` bytes of one buffer to another.
    fn copy(&self, src: &Self::Buffer, dst: &mut Self::Buffer, bytes: usize) -> Result<()>;

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
