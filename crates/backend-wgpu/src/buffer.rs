//! Buffers, which go back to the pool when they are dropped.

use crate::device::Device;
use std::sync::Arc;
use xparray_ir::backend::DeviceBuffer;

/// Memory on a wgpu device.
pub struct Buffer {
    /// Always there until it is dropped.
    raw: Option<wgpu::Buffer>,
    bytes: usize,
    device: Arc<Device>,
}

impl Buffer {
    pub(crate) fn new(raw: wgpu::Buffer, bytes: usize, device: Arc<Device>) -> Self {
        Self { raw: Some(raw), bytes, device }
    }

    pub(crate) fn raw(&self) -> Option<&wgpu::Buffer> {
        self.raw.as_ref()
    }

    pub(crate) fn device(&self) -> &Arc<Device> {
        &self.device
    }
}

// SAFETY: the buffer was made for so many bytes; wgpu aligns it, and nobody else has it until it is dropped.
unsafe impl DeviceBuffer for Buffer {
    fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if let Some(raw) = self.raw.take() {
            self.device.pool.give_back(raw, self.bytes);
        }
    }
}
