//! Graphs: what a stream was given, to be done again.

use super::codes::*;
use super::stream::{STREAMS, Work, here};
use crate::entry::Table;
use crate::handles::{Handles, out};
use crate::types::*;
use std::ffi::c_ulonglong;
use std::ptr::null_mut;
use std::sync::{Arc, PoisonError};

constants! {
    hipStreamCaptureModeGlobal: hipStreamCaptureMode = 0;
    hipStreamCaptureModeThreadLocal: hipStreamCaptureMode = 1;
    hipStreamCaptureModeRelaxed: hipStreamCaptureMode = 2;
}

type Graph = Arc<Vec<Work>>;

static GRAPHS: Handles<Graph> = Handles::new("graph", 4);
static READY: Handles<Graph> = Handles::new("executable graph", 5);

entries! {
    status hipError_t;

    fn hipStreamBeginCapture(stream: hipStream_t, mode: hipStreamCaptureMode) {
        if mode > hipStreamCaptureModeRelaxed {
            misuse!("a mode of {mode}");
        }
        let stream = here(stream);
        let mut captured = stream.captured.lock().unwrap_or_else(PoisonError::into_inner);
        if captured.is_some() {
            misuse!("the stream is captured already");
        }
        *captured = Some(Vec::new());
        Ok(())
    }

    fn hipStreamEndCapture(stream: hipStream_t, graph: *mut hipGraph_t) {
        out("graph", graph);
        *graph = null_mut();
        let stream = STREAMS.get(stream);
        let work = stream.captured.lock().unwrap_or_else(PoisonError::into_inner).take();
        *graph = GRAPHS.insert(Arc::new(work.ok_or(hipErrorInvalidValue)?));
        Ok(())
    }

    fn hipGraphInstantiateWithFlags(ready: *mut hipGraphExec_t, graph: hipGraph_t, flags: c_ulonglong) {
        out("executable graph", ready);
        if flags != 0 {
            misuse!("flags of {flags:#x}, of which HIP supports none");
        }
        *ready = READY.insert(Graph::clone(&GRAPHS.get(graph)));
        Ok(())
    }

    fn hipGraphDestroy(graph: hipGraph_t) {
        GRAPHS.remove(graph);
        Ok(())
    }

    fn hipGraphLaunch(ready: hipGraphExec_t, stream: hipStream_t) {
        here(stream).give(Work::Graph(Graph::clone(&READY.get(ready))))
    }

    fn hipGraphExecDestroy(ready: hipGraphExec_t) {
        READY.remove(ready);
        Ok(())
    }
}

pub const TABLE: Table = Table { functions: FUNCTIONS, constants: &[CONSTANTS] };
