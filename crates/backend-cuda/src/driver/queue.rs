//! Streams, host functions, graphs and profilers.

use super::{CudaDriver, stream};
use crate::check::cu;
use cudarc::driver::sys::{CUgraph, CUgraphDebugDot_flags, CUgraphExec, CUstream_flags};
use std::ffi::{CStr, c_void};
use std::ptr::null_mut;
use xparray_gpu::{HostFunction, QueueDriver, RawGraph, RawStream};
use xparray_ir::Result;

impl QueueDriver for CudaDriver {
    fn priorities(&self) -> Result<(i32, i32)> {
        let (mut least, mut greatest) = (0, 0);
        // SAFETY: the pointers are to live integers.
        unsafe { cu!(cuCtxGetStreamPriorityRange(&mut least, &mut greatest))? };
        Ok((least, greatest))
    }

    unsafe fn create_stream_with(&self, priority: i32, blocking: bool) -> Result<RawStream> {
        let flags = if blocking { CUstream_flags::CU_STREAM_DEFAULT } else { CUstream_flags::CU_STREAM_NON_BLOCKING };
        let mut raw = null_mut();
        // SAFETY: the pointer is to a live variable.
        unsafe { cu!(cuStreamCreateWithPriority(&mut raw, flags as u32, priority))? };
        Ok(RawStream(raw as usize))
    }

    unsafe fn stream_priority(&self, raw: RawStream) -> Result<i32> {
        let mut priority = 0;
        // SAFETY: the caller's promise.
        unsafe { cu!(cuStreamGetPriority(stream(raw), &mut priority))? };
        Ok(priority)
    }

    unsafe fn launch_host(&self, on: RawStream, function: HostFunction, data: *mut c_void) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cu!(cuLaunchHostFunc(stream(on), Some(function), data)) }
    }

    unsafe fn synchronize_device(&self) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cu!(cuCtxSynchronize()) }
    }

    unsafe fn upload_graph(&self, graph: RawGraph, on: RawStream) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cu!(cuGraphUpload(graph.ready as CUgraphExec, stream(on))) }
    }

    unsafe fn print_graph(&self, graph: RawGraph, path: &CStr, verbose: bool) -> Result<()> {
        let flags = if verbose { CUgraphDebugDot_flags::CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE as u32 } else { 0 };
        // SAFETY: the caller's promise.
        unsafe { cu!(cuGraphDebugDotPrint(graph.graph as CUgraph, path.as_ptr(), flags)) }
    }

    fn profiler_start(&self) -> Result<()> {
        // SAFETY: the device is bound.
        unsafe { cu!(cuProfilerStart()) }
    }

    fn profiler_stop(&self) -> Result<()> {
        // SAFETY: the device is bound.
        unsafe { cu!(cuProfilerStop()) }
    }
}
