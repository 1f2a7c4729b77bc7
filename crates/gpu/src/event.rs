//! Events.

use crate::device::Gpu;
use crate::driver::{Driver, EventFlags, RawEvent};
use crate::stream::Stream;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use xparray_ir::backend;
use xparray_ir::{Error, Result};

/// What [`Gpu::record_with`] makes: a timed event that waits with a busy thread, unless it says otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub struct EventOptions(EventFlags);

impl EventOptions {
    /// A timed event, as [`Streams::record`](backend::Streams::record) makes it.
    pub fn new() -> Self {
        Self(EventFlags { timed: true, ..EventFlags::default() })
    }

    /// An event that measures no time, and costs less.
    #[doc(alias = "disable_timing")]
    pub fn untimed(mut self) -> Self {
        self.0.timed = false;
        self
    }

    /// Lets threads that wait for it sleep, instead of asking again and again.
    #[doc(alias = "block")]
    pub fn blocking(mut self) -> Self {
        self.0.blocking_sync = true;
        self
    }

    /// An event that other processes may be given; it measures no time.
    pub fn interprocess(mut self) -> Self {
        self.0.timed = false;
        self.0.interprocess = true;
        self
    }
}

impl<D: Driver> Gpu<D> {
    /// [`record`](backend::Streams::record) with options.
    ///
    /// ```no_run
    /// # fn f<D: xparray_gpu::Driver>(xp: xparray_gpu::Gpu<D>) -> xparray_ir::Result<()> {
    /// use xparray_gpu::EventOptions;
    /// use xparray_ir::backend::Event;
    /// let done = xp.record_with(EventOptions::new().untimed().blocking())?;
    /// done.synchronize()?; // asleep
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// `Error::Value` while the stream is captured in a graph; `Error::Library` if the device is lost.
    #[doc(alias("eventCreateWithFlags", "eventRecord"))]
    pub fn record_with(&self, options: EventOptions) -> Result<Event<D>> {
        Event::record(self, options.0)
    }
}

/// A point in a stream's work.
pub struct Event<D: Driver> {
    raw: RawEvent,
    timed: bool,
    stream: Arc<Stream<D>>,
}

impl<D: Driver> fmt::Debug for Event<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Event({}:{}, stream {})", D::NAME, self.stream.device.id, self.stream.home.id)
    }
}

impl<D: Driver> Event<D> {
    /// Marks the work queued on a handle's stream so far.
    pub(crate) fn record(gpu: &Gpu<D>, flags: EventFlags) -> Result<Self> {
        gpu.refuse_capture("record")?;
        let driver = gpu.driver()?;
        // SAFETY: the device is bound.
        let raw = unsafe { driver.create_event(flags)? };
        let event = Self { raw, timed: flags.timed, stream: gpu.stream.clone() };
        let _steady = gpu.stream.enter()?;
        // SAFETY: the stream is alive, and the event while it is recorded.
        unsafe { driver.record(raw, gpu.raw_stream())? };
        Ok(event)
    }

    /// An event of another process: it measures no time.
    pub(crate) fn opened(gpu: &Gpu<D>, raw: RawEvent) -> Self {
        Self { raw, timed: false, stream: gpu.stream.clone() }
    }

    pub(crate) fn stream(&self) -> &Arc<Stream<D>> {
        &self.stream
    }

    /// The native event. It lives as long as `self`.
    pub fn raw(&self) -> RawEvent {
        self.raw
    }

    /// Whether the work before it is done. While a graph is captured from its stream this is `false` until all work is
    /// done that was queued there before.
    ///
    /// # Errors
    /// What went wrong in that work.
    pub fn is_done(&self) -> Result<bool> {
        let _steady = self.stream.steady();
        // SAFETY: the event is alive.
        unsafe { self.stream.device.driver()?.query(self.raw_or_later()) }
    }

    /// The event, or while its stream is captured the one that was recorded when this began: HIP ends a capture when
    /// it is asked for events of the stream.
    pub(crate) fn raw_or_later(&self) -> RawEvent {
        if self.stream.is_captured() { self.stream.home.marker } else { self.raw }
    }
}

impl<D: Driver> Drop for Event<D> {
    fn drop(&mut self) {
        if let Ok(driver) = self.stream.device.driver() {
            // SAFETY: nobody else has the event.
            let _ = unsafe { driver.destroy_event(self.raw) };
        }
    }
}

impl<D: Driver> backend::Event for Event<D> {
    fn synchronize(&self) -> Result<()> {
        let _steady = self.stream.steady();
        // SAFETY: the event is alive.
        unsafe { self.stream.device.driver()?.synchronize_event(self.raw_or_later()) }
    }

    fn elapsed_since(&self, start: &Self) -> Result<Duration> {
        if self.stream.device.id != start.stream.device.id {
            return Err(Error::value("elapsed_since", "the events are of different devices"));
        }
        if !(self.timed && start.timed) {
            return Err(Error::value("elapsed_since", "an event is untimed"));
        }
        start.synchronize()?;
        self.synchronize()?;
        // SAFETY: both events are alive, timed and done.
        let milliseconds = unsafe { self.stream.device.driver()?.elapsed(start.raw, self.raw)? };
        // Negative if `self` was recorded first.
        Ok(Duration::try_from_secs_f64(f64::from(milliseconds) / 1e3).unwrap_or_default())
    }
}
