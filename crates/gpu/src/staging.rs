//! Transfers between ordinary host memory and the device.
//!
//! The device copies pageable memory slowly: the driver moves it through a small pinned buffer on one thread. Large
//! transfers here go in chunks through pinned lanes, two buffers each, several threads beside each other: while one
//! chunk is on the link, others are copied.

use crate::device::Device;
use crate::driver::{Driver, EventFlags, RawEvent, RawStream};
use std::ptr::NonNull;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use xparray_ir::{Error, Result};

/// Up to this many bytes go directly.
const DIRECT: usize = 256 << 10;
/// Bytes of a lane's buffer.
const CHUNK: usize = 2 << 20;
/// From this many bytes on, several threads copy.
const PARALLEL: usize = 16 << 20;
/// How many, at most. Six are enough for a link of 60 GB/s; fresh pages of the host, which the system clears when they are
/// written first, take more than the link, and are shared out too.
const THREADS: usize = 12;

/// Two pinned buffers, each with the event of its last copy.
struct Lane([(NonNull<u8>, RawEvent); 2]);

// SAFETY: a lane owns its buffers and events.
unsafe impl Send for Lane {}

/// A device's lanes that nobody uses now.
#[derive(Default)]
pub(crate) struct Staging(Mutex<Vec<Lane>>);

impl Staging {
    fn lanes(&self) -> MutexGuard<'_, Vec<Lane>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Copies host bytes to the device; the host memory may be reused when this returns.
    ///
    /// # Safety
    /// `dst` has `src.len()` bytes that the stream may write.
    pub unsafe fn upload<D: Driver>(device: &Device<D>, src: &[u8], dst: u64, stream: RawStream) -> Result<()> {
        if src.len() <= DIRECT {
            // SAFETY: the caller's promise, and `src` is pageable memory.
            return unsafe { device.driver()?.upload(src.as_ptr(), dst, src.len(), stream) };
        }
        share(device, src.len(), src.chunks(CHUNK).enumerate(), |driver, lane, next| {
            for turn in [0, 1].into_iter().cycle() {
                let Some((i, chunk)) = next() else { break };
                let (buffer, event) = lane.0[turn];
                // SAFETY: the buffer holds a chunk, and the copy that last read it is done; chunks are disjoint.
                unsafe {
                    driver.synchronize_event(event)?;
                    buffer.copy_from_nonoverlapping(NonNull::from(chunk).cast(), chunk.len());
                    driver.upload(buffer.as_ptr(), dst + (i * CHUNK) as u64, chunk.len(), stream)?;
                    driver.record(event, stream)?;
                }
            }
            Ok(())
        })
    }

    /// Copies device bytes to the host. A small copy may be under way when this returns.
    ///
    /// # Safety
    /// `src` has `dst.len()` bytes that the stream may read, and the stream is synchronised before `dst` is used.
    pub unsafe fn download<D: Driver>(device: &Device<D>, src: u64, dst: &mut [u8], stream: RawStream) -> Result<()> {
        if dst.len() <= DIRECT {
            // SAFETY: the caller's promise.
            return unsafe { device.driver()?.download(src, dst.as_mut_ptr(), dst.len(), stream) };
        }
        if dst.len() >= PARALLEL {
            prefer_huge_pages(dst);
        }
        share(device, dst.len(), dst.chunks_mut(CHUNK).enumerate(), |driver, lane, next| {
            let mut pending: [Option<&mut [u8]>; 2] = [None, None];
            for turn in [0, 1].into_iter().cycle() {
                let (buffer, event) = lane.0[turn];
                if let Some(chunk) = pending[turn].take() {
                    // SAFETY: the copy that the event stands for filled the buffer's first `chunk.len()` bytes.
                    unsafe {
                        driver.synchronize_event(event)?;
                        NonNull::from(&mut *chunk).cast().copy_from_nonoverlapping(buffer, chunk.len());
                    }
                }
                if let Some((i, chunk)) = next() {
                    // SAFETY: an upload may have been the last to use the buffer: it is waited for.
                    unsafe {
                        driver.synchronize_event(event)?;
                        driver.download(src + (i * CHUNK) as u64, buffer.as_ptr(), chunk.len(), stream)?;
                        driver.record(event, stream)?;
                    }
                    pending[turn] = Some(chunk);
                } else if pending[1 - turn].is_none() {
                    break;
                }
            }
            Ok(())
        })
    }

    /// Frees the lanes.
    pub fn free<D: Driver>(&self, driver: &D) {
        for (buffer, event) in self.lanes().drain(..).flat_map(|lane| lane.0) {
            // SAFETY: nobody uses the lane; errors have nobody to go to.
            unsafe {
                let _ = driver.synchronize_event(event);
                let _ = driver.destroy_event(event);
                let _ = driver.free_host(buffer.as_ptr());
            }
        }
    }
}

/// Asks the system to give large pages to memory that it has not given any yet, as NumPy does for its arrays: a vector's
/// fresh pages cost more than the link otherwise.
#[cfg(target_os = "linux")]
fn prefer_huge_pages(memory: &mut [u8]) {
    const HUGE: usize = 2 << 20;
    let address = memory.as_ptr().addr();
    let (start, end) = (address.next_multiple_of(HUGE), (address + memory.len()) / HUGE * HUGE);
    if start < end {
        let first = memory[start - address..].as_mut_ptr();
        // SAFETY: the range is inside the slice; the advice changes no content, and a refusal changes nothing.
        unsafe { libc::madvise(first.cast(), end - start, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn prefer_huge_pages(_: &mut [u8]) {}

/// Shares chunks out among threads, this one included, each with a lane.
fn share<D: Driver, C: Send>(
    device: &Device<D>,
    bytes: usize,
    chunks: impl Iterator<Item = C> + Send,
    work: impl Fn(&D, &Lane, &mut dyn FnMut() -> Option<C>) -> Result<()> + Sync,
) -> Result<()> {
    let chunks = Mutex::new(chunks);
    let result = Mutex::new(Ok(()));
    let worker = || {
        let done = with_lane(device, |driver, lane| {
            work(driver, lane, &mut || chunks.lock().unwrap_or_else(PoisonError::into_inner).next())
        });
        if done.is_err() {
            *result.lock().unwrap_or_else(PoisonError::into_inner) = done;
        }
    };
    let threads =
        if bytes < PARALLEL { 1 } else { thread::available_parallelism().map_or(1, |n| n.get().min(THREADS)) };
    thread::scope(|scope| {
        for _ in 1..threads {
            // Without another thread, those there are take its chunks.
            let _ = Builder::new().name("xparray transfer".into()).spawn_scoped(scope, worker);
        }
        worker();
    });
    result.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn with_lane<D: Driver>(device: &Device<D>, work: impl FnOnce(&D, &Lane) -> Result<()>) -> Result<()> {
    let driver = device.driver()?;
    let cached = device.staging.lanes().pop();
    let lane = match cached {
        Some(lane) => lane,
        None => {
            let buffer = || -> Result<_> {
                // SAFETY: the device is bound.
                let (memory, event) =
                    unsafe { (driver.alloc_host(CHUNK)?, driver.create_event(EventFlags::default())?) };
                // SAFETY: every device has this stream.
                unsafe { driver.record(event, RawStream::DEFAULT)? };
                let memory = NonNull::new(memory).ok_or_else(|| Error::value("transfer", "no pinned memory"))?;
                Ok((memory, event))
            };
            Lane([buffer()?, buffer()?])
        }
    };
    let result = work(driver, &lane);
    // The lane's next user may have another stream, and this one may be gone by then.
    // SAFETY: the events are alive, and were recorded.
    let detached = lane.0.iter().try_for_each(|(_, event)| unsafe { driver.detach(*event) });
    device.staging.lanes().push(lane);
    result.and(detached)
}
