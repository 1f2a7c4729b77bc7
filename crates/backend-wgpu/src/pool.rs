//! A caching pool of buffers by their sizes. All work of a device is in one order, so a buffer that comes back can be taken at
//! once: what is queued for it is done before what is queued next.

use crate::device::Device;
use crate::fault::{caught, driver};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use wgpu::{BufferDescriptor, BufferUsages, ErrorFilter, Limits};
use xparray_ir::backend::MemoryStats;
use xparray_ir::{Error, Result};

pub(crate) struct Pool {
    /// The longest buffer that can be bound.
    longest: u64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    free: HashMap<u64, Vec<wgpu::Buffer>>,
    used: usize,
    total: u64,
    limit: Option<usize>,
}

/// Bytes of the buffer for so many: eight sizes between powers of two.
fn class(bytes: usize) -> Option<u64> {
    let bytes = (bytes as u64).max(256);
    let step = (bytes.checked_next_power_of_two()? / 16).max(16);
    bytes.checked_next_multiple_of(step)
}

/// What arrays, arguments and results are used for.
const USAGES: BufferUsages = BufferUsages::STORAGE.union(BufferUsages::COPY_SRC).union(BufferUsages::COPY_DST);

impl Pool {
    pub fn new(limits: Limits) -> Self {
        let longest = limits.max_buffer_size.min(limits.max_storage_buffer_binding_size);
        Self { longest, state: Mutex::default() }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        // Each change is complete.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A buffer of at least so many bytes.
    pub fn take(&self, device: &Device, bytes: usize) -> Result<wgpu::Buffer> {
        let mut state = self.state();
        let used = state.used;
        let refused = |limit| Error::OutOfMemory { asked: bytes, used, limit, device: "wgpu".to_owned() };
        let Some(size) = class(bytes).filter(|&size| size <= self.longest) else {
            return Err(refused(Some(self.longest as usize)));
        };
        let over = |state: &State, more: u64| state.limit.is_some_and(|limit| state.total + more > limit as u64);
        let buffer = match state.free.get_mut(&size).and_then(Vec::pop) {
            Some(buffer) => buffer,
            None => {
                if over(&state, size) {
                    state.forget(device);
                }
                if over(&state, size) {
                    return Err(refused(state.limit));
                }
                let buffer = match create(&device.gpu, size)? {
                    Some(buffer) => buffer,
                    None => {
                        state.forget(device);
                        create(&device.gpu, size)?.ok_or_else(|| refused(None))?
                    }
                };
                state.total += size;
                buffer
            }
        };
        state.used += bytes;
        Ok(buffer)
    }

    pub fn give_back(&self, buffer: wgpu::Buffer, bytes: usize) {
        let mut state = self.state();
        state.used -= bytes;
        state.free.entry(buffer.size()).or_default().push(buffer);
    }

    pub fn stats(&self) -> MemoryStats {
        let state = self.state();
        MemoryStats { used_bytes: state.used, total_bytes: state.total as usize, limit: state.limit }
    }

    pub fn set_limit(&self, device: &Device, bytes: Option<usize>) {
        let mut state = self.state();
        state.limit = bytes;
        // What is cached counts.
        if bytes.is_some_and(|limit| state.total > limit as u64) {
            state.forget(device);
        }
    }

    pub fn free_all(&self, device: &Device) {
        self.state().forget(device);
    }
}

impl State {
    fn forget(&mut self, device: &Device) {
        // What was bound keeps its buffers.
        device.pipelines.forget_bound();
        let freed: u64 = self.free.drain().map(|(size, buffers)| size * buffers.len() as u64).sum();
        self.total -= freed;
    }
}

/// A new buffer; `None` if there is no memory for it.
fn create(gpu: &wgpu::Device, size: u64) -> Result<Option<wgpu::Buffer>> {
    let descriptor = BufferDescriptor { label: None, size, usage: USAGES, mapped_at_creation: false };
    let ((buffer, invalid), full) = caught(gpu, ErrorFilter::OutOfMemory, || {
        caught(gpu, ErrorFilter::Validation, || gpu.create_buffer(&descriptor))
    });
    match (invalid, full) {
        (_, Some(_)) => Ok(None),
        (Some(error), None) => Err(driver("alloc", error.to_string())),
        (None, None) => Ok(Some(buffer)),
    }
}
