//! Memory and launches.

use super::buffer::{Compiled, DeviceMemory};
use super::{Device, on_backend};
use smallvec::SmallVec;
use std::future::ready;
use xparray_core::backend::{
    Border, DlDevice, Download, Launch, LaunchArgs, Memory, MemoryStats, Owner, Prepared, StagedArgs,
};
use xparray_core::{Error, Result};

impl Memory for Device {
    type Buffer = DeviceMemory;

    #[inline]
    fn alloc(&self, bytes: usize) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.alloc(bytes)?)))
    }

    unsafe fn adopt(&self, address: u64, bytes: usize, owner: Owner) -> Result<Option<DeviceMemory>> {
        // SAFETY: the caller's promise.
        on_backend!(self, xp => Ok(unsafe { xp.adopt(address, bytes, owner)? }.map(|buffer| xp.wrap(buffer))))
    }

    fn dlpack_device(&self) -> Option<DlDevice> {
        on_backend!(self, xp => xp.dlpack_device())
    }

    fn upload(&self, src: &[u8], dst: &mut DeviceMemory) -> Result<()> {
        on_backend!(self, xp => xp.upload(src, xp.buffer_mut(dst)?))
    }

    fn download(&self, src: &DeviceMemory, start: usize, dst: &mut [u8]) -> Result<()> {
        on_backend!(self, xp => xp.download(xp.buffer(src)?, start, dst))
    }

    fn readback(&self, src: &DeviceMemory, start: usize, bytes: usize) -> Download {
        on_backend!(self, xp => match xp.buffer(src) {
            Ok(src) => xp.readback(src, start, bytes),
            Err(error) => Box::pin(ready(Err(error))),
        })
    }

    fn copy_all(&self, copies: &mut [(&DeviceMemory, &mut DeviceMemory)]) -> Result<()> {
        on_backend!(self, xp => {
            let pairs = copies.iter_mut().map(|(src, dst)| Ok((xp.buffer(src)?, xp.buffer_mut(dst)?)));
            xp.copy_all(&mut pairs.collect::<Result<Vec<_>>>()?)
        })
    }

    fn copies_at_once(&self) -> usize {
        on_backend!(self, xp => xp.copies_at_once())
    }

    fn copy(&self, src: &DeviceMemory, dst: &mut DeviceMemory, bytes: usize) -> Result<()> {
        on_backend!(self, xp => xp.copy(xp.buffer(src)?, xp.buffer_mut(dst)?, bytes))
    }

    fn copy_from(&self, other: &Self, src: &DeviceMemory, dst: &mut DeviceMemory, bytes: usize) -> Result<()> {
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
    #[inline]
    fn launch(&self, args: LaunchArgs<'_, DeviceMemory>) -> Result<()> {
        on_backend!(self, xp => {
            args.map_buffers(|buffer| xp.buffer(buffer), |buffer| xp.buffer_mut(buffer), |args| xp.launch(args))
        })
    }

    fn prepare(&self, args: LaunchArgs<'_, DeviceMemory>) -> Option<Box<dyn Prepared<DeviceMemory>>> {
        on_backend!(self, xp => {
            let prepare = |args: LaunchArgs<'_, _>| Ok(xp.prepare(args));
            let prepared = args.map_buffers(|buffer| xp.buffer(buffer), |buffer| xp.buffer_mut(buffer), prepare);
            prepared.ok().flatten().map(|launch| Box::new(Repeated { xp: xp.clone(), launch }) as Box<_>)
        })
    }

    fn launch_stages(&self, args: StagedArgs<'_, DeviceMemory>) -> Result<()> {
        on_backend!(self, xp => {
            args.map_buffers(|buffer| xp.buffer(buffer), |buffer| xp.buffer_mut(buffer), |args| xp.launch_stages(args))
        })
    }

    #[inline]
    fn runs_at_once(&self, elements: usize) -> bool {
        on_backend!(self, xp => xp.runs_at_once(elements))
    }

    fn reads_padded(&self, border: Border) -> usize {
        on_backend!(self, xp => xp.reads_padded(border))
    }

    fn prefers_stages(&self, rows: usize, bytes: usize) -> bool {
        on_backend!(self, xp => xp.prefers_stages(rows, bytes))
    }
}

/// A launch that the backend has prepared.
struct Repeated<B: Compiled> {
    xp: B,
    launch: Box<dyn Prepared<B::Buffer>>,
}

impl<B: Compiled> Prepared<DeviceMemory> for Repeated<B> {
    fn run(&self, inputs: &[&DeviceMemory], outputs: &mut [&mut DeviceMemory]) -> Result<()> {
        let mut read: SmallVec<[&B::Buffer; 4]> = SmallVec::new();
        for buffer in inputs {
            read.push(self.xp.buffer(buffer)?);
        }
        let mut written: SmallVec<[&mut B::Buffer; 2]> = SmallVec::new();
        for buffer in outputs {
            written.push(self.xp.buffer_mut(buffer)?);
        }
        self.launch.run(&read, &mut written)
    }
}
