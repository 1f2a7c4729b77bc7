//! Handles of libraries: a device and a stream.

use crate::hip::device::chosen;
use crate::hip::stream::{STREAMS, Work};
use crate::types::hipStream_t;
use std::ffi::c_int;
use std::ptr::null_mut;

/// What a handle or a plan stands for.
pub struct Library {
    what: &'static str,
    device: c_int,
    /// None before one is set: the null stream is not used.
    stream: hipStream_t,
}

impl Library {
    #[track_caller]
    pub fn new(what: &'static str) -> Self {
        Self { what, device: chosen(), stream: null_mut() }
    }

    #[track_caller]
    pub fn set_stream(&mut self, stream: hipStream_t) {
        let device = STREAMS.get(stream).device;
        if device != self.device {
            misuse!("a stream of device {device} for a {} of device {}", self.what, self.device);
        }
        self.stream = stream;
    }

    /// Hands work to the stream.
    #[track_caller]
    pub fn give(&self, work: impl Fn() + Send + Sync + 'static) {
        if chosen() != self.device {
            misuse!("the {} is of device {}, this thread's is {}", self.what, self.device, chosen());
        }
        if self.stream.is_null() {
            misuse!("the {} has no stream", self.what);
        }
        // Such work ends the process where it fails.
        let _ = STREAMS.get(self.stream).give(Work::Library(Box::new(work)));
    }
}
