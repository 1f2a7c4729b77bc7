//! Host memory, managed memory, and what addresses are of.

use super::{CudaDriver, stream};
use crate::check::{check, cu, unavailable};
use cudarc::driver::sys::{
    self, CUmem_advise as Native, CUmemorytype, CUpointer_attribute as Attribute, CUresult, CUstream,
};
use std::ffi::{c_int, c_uint};
use xparray_gpu::{Advice, MemoryDriver, MemoryKind, Place, PointerAttributes, RawStream};
use xparray_ir::Result;

/// Flag of `cuMemHostRegister`: pinned for all devices.
const PORTABLE: c_uint = 1;
/// The host among devices, where functions take one.
const CPU: c_int = -1;

/// Where memory is to be, as functions since 12.2 take it.
#[derive(Clone, Copy)]
#[repr(C)]
struct Location {
    kind: c_uint,
    id: c_int,
}

/// `cuMemPrefetchAsync` and `cuMemAdvise` in drivers since 12.2, and in older ones.
type PrefetchTo = unsafe extern "C" fn(u64, usize, Location, c_uint, CUstream) -> CUresult;
type Prefetch = unsafe extern "C" fn(u64, usize, c_int, CUstream) -> CUresult;
type AdviseAt = unsafe extern "C" fn(u64, usize, Native, Location) -> CUresult;
type Advise = unsafe extern "C" fn(u64, usize, Native, c_int) -> CUresult;

/// A function of the driver, if it has it.
///
/// # Safety
/// `F` is its type.
unsafe fn find<F: Copy>(name: &[u8]) -> Option<F> {
    // SAFETY: the caller's promise; the driver stays loaded.
    unsafe { sys::culib().get::<F>(name).ok().map(|symbol| *symbol) }
}

impl CudaDriver {
    fn place(&self, place: Place) -> (Location, c_int) {
        match place {
            Place::Device => (Location { kind: 1, id: self.device }, self.device),
            Place::Host => (Location { kind: 2, id: 0 }, CPU),
        }
    }
}

impl MemoryDriver for CudaDriver {
    unsafe fn register_host(&self, memory: *mut u8, bytes: usize) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cu!(cuMemHostRegister_v2(memory.cast(), bytes, PORTABLE)) }
    }

    unsafe fn unregister_host(&self, memory: *mut u8) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cu!(cuMemHostUnregister(memory.cast())) }
    }

    fn pointer_attributes(&self, address: u64) -> Result<PointerAttributes> {
        let (mut kind, mut managed, mut device): (c_uint, c_uint, c_int) = (0, 0, CPU);
        let (mut base, mut bytes) = (0u64, 0usize);
        let mut attributes = [
            Attribute::CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
            Attribute::CU_POINTER_ATTRIBUTE_IS_MANAGED,
            Attribute::CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
            Attribute::CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
            Attribute::CU_POINTER_ATTRIBUTE_RANGE_SIZE,
        ];
        let mut data = [
            (&raw mut kind).cast(),
            (&raw mut managed).cast(),
            (&raw mut device).cast(),
            (&raw mut base).cast(),
            (&raw mut bytes).cast(),
        ];
        // SAFETY: there are as many pointers as attributes, to live variables of their types. Any address may be asked for.
        unsafe { cu!(cuPointerGetAttributes(5, attributes.as_mut_ptr(), data.as_mut_ptr(), address))? };
        let kind = match kind {
            _ if managed != 0 => MemoryKind::Managed,
            kind if kind == CUmemorytype::CU_MEMORYTYPE_HOST as c_uint => MemoryKind::Host,
            0 => MemoryKind::Unregistered,
            _ => MemoryKind::Device,
        };
        let known = kind != MemoryKind::Unregistered;
        Ok(PointerAttributes {
            kind,
            device: (known && device >= 0).then_some(device),
            base: (known && base != 0).then_some(base),
            bytes: (known && bytes != 0).then_some(bytes),
        })
    }

    unsafe fn prefetch(&self, address: u64, bytes: usize, to: Place, on: RawStream) -> Result<()> {
        let (location, device) = self.place(to);
        // SAFETY: these are the functions' types; the caller's promise.
        let code = unsafe {
            if let Some(prefetch) = find::<PrefetchTo>(b"cuMemPrefetchAsync_v2\0") {
                prefetch(address, bytes, location, 0, stream(on))
            } else if let Some(prefetch) = find::<Prefetch>(b"cuMemPrefetchAsync\0") {
                prefetch(address, bytes, device, stream(on))
            } else {
                return Err(unavailable("the driver has no cuMemPrefetchAsync"));
            }
        };
        check!("cuMemPrefetchAsync", code)
    }

    unsafe fn advise(&self, address: u64, bytes: usize, advice: Advice) -> Result<()> {
        let (advice, place) = match advice {
            Advice::SetReadMostly => (Native::CU_MEM_ADVISE_SET_READ_MOSTLY, Place::Device),
            Advice::UnsetReadMostly => (Native::CU_MEM_ADVISE_UNSET_READ_MOSTLY, Place::Device),
            Advice::SetPreferredLocation(place) => (Native::CU_MEM_ADVISE_SET_PREFERRED_LOCATION, place),
            Advice::UnsetPreferredLocation => (Native::CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION, Place::Device),
            Advice::SetAccessedBy(place) => (Native::CU_MEM_ADVISE_SET_ACCESSED_BY, place),
            Advice::UnsetAccessedBy(place) => (Native::CU_MEM_ADVISE_UNSET_ACCESSED_BY, place),
        };
        let (location, device) = self.place(place);
        // SAFETY: these are the functions' types; the caller's promise.
        let code = unsafe {
            if let Some(advise) = find::<AdviseAt>(b"cuMemAdvise_v2\0") {
                advise(address, bytes, advice, location)
            } else if let Some(advise) = find::<Advise>(b"cuMemAdvise\0") {
                advise(address, bytes, advice, device)
            } else {
                return Err(unavailable("the driver has no cuMemAdvise"));
            }
        };
        check!("cuMemAdvise", code)
    }
}
