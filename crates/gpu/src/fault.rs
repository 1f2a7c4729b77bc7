//! What kernels report to the host.

use crate::device::Device;
use crate::driver::Driver;
use std::mem::size_of;
use std::ptr::NonNull;
use std::sync::Arc;
use xparray_ir::{Error, Result};
use xparray_kernels::{Fault, FaultOp};

const NONE: Fault = Fault { set: 0, op: 0, index: 0, len: 0 };

/// A stream's fault record. It is in pinned memory, so that a look at it after a synchronisation costs nothing.
pub(crate) struct FaultRecord<D: Driver> {
    record: NonNull<Fault>,
    device: Arc<Device<D>>,
}

// SAFETY: the host reads and writes the record only with volatile operations on plain integers, after a
// synchronisation; a race of two threads' synchronisations can at worst report an error to both.
unsafe impl<D: Driver> Send for FaultRecord<D> {}
// SAFETY: as above.
unsafe impl<D: Driver> Sync for FaultRecord<D> {}

impl<D: Driver> FaultRecord<D> {
    pub fn new(device: Arc<Device<D>>) -> Result<Self> {
        // SAFETY: the device is bound.
        let memory = unsafe { device.driver()?.alloc_host(size_of::<Fault>())? };
        let record = NonNull::new(memory.cast()).ok_or_else(|| Error::value("stream", "no pinned memory"))?;
        let this = Self { record, device };
        this.clear();
        Ok(this)
    }

    /// Where kernels write it.
    pub fn address(&self) -> u64 {
        self.record.as_ptr() as u64
    }

    /// The fault, if there was one in work that is done.
    pub fn check(&self) -> Result<()> {
        // SAFETY: the record lives as long as `self`.
        let fault = unsafe { self.record.read_volatile() };
        if fault.set == 0 {
            return Ok(());
        }
        let op = FaultOp::name(fault.op);
        Err(Error::Index { op, index: fault.index, len: usize::try_from(fault.len).unwrap_or(0) })
    }

    /// Forgets it.
    pub fn clear(&self) {
        // SAFETY: as in `check`.
        unsafe { self.record.write_volatile(NONE) };
    }
}

impl<D: Driver> Drop for FaultRecord<D> {
    fn drop(&mut self) {
        if let Ok(driver) = self.device.driver() {
            // SAFETY: the stream, whose kernels wrote it, is gone with its work.
            let _ = unsafe { driver.free_host(self.record.as_ptr().cast()) };
        }
    }
}
