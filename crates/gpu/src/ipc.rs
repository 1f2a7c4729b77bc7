//! Memory and events that processes on one machine share.

use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::{Driver, IpcHandle};
use crate::event::Event;
use crate::stream::Stream;
use std::sync::Arc;
use xparray_ir::backend::DeviceArray;
use xparray_ir::{Error, Result};

/// Memory of another process, or of this one for others. It is plain bytes, which one process sends to another by any means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IpcMemHandle {
    handle: IpcHandle,
    bytes: u64,
}

/// An event of another process, or of this one for others, as plain bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IpcEventHandle(IpcHandle);

impl IpcMemHandle {
    /// The handle as bytes.
    pub fn to_bytes(self) -> [u8; 72] {
        let mut all = [0; 72];
        all[..64].copy_from_slice(&self.handle);
        all[64..].copy_from_slice(&self.bytes.to_le_bytes());
        all
    }

    /// The handle of these bytes.
    pub fn from_bytes(all: [u8; 72]) -> Self {
        let (mut handle, mut bytes) = ([0; 64], [0; 8]);
        handle.copy_from_slice(&all[..64]);
        bytes.copy_from_slice(&all[64..]);
        Self { handle, bytes: u64::from_le_bytes(bytes) }
    }

    /// How many bytes of memory it is of.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl IpcEventHandle {
    /// The handle as bytes.
    pub fn to_bytes(self) -> [u8; 64] {
        self.0
    }

    /// The handle of these bytes.
    pub fn from_bytes(bytes: [u8; 64]) -> Self {
        Self(bytes)
    }
}

/// Memory that is given back when nobody uses it any more.
struct Shared<D: Driver> {
    address: u64,
    /// It is another process', which gives it back.
    opened: bool,
    home: Arc<Stream<D>>,
}

impl<D: Driver> Drop for Shared<D> {
    fn drop(&mut self) {
        // What reads and writes it is done before it goes; an error has nobody to go to.
        let _ = self.home.finish();
        if let Ok(driver) = self.home.device.driver() {
            // SAFETY: the address is of this driver, and its buffer and the graphs that held it are gone.
            let _ = unsafe {
                if self.opened { driver.close_memory(self.address) } else { driver.free_shared(self.address) }
            };
        }
    }
}

impl<D: Driver> Gpu<D> {
    /// Memory of no pool, that other processes can be given. Raw functions write to it, and so does assignment to a part of the array; an
    /// array that is assigned as a whole becomes the other one, with its memory.
    ///
    /// ```no_run
    /// # fn f<D: xparray_gpu::Driver>(xp: xparray_gpu::Gpu<D>, socket: &mut impl std::io::Write) -> xparray_ir::Result<()> {
    /// let buffer = xp.shared_buffer(4096)?;
    /// // `xp.from_device_buffer` makes an array of it; the process at the other end opens the handle.
    /// let handle = xp.ipc_mem_handle_of(&buffer)?;
    /// # let _ = socket.write_all(&handle.to_bytes());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// `Error::OutOfMemory`; `Error::Unavailable` where the driver has no such memory.
    pub fn shared_buffer(&self, bytes: usize) -> Result<Buffer<D>> {
        self.refuse_capture("shared_buffer")?;
        // SAFETY: the device is bound.
        let address = unsafe { self.driver()?.alloc_shared(bytes.max(1))? };
        let address = address.ok_or_else(|| self.stream.pool().exhausted(bytes, self.device().name()))?;
        let owner = Shared { address, opened: false, home: self.stream.clone() };
        Ok(Buffer::owned_by(self, address, bytes, Arc::new(owner)))
    }

    /// The handle of a [shared buffer](Gpu::shared_buffer), for other processes. The buffer has to live as long as they use it.
    ///
    /// # Errors
    /// `Error::Library` for other memory than a shared buffer's; `Error::Value` for another device's.
    #[doc(alias = "ipcGetMemHandle")]
    pub fn ipc_mem_handle_of(&self, buffer: &Buffer<D>) -> Result<IpcMemHandle> {
        buffer.check_device("ipc_mem_handle", self.device())?;
        // SAFETY: the buffer is alive; the driver refuses other memory.
        let handle = unsafe { self.driver()?.memory_handle(buffer.address())? };
        Ok(IpcMemHandle { handle, bytes: buffer.bytes() as u64 })
    }

    /// The handle of the memory of an array that begins a [shared buffer](Gpu::shared_buffer). What is queued here is waited for, so
    /// that other processes read what the array holds.
    ///
    /// # Errors
    /// `Error::Library` for other memory than a shared buffer's; `Error::Value` for an array that begins inside of it; those of the
    /// array's deferred work.
    #[doc(alias = "ipcGetMemHandle")]
    pub fn ipc_mem_handle(&self, x: &impl DeviceArray<Self>) -> Result<IpcMemHandle> {
        let (buffer, start) = x.buffer_on(self)?;
        if start != 0 {
            return Err(Error::value("ipc_mem_handle", format!("the array begins at element {start} of its memory")));
        }
        xparray_ir::backend::Streams::synchronize(self)?;
        self.ipc_mem_handle_of(&buffer)
    }

    /// The memory of another process, until the buffer is dropped.
    ///
    /// # Errors
    /// `Error::Library` for a handle of this process, or of memory that is gone.
    ///
    /// # Safety
    /// The handle is of a process on this machine that keeps the memory as long as the buffer lives. As long as arrays are made of it, no
    /// process writes it while another one reads or writes it: the processes agree on that by messages or events.
    #[doc(alias("ipcOpenMemHandle", "ipcCloseMemHandle"))]
    pub unsafe fn open_ipc_memory(&self, handle: &IpcMemHandle) -> Result<Buffer<D>> {
        self.refuse_capture("open_ipc_memory")?;
        let bytes = usize::try_from(handle.bytes).map_err(|_| Error::value("open_ipc_memory", "no such memory"))?;
        // SAFETY: the caller's promise; the device is bound.
        let address = unsafe { self.driver()?.open_memory(handle.handle)? };
        let owner = Shared { address, opened: true, home: self.stream.clone() };
        Ok(Buffer::owned_by(self, address, bytes, Arc::new(owner)))
    }

    /// The event of another process. This handle's stream waits for it by `wait`.
    ///
    /// # Errors
    /// `Error::Library` for a handle of this process, or of an event that is gone.
    ///
    /// # Safety
    /// The handle is of a process on this machine that keeps the event as long as this one lives.
    #[doc(alias = "ipcOpenEventHandle")]
    pub unsafe fn open_ipc_event(&self, handle: &IpcEventHandle) -> Result<Event<D>> {
        // SAFETY: the caller's promise; the device is bound.
        let raw = unsafe { self.driver()?.open_event(handle.0)? };
        Ok(Event::opened(self, raw))
    }
}

impl<D: Driver> Event<D> {
    /// The handle of an event that was recorded with [`interprocess`](crate::EventOptions::interprocess), for other processes. The
    /// event has to live as long as they use it.
    ///
    /// # Errors
    /// `Error::Library` for another event.
    #[doc(alias = "ipcGetEventHandle")]
    pub fn ipc_handle(&self) -> Result<IpcEventHandle> {
        // SAFETY: the event is alive; the driver refuses others.
        unsafe { self.stream().device.driver()?.event_handle(self.raw()) }.map(IpcEventHandle)
    }
}
