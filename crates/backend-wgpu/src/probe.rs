//! What wgpu does not say of a device, found by trying.

use crate::device::Device;
use crate::pipeline::compile;
use crate::queue::Dispatch;
use crate::stream::Stream;
use wgpu::Features;
use xparray_ir::Result;
use xparray_kernels::wgsl::{Binding, fma_probe};

impl Device {
    /// Whether `fma` rounds once, of every type that the device has.
    pub async fn fuses(&self) -> Result<bool> {
        Ok(self.fuses_in(false).await? && (!self.has(Features::SHADER_F64) || self.fuses_in(true).await?))
    }

    async fn fuses_in(&self, double: bool) -> Result<bool> {
        let compiled = compile(self, &fma_probe(double), vec![Binding::Output(0)], 1)?;
        let stream = Stream::new(self);
        let answer = self.pool.take(self, 4)?;
        let dispatch =
            Dispatch { shader: &compiled, buffers: &[&answer], words: &[1], groups: [1, 1], stream: &stream };
        self.queue.launch(self, &dispatch);
        let reading = self.queue.reading(self, &stream, &answer, 0, 4);
        self.pool.give_back(answer, 4);
        reading.finished(self, &stream).await.map(|word| word == [0; 4])
    }
}
