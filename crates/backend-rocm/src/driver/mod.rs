//! [`Driver`] over the HIP runtime.

mod code;
mod device;
mod ipc;
mod memory;
mod queue;

use crate::check::{NAME, call, unavailable};
use crate::compiler;
use crate::fft::FftPlan;
use crate::sys::hip::*;
use crate::sys::{hipblas::Hipblas, hipfft::Hipfft, hiprtc::Hiprtc, hipsolver::Hipsolver};
use std::collections::HashMap;
use std::ffi::{CString, c_char, c_int, c_void};
use std::path::Path;
use std::ptr::{null_mut, without_provenance_mut};
use std::sync::{Mutex, PoisonError};
use xparray_gpu::{
    Config, Driver, EventFlags, FftPlans, RawEvent, RawFunction, RawGraph, RawModule, RawStream, Registry,
};
use xparray_ir::backend::DeviceInfo;
use xparray_ir::{Error, Result};

/// Pinned for all devices, at the same address there, and seen by the host as kernels write it.
const HOST_MEMORY: u32 = hipHostMallocPortable | hipHostMallocMapped | hipHostMallocCoherent;

/// Lanes that kernels take together; a wave of 64 is two such groups.
const SUBGROUP: c_int = 32;

/// One ROCm device.
pub struct HipDriver {
    pub(crate) hip: &'static Hip,
    index: c_int,
    /// With the features that code may depend on: `gfx90a:sramecc+:xnack-`.
    architecture: String,
    /// Where HIP has pools: allocation in stream order.
    pool: Option<hipMemPool_t>,
    info: DeviceInfo,
    /// What modules were loaded from: HIP makes no copy.
    images: Mutex<HashMap<RawModule, Box<[u8]>>>,
    pub(crate) plans: FftPlans<FftPlan>,
}

// SAFETY: pools are handles that any thread may use.
unsafe impl Send for HipDriver {}
// SAFETY: as above.
unsafe impl Sync for HipDriver {}

/// Loads and starts HIP.
fn start() -> Result<&'static Hip> {
    let hip = Hip::get()?;
    // SAFETY: allowed at any time.
    unsafe { call!(hip, hipInit(0)) }.map_err(|error| {
        let path = hip.path.display();
        unavailable(format!("{path} finds no AMD GPU, or this user may not use it (/dev/kfd, /dev/dri): {error}"))
    })?;
    Ok(hip)
}

/// HIP's version, `6.4.43484`.
fn version(hip: &Hip) -> Result<String> {
    let mut version = 0;
    // SAFETY: HIP has started, and the pointer is to a live integer.
    unsafe { call!(hip, hipRuntimeGetVersion(&mut version))? };
    Ok(format!("{}.{}.{}", version / 10_000_000, version / 100_000 % 100, version % 100_000))
}

fn attribute(hip: &Hip, index: c_int, attribute: hipDeviceAttribute_t) -> Result<c_int> {
    let mut value = 0;
    // SAFETY: as above.
    unsafe { call!(hip, hipDeviceGetAttribute(&mut value, attribute, index))? };
    Ok(value)
}

/// The text in a buffer, up to its first zero byte.
fn text(buffer: &[c_char]) -> String {
    let bytes: Vec<u8> = buffer.iter().take_while(|&&c| c != 0).map(|&c| c as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn architecture(hip: &Hip, index: c_int) -> Result<String> {
    let mut properties = Box::<DeviceProperties>::new_uninit();
    // SAFETY: HIP fills the whole struct, of integers and floats.
    unsafe {
        properties.as_mut_ptr().write_bytes(0, 1);
        call!(hip, hipGetDevicePropertiesR0600(properties.as_mut_ptr(), index))?;
        Ok(text(&properties.assume_init().gcnArchName))
    }
}

fn name(hip: &Hip, device: hipDevice_t) -> Result<String> {
    let mut name = [0 as c_char; 256];
    // SAFETY: the length is that of the array.
    unsafe { call!(hip, hipDeviceGetName(name.as_mut_ptr(), name.len() as c_int, device))? };
    Ok(text(&name))
}

/// An address or a handle as HIP takes it.
fn pointer(address: u64) -> *mut c_void {
    without_provenance_mut(address as usize)
}

fn stream(raw: RawStream) -> hipStream_t {
    raw.0 as hipStream_t
}

fn event(raw: RawEvent) -> hipEvent_t {
    raw.0 as hipEvent_t
}

/// What a call for memory got; nothing if there is not enough.
fn allocated(call: &'static str, code: hipError_t, address: *mut c_void) -> Result<Option<u64>> {
    match code {
        hipError_t::hipErrorOutOfMemory => Ok(None),
        _ => code.check(call).map(|()| Some(address as u64)),
    }
}

/// An error for a launch that HIP refuses without saying why.
fn check_threads(grid: [u32; 3], block: [u32; 3]) -> Result<()> {
    let fits = |axis: usize| grid[axis].checked_mul(block[axis]).is_some();
    if (0..3).all(fits) {
        return Ok(());
    }
    let message = format!("{grid:?} blocks of {block:?} threads: HIP counts the threads along an axis in 32 bits");
    Err(Error::value("launch", message))
}

/// Where managed memory lies: without XNACK, devices cannot wait for pages.
fn managed_memory(concurrent: bool, pageable: bool) -> &'static str {
    match (concurrent, pageable) {
        (false, _) => "none that the host may use while kernels run",
        (true, true) => "pages move (XNACK is on)",
        (true, false) => "stays on the host, where kernels reach it over the link (XNACK is off)",
    }
}

impl Driver for HipDriver {
    const NAME: &'static str = NAME;
    const DLPACK: Option<i32> = Some(xparray_ir::backend::DlDevice::ROCM);
    const KERNEL_OPTIONS: &'static [&'static str] = &xparray_kernels::HIPRTC_OPTIONS;
    const TEXT: bool = false;

    fn registry() -> &'static Registry<Self> {
        static REGISTRY: Registry<HipDriver> = Registry::new();
        &REGISTRY
    }

    fn count() -> Result<usize> {
        let hip = start()?;
        let mut count = 0;
        // SAFETY: HIP has started.
        unsafe { call!(hip, hipGetDeviceCount(&mut count))? };
        Ok(usize::try_from(count).unwrap_or(0))
    }

    fn libraries() -> Vec<(&'static str, Result<String>)> {
        let file = |path: &Path| path.display().to_string();
        vec![
            (
                "hipRTC",
                Hiprtc::get().and_then(|library| Ok(format!("{} ({})", compiler::version()?, file(&library.path)))),
            ),
            ("hipBLAS", Hipblas::get().map(|library| file(&library.path))),
            ("hipSOLVER", Hipsolver::get().map(|library| file(&library.path))),
            ("hipFFT", Hipfft::get().map(|library| file(&library.path))),
        ]
    }

    fn open(index: usize) -> Result<Self> {
        let (hip, count) = (start()?, Self::count()?);
        if index >= count {
            return Err(unavailable(format!("no device {index}: HIP finds {count}")));
        }
        let index = index as c_int;
        let (mut device, mut memory) = (0, 0);
        // SAFETY: HIP has started, the device is there, and the pointers are to live variables.
        unsafe {
            call!(hip, hipDeviceGet(&mut device, index))?;
            call!(hip, hipDeviceTotalMem(&mut memory, device))?;
            call!(hip, hipSetDevice(index))?;
        }
        let pool = if attribute(hip, index, hipDeviceAttributeMemoryPoolsSupported)? != 0 {
            let mut pool = null_mut();
            // SAFETY: the device is there.
            unsafe { call!(hip, hipDeviceGetDefaultMemPool(&mut pool, index))? };
            Some(pool)
        } else {
            None
        };
        let architecture = architecture(hip, index)?;
        let lanes = attribute(hip, index, hipDeviceAttributeWarpSize)?;
        if lanes % SUBGROUP != 0 {
            return Err(unavailable(format!(
                "device {index} has waves of {lanes} lanes, kernels need groups of {SUBGROUP}"
            )));
        }
        let units = attribute(hip, index, hipDeviceAttributeMultiprocessorCount)?;
        let has = |of| Ok(attribute(hip, index, of)? != 0);
        let concurrent = has(hipDeviceAttributeConcurrentManagedAccess)?;
        let managed = managed_memory(concurrent, has(hipDeviceAttributePageableMemoryAccess)?);
        let info = DeviceInfo {
            name: name(hip, device)?,
            units: usize::try_from(units).unwrap_or(1),
            memory: Some(memory),
            details: vec![
                ("architecture".into(), architecture.clone()),
                ("lanes of a wave".into(), lanes.to_string()),
                ("managed memory".into(), managed.into()),
                ("HIP".into(), format!("{} ({})", version(hip)?, hip.path.display())),
            ],
        };
        Ok(Self { hip, index, architecture, pool, info, images: Mutex::default(), plans: FftPlans::default() })
    }

    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn architecture(&self) -> &str {
        &self.architecture
    }

    fn compiler(&self) -> Result<String> {
        // hipRTC's own version is 9.0 in every release; it is used together with HIP of the same.
        Ok(format!("{}, HIP {}", compiler::version()?, version(self.hip)?))
    }

    fn compile(&self, source: &str, options: &[&str]) -> Result<Vec<u8>> {
        Ok(compiler::compile(source, &self.architecture, options, &[])?.image)
    }

    fn bind(&self) -> Result<()> {
        // SAFETY: HIP has started.
        unsafe { call!(self.hip, hipSetDevice(self.index)) }
    }

    fn memory(&self) -> Result<(usize, usize)> {
        let (mut free, mut total) = (0, 0);
        // SAFETY: the pointers are to live integers.
        unsafe { call!(self.hip, hipMemGetInfo(&mut free, &mut total))? };
        Ok((free, total))
    }

    unsafe fn alloc(&self, bytes: usize, on: RawStream) -> Result<Option<u64>> {
        let (hip, mut address) = (self.hip, null_mut());
        // SAFETY: the caller's promise.
        let (name, code) = unsafe {
            match self.pool {
                Some(_) => ("hipMallocAsync", (hip.hipMallocAsync)(&mut address, bytes, stream(on))),
                None => ("hipMalloc", (hip.hipMalloc)(&mut address, bytes)),
            }
        };
        allocated(name, code, address)
    }

    unsafe fn free(&self, address: u64, on: RawStream) -> Result<()> {
        // SAFETY: the caller's promise. The free that is not in stream order waits for the device.
        unsafe {
            match self.pool {
                Some(_) => call!(self.hip, hipFreeAsync(pointer(address), stream(on))),
                None => call!(self.hip, hipFree(pointer(address))),
            }
        }
    }

    fn has_managed(&self) -> bool {
        attribute(self.hip, self.index, hipDeviceAttributeConcurrentManagedAccess).is_ok_and(|has| has != 0)
    }

    unsafe fn alloc_managed(&self, bytes: usize) -> Result<Option<u64>> {
        let mut address = null_mut();
        // SAFETY: the caller's promise, and the pointer is to a live variable.
        let code = unsafe { (self.hip.hipMallocManaged)(&mut address, bytes, hipMemAttachGlobal) };
        allocated("hipMallocManaged", code, address)
    }

    unsafe fn free_managed(&self, address: u64) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { call!(self.hip, hipFree(pointer(address))) }
    }

    fn trim(&self) -> Result<()> {
        let Some(pool) = self.pool else { return Ok(()) };
        // SAFETY: the default pool lives as long as the device.
        unsafe { call!(self.hip, hipMemPoolTrimTo(pool, 0)) }
    }

    unsafe fn alloc_host(&self, bytes: usize) -> Result<*mut u8> {
        let mut memory = null_mut();
        // SAFETY: the pointer is to a live variable.
        unsafe { call!(self.hip, hipHostMalloc(&mut memory, bytes, HOST_MEMORY))? };
        Ok(memory.cast())
    }

    unsafe fn free_host(&self, memory: *mut u8) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { call!(self.hip, hipHostFree(memory.cast())) }
    }

    unsafe fn upload(&self, src: *const u8, dst: u64, bytes: usize, on: RawStream) -> Result<()> {
        let (dst, kind) = (pointer(dst), hipMemcpyHostToDevice);
        // SAFETY: the caller's promise. For pageable memory this returns when it is copied.
        unsafe { call!(self.hip, hipMemcpyAsync(dst, src.cast(), bytes, kind, stream(on))) }
    }

    unsafe fn download(&self, src: u64, dst: *mut u8, bytes: usize, on: RawStream) -> Result<()> {
        let (src, kind) = (pointer(src), hipMemcpyDeviceToHost);
        // SAFETY: the caller's promise.
        unsafe { call!(self.hip, hipMemcpyAsync(dst.cast(), src, bytes, kind, stream(on))) }
    }

    unsafe fn copy(&self, src: u64, dst: u64, bytes: usize, on: RawStream) -> Result<()> {
        let kind = hipMemcpyDeviceToDevice;
        // SAFETY: the caller's promise.
        unsafe { call!(self.hip, hipMemcpyAsync(pointer(dst), pointer(src), bytes, kind, stream(on))) }
    }

    unsafe fn copy_from(&self, other: &Self, src: u64, dst: u64, bytes: usize, on: RawStream) -> Result<()> {
        let (src, dst) = (pointer(src), pointer(dst));
        // SAFETY: the caller's promise. Without a direct link, HIP goes through the host.
        unsafe { call!(self.hip, hipMemcpyPeerAsync(dst, self.index, src, other.index, bytes, stream(on))) }
    }

    unsafe fn fill(&self, dst: u64, value: u8, bytes: usize, on: RawStream) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { call!(self.hip, hipMemsetAsync(pointer(dst), value.into(), bytes, stream(on))) }
    }

    unsafe fn create_stream(&self) -> Result<RawStream> {
        let mut raw = null_mut();
        // SAFETY: the pointer is to a live variable.
        unsafe { call!(self.hip, hipStreamCreateWithFlags(&mut raw, hipStreamNonBlocking))? };
        Ok(RawStream(raw as usize))
    }

    unsafe fn destroy_stream(&self, raw: RawStream) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { call!(self.hip, hipStreamDestroy(stream(raw))) }
    }

    unsafe fn synchronize_stream(&self, raw: RawStream) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { call!(self.hip, hipStreamSynchronize(stream(raw))) }
    }

    unsafe fn wait(&self, on: RawStream, raw: RawEvent) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { call!(self.hip, hipStreamWaitEvent(stream(on), event(raw), 0)) }
    }

    unsafe fn create_event(&self, EventFlags { timed, blocking_sync, interprocess }: EventFlags) -> Result<RawEvent> {
        let flag = |set: bool, flag: u32| if set { flag } else { hipEventDefault };
        let flags = flag(!timed, hipEventDisableTiming)
            | flag(blocking_sync, hipEventBlockingSync)
            | flag(interprocess, hipEventInterprocess);
        let mut raw = null_mut();
        // SAFETY: the pointer is to a live variable.
        unsafe { call!(self.hip, hipEventCreateWithFlags(&mut raw, flags))? };
        Ok(RawEvent(raw as usize))
    }

    unsafe fn destroy_event(&self, raw: RawEvent) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { call!(self.hip, hipEventDestroy(event(raw))) }
    }

    unsafe fn record(&self, raw: RawEvent, on: RawStream) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { call!(self.hip, hipEventRecord(event(raw), stream(on))) }
    }

    unsafe fn detach(&self, raw: RawEvent) -> Result<()> {
        // Whoever waits for an event lets HIP ask the stream of its last record whether it is captured. If it is, this ends
        // the capture, and HIP does not notice that it is gone. It never asks the default stream.
        // SAFETY: the caller's promise.
        unsafe {
            call!(self.hip, hipStreamWaitEvent(null_mut(), event(raw), 0))?;
            call!(self.hip, hipEventRecord(event(raw), null_mut()))
        }
    }

    unsafe fn synchronize_event(&self, raw: RawEvent) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { call!(self.hip, hipEventSynchronize(event(raw))) }
    }

    unsafe fn query(&self, raw: RawEvent) -> Result<bool> {
        // SAFETY: the caller's promise.
        match unsafe { (self.hip.hipEventQuery)(event(raw)) } {
            hipError_t::hipErrorNotReady => Ok(false),
            code => code.check("hipEventQuery").map(|()| true),
        }
    }

    unsafe fn elapsed(&self, start: RawEvent, end: RawEvent) -> Result<f32> {
        let mut milliseconds = 0.0;
        // SAFETY: the caller's promise.
        unsafe { call!(self.hip, hipEventElapsedTime(&mut milliseconds, event(start), event(end)))? };
        Ok(milliseconds)
    }

    unsafe fn begin_capture(&self, raw: RawStream) -> Result<()> {
        // Other modes forbid what other threads, and compilation on this one, may well do meanwhile.
        // SAFETY: the caller's promise.
        unsafe { call!(self.hip, hipStreamBeginCapture(stream(raw), hipStreamCaptureModeRelaxed)) }
    }

    unsafe fn end_capture(&self, raw: RawStream) -> Result<RawGraph> {
        let (mut graph, mut ready) = (null_mut(), null_mut());
        // SAFETY: the caller's promise.
        unsafe {
            call!(self.hip, hipStreamEndCapture(stream(raw), &mut graph))?;
            call!(self.hip, hipGraphInstantiateWithFlags(&mut ready, graph, 0)).inspect_err(|_| {
                let _ = (self.hip.hipGraphDestroy)(graph);
            })?;
        }
        Ok(RawGraph { ready: ready as usize, graph: graph as usize })
    }

    unsafe fn launch_graph(&self, graph: RawGraph, on: RawStream) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { call!(self.hip, hipGraphLaunch(graph.ready as hipGraphExec_t, stream(on))) }
    }

    unsafe fn destroy_graph(&self, graph: RawGraph) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe {
            call!(self.hip, hipGraphExecDestroy(graph.ready as hipGraphExec_t))?;
            call!(self.hip, hipGraphDestroy(graph.graph as hipGraph_t))
        }
    }

    unsafe fn load(&self, image: &[u8]) -> Result<RawModule> {
        let (image, mut module) = (Box::<[u8]>::from(image), null_mut());
        // SAFETY: the caller's promise; the image is kept.
        unsafe { call!(self.hip, hipModuleLoadData(&mut module, image.as_ptr().cast()))? };
        let module = RawModule(module as usize);
        self.images.lock().unwrap_or_else(PoisonError::into_inner).insert(module, image);
        Ok(module)
    }

    unsafe fn unload(&self, module: RawModule) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { call!(self.hip, hipModuleUnload(module.0 as hipModule_t))? };
        self.images.lock().unwrap_or_else(PoisonError::into_inner).remove(&module);
        Ok(())
    }

    unsafe fn function(&self, module: RawModule, name: &str) -> Result<Option<RawFunction>> {
        // HIP takes no empty name.
        let Some(name) = CString::new(name).ok().filter(|name| !name.is_empty()) else { return Ok(None) };
        let (module, mut function) = (module.0 as hipModule_t, null_mut());
        // SAFETY: the caller's promise; the name ends with a zero byte.
        match unsafe { (self.hip.hipModuleGetFunction)(&mut function, module, name.as_ptr()) } {
            hipError_t::hipErrorNotFound => Ok(None),
            code => code.check("hipModuleGetFunction").map(|()| Some(RawFunction(function as usize))),
        }
    }

    unsafe fn launch(
        &self,
        function: RawFunction,
        Config { grid, block, shared, .. }: Config,
        args: &[*const c_void],
        on: RawStream,
    ) -> Result<()> {
        check_threads(grid, block)?;
        let (function, [gx, gy, gz], [bx, by, bz]) = (function.0 as hipFunction_t, grid, block);
        let args = args.as_ptr().cast_mut().cast();
        // SAFETY: the caller's promise. HIP reads the arguments before it returns, and does not write them.
        unsafe {
            call!(
                self.hip,
                hipModuleLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream(on), args, null_mut())
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{check_threads, managed_memory};

    #[test]
    fn launches_that_hip_refuses() {
        assert!(check_threads([(1 << 24) - 1, 3, 2], [256, 2, 1]).is_ok());
        for (grid, block) in [([1 << 24, 1, 1], [256, 1, 1]), ([1, 1 << 31, 1], [1, 2, 1])] {
            let error = check_threads(grid, block).unwrap_err().to_string();
            assert!(error.contains("32 bits") && error.contains(&format!("{grid:?}")), "{error}");
        }
    }

    #[test]
    fn where_managed_memory_lies() {
        assert!(managed_memory(true, false).contains("XNACK is off"));
        assert!(managed_memory(true, true).contains("XNACK is on"));
        assert!(managed_memory(false, false).starts_with("none"));
    }
}
