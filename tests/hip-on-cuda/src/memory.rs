//! What memory there is.

use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How memory was allocated, and so how it is freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `hipMalloc`.
    Device,
    /// `hipMallocAsync`.
    Pool,
    /// `hipHostMalloc`.
    Host,
    /// `hipMallocManaged`: of the device and of the host.
    Managed,
}

/// An allocation.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    pub bytes: usize,
    pub kind: Kind,
    /// The device, also of pinned memory.
    pub device: c_int,
}

type Blocks = BTreeMap<usize, Block>;

static BLOCKS: Mutex<Blocks> = Mutex::new(Blocks::new());

fn blocks() -> MutexGuard<'static, Blocks> {
    BLOCKS.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn insert(address: usize, block: Block) {
    if let Some(old) = blocks().insert(address, block) {
        misuse!("{address:#x} is given twice, first as {old:?}");
    }
}

/// Forgets an allocation, which is of one of these kinds.
pub fn remove(address: usize, kinds: &[Kind]) -> Block {
    match blocks().remove(&address) {
        Some(block) if kinds.contains(&block.kind) => block,
        Some(block) => misuse!("{address:#x} was allocated otherwise: {block:?}"),
        None => misuse!("{address:#x} is not the address of an allocation"),
    }
}

/// The allocation that an address is in, and where in it.
fn find(address: usize) -> Option<(usize, Block)> {
    let blocks = blocks();
    let (start, block) = blocks.range(..=address).next_back()?;
    (address - start < block.bytes).then_some((address - start, *block))
}

/// Checks that a range lies in one allocation of a device.
#[track_caller]
pub fn device_range<T>(what: &str, address: *const T, bytes: usize, device: c_int) {
    let address = address.cast::<c_void>();
    if bytes == 0 {
        return;
    }
    match find(address.addr()) {
        None => misuse!("{what}: {address:p} is in no allocation"),
        Some((_, block)) if block.kind == Kind::Host => misuse!("{what}: {address:p} is host memory"),
        Some((at, block)) if at + bytes > block.bytes => {
            misuse!("{what}: {bytes} bytes at {at} of an allocation of {}", block.bytes)
        }
        Some((_, block)) if block.device != device => {
            misuse!("{what}: memory of device {} on device {device}", block.device)
        }
        Some(_) => {}
    }
}

/// Checks that a range is memory of the host: not of a device alone, and not beyond an allocation.
#[track_caller]
pub fn host_range<T>(what: &str, address: *const T, bytes: usize) {
    let address = address.cast::<c_void>();
    if bytes == 0 {
        return;
    }
    if address.is_null() {
        misuse!("{what} is null");
    }
    match find(address.addr()) {
        Some((_, block)) if matches!(block.kind, Kind::Device | Kind::Pool) => {
            misuse!("{what}: {address:p} is memory of a device")
        }
        Some((at, block)) if at + bytes > block.bytes => {
            misuse!("{what}: {bytes} bytes at {at} of an allocation of {}", block.bytes)
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ptr::{null, without_provenance};

    /// An allocation of 64 bytes for one test.
    fn block(address: usize, kind: Kind, device: c_int) -> *const u8 {
        insert(address, Block { bytes: 64, kind, device });
        without_provenance(address)
    }

    #[test]
    fn ranges_inside_are_fine() {
        let p = block(0x1000, Kind::Pool, 0);
        device_range("x", p, 64, 0);
        device_range("x", p.wrapping_add(60), 4, 0);
        device_range("x", null::<u8>(), 0, 0);
        host_range("x", &0u8, 1);
        assert_eq!(remove(0x1000, &[Kind::Pool]).bytes, 64);
    }

    #[test]
    #[should_panic(expected = "8 bytes at 60 of an allocation of 64")]
    fn beyond_the_end() {
        device_range("x", block(0x2000, Kind::Device, 0).wrapping_add(60), 8, 0);
    }

    #[test]
    #[should_panic(expected = "is in no allocation")]
    fn freed() {
        let p = block(0x3000, Kind::Device, 0);
        remove(0x3000, &[Kind::Device]);
        device_range("x", p, 1, 0);
    }

    #[test]
    #[should_panic(expected = "memory of device 1 on device 0")]
    fn of_another_device() {
        device_range("x", block(0x4000, Kind::Device, 1), 1, 0);
    }

    #[test]
    #[should_panic(expected = "is host memory")]
    fn on_the_host() {
        device_range("x", block(0x5000, Kind::Host, 0), 1, 0);
    }

    #[test]
    #[should_panic(expected = "is memory of a device")]
    fn on_the_device() {
        host_range("x", block(0x6000, Kind::Pool, 0), 1);
    }

    #[test]
    fn managed_memory_is_on_both() {
        let p = block(0x8000, Kind::Managed, 0);
        device_range("x", p, 64, 0);
        host_range("x", p, 64);
    }

    #[test]
    #[should_panic(expected = "was allocated otherwise")]
    fn freed_otherwise() {
        block(0x7000, Kind::Pool, 0);
        remove(0x7000, &[Kind::Host]);
    }
}
