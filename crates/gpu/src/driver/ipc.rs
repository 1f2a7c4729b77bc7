//! What a driver offers to processes that share memory and events.

use super::{RawEvent, lacks};
use xparray_ir::Result;

/// A handle as the driver makes it, for another process on the same machine.
pub type IpcHandle = [u8; 64];

/// What a driver offers to processes that share memory and events. The unsafe methods share the contract of
/// [`Driver`](super::Driver); what a vendor does not have is `Error::Unavailable`.
#[allow(clippy::missing_safety_doc)] // Said there.
pub trait IpcDriver {
    /// Memory that can be shared, which that of the driver's pools cannot be; `None` if there is not enough.
    unsafe fn alloc_shared(&self, _bytes: usize) -> Result<Option<u64>> {
        Err(lacks("memory for several processes"))
    }

    /// Gives it back.
    unsafe fn free_shared(&self, _address: u64) -> Result<()> {
        Err(lacks("memory for several processes"))
    }

    /// The handle of such memory, by where it begins.
    unsafe fn memory_handle(&self, _address: u64) -> Result<IpcHandle> {
        Err(lacks("memory for several processes"))
    }

    /// Where the memory of another process' handle is in this one.
    unsafe fn open_memory(&self, _handle: IpcHandle) -> Result<u64> {
        Err(lacks("memory for several processes"))
    }

    /// Ends that.
    unsafe fn close_memory(&self, _address: u64) -> Result<()> {
        Err(lacks("memory for several processes"))
    }

    /// The handle of an event that was made for other processes.
    unsafe fn event_handle(&self, _event: RawEvent) -> Result<IpcHandle> {
        Err(lacks("events for several processes"))
    }

    /// The event of another process' handle.
    unsafe fn open_event(&self, _handle: IpcHandle) -> Result<RawEvent> {
        Err(lacks("events for several processes"))
    }
}
