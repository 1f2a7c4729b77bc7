//! `Memory`: blocks of the pool.

use crate::device::Cpu;
use crate::pool::{Block, OutOfMemory};
use std::ptr::NonNull;
use xparray_ir::backend::{DeviceBuffer, DlDevice, Memory, MemoryStats, Owner};
use xparray_ir::{Error, Result};

/// The pool's error as the crate's.
pub(crate) fn out_of_memory(error: OutOfMemory) -> Error {
    let OutOfMemory { asked, used, limit } = error;
    Error::OutOfMemory { asked, used, limit, device: "cpu".to_owned() }
}

// SAFETY: a block keeps its length, and its memory, aligned to a cache line, is its own until it is dropped.
unsafe impl DeviceBuffer for Block {
    fn bytes(&self) -> usize {
        self.len()
    }

    fn address(&self) -> Option<u64> {
        Some(self.as_ptr().addr() as u64)
    }
}

fn check(op: &'static str, bytes: usize, start: usize, block: &Block) -> Result<()> {
    match start.checked_add(bytes) {
        Some(end) if end <= block.len() => Ok(()),
        _ => Err(Error::value(op, format!("{bytes} bytes from byte {start} of a buffer of {}", block.len()))),
    }
}

impl Memory for Cpu {
    type Buffer = Block;

    fn alloc(&self, bytes: usize) -> Result<Block> {
        self.pool().alloc(bytes).map_err(out_of_memory)
    }

    unsafe fn adopt(&self, address: u64, bytes: usize, owner: Owner) -> Result<Option<Block>> {
        let start = usize::try_from(address)
            .ok()
            .and_then(|address| NonNull::new(std::ptr::with_exposed_provenance_mut(address)));
        // SAFETY: the caller's promise.
        Ok(start.and_then(|start| unsafe { self.pool().adopt(start, bytes, owner) }))
    }

    fn dlpack_device(&self) -> Option<DlDevice> {
        Some(DlDevice { device_type: DlDevice::CPU, device_id: 0 })
    }

    fn upload(&self, src: &[u8], dst: &mut Block) -> Result<()> {
        check("upload", src.len(), 0, dst)?;
        // SAFETY: the block holds as many bytes, and `&mut` makes it ours.
        unsafe { std::ptr::copy_nonoverlapping(src.as_ptr(), dst.as_ptr(), src.len()) };
        Ok(())
    }

    fn download(&self, src: &Block, start: usize, dst: &mut [u8]) -> Result<()> {
        check("download", dst.len(), start, src)?;
        // SAFETY: the range lies in the block; arrays only hold blocks that were written.
        unsafe { std::ptr::copy_nonoverlapping(src.as_ptr().add(start), dst.as_mut_ptr(), dst.len()) };
        Ok(())
    }

    fn copy(&self, src: &Block, dst: &mut Block, bytes: usize) -> Result<()> {
        check("copy", bytes, 0, src)?;
        check("copy", bytes, 0, dst)?;
        // SAFETY: both blocks hold as many bytes, and two blocks never overlap.
        unsafe { std::ptr::copy_nonoverlapping(src.as_ptr(), dst.as_ptr(), bytes) };
        Ok(())
    }

    fn memory_stats(&self) -> MemoryStats {
        let pool = self.pool();
        MemoryStats { used_bytes: pool.used_bytes(), total_bytes: pool.total_bytes(), limit: pool.limit() }
    }

    fn set_memory_limit(&self, bytes: Option<usize>) {
        self.pool().set_limit(bytes);
    }

    fn free_all_blocks(&self) {
        self.pool().free_all_blocks();
    }
}
