//! Streams, host functions, graphs and profilers.

use super::{HipDriver, stream};
use crate::check::tool;
use crate::sys::hip::{hipGraph_t, hipGraphExec_t, hipStreamDefault, hipStreamNonBlocking};
use crate::sys::hip_tools::*;
use std::ffi::{CStr, c_void};
use std::ptr::null_mut;
use xparray_gpu::{HostFunction, QueueDriver, RawGraph, RawStream};
use xparray_ir::Result;

impl QueueDriver for HipDriver {
    fn priorities(&self) -> Result<(i32, i32)> {
        let (mut least, mut greatest) = (0, 0);
        // SAFETY: the pointers are to live integers.
        unsafe { tool!(hipDeviceGetStreamPriorityRange(&mut least, &mut greatest))? };
        Ok((least, greatest))
    }

    unsafe fn create_stream_with(&self, priority: i32, blocking: bool) -> Result<RawStream> {
        let flags = if blocking { hipStreamDefault } else { hipStreamNonBlocking };
        let mut raw = null_mut();
        // SAFETY: the pointer is to a live variable.
        unsafe { tool!(hipStreamCreateWithPriority(&mut raw, flags, priority))? };
        Ok(RawStream(raw as usize))
    }

    unsafe fn stream_priority(&self, raw: RawStream) -> Result<i32> {
        let mut priority = 0;
        // SAFETY: the caller's promise.
        unsafe { tool!(hipStreamGetPriority(stream(raw), &mut priority))? };
        Ok(priority)
    }

    unsafe fn launch_host(&self, on: RawStream, function: HostFunction, data: *mut c_void) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { tool!(hipLaunchHostFunc(stream(on), Some(function), data)) }
    }

    unsafe fn synchronize_device(&self) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { tool!(hipDeviceSynchronize()) }
    }

    unsafe fn upload_graph(&self, graph: RawGraph, on: RawStream) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { tool!(hipGraphUpload(graph.ready as hipGraphExec_t, stream(on))) }
    }

    unsafe fn print_graph(&self, graph: RawGraph, path: &CStr, verbose: bool) -> Result<()> {
        let flags = if verbose { hipGraphDebugDotFlagsVerbose } else { 0 };
        // SAFETY: the caller's promise.
        unsafe { tool!(hipGraphDebugDotPrint(graph.graph as hipGraph_t, path.as_ptr(), flags)) }
    }

    fn profiler_start(&self) -> Result<()> {
        // SAFETY: the device is bound.
        unsafe { tool!(hipProfilerStart()) }
    }

    fn profiler_stop(&self) -> Result<()> {
        // SAFETY: the device is bound.
        unsafe { tool!(hipProfilerStop()) }
    }
}
