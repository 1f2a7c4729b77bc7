//! The user's own device code.

use super::{HipDriver, check_threads, stream};
use crate::check::tool;
use crate::compiler;
use crate::sys::hip::{hipFunction_t, hipModule_t};
use crate::sys::hip_tools::*;
use std::ffi::{CString, c_int, c_void};
use std::ptr::null_mut;
use xparray_gpu::{CodeDriver, Compiled, Config, FunctionAttribute, RawFunction, RawModule, RawStream};
use xparray_ir::{Error, Result};

/// HIP's name of an attribute.
fn attribute(attribute: FunctionAttribute) -> Result<hipFunction_attribute> {
    Ok(match attribute {
        FunctionAttribute::MaxThreadsPerBlock => HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
        FunctionAttribute::SharedSizeBytes => HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
        FunctionAttribute::ConstSizeBytes => HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES,
        FunctionAttribute::LocalSizeBytes => HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES,
        FunctionAttribute::NumRegs => HIP_FUNC_ATTRIBUTE_NUM_REGS,
        FunctionAttribute::PtxVersion => HIP_FUNC_ATTRIBUTE_PTX_VERSION,
        FunctionAttribute::BinaryVersion => HIP_FUNC_ATTRIBUTE_BINARY_VERSION,
        FunctionAttribute::MaxDynamicSharedSizeBytes => HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
        FunctionAttribute::PreferredSharedMemoryCarveout => HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
        other => return Err(Error::value("function_attribute", format!("HIP has no {other:?}"))),
    })
}

/// A number of threads as HIP takes it.
fn int(op: &'static str, n: u32) -> Result<c_int> {
    c_int::try_from(n).map_err(|_| Error::value(op, format!("{n} is too much")))
}

impl CodeDriver for HipDriver {
    fn compile_names(&self, source: &str, options: &[&str], names: &[&str]) -> Result<Compiled> {
        compiler::compile(source, &self.architecture, options, names)
    }

    unsafe fn global(&self, module: RawModule, name: &str) -> Result<Option<(u64, usize)>> {
        let Some(name) = CString::new(name).ok().filter(|name| !name.is_empty()) else { return Ok(None) };
        let (mut address, mut bytes) = (null_mut(), 0);
        let module = module.0 as hipModule_t;
        // SAFETY: the caller's promise; the name ends with a zero byte.
        let code = unsafe { tool!(hipModuleGetGlobal)(&mut address, &mut bytes, module, name.as_ptr()) };
        match code {
            hipError_t::hipErrorNotFound => Ok(None),
            code => code.check("hipModuleGetGlobal").map(|()| Some((address as u64, bytes))),
        }
    }

    unsafe fn function_attribute(&self, function: RawFunction, of: FunctionAttribute) -> Result<i32> {
        let (of, mut value) = (attribute(of)?, 0);
        // SAFETY: the caller's promise.
        unsafe { tool!(hipFuncGetAttribute(&mut value, of, function.0 as hipFunction_t))? };
        Ok(value)
    }

    unsafe fn launch_cooperative(
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
        unsafe { tool!(hipModuleLaunchCooperativeKernel(function, gx, gy, gz, bx, by, bz, shared, stream(on), args)) }
    }

    unsafe fn max_active_blocks(&self, function: RawFunction, threads: u32, shared: u32) -> Result<u32> {
        let (function, threads, mut blocks) = (function.0 as hipFunction_t, int("max_active_blocks", threads)?, 0);
        let shared = shared as usize;
        // SAFETY: the caller's promise.
        unsafe { tool!(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&mut blocks, function, threads, shared))? };
        Ok(u32::try_from(blocks).unwrap_or(0))
    }

    unsafe fn max_potential_block_size(&self, function: RawFunction, shared: u32, limit: u32) -> Result<(u32, u32)> {
        let (function, limit) = (function.0 as hipFunction_t, int("max_potential_block_size", limit)?);
        let (mut blocks, mut threads, shared) = (0, 0, shared as usize);
        // SAFETY: the caller's promise.
        unsafe { tool!(hipModuleOccupancyMaxPotentialBlockSize(&mut blocks, &mut threads, function, shared, limit))? };
        Ok((u32::try_from(blocks).unwrap_or(0), u32::try_from(threads).unwrap_or(0)))
    }
}
