//! [`Memory`] of a GPU.

use crate::args::ByValue;
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use crate::staging::Staging;
use xparray_ir::Result;
use xparray_ir::backend::{DlDevice, Memory, MemoryStats, Owner, Streams, copy_each};
use xparray_kernels::Routine;

impl<D: Driver> Memory for Gpu<D> {
    type Buffer = Buffer<D>;

    fn alloc(&self, bytes: usize) -> Result<Buffer<D>> {
        self.alloc_buffer(bytes)
    }

    unsafe fn adopt(&self, address: u64, bytes: usize, owner: Owner) -> Result<Option<Buffer<D>>> {
        if address == 0 || !address.is_multiple_of(256) {
            return Ok(None);
        }
        // SAFETY: the caller's promise.
        unsafe { self.foreign_buffer(address, bytes, owner) }.map(Some)
    }

    fn dlpack_device(&self) -> Option<DlDevice> {
        let device_id = i32::try_from(self.device().id).ok()?;
        D::DLPACK.map(|device_type| DlDevice { device_type, device_id })
    }

    fn upload(&self, src: &[u8], dst: &mut Buffer<D>) -> Result<()> {
        dst.check_device("upload", self.device())?;
        self.refuse_capture("upload")?;
        let address = dst.range("upload", 0, src.len())?;
        if src.is_empty() {
            return Ok(());
        }
        dst.write_on(&self.stream)?;
        let _steady = self.stream.enter()?;
        // SAFETY: the range is inside the buffer, which other streams are done with when this one writes.
        unsafe { Staging::upload(self.device(), src, address, self.raw_stream()) }
    }

    fn download(&self, src: &Buffer<D>, start: usize, dst: &mut [u8]) -> Result<()> {
        src.check_device("download", self.device())?;
        self.refuse_capture("download")?;
        let address = src.range("download", start, dst.len())?;
        if !dst.is_empty() {
            src.read_on(&self.stream)?;
            let steady = self.stream.enter()?;
            // SAFETY: the range is inside the buffer, and the stream is synchronised below, whatever this returns.
            let copied = unsafe { Staging::download(self.device(), address, dst, self.raw_stream()) };
            drop(steady);
            let done = self.synchronize();
            return copied.and(done);
        }
        self.synchronize()
    }

    fn copy(&self, src: &Buffer<D>, dst: &mut Buffer<D>, bytes: usize) -> Result<()> {
        dst.check_device("copy", self.device())?;
        let (from, to) = (src.range("copy", 0, bytes)?, dst.range("copy", 0, bytes)?);
        if bytes == 0 {
            return Ok(());
        }
        src.read_on(&self.stream)?;
        dst.write_on(&self.stream)?;
        let near = src.device().id == self.device().id;
        if !near {
            src.order_before(&self.stream)?;
        }
        let _steady = self.stream.enter()?;
        if near {
            // SAFETY: both ranges are inside their buffers, which are ordered on this stream.
            return unsafe { self.driver()?.copy(from, to, bytes, self.raw_stream()) };
        }
        let other = src.device().driver()?;
        // SAFETY: as above; the copy is queued on this device.
        unsafe { self.driver()?.copy_from(other, from, to, bytes, self.raw_stream()) }
    }

    fn copy_all(&self, copies: &mut [(&Buffer<D>, &mut Buffer<D>)]) -> Result<()> {
        copies.chunks_mut(AT_ONCE).try_for_each(|copies| self.copy_together(copies))
    }

    fn copies_at_once(&self) -> usize {
        AT_ONCE
    }

    fn memory_stats(&self) -> MemoryStats {
        self.stream.pool().stats()
    }

    fn set_memory_limit(&self, bytes: Option<usize>) {
        self.stream.pool().set_limit(bytes);
    }

    fn free_all_blocks(&self) {
        // A lost device has nothing to give back, and its next use says so.
        if let Ok(driver) = self.driver() {
            let _ = self.stream.pool().free_all(driver);
        }
    }
}

impl<D: Driver> Gpu<D> {
    /// Sets the first `bytes` bytes of a buffer.
    ///
    /// # Errors
    /// `Error::Value` beyond the buffer.
    pub fn fill_bytes(&self, dst: &mut Buffer<D>, value: u8, bytes: usize) -> Result<()> {
        dst.check_device("fill", self.device())?;
        let address = dst.range("fill", 0, bytes)?;
        dst.write_on(&self.stream)?;
        let _steady = self.stream.enter()?;
        // SAFETY: the range is inside the buffer, which is ordered on this stream.
        unsafe { self.driver()?.fill(address, value, bytes, self.raw_stream()) }
    }
}

/// So many copies are one launch.
const AT_ONCE: usize = 24;
/// Bytes that a block of it copies at least, where there are so many.
const BYTES: usize = 32 << 10;
/// Threads of a block.
const THREADS: u32 = 256;

/// The argument of the launch.
#[derive(Clone, Copy)]
#[repr(C)]
struct Copies {
    from: [u64; AT_ONCE],
    to: [u64; AT_ONCE],
    bytes: [u64; AT_ONCE],
}

// SAFETY: numbers of one size have nothing between them.
unsafe impl bytemuck::NoUninit for Copies {}

impl<D: Driver> Gpu<D> {
    /// Copies up to [`AT_ONCE`] buffers.
    fn copy_together(&self, copies: &mut [(&Buffer<D>, &mut Buffer<D>)]) -> Result<()> {
        let alone = |(src, dst): &(&Buffer<D>, &mut Buffer<D>)| {
            let aligned = (src.address() | dst.address()).is_multiple_of(16);
            !aligned || src.device().id != self.device().id
        };
        if copies.len() < 2 || copies.iter().any(alone) {
            return copy_each(self, copies);
        }
        let mut all = Copies { from: [0; AT_ONCE], to: [0; AT_ONCE], bytes: [0; AT_ONCE] };
        for (k, (src, dst)) in copies.iter().enumerate() {
            dst.check_device("copy", self.device())?;
            (all.from[k], all.to[k]) = (src.range("copy", 0, dst.bytes())?, dst.address());
            all.bytes[k] = dst.bytes() as u64;
            src.read_on(&self.stream)?;
            dst.write_on(&self.stream)?;
        }
        let longest = copies.iter().map(|(_, dst)| dst.bytes()).max().unwrap_or(0);
        let (count, parts) = (copies.len(), longest.div_ceil(BYTES).clamp(1, 4 * self.units()));
        // SAFETY: the kernel declares these; it copies as many bytes as both buffers of a pair have, which are ordered on
        // this stream.
        unsafe {
            let args = (ByValue(all), count as u32);
            self.run(&Routine::copies(AT_ONCE), "xp_copies", count * parts, THREADS, args)
        }
    }
}
