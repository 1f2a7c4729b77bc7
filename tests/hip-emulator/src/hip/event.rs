//! Events. What was given to streams before them is done when they are recorded.

use super::codes::*;
use super::device::chosen;
use super::stream::here_or_default;
use crate::entry::Table;
use crate::handles::{Handles, out};
use crate::types::*;
use std::ffi::{c_int, c_uint};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

constants! {
    hipEventDefault: c_uint = 0;
    hipEventBlockingSync: c_uint = 1;
    hipEventDisableTiming: c_uint = 2;
    hipEventInterprocess: c_uint = 4;
}

/// An event.
pub struct Event {
    device: c_int,
    timed: bool,
    recorded: Mutex<Option<Instant>>,
}

pub static EVENTS: Handles<Event> = Handles::new("event", 3);

impl Event {
    fn time(&self) -> Option<Instant> {
        *self.recorded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it was recorded at any time.
    pub fn is_recorded(&self) -> bool {
        self.time().is_some()
    }
}

entries! {
    status hipError_t;

    fn hipEventCreateWithFlags(event: *mut hipEvent_t, flags: c_uint) {
        out("event", event);
        if flags & !(hipEventBlockingSync | hipEventDisableTiming | hipEventInterprocess) != 0 {
            misuse!("flags of {flags:#x}");
        }
        let timed = flags & hipEventDisableTiming == 0;
        *event = EVENTS.insert(Event { device: chosen(), timed, recorded: Mutex::new(None) });
        Ok(())
    }

    fn hipEventDestroy(event: hipEvent_t) {
        EVENTS.remove(event);
        Ok(())
    }

    fn hipEventRecord(event: hipEvent_t, stream: hipStream_t) {
        let (event, stream) = (EVENTS.get(event), here_or_default(stream));
        if event.device != stream.device {
            misuse!("an event of device {} on a stream of device {}", event.device, stream.device);
        }
        *event.recorded.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        Ok(())
    }

    fn hipEventSynchronize(event: hipEvent_t) {
        EVENTS.get(event);
        Ok(())
    }

    fn hipEventQuery(event: hipEvent_t) {
        EVENTS.get(event);
        Ok(())
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
        match (start.time(), end.time()) {
            (Some(start), Some(end)) => *milliseconds = end.duration_since(start).as_secs_f32() * 1e3,
            _ => return Err(hipErrorInvalidHandle),
        }
        Ok(())
    }
}

pub const TABLE: Table = Table { functions: FUNCTIONS, constants: &[CONSTANTS] };
