//! [`Memory`]: copies to and from the host go through the queue, in whole words.

use crate::buffer::Buffer;
use crate::device::Wgpu;
use xparray_ir::backend::{DeviceBuffer, Download, Memory, MemoryStats};
use xparray_ir::{Error, Result};

/// Bytes of a word, in which buffers are copied.
const WORD: usize = 4;

fn check(op: &'static str, bytes: usize, start: usize, buffer: &Buffer) -> Result<()> {
    match start.checked_add(bytes) {
        Some(end) if end <= buffer.bytes() => Ok(()),
        _ => Err(Error::value(op, format!("{bytes} bytes from byte {start} of a buffer of {}", buffer.bytes()))),
    }
}

impl Wgpu {
    /// The buffer, if it is of this device.
    pub(crate) fn raw<'a>(&self, op: &'static str, buffer: &'a Buffer) -> Result<&'a wgpu::Buffer> {
        let own = std::sync::Arc::ptr_eq(buffer.device(), &self.device);
        buffer.raw().filter(|_| own).ok_or_else(|| Error::value(op, "a buffer of another device"))
    }

    /// Writes bytes from byte `start` on, which is a word's.
    pub(crate) fn write(&self, src: &[u8], start: usize, dst: &Buffer) -> Result<()> {
        let raw = self.raw("upload", dst)?;
        let (whole, rest) = src.split_at(src.len() / WORD * WORD);
        self.device.queue.write(raw, start as u64, whole);
        if !rest.is_empty() {
            let at = start + whole.len();
            let mut word = [0; WORD];
            // What follows in the last word stays.
            if dst.bytes() > at + rest.len() {
                let there = (dst.bytes() - at).min(WORD);
                self.download(dst, at, &mut word[..there])?;
            }
            word[..rest.len()].copy_from_slice(rest);
            self.device.queue.write(raw, at as u64, &word);
        }
        Ok(())
    }
}

impl Memory for Wgpu {
    type Buffer = Buffer;

    fn alloc(&self, bytes: usize) -> Result<Buffer> {
        let raw = self.device.pool.take(&self.device, bytes)?;
        Ok(Buffer::new(raw, bytes, self.device.clone()))
    }

    fn upload(&self, src: &[u8], dst: &mut Buffer) -> Result<()> {
        check("upload", src.len(), 0, dst)?;
        self.write(src, 0, dst)
    }

    fn download(&self, src: &Buffer, start: usize, dst: &mut [u8]) -> Result<()> {
        check("download", dst.len(), start, src)?;
        let raw = self.raw("download", src)?;
        self.device.queue.read(&self.device, &self.stream, raw, start, dst)
    }

    fn readback(&self, src: &Buffer, start: usize, bytes: usize) -> Download {
        let found = check("download", bytes, start, src).and_then(|()| self.raw("download", src));
        let reading = found.map(|raw| self.device.queue.reading(&self.device, &self.stream, raw, start, bytes));
        let (device, stream) = (self.device.clone(), self.stream.clone());
        Box::pin(async move { reading?.finished(&device, &stream).await })
    }

    fn copy(&self, src: &Buffer, dst: &mut Buffer, bytes: usize) -> Result<()> {
        check("copy", bytes, 0, src)?;
        check("copy", bytes, 0, dst)?;
        let whole = if dst.bytes() == bytes { bytes.next_multiple_of(WORD) } else { bytes / WORD * WORD };
        let (from, to) = (self.raw("copy", src)?, self.raw("copy", dst)?);
        self.device.queue.copy(&self.device, (from, 0), (to, 0), whole as u64);
        if whole < bytes {
            let mut rest = [0; WORD];
            let rest = &mut rest[..bytes - whole];
            self.download(src, whole, rest)?;
            self.write(rest, whole, dst)?;
        }
        Ok(())
    }

    fn copy_from(&self, other: &Self, src: &Buffer, dst: &mut Buffer, bytes: usize) -> Result<()> {
        if std::sync::Arc::ptr_eq(&self.device, &other.device) {
            return self.copy(src, dst, bytes);
        }
        let mut host = vec![0; bytes];
        other.download(src, 0, &mut host)?;
        self.upload(&host, dst)
    }

    fn memory_stats(&self) -> MemoryStats {
        self.device.pool.stats()
    }

    fn set_memory_limit(&self, bytes: Option<usize>) {
        self.device.pool.set_limit(&self.device, bytes);
        // What is computed on the host comes back.
        self.device.host.set_memory_limit(bytes);
    }

    fn free_all_blocks(&self) {
        self.device.tables.forget();
        self.device.pool.free_all(&self.device);
    }
}
