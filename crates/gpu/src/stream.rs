//! Streams.

use crate::buffer::Buffer;
use crate::capture::Capture;
use crate::device::{Device, Gpu};
use crate::driver::{Driver, EventFlags, RawEvent, RawStream};
use crate::event::Event;
use crate::fault::FaultRecord;
use crate::host_function::Panics;
use crate::pool::Pool;
use crate::source::Source;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};
use xparray_ir::backend::{Replay, Streams};
use xparray_ir::{Error, Result};

/// A stream's number and handles.
#[derive(Clone, Copy)]
pub(crate) struct Home {
    pub id: u64,
    pub stream: RawStream,
    /// Recorded again for each other stream that is to wait for this one, and when a capture begins.
    pub marker: RawEvent,
    /// Whether its memory is managed.
    pub managed: bool,
}

impl Home {
    /// Lets later work of this stream, of the device `to`, wait for what is queued now on another, of the device
    /// `from`; neither is being captured. If another thread records the marker in between, this waits for a little more.
    ///
    /// # Safety
    /// Both streams are alive, each on its driver.
    pub unsafe fn wait_for<D: Driver>(&self, to: &D, other: &Home, from: &D) -> Result<()> {
        // SAFETY: the caller's promise; the devices are bound before each call.
        unsafe {
            from.bind()?;
            from.record(other.marker, other.stream)?;
            to.bind()?;
            to.wait(self.stream, other.marker)
        }
    }
}

/// A stream, with what belongs to it alone.
pub(crate) struct Stream<D: Driver> {
    pub home: Home,
    pub device: Arc<Device<D>>,
    fault: Arc<FaultRecord<D>>,
    /// Device memory of zeros, in which blocks of a reduction count who is done. They leave it so, and kernels of a
    /// stream follow each other, so all can use it.
    pub counters: u64,
    /// Whether the last kernel went forwards, so that the cache has the end of what it read and wrote.
    at_end: AtomicBool,
    /// Of the streams whose work this one has waited for since its last synchronisation: their faults are in what it
    /// computed.
    upstream: Mutex<Faults<D>>,
    /// Whether there is a capture, to be asked at no cost.
    pub captured: AtomicBool,
    pub capture: Mutex<Option<Capture<D>>>,
    pub capture_ended: Condvar,
    /// Held for reading while work is queued or waited for, for writing while a capture begins or ends: nothing is
    /// captured by mistake, and nobody asks a driver for the work of a captured stream, which may end the capture.
    pub gate: RwLock<()>,
    /// What queued work uses beside memory, by address.
    in_use: Mutex<InUse>,
    /// Handles of vendor libraries on this stream, one of each type.
    libraries: Mutex<SmallVec<[Arc<dyn Any + Send + Sync>; 2]>>,
    /// Where its memory comes from.
    pub source: Source<D>,
    /// How it came to be.
    pub origin: Origin,
    /// What host functions queued here have panicked with.
    pub panics: Arc<Panics>,
}

/// How a stream comes to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Made here, beside all others.
    New,
    /// Made here, of a priority; a blocking one takes turns with the default stream.
    With { priority: i32, blocking: bool },
    /// Somebody else's.
    Foreign(RawStream),
}

type InUse = FxHashMap<usize, Arc<dyn Any + Send + Sync>>;

/// A stream that keeps more than this waits for its work.
const MOST_IN_USE: usize = 256;

type Faults<D> = SmallVec<[Arc<FaultRecord<D>>; 1]>;

/// Memory of zeros for [`Stream::counters`], for which cached blocks go if they must.
///
/// # Safety
/// The stream is alive, and the device bound.
unsafe fn counters<D: Driver>(device: &Device<D>, driver: &D, stream: RawStream) -> Result<u64> {
    let bytes = device.limits().counter_bytes();
    // SAFETY: the caller's promise.
    unsafe {
        let mut address = driver.alloc(bytes, stream)?;
        if address.is_none() {
            device.pool.free_all(driver)?;
            address = driver.alloc(bytes, stream)?;
        }
        let address = address.ok_or_else(|| device.pool.exhausted(bytes, device.name()))?;
        driver.fill(address, 0, bytes, stream)?;
        Ok(address)
    }
}

impl Origin {
    /// Whether the stream is destroyed with its last handle.
    fn is_ours(self) -> bool {
        !matches!(self, Origin::Foreign(_))
    }

    /// Whether a traced program may be captured there.
    fn is_capturable(self) -> bool {
        self.is_ours() && !self.is_blocking()
    }

    /// Whether it takes turns with the default stream, which nothing that is captured can.
    pub fn is_blocking(self) -> bool {
        matches!(self, Origin::With { blocking: true, .. })
    }
}

impl<D: Driver> Stream<D> {
    pub fn new(device: Arc<Device<D>>, managed: bool, origin: Origin, source: Source<D>) -> Result<Arc<Self>> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let fault = Arc::new(FaultRecord::new(device.clone())?);
        let driver = device.driver()?;
        // SAFETY: the device is bound.
        let marker = unsafe { driver.create_event(EventFlags::default())? };
        // SAFETY: as above.
        let stream = unsafe {
            match origin {
                Origin::New => driver.create_stream(),
                Origin::With { priority, blocking } => driver.create_stream_with(priority, blocking),
                Origin::Foreign(stream) => Ok(stream),
            }
            .inspect_err(|_| {
                let _ = driver.destroy_event(marker);
            })?
        };
        let home = Home { id: NEXT.fetch_add(1, Relaxed), stream, marker, managed };
        // SAFETY: the device is bound, the stream alive; nobody else has the stream and the event.
        let counters = unsafe {
            counters(&device, driver, stream).inspect_err(|_| {
                let _ = driver.destroy_event(marker);
                if origin.is_ours() {
                    let _ = driver.destroy_stream(stream);
                }
            })?
        };
        let this = Arc::new(Self {
            home,
            device,
            fault,
            counters,
            at_end: AtomicBool::new(false),
            upstream: Mutex::default(),
            captured: AtomicBool::new(false),
            capture: Mutex::default(),
            capture_ended: Condvar::new(),
            gate: RwLock::default(),
            in_use: Mutex::default(),
            libraries: Mutex::default(),
            source,
            origin,
            panics: Arc::default(),
        });
        this.device.streams().push(Arc::downgrade(&this));
        Ok(this)
    }

    /// The pool that this stream's memory comes from, or would if it had no allocator of its own.
    pub fn pool(&self) -> &Pool {
        match &self.source {
            Source::Own(own) => own.pool(),
            Source::Device | Source::Allocator(_) => &self.device.pool,
        }
    }

    /// Where kernels on this stream report faults.
    pub fn fault_address(&self) -> u64 {
        self.fault.address()
    }

    /// Whether a kernel that can go through its operands in both directions should go backwards: it begins where the
    /// last one ended. Others go forwards.
    pub fn turn(&self, both: bool) -> bool {
        let backwards = both && self.at_end.load(Relaxed);
        self.at_end.store(!backwards, Relaxed);
        backwards
    }

    fn upstream(&self) -> MutexGuard<'_, Faults<D>> {
        self.upstream.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A vendor library's handle on this stream, made when it is first asked for. It may take a tenth of a second, and
    /// each has its workspace, so it stays as long as the stream.
    pub fn handle<T: Any + Send>(&self, make: impl FnOnce() -> Result<T>) -> Result<Arc<Mutex<T>>> {
        let mut libraries = self.libraries.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(library) = libraries.iter().find_map(|library| library.clone().downcast().ok()) {
            return Ok(library);
        }
        let library = Arc::new(Mutex::new(make()?));
        libraries.push(library.clone());
        Ok(library)
    }

    fn in_use(&self) -> MutexGuard<'_, InUse> {
        self.in_use.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what work queued here uses, such as a library's plan, until the stream is waited for.
    pub fn keep(&self, used: Arc<dyn Any + Send + Sync>) -> Result<()> {
        let mut in_use = self.in_use();
        in_use.insert(Arc::as_ptr(&used).addr(), used);
        let many = in_use.len() > MOST_IN_USE;
        drop(in_use);
        if many { self.finish() } else { Ok(()) }
    }

    /// Keeps captures of this stream from beginning and ending.
    pub fn steady(&self) -> RwLockReadGuard<'_, ()> {
        let [gate] = Self::pass([self], |gate| gate.read().unwrap_or_else(PoisonError::into_inner));
        gate
    }

    /// Keeps captures of two streams from beginning and ending. Always in one order: a reader may wait for a writer,
    /// and that for another reader.
    fn steady_both<'a>(&'a self, other: &'a Self) -> [RwLockReadGuard<'a, ()>; 2] {
        let streams = if self.home.id < other.home.id { [self, other] } else { [other, self] };
        Self::pass(streams, |gate| gate.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Makes another stream's faults so far this one's too, as it reads what the other wrote.
    pub fn inherit(&self, other: &Self) {
        let mut faults = other.upstream().clone();
        faults.push(other.fault.clone());
        let mut upstream = self.upstream();
        for fault in faults {
            if !upstream.iter().any(|known| Arc::ptr_eq(known, &fault)) {
                upstream.push(fault);
            }
        }
    }

    /// Lets later work here wait for what is queued on another stream now.
    pub fn wait_for(&self, other: &Self) -> Result<()> {
        if self.home.id == other.home.id {
            return Ok(());
        }
        let _steady = self.steady_both(other);
        if self.is_captured() {
            return Err(Error::value("capture", "work of another stream cannot be captured in a graph"));
        }
        // SAFETY: both streams are alive. The marker of a stream that is being captured was recorded before.
        unsafe {
            match other.is_captured() {
                true => self.device.driver()?.wait(self.home.stream, other.home.marker),
                false => self.home.wait_for(self.device.driver()?, &other.home, other.device.driver()?),
            }
        }
    }

    /// Waits for what is queued here, without looking for faults.
    pub fn finish(&self) -> Result<()> {
        // Taken first: what comes meanwhile is for work that may not be waited for.
        let used = std::mem::take(&mut *self.in_use());
        let finished = self.wait();
        if finished.is_err() {
            self.in_use().extend(used);
        }
        finished
    }

    fn wait(&self) -> Result<()> {
        let driver = self.device.driver()?;
        let _steady = self.steady();
        // SAFETY: as above.
        unsafe {
            match self.is_captured() {
                true => driver.synchronize_event(self.home.marker),
                false => driver.synchronize_stream(self.home.stream),
            }
        }
    }

    pub fn synchronize(&self) -> Result<()> {
        self.refuse_capture("synchronize")?;
        self.finish()?;
        let upstream = std::mem::take(&mut *self.upstream());
        let own = self.fault.check();
        if own.is_err() {
            self.fault.clear();
        }
        let own = own.and(self.panics.check());
        // Others clear their own, when they are synchronised.
        upstream.iter().fold(own, |result, fault| result.and_then(|()| fault.check()))
    }
}

impl<D: Driver> Gpu<D> {
    /// Where kernels on this handle's stream report faults.
    pub(crate) fn fault_address(&self) -> u64 {
        self.stream.fault_address()
    }
}

impl<D: Driver> Drop for Stream<D> {
    fn drop(&mut self) {
        let Ok(driver) = self.device.driver() else { return };
        // Waiting makes the pool's blocks of this stream anybody's. Errors have nobody to go to: a lost device has
        // nothing to give back.
        // SAFETY: nobody else has the stream, and the pool forgets it before it is destroyed.
        unsafe {
            let _ = driver.synchronize_stream(self.home.stream);
            self.libraries.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
            self.in_use().clear();
            self.pool().orphan(self.home.id);
            let _ = driver.free(self.counters, self.home.stream);
            let _ = driver.destroy_event(self.home.marker);
            if self.origin.is_ours() {
                let _ = driver.destroy_stream(self.home.stream);
            }
        }
        self.device.streams().retain(|stream| stream.strong_count() > 0);
    }
}

impl<D: Driver> Streams for Gpu<D> {
    type Event = Event<D>;

    fn stream_id(&self) -> u64 {
        self.stream.home.id
    }

    fn on_new_stream(&self) -> Result<Self> {
        self.with_stream(Origin::New)
    }

    fn record(&self) -> Result<Event<D>> {
        Event::record(self, EventFlags { timed: true, ..EventFlags::default() })
    }

    fn wait(&self, event: &Event<D>) -> Result<()> {
        if event.stream().home.id == self.stream.home.id {
            return Ok(());
        }
        self.refuse_capture("wait")?;
        self.stream.inherit(event.stream());
        let _steady = self.stream.steady_both(event.stream());
        self.refuse_capture("wait")?;
        // SAFETY: the stream and the event are alive.
        unsafe { self.driver()?.wait(self.stream.home.stream, event.raw_or_later()) }
    }

    fn synchronize(&self) -> Result<()> {
        self.stream.synchronize()
    }

    fn queue_on_stream(
        &self,
        reads: &[&Buffer<D>],
        writes: &mut Buffer<D>,
        queue: &mut dyn FnMut(usize) -> Result<()>,
    ) -> Result<bool> {
        self.refuse_capture("queue_on_stream")?;
        for buffer in reads {
            buffer.order_for_reading(self)?;
        }
        writes.order_for_writing(self)?;
        self.queue_native(|_, stream| queue(stream.0))?;
        Ok(true)
    }

    fn can_capture(&self) -> bool {
        // The host may not use managed memory that a graph holds.
        // Nobody has said that a foreign stream is ours alone meanwhile.
        !self.stream.home.managed && self.stream.origin.is_capturable() && !self.stream.is_captured()
    }

    fn captured(&self, work: &mut dyn FnMut() -> Result<()>) -> Result<Box<dyn Replay>> {
        Ok(Box::new(self.capture_work(true, work)?))
    }
}
