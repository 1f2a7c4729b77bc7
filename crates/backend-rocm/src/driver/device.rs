//! What a device tells of itself, and other devices.

use super::HipDriver;
use crate::check::{tool, unavailable};
use crate::sys::hip::{
    hipDeviceAttribute_t, hipDeviceAttributeConcurrentManagedAccess, hipDeviceAttributeMemoryPoolsSupported,
    hipDeviceAttributeMultiprocessorCount, hipDeviceAttributePageableMemoryAccess, hipDeviceAttributeWarpSize,
};
use crate::sys::hip_tools::*;
use std::ffi::{CString, c_char, c_int};
use xparray_gpu::{DeviceAttribute as Of, DeviceDriver, Driver, Limit};
use xparray_ir::{Error, Result};

/// HIP's name of an attribute.
fn native(attribute: Of) -> Result<hipDeviceAttribute_t> {
    Ok(match attribute {
        Of::MaxThreadsPerBlock => hipDeviceAttributeMaxThreadsPerBlock,
        Of::MaxBlockDimX => hipDeviceAttributeMaxBlockDimX,
        Of::MaxBlockDimY => hipDeviceAttributeMaxBlockDimY,
        Of::MaxBlockDimZ => hipDeviceAttributeMaxBlockDimZ,
        Of::MaxGridDimX => hipDeviceAttributeMaxGridDimX,
        Of::MaxGridDimY => hipDeviceAttributeMaxGridDimY,
        Of::MaxGridDimZ => hipDeviceAttributeMaxGridDimZ,
        Of::MaxSharedMemoryPerBlock => hipDeviceAttributeMaxSharedMemoryPerBlock,
        Of::TotalConstantMemory => hipDeviceAttributeTotalConstantMemory,
        Of::WarpSize => hipDeviceAttributeWarpSize,
        Of::MaxRegistersPerBlock => hipDeviceAttributeMaxRegistersPerBlock,
        Of::ClockRate => hipDeviceAttributeClockRate,
        Of::MemoryClockRate => hipDeviceAttributeMemoryClockRate,
        Of::GlobalMemoryBusWidth => hipDeviceAttributeMemoryBusWidth,
        Of::L2CacheSize => hipDeviceAttributeL2CacheSize,
        Of::MultiprocessorCount => hipDeviceAttributeMultiprocessorCount,
        Of::MaxThreadsPerMultiprocessor => hipDeviceAttributeMaxThreadsPerMultiProcessor,
        Of::MaxSharedMemoryPerMultiprocessor => hipDeviceAttributeMaxSharedMemoryPerMultiprocessor,
        Of::MaxRegistersPerMultiprocessor => hipDeviceAttributeMaxRegistersPerMultiprocessor,
        Of::Integrated => hipDeviceAttributeIntegrated,
        Of::CanMapHostMemory => hipDeviceAttributeCanMapHostMemory,
        Of::ConcurrentKernels => hipDeviceAttributeConcurrentKernels,
        Of::EccEnabled => hipDeviceAttributeEccEnabled,
        Of::PciBusId => hipDeviceAttributePciBusId,
        Of::PciDeviceId => hipDeviceAttributePciDeviceId,
        Of::AsyncEngineCount => hipDeviceAttributeAsyncEngineCount,
        Of::UnifiedAddressing => hipDeviceAttributeUnifiedAddressing,
        Of::ComputeCapabilityMajor => hipDeviceAttributeComputeCapabilityMajor,
        Of::ComputeCapabilityMinor => hipDeviceAttributeComputeCapabilityMinor,
        Of::StreamPrioritiesSupported => hipDeviceAttributeStreamPrioritiesSupported,
        Of::ManagedMemory => hipDeviceAttributeManagedMemory,
        Of::ConcurrentManagedAccess => hipDeviceAttributeConcurrentManagedAccess,
        Of::PageableMemoryAccess => hipDeviceAttributePageableMemoryAccess,
        Of::CooperativeLaunch => hipDeviceAttributeCooperativeLaunch,
        Of::MemoryPoolsSupported => hipDeviceAttributeMemoryPoolsSupported,
        Of::MaxTexture1dWidth => hipDeviceAttributeMaxTexture1DWidth,
        Of::MaxTexture2dWidth => hipDeviceAttributeMaxTexture2DWidth,
        Of::MaxTexture2dHeight => hipDeviceAttributeMaxTexture2DHeight,
        other => return Err(unavailable(format!("HIP has no attribute {other:?}"))),
    })
}

fn native_limit(limit: Limit) -> Result<hipLimit_t> {
    Ok(match limit {
        Limit::StackSize => hipLimitStackSize,
        Limit::PrintfFifoSize => hipLimitPrintfFifoSize,
        Limit::MallocHeapSize => hipLimitMallocHeapSize,
        other => return Err(unavailable(format!("HIP has no limit {other:?}"))),
    })
}

impl DeviceDriver for HipDriver {
    fn attribute(&self, attribute: Of) -> Result<i32> {
        super::attribute(self.hip, self.index, native(attribute)?)
    }

    fn pci_bus_id(&self) -> Result<String> {
        let mut id = [0 as c_char; 32];
        // SAFETY: the length is that of the array.
        unsafe { tool!(hipDeviceGetPCIBusId(id.as_mut_ptr(), id.len() as c_int, self.index))? };
        Ok(super::text(&id))
    }

    fn by_pci_bus_id(id: &str) -> Result<usize> {
        let none = || Error::value("from_pci_bus_id", format!("no device at {id:?}"));
        // It starts HIP.
        Self::count()?;
        let text = CString::new(id).map_err(|_| none())?;
        let mut index = 0;
        // SAFETY: HIP has started, and the text ends with a zero byte.
        match unsafe { tool!(hipDeviceGetByPCIBusId)(&mut index, text.as_ptr()) } {
            hipError_t::hipErrorInvalidValue | hipError_t::hipErrorInvalidDevice => return Err(none()),
            code => code.check("hipDeviceGetByPCIBusId")?,
        }
        usize::try_from(index).map_err(|_| none())
    }

    fn uuid(&self) -> Result<[u8; 16]> {
        let mut uuid: hipUUID = [0; 16];
        // SAFETY: the pointer is to so many bytes. HIP's devices are their numbers.
        unsafe { tool!(hipDeviceGetUuid(&mut uuid, self.index))? };
        Ok(uuid.map(|byte| byte as u8))
    }

    fn limit(&self, limit: Limit) -> Result<usize> {
        let (limit, mut value) = (native_limit(limit)?, 0);
        // SAFETY: the pointer is to a live integer.
        unsafe { tool!(hipDeviceGetLimit(&mut value, limit))? };
        Ok(value)
    }

    fn set_limit(&self, limit: Limit, value: usize) -> Result<()> {
        let limit = native_limit(limit)?;
        // SAFETY: the device is bound.
        unsafe { tool!(hipDeviceSetLimit(limit, value)) }
    }

    fn can_access_peer(&self, other: &Self) -> Result<bool> {
        let mut can = 0;
        // SAFETY: the pointer is to a live integer.
        unsafe { tool!(hipDeviceCanAccessPeer(&mut can, self.index, other.index))? };
        Ok(can != 0)
    }

    fn set_peer_access(&self, other: &Self, enable: bool) -> Result<()> {
        // SAFETY: this device is bound; the other one is there.
        let code = unsafe {
            match enable {
                true => tool!(hipDeviceEnablePeerAccess)(other.index, 0),
                false => tool!(hipDeviceDisablePeerAccess)(other.index),
            }
        };
        match code {
            hipError_t::hipErrorPeerAccessAlreadyEnabled | hipError_t::hipErrorPeerAccessNotEnabled => Ok(()),
            code => code.check("hipDeviceEnablePeerAccess"),
        }
    }
}
