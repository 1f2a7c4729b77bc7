//! The queue: launches and copies are collected, and submitted together.

use crate::device::Device;
use crate::fault::{self, driver};
use crate::pipeline::Compiled;
use crate::stream::Stream;
use std::num::NonZeroU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};
use wgpu::{
    BindGroupDescriptor, BindGroupEntry, BindingResource, BufferBinding, BufferDescriptor, BufferUsages,
    CommandEncoder, CommandEncoderDescriptor, ComputePassDescriptor, MapMode, PollType,
};
use xparray_ir::Result;

/// Bytes of the arguments of launches that are submitted together.
const ARGUMENTS: u64 = 1 << 18;
/// As many launches are submitted together.
const MOST: usize = 64;

pub(crate) struct Queue {
    raw: wgpu::Queue,
    /// What shaders read their arguments from.
    arguments: wgpu::Buffer,
    /// A launch's arguments begin at multiples of this.
    alignment: usize,
    batch: Mutex<Batch>,
}

#[derive(Default)]
struct Batch {
    encoder: Option<CommandEncoder>,
    arguments: Vec<u8>,
    launches: usize,
}

/// A launch of a shader's entries, one after the other.
pub(crate) struct Dispatch<'a> {
    pub shader: &'a Compiled,
    /// The bindings from 2 on.
    pub buffers: &'a [&'a wgpu::Buffer],
    pub words: &'a [u32],
    /// In how many groups each entry runs, at least: shaders look whether there is one of their number.
    pub groups: [usize; 2],
    /// Whose fault record it has.
    pub stream: &'a Stream,
}

/// The groups along each axis for at least so many.
fn folded(groups: usize) -> [u32; 3] {
    const MOST: usize = 65535;
    let rows = groups.div_ceil(MOST).max(1);
    [groups.div_ceil(rows) as u32, rows as u32, 1]
}

impl Queue {
    pub fn new(gpu: &wgpu::Device, raw: wgpu::Queue) -> Self {
        let buffer = |label, size| {
            let usage = BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
            gpu.create_buffer(&BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false })
        };
        Self {
            arguments: buffer("arguments", ARGUMENTS),
            alignment: gpu.limits().min_storage_buffer_offset_alignment.max(16) as usize,
            raw,
            batch: Mutex::default(),
        }
    }

    fn batch(&self) -> MutexGuard<'_, Batch> {
        // Whatever a panic left is still in order.
        self.batch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Submits what was collected.
    fn submit(&self, batch: &mut Batch) {
        let Some(encoder) = batch.encoder.take() else { return };
        if !batch.arguments.is_empty() {
            self.raw.write_buffer(&self.arguments, 0, &batch.arguments);
            batch.arguments.clear();
        }
        batch.launches = 0;
        self.raw.submit([encoder.finish()]);
    }

    /// Bytes of the arguments that a binding reaches over.
    pub fn reach(words: usize) -> u64 {
        (4 * words as u64).next_multiple_of(256)
    }

    pub fn launch(&self, device: &Device, dispatch: &Dispatch<'_>) {
        let arguments = BindingResource::Buffer(BufferBinding {
            buffer: &self.arguments,
            offset: 0,
            size: NonZeroU64::new(Self::reach(dispatch.words.len())),
        });
        let mut entries = vec![
            BindGroupEntry { binding: 0, resource: arguments },
            BindGroupEntry { binding: 1, resource: dispatch.stream.fault.as_entire_binding() },
        ];
        for (binding, buffer) in (2..).zip(dispatch.buffers) {
            entries.push(BindGroupEntry { binding, resource: buffer.as_entire_binding() });
        }
        let descriptor = BindGroupDescriptor { label: None, layout: &dispatch.shader.layout, entries: &entries };
        let bindings = device.gpu.create_bind_group(&descriptor);
        let mut batch = self.batch();
        let start = batch.arguments.len().next_multiple_of(self.alignment);
        let end = start as u64 + Self::reach(dispatch.words.len());
        let start = if end > ARGUMENTS || batch.launches >= MOST {
            self.submit(&mut batch);
            0
        } else {
            start
        };
        batch.arguments.resize(start, 0);
        batch.arguments.extend(dispatch.words.iter().flat_map(|word| word.to_le_bytes()));
        batch.launches += 1;
        dispatch.stream.dirty.store(true, Relaxed);
        let encoder = batch.encoder(device);
        for (pipeline, groups) in dispatch.shader.pipelines.iter().zip(dispatch.groups) {
            let mut pass = encoder.begin_compute_pass(&ComputePassDescriptor::default());
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, &bindings, &[start as u32]);
            let [x, y, z] = folded(groups);
            pass.dispatch_workgroups(x, y, z);
        }
    }

    pub fn write(&self, buffer: &wgpu::Buffer, start: u64, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        // What the queue writes comes before what is submitted later.
        self.submit(&mut self.batch());
        self.raw.write_buffer(buffer, start, bytes);
    }

    /// Copies bytes from one buffer to another one, each from a byte on.
    pub fn copy(&self, device: &Device, from: (&wgpu::Buffer, u64), to: (&wgpu::Buffer, u64), bytes: u64) {
        if bytes > 0 {
            self.batch().encoder(device).copy_buffer_to_buffer(from.0, from.1, to.0, to.1, bytes);
        }
    }

    /// Copies bytes of a buffer to the host, after all that was queued, and reports what went wrong there.
    pub fn read(
        &self,
        device: &Device,
        stream: &Stream,
        buffer: &wgpu::Buffer,
        start: usize,
        to: &mut [u8],
    ) -> Result<()> {
        let first = start / 4 * 4;
        let bytes = (start + to.len()).next_multiple_of(4) - first;
        let staged = self.staged(device, stream, buffer, first as u64, bytes as u64)?;
        to.copy_from_slice(&staged[start - first..][..to.len()]);
        Ok(())
    }

    fn staged(
        &self,
        device: &Device,
        stream: &Stream,
        buffer: &wgpu::Buffer,
        first: u64,
        bytes: u64,
    ) -> Result<Vec<u8>> {
        let mut batch = self.batch();
        let record = 4 * fault::WORDS as u64;
        let staging = device.gpu.create_buffer(&BufferDescriptor {
            label: Some("staging"),
            size: bytes + record,
            usage: BufferUsages::COPY_DST | BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let encoder = batch.encoder(device);
        encoder.copy_buffer_to_buffer(&stream.fault, 0, &staging, 0, record);
        if bytes > 0 {
            encoder.copy_buffer_to_buffer(buffer, first, &staging, record, bytes);
        }
        self.submit(&mut batch);
        stream.dirty.store(false, Relaxed);
        // Others go on while this thread waits.
        drop(batch);
        let (sender, receiver) = std::sync::mpsc::channel();
        staging.slice(..).map_async(MapMode::Read, move |result| {
            let _ = sender.send(result);
        });
        device.gpu.poll(PollType::wait_indefinitely()).map_err(|error| driver("download", error.to_string()))?;
        // Another thread that polls may be the one that calls back.
        let mapped = receiver.recv().map_err(|error| driver("download", error.to_string()));
        device.faults.check("download")?;
        mapped?.map_err(|error| driver("download", error.to_string()))?;
        let view = staging.slice(..).get_mapped_range().map_err(|error| driver("download", error.to_string()))?;
        let (words, data) = view.split_at(record as usize);
        let words: Vec<u32> = words.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        if words[0] != 0 {
            self.raw.write_buffer(&stream.fault, 0, &vec![0; record as usize]);
        }
        fault::of_record(&words)?;
        Ok(data.to_vec())
    }

    /// Waits until all that was queued is done.
    pub fn wait(&self, device: &Device) -> Result<()> {
        self.submit(&mut self.batch());
        device.gpu.poll(PollType::wait_indefinitely()).map_err(|error| driver("synchronize", error.to_string()))?;
        device.faults.check("synchronize")
    }

    /// Waits, and reports what went wrong.
    pub fn synchronize(&self, device: &Device, stream: &Stream) -> Result<()> {
        match stream.dirty.load(Relaxed) {
            true => self.staged(device, stream, &stream.fault, 0, 0).map(drop),
            false => self.wait(device),
        }
    }

    /// Calls a function when all that was queued is done.
    pub fn when_done(&self, device: &Device, call: impl FnOnce() + Send + 'static) -> Result<()> {
        let mut batch = self.batch();
        self.submit(&mut batch);
        self.raw.on_submitted_work_done(call);
        device.faults.check("record")
    }
}

impl Batch {
    fn encoder(&mut self, device: &Device) -> &mut CommandEncoder {
        self.encoder.get_or_insert_with(|| device.gpu.create_command_encoder(&CommandEncoderDescriptor::default()))
    }
}
