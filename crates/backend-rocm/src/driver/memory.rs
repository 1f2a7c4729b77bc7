//! Host memory, managed memory, and what addresses are of.

use super::{HipDriver, pointer, stream};
use crate::check::tool;
use crate::sys::hip_tools::*;
use std::ffi::c_int;
use xparray_gpu::{Advice, MemoryDriver, MemoryKind, Place, PointerAttributes, RawStream};
use xparray_ir::Result;

impl HipDriver {
    fn place(&self, place: Place) -> c_int {
        match place {
            Place::Device => self.index,
            Place::Host => hipCpuDeviceId,
        }
    }
}

impl MemoryDriver for HipDriver {
    unsafe fn register_host(&self, memory: *mut u8, bytes: usize) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { tool!(hipHostRegister(memory.cast(), bytes, hipHostRegisterPortable)) }
    }

    unsafe fn unregister_host(&self, memory: *mut u8) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { tool!(hipHostUnregister(memory.cast())) }
    }

    fn pointer_attributes(&self, address: u64) -> Result<PointerAttributes> {
        // HIP does not know what it has not allocated or registered.
        let get = |attribute| {
            let mut value = 0u64;
            // SAFETY: the room is that of the longest of them. Any address may be asked for.
            let code = unsafe { tool!(hipPointerGetAttribute)((&raw mut value).cast(), attribute, pointer(address)) };
            match code {
                hipError_t::hipErrorInvalidValue => Ok(None),
                code => code.check("hipPointerGetAttribute").map(|()| Some(value)),
            }
        };
        let unknown = PointerAttributes { kind: MemoryKind::Unregistered, device: None, base: None, bytes: None };
        let Some(kind) = get(HIP_POINTER_ATTRIBUTE_MEMORY_TYPE)? else { return Ok(unknown) };
        let managed = get(HIP_POINTER_ATTRIBUTE_IS_MANAGED)?.is_some_and(|managed| managed != 0);
        let is = |of: hipMemoryType| kind == u64::from(of);
        if is(hipMemoryTypeUnregistered) {
            return Ok(unknown);
        }
        let kind = match () {
            () if managed || is(hipMemoryTypeManaged) => MemoryKind::Managed,
            () if is(hipMemoryTypeHost) => MemoryKind::Host,
            () => MemoryKind::Device,
        };
        Ok(PointerAttributes {
            kind,
            device: get(HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL)?.map(|device| device as u32 as i32),
            base: get(HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR)?,
            bytes: get(HIP_POINTER_ATTRIBUTE_RANGE_SIZE)?.and_then(|bytes| usize::try_from(bytes).ok()),
        })
    }

    unsafe fn prefetch(&self, address: u64, bytes: usize, to: Place, on: RawStream) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { tool!(hipMemPrefetchAsync(pointer(address), bytes, self.place(to), stream(on))) }
    }

    unsafe fn advise(&self, address: u64, bytes: usize, advice: Advice) -> Result<()> {
        let (advice, place) = match advice {
            Advice::SetReadMostly => (hipMemAdviseSetReadMostly, Place::Device),
            Advice::UnsetReadMostly => (hipMemAdviseUnsetReadMostly, Place::Device),
            Advice::SetPreferredLocation(place) => (hipMemAdviseSetPreferredLocation, place),
            Advice::UnsetPreferredLocation => (hipMemAdviseUnsetPreferredLocation, Place::Device),
            Advice::SetAccessedBy(place) => (hipMemAdviseSetAccessedBy, place),
            Advice::UnsetAccessedBy(place) => (hipMemAdviseUnsetAccessedBy, place),
        };
        // SAFETY: the caller's promise.
        unsafe { tool!(hipMemAdvise(pointer(address), bytes, advice, self.place(place))) }
    }
}
