//! Functions of the HIP runtime that no array needs: what programs may ask for besides. Each may be missing.

use super::hip::{
    hipDeviceAttribute_t, hipEvent_t, hipFunction_t, hipGraph_t, hipGraphExec_t, hipModule_t, hipStream_t,
};
use std::ffi::{c_char, c_int, c_uint, c_void};

/// In C it has no name of its own, only that of the enumeration.
pub type hipLimit_t = c_uint;

/// What the handles of memory and of events are.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct IpcHandle {
    pub reserved: [c_char; 64],
}

super::library! {
    /// The HIP runtime.
    HipTools = crate::libraries::hip(["libamdhip64.so.7", "libamdhip64.so.6"]);
    status hipError_t {
        hipErrorInvalidValue = 1,
        hipErrorInvalidDevice = 101,
        hipErrorNotFound = 500,
        hipErrorPeerAccessAlreadyEnabled = 704,
        hipErrorPeerAccessNotEnabled = 705,
        hipErrorNotSupported = 801,
    }
    types {
        hipFunction_attribute = c_uint,
        hipMemoryAdvise = c_uint,
        hipMemoryType = c_uint,
        hipPointer_attribute = c_uint,
        hipDeviceptr_t = *mut c_void,
        hipHostFn_t = Option<unsafe extern "C" fn(*mut c_void)>,
        hipUUID = [c_char; 16],
        hipIpcMemHandle_t = IpcHandle,
        hipIpcEventHandle_t = IpcHandle,
    }
    constants {
        hipDeviceAttributeEccEnabled: hipDeviceAttribute_t = 0,
        hipDeviceAttributeAsyncEngineCount: hipDeviceAttribute_t = 2,
        hipDeviceAttributeCanMapHostMemory: hipDeviceAttribute_t = 3,
        hipDeviceAttributeClockRate: hipDeviceAttribute_t = 5,
        hipDeviceAttributeConcurrentKernels: hipDeviceAttribute_t = 8,
        hipDeviceAttributeCooperativeLaunch: hipDeviceAttribute_t = 10,
        hipDeviceAttributeIntegrated: hipDeviceAttribute_t = 16,
        hipDeviceAttributeL2CacheSize: hipDeviceAttribute_t = 19,
        hipDeviceAttributeComputeCapabilityMajor: hipDeviceAttribute_t = 23,
        hipDeviceAttributeManagedMemory: hipDeviceAttribute_t = 24,
        hipDeviceAttributeMaxBlockDimX: hipDeviceAttribute_t = 26,
        hipDeviceAttributeMaxBlockDimY: hipDeviceAttribute_t = 27,
        hipDeviceAttributeMaxBlockDimZ: hipDeviceAttribute_t = 28,
        hipDeviceAttributeMaxGridDimX: hipDeviceAttribute_t = 29,
        hipDeviceAttributeMaxGridDimY: hipDeviceAttribute_t = 30,
        hipDeviceAttributeMaxGridDimZ: hipDeviceAttribute_t = 31,
        hipDeviceAttributeMaxTexture1DWidth: hipDeviceAttribute_t = 39,
        hipDeviceAttributeMaxTexture2DWidth: hipDeviceAttribute_t = 43,
        hipDeviceAttributeMaxTexture2DHeight: hipDeviceAttribute_t = 44,
        hipDeviceAttributeMaxThreadsPerBlock: hipDeviceAttribute_t = 56,
        hipDeviceAttributeMaxThreadsPerMultiProcessor: hipDeviceAttribute_t = 57,
        hipDeviceAttributeMemoryBusWidth: hipDeviceAttribute_t = 59,
        hipDeviceAttributeMemoryClockRate: hipDeviceAttribute_t = 60,
        hipDeviceAttributeComputeCapabilityMinor: hipDeviceAttribute_t = 61,
        hipDeviceAttributePciBusId: hipDeviceAttribute_t = 67,
        hipDeviceAttributePciDeviceId: hipDeviceAttribute_t = 68,
        hipDeviceAttributeMaxRegistersPerBlock: hipDeviceAttribute_t = 71,
        hipDeviceAttributeMaxRegistersPerMultiprocessor: hipDeviceAttribute_t = 72,
        hipDeviceAttributeMaxSharedMemoryPerBlock: hipDeviceAttribute_t = 74,
        hipDeviceAttributeStreamPrioritiesSupported: hipDeviceAttribute_t = 78,
        hipDeviceAttributeTotalConstantMemory: hipDeviceAttribute_t = 83,
        hipDeviceAttributeUnifiedAddressing: hipDeviceAttribute_t = 85,
        hipDeviceAttributeMaxSharedMemoryPerMultiprocessor: hipDeviceAttribute_t = 10002,
        HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: hipFunction_attribute = 0,
        HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: hipFunction_attribute = 1,
        HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: hipFunction_attribute = 2,
        HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: hipFunction_attribute = 3,
        HIP_FUNC_ATTRIBUTE_NUM_REGS: hipFunction_attribute = 4,
        HIP_FUNC_ATTRIBUTE_PTX_VERSION: hipFunction_attribute = 5,
        HIP_FUNC_ATTRIBUTE_BINARY_VERSION: hipFunction_attribute = 6,
        HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: hipFunction_attribute = 8,
        HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: hipFunction_attribute = 9,
        hipLimitStackSize: hipLimit_t = 0,
        hipLimitPrintfFifoSize: hipLimit_t = 1,
        hipLimitMallocHeapSize: hipLimit_t = 2,
        hipMemAdviseSetReadMostly: hipMemoryAdvise = 1,
        hipMemAdviseUnsetReadMostly: hipMemoryAdvise = 2,
        hipMemAdviseSetPreferredLocation: hipMemoryAdvise = 3,
        hipMemAdviseUnsetPreferredLocation: hipMemoryAdvise = 4,
        hipMemAdviseSetAccessedBy: hipMemoryAdvise = 5,
        hipMemAdviseUnsetAccessedBy: hipMemoryAdvise = 6,
        hipCpuDeviceId: c_int = -1,
        hipHostRegisterPortable: c_uint = 1,
        hipIpcMemLazyEnablePeerAccess: c_uint = 1,
        HIP_POINTER_ATTRIBUTE_MEMORY_TYPE: hipPointer_attribute = 2,
        HIP_POINTER_ATTRIBUTE_IS_MANAGED: hipPointer_attribute = 8,
        HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL: hipPointer_attribute = 9,
        HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR: hipPointer_attribute = 11,
        HIP_POINTER_ATTRIBUTE_RANGE_SIZE: hipPointer_attribute = 12,
        hipMemoryTypeUnregistered: hipMemoryType = 0,
        hipMemoryTypeHost: hipMemoryType = 1,
        hipMemoryTypeManaged: hipMemoryType = 3,
        hipGraphDebugDotFlagsVerbose: c_uint = 1,
    }
    functions {}
    newer {
        hipModuleGetGlobal(address: *mut hipDeviceptr_t, bytes: *mut usize, module: hipModule_t, name: *const c_char);
        hipFuncGetAttribute(value: *mut c_int, attribute: hipFunction_attribute, function: hipFunction_t);
        hipModuleLaunchCooperativeKernel(
            function: hipFunction_t,
            grid_x: c_uint, grid_y: c_uint, grid_z: c_uint,
            block_x: c_uint, block_y: c_uint, block_z: c_uint,
            shared: c_uint, stream: hipStream_t, arguments: *mut *mut c_void
        );
        hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(
            blocks: *mut c_int, function: hipFunction_t, threads: c_int, shared: usize
        );
        hipModuleOccupancyMaxPotentialBlockSize(
            blocks: *mut c_int, threads: *mut c_int, function: hipFunction_t, shared: usize, limit: c_int
        );

        hipDeviceGetStreamPriorityRange(least: *mut c_int, greatest: *mut c_int);
        hipStreamCreateWithPriority(stream: *mut hipStream_t, flags: c_uint, priority: c_int);
        hipStreamGetPriority(stream: hipStream_t, priority: *mut c_int);
        hipLaunchHostFunc(stream: hipStream_t, function: hipHostFn_t, data: *mut c_void);
        hipDeviceSynchronize();
        hipGraphUpload(graph: hipGraphExec_t, stream: hipStream_t);
        hipGraphDebugDotPrint(graph: hipGraph_t, path: *const c_char, flags: c_uint);
        hipProfilerStart();
        hipProfilerStop();

        hipHostRegister(memory: *mut c_void, bytes: usize, flags: c_uint);
        hipHostUnregister(memory: *mut c_void);
        hipPointerGetAttribute(data: *mut c_void, attribute: hipPointer_attribute, address: hipDeviceptr_t);
        hipMemPrefetchAsync(address: *const c_void, bytes: usize, index: c_int, stream: hipStream_t);
        hipMemAdvise(address: *const c_void, bytes: usize, advice: hipMemoryAdvise, index: c_int);

        hipIpcGetMemHandle(handle: *mut hipIpcMemHandle_t, address: *mut c_void);
        hipIpcOpenMemHandle(address: *mut *mut c_void, handle: hipIpcMemHandle_t, flags: c_uint);
        hipIpcCloseMemHandle(address: *mut c_void);
        hipIpcGetEventHandle(handle: *mut hipIpcEventHandle_t, event: hipEvent_t);
        hipIpcOpenEventHandle(event: *mut hipEvent_t, handle: hipIpcEventHandle_t);

        hipDeviceGetPCIBusId(id: *mut c_char, len: c_int, index: c_int);
        hipDeviceGetByPCIBusId(index: *mut c_int, id: *const c_char);
        hipDeviceGetUuid(uuid: *mut hipUUID, device: c_int);
        hipDeviceGetLimit(value: *mut usize, limit: hipLimit_t);
        hipDeviceSetLimit(limit: hipLimit_t, value: usize);
        hipDeviceCanAccessPeer(can: *mut c_int, index: c_int, peer: c_int);
        hipDeviceEnablePeerAccess(peer: c_int, flags: c_uint);
        hipDeviceDisablePeerAccess(peer: c_int);
    }
}
