//! Memory and events that processes share.

use super::{CudaDriver, event as native};
use crate::check::{check, cu};
use cudarc::driver::sys::{self, CUipcEventHandle, CUipcMemHandle, CUresult};
use xparray_gpu::{IpcDriver, IpcHandle, RawEvent};
use xparray_ir::Result;

/// Flag of `cuIpcOpenMemHandle`: memory of another device is reached if it can be.
const LAZY_ENABLE_PEER_ACCESS: u32 = 1;

impl IpcDriver for CudaDriver {
    unsafe fn alloc_shared(&self, bytes: usize) -> Result<Option<u64>> {
        let mut address = 0;
        // SAFETY: the pointer is to a live integer.
        match unsafe { sys::cuMemAlloc_v2(&mut address, bytes) } {
            CUresult::CUDA_ERROR_OUT_OF_MEMORY => Ok(None),
            code => check!("cuMemAlloc_v2", code).map(|()| Some(address)),
        }
    }

    unsafe fn free_shared(&self, address: u64) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cu!(cuMemFree_v2(address)) }
    }

    unsafe fn memory_handle(&self, address: u64) -> Result<IpcHandle> {
        let mut handle = CUipcMemHandle { reserved: [0; 64] };
        // SAFETY: the pointer is to a live handle. The driver knows what addresses are.
        unsafe { cu!(cuIpcGetMemHandle(&mut handle, address))? };
        Ok(handle.reserved.map(|byte| byte as u8))
    }

    unsafe fn open_memory(&self, handle: IpcHandle) -> Result<u64> {
        let handle = CUipcMemHandle { reserved: handle.map(|byte| byte as _) };
        let mut address = 0;
        // SAFETY: the caller's promise.
        unsafe { cu!(cuIpcOpenMemHandle_v2(&mut address, handle, LAZY_ENABLE_PEER_ACCESS))? };
        Ok(address)
    }

    unsafe fn close_memory(&self, address: u64) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { cu!(cuIpcCloseMemHandle(address)) }
    }

    unsafe fn event_handle(&self, event: RawEvent) -> Result<IpcHandle> {
        let mut handle = CUipcEventHandle { reserved: [0; 64] };
        // SAFETY: the caller's promise.
        unsafe { cu!(cuIpcGetEventHandle(&mut handle, native(event)))? };
        Ok(handle.reserved.map(|byte| byte as u8))
    }

    unsafe fn open_event(&self, handle: IpcHandle) -> Result<RawEvent> {
        let handle = CUipcEventHandle { reserved: handle.map(|byte| byte as _) };
        let mut event = std::ptr::null_mut();
        // SAFETY: the caller's promise.
        unsafe { cu!(cuIpcOpenEventHandle(&mut event, handle))? };
        Ok(RawEvent(event as usize))
    }
}
