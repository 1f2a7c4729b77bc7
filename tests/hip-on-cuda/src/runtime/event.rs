//! Events.

use super::codes::hipErrorInvalidHandle;
use super::stream::{STREAMS, here_or_default};
use crate::cuda::{borrow, check, chosen};
use crate::entry::Table;
use crate::handles::{Handles, out};
use crate::types::*;
use cudarc::driver::sys::{self, CUevent};
use std::ffi::c_uint;
use std::ptr::{null_mut, without_provenance_mut};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

constants! {
    hipEventDefault: c_uint = 0;
    hipEventBlockingSync: c_uint = 1;
    hipEventDisableTiming: c_uint = 2;
    hipEventDisableSystemFence: c_uint = 0x2000_0000;
    hipEventReleaseToDevice: c_uint = 0x4000_0000;
    hipEventReleaseToSystem: c_uint = 0x8000_0000;
}

/// An event.
pub struct Event {
    pub raw: CUevent,
    device: i32,
    timed: bool,
    recorded: AtomicBool,
    /// The handle of the stream where it was recorded last; 0 for the default one.
    stream: AtomicUsize,
    /// Whether that was captured.
    captured: AtomicBool,
}

/// What became of the stream where an event was recorded last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// It is there, or it is the default one.
    Alive,
    /// It was destroyed.
    Gone,
    /// It is being captured, since the record.
    Captured,
}

impl Event {
    pub fn source(&self) -> Source {
        let stream = self.stream.load(Ordering::Acquire);
        if stream == 0 {
            return Source::Alive;
        }
        match STREAMS.find(without_provenance_mut(stream)) {
            None => Source::Gone,
            Some(stream) if stream.captured() && !self.captured.load(Ordering::Acquire) => Source::Captured,
            Some(_) => Source::Alive,
        }
    }

    /// Refuses to be waited for by the host where HIP follows a pointer to a destroyed stream, or ends a capture.
    #[track_caller]
    fn awaited(&self) {
        match self.source() {
            Source::Alive => {}
            source => misuse!("the stream where the event was recorded last: {source:?}"),
        }
    }

    /// Whether it was recorded at any time.
    pub fn recorded(&self) -> bool {
        self.recorded.load(Ordering::Acquire)
    }
}

pub static EVENTS: Handles<Event> = Handles::new("event", 3);

entries! {
    status hipError_t;

    fn hipEventCreateWithFlags(event: *mut hipEvent_t, flags: c_uint) {
        out("event", event);
        let release = hipEventReleaseToDevice | hipEventReleaseToSystem;
        let known = hipEventBlockingSync | hipEventDisableTiming | hipEventDisableSystemFence;
        if flags & !(known | release) != 0 || flags & release == release {
            misuse!("flags of {flags:#x}");
        }
        let (device, mut raw) = (chosen(), null_mut());
        check(sys::cuEventCreate(&mut raw, flags & (hipEventBlockingSync | hipEventDisableTiming)))?;
        let timed = flags & hipEventDisableTiming == 0;
        let [recorded, captured] = [const { AtomicBool::new(false) }; 2];
        *event = EVENTS.insert(Event { raw, device, timed, recorded, stream: AtomicUsize::new(0), captured });
        Ok(())
    }

    fn hipEventDestroy(event: hipEvent_t) {
        let event = EVENTS.remove(event);
        borrow(event.device)?;
        check(sys::cuEventDestroy_v2(event.raw))
    }

    fn hipEventRecord(event: hipEvent_t, stream: hipStream_t) {
        let (event, handle, stream) = (EVENTS.get(event), stream.addr(), here_or_default(stream));
        if event.device != stream.device {
            misuse!("an event of device {} on a stream of device {}", event.device, stream.device);
        }
        check(sys::cuEventRecord(event.raw, stream.raw))?;
        event.stream.store(handle, Ordering::Release);
        event.captured.store(handle != 0 && stream.captured(), Ordering::Release);
        event.recorded.store(true, Ordering::Release);
        Ok(())
    }

    fn hipEventSynchronize(event: hipEvent_t) {
        let event = EVENTS.get(event);
        event.awaited();
        borrow(event.device)?;
        check(sys::cuEventSynchronize(event.raw))
    }

    fn hipEventQuery(event: hipEvent_t) {
        let event = EVENTS.get(event);
        event.awaited();
        borrow(event.device)?;
        check(sys::cuEventQuery(event.raw))
    }

    fn hipEventElapsedTime(milliseconds: *mut f32, start: hipEvent_t, end: hipEvent_t) {
        out("time", milliseconds);
        let (start, end) = (EVENTS.get(start), EVENTS.get(end));
        if !start.timed || !end.timed {
            misuse!("an event that takes no time");
        }
        if start.device != end.device {
            misuse!("events of devices {} and {}", start.device, end.device);
        }
        if !start.recorded() || !end.recorded() {
            return Err(hipErrorInvalidHandle);
        }
        borrow(start.device)?;
        check(sys::cuEventElapsedTime_v2(milliseconds, start.raw, end.raw))
    }
}

pub const TABLE: Table = Table { functions: FUNCTIONS, constants: &[CONSTANTS] };
