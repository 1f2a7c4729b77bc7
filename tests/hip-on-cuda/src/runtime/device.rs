//! Devices.

use crate::cuda::{check, choose, chosen, device, devices};
use crate::entry::Table;
use crate::handles::out;
use crate::types::*;
use cudarc::driver::sys::{self, CUdevice_attribute as Attribute};
use std::ffi::{CStr, c_char, c_int, c_uint};
use std::slice;

/// The architecture that devices say to be: one with waves of 32 lanes, as they have.
pub const ARCHITECTURE: &CStr = c"gfx1100";
/// That of ROCm 6.4.
const HIP_VERSION: c_int = 60_443_484;
/// Threads that a block may have.
pub const MOST_THREADS: u32 = 1024;
/// Shared memory that a block may have, in bytes, as on AMD's devices.
pub const MOST_SHARED: usize = 64 << 10;

constants! {
    hipDeviceAttributeConcurrentManagedAccess: hipDeviceAttribute_t = 9;
    hipDeviceAttributeMultiprocessorCount: hipDeviceAttribute_t = 63;
    hipDeviceAttributePageableMemoryAccess: hipDeviceAttribute_t = 65;
    hipDeviceAttributeWarpSize: hipDeviceAttribute_t = 87;
    hipDeviceAttributeMemoryPoolsSupported: hipDeviceAttribute_t = 88;
}

/// `hipDeviceProp_tR0600`: its size, and where what is known stands in it.
#[repr(C, align(8))]
pub struct hipDeviceProp_tR0600([u8; 1472]);

/// Fields and their places.
pub mod places {
    pub const NAME: usize = 0;
    pub const TOTAL_GLOBAL_MEM: usize = 288;
    pub const SHARED_MEM_PER_BLOCK: usize = 296;
    pub const WARP_SIZE: usize = 308;
    pub const MAX_THREADS_PER_BLOCK: usize = 320;
    pub const MULTI_PROCESSOR_COUNT: usize = 388;
    pub const GCN_ARCH_NAME: usize = 1160;
}

/// Fills fields that nobody may rely on.
const NOISE: u8 = 0xa5;

fn attribute(index: c_int, attribute: Attribute) -> Result<c_int, hipError_t> {
    let mut value = 0;
    // SAFETY: the driver has started, and the pointer is to a live integer.
    check(unsafe { sys::cuDeviceGetAttribute(&mut value, attribute, device(index)?.raw) }).map(|()| value)
}

fn name(index: c_int) -> Result<[u8; 256], hipError_t> {
    let mut name = [0u8; 256];
    // SAFETY: the length is that of the array.
    check(unsafe { sys::cuDeviceGetName(name.as_mut_ptr().cast(), 255, device(index)?.raw) }).map(|()| name)
}

fn total(index: c_int) -> Result<usize, hipError_t> {
    let mut bytes = 0;
    // SAFETY: the pointer is to a live integer.
    check(unsafe { sys::cuDeviceTotalMem_v2(&mut bytes, device(index)?.raw) }).map(|()| bytes)
}

entries! {
    status hipError_t;

    fn hipInit(flags: c_uint) {
        if flags != 0 {
            misuse!("flags of {flags:#x}");
        }
        devices().map(drop)
    }

    fn hipRuntimeGetVersion(version: *mut c_int) {
        out("version", version);
        *version = HIP_VERSION;
        Ok(())
    }

    fn hipGetDeviceCount(count: *mut c_int) {
        out("count", count);
        *count = 0;
        *count = devices()?.len() as c_int;
        Ok(())
    }

    fn hipDeviceGet(raw: *mut hipDevice_t, index: c_int) {
        out("device", raw);
        device(index)?;
        *raw = index;
        Ok(())
    }

    fn hipDeviceGetName(text: *mut c_char, len: c_int, index: hipDevice_t) {
        out("name", text);
        let name = name(index)?;
        let text = slice::from_raw_parts_mut(text.cast::<u8>(), crate::matrix::length("the name's room", len));
        let copied = text.len().min(name.len());
        text[..copied].copy_from_slice(&name[..copied]);
        match text.last_mut() {
            Some(last) => *last = 0,
            None => misuse!("no room for the name"),
        }
        Ok(())
    }

    fn hipDeviceTotalMem(bytes: *mut usize, index: hipDevice_t) {
        out("size", bytes);
        *bytes = total(index)?;
        Ok(())
    }

    fn hipDeviceGetAttribute(value: *mut c_int, attribute_: hipDeviceAttribute_t, index: c_int) {
        out("value", value);
        *value = attribute(index, match attribute_ {
            hipDeviceAttributeConcurrentManagedAccess => Attribute::CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS,
            hipDeviceAttributeMultiprocessorCount => Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
            hipDeviceAttributePageableMemoryAccess => Attribute::CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS,
            hipDeviceAttributeWarpSize => Attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE,
            hipDeviceAttributeMemoryPoolsSupported => Attribute::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED,
            other => misuse!("{other} is no attribute that is known here"),
        })?;
        Ok(())
    }

    fn hipGetDevicePropertiesR0600(properties: *mut hipDeviceProp_tR0600, index: c_int) {
        out("properties", properties);
        let mut bytes = [NOISE; size_of::<hipDeviceProp_tR0600>()];
        let mut put = |place: usize, value: &[u8]| bytes[place..place + value.len()].copy_from_slice(value);
        put(places::NAME, &name(index)?);
        put(places::TOTAL_GLOBAL_MEM, &total(index)?.to_ne_bytes());
        put(places::SHARED_MEM_PER_BLOCK, &MOST_SHARED.to_ne_bytes());
        put(places::WARP_SIZE, &32u32.to_ne_bytes());
        put(places::MAX_THREADS_PER_BLOCK, &MOST_THREADS.to_ne_bytes());
        let units = attribute(index, Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
        put(places::MULTI_PROCESSOR_COUNT, &units.to_ne_bytes());
        put(places::GCN_ARCH_NAME, ARCHITECTURE.to_bytes_with_nul());
        properties.write(hipDeviceProp_tR0600(bytes));
        Ok(())
    }

    fn hipSetDevice(index: c_int) {
        choose(index)
    }

    fn hipMemGetInfo(free: *mut usize, total: *mut usize) {
        out("free memory", free);
        out("total memory", total);
        chosen();
        check(sys::cuMemGetInfo_v2(free, total))
    }
}

pub const TABLE: Table = Table { functions: FUNCTIONS, constants: &[CONSTANTS] };
