//! What went wrong on the device, kept until somebody waits for its work.

use pollster::block_on;
use std::sync::{Mutex, PoisonError};
use wgpu::{BufferDescriptor, BufferUsages, ErrorFilter};
use xparray_ir::{Error, Result};
use xparray_kernels::FaultOp;

/// Errors that wgpu reports apart from calls.
#[derive(Default)]
pub(crate) struct Faults(Mutex<State>);

#[derive(Default)]
struct State {
    error: Option<String>,
    lost: Option<String>,
}

impl Faults {
    fn with<R>(&self, f: impl FnOnce(&mut State) -> R) -> R {
        f(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Keeps the first error.
    pub fn keep(&self, message: String) {
        self.with(|state| state.error.get_or_insert(message).truncate(4000));
    }

    /// The device is gone.
    pub fn lose(&self, message: String) {
        self.with(|state| state.lost.get_or_insert(message).truncate(4000));
    }

    pub fn is_lost(&self) -> bool {
        self.with(|state| state.lost.is_some())
    }

    /// Reports what was kept, once.
    pub fn check(&self, op: &'static str) -> Result<()> {
        self.with(|state| match (&state.lost, state.error.take()) {
            (Some(lost), _) => Err(driver(op, format!("the device was lost: {lost}"))),
            (None, Some(error)) => Err(driver(op, error)),
            _ => Ok(()),
        })
    }
}

/// An error of the driver.
pub(crate) fn driver(op: &'static str, message: impl Into<String>) -> Error {
    Error::value(op, message)
}

/// What a call gives, and the error of this kind that it made. A browser tells errors later, to [`Faults`].
pub(crate) fn caught<R>(gpu: &wgpu::Device, kind: ErrorFilter, call: impl FnOnce() -> R) -> (R, Option<wgpu::Error>) {
    if cfg!(target_arch = "wasm32") {
        return (call(), None);
    }
    let scope = gpu.push_error_scope(kind);
    let result = call();
    (result, block_on(scope.pop()))
}

/// An error in a browser, which does no work of the device before the program has returned to it.
pub(crate) fn may_wait(op: &'static str) -> Result<()> {
    match cfg!(target_arch = "wasm32") {
        true => {
            Err(driver(op, "a browser's program cannot wait for the device: read by `to_vec_async` or `item_async`"))
        }
        false => Ok(()),
    }
}

/// A record without a fault.
pub(crate) fn record(gpu: &wgpu::Device) -> wgpu::Buffer {
    let usage = BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
    let size = 4 * WORDS as u64;
    gpu.create_buffer(&BufferDescriptor { label: Some("fault"), size, usage, mapped_at_creation: false })
}

/// The words of a fault record, as `keep_fault` of the shaders writes them.
pub(crate) const WORDS: usize = 8;

/// The error of a record, if there is one.
pub(crate) fn of_record(words: &[u32]) -> Result<()> {
    match *words {
        [set, op, low, high, len, ..] if set != 0 => {
            let index = (u64::from(high) << 32 | u64::from(low)) as i64;
            Err(Error::Index { op: FaultOp::name(op), index, len: len as usize })
        }
        _ => Ok(()),
    }
}
