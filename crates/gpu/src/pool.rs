//! A caching pool of device memory, ordered by streams.
//!
//! A block given back stays with the stream that used it, which may have it again at once: its earlier work comes
//! first anyway. Another stream may have it too, after an event.
//!
//! With `XPARRAY_EXACT_ALLOC` set, sizes are rounded up only to the words that atomic operations need, so that a memory
//! checker sees accesses behind a buffer.

use crate::capture::by_another_thread;
use crate::device::Device;
use crate::driver::{Driver, RawStream};
use crate::stream::Home;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use std::env;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use xparray_ir::backend::MemoryStats;
use xparray_ir::{Error, Result};

/// Sizes are multiples of this.
const GRAIN: usize = 512;
/// The coarsest step between size classes.
const MAX_STEP: usize = 32 << 20;

/// Whether sizes are nearly what was asked for.
static EXACT: LazyLock<bool> =
    LazyLock::new(|| env::var_os("XPARRAY_EXACT_ALLOC").is_some_and(|value| !value.is_empty()));

/// What blocks that stand in for each other have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Class {
    size: usize,
    /// Memory that moves between the device and the host.
    pub managed: bool,
}

impl Class {
    /// Of memory that is not a pool's.
    pub fn of_owner(bytes: usize) -> Self {
        Self { size: bytes, managed: false }
    }

    /// The bytes of a block.
    pub fn size(self) -> usize {
        self.size
    }
}

/// Memory from the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub address: u64,
    pub class: Class,
}

/// Addresses of free blocks by class.
pub(crate) type Blocks = FxHashMap<Class, Vec<u64>>;

/// A block that graphs hold.
#[derive(Default)]
struct Hold {
    /// How many.
    graphs: usize,
    /// Its class and stream once it is released.
    parked: Option<(Class, Home)>,
}

#[derive(Default)]
struct State {
    /// By the stream that last used them.
    shelves: Vec<(Home, Blocks)>,
    /// Of streams that are gone, their work done.
    idle: Blocks,
    /// By address.
    holds: FxHashMap<u64, Hold>,
    /// Streams whose work is being captured: nothing may be queued there, so their shelves are theirs alone.
    captured: Vec<u64>,
    stats: MemoryStats,
}

/// The pool of one device.
#[derive(Default)]
pub(crate) struct Pool(Mutex<State>);

/// The size that is allocated for a number of bytes: steps of an eighth of the power of two below, so that nearby
/// sizes share blocks and little is wasted.
fn size_class(bytes: usize) -> Option<usize> {
    if *EXACT {
        return bytes.max(1).checked_next_multiple_of(4).filter(|&size| size <= isize::MAX as usize);
    }
    let bytes = bytes.max(GRAIN);
    let step = ((1usize << bytes.ilog2()) >> 3).clamp(GRAIN, MAX_STEP);
    bytes.checked_next_multiple_of(step).filter(|&size| size <= isize::MAX as usize)
}

/// The class of a stream's blocks for a number of bytes.
fn class(bytes: usize, home: Home) -> Option<Class> {
    Some(Class { size: size_class(bytes)?, managed: home.managed })
}

fn take(blocks: &mut Blocks, class: Class) -> Option<u64> {
    blocks.get_mut(&class)?.pop()
}

impl Pool {
    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing below panics between changes that belong together.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Memory for use on a stream of the device.
    pub fn alloc<D: Driver>(&self, device: &Device<D>, bytes: usize, home: Home) -> Result<Block> {
        let mut state = self.state();
        if state.captured.contains(&home.id) {
            return Err(by_another_thread());
        }
        let class = class(bytes, home).ok_or_else(|| state.out_of_memory(bytes, device.name()))?;
        let address = match state.own(class, home) {
            Some(address) => Some(address),
            None => state.obtain(device.driver()?, class, home)?,
        };
        let address = address.ok_or_else(|| state.out_of_memory(bytes, device.name()))?;
        state.stats.used_bytes += class.size;
        Ok(Block { address, class })
    }

    /// Memory for work of a stream that is being captured, which holds it. `allocated` are the blocks that this capture
    /// had before; new ones are added.
    pub fn alloc_captured<D: Driver>(
        &self,
        device: &Device<D>,
        bytes: usize,
        home: Home,
        allocated: &mut Blocks,
    ) -> Result<Block> {
        let mut state = self.state();
        let class = class(bytes, home).ok_or_else(|| state.out_of_memory(bytes, device.name()))?;
        let before = allocated.entry(class).or_default();
        let mut released = before.iter().copied();
        if let Some(address) = released.find(|address| state.holds.get_mut(address).is_some_and(Hold::unpark)) {
            return Ok(Block { address, class });
        }
        let address = match state.own(class, home) {
            Some(address) => address,
            None => {
                // An allocation on the stream itself would be captured, so it is made and waited for on another.
                let driver = device.driver()?;
                let address = state.fresh(driver, class, RawStream::DEFAULT)?;
                // SAFETY: every device has this stream.
                unsafe { driver.synchronize_stream(RawStream::DEFAULT)? };
                address.ok_or_else(|| state.out_of_memory(bytes, device.name()))?
            }
        };
        state.stats.used_bytes += class.size;
        state.holds.insert(address, Hold { graphs: 1, parked: None });
        before.push(address);
        Ok(Block { address, class })
    }

    /// The error of an allocation outside the pool.
    pub fn exhausted(&self, asked: usize, device: String) -> Error {
        self.state().out_of_memory(asked, device)
    }

    /// Keeps a block that is in use from everybody else, also when it is released.
    pub fn hold(&self, address: u64) {
        self.state().holds.entry(address).or_default().graphs += 1;
    }

    /// Whether a graph holds a block.
    pub fn is_held(&self, address: u64) -> bool {
        self.state().holds.contains_key(&address)
    }

    /// Ends what [`Pool::hold`] and [`Pool::alloc_captured`] began.
    pub fn unhold(&self, addresses: &FxHashSet<u64>) {
        let mut state = self.state();
        for address in addresses {
            let Entry::Occupied(mut hold) = state.holds.entry(*address) else { continue };
            hold.get_mut().graphs -= 1;
            if hold.get().graphs == 0
                && let Some((class, home)) = hold.remove().parked
            {
                state.shelve(Block { address: *address, class }, home);
            }
        }
    }

    /// Nothing may be queued on a stream from now on.
    pub fn begin_capture(&self, stream: u64) {
        self.state().captured.push(stream);
    }

    /// It may again.
    pub fn end_capture(&self, stream: u64) {
        self.state().captured.retain(|captured| *captured != stream);
    }

    /// Takes a block back, which a stream used last.
    pub fn release(&self, block: Block, home: Home) {
        let mut state = self.state();
        match state.holds.get_mut(&block.address) {
            Some(hold) => hold.parked = Some((block.class, home)),
            None => state.shelve(block, home),
        }
    }

    /// Forgets a stream, whose work is done.
    pub fn orphan(&self, stream: u64) {
        let mut state = self.state();
        if let Some(i) = state.shelves.iter().position(|(home, _)| home.id == stream) {
            for (class, blocks) in state.shelves.swap_remove(i).1 {
                state.idle.entry(class).or_default().extend(blocks);
            }
        }
    }

    /// Gives cached blocks back to the device.
    pub fn free_all<D: Driver>(&self, driver: &D) -> Result<()> {
        self.state().free_all(driver)
    }

    /// How many blocks are cached.
    pub fn free_blocks(&self) -> usize {
        let state = self.state();
        let shelves = state.shelves.iter().map(|(_, blocks)| blocks);
        shelves.chain([&state.idle]).flat_map(|blocks| blocks.values()).map(Vec::len).sum()
    }

    pub fn stats(&self) -> MemoryStats {
        self.state().stats
    }

    pub fn set_limit(&self, bytes: Option<usize>) {
        self.state().stats.limit = bytes;
    }
}

impl Hold {
    /// Takes it into use again, if it was released.
    fn unpark(&mut self) -> bool {
        self.parked.take().is_some()
    }
}

impl State {
    /// Adds a block to what is free.
    fn shelve(&mut self, block: Block, home: Home) {
        self.stats.used_bytes -= block.class.size;
        let shelf = match self.shelves.iter().position(|(h, _)| h.id == home.id) {
            Some(i) => i,
            None => {
                self.shelves.push((home, Blocks::default()));
                self.shelves.len() - 1
            }
        };
        self.shelves[shelf].1.entry(block.class).or_default().push(block.address);
    }

    /// A cached block that needs no waiting: the stream's own, or an idle one.
    fn own(&mut self, class: Class, home: Home) -> Option<u64> {
        let own = self.shelves.iter_mut().find(|(h, _)| h.id == home.id);
        own.and_then(|(_, blocks)| take(blocks, class)).or_else(|| take(&mut self.idle, class))
    }

    /// A block where [`State::own`] has none: another stream's after an event, or new memory.
    fn obtain<D: Driver>(&mut self, driver: &D, class: Class, home: Home) -> Result<Option<u64>> {
        let Self { shelves, captured, .. } = self;
        let Some((other, blocks)) = shelves.iter_mut().find(|(home, blocks)| {
            !captured.contains(&home.id) && blocks.get(&class).is_some_and(|free| !free.is_empty())
        }) else {
            return self.fresh(driver, class, home.stream);
        };
        // SAFETY: streams that have a shelf are alive: `orphan` takes it away, under this lock.
        unsafe { home.wait_for(driver, other, driver)? };
        Ok(take(blocks, class))
    }

    /// New memory, for which cached blocks go if they must. `None` if there is still not enough.
    fn fresh<D: Driver>(&mut self, driver: &D, class: Class, stream: RawStream) -> Result<Option<u64>> {
        let Class { size, managed } = class;
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
        let alloc = || unsafe { if managed { driver.alloc_managed(size) } else { driver.alloc(size, stream) } };
        let mut address = alloc()?;
        if address.is_none() {
            self.free_all(driver)?;
            address = alloc()?;
        }
        if address.is_some() {
            self.stats.total_bytes += size;
        }
        Ok(address)
    }

    fn free_all<D: Driver>(&mut self, driver: &D) -> Result<()> {
        let mut result = Ok(());
        let idle = std::mem::take(&mut self.idle);
        let shelves: Vec<_> = self.shelves.extract_if(.., |(home, _)| !self.captured.contains(&home.id)).collect();
        let shelves = shelves.into_iter().map(|(home, blocks)| (home.stream, blocks));
        for (stream, blocks) in shelves.chain([(RawStream::DEFAULT, idle)]) {
            for (Class { size, managed }, addresses) in blocks {
                self.stats.total_bytes -= size * addresses.len();
                if managed {
                    // SAFETY: as in `obtain`. Managed memory is not freed in stream order.
                    result = result.and(unsafe { driver.synchronize_stream(stream) });
                }
                for address in addresses {
                    // SAFETY: nobody has a cached block; its last uses are queued on its stream, or done.
                    result = result.and(unsafe {
                        if managed { driver.free_managed(address) } else { driver.free(address, stream) }
                    });
                }
            }
            // What the driver is told to free in stream order is free when the streams get there.
            // SAFETY: as in `obtain`; nothing is captured there.
            result = result.and(unsafe { driver.synchronize_stream(stream) });
        }
        result.and_then(|()| driver.trim())
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
