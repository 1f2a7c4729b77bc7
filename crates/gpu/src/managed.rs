//! Managed memory: arrays that the device and the host share.

use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use crate::source::Source;
use crate::stream::{Origin, Stream};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::slice;
use std::sync::Arc;
use xparray_ir::backend::{Streams, TypedArray};
use xparray_ir::layout::checked_len;
use xparray_ir::{Error, Number, Result};

/// An array's elements in managed memory, a slice: the host reads them where they are.
pub struct HostSlice<T: Number, D: Driver> {
    buffer: Arc<Buffer<D>>,
    start: usize,
    len: usize,
    elements: PhantomData<T>,
}

impl<T: Number, D: Driver> fmt::Debug for HostSlice<T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HostSlice({} x {})", self.len, T::DTYPE)
    }
}

impl<T: Number, D: Driver> Deref for HostSlice<T, D> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: `host_slice` checked the range and waited for what writes it; a buffer with another owner is not written.
        unsafe { slice::from_raw_parts((self.buffer.address() as *const T).add(self.start), self.len) }
    }
}

impl<D: Driver> Gpu<D> {
    /// A handle on a new stream, whose memory is managed: the host reads and writes the arrays made through it, and
    /// those computed from them, in place ([`host_slice`](Gpu::host_slice)). Pages move to where they are used, so
    /// that ordinary memory is faster for the device; on AMD's without XNACK they stay on the host, which
    /// `DeviceInfo::details` says. Where the driver lets managed memory exceed the device's, so do these arrays; that
    /// is not tested. The pool's statistics and limit count them too.
    ///
    /// # Errors
    /// `Error::Unavailable` if the device has no managed memory that the host may use while kernels run.
    #[doc(alias("ManagedMemory", "malloc_managed"))]
    pub fn managed(&self) -> Result<Self> {
        if !self.driver()?.has_managed() {
            let reason = format!("{} has no managed memory that the host may use meanwhile", self.device().name());
            return Err(Error::Unavailable { backend: D::NAME.into(), reason });
        }
        Ok(Self { stream: Stream::new(self.device().clone(), true, Origin::New, Source::Device)? })
    }

    /// The elements of an array in managed memory, in row-major order, for the host. Computes and waits.
    ///
    /// # Errors
    /// `Error::Value` if the memory is not managed or belongs to a graph; those of the array's deferred work.
    pub fn host_slice<T: Number>(&self, x: &impl TypedArray<Self, Element = T>) -> Result<HostSlice<T, D>> {
        self.refuse_capture("host_slice")?;
        let (buffer, start) = x.buffer_on(self)?;
        self.check_host_access("host_slice", &buffer)?;
        let len = checked_len(x.shape())?;
        let first = start.checked_mul(size_of::<T>()).ok_or_else(|| Error::value("host_slice", "no such element"))?;
        buffer.range("host_slice", first, len * size_of::<T>())?;
        buffer.read_on(&self.stream)?;
        self.synchronize()?;
        Ok(HostSlice { buffer, start, len, elements: PhantomData })
    }

    /// As [`host_slice`](Gpu::host_slice), to write. The array is of this handle from then on.
    ///
    /// # Errors
    /// As for [`host_slice`](Gpu::host_slice).
    pub fn host_slice_mut<'a, T: Number>(&self, x: &'a mut impl TypedArray<Self, Element = T>) -> Result<&'a mut [T]> {
        self.refuse_capture("host_slice_mut")?;
        let len = checked_len(x.shape())?;
        let buffer = x.buffer_mut_on(self)?;
        self.check_host_access("host_slice_mut", &buffer)?;
        let address = buffer.range("host_slice_mut", 0, len * size_of::<T>())?;
        buffer.write_on(&self.stream)?;
        self.synchronize()?;
        // SAFETY: the range is inside the buffer, which nobody else has as long as the array is borrowed; what used it is
        // done. Numbers have any bits.
        Ok(unsafe { slice::from_raw_parts_mut(address as *mut T, len) })
    }

    /// An error if the host may not use a buffer: launches of a graph that holds it could write it at any time.
    fn check_host_access(&self, op: &'static str, buffer: &Buffer<D>) -> Result<()> {
        if !buffer.is_managed() {
            return Err(Error::value(op, "the array is not in managed memory: make it with a handle of managed()"));
        }
        match self.stream.pool().is_held(buffer.address()) {
            true => Err(Error::value(op, "a graph uses the array's memory")),
            false => Ok(()),
        }
    }
}
