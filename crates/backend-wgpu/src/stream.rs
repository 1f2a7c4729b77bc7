//! [`Streams`]: wgpu has one queue, so all streams of a device are in the order of the calls. What goes wrong in one is told to
//! who waits for that one.

use crate::device::{Device, Wgpu};
use crate::fault::record;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;
#[cfg(target_arch = "wasm32")]
use web_time::Instant;
use xparray_ir::backend::{Event, Streams};
use xparray_ir::{Error, Result};

/// Handles that are told of the same faults.
pub(crate) struct Stream {
    pub id: u64,
    /// The first index out of bounds.
    pub fault: wgpu::Buffer,
    /// Whether a launch may have written it since it was read.
    pub dirty: AtomicBool,
}

impl Stream {
    pub fn new(device: &Device) -> Self {
        Self { id: device.next_stream(), fault: record(&device.gpu), dirty: AtomicBool::new(false) }
    }
}

/// A point in a device's work.
pub struct WgpuEvent {
    device: Arc<Device>,
    /// When the work before it was done.
    done: Arc<OnceLock<Instant>>,
}

impl Event for WgpuEvent {
    fn synchronize(&self) -> Result<()> {
        if self.done.get().is_none() {
            self.device.queue.wait(&self.device)?;
        }
        Ok(())
    }

    fn elapsed_since(&self, start: &Self) -> Result<Duration> {
        start.synchronize()?;
        self.synchronize()?;
        match (self.done.get(), start.done.get()) {
            (Some(end), Some(start)) => Ok(end.saturating_duration_since(*start)),
            _ => Err(Error::value("elapsed_since", "the device did not say when its work was done")),
        }
    }
}

impl Streams for Wgpu {
    type Event = WgpuEvent;

    fn stream_id(&self) -> u64 {
        self.stream.id
    }

    fn on_new_stream(&self) -> Result<Self> {
        Ok(Self { device: self.device.clone(), stream: Arc::new(Stream::new(&self.device)) })
    }

    fn record(&self) -> Result<WgpuEvent> {
        let done = Arc::new(OnceLock::new());
        let known = done.clone();
        self.device.queue.when_done(&self.device, move || {
            let _ = known.set(Instant::now());
        })?;
        Ok(WgpuEvent { device: self.device.clone(), done })
    }

    fn wait(&self, event: &WgpuEvent) -> Result<()> {
        // Of the same device, what was queued before is done before.
        if Arc::ptr_eq(&event.device, &self.device) { Ok(()) } else { event.synchronize() }
    }

    fn synchronize(&self) -> Result<()> {
        self.device.queue.synchronize(&self.device, &self.stream)
    }
}
