//! Pools of the driver, which allocate in the order of streams.

use crate::check::{check, cu, unavailable};
use crate::driver::CudaDriver;
use crate::texture::first;
use cudarc::driver::sys::{
    self, CUmemAllocationType, CUmemLocationType, CUmemPool_attribute as Attribute, CUmemPoolProps, CUmemoryPool,
    CUresult, CUstream,
};
use std::fmt;
use std::ptr::null_mut;
use xparray_gpu::{Allocator, Gpu, RawStream};
use xparray_ir::{Error, Result};

/// A pool of the driver: an [`Allocator`] for [`with_allocator`](Gpu::with_allocator). What its arrays free stays in it up
/// to its threshold, for later allocations in stream order.
pub struct MemPool {
    raw: CUmemoryPool,
    /// Whether it is destroyed with this, and not the device's own.
    ours: bool,
    gpu: Gpu<CudaDriver>,
}

// SAFETY: a pool is a handle that any thread may use.
unsafe impl Send for MemPool {}
// SAFETY: as above.
unsafe impl Sync for MemPool {}

impl fmt::Debug for MemPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MemPool").field(&self.gpu).finish()
    }
}

impl MemPool {
    /// A new pool on a device.
    ///
    /// ```no_run
    /// use std::sync::Arc;
    /// use xparray_core::prelude::*;
    /// use xparray_cuda::{Cuda, MemPool};
    ///
    /// let xp = Cuda::new(0)?;
    /// let pool = Arc::new(MemPool::new(&xp)?);
    /// pool.set_release_threshold(1 << 30)?; // what it keeps when streams are synchronised
    /// let x = xp.with_allocator(pool.clone())?.ones::<f32>(1 << 20)?;
    /// x.eval()?;
    /// println!("{} of {} bytes are used", pool.used_bytes()?, pool.reserved_bytes()?);
    /// # Ok::<(), xparray_ir::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Error::Unavailable` if the device has no pools; `Error::Library` if the driver makes none.
    #[doc(alias("MemoryAsyncPool", "memPoolCreate"))]
    pub fn new(gpu: &Gpu<CudaDriver>) -> Result<Self> {
        let driver = gpu.driver()?;
        if driver.default_pool().is_none() {
            return Err(unavailable("the device has no memory pools"));
        }
        // SAFETY: the struct is of numbers and a pointer that may be null.
        let mut props: CUmemPoolProps = unsafe { std::mem::zeroed() };
        props.allocType = CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
        props.location.type_ = CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
        props.location.id = driver.device();
        let mut raw = null_mut();
        // SAFETY: the device is bound, and the pointers are to live structs.
        unsafe { cu!(cuMemPoolCreate(&mut raw, &props))? };
        Ok(Self { raw, ours: true, gpu: first(gpu)? })
    }

    /// The device's own pool, from which handles without an allocator of their own have memory by way of a cache.
    ///
    /// # Errors
    /// `Error::Unavailable` if the device has no pools.
    #[doc(alias("deviceGetDefaultMemPool", "deviceGetMemPool"))]
    pub fn default_of(gpu: &Gpu<CudaDriver>) -> Result<Self> {
        let raw = gpu.driver()?.default_pool().ok_or_else(|| unavailable("the device has no memory pools"))?;
        Ok(Self { raw, ours: false, gpu: first(gpu)? })
    }

    /// Gives memory that no array has back to the system, but for so many bytes.
    ///
    /// # Errors
    /// `Error::Library` if the device is lost.
    #[doc(alias = "memPoolTrimTo")]
    pub fn trim_to(&self, bytes: usize) -> Result<()> {
        self.gpu.driver()?;
        // SAFETY: the pool is there.
        unsafe { cu!(cuMemPoolTrimTo(self.raw, bytes)) }
    }

    /// Bytes that arrays have.
    ///
    /// # Errors
    /// `Error::Library` if the device is lost.
    pub fn used_bytes(&self) -> Result<u64> {
        self.attribute(Attribute::CU_MEMPOOL_ATTR_USED_MEM_CURRENT)
    }

    /// Bytes that the pool has taken from the system.
    ///
    /// # Errors
    /// `Error::Library` if the device is lost.
    pub fn reserved_bytes(&self) -> Result<u64> {
        self.attribute(Attribute::CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT)
    }

    /// How much the pool keeps when streams are synchronised, in bytes; at first nothing.
    ///
    /// # Errors
    /// `Error::Library` if the device is lost.
    pub fn set_release_threshold(&self, bytes: u64) -> Result<()> {
        self.gpu.driver()?;
        let mut value = bytes;
        let threshold = Attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
        // SAFETY: the pool is there, and the attribute has 64 bits.
        unsafe { cu!(cuMemPoolSetAttribute(self.raw, threshold, (&raw mut value).cast())) }
    }

    fn attribute(&self, attribute: Attribute) -> Result<u64> {
        self.gpu.driver()?;
        let mut value = 0u64;
        // SAFETY: the pool is there, and these attributes have 64 bits.
        unsafe { cu!(cuMemPoolGetAttribute(self.raw, attribute, (&raw mut value).cast()))? };
        Ok(value)
    }
}

// SAFETY: the driver's memory is aligned to 256 bytes and more, and its own until it is freed in the stream's order.
unsafe impl Allocator for MemPool {
    fn alloc(&self, bytes: usize, stream: RawStream) -> Result<Option<u64>> {
        let (mut address, mut current) = (0, 0);
        // SAFETY: the pointer is to a live integer, and a device is bound.
        unsafe { cu!(cuCtxGetDevice(&mut current))? };
        if current != self.gpu.driver()?.device() {
            return Err(Error::value("MemPool", "the pool is of another device"));
        }
        // SAFETY: the pool and the stream are there.
        match unsafe { sys::cuMemAllocFromPoolAsync(&mut address, bytes, self.raw, stream.0 as CUstream) } {
            CUresult::CUDA_ERROR_OUT_OF_MEMORY => Ok(None),
            code => check!("cuMemAllocFromPoolAsync", code).map(|()| Some(address)),
        }
    }

    unsafe fn free(&self, address: u64, _: usize, stream: RawStream) {
        // SAFETY: the caller's promise. An error has nobody to go to.
        let _ = unsafe { sys::cuMemFreeAsync(address, stream.0 as CUstream) };
    }
}

impl Drop for MemPool {
    fn drop(&mut self) {
        if self.ours && self.gpu.driver().is_ok() {
            // SAFETY: nothing of it is used: arrays keep it. What is still to be freed is, in its order.
            let _ = unsafe { sys::cuMemPoolDestroy(self.raw) };
        }
    }
}
