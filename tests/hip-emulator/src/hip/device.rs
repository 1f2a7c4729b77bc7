//! Devices.

use super::codes::*;
use crate::entry::Table;
use crate::handles::out;
use crate::machine::space;
use crate::types::*;
use std::cell::Cell;
use std::env;
use std::ffi::{CStr, c_char, c_int, c_uint};
use std::slice;
use std::sync::OnceLock;

/// That of ROCm 6.4.
const HIP_VERSION: c_int = 60_443_484;
/// Memory that a device says to have.
pub const MEMORY: usize = 4 << 30;
/// Threads that a group may have.
pub const MOST_THREADS: u32 = 1024;
/// LDS that a group may have, in bytes.
pub const MOST_SHARED: usize = 64 << 10;
/// Compute units: few, so that reductions have several groups and yet not many.
const UNITS: c_int = 4;
/// Devices that there are.
const DEVICES: c_int = 2;

constants! {
    hipDeviceAttributeEccEnabled: hipDeviceAttribute_t = 0;
    hipDeviceAttributeAsyncEngineCount: hipDeviceAttribute_t = 2;
    hipDeviceAttributeCanMapHostMemory: hipDeviceAttribute_t = 3;
    hipDeviceAttributeClockRate: hipDeviceAttribute_t = 5;
    hipDeviceAttributeConcurrentKernels: hipDeviceAttribute_t = 8;
    hipDeviceAttributeConcurrentManagedAccess: hipDeviceAttribute_t = 9;
    hipDeviceAttributeCooperativeLaunch: hipDeviceAttribute_t = 10;
    hipDeviceAttributeIntegrated: hipDeviceAttribute_t = 16;
    hipDeviceAttributeL2CacheSize: hipDeviceAttribute_t = 19;
    hipDeviceAttributeComputeCapabilityMajor: hipDeviceAttribute_t = 23;
    hipDeviceAttributeManagedMemory: hipDeviceAttribute_t = 24;
    hipDeviceAttributeMaxBlockDimX: hipDeviceAttribute_t = 26;
    hipDeviceAttributeMaxBlockDimY: hipDeviceAttribute_t = 27;
    hipDeviceAttributeMaxBlockDimZ: hipDeviceAttribute_t = 28;
    hipDeviceAttributeMaxGridDimX: hipDeviceAttribute_t = 29;
    hipDeviceAttributeMaxGridDimY: hipDeviceAttribute_t = 30;
    hipDeviceAttributeMaxGridDimZ: hipDeviceAttribute_t = 31;
    hipDeviceAttributeMaxThreadsPerBlock: hipDeviceAttribute_t = 56;
    hipDeviceAttributeMaxThreadsPerMultiProcessor: hipDeviceAttribute_t = 57;
    hipDeviceAttributeMemoryBusWidth: hipDeviceAttribute_t = 59;
    hipDeviceAttributeMemoryClockRate: hipDeviceAttribute_t = 60;
    hipDeviceAttributeComputeCapabilityMinor: hipDeviceAttribute_t = 61;
    hipDeviceAttributeMultiprocessorCount: hipDeviceAttribute_t = 63;
    hipDeviceAttributePageableMemoryAccess: hipDeviceAttribute_t = 65;
    hipDeviceAttributePciBusId: hipDeviceAttribute_t = 67;
    hipDeviceAttributePciDeviceId: hipDeviceAttribute_t = 68;
    hipDeviceAttributeMaxRegistersPerBlock: hipDeviceAttribute_t = 71;
    hipDeviceAttributeMaxSharedMemoryPerBlock: hipDeviceAttribute_t = 74;
    hipDeviceAttributeStreamPrioritiesSupported: hipDeviceAttribute_t = 78;
    hipDeviceAttributeTotalConstantMemory: hipDeviceAttribute_t = 83;
    hipDeviceAttributeUnifiedAddressing: hipDeviceAttribute_t = 85;
    hipDeviceAttributeWarpSize: hipDeviceAttribute_t = 87;
    hipDeviceAttributeMemoryPoolsSupported: hipDeviceAttribute_t = 88;
}

/// `hipDeviceProp_tR0600`: its size, and where what is known stands in it.
#[repr(C, align(8))]
pub struct hipDeviceProp_tR0600([u8; 1472]);

/// Where the architecture's name stands.
pub const GCN_ARCH_NAME: usize = 1160;
/// Fills fields that nobody may rely on.
const NOISE: u8 = 0xa5;

thread_local! {
    /// The device that this thread chose. HIP's default, the first, would hide that one was forgotten.
    static CHOSEN: Cell<Option<c_int>> = const { Cell::new(None) };
}

/// The architecture that is emulated.
pub fn architecture() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    NAME.get_or_init(|| match env::var("XPARRAY_EMULATED").as_deref() {
        Ok("gfx90a") => "gfx90a:sramecc+:xnack-".into(),
        Ok(name) => name.into(),
        Err(_) => "gfx942".into(),
    })
}

/// Lanes of a wave.
pub fn lanes() -> c_int {
    if architecture().starts_with("gfx9") { 64 } else { 32 }
}

/// The device that this thread chose.
#[track_caller]
pub fn chosen() -> c_int {
    CHOSEN.get().unwrap_or_else(|| misuse!("this thread called no hipSetDevice"))
}

fn known(index: c_int) -> Result<(), hipError_t> {
    if (0..DEVICES).contains(&index) { Ok(()) } else { Err(hipErrorInvalidDevice) }
}

fn attribute(of: hipDeviceAttribute_t) -> Option<c_int> {
    Some(match of {
        hipDeviceAttributeMultiprocessorCount => UNITS,
        hipDeviceAttributeWarpSize => lanes(),
        hipDeviceAttributeMemoryPoolsSupported
        | hipDeviceAttributeConcurrentManagedAccess
        | hipDeviceAttributeCanMapHostMemory
        | hipDeviceAttributeConcurrentKernels
        | hipDeviceAttributeCooperativeLaunch
        | hipDeviceAttributeManagedMemory
        | hipDeviceAttributeUnifiedAddressing
        | hipDeviceAttributeStreamPrioritiesSupported
        | hipDeviceAttributeAsyncEngineCount => 1,
        hipDeviceAttributePageableMemoryAccess
        | hipDeviceAttributeEccEnabled
        | hipDeviceAttributeIntegrated
        | hipDeviceAttributePciDeviceId => 0,
        hipDeviceAttributeMaxThreadsPerBlock
        | hipDeviceAttributeMaxBlockDimX
        | hipDeviceAttributeMaxBlockDimY
        | hipDeviceAttributeMaxBlockDimZ => MOST_THREADS as c_int,
        hipDeviceAttributeMaxGridDimX => c_int::MAX,
        hipDeviceAttributeMaxGridDimY | hipDeviceAttributeMaxGridDimZ => 65_536,
        hipDeviceAttributeMaxSharedMemoryPerBlock => MOST_SHARED as c_int,
        hipDeviceAttributeMaxRegistersPerBlock => 65_536,
        hipDeviceAttributeMaxThreadsPerMultiProcessor => 2048,
        hipDeviceAttributeTotalConstantMemory => c_int::MAX,
        hipDeviceAttributeClockRate | hipDeviceAttributeMemoryClockRate => 1_000_000,
        hipDeviceAttributeMemoryBusWidth => 4096,
        hipDeviceAttributeL2CacheSize => 4 << 20,
        hipDeviceAttributePciBusId => 1,
        hipDeviceAttributeComputeCapabilityMajor => {
            if lanes() == 64 {
                9
            } else {
                11
            }
        }
        hipDeviceAttributeComputeCapabilityMinor => 0,
        _ => return None,
    })
}

entries! {
    status hipError_t;

    fn hipInit(flags: c_uint) {
        if flags != 0 {
            misuse!("flags of {flags:#x}");
        }
        Ok(())
    }

    fn hipRuntimeGetVersion(version: *mut c_int) {
        out("version", version);
        *version = HIP_VERSION;
        Ok(())
    }

    fn hipGetDeviceCount(count: *mut c_int) {
        out("count", count);
        *count = DEVICES;
        Ok(())
    }

    fn hipDeviceGet(raw: *mut hipDevice_t, index: c_int) {
        out("device", raw);
        known(index)?;
        *raw = index;
        Ok(())
    }

    fn hipDeviceGetName(text: *mut c_char, len: c_int, index: hipDevice_t) {
        out("name", text);
        known(index)?;
        const NAME: &CStr = c"Emulated GPU";
        let name = NAME.to_bytes_with_nul();
        if usize::try_from(len).is_ok_and(|len| len >= name.len()) {
            slice::from_raw_parts_mut(text.cast::<u8>(), name.len()).copy_from_slice(name);
            return Ok(());
        }
        Err(hipErrorInvalidValue)
    }

    fn hipDeviceTotalMem(bytes: *mut usize, index: hipDevice_t) {
        out("size", bytes);
        known(index)?;
        *bytes = MEMORY;
        Ok(())
    }

    fn hipDeviceGetAttribute(value: *mut c_int, of: hipDeviceAttribute_t, index: c_int) {
        out("value", value);
        known(index)?;
        *value = attribute(of).ok_or(hipErrorInvalidValue)?;
        Ok(())
    }

    fn hipGetDevicePropertiesR0600(properties: *mut hipDeviceProp_tR0600, index: c_int) {
        out("properties", properties);
        known(index)?;
        let mut bytes = [NOISE; size_of::<hipDeviceProp_tR0600>()];
        let name = architecture().as_bytes();
        bytes[GCN_ARCH_NAME..GCN_ARCH_NAME + name.len()].copy_from_slice(name);
        bytes[GCN_ARCH_NAME + name.len()] = 0;
        properties.write(hipDeviceProp_tR0600(bytes));
        Ok(())
    }

    fn hipSetDevice(index: c_int) {
        known(index)?;
        CHOSEN.set(Some(index));
        Ok(())
    }

    fn hipMemGetInfo(free: *mut usize, total: *mut usize) {
        out("free memory", free);
        out("total memory", total);
        chosen();
        *total = MEMORY;
        *free = MEMORY.saturating_sub(space::used());
        Ok(())
    }

    fn hipDeviceSynchronize() {
        chosen();
        Ok(())
    }

    fn hipDeviceCanAccessPeer(can: *mut c_int, index: c_int, peer: c_int) {
        out("answer", can);
        known(index)?;
        known(peer)?;
        *can = (index != peer).into();
        Ok(())
    }

    fn hipDeviceEnablePeerAccess(peer: c_int, flags: c_uint) {
        if flags != 0 {
            misuse!("flags of {flags:#x}");
        }
        known(peer)
    }

    fn hipDeviceDisablePeerAccess(peer: c_int) {
        known(peer)
    }
}

pub const TABLE: Table = Table { functions: FUNCTIONS, constants: &[CONSTANTS] };
