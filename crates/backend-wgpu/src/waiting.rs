//! Waiting for the device.

use crate::device::Device;
use std::time::Duration;
#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;
#[cfg(target_arch = "wasm32")]
use web_time::Instant;
use wgpu::{PollError, PollType};

/// So long a thread asks again and again: to be woken takes longer than most of what small arrays are read for.
const SPIN: Duration = Duration::from_micros(200);

/// Returns when all that was submitted is done.
pub(crate) fn wait(device: &Device) -> Result<(), PollError> {
    let start = Instant::now();
    while start.elapsed() < SPIN {
        if device.gpu.poll(PollType::Poll)?.is_queue_empty() {
            return Ok(());
        }
        std::hint::spin_loop();
    }
    device.gpu.poll(PollType::wait_indefinitely()).map(drop)
}
