//! Memory and events that processes share.

use super::{HipDriver, allocated, event as native, pointer};
use crate::check::{call, tool};
use crate::sys::hip_tools::*;
use std::ptr::null_mut;
use xparray_gpu::{IpcDriver, IpcHandle, RawEvent};
use xparray_ir::Result;

impl IpcDriver for HipDriver {
    unsafe fn alloc_shared(&self, bytes: usize) -> Result<Option<u64>> {
        let mut address = null_mut();
        // SAFETY: the pointer is to a live variable.
        let code = unsafe { (self.hip.hipMalloc)(&mut address, bytes) };
        allocated("hipMalloc", code, address)
    }

    unsafe fn free_shared(&self, address: u64) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { call!(self.hip, hipFree(pointer(address))) }
    }

    unsafe fn memory_handle(&self, address: u64) -> Result<IpcHandle> {
        let mut handle = hipIpcMemHandle_t { reserved: [0; 64] };
        // SAFETY: the pointer is to a live handle. The driver knows what addresses are.
        unsafe { tool!(hipIpcGetMemHandle(&mut handle, pointer(address)))? };
        Ok(handle.reserved.map(|byte| byte as u8))
    }

    unsafe fn open_memory(&self, handle: IpcHandle) -> Result<u64> {
        let handle = hipIpcMemHandle_t { reserved: handle.map(|byte| byte as _) };
        let mut address = null_mut();
        // SAFETY: the caller's promise.
        unsafe { tool!(hipIpcOpenMemHandle(&mut address, handle, hipIpcMemLazyEnablePeerAccess))? };
        Ok(address as u64)
    }

    unsafe fn close_memory(&self, address: u64) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { tool!(hipIpcCloseMemHandle(pointer(address))) }
    }

    unsafe fn event_handle(&self, event: RawEvent) -> Result<IpcHandle> {
        let mut handle = hipIpcEventHandle_t { reserved: [0; 64] };
        // SAFETY: the caller's promise.
        unsafe { tool!(hipIpcGetEventHandle(&mut handle, native(event)))? };
        Ok(handle.reserved.map(|byte| byte as u8))
    }

    unsafe fn open_event(&self, handle: IpcHandle) -> Result<RawEvent> {
        let handle = hipIpcEventHandle_t { reserved: handle.map(|byte| byte as _) };
        let mut event = null_mut();
        // SAFETY: the caller's promise.
        unsafe { tool!(hipIpcOpenEventHandle(&mut event, handle))? };
        Ok(RawEvent(event as usize))
    }
}
