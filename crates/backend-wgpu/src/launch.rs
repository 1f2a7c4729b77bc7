//! [`Launch`]: plans of `xparray-kernels`, as shaders.

use crate::buffer::Buffer;
use crate::device::{UNITS, Wgpu};
use crate::queue::{Dispatch, Queue};
use wgpu::{BindGroupDescriptor, BindGroupEntry, BindingResource, BufferBinding};
use xparray_ir::backend::{Input, Launch, LaunchArgs, Memory};
use xparray_ir::{Error, Result};
use xparray_kernels::{Binding, plan_wgsl};

impl Launch for Wgpu {
    fn launch(&self, args: LaunchArgs<'_, Buffer>) -> Result<()> {
        let device = &*self.device;
        let Some(plan) = plan_wgsl(&args, UNITS)? else { return Ok(()) };
        let words = plan.words(&args);
        let compiled = device.pipelines.find(device, args.kernel(), &plan, words.len())?;
        let mut partials = Vec::new();
        for binding in &compiled.bindings {
            if let Binding::Partial(_, size) = binding {
                partials.push(self.alloc(plan.partials() * size)?);
            }
        }
        let mut entries = vec![
            BindGroupEntry {
                binding: 0,
                resource: BindingResource::Buffer(BufferBinding {
                    buffer: device.queue.arguments(),
                    offset: 0,
                    size: std::num::NonZeroU64::new(Queue::reach(words.len())),
                }),
            },
            BindGroupEntry { binding: 1, resource: device.queue.fault().as_entire_binding() },
        ];
        for (at, binding) in (2..).zip(&compiled.bindings) {
            let buffer = match *binding {
                Binding::Input(k) => match &args.inputs()[k] {
                    Input::Buffer(view) => view.buffer(),
                    _ => return Err(Error::value("launch", "an operand that is read has a buffer")),
                },
                Binding::Output(k) => args.target(k).0,
                Binding::Partial(k, _) => &partials[k],
            };
            entries.push(BindGroupEntry { binding: at, resource: self.raw("launch", buffer)?.as_entire_binding() });
        }
        let descriptor = BindGroupDescriptor { label: None, layout: &compiled.layout, entries: &entries };
        let bindings = device.gpu.create_bind_group(&descriptor);
        let dispatch =
            Dispatch { pipelines: &compiled.pipelines, groups: plan.groups(), words: &words, bindings: &bindings };
        device.queue.launch(device, &dispatch);
        Ok(())
    }
}
