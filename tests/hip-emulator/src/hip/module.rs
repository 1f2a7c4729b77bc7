//! Modules, and launches of their kernels.

use super::codes::*;
use super::device::{MOST_SHARED, MOST_THREADS, architecture, chosen};
use super::stream::{Work, here};
use crate::code::{Kernel, Module, Refusal, extent};
use crate::entry::Table;
use crate::handles::{Handles, out};
use crate::machine::launch::Launch;
use crate::types::*;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::ptr::{null_mut, with_exposed_provenance_mut};
use std::slice;
use std::sync::Arc;

constants! {
    HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: hipFunction_attribute = 0;
    HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: hipFunction_attribute = 1;
    HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: hipFunction_attribute = 3;
    HIP_FUNC_ATTRIBUTE_NUM_REGS: hipFunction_attribute = 4;
    HIP_FUNC_ATTRIBUTE_BINARY_VERSION: hipFunction_attribute = 6;
}

pub type hipFunction_attribute = c_uint;
pub type hipDeviceptr_t = *mut c_void;

/// A loaded module, and its device.
struct Loaded(Arc<Module>, c_int);

struct Function {
    module: Arc<Module>,
    kernel: Arc<Kernel>,
    device: c_int,
    /// The module's handle.
    handle: usize,
}

static MODULES: Handles<Loaded> = Handles::new("module", 6);
static FUNCTIONS_OF_MODULES: Handles<Function> = Handles::new("function", 7);

#[track_caller]
fn text<'a>(name: *const c_char) -> std::borrow::Cow<'a, str> {
    if name.is_null() {
        misuse!("no name");
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(name) }.to_string_lossy()
}

/// Refuses launches that HIP refuses: it counts the threads of a grid along each axis in 32 bits.
fn configuration(grid: [u32; 3], block: [u32; 3], threads: u32, shared: usize) -> Result<(), hipError_t> {
    let of_block: u64 = block.iter().map(|&n| u64::from(n)).product();
    let too_long = grid.iter().zip(&block).any(|(&g, &b)| u64::from(g) * u64::from(b) > u64::from(u32::MAX));
    let zero = grid.contains(&0) || block.contains(&0);
    if zero || too_long || of_block > u64::from(threads.min(MOST_THREADS)) || shared > MOST_SHARED {
        return Err(hipErrorInvalidConfiguration);
    }
    Ok(())
}

/// Launches a kernel.
///
/// # Safety
/// The pointers are to the kernel's arguments.
unsafe fn launch(
    function: hipFunction_t,
    groups: [u32; 3],
    threads: [u32; 3],
    dynamic: u32,
    stream: hipStream_t,
    arguments: *mut *mut c_void,
    cooperative: bool,
) -> Result<(), hipError_t> {
    let (function, stream) = (FUNCTIONS_OF_MODULES.get(function), here(stream));
    let chosen = chosen();
    if function.device != chosen {
        misuse!("the function is of device {}, this thread's is {chosen}", function.device);
    }
    let (module, kernel) = (function.module.clone(), function.kernel.clone());
    configuration(groups, threads, kernel.most_threads, (kernel.descriptor.group_bytes + dynamic) as usize)?;
    if arguments.is_null() && !kernel.arguments.is_empty() {
        misuse!("no arguments");
    }
    // SAFETY: the caller's promise.
    let arguments = unsafe { Launch::arguments(&kernel, arguments.cast_const().cast(), groups, threads, dynamic) };
    stream.give(Work::Launch(Box::new(move || Launch {
        module: module.clone(),
        kernel: kernel.clone(),
        groups,
        threads,
        dynamic,
        arguments: arguments.clone(),
        space: Arc::default(),
        cooperative,
    })))
}

entries! {
    status hipError_t;

    fn hipModuleLoadData(module: *mut hipModule_t, data: *const c_void) {
        out("module", module);
        *module = null_mut();
        let device = chosen();
        if data.is_null() {
            misuse!("the image is null");
        }
        let bytes = extent(&data.cast::<[u8; 64]>().read_unaligned()).ok_or(hipErrorInvalidImage)?;
        let image = slice::from_raw_parts(data.cast::<u8>(), bytes);
        let loaded = Module::load(image, device, architecture()).map_err(|refusal| match refusal {
            Refusal::Invalid(reason) => {
                eprintln!("{}: {reason}", env!("CARGO_PKG_NAME"));
                hipErrorInvalidImage
            }
            Refusal::OtherArchitecture(_) => hipErrorNoBinaryForGpu,
        })?;
        *module = MODULES.insert(Loaded(Arc::new(loaded), device));
        Ok(())
    }

    fn hipModuleUnload(module: hipModule_t) {
        let handle = module.addr();
        MODULES.remove(module);
        FUNCTIONS_OF_MODULES.retain(|function| function.handle != handle);
        Ok(())
    }

    fn hipModuleGetFunction(function: *mut hipFunction_t, module: hipModule_t, name: *const c_char) {
        out("function", function);
        *function = null_mut();
        let handle = module.addr();
        let loaded = MODULES.get(module);
        let Loaded(module, device) = &*loaded;
        let kernel = module.kernels.get(&*text(name)).ok_or(hipErrorNotFound)?.clone();
        *function = FUNCTIONS_OF_MODULES.insert(Function { module: module.clone(), kernel, device: *device, handle });
        Ok(())
    }

    fn hipModuleGetGlobal(address: *mut hipDeviceptr_t, bytes: *mut usize, module: hipModule_t, name: *const c_char) {
        out("address", address);
        out("size", bytes);
        let (start, size) = *MODULES.get(module).0.globals.get(&*text(name)).ok_or(hipErrorNotFound)?;
        (*address, *bytes) = (with_exposed_provenance_mut(start), size);
        Ok(())
    }

    fn hipFuncGetAttribute(value: *mut c_int, attribute: hipFunction_attribute, function: hipFunction_t) {
        out("value", value);
        let kernel = FUNCTIONS_OF_MODULES.get(function).kernel.clone();
        *value = match attribute {
            HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK => kernel.most_threads as c_int,
            HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES => kernel.descriptor.group_bytes as c_int,
            HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES => kernel.descriptor.private_bytes as c_int,
            HIP_FUNC_ATTRIBUTE_NUM_REGS => kernel.descriptor.registers(architecture()).0 as c_int,
            HIP_FUNC_ATTRIBUTE_BINARY_VERSION => 10,
            _ => 0,
        };
        Ok(())
    }

    fn hipModuleLaunchKernel(
        function: hipFunction_t,
        grid_x: c_uint, grid_y: c_uint, grid_z: c_uint,
        block_x: c_uint, block_y: c_uint, block_z: c_uint,
        shared: c_uint, stream: hipStream_t, arguments: *mut *mut c_void, extra: *mut *mut c_void,
    ) {
        if !extra.is_null() {
            misuse!("arguments as a buffer");
        }
        let (grid, block) = ([grid_x, grid_y, grid_z], [block_x, block_y, block_z]);
        launch(function, grid, block, shared, stream, arguments, false)
    }

    fn hipModuleLaunchCooperativeKernel(
        function: hipFunction_t,
        grid_x: c_uint, grid_y: c_uint, grid_z: c_uint,
        block_x: c_uint, block_y: c_uint, block_z: c_uint,
        shared: c_uint, stream: hipStream_t, arguments: *mut *mut c_void,
    ) {
        let (grid, block) = ([grid_x, grid_y, grid_z], [block_x, block_y, block_z]);
        launch(function, grid, block, shared, stream, arguments, true)
    }
}

pub const TABLE: Table = Table { functions: FUNCTIONS, constants: &[CONSTANTS] };
