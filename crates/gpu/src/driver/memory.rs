//! What a driver offers for memory beside what arrays need.

use super::{RawStream, lacks};
use xparray_ir::Result;

/// What an address is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MemoryKind {
    /// Memory of the host that the driver does not know.
    Unregistered,
    /// Pinned memory of the host.
    Host,
    /// Memory of a device.
    Device,
    /// Memory that moves between the device and the host.
    Managed,
}

/// What a driver knows of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointerAttributes {
    /// What it is of.
    pub kind: MemoryKind,
    /// The number of the device that it belongs to, as the driver counts devices.
    pub device: Option<i32>,
    /// Where the allocation begins.
    pub base: Option<u64>,
    /// The length of the allocation, in bytes.
    pub bytes: Option<usize>,
}

/// Where managed memory can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// On the device of the handle.
    Device,
    /// On the host.
    Host,
}

/// What a program is going to do with managed memory; the names are CUDA's, without `CU_MEM_ADVISE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Advice {
    /// It is mostly read: each place may have a copy.
    SetReadMostly,
    /// No longer.
    UnsetReadMostly,
    /// Where it should stay.
    SetPreferredLocation(Place),
    /// No longer.
    UnsetPreferredLocation,
    /// Who uses it, and should not have to wait for pages.
    SetAccessedBy(Place),
    /// No longer.
    UnsetAccessedBy(Place),
}

/// What a driver offers for memory beside what arrays need. The unsafe methods share the contract of
/// [`Driver`](super::Driver); what a vendor does not have is `Error::Unavailable`.
#[allow(clippy::missing_safety_doc)] // Said there.
pub trait MemoryDriver {
    /// Pins memory of the host, which the device then copies directly.
    unsafe fn register_host(&self, _memory: *mut u8, _bytes: usize) -> Result<()> {
        Err(lacks("registration of host memory"))
    }

    /// Ends that.
    unsafe fn unregister_host(&self, _memory: *mut u8) -> Result<()> {
        Err(lacks("registration of host memory"))
    }

    /// What is known of an address, whatever it is.
    fn pointer_attributes(&self, _address: u64) -> Result<PointerAttributes> {
        Err(lacks("attributes of pointers"))
    }

    /// Queues moving managed memory.
    unsafe fn prefetch(&self, _address: u64, _bytes: usize, _place: Place, _stream: RawStream) -> Result<()> {
        Err(lacks("moving managed memory"))
    }

    /// Says what is going to be done with managed memory.
    unsafe fn advise(&self, _address: u64, _bytes: usize, _advice: Advice) -> Result<()> {
        Err(lacks("advice about managed memory"))
    }
}
