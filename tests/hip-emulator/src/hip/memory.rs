//! Memory: allocation, copies, filling, and what addresses are of.

use super::codes::*;
use super::device::{MEMORY, chosen};
use super::stream::{Work, here, here_or_default};
use crate::entry::Table;
use crate::handles::{Handles, out};
use crate::machine::space::{self, Allocation, Kind};
use crate::types::*;
use std::ffi::{c_int, c_uint, c_void};
use std::ptr::{self, null_mut, with_exposed_provenance_mut};
use std::sync::{Mutex, PoisonError};

constants! {
    hipMemAttachGlobal: c_uint = 1;
    hipHostMallocPortable: c_uint = 1;
    hipHostMallocMapped: c_uint = 2;
    hipHostMallocCoherent: c_uint = 0x4000_0000;
    hipMemcpyHostToDevice: hipMemcpyKind = 1;
    hipMemcpyDeviceToHost: hipMemcpyKind = 2;
    hipMemcpyDeviceToDevice: hipMemcpyKind = 3;
    HIP_POINTER_ATTRIBUTE_MEMORY_TYPE: hipPointer_attribute = 2;
    HIP_POINTER_ATTRIBUTE_IS_MANAGED: hipPointer_attribute = 8;
    HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL: hipPointer_attribute = 9;
    HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR: hipPointer_attribute = 11;
    HIP_POINTER_ATTRIBUTE_RANGE_SIZE: hipPointer_attribute = 12;
    hipMemoryTypeHost: hipMemoryType = 1;
    hipMemoryTypeDevice: hipMemoryType = 2;
    hipMemoryTypeManaged: hipMemoryType = 3;
}

pub type hipPointer_attribute = c_uint;
pub type hipMemoryType = c_uint;
pub type hipMemoryAdvise = c_uint;
pub type hipDeviceptr_t = *mut c_void;

/// A device's default pool.
struct Pool;

static POOLS: Handles<Pool> = Handles::new("memory pool", 1);

/// A copy between addresses.
pub struct Copy {
    to: usize,
    from: usize,
    bytes: usize,
}

/// A byte for each place of a range.
pub struct Fill {
    to: usize,
    value: u8,
    bytes: usize,
}

impl Copy {
    pub fn execute(&self) {
        let (to, from) = (with_exposed_provenance_mut::<u8>(self.to), ptr::with_exposed_provenance::<u8>(self.from));
        // SAFETY: the caller's promise; what is the device's was checked when the copy was asked for.
        unsafe { ptr::copy(from, to, self.bytes) };
        match (space::around(self.to), space::around(self.from)) {
            (Some(to), Some(from)) => to.wrote_as(self.to, &from, self.from, self.bytes),
            (Some(to), None) => to.wrote(self.to, self.bytes),
            _ => {}
        }
    }
}

impl Fill {
    pub fn execute(&self) {
        // SAFETY: the range was checked when it was asked for.
        unsafe { ptr::write_bytes(with_exposed_provenance_mut::<u8>(self.to), self.value, self.bytes) };
        if let Some(block) = space::around(self.to) {
            block.wrote(self.to, self.bytes);
        }
    }
}

/// Checks that a range lies in one allocation that the device reaches.
#[track_caller]
fn device_range(what: &str, address: usize, bytes: usize) {
    if bytes == 0 {
        return;
    }
    match space::around(address) {
        None => misuse!("{what}: {address:#x} is in no allocation"),
        Some(block) if address - block.start + bytes > block.bytes => {
            misuse!("{what}: {bytes} bytes at {} of an allocation of {}", address - block.start, block.bytes)
        }
        Some(_) => {}
    }
}

/// Checks that a range is memory of the host: not of a device alone, and not beyond an allocation.
#[track_caller]
fn host_range(what: &str, address: usize, bytes: usize) {
    if bytes == 0 {
        return;
    }
    match space::around(address) {
        None if address == 0 => misuse!("{what} is null"),
        Some(block) if matches!(block.kind, Kind::Device | Kind::Pool) => {
            misuse!("{what}: {address:#x} is memory of a device")
        }
        Some(block) if address - block.start + bytes > block.bytes => {
            misuse!("{what}: {bytes} bytes at {} of an allocation of {}", address - block.start, block.bytes)
        }
        _ => {}
    }
}

/// Allocates memory; nothing if the device has no more.
fn allocate(bytes: usize, kind: Kind, device: c_int) -> Result<*mut c_void, hipError_t> {
    let of_device = matches!(kind, Kind::Device | Kind::Pool | Kind::Managed);
    if of_device && space::used().saturating_add(bytes) > MEMORY {
        return Err(hipErrorOutOfMemory);
    }
    let allocation = Allocation::new(bytes, kind, device).ok_or(hipErrorOutOfMemory)?;
    Ok(with_exposed_provenance_mut(space::insert(allocation)))
}

/// Forgets an allocation, which is of one of these kinds.
#[track_caller]
fn free(address: usize, kinds: &[Kind]) {
    match space::remove(address) {
        None => misuse!("{address:#x} is not the address of an allocation"),
        Some(block) if !kinds.contains(&block.kind) => {
            misuse!("{address:#x} was allocated otherwise: {:?}", block.kind)
        }
        Some(block) if !block.is_whole() => {
            misuse!("something was written beside the {} bytes at {address:#x}", block.bytes)
        }
        Some(_) => {}
    }
}

entries! {
    status hipError_t;

    fn hipMalloc(address: *mut *mut c_void, bytes: usize) {
        out("address", address);
        *address = null_mut();
        let device = chosen();
        if bytes > 0 {
            *address = allocate(bytes, Kind::Device, device)?;
        }
        Ok(())
    }

    fn hipFree(address: *mut c_void) {
        if !address.is_null() {
            free(address.addr(), &[Kind::Device, Kind::Pool, Kind::Managed]);
        }
        Ok(())
    }

    fn hipMallocManaged(address: *mut *mut c_void, bytes: usize, flags: c_uint) {
        out("address", address);
        if flags != hipMemAttachGlobal {
            misuse!("flags of {flags:#x}");
        }
        // HIP refuses an allocation of nothing here.
        if bytes == 0 {
            return Err(hipErrorInvalidValue);
        }
        *address = allocate(bytes, Kind::Managed, chosen())?;
        Ok(())
    }

    fn hipMallocAsync(address: *mut *mut c_void, bytes: usize, stream: hipStream_t) {
        out("address", address);
        *address = null_mut();
        let stream = here_or_default(stream);
        if stream.is_captured() {
            misuse!("allocation on a stream that is captured");
        }
        if bytes > 0 {
            *address = allocate(bytes, Kind::Pool, stream.device)?;
        }
        Ok(())
    }

    fn hipFreeAsync(address: *mut c_void, stream: hipStream_t) {
        if address.is_null() {
            return Err(hipErrorInvalidValue);
        }
        if here_or_default(stream).is_captured() {
            misuse!("allocation on a stream that is captured");
        }
        free(address.addr(), &[Kind::Pool]);
        Ok(())
    }

    fn hipDeviceGetDefaultMemPool(pool: *mut hipMemPool_t, index: c_int) {
        // The same one each time.
        static GIVEN: Mutex<Vec<(c_int, usize)>> = Mutex::new(Vec::new());
        out("pool", pool);
        let mut given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
        let handle = match given.iter().find(|(of, _)| *of == index) {
            Some((_, handle)) => *handle,
            None => {
                let handle = POOLS.insert(Pool).addr();
                given.push((index, handle));
                handle
            }
        };
        *pool = ptr::without_provenance_mut(handle);
        Ok(())
    }

    fn hipMemPoolTrimTo(pool: hipMemPool_t, _keep: usize) {
        POOLS.get(pool);
        Ok(())
    }

    fn hipHostMalloc(address: *mut *mut c_void, bytes: usize, flags: c_uint) {
        if flags & !(hipHostMallocPortable | hipHostMallocMapped | hipHostMallocCoherent) != 0 {
            misuse!("flags of {flags:#x}");
        }
        out("address", address);
        *address = null_mut();
        let device = chosen();
        if bytes > 0 {
            *address = allocate(bytes, Kind::Host, device)?;
        }
        Ok(())
    }

    fn hipHostFree(address: *mut c_void) {
        if !address.is_null() {
            free(address.addr(), &[Kind::Host]);
        }
        Ok(())
    }

    fn hipHostRegister(memory: *mut c_void, bytes: usize, _flags: c_uint) {
        if memory.is_null() || bytes == 0 || space::at(memory.addr()).is_some() {
            return Err(hipErrorInvalidValue);
        }
        space::insert(Allocation::registered(memory.expose_provenance(), bytes, chosen()));
        Ok(())
    }

    fn hipHostUnregister(memory: *mut c_void) {
        match space::at(memory.addr()) {
            Some(block) if block.kind == Kind::Registered => {
                space::remove(memory.addr());
                Ok(())
            }
            _ => Err(hipErrorInvalidValue),
        }
    }

    fn hipPointerGetAttribute(data: *mut c_void, attribute: hipPointer_attribute, address: hipDeviceptr_t) {
        out("value", data);
        let block = space::around(address.addr()).ok_or(hipErrorInvalidValue)?;
        let kind = match block.kind {
            Kind::Device | Kind::Pool | Kind::Code | Kind::Arguments => hipMemoryTypeDevice,
            Kind::Host | Kind::Registered => hipMemoryTypeHost,
            Kind::Managed => hipMemoryTypeManaged,
        };
        match attribute {
            HIP_POINTER_ATTRIBUTE_MEMORY_TYPE => data.cast::<u32>().write(kind),
            HIP_POINTER_ATTRIBUTE_IS_MANAGED => data.cast::<bool>().write(block.kind == Kind::Managed),
            HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL => data.cast::<c_int>().write(block.device),
            HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR => data.cast::<u64>().write(block.start as u64),
            HIP_POINTER_ATTRIBUTE_RANGE_SIZE => data.cast::<usize>().write(block.bytes),
            _ => return Err(hipErrorInvalidValue),
        }
        Ok(())
    }

    fn hipMemPrefetchAsync(address: *const c_void, bytes: usize, _index: c_int, stream: hipStream_t) {
        here_or_default(stream);
        match space::around(address.addr()) {
            Some(block) if block.kind == Kind::Managed && address.addr() - block.start + bytes <= block.bytes => Ok(()),
            _ => Err(hipErrorInvalidValue),
        }
    }

    fn hipMemAdvise(address: *const c_void, bytes: usize, _advice: hipMemoryAdvise, _index: c_int) {
        match space::around(address.addr()) {
            Some(block) if block.kind == Kind::Managed && address.addr() - block.start + bytes <= block.bytes => Ok(()),
            _ => Err(hipErrorInvalidValue),
        }
    }

    fn hipMemcpyAsync(to: *mut c_void, from: *const c_void, bytes: usize, kind: hipMemcpyKind, stream: hipStream_t) {
        let stream = here(stream);
        let copy = Copy { to: to.expose_provenance(), from: from.expose_provenance(), bytes };
        match kind {
            hipMemcpyHostToDevice => {
                host_range("from", copy.from, bytes);
                device_range("to", copy.to, bytes);
            }
            hipMemcpyDeviceToHost => {
                device_range("from", copy.from, bytes);
                host_range("to", copy.to, bytes);
            }
            hipMemcpyDeviceToDevice => {
                device_range("from", copy.from, bytes);
                device_range("to", copy.to, bytes);
                if copy.to.abs_diff(copy.from) < bytes {
                    misuse!("{bytes} bytes from {from:p} to {to:p} overlap");
                }
            }
            other => misuse!("a copy of kind {other}"),
        }
        if bytes == 0 { Ok(()) } else { stream.give(Work::Copy(copy)) }
    }

    fn hipMemcpyPeerAsync(
        to: *mut c_void, _to_index: c_int, from: *const c_void, _from_index: c_int, bytes: usize, stream: hipStream_t,
    ) {
        let stream = here(stream);
        let copy = Copy { to: to.expose_provenance(), from: from.expose_provenance(), bytes };
        device_range("to", copy.to, bytes);
        device_range("from", copy.from, bytes);
        if bytes == 0 { Ok(()) } else { stream.give(Work::Copy(copy)) }
    }

    fn hipMemsetAsync(to: *mut c_void, value: c_int, bytes: usize, stream: hipStream_t) {
        let stream = here(stream);
        let Ok(value) = u8::try_from(value) else { misuse!("{value} is no byte") };
        let to = to.expose_provenance();
        device_range("to", to, bytes);
        if bytes == 0 { Ok(()) } else { stream.give(Work::Fill(Fill { to, value, bytes })) }
    }
}

pub const TABLE: Table = Table { functions: FUNCTIONS, constants: &[CONSTANTS] };
