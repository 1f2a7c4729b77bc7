//! Copies between pinned memory of the host and the device, for which nobody waits until the memory is needed again.

use crate::device::Gpu;
use crate::driver::{Driver, EventFlags};
use crate::event::Event;
use std::fmt;
use std::mem::ManuallyDrop;
use xparray_ir::backend::{Event as _, TypedArray};
use xparray_ir::layout::checked_len;
use xparray_ir::{Error, Number, Result};

/// Kept from other crates: who waits for a copy relies on the memory staying where it is.
pub trait Sealed {}

/// Pinned memory of the host with numbers: a [`PinnedBuffer`](crate::PinnedBuffer), or a vector that is
/// [registered](Gpu::register_host).
pub trait PinnedMemory<T: Number>: Sealed + Send + 'static {
    /// Where it is, as long as it lives.
    fn address(&self) -> *mut u8;

    /// How many elements it has.
    fn count(&self) -> usize;
}

/// Where a copy may go on the device: address and length in bytes.
fn check(op: &'static str, count: usize, shape: &[usize]) -> Result<()> {
    match checked_len(shape)? == count {
        true => Ok(()),
        false => Err(Error::shape(op, &[count], shape)),
    }
}

/// Queues a copy to an array.
///
/// # Safety
/// The elements do not change before the stream has done it.
pub(crate) unsafe fn upload<T: Number, D: Driver>(
    op: &'static str,
    xp: &Gpu<D>,
    src: &impl PinnedMemory<T>,
    dst: &mut impl TypedArray<Gpu<D>, Element = T>,
) -> Result<()> {
    xp.refuse_capture(op)?;
    check(op, src.count(), dst.shape())?;
    let buffer = dst.buffer_mut_on(xp)?;
    let bytes = src.count() * size_of::<T>();
    let address = buffer.range(op, 0, bytes)?;
    buffer.order_for_writing(xp)?;
    let _steady = xp.stream.enter()?;
    // SAFETY: the range is inside the buffer, which is ordered on this stream; the caller's promise.
    unsafe { xp.driver()?.upload(src.address(), address, bytes, xp.raw_stream()) }
}

/// Queues a copy from an array.
///
/// # Safety
/// Nobody reads or writes the elements before the stream has done it.
pub(crate) unsafe fn download<T: Number, D: Driver>(
    op: &'static str,
    xp: &Gpu<D>,
    src: &impl TypedArray<Gpu<D>, Element = T>,
    dst: &impl PinnedMemory<T>,
) -> Result<()> {
    xp.refuse_capture(op)?;
    check(op, dst.count(), src.shape())?;
    let (buffer, start) = src.buffer_on(xp)?;
    let bytes = dst.count() * size_of::<T>();
    let first = start.checked_mul(size_of::<T>()).ok_or_else(|| Error::value(op, "no such element"))?;
    let address = buffer.range(op, first, bytes)?;
    buffer.order_for_reading(xp)?;
    let _steady = xp.stream.enter()?;
    // SAFETY: the range is inside the buffer, which is ordered on this stream; the caller's promise.
    unsafe { xp.driver()?.download(address, dst.address(), bytes, xp.raw_stream()) }
}

/// A copy that is under way, with the pinned memory, which [`wait`](Transfer::wait) gives back. Dropping it waits too.
#[must_use = "dropping it waits for the copy"]
pub struct Transfer<M, D: Driver> {
    /// Not dropped while the copy may be under way.
    memory: ManuallyDrop<M>,
    gpu: Gpu<D>,
    /// Recorded behind the copy; none if that failed, and then the stream is waited for.
    done: Option<Event<D>>,
}

impl<M, D: Driver> fmt::Debug for Transfer<M, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Transfer({:?})", self.gpu)
    }
}

impl<M, D: Driver> Transfer<M, D> {
    fn begin(memory: M, gpu: &Gpu<D>, copy: impl FnOnce(&M) -> Result<()>) -> Result<Self> {
        let mut this = Self { memory: ManuallyDrop::new(memory), gpu: gpu.clone(), done: None };
        // After an error, dropping it waits for the stream.
        copy(&this.memory)?;
        this.done = Some(Event::record(gpu, EventFlags::default())?);
        Ok(this)
    }

    /// Whether the copy is done.
    ///
    /// # Errors
    /// What went wrong in the work before it.
    pub fn is_done(&self) -> Result<bool> {
        self.done.as_ref().map_or(Ok(true), Event::is_done)
    }

    fn finish(&self) -> Result<()> {
        match &self.done {
            Some(done) => done.synchronize(),
            None => self.gpu.stream.finish(),
        }
    }

    /// Waits for the copy, and gives the memory back.
    ///
    /// # Errors
    /// What went wrong in the work before it; the memory goes then.
    pub fn wait(self) -> Result<M> {
        self.finish()?;
        let mut this = ManuallyDrop::new(self);
        // SAFETY: each is taken once: `this` is not dropped, nor used again.
        unsafe {
            std::ptr::drop_in_place(&mut this.done);
            std::ptr::drop_in_place(&mut this.gpu);
            Ok(ManuallyDrop::take(&mut this.memory))
        }
    }
}

impl<M, D: Driver> Drop for Transfer<M, D> {
    fn drop(&mut self) {
        // If the device is lost nothing is copied any more, and other errors are those of earlier work. The whole stream is
        // waited for then, whatever that says.
        if self.finish().is_err() {
            let _ = self.gpu.stream.finish();
        }
        // SAFETY: the copy is done, and this is not used again.
        unsafe { ManuallyDrop::drop(&mut self.memory) };
    }
}

impl<D: Driver> Gpu<D> {
    /// Begins copying pinned memory to an array, in row-major order, on this handle's stream, and does not wait for it.
    /// The memory can be used again when the copy is done; the array at once, by work that is queued.
    ///
    /// ```no_run
    /// # fn f<D: xparray_gpu::Driver>(
    /// #     xp: xparray_gpu::Gpu<D>,
    /// #     x: &mut impl xparray_ir::backend::TypedArray<xparray_gpu::Gpu<D>, Element = f32>,
    /// # ) -> xparray_ir::Result<()> {
    /// let host = xp.zeros_pinned::<f32>(&[1 << 20])?;
    /// let transfer = xp.upload_async(host, x)?;
    /// // ... other work of the host, and the array is used ...
    /// let host = transfer.wait()?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// `Error::Shape` unless the array has as many elements; `Error::Value` while the stream is captured in a graph.
    #[doc(alias = "memcpyAsync")]
    pub fn upload_async<T: Number, M: PinnedMemory<T>>(
        &self,
        src: M,
        dst: &mut impl TypedArray<Self, Element = T>,
    ) -> Result<Transfer<M, D>> {
        // SAFETY: the transfer has the memory, and gives it back when the copy is done.
        Transfer::begin(src, self, |src| unsafe { upload("upload_async", self, src, dst) })
    }

    /// Begins copying an array's elements to pinned memory, in row-major order, on this handle's stream, and does not
    /// wait for it.
    ///
    /// # Errors
    /// As for [`upload_async`](Gpu::upload_async), and those of the array's deferred work.
    pub fn download_async<T: Number, M: PinnedMemory<T>>(
        &self,
        src: &impl TypedArray<Self, Element = T>,
        dst: M,
    ) -> Result<Transfer<M, D>> {
        // SAFETY: the transfer has the memory, and gives it back when the copy is done.
        Transfer::begin(dst, self, |dst| unsafe { download("download_async", self, src, dst) })
    }
}
