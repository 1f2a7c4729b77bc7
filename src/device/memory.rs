//! Memory and launches.

use super::buffer::{Compiled, DeviceBuffer};
use super::{Device, on_backend};
use xparray_core::backend::{Input, Launch, LaunchArgs, Memory, MemoryStats, Output};
use xparray_core::{Error, Result};

impl Memory for Device {
    type Buffer = DeviceBuffer;

    fn alloc(&self, bytes: usize) -> Result<DeviceBuffer> {
        on_backend!(self, xp => Ok(xp.wrap(xp.alloc(bytes)?)))
    }

    fn upload(&self, src: &[u8], dst: &mut DeviceBuffer) -> Result<()> {
        on_backend!(self, xp => xp.upload(src, xp.buffer_mut(dst)?))
    }

    fn download(&self, src: &DeviceBuffer, start: usize, dst: &mut [u8]) -> Result<()> {
        on_backend!(self, xp => xp.download(xp.buffer(src)?, start, dst))
    }

    fn copy(&self, src: &DeviceBuffer, dst: &mut DeviceBuffer, bytes: usize) -> Result<()> {
        on_backend!(self, xp => xp.copy(xp.buffer(src)?, xp.buffer_mut(dst)?, bytes))
    }

    fn copy_from(&self, other: &Self, src: &DeviceBuffer, dst: &mut DeviceBuffer, bytes: usize) -> Result<()> {
        if self.kind() == other.kind() {
            return self.copy(src, dst, bytes);
        }
        // No device reads the memory of another vendor's: by way of the host.
        let mut host = Vec::new();
        let failed = |_| Error::OutOfMemory { asked: bytes, used: 0, limit: None, device: "host".to_owned() };
        host.try_reserve_exact(bytes).map_err(failed)?;
        host.resize(bytes, 0);
        other.download(src, 0, &mut host)?;
        self.upload(&host, dst)
    }

    fn memory_stats(&self) -> MemoryStats {
        on_backend!(self, xp => xp.memory_stats())
    }

    fn set_memory_limit(&self, bytes: Option<usize>) {
        on_backend!(self, xp => xp.set_memory_limit(bytes))
    }

    fn free_all_blocks(&self) {
        on_backend!(self, xp => xp.free_all_blocks())
    }
}

impl Launch for Device {
    fn launch(&self, args: LaunchArgs<'_, DeviceBuffer>) -> Result<()> {
        on_backend!(self, xp => launch(xp, args))
    }
}

fn launch<X: Compiled>(xp: &X, args: LaunchArgs<'_, DeviceBuffer>) -> Result<()> {
    let inputs: smallvec::SmallVec<[Input<'_, X::Buffer>; 4]> = args
        .inputs
        .iter()
        .map(|input| match *input {
            Input::Buffer(buffer, layout) => xp.buffer(buffer).map(|buffer| Input::Buffer(buffer, layout)),
            Input::Output(k) => Ok(Input::Output(k)),
            Input::Index(layout) => Ok(Input::Index(layout)),
        })
        .collect::<Result<_>>()?;
    let outputs = args
        .outputs
        .into_iter()
        .map(|Output { buffer, layout }| Ok(Output { buffer: xp.buffer_mut(buffer)?, layout }))
        .collect::<Result<_>>()?;
    xp.launch(LaunchArgs {
        kernel: args.kernel,
        shape: args.shape,
        kept: args.kept,
        inputs: &inputs,
        outputs,
        params: args.params,
    })
}
