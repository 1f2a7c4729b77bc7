//! A caching pool of device memory, ordered by streams.
//!
//! A block given back stays with the stream that used it, which may have it again at once: its earlier work comes
//! first anyway. Another stream may have it too, after an event.

use crate::driver::{Driver, RawStream};
use crate::stream::Home;
use rustc_hash::FxHashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use xparray_core::backend::MemoryStats;
use xparray_core::{Error, Result};

/// Sizes are multiples of this.
const GRAIN: usize = 512;
/// The coarsest step between size classes.
const MAX_STEP: usize = 32 << 20;

/// Memory from the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub address: u64,
    pub size: usize,
}

/// Addresses of free blocks by size.
type Blocks = FxHashMap<usize, Vec<u64>>;

#[derive(Default)]
struct State {
    /// By the stream that last used them.
    shelves: Vec<(Home, Blocks)>,
    /// Of streams that are gone, their work done.
    idle: Blocks,
    stats: MemoryStats,
}

/// The pool of one device.
#[derive(Default)]
pub(crate) struct Pool(Mutex<State>);

/// The size that is allocated for a number of bytes: steps of an eighth of the power of two below, so that nearby
/// sizes share blocks and little is wasted.
fn size_class(bytes: usize) -> Option<usize> {
    let bytes = bytes.max(GRAIN);
    let step = ((1usize << bytes.ilog2()) >> 3).clamp(GRAIN, MAX_STEP);
    bytes.checked_next_multiple_of(step).filter(|&size| size <= isize::MAX as usize)
}

fn take(blocks: &mut Blocks, size: usize) -> Option<u64> {
    blocks.get_mut(&size)?.pop()
}

impl Pool {
    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing below panics between changes that belong together.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Memory for use on a stream. `device` names the device if there is not enough.
    pub fn alloc<D: Driver>(&self, driver: &D, bytes: usize, home: Home, device: impl Fn() -> String) -> Result<Block> {
        let mut state = self.state();
        let size = size_class(bytes).ok_or_else(|| state.out_of_memory(bytes, device()))?;
        let address = match state.reuse(driver, size, home)? {
            Some(address) => address,
            None => state.fresh(driver, size, home)?.ok_or_else(|| state.out_of_memory(bytes, device()))?,
        };
        state.stats.used_bytes += size;
        Ok(Block { address, size })
    }

    /// Takes a block back, which a stream used last.
    pub fn release(&self, block: Block, home: Home) {
        let mut state = self.state();
        state.stats.used_bytes -= block.size;
        let shelf = match state.shelves.iter().position(|(h, _)| h.id == home.id) {
            Some(i) => i,
            None => {
                state.shelves.push((home, Blocks::default()));
                state.shelves.len() - 1
            }
        };
        state.shelves[shelf].1.entry(block.size).or_default().push(block.address);
    }

    /// Forgets a stream, whose work is done.
    pub fn orphan(&self, stream: u64) {
        let mut state = self.state();
        if let Some(i) = state.shelves.iter().position(|(home, _)| home.id == stream) {
            for (size, blocks) in state.shelves.swap_remove(i).1 {
                state.idle.entry(size).or_default().extend(blocks);
            }
        }
    }

    /// Gives cached blocks back to the device.
    pub fn free_all<D: Driver>(&self, driver: &D) -> Result<()> {
        self.state().free_all(driver)
    }

    pub fn stats(&self) -> MemoryStats {
        self.state().stats
    }

    pub fn set_limit(&self, bytes: Option<usize>) {
        self.state().stats.limit = bytes;
    }
}

impl State {
    /// A cached block: the stream's own, an idle one, or another stream's after an event.
    fn reuse<D: Driver>(&mut self, driver: &D, size: usize, home: Home) -> Result<Option<u64>> {
        let own = self.shelves.iter_mut().find(|(h, _)| h.id == home.id);
        if let Some(address) = own.and_then(|(_, blocks)| take(blocks, size)).or_else(|| take(&mut self.idle, size)) {
            return Ok(Some(address));
        }
        let Some((other, blocks)) =
            self.shelves.iter_mut().find(|(_, blocks)| blocks.get(&size).is_some_and(|free| !free.is_empty()))
        else {
            return Ok(None);
        };
        // SAFETY: streams that have a shelf are alive: `orphan` takes it away, under this lock.
        unsafe { home.wait_for(driver, other, driver)? };
        Ok(take(blocks, size))
    }

    /// New memory, for which cached blocks go if they must. `None` if there is still not enough.
    fn fresh<D: Driver>(&mut self, driver: &D, size: usize, home: Home) -> Result<Option<u64>> {
        let exceeds = |stats: &MemoryStats| {
            stats.limit.is_some_and(|limit| stats.total_bytes.checked_add(size).is_none_or(|total| total > limit))
        };
        if exceeds(&self.stats) {
            self.free_all(driver)?;
            if exceeds(&self.stats) {
                return Ok(None);
            }
        }
        // SAFETY: the stream is alive: the caller allocates on it.
        let mut address = unsafe { driver.alloc(size, home.stream)? };
        if address.is_none() {
            self.free_all(driver)?;
            // SAFETY: as above.
            address = unsafe { driver.alloc(size, home.stream)? };
        }
        if address.is_some() {
            self.stats.total_bytes += size;
        }
        Ok(address)
    }

    fn free_all<D: Driver>(&mut self, driver: &D) -> Result<()> {
        let mut result = Ok(());
        let idle = std::mem::take(&mut self.idle);
        let shelves = std::mem::take(&mut self.shelves).into_iter().map(|(home, blocks)| (home.stream, blocks));
        for (stream, blocks) in shelves.chain([(RawStream::DEFAULT, idle)]) {
            for (size, addresses) in blocks {
                self.stats.total_bytes -= size * addresses.len();
                for address in addresses {
                    // SAFETY: nobody has a cached block; its last uses are queued on its stream, or done.
                    result = result.and(unsafe { driver.free(address, stream) });
                }
            }
        }
        // What the driver is told to free in stream order is free when the streams get there.
        result.and_then(|()| driver.synchronize()).and_then(|()| driver.trim())
    }

    fn out_of_memory(&self, asked: usize, device: String) -> Error {
        Error::OutOfMemory { asked, used: self.stats.used_bytes, limit: self.stats.limit, device }
    }
}

#[cfg(test)]
mod tests {
    use super::{GRAIN, MAX_STEP, size_class};

    #[test]
    fn size_classes() {
        assert_eq!(
            [0, 1, 512, 513, 4096, 4097, 9000].map(|n| size_class(n).unwrap()),
            [512, 512, 512, 1024, 4096, 4608, 9216]
        );
        for n in (0..60).map(|k| (1usize << k) + 1) {
            let size = size_class(n).unwrap();
            assert!(
                size >= n && size.is_multiple_of(GRAIN) && size - n <= (n / 8).clamp(GRAIN, MAX_STEP),
                "{n} {size}"
            );
            assert_eq!(size_class(size), Some(size));
        }
        assert_eq!(size_class(usize::MAX), None);
    }
}
