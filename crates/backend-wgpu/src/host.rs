//! What has no kernel: computed by the CPU backend over a copy, whose results are copied back.

mod dense;
mod primitives;
mod sparse;

use crate::buffer::Buffer;
use crate::device::Wgpu;
use xparray_cpu::{Block, Cpu};
use xparray_ir::backend::{DeviceBuffer, Memory, View};
use xparray_ir::{DType, Layout, Result};

type V<'a> = View<'a, Buffer>;

/// A view whose buffer was copied to the host.
struct Copied<'a> {
    block: Block,
    dtype: DType,
    layout: &'a Layout,
}

impl Copied<'_> {
    fn view(&self) -> Result<View<'_, Block>> {
        View::new(&self.block, self.dtype, self.layout)
    }
}

impl Wgpu {
    fn host(&self) -> &Cpu {
        &self.device.host
    }

    /// A copy of a buffer on the host.
    fn block(&self, buffer: &Buffer) -> Result<Block> {
        let mut bytes = vec![0; buffer.bytes()];
        self.download(buffer, 0, &mut bytes)?;
        let mut block = self.host().alloc(bytes.len())?;
        self.host().upload(&bytes, &mut block)?;
        Ok(block)
    }

    /// A view on the host.
    fn fetched<'a>(&self, view: V<'a>) -> Result<Copied<'a>> {
        Ok(Copied { block: self.block(view.buffer())?, dtype: view.dtype(), layout: view.layout() })
    }

    /// A block's bytes in a buffer that has as many, and that nobody else has.
    fn restore(&self, block: &Block, buffer: &Buffer) -> Result<()> {
        let mut bytes = vec![0; block.bytes()];
        self.host().download(block, 0, &mut bytes)?;
        self.write(&bytes, 0, buffer)
    }

    /// A buffer with the bytes of a block.
    fn stored(&self, block: Block) -> Result<Buffer> {
        let buffer = self.alloc(block.bytes())?;
        self.restore(&block, &buffer)?;
        Ok(buffer)
    }

    /// An operation on one view.
    fn one(&self, x: V<'_>, f: impl FnOnce(&Cpu, View<'_, Block>) -> Result<Block>) -> Result<Buffer> {
        let x = self.fetched(x)?;
        self.stored(f(self.host(), x.view()?)?)
    }

    /// An operation on two.
    fn two(
        &self,
        x: V<'_>,
        y: V<'_>,
        f: impl FnOnce(&Cpu, View<'_, Block>, View<'_, Block>) -> Result<Block>,
    ) -> Result<Buffer> {
        let (x, y) = (self.fetched(x)?, self.fetched(y)?);
        self.stored(f(self.host(), x.view()?, y.view()?)?)
    }
}
