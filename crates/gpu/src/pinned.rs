//! Pinned host memory for the user: the device copies it directly, at the link's speed.

use crate::device::{Device, Gpu};
use crate::driver::Driver;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::slice;
use std::sync::Arc;
use xparray_ir::backend::{DeviceArray, Streams, TypedArray};
use xparray_ir::layout::checked_len;
use xparray_ir::{Error, Number, Result};

/// Elements in pinned host memory, a slice. Ordinary memory is copied to and from the device through pinned memory;
/// this is not, so that a program that fills it anew each time saves a copy.
pub struct PinnedBuffer<T: Number, D: Driver> {
    memory: NonNull<T>,
    len: usize,
    device: Arc<Device<D>>,
}

// SAFETY: it owns its elements, as a vector does.
unsafe impl<T: Number, D: Driver> Send for PinnedBuffer<T, D> {}
// SAFETY: as above.
unsafe impl<T: Number, D: Driver> Sync for PinnedBuffer<T, D> {}

impl<T: Number, D: Driver> fmt::Debug for PinnedBuffer<T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PinnedBuffer({} x {})", self.len, T::DTYPE)
    }
}

impl<D: Driver> Gpu<D> {
    /// Pinned host memory for `len` elements, all zero. It is scarce, and slow to allocate: keep it.
    ///
    /// # Errors
    /// `Error::Library` if the system gives no more.
    #[doc(alias("alloc_pinned_memory", "zeros_pinned"))]
    pub fn pinned<T: Number>(&self, len: usize) -> Result<PinnedBuffer<T, D>> {
        let bytes = len.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= isize::MAX as usize);
        let bytes = bytes.ok_or_else(|| Error::value("pinned", format!("{len} elements are too many")))?;
        // SAFETY: the device is bound.
        let memory = unsafe { self.driver()?.alloc_host(bytes.max(1))? };
        let memory = NonNull::new(memory).ok_or_else(|| Error::value("pinned", "no pinned memory"))?;
        // SAFETY: the memory has as many bytes.
        unsafe { memory.write_bytes(0, bytes) };
        Ok(PinnedBuffer { memory: memory.cast(), len, device: self.device().clone() })
    }
}

impl<T: Number, D: Driver> PinnedBuffer<T, D> {
    fn check(&self, op: &'static str, x: &impl DeviceArray<Gpu<D>>) -> Result<Gpu<D>> {
        x.xp().refuse_capture(op)?;
        match checked_len(x.shape())? == self.len {
            true => Ok(x.xp().clone()),
            false => Err(Error::shape(op, &[self.len], x.shape())),
        }
    }

    /// Copies the elements to an array, in row-major order, and waits for it.
    ///
    /// # Errors
    /// `Error::Shape` unless it has as many elements; what went wrong in the work that was waited for.
    pub fn copy_to(&self, x: &mut impl TypedArray<Gpu<D>, Element = T>) -> Result<()> {
        let xp = self.check("copy_to", x)?;
        let buffer = x.buffer_mut_on(&xp)?;
        let address = buffer.range("copy_to", 0, size_of_val(&**self))?;
        buffer.write_on(&xp.stream)?;
        let steady = xp.stream.enter()?;
        // SAFETY: the range is inside the buffer, and the stream is done before the elements can change.
        let copied =
            unsafe { xp.driver()?.upload(self.memory.as_ptr().cast(), address, size_of_val(&**self), xp.raw_stream()) };
        drop(steady);
        let done = xp.synchronize();
        copied.and(done)
    }

    /// Copies an array's elements here, in row-major order, and waits for it.
    ///
    /// # Errors
    /// As for [`copy_to`](PinnedBuffer::copy_to), and those of the array's deferred work.
    pub fn copy_from(&mut self, x: &impl TypedArray<Gpu<D>, Element = T>) -> Result<()> {
        let xp = self.check("copy_from", x)?;
        let (buffer, start) = x.buffer_on(&xp)?;
        let bytes = size_of_val(&**self);
        let first = start.checked_mul(size_of::<T>()).ok_or_else(|| Error::value("copy_from", "no such element"))?;
        let address = buffer.range("copy_from", first, bytes)?;
        buffer.read_on(&xp.stream)?;
        let steady = xp.stream.enter()?;
        // SAFETY: the range is inside the buffer, and the stream is done before the elements can be read.
        let copied = unsafe { xp.driver()?.download(address, self.memory.as_ptr().cast(), bytes, xp.raw_stream()) };
        drop(steady);
        let done = xp.synchronize();
        copied.and(done)
    }
}

impl<T: Number, D: Driver> Deref for PinnedBuffer<T, D> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: so many elements are there, numbers of any bits; copies are waited for.
        unsafe { slice::from_raw_parts(self.memory.as_ptr(), self.len) }
    }
}

impl<T: Number, D: Driver> DerefMut for PinnedBuffer<T, D> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and nobody else has them.
        unsafe { slice::from_raw_parts_mut(self.memory.as_ptr(), self.len) }
    }
}

impl<T: Number, D: Driver> Drop for PinnedBuffer<T, D> {
    fn drop(&mut self) {
        if let Ok(driver) = self.device.driver() {
            // SAFETY: nothing is copied any more. An error has nobody to go to.
            let _ = unsafe { driver.free_host(self.memory.as_ptr().cast()) };
        }
    }
}
