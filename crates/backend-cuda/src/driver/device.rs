//! What a device tells of itself, and other devices.

use super::CudaDriver;
use crate::check::{check, cu, unavailable};
use cudarc::driver::sys::{
    self, CUdevice_attribute as Native, CUlimit, CUmemAccess_flags, CUmemAccessDesc, CUmemLocationType, CUresult,
    CUuuid,
};
use std::ffi::{CStr, CString, c_char, c_int};
use xparray_gpu::{DeviceAttribute as Of, DeviceDriver, Driver, Limit};
use xparray_ir::{Error, Result};

/// CUDA's name of an attribute.
fn native(attribute: Of) -> Result<Native> {
    use Native::*;
    Ok(match attribute {
        Of::MaxThreadsPerBlock => CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
        Of::MaxBlockDimX => CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X,
        Of::MaxBlockDimY => CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y,
        Of::MaxBlockDimZ => CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z,
        Of::MaxGridDimX => CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X,
        Of::MaxGridDimY => CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y,
        Of::MaxGridDimZ => CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z,
        Of::MaxSharedMemoryPerBlock => CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK,
        Of::TotalConstantMemory => CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY,
        Of::WarpSize => CU_DEVICE_ATTRIBUTE_WARP_SIZE,
        Of::MaxRegistersPerBlock => CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK,
        Of::ClockRate => CU_DEVICE_ATTRIBUTE_CLOCK_RATE,
        Of::MemoryClockRate => CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE,
        Of::GlobalMemoryBusWidth => CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH,
        Of::L2CacheSize => CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE,
        Of::MultiprocessorCount => CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
        Of::MaxThreadsPerMultiprocessor => CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR,
        Of::MaxSharedMemoryPerMultiprocessor => CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR,
        Of::MaxRegistersPerMultiprocessor => CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR,
        Of::Integrated => CU_DEVICE_ATTRIBUTE_INTEGRATED,
        Of::CanMapHostMemory => CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY,
        Of::ConcurrentKernels => CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS,
        Of::EccEnabled => CU_DEVICE_ATTRIBUTE_ECC_ENABLED,
        Of::PciBusId => CU_DEVICE_ATTRIBUTE_PCI_BUS_ID,
        Of::PciDeviceId => CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID,
        Of::PciDomainId => CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID,
        Of::AsyncEngineCount => CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT,
        Of::UnifiedAddressing => CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING,
        Of::ComputeCapabilityMajor => CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
        Of::ComputeCapabilityMinor => CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
        Of::StreamPrioritiesSupported => CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED,
        Of::ManagedMemory => CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY,
        Of::ConcurrentManagedAccess => CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS,
        Of::PageableMemoryAccess => CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS,
        Of::CooperativeLaunch => CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH,
        Of::MemoryPoolsSupported => CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED,
        Of::MaxTexture1dWidth => CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH,
        Of::MaxTexture2dWidth => CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH,
        Of::MaxTexture2dHeight => CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT,
        other => return Err(unavailable(format!("CUDA has no attribute {other:?}"))),
    })
}

fn native_limit(limit: Limit) -> Result<CUlimit> {
    Ok(match limit {
        Limit::StackSize => CUlimit::CU_LIMIT_STACK_SIZE,
        Limit::PrintfFifoSize => CUlimit::CU_LIMIT_PRINTF_FIFO_SIZE,
        Limit::MallocHeapSize => CUlimit::CU_LIMIT_MALLOC_HEAP_SIZE,
        other => return Err(unavailable(format!("CUDA has no limit {other:?}"))),
    })
}

impl CudaDriver {
    /// Lets this device use what another one's pool allocates, or ends it.
    fn set_pool_access(&self, other: &Self, enable: bool) -> Result<()> {
        let Some(pool) = other.pool else { return Ok(()) };
        let flags = match enable {
            true => CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
            false => CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_NONE,
        };
        // SAFETY: the struct is of integers, which may be zero.
        let mut access: CUmemAccessDesc = unsafe { std::mem::zeroed() };
        access.location.type_ = CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
        access.location.id = self.device;
        access.flags = flags;
        // SAFETY: the default pool lives as long as its device.
        unsafe { cu!(cuMemPoolSetAccess(pool, &access, 1)) }
    }
}

impl DeviceDriver for CudaDriver {
    fn attribute(&self, attribute: Of) -> Result<i32> {
        super::attribute(self.device, native(attribute)?)
    }

    fn pci_bus_id(&self) -> Result<String> {
        let mut id = [0 as c_char; 32];
        // SAFETY: the length is that of the array, and the driver ends the text with a zero byte.
        unsafe {
            cu!(cuDeviceGetPCIBusId(id.as_mut_ptr(), id.len() as c_int, self.device))?;
            Ok(CStr::from_ptr(id.as_ptr()).to_string_lossy().into_owned())
        }
    }

    fn by_pci_bus_id(id: &str) -> Result<usize> {
        let none = || Error::value("from_pci_bus_id", format!("no device at {id:?}"));
        // It starts the driver.
        let count = Self::count()?;
        let text = CString::new(id).map_err(|_| none())?;
        let mut found = 0;
        // SAFETY: the driver has started, and the text ends with a zero byte.
        match unsafe { sys::cuDeviceGetByPCIBusId(&mut found, text.as_ptr()) } {
            CUresult::CUDA_ERROR_INVALID_VALUE
            | CUresult::CUDA_ERROR_INVALID_DEVICE
            | CUresult::CUDA_ERROR_NOT_FOUND => return Err(none()),
            code => check!("cuDeviceGetByPCIBusId", code)?,
        }
        for index in 0..count {
            let mut device = 0;
            // SAFETY: there are so many devices.
            unsafe { cu!(cuDeviceGet(&mut device, index as c_int))? };
            if device == found {
                return Ok(index);
            }
        }
        Err(none())
    }

    fn uuid(&self) -> Result<[u8; 16]> {
        // SAFETY: the struct is of bytes.
        let mut uuid: CUuuid = unsafe { std::mem::zeroed() };
        // SAFETY: the pointer is to a live struct.
        unsafe { cu!(cuDeviceGetUuid_v2(&mut uuid, self.device))? };
        Ok(uuid.bytes.map(|byte| byte as u8))
    }

    fn limit(&self, limit: Limit) -> Result<usize> {
        let mut value = 0;
        let limit = native_limit(limit)?;
        // SAFETY: the pointer is to a live integer.
        unsafe { cu!(cuCtxGetLimit(&mut value, limit))? };
        Ok(value)
    }

    fn set_limit(&self, limit: Limit, value: usize) -> Result<()> {
        let limit = native_limit(limit)?;
        // SAFETY: the device is bound.
        unsafe { cu!(cuCtxSetLimit(limit, value)) }
    }

    fn can_access_peer(&self, other: &Self) -> Result<bool> {
        let mut can = 0;
        // SAFETY: the pointer is to a live integer.
        unsafe { cu!(cuDeviceCanAccessPeer(&mut can, self.device, other.device))? };
        Ok(can != 0)
    }

    fn set_peer_access(&self, other: &Self, enable: bool) -> Result<()> {
        // SAFETY: both contexts are retained. It is this one that is to use the other's memory.
        let code = unsafe {
            match enable {
                true => sys::cuCtxEnablePeerAccess(other.context, 0),
                false => sys::cuCtxDisablePeerAccess(other.context),
            }
        };
        match code {
            CUresult::CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED | CUresult::CUDA_ERROR_PEER_ACCESS_NOT_ENABLED => {}
            code => check!("cuCtxEnablePeerAccess", code)?,
        }
        self.set_pool_access(other, enable)
    }
}
