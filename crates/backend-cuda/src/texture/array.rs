//! CUDA arrays: memory in a layout of the device's own, which textures and surfaces read and write.

use super::{ChannelFormat, first};
use crate::Cuda;
use crate::check::cu;
use cudarc::driver::sys::{
    self, CUDA_ARRAY3D_DESCRIPTOR, CUDA_ARRAY3D_SURFACE_LDST, CUDA_MEMCPY3D, CUarray, CUmemorytype, CUstream,
};
use std::fmt;
use std::ptr::null_mut;
use std::sync::Arc;
use xparray_ir::backend::{Streams, TypedArray};
use xparray_ir::layout::checked_len;
use xparray_ir::{Element, Error, Result};

/// What a [`CudaArray`] is for, beside being read as a texture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArrayFlags {
    surface: bool,
}

impl ArrayFlags {
    /// Textures alone.
    pub fn new() -> Self {
        Self::default()
    }

    /// Surfaces too, which kernels write.
    #[doc(alias = "cudaArraySurfaceLoadStore")]
    pub fn surface(mut self) -> Self {
        self.surface = true;
        self
    }
}

/// Memory in a layout of the device's own, of one to three axes, which textures and surfaces read and write. Clones share
/// it; it goes with the last clone, texture and surface over it, when the work with them is done.
///
/// ```no_run
/// use xparray_core::prelude::*;
/// use xparray_cuda::{ArrayFlags, ChannelFormat, Cuda, CudaArray, TextureDescriptor, TextureObject};
///
/// let xp = Cuda::new(0)?;
/// let image = xp.rng(1).random::<f32>([480, 640])?;
/// let array = CudaArray::new(&xp, ChannelFormat::of(DType::F32, 1)?, &[480, 640], ArrayFlags::new())?;
/// array.copy_from(&image)?;
/// let texture = TextureObject::new(&array, &TextureDescriptor::new())?;
/// # Ok::<(), xparray_ir::Error>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias("CUDAarray", "mallocArray", "malloc3DArray"))]
pub struct CudaArray(pub(super) Arc<Inner>);

pub(super) struct Inner {
    pub raw: CUarray,
    pub gpu: Cuda,
    pub format: ChannelFormat,
    pub surface: bool,
    /// Width, height, depth.
    extent: [usize; 3],
    axes: usize,
}

// SAFETY: an array is a handle that any thread may use.
unsafe impl Send for Inner {}
// SAFETY: as above.
unsafe impl Sync for Inner {}

impl fmt::Debug for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CudaArray({:?} of {:?})", &self.extent[..self.axes], self.format)
    }
}

impl CudaArray {
    /// An array of a shape: `[width]`, `[height, width]` or `[depth, height, width]`. What it holds is not specified.
    ///
    /// # Errors
    /// `Error::Value` for another number of axes, or an axis of no elements; `Error::Library` if the device has no such
    /// arrays, or not enough memory.
    pub fn new(gpu: &Cuda, format: ChannelFormat, shape: &[usize], flags: ArrayFlags) -> Result<Self> {
        if shape.is_empty() || shape.len() > 3 || shape.contains(&0) {
            return Err(Error::value("CudaArray", format!("no such arrays of shape {shape:?}")));
        }
        let mut extent = [1; 3];
        extent.iter_mut().zip(shape.iter().rev()).for_each(|(n, &length)| *n = length);
        let has = |axis: usize| if shape.len() > axis { extent[axis] } else { 0 };
        let descriptor = CUDA_ARRAY3D_DESCRIPTOR {
            Width: extent[0],
            Height: has(1),
            Depth: has(2),
            Format: format.native(),
            NumChannels: format.channels(),
            Flags: if flags.surface { CUDA_ARRAY3D_SURFACE_LDST } else { 0 },
        };
        let gpu = first(gpu)?;
        gpu.driver()?;
        let mut raw = null_mut();
        // SAFETY: the device is bound, and the pointers are to live variables.
        unsafe { cu!(cuArray3DCreate_v2(&mut raw, &descriptor))? };
        Ok(Self(Arc::new(Inner { raw, gpu, format, surface: flags.surface, extent, axes: shape.len() })))
    }

    /// The shape, as [`new`](CudaArray::new) takes it.
    pub fn shape(&self) -> Vec<usize> {
        self.0.extent[..self.0.axes].iter().rev().copied().collect()
    }

    /// What its elements are.
    pub fn format(&self) -> ChannelFormat {
        self.0.format
    }

    /// Copies an array's elements here, in row-major order with the channels of an element side by side, on the stream of its
    /// handle, and waits for it. Kernels of other streams that still read are not waited for.
    ///
    /// # Errors
    /// `Error::DType` and `Error::Shape` unless it has as many numbers of the channels' type; `Error::Value` for another
    /// device; those of the array's deferred work.
    #[doc(alias("memcpy2DToArray", "memcpy2DToArrayAsync"))]
    pub fn copy_from<T: Element>(&self, x: &impl TypedArray<Cuda, Element = T>) -> Result<()> {
        let xp = self.check("CudaArray::copy_from", T::DTYPE, x.shape(), x.xp())?;
        let (buffer, start) = x.buffer_on(&xp)?;
        buffer.order_for_reading(&xp)?;
        let address = buffer.address() + (start * size_of::<T>()) as u64;
        let mut copy = self.copy();
        copy.srcMemoryType = CUmemorytype::CU_MEMORYTYPE_DEVICE;
        copy.srcDevice = address;
        copy.srcPitch = copy.WidthInBytes;
        copy.srcHeight = copy.Height;
        copy.dstMemoryType = CUmemorytype::CU_MEMORYTYPE_ARRAY;
        copy.dstArray = self.0.raw;
        // SAFETY: the array's buffer has as many bytes from there, and is ordered on this stream, which is waited for.
        unsafe { queue(&xp, &copy) }
    }

    /// Copies the elements to an array, likewise. Kernels of other streams that still write are not waited for.
    ///
    /// # Errors
    /// As for [`copy_from`](CudaArray::copy_from).
    #[doc(alias("memcpy2DFromArray", "memcpy2DFromArrayAsync"))]
    pub fn copy_to<T: Element>(&self, x: &mut impl TypedArray<Cuda, Element = T>) -> Result<()> {
        let xp = self.check("CudaArray::copy_to", T::DTYPE, x.shape(), x.xp())?;
        let buffer = x.buffer_mut_on(&xp)?;
        buffer.order_for_writing(&xp)?;
        let mut copy = self.copy();
        copy.srcMemoryType = CUmemorytype::CU_MEMORYTYPE_ARRAY;
        copy.srcArray = self.0.raw;
        copy.dstMemoryType = CUmemorytype::CU_MEMORYTYPE_DEVICE;
        copy.dstDevice = buffer.address();
        copy.dstPitch = copy.WidthInBytes;
        copy.dstHeight = copy.Height;
        // SAFETY: as above; the buffer is nobody else's.
        unsafe { queue(&xp, &copy) }
    }

    /// The handle to copy with.
    fn check(&self, op: &'static str, dtype: xparray_ir::DType, shape: &[usize], xp: &Cuda) -> Result<Cuda> {
        use xparray_ir::backend::Backend;
        self.0.format.check(op, dtype)?;
        let numbers = self.0.extent.iter().product::<usize>() * self.0.format.channels() as usize;
        if checked_len(shape)? != numbers {
            return Err(Error::shape(op, &self.shape(), shape));
        }
        if xp.device_id() != self.0.gpu.device_id() {
            return Err(Error::value(op, "the array is of another device"));
        }
        // Copies are waited for, which is no part of a graph: this is an error in one.
        xp.synchronize()?;
        Ok(xp.clone())
    }

    /// A copy of all elements, without a side.
    fn copy(&self) -> CUDA_MEMCPY3D {
        let mut copy = blank();
        let [width, height, depth] = self.0.extent;
        copy.WidthInBytes = width * self.0.format.bytes();
        copy.Height = height;
        copy.Depth = depth;
        copy
    }
}

/// A copy between nothing and nothing.
fn blank() -> CUDA_MEMCPY3D {
    CUDA_MEMCPY3D {
        srcXInBytes: 0,
        srcY: 0,
        srcZ: 0,
        srcLOD: 0,
        srcMemoryType: CUmemorytype::CU_MEMORYTYPE_ARRAY,
        srcHost: null_mut(),
        srcDevice: 0,
        srcArray: null_mut(),
        reserved0: null_mut(),
        srcPitch: 0,
        srcHeight: 0,
        dstXInBytes: 0,
        dstY: 0,
        dstZ: 0,
        dstLOD: 0,
        dstMemoryType: CUmemorytype::CU_MEMORYTYPE_ARRAY,
        dstHost: null_mut(),
        dstDevice: 0,
        dstArray: null_mut(),
        reserved1: null_mut(),
        dstPitch: 0,
        dstHeight: 0,
        WidthInBytes: 0,
        Height: 0,
        Depth: 0,
    }
}

/// Queues a copy, and waits for it.
///
/// # Safety
/// Both sides have as many bytes, and are ordered on the handle's stream.
unsafe fn queue(xp: &Cuda, copy: &CUDA_MEMCPY3D) -> Result<()> {
    xp.queue_native(|_, stream| {
        // SAFETY: the caller's promise.
        unsafe { cu!(cuMemcpy3DAsync_v2(copy, stream.0 as CUstream)) }
    })?;
    xp.synchronize()
}

impl Drop for Inner {
    fn drop(&mut self) {
        if self.gpu.driver().is_ok() {
            // SAFETY: textures and surfaces over it are gone, and copies were waited for. An error has nobody to go to.
            let _ = unsafe { sys::cuArrayDestroy(self.raw) };
        }
    }
}
