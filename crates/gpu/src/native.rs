//! What native code of other crates needs to queue work on a handle's stream.

use crate::device::Gpu;
use crate::driver::{Driver, RawStream};
use std::any::Any;
use std::sync::Arc;
use xparray_ir::Result;

impl<D: Driver> Gpu<D> {
    /// Calls native code that queues work on the handle's stream, while no capture of it begins or ends. The device is
    /// bound. If this thread captures the stream, what is queued is captured.
    ///
    /// ```no_run
    /// # fn f<D: xparray_gpu::Driver>(xp: xparray_gpu::Gpu<D>) -> xparray_ir::Result<()> {
    /// xp.queue_native(|_driver, stream| {
    ///     // ... a library's function, with stream.0 ...
    ///     Ok(())
    /// })?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// Those of `queue`; `Error::Value` while another thread captures the stream; `Error::Library` if the device is lost.
    pub fn queue_native<R>(&self, queue: impl FnOnce(&D, RawStream) -> Result<R>) -> Result<R> {
        let _steady = self.stream.enter()?;
        queue(self.driver()?, self.raw_stream())
    }

    /// Keeps something that work uses which is queued next, until the stream is waited for.
    ///
    /// # Errors
    /// What went wrong in earlier work: if much is kept, this waits for it.
    pub fn keep_until_done(&self, used: Arc<dyn Any + Send + Sync>) -> Result<()> {
        self.stream.keep(used)
    }
}
