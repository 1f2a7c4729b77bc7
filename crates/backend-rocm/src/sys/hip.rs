//! The HIP runtime.

use std::ffi::{c_char, c_int, c_uint, c_ulonglong, c_void};

super::library! {
    /// The HIP runtime.
    Hip = crate::libraries::hip(["libamdhip64.so.7", "libamdhip64.so.6"]);
    status hipError_t {
        hipErrorInvalidValue = 1,
        hipErrorOutOfMemory = 2,
        hipErrorNotInitialized = 3,
        hipErrorDeinitialized = 4,
        hipErrorInvalidConfiguration = 9,
        hipErrorInvalidDevicePointer = 17,
        hipErrorInsufficientDriver = 35,
        hipErrorInvalidDeviceFunction = 98,
        hipErrorNoDevice = 100,
        hipErrorInvalidDevice = 101,
        hipErrorInvalidImage = 200,
        hipErrorInvalidContext = 201,
        hipErrorNoBinaryForGpu = 209,
        hipErrorECCNotCorrectable = 214,
        hipErrorPeerAccessUnsupported = 217,
        hipErrorInvalidKernelFile = 218,
        hipErrorInvalidSource = 300,
        hipErrorFileNotFound = 301,
        hipErrorSharedObjectSymbolNotFound = 302,
        hipErrorSharedObjectInitFailed = 303,
        hipErrorOperatingSystem = 304,
        hipErrorInvalidHandle = 400,
        hipErrorIllegalState = 401,
        hipErrorNotFound = 500,
        hipErrorNotReady = 600,
        hipErrorIllegalAddress = 700,
        hipErrorLaunchOutOfResources = 701,
        hipErrorLaunchTimeOut = 702,
        hipErrorSetOnActiveProcess = 708,
        hipErrorContextIsDestroyed = 709,
        hipErrorAssert = 710,
        hipErrorLaunchFailure = 719,
        hipErrorNotSupported = 801,
        hipErrorStreamCaptureUnsupported = 900,
        hipErrorStreamCaptureInvalidated = 901,
        hipErrorStreamCaptureMerge = 902,
        hipErrorStreamCaptureUnmatched = 903,
        hipErrorStreamCaptureUnjoined = 904,
        hipErrorStreamCaptureIsolation = 905,
        hipErrorStreamCaptureImplicit = 906,
        hipErrorCapturedEvent = 907,
        hipErrorStreamCaptureWrongThread = 908,
        hipErrorUnknown = 999,
        hipErrorRuntimeMemory = 1052,
        hipErrorRuntimeOther = 1053,
    }
    types {
        hipDevice_t = c_int,
        hipDeviceAttribute_t = c_uint,
        hipDeviceProp_tR0600 = DeviceProperties,
        hipStream_t = *mut c_void,
        hipEvent_t = *mut c_void,
        hipMemPool_t = *mut c_void,
        hipModule_t = *mut c_void,
        hipFunction_t = *mut c_void,
        hipGraph_t = *mut c_void,
        hipGraphExec_t = *mut c_void,
        hipMemcpyKind = c_uint,
        hipStreamCaptureMode = c_uint,
    }
    constants {
        hipDeviceAttributeConcurrentManagedAccess: hipDeviceAttribute_t = 9,
        hipDeviceAttributeMultiprocessorCount: hipDeviceAttribute_t = 63,
        hipDeviceAttributePageableMemoryAccess: hipDeviceAttribute_t = 65,
        hipDeviceAttributeWarpSize: hipDeviceAttribute_t = 87,
        hipDeviceAttributeMemoryPoolsSupported: hipDeviceAttribute_t = 88,
        hipMemAttachGlobal: c_uint = 1,
        hipHostMallocPortable: c_uint = 1,
        hipHostMallocMapped: c_uint = 2,
        hipHostMallocCoherent: c_uint = 0x4000_0000,
        hipMemcpyHostToDevice: hipMemcpyKind = 1,
        hipMemcpyDeviceToHost: hipMemcpyKind = 2,
        hipMemcpyDeviceToDevice: hipMemcpyKind = 3,
        hipStreamDefault: c_uint = 0,
        hipStreamNonBlocking: c_uint = 1,
        hipEventDefault: c_uint = 0,
        hipEventBlockingSync: c_uint = 1,
        hipEventDisableTiming: c_uint = 2,
        hipEventInterprocess: c_uint = 4,
        hipStreamCaptureModeRelaxed: hipStreamCaptureMode = 2,
    }
    functions {
        hipInit(flags: c_uint);
        hipRuntimeGetVersion(version: *mut c_int);
        hipGetDeviceCount(count: *mut c_int);
        hipDeviceGet(device: *mut hipDevice_t, index: c_int);
        hipDeviceGetName(name: *mut c_char, len: c_int, device: hipDevice_t);
        hipDeviceTotalMem(bytes: *mut usize, device: hipDevice_t);
        hipDeviceGetAttribute(value: *mut c_int, attribute: hipDeviceAttribute_t, index: c_int);
        hipGetDevicePropertiesR0600(properties: *mut hipDeviceProp_tR0600, index: c_int);
        hipSetDevice(index: c_int);
        hipMemGetInfo(free: *mut usize, total: *mut usize);

        hipMalloc(address: *mut *mut c_void, bytes: usize);
        hipFree(address: *mut c_void);
        hipMallocAsync(address: *mut *mut c_void, bytes: usize, stream: hipStream_t);
        hipFreeAsync(address: *mut c_void, stream: hipStream_t);
        hipMallocManaged(address: *mut *mut c_void, bytes: usize, flags: c_uint);
        hipDeviceGetDefaultMemPool(pool: *mut hipMemPool_t, index: c_int);
        hipMemPoolTrimTo(pool: hipMemPool_t, keep: usize);
        hipHostMalloc(address: *mut *mut c_void, bytes: usize, flags: c_uint);
        hipHostFree(address: *mut c_void);

        hipMemcpyAsync(to: *mut c_void, from: *const c_void, bytes: usize, kind: hipMemcpyKind, stream: hipStream_t);
        hipMemcpyPeerAsync(
            to: *mut c_void, to_index: c_int, from: *const c_void, from_index: c_int, bytes: usize, stream: hipStream_t
        );
        hipMemsetAsync(to: *mut c_void, value: c_int, bytes: usize, stream: hipStream_t);

        hipStreamCreateWithFlags(stream: *mut hipStream_t, flags: c_uint);
        hipStreamDestroy(stream: hipStream_t);
        hipStreamSynchronize(stream: hipStream_t);
        hipStreamWaitEvent(stream: hipStream_t, event: hipEvent_t, flags: c_uint);
        hipEventCreateWithFlags(event: *mut hipEvent_t, flags: c_uint);
        hipEventDestroy(event: hipEvent_t);
        hipEventRecord(event: hipEvent_t, stream: hipStream_t);
        hipEventSynchronize(event: hipEvent_t);
        hipEventQuery(event: hipEvent_t);
        hipEventElapsedTime(milliseconds: *mut f32, start: hipEvent_t, end: hipEvent_t);

        hipStreamBeginCapture(stream: hipStream_t, mode: hipStreamCaptureMode);
        hipStreamEndCapture(stream: hipStream_t, graph: *mut hipGraph_t);
        hipGraphInstantiateWithFlags(ready: *mut hipGraphExec_t, graph: hipGraph_t, flags: c_ulonglong);
        hipGraphDestroy(graph: hipGraph_t);
        hipGraphLaunch(ready: hipGraphExec_t, stream: hipStream_t);
        hipGraphExecDestroy(ready: hipGraphExec_t);

        hipModuleLoadData(module: *mut hipModule_t, image: *const c_void);
        hipModuleUnload(module: hipModule_t);
        hipModuleGetFunction(function: *mut hipFunction_t, module: hipModule_t, name: *const c_char);
        hipModuleLaunchKernel(
            function: hipFunction_t,
            grid_x: c_uint, grid_y: c_uint, grid_z: c_uint,
            block_x: c_uint, block_y: c_uint, block_z: c_uint,
            shared: c_uint, stream: hipStream_t, arguments: *mut *mut c_void, extra: *mut *mut c_void
        );
    }
}

/// What `hipGetDevicePropertiesR0600` fills, as ROCm 6 and 7 lay it out; of its fields, only what no other function
/// tells has a name here.
#[repr(C, align(8))]
pub struct DeviceProperties {
    _before: [u8; 1160],
    /// The architecture with its features: `gfx90a:sramecc+:xnack-`.
    pub gcnArchName: [c_char; 256],
    _after: [u8; 56],
}

impl Hip {
    /// Whether it is ROCm 7, and not 6.
    pub fn is_rocm_7(&self) -> bool {
        self.path.to_string_lossy().ends_with(".7")
    }
}
