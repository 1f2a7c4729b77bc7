//! What the fake driver does beside what arrays need.

use crate::driver::{
    CodeDriver, Compiled, DeviceAttribute, DeviceDriver, Driver, FunctionAttribute, HostFunction, IpcDriver, IpcHandle,
    MemoryDriver, QueueDriver, RawFunction, RawGraph, RawModule, RawStream,
};
use crate::fake::Fake;
use std::ffi::{CStr, c_void};
use xparray_ir::{Error, Result};

impl CodeDriver for Fake {
    /// Names get a prefix, as far as the source has them.
    fn compile_names(&self, source: &str, options: &[&str], names: &[&str]) -> Result<Compiled> {
        let lowered: Vec<String> = names.iter().map(|name| format!("_Z{}", name.replace(['<', '>'], "_"))).collect();
        if let Some(name) = names.iter().find(|name| !source.contains(name.split('<').next().unwrap_or_default())) {
            return Err(Error::Compile { source_code: source.into(), log: format!("no {name}") });
        }
        let image = self.compile(&format!("{source}\n{}", lowered.join("\n")), options)?;
        Ok(Compiled { image, lowered })
    }

    unsafe fn function_attribute(&self, _: RawFunction, attribute: FunctionAttribute) -> Result<i32> {
        Ok(if attribute == FunctionAttribute::MaxThreadsPerBlock { 1024 } else { 0 })
    }

    unsafe fn global(&self, _: RawModule, name: &str) -> Result<Option<(u64, usize)>> {
        // Twelve bytes that are always there.
        static mut VARIABLE: [u32; 3] = [0; 3];
        Ok((name == "variable").then_some(((&raw mut VARIABLE) as u64, 12)))
    }
}

impl QueueDriver for Fake {
    fn priorities(&self) -> Result<(i32, i32)> {
        Ok((0, -2))
    }

    unsafe fn create_stream_with(&self, priority: i32, blocking: bool) -> Result<RawStream> {
        self.world.note(format!("stream of priority {priority}, blocking: {blocking}"))?;
        Ok(RawStream(self.world.handle()))
    }

    unsafe fn launch_host(&self, _: RawStream, function: HostFunction, data: *mut c_void) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { function(data) };
        Ok(())
    }

    unsafe fn synchronize_device(&self) -> Result<()> {
        self.world.note("the device is waited for".into())
    }

    unsafe fn print_graph(&self, _: RawGraph, path: &CStr, verbose: bool) -> Result<()> {
        self.world.note(format!("graph to {path:?}, verbose: {verbose}"))
    }

    fn profiler_start(&self) -> Result<()> {
        self.world.note("profiler starts".into())
    }

    fn profiler_stop(&self) -> Result<()> {
        self.world.note("profiler stops".into())
    }
}

impl MemoryDriver for Fake {
    unsafe fn register_host(&self, _: *mut u8, bytes: usize) -> Result<()> {
        self.world.note(format!("{bytes} bytes are registered"))
    }

    unsafe fn unregister_host(&self, _: *mut u8) -> Result<()> {
        self.world.note("registration ends".into())
    }
}

impl IpcDriver for Fake {
    unsafe fn alloc_shared(&self, bytes: usize) -> Result<Option<u64>> {
        // SAFETY: the caller's promise.
        unsafe { Driver::alloc_managed(self, bytes) }
    }

    unsafe fn free_shared(&self, address: u64) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { Driver::free_managed(self, address) }
    }

    unsafe fn memory_handle(&self, address: u64) -> Result<IpcHandle> {
        let known = self.world.managed.lock().unwrap().contains_key(&address);
        let mut handle = [0; 64];
        handle[..8].copy_from_slice(&address.to_le_bytes());
        if known { Ok(handle) } else { Err(Error::value("memory_handle", "memory of a pool")) }
    }

    unsafe fn open_memory(&self, handle: IpcHandle) -> Result<u64> {
        self.world.note("memory is opened".into())?;
        Ok(u64::from_le_bytes(handle[..8].try_into().unwrap()))
    }

    unsafe fn close_memory(&self, _: u64) -> Result<()> {
        self.world.note("memory is closed".into())
    }
}

impl DeviceDriver for Fake {
    fn attribute(&self, attribute: DeviceAttribute) -> Result<i32> {
        match attribute {
            DeviceAttribute::WarpSize => Ok(32),
            other => Err(Error::value("attribute", format!("{other:?}"))),
        }
    }
}
