//! Streams.

use super::codes::hipErrorStreamCaptureIsolation;
use super::event::{EVENTS, Source};
use crate::cuda::{borrow, check, chosen, on};
use crate::entry::Table;
use crate::handles::{Handles, out};
use crate::types::*;
use cudarc::driver::sys::{self, CUstream, CUstreamCaptureStatus};
use std::ffi::c_uint;
use std::ptr::null_mut;
use std::sync::Arc;

constants! {
    hipStreamDefault: c_uint = 0;
    hipStreamNonBlocking: c_uint = 1;
}

/// A stream.
pub struct Stream {
    pub raw: CUstream,
    pub device: i32,
}

// SAFETY: any thread may use a stream.
unsafe impl Send for Stream {}
// SAFETY: as above.
unsafe impl Sync for Stream {}

pub static STREAMS: Handles<Stream> = Handles::new("stream", 2);

/// A stream for work: this thread's device is its own.
#[track_caller]
pub fn here(stream: hipStream_t) -> Arc<Stream> {
    let stream = STREAMS.get(stream);
    on("stream", stream.device);
    stream
}

/// Likewise, or the device's default stream, where HIP frees and allocates what is no stream's own, and events outlive
/// their streams. No other work belongs there: it would wait for that of other streams.
#[track_caller]
pub fn here_or_default(stream: hipStream_t) -> Arc<Stream> {
    if stream.is_null() { Arc::new(Stream { raw: null_mut(), device: chosen() }) } else { here(stream) }
}

impl Stream {
    /// Whether it is captured, also because it waited for an event of a captured stream.
    pub fn captured(&self) -> bool {
        let mut status = CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE;
        // SAFETY: the stream is alive.
        let result = check(unsafe { sys::cuStreamIsCapturing(self.raw, &mut status) });
        result.is_ok() && status == CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_ACTIVE
    }
}

entries! {
    status hipError_t;

    fn hipStreamCreateWithFlags(stream: *mut hipStream_t, flags: c_uint) {
        out("stream", stream);
        if flags != hipStreamDefault && flags != hipStreamNonBlocking {
            misuse!("flags of {flags:#x}");
        }
        let (device, mut raw) = (chosen(), null_mut());
        check(sys::cuStreamCreate(&mut raw, flags))?;
        *stream = STREAMS.insert(Stream { raw, device });
        Ok(())
    }

    fn hipStreamDestroy(stream: hipStream_t) {
        let stream = STREAMS.remove(stream);
        borrow(stream.device)?;
        if stream.captured() {
            misuse!("the stream is captured");
        }
        check(sys::cuStreamDestroy_v2(stream.raw))
    }

    fn hipStreamSynchronize(stream: hipStream_t) {
        let stream = if stream.is_null() { here_or_default(stream) } else { STREAMS.get(stream) };
        borrow(stream.device)?;
        if stream.captured() {
            misuse!("the stream is captured");
        }
        check(sys::cuStreamSynchronize(stream.raw))
    }

    fn hipStreamWaitEvent(stream: hipStream_t, event: hipEvent_t, flags: c_uint) {
        if flags != 0 {
            misuse!("flags of {flags:#x}");
        }
        let event = EVENTS.get(event);
        let stream = if stream.is_null() { here_or_default(stream) } else { STREAMS.get(stream) };
        if !event.recorded() {
            misuse!("the event was never recorded");
        }
        if event.source() == Source::Captured {
            return Err(hipErrorStreamCaptureIsolation);
        }
        borrow(stream.device)?;
        check(sys::cuStreamWaitEvent(stream.raw, event.raw, 0))
    }
}

pub const TABLE: Table = Table { functions: FUNCTIONS, constants: &[CONSTANTS] };
