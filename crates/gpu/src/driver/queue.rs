//! What a driver offers for streams, events and graphs beside what arrays need.

use super::{RawGraph, RawStream, lacks};
use std::ffi::{CStr, c_void};
use xparray_ir::Result;

/// What an event is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EventFlags {
    /// Whether it measures time; others cost less.
    pub timed: bool,
    /// Whether a thread that waits for it sleeps, instead of asking again and again.
    pub blocking_sync: bool,
    /// Whether other processes may use it; such events measure no time.
    pub interprocess: bool,
}

/// A function that a stream calls on the host.
pub type HostFunction = unsafe extern "C" fn(*mut c_void);

/// What a driver offers for streams and graphs beside what arrays need. The unsafe methods share the contract of
/// [`Driver`](super::Driver); what a vendor does not have is `Error::Unavailable`.
#[allow(clippy::missing_safety_doc)] // Said there.
pub trait QueueDriver {
    /// The least and the greatest priority of streams: the greatest is the smallest number.
    fn priorities(&self) -> Result<(i32, i32)> {
        Err(lacks("priorities of streams"))
    }

    /// A new stream of a priority; one that is `blocking` waits for the default stream, and that for it.
    unsafe fn create_stream_with(&self, _priority: i32, _blocking: bool) -> Result<RawStream> {
        Err(lacks("priorities of streams"))
    }

    /// The priority of a stream.
    unsafe fn stream_priority(&self, _stream: RawStream) -> Result<i32> {
        Err(lacks("priorities of streams"))
    }

    /// Calls a function once the work queued before is done; later work waits for it.
    unsafe fn launch_host(&self, _stream: RawStream, _function: HostFunction, _data: *mut c_void) -> Result<()> {
        Err(lacks("host functions"))
    }

    /// Waits for all work of the device.
    unsafe fn synchronize_device(&self) -> Result<()> {
        Err(lacks("waiting for the whole device"))
    }

    /// Puts what a graph's launch needs on the device, so that the first one takes no longer than others.
    unsafe fn upload_graph(&self, _graph: RawGraph, _stream: RawStream) -> Result<()> {
        Err(lacks("uploads of graphs"))
    }

    /// Writes a graph's nodes to a file in Graphviz's language.
    unsafe fn print_graph(&self, _graph: RawGraph, _path: &CStr, _verbose: bool) -> Result<()> {
        Err(lacks("printing of graphs"))
    }

    /// Lets profilers that were told to wait begin.
    fn profiler_start(&self) -> Result<()> {
        Err(lacks("control of profilers"))
    }

    /// Lets profilers pause.
    fn profiler_stop(&self) -> Result<()> {
        Err(lacks("control of profilers"))
    }
}
