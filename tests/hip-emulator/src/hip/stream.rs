//! Streams, and what they are given.

use super::codes::*;
use super::device::chosen;
use super::event::EVENTS;
use super::memory::{Copy, Fill};
use crate::entry::Table;
use crate::handles::{Handles, out};
use crate::machine::launch::Launch;
use crate::types::*;
use std::env;
use std::ffi::{c_int, c_uint, c_void};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

constants! {
    hipStreamDefault: c_uint = 0;
    hipStreamNonBlocking: c_uint = 1;
}

pub type hipHostFn_t = Option<unsafe extern "C" fn(*mut c_void)>;

/// What a stream is given.
pub enum Work {
    Launch(Box<dyn Fn() -> Launch + Send + Sync>),
    Copy(Copy),
    Fill(Fill),
    /// A function of the host, with its argument.
    Host(unsafe extern "C" fn(*mut c_void), usize),
    Graph(Arc<Vec<Work>>),
    /// What stands in for another library of AMD's.
    Library(Box<dyn Fn() + Send + Sync>),
}

/// A stream.
pub struct Stream {
    pub device: c_int,
    priority: c_int,
    /// What was captured, if it is being captured.
    pub captured: Mutex<Option<Vec<Work>>>,
    /// Held while it works: what several threads give it is done one after the other.
    busy: Mutex<()>,
}

pub static STREAMS: Handles<Stream> = Handles::new("stream", 2);

/// A stream for work: this thread's device is its own.
#[track_caller]
pub fn here(stream: hipStream_t) -> Arc<Stream> {
    let stream = STREAMS.get(stream);
    let chosen = chosen();
    if chosen != stream.device {
        misuse!("the stream is of device {}, this thread's is {chosen}", stream.device);
    }
    stream
}

/// Likewise, or the device's default stream.
#[track_caller]
pub fn here_or_default(stream: hipStream_t) -> Arc<Stream> {
    if stream.is_null() { Arc::new(Stream::new(chosen(), 0)) } else { here(stream) }
}

/// Where the order of a launch's waves begins.
fn seed() -> u64 {
    static FIRST: OnceLock<u64> = OnceLock::new();
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let first = FIRST.get_or_init(|| env::var("XPARRAY_EMULATED_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1));
    first.wrapping_add(COUNT.fetch_add(1, Ordering::Relaxed))
}

impl Work {
    fn execute(&self) -> Result<(), hipError_t> {
        match self {
            Self::Launch(launch) => launch().run(seed()).map(|_| ()).map_err(|fault| {
                eprintln!("{}: {fault}", env!("CARGO_PKG_NAME"));
                hipErrorLaunchFailure
            }),
            Self::Copy(copy) => {
                copy.execute();
                Ok(())
            }
            Self::Fill(fill) => {
                fill.execute();
                Ok(())
            }
            Self::Host(function, data) => {
                // SAFETY: the promise of whoever gave the function and its argument.
                unsafe { function(std::ptr::with_exposed_provenance_mut(*data)) };
                Ok(())
            }
            Self::Library(work) => {
                work();
                Ok(())
            }
            Self::Graph(work) => work.iter().try_for_each(Self::execute),
        }
    }
}

impl Stream {
    fn new(device: c_int, priority: c_int) -> Self {
        Self { device, priority, captured: Mutex::new(None), busy: Mutex::new(()) }
    }

    /// Does work, or keeps it for a graph.
    pub fn give(&self, work: Work) -> Result<(), hipError_t> {
        {
            let mut captured = self.captured.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(captured) = captured.as_mut() {
                captured.push(work);
                return Ok(());
            }
        }
        let _busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        work.execute()
    }

    pub fn is_captured(&self) -> bool {
        self.captured.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }
}

entries! {
    status hipError_t;

    fn hipStreamCreateWithFlags(stream: *mut hipStream_t, flags: c_uint) {
        out("stream", stream);
        if flags != hipStreamDefault && flags != hipStreamNonBlocking {
            misuse!("flags of {flags:#x}");
        }
        *stream = STREAMS.insert(Stream::new(chosen(), 0));
        Ok(())
    }

    fn hipStreamCreateWithPriority(stream: *mut hipStream_t, flags: c_uint, priority: c_int) {
        out("stream", stream);
        if flags != hipStreamDefault && flags != hipStreamNonBlocking {
            misuse!("flags of {flags:#x}");
        }
        *stream = STREAMS.insert(Stream::new(chosen(), priority.clamp(-1, 1)));
        Ok(())
    }

    fn hipDeviceGetStreamPriorityRange(least: *mut c_int, greatest: *mut c_int) {
        out("least", least);
        out("greatest", greatest);
        (*least, *greatest) = (1, -1);
        Ok(())
    }

    fn hipStreamGetPriority(stream: hipStream_t, priority: *mut c_int) {
        out("priority", priority);
        *priority = STREAMS.get(stream).priority;
        Ok(())
    }

    fn hipStreamDestroy(stream: hipStream_t) {
        if STREAMS.remove(stream).is_captured() {
            misuse!("the stream is captured");
        }
        Ok(())
    }

    fn hipStreamSynchronize(stream: hipStream_t) {
        let captured = !stream.is_null() && STREAMS.get(stream).is_captured();
        if captured {
            misuse!("the stream is captured");
        }
        Ok(())
    }

    fn hipStreamWaitEvent(stream: hipStream_t, event: hipEvent_t, flags: c_uint) {
        if flags != 0 {
            misuse!("flags of {flags:#x}");
        }
        let event = EVENTS.get(event);
        if !stream.is_null() {
            STREAMS.get(stream);
        }
        if !event.is_recorded() {
            misuse!("the event was never recorded");
        }
        Ok(())
    }

    fn hipLaunchHostFunc(stream: hipStream_t, function: hipHostFn_t, data: *mut c_void) {
        let Some(function) = function else { return Err(hipErrorInvalidValue) };
        here_or_default(stream).give(Work::Host(function, data.expose_provenance()))
    }
}

pub const TABLE: Table = Table { functions: FUNCTIONS, constants: &[CONSTANTS] };
