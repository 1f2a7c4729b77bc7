//! Graphs: what a stream did, to be done again.

use super::event::hipEventDisableTiming;
use super::stream::{STREAMS, here};
use crate::cuda::{borrow, check, on};
use crate::entry::Table;
use crate::handles::{Handles, out};
use crate::types::*;
use cudarc::driver::sys::{self, CUevent, CUgraph, CUgraphExec, CUresult, CUstreamCaptureMode as Mode};
use std::ffi::c_ulonglong;
use std::ptr::null_mut;

constants! {
    hipStreamCaptureModeGlobal: hipStreamCaptureMode = 0;
    hipStreamCaptureModeThreadLocal: hipStreamCaptureMode = 1;
    hipStreamCaptureModeRelaxed: hipStreamCaptureMode = 2;
}

struct Graph {
    raw: CUgraph,
    device: i32,
}

struct Ready {
    raw: CUgraphExec,
    device: i32,
    /// Recorded behind each launch: HIP does not keep a graph until its work is done.
    done: CUevent,
}

static GRAPHS: Handles<Graph> = Handles::new("graph", 4);
static READY: Handles<Ready> = Handles::new("executable graph", 5);

entries! {
    status hipError_t;

    fn hipStreamBeginCapture(stream: hipStream_t, mode: hipStreamCaptureMode) {
        let stream = here(stream);
        if stream.captured() {
            misuse!("the stream is captured already");
        }
        let mode = match mode {
            hipStreamCaptureModeGlobal => Mode::CU_STREAM_CAPTURE_MODE_GLOBAL,
            hipStreamCaptureModeThreadLocal => Mode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL,
            hipStreamCaptureModeRelaxed => Mode::CU_STREAM_CAPTURE_MODE_RELAXED,
            other => misuse!("a mode of {other}"),
        };
        check(sys::cuStreamBeginCapture_v2(stream.raw, mode))
    }

    fn hipStreamEndCapture(stream: hipStream_t, graph: *mut hipGraph_t) {
        out("graph", graph);
        *graph = null_mut();
        let stream = STREAMS.get(stream);
        borrow(stream.device)?;
        let mut raw = null_mut();
        check(sys::cuStreamEndCapture(stream.raw, &mut raw))?;
        *graph = GRAPHS.insert(Graph { raw, device: stream.device });
        Ok(())
    }

    fn hipGraphInstantiateWithFlags(ready: *mut hipGraphExec_t, graph: hipGraph_t, flags: c_ulonglong) {
        out("executable graph", ready);
        if flags != 0 {
            misuse!("flags of {flags:#x}, of which HIP supports none");
        }
        *ready = null_mut();
        let graph = GRAPHS.get(graph);
        borrow(graph.device)?;
        let mut raw = null_mut();
        check(sys::cuGraphInstantiateWithFlags(&mut raw, graph.raw, 0))?;
        let mut done = null_mut();
        check(sys::cuEventCreate(&mut done, hipEventDisableTiming))?;
        *ready = READY.insert(Ready { raw, device: graph.device, done });
        Ok(())
    }

    fn hipGraphDestroy(graph: hipGraph_t) {
        let graph = GRAPHS.remove(graph);
        borrow(graph.device)?;
        check(sys::cuGraphDestroy(graph.raw))
    }

    fn hipGraphLaunch(ready: hipGraphExec_t, stream: hipStream_t) {
        let (ready, stream) = (READY.get(ready), here(stream));
        on("graph", ready.device);
        check(sys::cuGraphLaunch(ready.raw, stream.raw))?;
        if stream.captured() { Ok(()) } else { check(sys::cuEventRecord(ready.done, stream.raw)) }
    }

    fn hipGraphExecDestroy(ready: hipGraphExec_t) {
        let ready = READY.remove(ready);
        borrow(ready.device)?;
        if sys::cuEventQuery(ready.done) == CUresult::CUDA_ERROR_NOT_READY {
            misuse!("the graph's work is not done");
        }
        check(sys::cuEventDestroy_v2(ready.done))?;
        check(sys::cuGraphExecDestroy(ready.raw))
    }
}

pub const TABLE: Table = Table { functions: FUNCTIONS, constants: &[CONSTANTS] };
