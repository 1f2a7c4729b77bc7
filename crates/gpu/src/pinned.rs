//! Pinned host memory for the user: the device copies it directly, at the link's speed.

use crate::device::Gpu;
use crate::driver::Driver;
use crate::pinned_pool::{PinnedBlock, PinnedPool};
use crate::transfer::{PinnedMemory, Sealed, Transfer, download, upload};
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::slice;
use xparray_ir::backend::{Streams, TypedArray};
use xparray_ir::layout::{Dims, checked_len};
use xparray_ir::{Error, Number, Result};

/// Elements in pinned host memory: a slice, with a shape in row-major order. Ordinary memory is copied to and from the
/// device through pinned memory; this is not, so that a program that fills it anew each time saves a copy, and can do
/// other things while it is copied. Dropped ones are kept for others of their size.
pub struct PinnedBuffer<T: Number, D: Driver> {
    memory: PinnedBlock<D>,
    shape: Dims,
    len: usize,
    elements: std::marker::PhantomData<T>,
}

impl<T: Number, D: Driver> fmt::Debug for PinnedBuffer<T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PinnedBuffer({:?} x {})", &self.shape[..], T::DTYPE)
    }
}

impl<D: Driver> Gpu<D> {
    /// Pinned host memory for `len` elements, all zero. It is scarce, and slow to allocate: keep it.
    ///
    /// # Errors
    /// `Error::Library` if the system gives no more.
    #[doc(alias = "alloc_pinned_memory")]
    pub fn pinned<T: Number>(&self, len: usize) -> Result<PinnedBuffer<T, D>> {
        self.zeros_pinned(&[len])
    }

    /// Pinned host memory for an array of a shape, all zero.
    ///
    /// ```no_run
    /// # fn f<D: xparray_gpu::Driver>(xp: xparray_gpu::Gpu<D>) -> xparray_ir::Result<()> {
    /// let mut host = xp.zeros_pinned::<f32>(&[2, 3])?;
    /// host[5] = 1.0;
    /// assert_eq!(host.shape(), [2, 3]);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// `Error::Value` for too many elements; `Error::Library` if the system gives no more.
    pub fn zeros_pinned<T: Number>(&self, shape: &[usize]) -> Result<PinnedBuffer<T, D>> {
        let mut buffer = self.empty_pinned(shape)?;
        // Numbers of zeros alone are zero.
        buffer.as_bytes_mut().fill(0);
        Ok(buffer)
    }

    /// As [`zeros_pinned`](Gpu::zeros_pinned), with any numbers: those that were there before.
    ///
    /// # Errors
    /// As for [`zeros_pinned`](Gpu::zeros_pinned).
    pub fn empty_pinned<T: Number>(&self, shape: &[usize]) -> Result<PinnedBuffer<T, D>> {
        let len = checked_len(shape)?;
        let bytes = len.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= isize::MAX as usize);
        let bytes = bytes.ok_or_else(|| Error::value("pinned", format!("{len} elements are too many")))?;
        let memory = PinnedPool::alloc(self.device(), bytes)?;
        Ok(PinnedBuffer { memory, shape: shape.into(), len, elements: std::marker::PhantomData })
    }

    /// As [`zeros_pinned`](Gpu::zeros_pinned), of the shape and type of an array.
    ///
    /// # Errors
    /// As for [`zeros_pinned`](Gpu::zeros_pinned).
    pub fn zeros_like_pinned<T: Number>(&self, x: &impl TypedArray<Self, Element = T>) -> Result<PinnedBuffer<T, D>> {
        self.zeros_pinned(x.shape())
    }

    /// As [`empty_pinned`](Gpu::empty_pinned), of the shape and type of an array.
    ///
    /// # Errors
    /// As for [`zeros_pinned`](Gpu::zeros_pinned).
    pub fn empty_like_pinned<T: Number>(&self, x: &impl TypedArray<Self, Element = T>) -> Result<PinnedBuffer<T, D>> {
        self.empty_pinned(x.shape())
    }
}

impl<T: Number, D: Driver> PinnedBuffer<T, D> {
    /// Lengths of the axes.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn as_bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: so many bytes are there, all of them written; numbers have any bits, and nobody else has them.
        unsafe { slice::from_raw_parts_mut(self.memory.address().as_ptr(), self.len * size_of::<T>()) }
    }

    /// Copies the elements to an array, in row-major order, and waits for it.
    ///
    /// # Errors
    /// `Error::Shape` unless it has as many elements; what went wrong in the work that was waited for.
    pub fn copy_to(&self, x: &mut impl TypedArray<Gpu<D>, Element = T>) -> Result<()> {
        let xp = x.xp().clone();
        // SAFETY: the stream is done before the elements can change, whatever this returns.
        let copied = unsafe { upload("copy_to", &xp, self, x) };
        let done = xp.synchronize();
        copied.and(done)
    }

    /// Copies an array's elements here, in row-major order, and waits for it.
    ///
    /// # Errors
    /// As for [`copy_to`](PinnedBuffer::copy_to), and those of the array's deferred work.
    pub fn copy_from(&mut self, x: &impl TypedArray<Gpu<D>, Element = T>) -> Result<()> {
        let xp = x.xp().clone();
        // SAFETY: the stream is done before the elements can be read, whatever this returns.
        let copied = unsafe { download("copy_from", &xp, x, self) };
        let done = xp.synchronize();
        copied.and(done)
    }

    /// As [`Gpu::upload_async`], on the array's stream.
    ///
    /// # Errors
    /// As for [`Gpu::upload_async`].
    pub fn copy_to_async(self, x: &mut impl TypedArray<Gpu<D>, Element = T>) -> Result<Transfer<Self, D>> {
        x.xp().clone().upload_async(self, x)
    }

    /// As [`Gpu::download_async`], on the array's stream.
    ///
    /// # Errors
    /// As for [`Gpu::download_async`].
    pub fn copy_from_async(self, x: &impl TypedArray<Gpu<D>, Element = T>) -> Result<Transfer<Self, D>> {
        x.xp().clone().download_async(x, self)
    }
}

impl<T: Number, D: Driver> Deref for PinnedBuffer<T, D> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: so many elements are there, numbers of any bits; copies are waited for.
        unsafe { slice::from_raw_parts(self.memory.address().as_ptr().cast(), self.len) }
    }
}

impl<T: Number, D: Driver> DerefMut for PinnedBuffer<T, D> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and nobody else has them.
        unsafe { slice::from_raw_parts_mut(self.memory.address().as_ptr().cast(), self.len) }
    }
}

impl<T: Number, D: Driver> Sealed for PinnedBuffer<T, D> {}

impl<T: Number, D: Driver> PinnedMemory<T> for PinnedBuffer<T, D> {
    fn address(&self) -> *mut u8 {
        self.memory.address().as_ptr()
    }

    fn count(&self) -> usize {
        self.len
    }
}
