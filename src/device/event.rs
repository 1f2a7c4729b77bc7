//! Streams and events of whichever backend.

use super::buffer::{Compiled, DeviceMemory};
use super::{Device, on_backend};
use std::time::Duration;
use xparray_core::backend::{Event, Replay, Streams};
use xparray_core::{Error, Result};

/// A point in the work of a [`Device`](crate::Device): an event of its backend.
pub struct DeviceEvent(pub(super) Events);

pub(super) enum Events {
    #[cfg(feature = "cpu")]
    Cpu(<crate::Cpu as Streams>::Event),
    #[cfg(feature = "cuda")]
    Cuda(<crate::Cuda as Streams>::Event),
    #[cfg(feature = "rocm")]
    Rocm(<crate::Rocm as Streams>::Event),
    #[cfg(feature = "wgpu")]
    Wgpu(<crate::Wgpu as Streams>::Event),
}

impl Event for DeviceEvent {
    fn synchronize(&self) -> Result<()> {
        match &self.0 {
            #[cfg(feature = "cpu")]
            Events::Cpu(event) => event.synchronize(),
            #[cfg(feature = "cuda")]
            Events::Cuda(event) => event.synchronize(),
            #[cfg(feature = "rocm")]
            Events::Rocm(event) => event.synchronize(),
            #[cfg(feature = "wgpu")]
            Events::Wgpu(event) => event.synchronize(),
            #[cfg(not(any(feature = "cpu", feature = "cuda", feature = "rocm", feature = "wgpu")))]
            other => match *other {},
        }
    }

    fn elapsed_since(&self, start: &Self) -> Result<Duration> {
        match (&self.0, &start.0) {
            #[cfg(feature = "cpu")]
            (Events::Cpu(event), Events::Cpu(start)) => event.elapsed_since(start),
            #[cfg(feature = "cuda")]
            (Events::Cuda(event), Events::Cuda(start)) => event.elapsed_since(start),
            #[cfg(feature = "rocm")]
            (Events::Rocm(event), Events::Rocm(start)) => event.elapsed_since(start),
            #[cfg(feature = "wgpu")]
            (Events::Wgpu(event), Events::Wgpu(start)) => event.elapsed_since(start),
            #[allow(unreachable_patterns)]
            _ => Err(Error::value("elapsed_since", "the events are of different backends")),
        }
    }
}

impl Streams for Device {
    type Event = DeviceEvent;

    #[inline]
    fn stream_id(&self) -> u64 {
        on_backend!(self, xp => xp.stream_id())
    }

    fn on_new_stream(&self) -> Result<Self> {
        match self {
            #[cfg(feature = "cpu")]
            Self::Cpu(xp) => xp.on_new_stream().map(Self::Cpu),
            #[cfg(feature = "cuda")]
            Self::Cuda(xp) => xp.on_new_stream().map(Self::Cuda),
            #[cfg(feature = "rocm")]
            Self::Rocm(xp) => xp.on_new_stream().map(Self::Rocm),
            #[cfg(feature = "wgpu")]
            Self::Wgpu(xp) => xp.on_new_stream().map(Self::Wgpu),
            #[cfg(not(any(feature = "cpu", feature = "cuda", feature = "rocm", feature = "wgpu")))]
            other => match *other {},
        }
    }

    fn record(&self) -> Result<DeviceEvent> {
        fn event<X: Compiled>(xp: &X) -> Result<DeviceEvent> {
            Ok(DeviceEvent(X::event(Streams::record(xp)?)))
        }
        on_backend!(self, xp => event(xp))
    }

    fn wait(&self, event: &DeviceEvent) -> Result<()> {
        match (self, &event.0) {
            #[cfg(feature = "cpu")]
            (Self::Cpu(xp), Events::Cpu(event)) => xp.wait(event),
            #[cfg(feature = "cuda")]
            (Self::Cuda(xp), Events::Cuda(event)) => xp.wait(event),
            #[cfg(feature = "rocm")]
            (Self::Rocm(xp), Events::Rocm(event)) => xp.wait(event),
            #[cfg(feature = "wgpu")]
            (Self::Wgpu(xp), Events::Wgpu(event)) => xp.wait(event),
            // A device cannot wait for one of another vendor; the host can.
            #[allow(unreachable_patterns)]
            _ => event.synchronize(),
        }
    }

    fn synchronize(&self) -> Result<()> {
        on_backend!(self, xp => Streams::synchronize(xp))
    }

    fn queue_on_stream(
        &self,
        reads: &[&DeviceMemory],
        writes: &mut DeviceMemory,
        queue: &mut dyn FnMut(usize) -> Result<()>,
    ) -> Result<bool> {
        on_backend!(self, xp => {
            let reads = reads.iter().map(|&buffer| xp.buffer(buffer)).collect::<Result<Vec<_>>>()?;
            xp.queue_on_stream(&reads, xp.buffer_mut(writes)?, queue)
        })
    }

    #[inline]
    fn can_capture(&self) -> bool {
        on_backend!(self, xp => xp.can_capture())
    }

    fn captured(&self, work: &mut dyn FnMut() -> Result<()>) -> Result<Box<dyn Replay>> {
        on_backend!(self, xp => xp.captured(work))
    }
}
