//! What kernels of a device may use beside its own memory, and what is known of memory.

use crate::device::Gpu;
use crate::driver::{Advice, Driver, Place, PointerAttributes};
use xparray_ir::backend::DeviceArray;
use xparray_ir::layout::checked_len;
use xparray_ir::{Error, Result};

impl<D: Driver> Gpu<D> {
    /// Whether kernels of this device could use memory of another one, over a link or the bus.
    ///
    /// # Errors
    /// `Error::Library` if a device is lost.
    #[doc(alias = "deviceCanAccessPeer")]
    pub fn can_access_peer(&self, other: &Self) -> Result<bool> {
        if self.device().id == other.device().id {
            return Ok(false);
        }
        let other = other.driver()?;
        self.driver()?.can_access_peer(other)
    }

    /// Lets kernels of this device, such as raw ones that get an address of it, use memory of another one. Arrays are
    /// copied by `to_device` whether they may or not, faster if they may.
    ///
    /// # Errors
    /// `Error::Value` for the same device; `Error::Library` if there is no way between them.
    #[doc(alias = "deviceEnablePeerAccess")]
    pub fn enable_peer_access(&self, other: &Self) -> Result<()> {
        self.set_peer_access(other, true)
    }

    /// Ends [`enable_peer_access`](Gpu::enable_peer_access); first waits for the device, whose kernels may be using the
    /// memory.
    ///
    /// # Errors
    /// As for [`enable_peer_access`](Gpu::enable_peer_access), and what went wrong in the work that was waited for.
    #[doc(alias = "deviceDisablePeerAccess")]
    pub fn disable_peer_access(&self, other: &Self) -> Result<()> {
        self.synchronize_device()?;
        self.set_peer_access(other, false)
    }

    fn set_peer_access(&self, other: &Self, enable: bool) -> Result<()> {
        if self.device().id == other.device().id {
            return Err(Error::value("peer_access", "a device is not its own peer"));
        }
        let other = other.driver()?;
        self.driver()?.set_peer_access(other, enable)
    }

    /// What the driver knows of an address, of the host or a device.
    ///
    /// ```no_run
    /// # fn f<D: xparray_gpu::Driver>(xp: xparray_gpu::Gpu<D>, buffer: xparray_gpu::Buffer<D>) -> xparray_ir::Result<()> {
    /// use xparray_gpu::MemoryKind;
    /// assert_eq!(xp.pointer_attributes(buffer.address())?.kind, MemoryKind::Device);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// `Error::Library` if the device is lost.
    #[doc(alias = "pointerGetAttributes")]
    pub fn pointer_attributes(&self, address: u64) -> Result<PointerAttributes> {
        self.driver()?.pointer_attributes(address)
    }

    /// Begins moving an array in [managed memory](Gpu::managed) to where it is used next, in the stream's order. Without
    /// this, its pages move when they are used.
    ///
    /// # Errors
    /// `Error::Value` for an array in other memory, or while the stream is captured in a graph; those of the array's
    /// deferred work.
    #[doc(alias = "memPrefetchAsync")]
    pub fn prefetch(&self, x: &impl DeviceArray<Self>, place: Place) -> Result<()> {
        self.refuse_capture("prefetch")?;
        self.with_managed("prefetch", x, |driver, address, bytes| {
            let _steady = self.stream.enter()?;
            // SAFETY: the range is inside the array's buffer, which is ordered on this stream.
            unsafe { driver.prefetch(address, bytes, place, self.raw_stream()) }
        })
    }

    /// Says what is going to be done with an array in [managed memory](Gpu::managed). It is about whole pages, so
    /// neighbours in the same ones may be told the same.
    ///
    /// # Errors
    /// As for [`prefetch`](Gpu::prefetch).
    #[doc(alias = "memAdvise")]
    pub fn advise(&self, x: &impl DeviceArray<Self>, advice: Advice) -> Result<()> {
        self.with_managed("advise", x, |driver, address, bytes| {
            // SAFETY: the range is inside the array's buffer.
            unsafe { driver.advise(address, bytes, advice) }
        })
    }

    /// Calls a function of the driver with the bytes of an array in managed memory.
    fn with_managed(
        &self,
        op: &'static str,
        x: &impl DeviceArray<Self>,
        call: impl FnOnce(&D, u64, usize) -> Result<()>,
    ) -> Result<()> {
        let (buffer, start) = x.buffer_on(self)?;
        if !buffer.is_managed() {
            return Err(Error::value(op, "the array is not in managed memory: make it with a handle of managed()"));
        }
        let size = x.dtype().size();
        let bytes = checked_len(x.shape())? * size;
        let address = buffer.range(op, start * size, bytes)?;
        buffer.order_for_reading(self)?;
        if bytes == 0 { Ok(()) } else { call(self.driver()?, address, bytes) }
    }
}
