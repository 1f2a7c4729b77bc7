//! A caching pool of pinned host memory, which is slow to allocate.

use crate::device::{Device, Gpu};
use crate::driver::Driver;
use rustc_hash::FxHashMap;
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use xparray_ir::backend::MemoryStats;
use xparray_ir::{Error, Result};

/// The smallest block: a page.
const LEAST: usize = 4096;

#[derive(Default)]
struct State {
    /// Addresses of free blocks, by size.
    free: FxHashMap<usize, Vec<usize>>,
    used: usize,
    total: usize,
}

/// The pinned memory of a device that nobody uses.
#[derive(Default)]
pub(crate) struct PinnedPool(Mutex<State>);

/// Pinned memory, which goes back to the pool when it is dropped.
pub(crate) struct PinnedBlock<D: Driver> {
    memory: NonNull<u8>,
    size: usize,
    device: Arc<Device<D>>,
}

// SAFETY: it owns its memory.
unsafe impl<D: Driver> Send for PinnedBlock<D> {}
// SAFETY: it gives out its address alone.
unsafe impl<D: Driver> Sync for PinnedBlock<D> {}

impl PinnedPool {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Memory of so many bytes, which hold anything; all of them were written.
    pub fn alloc<D: Driver>(device: &Arc<Device<D>>, bytes: usize) -> Result<PinnedBlock<D>> {
        let size = bytes.max(LEAST).checked_next_power_of_two().filter(|&size| size <= isize::MAX as usize);
        let size = size.ok_or_else(|| Error::value("pinned", format!("{bytes} bytes are too many")))?;
        let driver = device.driver()?;
        let mut state = device.pinned.state();
        let cached = state.free.get_mut(&size).and_then(Vec::pop).and_then(|address| NonNull::new(address as *mut u8));
        let memory = match cached {
            Some(memory) => memory,
            None => {
                // SAFETY: the device is bound.
                let alloc = || unsafe { driver.alloc_host(size) };
                let memory = alloc().or_else(|_| {
                    state.free_all(driver);
                    alloc()
                })?;
                let memory = NonNull::new(memory).ok_or_else(|| Error::value("pinned", "no pinned memory"))?;
                // SAFETY: the memory has as many bytes. Whoever has it may read all of it.
                unsafe { memory.write_bytes(0, size) };
                state.total += size;
                memory
            }
        };
        state.used += size;
        Ok(PinnedBlock { memory, size, device: device.clone() })
    }

    /// Gives cached memory back.
    pub fn free_all<D: Driver>(&self, driver: &D) {
        self.state().free_all(driver);
    }
}

impl State {
    fn free_all<D: Driver>(&mut self, driver: &D) {
        for (size, addresses) in self.free.drain() {
            for address in addresses {
                self.total -= size;
                // SAFETY: nobody has a cached block, and copies of it are done. An error has nobody to go to.
                let _ = unsafe { driver.free_host(address as *mut u8) };
            }
        }
    }
}

impl<D: Driver> PinnedBlock<D> {
    pub fn address(&self) -> NonNull<u8> {
        self.memory
    }
}

impl<D: Driver> Drop for PinnedBlock<D> {
    fn drop(&mut self) {
        let mut state = self.device.pinned.state();
        state.used -= self.size;
        state.free.entry(self.size).or_default().push(self.memory.as_ptr().addr());
    }
}

impl<D: Driver> Gpu<D> {
    /// The bytes of pinned memory in use by [`PinnedBuffer`](crate::PinnedBuffer)s, and in all: dropped buffers are kept
    /// for the next ones, whose sizes are powers of two.
    #[doc(alias = "get_default_pinned_memory_pool")]
    pub fn pinned_stats(&self) -> MemoryStats {
        let state = self.device().pinned.state();
        MemoryStats { used_bytes: state.used, total_bytes: state.total, limit: None }
    }

    /// How many blocks of pinned memory are kept for later.
    pub fn free_pinned_blocks(&self) -> usize {
        self.device().pinned.state().free.values().map(Vec::len).sum()
    }

    /// Gives cached pinned memory back to the system.
    pub fn free_all_pinned_blocks(&self) {
        // A lost device has nothing to give back.
        if let Ok(driver) = self.driver() {
            self.device().pinned.free_all(driver);
        }
    }
}
