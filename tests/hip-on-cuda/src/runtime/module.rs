//! Modules, and launches of their kernels.

use super::codes::{hipErrorInvalidConfiguration, hipErrorInvalidImage, hipErrorNoBinaryForGpu};
use super::device::{ARCHITECTURE, MOST_SHARED, MOST_THREADS};
use super::stream::here;
use crate::cuda::{borrow, check, chosen, on};
use crate::entry::Table;
use crate::handles::{Handles, out};
use crate::rtc::image::{self, Image};
use crate::types::*;
use cudarc::driver::sys::{self, CUfunction, CUfunction_attribute as Attribute, CUmodule, CUresult};
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::ptr::null_mut;
use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};

struct Module {
    raw: CUmodule,
    device: c_int,
    /// What it was loaded from, and a copy: HIP reads the image as long as the module lives.
    image: (usize, Vec<u8>),
    gone: AtomicBool,
}

struct Function {
    raw: CUfunction,
    device: c_int,
    /// The module's handle.
    module: usize,
    /// Bytes that each block has beside those of the launch.
    shared: usize,
    threads: u32,
    /// Of the kernel.
    arguments: usize,
}

static MODULES: Handles<Module> = Handles::new("module", 6);
static FUNCTIONS_OF_MODULES: Handles<Function> = Handles::new("function", 7);

fn attribute(function: CUfunction, attribute: Attribute) -> Result<u32, hipError_t> {
    let mut value = 0;
    // SAFETY: the function is of a module that is alive.
    check(unsafe { sys::cuFuncGetAttribute(&mut value, attribute, function) })?;
    Ok(u32::try_from(value).unwrap_or(0))
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
        let bytes = image::at(data.cast()).ok_or(hipErrorInvalidImage)?;
        let Image { architecture, code } = image::parts(bytes).ok_or(hipErrorInvalidImage)?;
        if architecture != ARCHITECTURE.to_bytes() {
            return Err(hipErrorNoBinaryForGpu);
        }
        let mut raw = null_mut();
        check(sys::cuModuleLoadData(&mut raw, code.as_ptr().cast()))?;
        let image = (data.addr(), bytes.to_vec());
        *module = MODULES.insert(Module { raw, device, image, gone: AtomicBool::new(false) });
        Ok(())
    }

    fn hipModuleUnload(module: hipModule_t) {
        let number = module.addr();
        let module = MODULES.remove(module);
        module.gone.store(true, Ordering::Release);
        FUNCTIONS_OF_MODULES.retain(|function| function.module != number);
        borrow(module.device)?;
        check(sys::cuModuleUnload(module.raw))
    }

    fn hipModuleGetFunction(function: *mut hipFunction_t, module: hipModule_t, name: *const c_char) {
        out("function", function);
        *function = null_mut();
        if name.is_null() || CStr::from_ptr(name).is_empty() {
            misuse!("no name");
        }
        let number = module.addr();
        let module = MODULES.get(module);
        let (address, copy) = &module.image;
        if slice::from_raw_parts(*address as *const u8, copy.len()) != copy {
            misuse!("the image that the module was loaded from has changed");
        }
        borrow(module.device)?;
        let mut raw = null_mut();
        check(sys::cuModuleGetFunction(&mut raw, module.raw, name))?;
        // Up to what a block has in all, the launch says how much: HIP asks for no permission.
        let shared = attribute(raw, Attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)? as usize;
        let dynamic = MOST_SHARED.saturating_sub(shared) as c_int;
        check(sys::cuFuncSetAttribute(raw, Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, dynamic))?;
        let (mut arguments, mut offset, mut size) = (0, 0, 0);
        while sys::cuFuncGetParamInfo(raw, arguments, &mut offset, &mut size) == CUresult::CUDA_SUCCESS {
            arguments += 1;
        }
        *function = FUNCTIONS_OF_MODULES.insert(Function {
            raw,
            device: module.device,
            module: number,
            shared,
            threads: attribute(raw, Attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
            arguments,
        });
        Ok(())
    }

    fn hipModuleLaunchKernel(
        function: hipFunction_t,
        grid_x: c_uint, grid_y: c_uint, grid_z: c_uint,
        block_x: c_uint, block_y: c_uint, block_z: c_uint,
        shared: c_uint, stream: hipStream_t, arguments: *mut *mut c_void, extra: *mut *mut c_void,
    ) {
        let (function, stream) = (FUNCTIONS_OF_MODULES.get(function), here(stream));
        on("function", function.device);
        let (grid, block) = ([grid_x, grid_y, grid_z], [block_x, block_y, block_z]);
        configuration(grid, block, function.threads, function.shared + shared as usize)?;
        if !extra.is_null() {
            misuse!("arguments as a buffer");
        }
        if function.arguments > 0 && arguments.is_null() {
            misuse!("no arguments, of {}", function.arguments);
        }
        if (0..function.arguments).any(|i| (*arguments.add(i)).is_null()) {
            misuse!("an argument is null, of {}", function.arguments);
        }
        check(sys::cuLaunchKernel(
            function.raw, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream.raw, arguments, null_mut(),
        ))
    }
}

/// Refuses launches that HIP refuses: it counts the threads of a grid along each axis in 32 bits.
fn configuration(grid: [u32; 3], block: [u32; 3], threads: u32, shared: usize) -> Result<(), hipError_t> {
    let of_block: u64 = block.iter().map(|&n| u64::from(n)).product();
    let too_long = grid.iter().zip(&block).any(|(&g, &b)| u64::from(g) * u64::from(b) > u64::from(u32::MAX));
    let zero = grid.contains(&0) || block.contains(&0);
    if zero || too_long || of_block > u64::from(threads.min(MOST_THREADS)) || shared > MOST_SHARED {
        eprintln!("hip-on-cuda: a launch of {grid:?} blocks of {block:?} threads and {shared} bytes");
        return Err(hipErrorInvalidConfiguration);
    }
    Ok(())
}

pub const TABLE: Table = Table { functions: FUNCTIONS, constants: &[] };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launches_that_hip_refuses() {
        let refused = |grid, block, shared| configuration(grid, block, 512, shared).is_err();
        assert!(!refused([1 << 20, 2, 3], [256, 1, 2], 1 << 16));
        assert!(refused([1, 0, 1], [1, 1, 1], 0));
        assert!(refused([1, 1, 1], [0, 1, 1], 0));
        assert!(refused([1, 1, 1], [513, 1, 1], 0));
        assert!(refused([1, 1, 1], [1, 1, 1], (1 << 16) + 1));
        assert!(refused([1 << 24, 1, 1], [256, 1, 1], 0));
    }
}
