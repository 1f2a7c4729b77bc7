//! Events.

use super::codes::hipErrorInvalidHandle;
use super::stream::here;
use crate::cuda::{borrow, check, chosen};
use crate::entry::Table;
use crate::handles::{Handles, out};
use crate::types::*;
use cudarc::driver::sys::{self, CUevent};
use std::ffi::c_uint;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, Ordering};

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
}

impl Event {
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
        *event = EVENTS.insert(Event { raw, device, timed, recorded: AtomicBool::new(false) });
        Ok(())
    }

    fn hipEventDestroy(event: hipEvent_t) {
        let event = EVENTS.remove(event);
        borrow(event.device)?;
        check(sys::cuEventDestroy_v2(event.raw))
    }

    fn hipEventRecord(event: hipEvent_t, stream: hipStream_t) {
        let (event, stream) = (EVENTS.get(event), here(stream));
        if event.device != stream.device {
            misuse!("an event of device {} on a stream of device {}", event.device, stream.device);
        }
        check(sys::cuEventRecord(event.raw, stream.raw))?;
        event.recorded.store(true, Ordering::Release);
        Ok(())
    }

    fn hipEventSynchronize(event: hipEvent_t) {
        let event = EVENTS.get(event);
        borrow(event.device)?;
        check(sys::cuEventSynchronize(event.raw))
    }

    fn hipEventQuery(event: hipEvent_t) {
        let event = EVENTS.get(event);
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
