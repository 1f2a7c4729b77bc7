//! The user's own device code.

use super::{CudaDriver, stream};
use crate::check::{check, cu};
use crate::compiler;
use cudarc::driver::sys::{
    self, CUfunction, CUfunction_attribute as Attribute, CUmodule, CUresult, CUtensorMap, CUtensorMapDataType,
};
use std::ffi::{CString, c_int, c_void};
use xparray_gpu::{CodeDriver, Compiled, Config, FunctionAttribute, RawFunction, RawModule, RawStream, TensorMap};
use xparray_ir::{DType, Error, Result};
use xparray_kernels::Tiled;

/// CUDA's name of an attribute.
fn attribute(attribute: FunctionAttribute) -> Result<Attribute> {
    Ok(match attribute {
        FunctionAttribute::MaxThreadsPerBlock => Attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
        FunctionAttribute::SharedSizeBytes => Attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
        FunctionAttribute::ConstSizeBytes => Attribute::CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES,
        FunctionAttribute::LocalSizeBytes => Attribute::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES,
        FunctionAttribute::NumRegs => Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS,
        FunctionAttribute::PtxVersion => Attribute::CU_FUNC_ATTRIBUTE_PTX_VERSION,
        FunctionAttribute::BinaryVersion => Attribute::CU_FUNC_ATTRIBUTE_BINARY_VERSION,
        FunctionAttribute::MaxDynamicSharedSizeBytes => Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
        FunctionAttribute::PreferredSharedMemoryCarveout => {
            Attribute::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT
        }
        other => return Err(Error::value("function_attribute", format!("CUDA has no {other:?}"))),
    })
}

/// A number of threads or bytes as CUDA takes it.
fn int(op: &'static str, n: u32) -> Result<c_int> {
    c_int::try_from(n).map_err(|_| Error::value(op, format!("{n} is too much")))
}

impl CodeDriver for CudaDriver {
    fn compile_names(&self, source: &str, options: &[&str], names: &[&str]) -> Result<Compiled> {
        compiler::compile(source, self.capability, options, names)
    }

    unsafe fn global(&self, module: RawModule, name: &str) -> Result<Option<(u64, usize)>> {
        let Ok(name) = CString::new(name) else { return Ok(None) };
        let (mut address, mut bytes) = (0, 0);
        // SAFETY: the caller's promise; the name ends with a zero byte.
        match unsafe { sys::cuModuleGetGlobal_v2(&mut address, &mut bytes, module.0 as CUmodule, name.as_ptr()) } {
            CUresult::CUDA_ERROR_NOT_FOUND => Ok(None),
            code => check!("cuModuleGetGlobal_v2", code).map(|()| Some((address, bytes))),
        }
    }

    unsafe fn function_attribute(&self, function: RawFunction, of: FunctionAttribute) -> Result<i32> {
        let (of, mut value) = (attribute(of)?, 0);
        // SAFETY: the caller's promise.
        unsafe { cu!(cuFuncGetAttribute(&mut value, of, function.0 as CUfunction))? };
        Ok(value)
    }

    unsafe fn set_function_attribute(&self, function: RawFunction, of: FunctionAttribute, value: i32) -> Result<()> {
        let of = attribute(of)?;
        // SAFETY: the caller's promise.
        unsafe { cu!(cuFuncSetAttribute(function.0 as CUfunction, of, value)) }
    }

    unsafe fn launch_cooperative(
        &self,
        function: RawFunction,
        Config { grid: [gx, gy, gz], block: [bx, by, bz], shared, .. }: Config,
        args: &[*const c_void],
        on: RawStream,
    ) -> Result<()> {
        let function = function.0 as CUfunction;
        // SAFETY: the caller's promise. The driver reads the arguments before it returns, and does not write them.
        unsafe {
            self.allow_shared(function, shared)?;
            let args = args.as_ptr().cast_mut().cast();
            cu!(cuLaunchCooperativeKernel(function, gx, gy, gz, bx, by, bz, shared, stream(on), args))
        }
    }

    unsafe fn max_active_blocks(&self, function: RawFunction, threads: u32, shared: u32) -> Result<u32> {
        let (function, threads, mut blocks) = (function.0 as CUfunction, int("max_active_blocks", threads)?, 0);
        // SAFETY: the caller's promise.
        unsafe {
            self.allow_shared(function, shared)?;
            cu!(cuOccupancyMaxActiveBlocksPerMultiprocessor(&mut blocks, function, threads, shared as usize))?;
        }
        Ok(u32::try_from(blocks).unwrap_or(0))
    }

    unsafe fn max_potential_block_size(&self, function: RawFunction, shared: u32, limit: u32) -> Result<(u32, u32)> {
        let (function, limit) = (function.0 as CUfunction, int("max_potential_block_size", limit)?);
        let (mut blocks, mut threads) = (0, 0);
        // SAFETY: the caller's promise; no function of the host says how much memory blocks need.
        unsafe {
            self.allow_shared(function, shared)?;
            let shared = shared as usize;
            cu!(cuOccupancyMaxPotentialBlockSize(&mut blocks, &mut threads, function, None, shared, limit))?;
        }
        Ok((u32::try_from(blocks).unwrap_or(0), u32::try_from(threads).unwrap_or(0)))
    }

    fn has_product_kernels(&self) -> bool {
        self.capability == compiler::HOPPER
    }

    fn tensor_map(&self, matrix: &Tiled) -> Result<TensorMap> {
        let mut map = CUtensorMap { opaque: [0; 16] };
        let dtype = match matrix.dtype {
            DType::BF16 => CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
            _ => CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
        };
        let (plain, swizzled) = (
            sys::CUtensorMapInterleave::CU_TENSOR_MAP_INTERLEAVE_NONE,
            sys::CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_128B,
        );
        let (promotion, zeros) = (
            sys::CUtensorMapL2promotion::CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
            sys::CUtensorMapFloatOOBfill::CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
        );
        let address = matrix.address as *mut c_void;
        let (shape, pitch, tile, steps) = (&matrix.shape, &matrix.pitch, &matrix.tile, &[1, 1]);
        // SAFETY: the lists have as many numbers as the matrix has axes, a pitch fewer; the driver reads them before it returns, and
        // nothing at the address.
        unsafe {
            cu!(cuTensorMapEncodeTiled(
                &mut map,
                dtype,
                2,
                address,
                shape.as_ptr(),
                pitch,
                tile.as_ptr(),
                steps.as_ptr(),
                plain,
                swizzled,
                promotion,
                zeros
            ))?;
        }
        Ok(TensorMap(map.opaque))
    }
}
