//! [`Driver`] over the CUDA driver interface.

mod code;
mod device;
mod ipc;
mod memory;
mod queue;

use crate::check::{NAME, check, cu, unavailable};
use crate::cufft::FftPlan;
use crate::{compiler, cublas, cudss, cufft, cusolver};
use cudarc::driver::sys::{
    self, CUcontext, CUdevice, CUdevice_attribute as Attribute, CUevent, CUevent_flags, CUfunction,
    CUfunction_attribute, CUgraph, CUgraphExec, CUjit_option, CUlaunchAttribute, CUlaunchAttributeID,
    CUlaunchAttributeValue, CUlaunchConfig, CUmemAttach_flags, CUmemoryPool, CUmodule, CUresult, CUstream,
    CUstream_flags, CUstreamCaptureMode,
};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::null_mut;
use xparray_gpu::vendor::search_path;
use xparray_gpu::{
    Config, Driver, EventFlags, FftPlans, RawEvent, RawFunction, RawGraph, RawModule, RawStream, Registry,
};
use xparray_ir::backend::DeviceInfo;
use xparray_ir::{Error, Result};

/// The oldest driver that is taken: CUDA 12.0.
const OLDEST: i32 = 12_000;
/// Shared memory that a block may have without a function being told.
const SHARED: u32 = 48 << 10;
/// The capability from which on a kernel can be started before those in front of it have ended.
const OVERLAPS: i32 = 90;
/// Flag of `cuMemHostAlloc`: pinned for all devices.
const PORTABLE: u32 = 1;

/// Its first version is in every driver; the second, which the bindings of CUDA 13 name, came with 12.8.
type Elapsed = unsafe extern "C" fn(*mut f32, CUevent, CUevent) -> CUresult;

/// One CUDA device.
pub struct CudaDriver {
    device: CUdevice,
    context: CUcontext,
    capability: i32,
    architecture: String,
    /// Where the driver has pools: allocation in stream order.
    pool: Option<CUmemoryPool>,
    elapsed: Elapsed,
    info: DeviceInfo,
    pub(crate) plans: FftPlans<FftPlan>,
}

// SAFETY: contexts and pools are handles that any thread may use.
unsafe impl Send for CudaDriver {}
// SAFETY: as above.
unsafe impl Sync for CudaDriver {}

/// Loads and starts the driver; its version.
fn start() -> Result<i32> {
    // SAFETY: the library may be loaded at any time.
    if !unsafe { sys::is_culib_present() } {
        let library = if cfg!(windows) { "nvcuda.dll" } else { "libcuda.so or libcuda.so.1" };
        return Err(unavailable(format!("no NVIDIA driver: no library {library} on {}", search_path())));
    }
    // SAFETY: the library is there; both calls are allowed at any time.
    let version = unsafe {
        cu!(cuInit(0)).map_err(|error| unavailable(format!("the NVIDIA driver finds no device: {error}")))?;
        let mut version = 0;
        cu!(cuDriverGetVersion(&mut version))?;
        version
    };
    if version < OLDEST {
        let of = |version| format!("{}.{}", version / 1000, version % 1000 / 10);
        return Err(unavailable(format!("the driver is for CUDA {}, {} is needed", of(version), of(OLDEST))));
    }
    Ok(version)
}

fn attribute(device: CUdevice, attribute: Attribute) -> Result<i32> {
    let mut value = 0;
    // SAFETY: the driver has started, and the pointer is to a live integer.
    unsafe { cu!(cuDeviceGetAttribute(&mut value, attribute, device))? };
    Ok(value)
}

fn name(device: CUdevice) -> Result<String> {
    let mut name = [0 as c_char; 256];
    // SAFETY: the length is that of the array, and the driver ends the name with a zero byte.
    unsafe {
        cu!(cuDeviceGetName(name.as_mut_ptr(), name.len() as c_int, device))?;
        Ok(CStr::from_ptr(name.as_ptr()).to_string_lossy().into_owned())
    }
}

fn stream(raw: RawStream) -> CUstream {
    raw.0 as CUstream
}

fn event(raw: RawEvent) -> CUevent {
    raw.0 as CUevent
}

/// What an allocation gave; nothing if there is not enough memory.
fn allocated(call: &'static str, code: CUresult, address: u64) -> Result<Option<u64>> {
    match code {
        CUresult::CUDA_ERROR_OUT_OF_MEMORY => Ok(None),
        _ => check!(call, code).map(|()| Some(address)),
    }
}

impl CudaDriver {
    /// The device's own pool, where it has one.
    pub(crate) fn default_pool(&self) -> Option<CUmemoryPool> {
        self.pool
    }

    /// The driver's handle of the device.
    pub(crate) fn device(&self) -> CUdevice {
        self.device
    }

    /// Lets a function's blocks have so much dynamic shared memory.
    ///
    /// # Safety
    /// The function's module is loaded, and the device bound.
    unsafe fn allow_shared(&self, function: CUfunction, shared: u32) -> Result<()> {
        if shared <= SHARED {
            return Ok(());
        }
        let bytes = c_int::try_from(shared);
        let bytes = bytes.map_err(|_| Error::value("launch", format!("{shared} bytes of shared memory")))?;
        let most = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        // SAFETY: the caller's promise.
        unsafe { cu!(cuFuncSetAttribute(function, most, bytes)) }
    }
}

impl Driver for CudaDriver {
    const NAME: &'static str = NAME;
    const DLPACK: Option<i32> = Some(xparray_ir::backend::DlDevice::CUDA);
    const KERNEL_OPTIONS: &'static [&'static str] = &xparray_kernels::NVRTC_OPTIONS;
    const TEXT: bool = true;

    fn registry() -> &'static Registry<Self> {
        static REGISTRY: Registry<CudaDriver> = Registry::new();
        &REGISTRY
    }

    fn count() -> Result<usize> {
        start()?;
        let mut count = 0;
        // SAFETY: the driver has started.
        unsafe { cu!(cuDeviceGetCount(&mut count))? };
        Ok(usize::try_from(count).unwrap_or(0))
    }

    fn libraries() -> Vec<(&'static str, Result<String>)> {
        let found = |()| "found".to_owned();
        vec![
            ("NVRTC", compiler::version()),
            ("cuBLAS", cublas::require().map(found)),
            ("cuSOLVER", cusolver::require().map(found)),
            ("cuFFT", cufft::require().map(found)),
            ("cuDSS", cudss::version()),
        ]
    }

    fn open(index: usize) -> Result<Self> {
        let (version, count) = (start()?, Self::count()?);
        if index >= count {
            return Err(unavailable(format!("no device {index}: the driver finds {count}")));
        }
        let (mut device, mut context, mut memory) = (0, null_mut(), 0);
        // SAFETY: the driver has started, the device is there, and the pointers are to live variables.
        let elapsed = unsafe {
            cu!(cuDeviceGet(&mut device, index as c_int))?;
            cu!(cuDeviceTotalMem_v2(&mut memory, device))?;
            cu!(cuDevicePrimaryCtxRetain(&mut context, device))?;
            let symbol = sys::culib().get::<Elapsed>(b"cuEventElapsedTime\0");
            *symbol.map_err(|error| unavailable(error.to_string()))?
        };
        let major = attribute(device, Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        let minor = attribute(device, Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
        let units = attribute(device, Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
        let pool = if attribute(device, Attribute::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED)? != 0 {
            let mut pool = null_mut();
            // SAFETY: the device is there.
            unsafe { cu!(cuDeviceGetDefaultMemPool(&mut pool, device))? };
            Some(pool)
        } else {
            None
        };
        let info = DeviceInfo {
            name: name(device)?,
            units: usize::try_from(units).unwrap_or(1),
            memory: Some(memory),
            details: vec![
                ("compute capability".into(), format!("{major}.{minor}")),
                ("driver".into(), format!("CUDA {}.{}", version / 1000, version % 1000 / 10)),
            ],
        };
        let architecture = format!("sm_{major}{minor}");
        let capability = major * 10 + minor;
        Ok(Self { device, context, capability, architecture, pool, elapsed, info, plans: FftPlans::default() })
    }

    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn architecture(&self) -> &str {
        &self.architecture
    }

    fn compiler(&self) -> Result<String> {
        compiler::version()
    }

    fn compile(&self, source: &str, options: &[&str]) -> Result<Vec<u8>> {
        Ok(compiler::compile(source, self.capability, options, &[])?.image)
    }

    fn bind(&self) -> Result<()> {
        // SAFETY: the context is retained as long as `self` lives.
        unsafe { cu!(cuCtxSetCurrent(self.context)) }
    }

    fn memory(&self) -> Result<(usize, usize)> {
        let (mut free, mut total) = (0, 0);
        // SAFETY: the pointers are to live integers.
        unsafe { cu!(cuMemGetInfo_v2(&mut free, &mut total))? };
        Ok((free, total))
    }

    unsafe fn alloc(&self, bytes: usize, on: RawStream) -> Result<Option<u64>> {
        let mut address = 0;
        // SAFETY: the caller's promise.
        let (call, code) = unsafe {
            match self.pool {
                Some(_) => ("cuMemAllocAsync", sys::cuMemAllocAsync(&mut address, bytes, stream(on))),
                None => ("cuMemAlloc_v2", sys::cuMemAlloc_v2(&mut address, bytes)),
            }
        };
        allocated(call, code, address)
    }

    unsafe fn free(&self, address: u64, on: RawStream) -> Result<()> {
        // SAFETY: the caller's promise. The free that is not in stream order waits for the device.
        unsafe {
            match self.pool {
                Some(_) => cu!(cuMemFreeAsync(address, stream(on))),
                None => cu!(cuMemFree_v2(address)),
            }
        }
    }

    fn has_managed(&self) -> bool {
        attribute(self.device, Attribute::CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS).is_ok_and(|has| has != 0)
    }

    unsafe fn alloc_managed(&self, bytes: usize) -> Result<Option<u64>> {
        let mut address = 0;
        let flags = CUmemAttach_flags::CU_MEM_ATTACH_GLOBAL as u32;
        // SAFETY: the caller's promise, and the pointer is to a live integer.
        let code = unsafe { sys::cuMemAllocManaged(&mut address, bytes, flags) };
        allocated("cuMemAllocManaged", code, address)
    }

    unsafe fn free_managed(&self, address: u64) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cu!(cuMemFree_v2(address)) }
    }

    fn trim(&self) -> Result<()> {
        let Some(pool) = self.pool else { return Ok(()) };
        // SAFETY: the default pool lives as long as the device.
        unsafe { cu!(cuMemPoolTrimTo(pool, 0)) }
    }

    unsafe fn alloc_host(&self, bytes: usize) -> Result<*mut u8> {
        let mut memory = null_mut();
        // SAFETY: the pointer is to a live variable. With unified addressing, the device uses the same address.
        unsafe { cu!(cuMemHostAlloc(&mut memory, bytes, PORTABLE))? };
        Ok(memory.cast())
    }

    unsafe fn free_host(&self, memory: *mut u8) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cu!(cuMemFreeHost(memory.cast())) }
    }

    unsafe fn upload(&self, src: *const u8, dst: u64, bytes: usize, on: RawStream) -> Result<()> {
        // SAFETY: the caller's promise. For pageable memory this returns when it is staged.
        unsafe { cu!(cuMemcpyHtoDAsync_v2(dst, src.cast(), bytes, stream(on))) }
    }

    unsafe fn download(&self, src: u64, dst: *mut u8, bytes: usize, on: RawStream) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cu!(cuMemcpyDtoHAsync_v2(dst.cast(), src, bytes, stream(on))) }
    }

    unsafe fn copy(&self, src: u64, dst: u64, bytes: usize, on: RawStream) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cu!(cuMemcpyDtoDAsync_v2(dst, src, bytes, stream(on))) }
    }

    unsafe fn copy_from(&self, other: &Self, src: u64, dst: u64, bytes: usize, on: RawStream) -> Result<()> {
        // SAFETY: the caller's promise. Without a direct link, the driver goes through the host.
        unsafe { cu!(cuMemcpyPeerAsync(dst, self.context, src, other.context, bytes, stream(on))) }
    }

    unsafe fn fill(&self, dst: u64, value: u8, bytes: usize, on: RawStream) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cu!(cuMemsetD8Async(dst, value, bytes, stream(on))) }
    }

    unsafe fn create_stream(&self) -> Result<RawStream> {
        let mut raw = null_mut();
        // SAFETY: the pointer is to a live variable.
        unsafe { cu!(cuStreamCreate(&mut raw, CUstream_flags::CU_STREAM_NON_BLOCKING as u32))? };
        Ok(RawStream(raw as usize))
    }

    unsafe fn destroy_stream(&self, raw: RawStream) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cu!(cuStreamDestroy_v2(stream(raw))) }
    }

    unsafe fn synchronize_stream(&self, raw: RawStream) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cu!(cuStreamSynchronize(stream(raw))) }
    }

    unsafe fn wait(&self, on: RawStream, raw: RawEvent) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cu!(cuStreamWaitEvent(stream(on), event(raw), 0)) }
    }

    unsafe fn create_event(&self, EventFlags { timed, blocking_sync, interprocess }: EventFlags) -> Result<RawEvent> {
        let flag = |set: bool, flag: CUevent_flags| if set { flag as u32 } else { 0 };
        let flags = flag(!timed, CUevent_flags::CU_EVENT_DISABLE_TIMING)
            | flag(blocking_sync, CUevent_flags::CU_EVENT_BLOCKING_SYNC)
            | flag(interprocess, CUevent_flags::CU_EVENT_INTERPROCESS);
        let mut raw = null_mut();
        // SAFETY: the pointer is to a live variable.
        unsafe { cu!(cuEventCreate(&mut raw, flags))? };
        Ok(RawEvent(raw as usize))
    }

    unsafe fn destroy_event(&self, raw: RawEvent) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cu!(cuEventDestroy_v2(event(raw))) }
    }

    unsafe fn record(&self, raw: RawEvent, on: RawStream) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cu!(cuEventRecord(event(raw), stream(on))) }
    }

    unsafe fn synchronize_event(&self, raw: RawEvent) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cu!(cuEventSynchronize(event(raw))) }
    }

    unsafe fn query(&self, raw: RawEvent) -> Result<bool> {
        // SAFETY: the caller's promise.
        match unsafe { sys::cuEventQuery(event(raw)) } {
            CUresult::CUDA_ERROR_NOT_READY => Ok(false),
            code => check!("cuEventQuery", code).map(|()| true),
        }
    }

    unsafe fn elapsed(&self, start: RawEvent, end: RawEvent) -> Result<f32> {
        let mut milliseconds = 0.0;
        // SAFETY: the caller's promise; the function has this type in every driver.
        check!("cuEventElapsedTime", unsafe { (self.elapsed)(&mut milliseconds, event(start), event(end)) })?;
        Ok(milliseconds)
    }

    unsafe fn begin_capture(&self, raw: RawStream) -> Result<()> {
        // Other modes forbid what other threads, and compilation on this one, may well do meanwhile.
        let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
        // SAFETY: the caller's promise.
        unsafe { cu!(cuStreamBeginCapture_v2(stream(raw), mode)) }
    }

    unsafe fn end_capture(&self, raw: RawStream) -> Result<RawGraph> {
        let (mut graph, mut ready) = (null_mut(), null_mut());
        // SAFETY: the caller's promise.
        unsafe {
            cu!(cuStreamEndCapture(stream(raw), &mut graph))?;
            cu!(cuGraphInstantiateWithFlags(&mut ready, graph, 0)).inspect_err(|_| {
                let _ = sys::cuGraphDestroy(graph);
            })?;
        }
        Ok(RawGraph { ready: ready as usize, graph: graph as usize })
    }

    unsafe fn launch_graph(&self, graph: RawGraph, on: RawStream) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cu!(cuGraphLaunch(graph.ready as CUgraphExec, stream(on))) }
    }

    unsafe fn destroy_graph(&self, graph: RawGraph) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe {
            cu!(cuGraphDestroy(graph.graph as CUgraph))?;
            cu!(cuGraphExecDestroy(graph.ready as CUgraphExec))
        }
    }

    unsafe fn load(&self, image: &[u8]) -> Result<RawModule> {
        let mut module: CUmodule = null_mut();
        let mut log = [0u8; 4096];
        let mut options = [CUjit_option::CU_JIT_ERROR_LOG_BUFFER, CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
        let mut values = [log.as_mut_ptr().cast::<c_void>(), log.len() as *mut c_void];
        // SAFETY: the caller's promise; the log's length is given with it.
        let code = unsafe {
            sys::cuModuleLoadDataEx(&mut module, image.as_ptr().cast(), 2, options.as_mut_ptr(), values.as_mut_ptr())
        };
        if code != CUresult::CUDA_SUCCESS
            && let Ok(text) = CStr::from_bytes_until_nul(image).unwrap_or_default().to_str()
            && text.contains(".version")
        {
            let log = CStr::from_bytes_until_nul(&log).unwrap_or_default().to_string_lossy();
            return Err(Error::Compile { source_code: text.to_owned(), log: format!("{code:?}: {log}") });
        }
        check!("cuModuleLoadDataEx", code)?;
        Ok(RawModule(module as usize))
    }

    unsafe fn unload(&self, module: RawModule) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cu!(cuModuleUnload(module.0 as CUmodule)) }
    }

    unsafe fn function(&self, module: RawModule, name: &str) -> Result<Option<RawFunction>> {
        let Ok(name) = CString::new(name) else { return Ok(None) };
        let mut function: CUfunction = null_mut();
        // SAFETY: the caller's promise; the name ends with a zero byte.
        match unsafe { sys::cuModuleGetFunction(&mut function, module.0 as CUmodule, name.as_ptr()) } {
            CUresult::CUDA_ERROR_NOT_FOUND => Ok(None),
            code => check!("cuModuleGetFunction", code).map(|()| Some(RawFunction(function as usize))),
        }
    }

    unsafe fn launch(
        &self,
        function: RawFunction,
        Config { grid, block, shared, waits }: Config,
        args: &[*const c_void],
        on: RawStream,
    ) -> Result<()> {
        let function = function.0 as CUfunction;
        // SAFETY: the caller's promise. The driver reads the arguments before it returns, and does not write them.
        unsafe {
            self.allow_shared(function, shared)?;
            let ([gx, gy, gz], [bx, by, bz]) = (grid, block);
            let args = args.as_ptr().cast_mut().cast();
            if waits && self.capability >= OVERLAPS {
                // Half a microsecond less for the host, as measured on an H100.
                let mut overlaps = CUlaunchAttribute {
                    id: CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
                    pad: [0; 4],
                    value: CUlaunchAttributeValue { programmaticStreamSerializationAllowed: 1 },
                };
                let config = CUlaunchConfig {
                    gridDimX: gx,
                    gridDimY: gy,
                    gridDimZ: gz,
                    blockDimX: bx,
                    blockDimY: by,
                    blockDimZ: bz,
                    sharedMemBytes: shared,
                    hStream: stream(on),
                    attrs: &mut overlaps,
                    numAttrs: 1,
                };
                return cu!(cuLaunchKernelEx(&config, function, args, null_mut()));
            }
            cu!(cuLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream(on), args, null_mut()))
        }
    }
}

impl Drop for CudaDriver {
    fn drop(&mut self) {
        // Plans go while the context is there.
        self.plans = FftPlans::default();
        // SAFETY: retained once in `open`. An error has nobody to go to.
        let _ = unsafe { sys::cuDevicePrimaryCtxRelease_v2(self.device) };
    }
}
