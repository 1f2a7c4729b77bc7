//! Memory that kernels may use: allocations with what is known of them, and a gap before and behind each.

use crate::machine::fault::Fault;
use std::alloc::{Layout, alloc, dealloc};
use std::collections::BTreeMap;
use std::ptr;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How memory was allocated, and so how it is freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `hipMalloc`.
    Device,
    /// `hipMallocAsync`.
    Pool,
    /// `hipHostMalloc`.
    Host,
    /// `hipHostRegister`: memory of the host that has an owner.
    Registered,
    /// `hipMallocManaged`: of the device and of the host.
    Managed,
    /// A loaded code object.
    Code,
    /// The arguments of a launch.
    Arguments,
}

/// What fresh memory holds: as a float it is no number, as an index it is far outside.
pub const PATTERN: u8 = 0xc7;
/// Bytes of nobody around an allocation.
const GAP: usize = 256;
const ALIGNMENT: usize = 256;

/// An allocation.
pub struct Allocation {
    pub start: usize,
    pub bytes: usize,
    pub kind: Kind,
    pub device: i32,
    /// Which bytes were written; none where the host writes as it likes.
    written: Option<Box<[AtomicU8]>>,
    layout: Option<Layout>,
}

impl Allocation {
    /// Fresh memory; none if there is not enough.
    pub fn new(bytes: usize, kind: Kind, device: i32) -> Option<Self> {
        let layout = Layout::from_size_align(bytes.checked_add(2 * GAP)?, ALIGNMENT).ok()?;
        // SAFETY: the layout is not empty.
        let memory = unsafe { alloc(layout) };
        if memory.is_null() {
            return None;
        }
        // SAFETY: so many bytes were allocated.
        unsafe { ptr::write_bytes(memory, PATTERN, layout.size()) };
        let written = matches!(kind, Kind::Device | Kind::Pool).then(|| {
            let zeros = vec![0u8; bytes].into_boxed_slice();
            // SAFETY: the types have one layout.
            unsafe { Box::from_raw(Box::into_raw(zeros) as *mut [AtomicU8]) }
        });
        Some(Self { start: memory.addr() + GAP, bytes, kind, device, written, layout: Some(layout) })
    }

    /// Memory of somebody else.
    pub fn registered(start: usize, bytes: usize, device: i32) -> Self {
        Self { start, bytes, kind: Kind::Registered, device, written: None, layout: None }
    }

    /// Whether what is around it is as it was.
    pub fn is_whole(&self) -> bool {
        let intact = |from: usize| {
            // SAFETY: the gaps are part of what was allocated, and live as long as this.
            (from..from + GAP).all(|at| unsafe { ptr::with_exposed_provenance::<u8>(at).read_volatile() } == PATTERN)
        };
        self.layout.is_none() || (intact(self.start - GAP) && intact(self.start + self.bytes))
    }

    /// Marks bytes as written.
    pub fn wrote(&self, address: usize, bytes: usize) {
        if let Some(written) = &self.written {
            let at = address - self.start;
            written[at..at + bytes].iter().for_each(|byte| byte.store(1, Ordering::Relaxed));
        }
    }

    /// Whether all of these bytes were written.
    pub fn is_written(&self, address: usize, bytes: usize) -> bool {
        let at = address - self.start;
        // No byte is another number than 0 or 1, so all can be looked at before one is judged.
        let all = |written: &[AtomicU8]| {
            written[at..at + bytes].iter().fold(1, |all, byte| all & byte.load(Ordering::Relaxed)) != 0
        };
        self.written.as_deref().is_none_or(all)
    }

    /// Whether one of these bytes was written. Bytes and halves are changed in the word that they are in, which is looked at whole and
    /// exchanged if nobody has changed it meanwhile: what nobody wrote beside them stays as it is.
    pub fn is_partly_written(&self, address: usize, bytes: usize) -> bool {
        (address..address + bytes).any(|byte| self.is_written(byte, 1))
    }

    /// Marks bytes as written where those of another range are.
    pub fn wrote_as(&self, address: usize, from: &Self, source: usize, bytes: usize) {
        if let Some(written) = &self.written {
            for (k, byte) in written[address - self.start..][..bytes].iter().enumerate() {
                byte.store(u8::from(from.is_written(source + k, 1)), Ordering::Relaxed);
            }
        }
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        if let Some(layout) = self.layout {
            // SAFETY: it was allocated with this layout, and nobody refers to it any more.
            unsafe { dealloc(ptr::with_exposed_provenance_mut(self.start - GAP), layout) };
        }
    }
}

/// All allocations, as a launch sees them.
#[derive(Clone, Default)]
pub struct Space {
    blocks: Vec<Arc<Allocation>>,
}

impl Space {
    /// The place of the allocation that an address is in.
    pub fn find(&self, address: usize) -> Option<usize> {
        let after = self.blocks.partition_point(|block| block.start <= address);
        let place = after.checked_sub(1)?;
        let block = &self.blocks[place];
        (address - block.start < block.bytes.max(1)).then_some(place)
    }

    /// The allocation that holds a range; `hint` is where the last one was found.
    pub fn range(&self, address: usize, bytes: usize, hint: &mut usize) -> Result<&Allocation, Fault> {
        let holds = |block: &Allocation| address >= block.start && address - block.start < block.bytes;
        if !self.blocks.get(*hint).is_some_and(|block| holds(block)) {
            *hint = self.find(address).ok_or_else(|| Fault::new(format!("{address:#x} is in no allocation")))?;
        }
        let block = &self.blocks[*hint];
        let at = address - block.start;
        match at + bytes <= block.bytes {
            true => Ok(block),
            false => {
                Err(Fault::new(format!("{bytes} bytes at {at} of an allocation of {} ({:?})", block.bytes, block.kind)))
            }
        }
    }
}

struct Live {
    blocks: BTreeMap<usize, Arc<Allocation>>,
    seen: Option<Arc<Space>>,
}

static LIVE: Mutex<Live> = Mutex::new(Live { blocks: BTreeMap::new(), seen: None });

fn live() -> MutexGuard<'static, Live> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes an allocation known. Its address.
pub fn insert(allocation: Allocation) -> usize {
    let start = allocation.start;
    // Kernels find it by a number.
    let _ = ptr::with_exposed_provenance::<u8>(start);
    let mut live = live();
    live.seen = None;
    live.blocks.insert(start, Arc::new(allocation));
    start
}

/// Forgets an allocation. Launches that still know it keep its memory.
pub fn remove(start: usize) -> Option<Arc<Allocation>> {
    let mut live = live();
    live.seen = None;
    live.blocks.remove(&start)
}

/// The allocation that begins at an address.
pub fn at(start: usize) -> Option<Arc<Allocation>> {
    live().blocks.get(&start).cloned()
}

/// The allocation that an address is in.
pub fn around(address: usize) -> Option<Arc<Allocation>> {
    let space = seen();
    space.find(address).map(|place| space.blocks[place].clone())
}

/// Everything that is there.
pub fn seen() -> Arc<Space> {
    let mut live = live();
    if live.seen.is_none() {
        live.seen = Some(Arc::new(Space { blocks: live.blocks.values().cloned().collect() }));
    }
    live.seen.clone().unwrap_or_default()
}

/// Bytes of the device's memory that are in use.
pub fn used() -> usize {
    let of_device = |block: &&Arc<Allocation>| matches!(block.kind, Kind::Device | Kind::Pool | Kind::Managed);
    live().blocks.values().filter(of_device).map(|block| block.bytes).sum()
}

/// Reads a piece of 1, 2, 4 or 8 bytes, whole if it is aligned.
///
/// # Safety
/// The bytes are of a live allocation.
pub unsafe fn read(address: usize, bytes: usize) -> u64 {
    // SAFETY: the caller's promise; a piece is aligned where it is read as one.
    unsafe {
        match bytes {
            8 if address.is_multiple_of(8) => {
                AtomicU64::from_ptr(ptr::with_exposed_provenance_mut(address)).load(Ordering::Relaxed)
            }
            4 if address.is_multiple_of(4) => {
                AtomicU32::from_ptr(ptr::with_exposed_provenance_mut(address)).load(Ordering::Relaxed).into()
            }
            1 => AtomicU8::from_ptr(ptr::with_exposed_provenance_mut(address)).load(Ordering::Relaxed).into(),
            _ => (0..bytes).map(|k| read(address + k, 1) << (8 * k)).sum(),
        }
    }
}

/// Writes a piece of 1, 2, 4 or 8 bytes, whole if it is aligned.
///
/// # Safety
/// The bytes are of a live allocation.
pub unsafe fn write(address: usize, bytes: usize, value: u64) {
    // SAFETY: the caller's promise; a piece is aligned where it is written as one.
    unsafe {
        match bytes {
            8 if address.is_multiple_of(8) => {
                AtomicU64::from_ptr(ptr::with_exposed_provenance_mut(address)).store(value, Ordering::Relaxed)
            }
            4 if address.is_multiple_of(4) => {
                AtomicU32::from_ptr(ptr::with_exposed_provenance_mut(address)).store(value as u32, Ordering::Relaxed)
            }
            1 => AtomicU8::from_ptr(ptr::with_exposed_provenance_mut(address)).store(value as u8, Ordering::Relaxed),
            _ => (0..bytes).for_each(|k| write(address + k, 1, value >> (8 * k))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_lie_in_one_allocation() {
        let start = insert(Allocation::new(64, Kind::Device, 0).unwrap());
        let (space, mut hint) = (seen(), 0);
        let block = space.range(start + 60, 4, &mut hint).unwrap();
        assert!(!block.is_written(start + 60, 4));
        block.wrote(start + 60, 4);
        assert!(block.is_written(start + 60, 4) && !block.is_written(start + 59, 4) && block.is_whole());
        assert!(space.range(start + 61, 4, &mut hint).is_err());
        assert!(space.range(start - 1, 1, &mut hint).is_err());
        // SAFETY: the allocation is there.
        unsafe {
            write(start + 1, 8, 0x0102_0304_0506_0708);
            assert_eq!(read(start + 1, 8), 0x0102_0304_0506_0708);
            assert_eq!(read(start, 1), u64::from(PATTERN));
        }
        remove(start);
        assert!(seen().range(start, 1, &mut hint).is_err());
    }

    #[test]
    fn what_is_written_beside_is_seen() {
        let block = Allocation::new(10, Kind::Host, 0).unwrap();
        // SAFETY: the gap belongs to the allocation.
        unsafe { write(block.start + 10, 1, 0) };
        assert!(!block.is_whole());
    }
}
