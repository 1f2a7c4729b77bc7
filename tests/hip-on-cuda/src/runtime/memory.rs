//! Memory: allocation, copies, filling.

use super::codes::hipErrorInvalidValue;
use super::stream::{Stream, here, here_or_default};
use crate::cuda::{borrow, check, chosen, device};
use crate::entry::Table;
use crate::handles::{Handles, out};
use crate::memory::{Block, Kind, device_range, host_range, insert, remove};
use crate::types::*;
use cudarc::driver::sys;
use std::ffi::{c_int, c_uint, c_void};
use std::ptr::{null_mut, without_provenance_mut};
use std::sync::{Mutex, PoisonError};

constants! {
    hipMemAttachGlobal: c_uint = 1;
    hipMemAttachHost: c_uint = 2;
    hipHostMallocPortable: c_uint = 1;
    hipHostMallocMapped: c_uint = 2;
    hipHostMallocWriteCombined: c_uint = 4;
    hipHostMallocNumaUser: c_uint = 0x2000_0000;
    hipHostMallocCoherent: c_uint = 0x4000_0000;
    hipHostMallocNonCoherent: c_uint = 0x8000_0000;
    hipMemcpyHostToHost: hipMemcpyKind = 0;
    hipMemcpyHostToDevice: hipMemcpyKind = 1;
    hipMemcpyDeviceToHost: hipMemcpyKind = 2;
    hipMemcpyDeviceToDevice: hipMemcpyKind = 3;
}

/// A device's default pool.
struct Pool(c_int);

static POOLS: Handles<Pool> = Handles::new("memory pool", 1);

/// Refuses what HIP's graphs do not take.
#[track_caller]
fn not_captured(stream: &Stream) {
    if stream.captured() {
        misuse!("allocation on a stream that is captured");
    }
}

entries! {
    status hipError_t;

    fn hipMalloc(address: *mut *mut c_void, bytes: usize) {
        out("address", address);
        *address = null_mut();
        let device = chosen();
        if bytes > 0 {
            let mut raw = 0;
            check(sys::cuMemAlloc_v2(&mut raw, bytes))?;
            insert(raw as usize, Block { bytes, kind: Kind::Device, device });
            *address = without_provenance_mut(raw as usize);
        }
        Ok(())
    }

    fn hipFree(address: *mut c_void) {
        if !address.is_null() {
            borrow(remove(address.addr(), &[Kind::Device, Kind::Pool, Kind::Managed]).device)?;
            check(sys::cuMemFree_v2(address.addr() as u64))?;
        }
        Ok(())
    }

    fn hipMallocManaged(address: *mut *mut c_void, bytes: usize, flags: c_uint) {
        out("address", address);
        if flags != hipMemAttachGlobal && flags != hipMemAttachHost {
            misuse!("flags of {flags:#x}");
        }
        let device = chosen();
        // HIP refuses an allocation of nothing here.
        if bytes == 0 {
            return Err(hipErrorInvalidValue);
        }
        let mut raw = 0;
        check(sys::cuMemAllocManaged(&mut raw, bytes, flags))?;
        insert(raw as usize, Block { bytes, kind: Kind::Managed, device });
        *address = without_provenance_mut(raw as usize);
        Ok(())
    }

    fn hipMallocAsync(address: *mut *mut c_void, bytes: usize, stream: hipStream_t) {
        out("address", address);
        *address = null_mut();
        let stream = here_or_default(stream);
        not_captured(&stream);
        if bytes > 0 {
            let mut raw = 0;
            check(sys::cuMemAllocAsync(&mut raw, bytes, stream.raw))?;
            insert(raw as usize, Block { bytes, kind: Kind::Pool, device: stream.device });
            *address = without_provenance_mut(raw as usize);
        }
        Ok(())
    }

    fn hipFreeAsync(address: *mut c_void, stream: hipStream_t) {
        if address.is_null() {
            return Err(hipErrorInvalidValue);
        }
        let stream = here_or_default(stream);
        not_captured(&stream);
        let block = remove(address.addr(), &[Kind::Pool]);
        if block.device != stream.device {
            misuse!("memory of device {} on a stream of device {}", block.device, stream.device);
        }
        check(sys::cuMemFreeAsync(address.addr() as u64, stream.raw))
    }

    fn hipDeviceGetDefaultMemPool(pool: *mut hipMemPool_t, index: c_int) {
        // The same one each time.
        static GIVEN: Mutex<Vec<(c_int, usize)>> = Mutex::new(Vec::new());
        out("pool", pool);
        device(index)?;
        let mut given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
        let handle = match given.iter().find(|(of, _)| *of == index) {
            Some((_, handle)) => *handle,
            None => {
                given.push((index, POOLS.insert(Pool(index)).addr()));
                given[given.len() - 1].1
            }
        };
        *pool = without_provenance_mut(handle);
        Ok(())
    }

    fn hipMemPoolTrimTo(pool: hipMemPool_t, keep: usize) {
        let index = POOLS.get(pool).0;
        let mut raw = null_mut();
        check(sys::cuDeviceGetDefaultMemPool(&mut raw, device(index)?.raw))?;
        check(sys::cuMemPoolTrimTo(raw, keep))
    }

    fn hipHostMalloc(address: *mut *mut c_void, bytes: usize, flags: c_uint) {
        let coherence = hipHostMallocCoherent | hipHostMallocNonCoherent;
        let known = hipHostMallocPortable | hipHostMallocMapped | hipHostMallocWriteCombined | hipHostMallocNumaUser;
        if flags & !(known | coherence) != 0 || flags & coherence == coherence {
            misuse!("flags of {flags:#x}");
        }
        out("address", address);
        *address = null_mut();
        let device = chosen();
        if bytes > 0 {
            // CUDA has no coherence to choose, and no nodes.
            let flags = flags & (hipHostMallocPortable | hipHostMallocMapped | hipHostMallocWriteCombined);
            check(sys::cuMemHostAlloc(address, bytes, flags))?;
            insert((*address).addr(), Block { bytes, kind: Kind::Host, device });
        }
        Ok(())
    }

    fn hipHostFree(address: *mut c_void) {
        if !address.is_null() {
            borrow(remove(address.addr(), &[Kind::Host]).device)?;
            check(sys::cuMemFreeHost(address))?;
        }
        Ok(())
    }

    fn hipMemcpyAsync(to: *mut c_void, from: *const c_void, bytes: usize, kind: hipMemcpyKind, stream: hipStream_t) {
        let stream = here(stream);
        let (on, raw) = (stream.device, stream.raw);
        match kind {
            hipMemcpyHostToDevice => {
                host_range("from", from, bytes);
                device_range("to", to, bytes, on);
            }
            hipMemcpyDeviceToHost => {
                device_range("from", from, bytes, on);
                host_range("to", to, bytes);
            }
            hipMemcpyDeviceToDevice => {
                device_range("from", from, bytes, on);
                device_range("to", to, bytes, on);
                if to.addr().abs_diff(from.addr()) < bytes {
                    misuse!("{bytes} bytes from {from:p} to {to:p} overlap");
                }
            }
            other => misuse!("a copy of kind {other}"),
        }
        if bytes == 0 {
            return Ok(());
        }
        let (to_device, from_device) = (to.addr() as u64, from.addr() as u64);
        check(match kind {
            hipMemcpyHostToDevice => sys::cuMemcpyHtoDAsync_v2(to_device, from, bytes, raw),
            hipMemcpyDeviceToHost => sys::cuMemcpyDtoHAsync_v2(to, from_device, bytes, raw),
            _ => sys::cuMemcpyDtoDAsync_v2(to_device, from_device, bytes, raw),
        })
    }

    fn hipMemcpyPeerAsync(
        to: *mut c_void, to_index: c_int, from: *const c_void, from_index: c_int, bytes: usize, stream: hipStream_t,
    ) {
        let stream = here(stream);
        let contexts = [device(to_index)?.context()?, device(from_index)?.context()?];
        device_range("to", to, bytes, to_index);
        device_range("from", from, bytes, from_index);
        if bytes == 0 {
            return Ok(());
        }
        let (to, from) = (to.addr() as u64, from.addr() as u64);
        check(sys::cuMemcpyPeerAsync(to, contexts[0], from, contexts[1], bytes, stream.raw))
    }

    fn hipMemsetAsync(to: *mut c_void, value: c_int, bytes: usize, stream: hipStream_t) {
        let stream = here(stream);
        let Ok(value) = u8::try_from(value) else { misuse!("{value} is no byte") };
        device_range("to", to, bytes, stream.device);
        if bytes == 0 {
            return Ok(());
        }
        check(sys::cuMemsetD8Async(to.addr() as u64, value, bytes, stream.raw))
    }
}

pub const TABLE: Table = Table { functions: FUNCTIONS, constants: &[CONSTANTS] };
