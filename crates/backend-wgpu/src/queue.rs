//! The queue: launches and copies are collected, and submitted together.

use crate::device::Device;
use crate::fault::{driver, may_wait};
use crate::pipeline::Compiled;
use crate::reading::{RECORD, Reading};
use crate::stream::Stream;
use crate::waiting::wait;
use pollster::block_on;
use std::num::NonZeroU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};
use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindingResource, BufferBinding, BufferDescriptor, BufferUsages,
    CommandEncoder, CommandEncoderDescriptor, ComputePass, ComputePassDescriptor,
};
use xparray_ir::Result;

/// Bytes of the arguments of launches that are submitted together.
const ARGUMENTS: u64 = 1 << 18;
/// As many launches are submitted together.
const MOST: usize = 64;
/// Bytes of buffers that the host reads from again and again, and how many are kept.
const STAGING: u64 = 4096;
const KEPT: usize = 4;

pub(crate) struct Queue {
    raw: wgpu::Queue,
    /// What shaders read their arguments from.
    arguments: wgpu::Buffer,
    /// A launch's arguments begin at multiples of this.
    alignment: usize,
    batch: Mutex<Batch>,
    /// Buffers for the host to read, which nobody uses.
    staging: Mutex<Vec<wgpu::Buffer>>,
}

#[derive(Default)]
struct Batch {
    /// The encoder's pass, as long as launches follow each other: each pass makes command buffers of its own.
    pass: Option<ComputePass<'static>>,
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
            staging: Mutex::default(),
        }
    }

    fn batch(&self) -> MutexGuard<'_, Batch> {
        // Whatever a panic left is still in order.
        self.batch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Submits what was collected.
    fn submit(&self, batch: &mut Batch) {
        batch.pass = None;
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

    /// What a launch binds: as it was bound before, if it was of late.
    fn bindings(&self, device: &Device, dispatch: &Dispatch<'_>) -> BindGroup {
        let buffers = || [&dispatch.stream.fault].into_iter().chain(dispatch.buffers.iter().copied());
        let known = dispatch.shader.bound.find(buffers());
        if let Some(known) = known {
            return known;
        }
        let arguments = BindingResource::Buffer(BufferBinding {
            buffer: &self.arguments,
            offset: 0,
            size: NonZeroU64::new(Self::reach(dispatch.words.len())),
        });
        let mut entries = vec![BindGroupEntry { binding: 0, resource: arguments }];
        for (binding, buffer) in (1..).zip(buffers()) {
            entries.push(BindGroupEntry { binding, resource: buffer.as_entire_binding() });
        }
        let descriptor = BindGroupDescriptor { label: None, layout: &dispatch.shader.layout, entries: &entries };
        let bindings = device.gpu.create_bind_group(&descriptor);
        dispatch.shader.bound.keep(buffers(), &bindings);
        bindings
    }

    pub fn launch(&self, device: &Device, dispatch: &Dispatch<'_>) {
        let bindings = self.bindings(device, dispatch);
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
        let pass = batch.pass(device);
        for (pipeline, groups) in dispatch.shader.pipelines.iter().zip(dispatch.groups) {
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
        may_wait("download")?;
        let reading = self.reading(device, stream, buffer, start, to.len());
        to.copy_from_slice(&block_on(reading.finished(device, stream))?);
        Ok(())
    }

    /// Queues a copy of bytes of a buffer to the host, and of what went wrong.
    pub fn reading(
        &self,
        device: &Device,
        stream: &Stream,
        buffer: &wgpu::Buffer,
        start: usize,
        bytes: usize,
    ) -> Reading {
        // Nothing has no place.
        let start = if bytes == 0 { 0 } else { start };
        let first = start / 4 * 4;
        let words = ((start + bytes).next_multiple_of(4) - first) as u64;
        let mut batch = self.batch();
        let staging = self.staging(device, RECORD + words);
        let encoder = batch.encoder(device);
        encoder.copy_buffer_to_buffer(&stream.fault, 0, &staging, 0, RECORD);
        if words > 0 {
            encoder.copy_buffer_to_buffer(buffer, first as u64, &staging, RECORD, words);
        }
        self.submit(&mut batch);
        stream.dirty.store(false, Relaxed);
        Reading::new(staging, RECORD + words, start - first, bytes)
    }

    /// A buffer for the host to read, of at least so many bytes.
    fn staging(&self, device: &Device, bytes: u64) -> wgpu::Buffer {
        let kept = match bytes <= STAGING {
            true => self.staging.lock().unwrap_or_else(PoisonError::into_inner).pop(),
            false => None,
        };
        kept.unwrap_or_else(|| {
            device.gpu.create_buffer(&BufferDescriptor {
                label: Some("staging"),
                size: bytes.max(STAGING),
                usage: BufferUsages::COPY_DST | BufferUsages::MAP_READ,
                mapped_at_creation: false,
            })
        })
    }

    /// Takes back a buffer that the host has read.
    pub fn keep(&self, staging: wgpu::Buffer) {
        let mut kept = self.staging.lock().unwrap_or_else(PoisonError::into_inner);
        if staging.size() == STAGING && kept.len() < KEPT {
            kept.push(staging);
        }
    }

    /// Makes a record one without a fault.
    pub fn forget(&self, record: &wgpu::Buffer) {
        self.raw.write_buffer(record, 0, &[0; RECORD as usize]);
    }

    /// Waits until all that was queued is done.
    pub fn wait(&self, device: &Device) -> Result<()> {
        may_wait("synchronize")?;
        self.submit(&mut self.batch());
        wait(device).map_err(|error| driver("synchronize", error.to_string()))?;
        device.faults.check("synchronize")
    }

    /// Waits, and reports what went wrong.
    pub fn synchronize(&self, device: &Device, stream: &Stream) -> Result<()> {
        match stream.dirty.load(Relaxed) {
            true => self.read(device, stream, &stream.fault, 0, &mut []),
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
    /// The encoder, for what is no launch.
    fn encoder(&mut self, device: &Device) -> &mut CommandEncoder {
        self.pass = None;
        self.encoder.get_or_insert_with(|| device.gpu.create_command_encoder(&CommandEncoderDescriptor::default()))
    }

    fn pass(&mut self, device: &Device) -> &mut ComputePass<'static> {
        let pass = self.pass.take().unwrap_or_else(|| {
            self.encoder(device).begin_compute_pass(&ComputePassDescriptor::default()).forget_lifetime()
        });
        self.pass.insert(pass)
    }
}
