//! Bytes on their way to the host.

use crate::device::Device;
use crate::fault::{self, driver};
use crate::stream::Stream;
use crate::waiting::wait;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};
use wgpu::{BufferAsyncError, MapMode};
use xparray_ir::Result;

/// Bytes of the record of a fault, which comes with what is read.
pub(crate) const RECORD: u64 = 4 * fault::WORDS as u64;

/// A copy for the host, which is queued: the record of a fault, and whole words.
pub(crate) struct Reading {
    staging: wgpu::Buffer,
    arrival: Arc<Mutex<Arrival>>,
    /// Bytes that are there.
    len: u64,
    /// Of the words, the bytes that were asked for.
    skip: usize,
    bytes: usize,
}

#[derive(Default)]
struct Arrival {
    result: Option<Result<(), BufferAsyncError>>,
    waker: Option<Waker>,
}

impl Reading {
    /// Of a buffer of which what was submitted fills the first `len` bytes.
    pub fn new(staging: wgpu::Buffer, len: u64, skip: usize, bytes: usize) -> Self {
        let arrival = Arc::<Mutex<Arrival>>::default();
        let told = arrival.clone();
        staging.slice(..len).map_async(MapMode::Read, move |result| {
            let mut arrival = told.lock().unwrap_or_else(PoisonError::into_inner);
            arrival.result = Some(result);
            arrival.waker.take().into_iter().for_each(Waker::wake);
        });
        Self { staging, arrival, len, skip, bytes }
    }

    /// The bytes, when they are there, or what went wrong on the device. A browser says when that is; elsewhere this waits for it.
    pub async fn finished(self, device: &Device, stream: &Stream) -> Result<Vec<u8>> {
        if !cfg!(target_arch = "wasm32") {
            wait(device).map_err(|error| driver("download", error.to_string()))?;
        }
        let result = poll_fn(|context| {
            let mut arrival = self.arrival.lock().unwrap_or_else(PoisonError::into_inner);
            let result = arrival.result.take();
            if result.is_none() {
                // Another thread that waits for the device may be the one that is told.
                arrival.waker = Some(context.waker().clone());
            }
            result.map_or(Poll::Pending, Poll::Ready)
        });
        let result = result.await;
        device.faults.check("download")?;
        let failed = |error: String| driver("download", error);
        result.map_err(|error| failed(error.to_string()))?;
        let view = self.staging.slice(..self.len).get_mapped_range().map_err(|error| failed(error.to_string()))?;
        let (record, data) = view.split_at(RECORD as usize);
        let record: Vec<u32> = record.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        if record[0] != 0 {
            device.queue.forget(&stream.fault);
        }
        let data = data[self.skip..][..self.bytes].to_vec();
        drop(view);
        self.staging.unmap();
        device.queue.keep(self.staging);
        fault::of_record(&record)?;
        Ok(data)
    }
}
