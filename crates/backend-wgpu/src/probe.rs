//! What wgpu does not say of a device, found by trying.

use crate::device::Device;
use crate::pipeline::compile;
use crate::queue::{Dispatch, Queue};
use crate::stream::Stream;
use wgpu::{BindGroupDescriptor, BindGroupEntry, BindingResource, BufferBinding, Features};
use xparray_ir::Result;
use xparray_kernels::wgsl::{Binding, Dialect, fma_probe};

impl Device {
    /// What shaders depend on.
    pub fn dialect(&self) -> Result<Dialect> {
        if let Some(known) = self.dialect.get() {
            return Ok(*known);
        }
        let shared = self.gpu.limits().max_compute_workgroup_storage_size as usize;
        let fused = self.fuses(false)? && (!self.has(Features::SHADER_F64) || self.fuses(true)?);
        Ok(*self.dialect.get_or_init(|| Dialect { shared, fused }))
    }

    /// Whether `fma` rounds once.
    fn fuses(&self, double: bool) -> Result<bool> {
        let compiled = compile(self, &fma_probe(double), vec![Binding::Output(0)], 1)?;
        let stream = Stream::new(self);
        let answer = self.pool.take(&self.gpu, 4)?;
        let arguments = BindingResource::Buffer(BufferBinding {
            buffer: self.queue.arguments(),
            offset: 0,
            size: std::num::NonZeroU64::new(Queue::reach(1)),
        });
        let entries = [
            BindGroupEntry { binding: 0, resource: arguments },
            BindGroupEntry { binding: 1, resource: stream.fault.as_entire_binding() },
            BindGroupEntry { binding: 2, resource: answer.as_entire_binding() },
        ];
        let bindings = self.gpu.create_bind_group(&BindGroupDescriptor {
            label: None,
            layout: &compiled.layout,
            entries: &entries,
        });
        let dispatch = Dispatch {
            pipelines: &compiled.pipelines,
            groups: [1, 1],
            words: &[1],
            bindings: &bindings,
            stream: &stream,
        };
        self.queue.launch(self, &dispatch);
        let mut word = [0; 4];
        let read = self.queue.read(self, &stream, &answer, 0, &mut word);
        self.pool.give_back(answer, 4);
        read.map(|()| word == [0; 4])
    }
}
