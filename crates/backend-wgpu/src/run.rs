//! Kernels written by hand: a text with its buffers and words.

use crate::buffer::Buffer;
use crate::device::Wgpu;
use crate::pipeline::Key;
use crate::queue::Dispatch;
use xparray_ir::Result;
use xparray_kernels::wgsl::{Binding, Shader, complete};

/// Threads of a group.
pub(crate) const THREADS: usize = 256;

/// A buffer of a kernel, and what the kernel does to it.
#[derive(Clone, Copy)]
pub(crate) enum Access<'a> {
    Read(&'a Buffer),
    Write(&'a Buffer),
    /// Read, and of no array.
    Table(&'a wgpu::Buffer),
}

impl Wgpu {
    /// Runs the entry `main` of a kernel, in groups of 256, after all that was queued.
    ///
    /// The name stands for the text: it says all that the text depends on. The buffers are the bindings from 2 on; the text
    /// declares them, numbers groups by `id.y * ids.x + id.x`, and gets `args`, the words, and `fault` at the bindings 0 and 1, and the library's functions that it uses.
    pub(crate) fn run(
        &self,
        name: &str,
        text: impl FnOnce() -> String,
        buffers: &[Access<'_>],
        words: &[u32],
        groups: usize,
    ) -> Result<()> {
        if groups == 0 {
            return Ok(());
        }
        let device = &*self.device;
        let bindings = || {
            let binding = |(k, access): (usize, &Access<'_>)| match access {
                Access::Read(_) | Access::Table(_) => Binding::Input(k),
                Access::Write(_) => Binding::Output(k),
            };
            buffers.iter().enumerate().map(binding).collect::<Vec<_>>()
        };
        let compiled = device.pipelines.find(device, Key::Named(name.to_owned()), words.len(), || {
            let text = format!(
                "@group(0) @binding(0) var<storage, read> args: array<u32>;\n\
                 @group(0) @binding(1) var<storage, read_write> fault: array<atomic<u32>, 8>;\n{}",
                text()
            );
            Ok((Shader { text: complete(text, device.arithmetic), entries: &["main"] }, bindings()))
        })?;
        let raw = buffers.iter().map(|access| match *access {
            Access::Read(buffer) | Access::Write(buffer) => self.raw("launch", buffer),
            Access::Table(table) => Ok(table),
        });
        let dispatch = Dispatch {
            shader: &compiled,
            buffers: &raw.collect::<Result<Vec<_>>>()?,
            words,
            groups: [groups, 0],
            stream: &self.stream,
        };
        device.queue.launch(device, &dispatch);
        Ok(())
    }
}
