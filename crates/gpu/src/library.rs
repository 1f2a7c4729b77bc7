//! Running hand-written kernels.

use crate::args::{Args, Slot};
use crate::device::Gpu;
use crate::driver::{Config, Driver};
use crate::modules::Modules;
use xparray_ir::Result;
use xparray_kernels::Routine;

impl<D: Driver> Gpu<D> {
    /// Queues an entry of a hand-written source on `[blocks, 1, 1]` blocks of `threads` threads.
    ///
    /// # Safety
    /// The arguments are as many and of the types that the entry declares, and it stays inside its buffers.
    pub(crate) unsafe fn run(
        &self,
        routine: &Routine,
        entry: &'static str,
        blocks: usize,
        threads: u32,
        args: impl Args<D>,
    ) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { self.run_grid(routine, entry, Config::line(blocks, threads), args) }
    }

    /// Queues an entry of a hand-written source.
    ///
    /// # Safety
    /// As [`Gpu::run`].
    pub(crate) unsafe fn run_grid(
        &self,
        routine: &Routine,
        entry: &'static str,
        config: Config,
        args: impl Args<D>,
    ) -> Result<()> {
        let device = self.device();
        let loaded = Modules::routine(device, routine)?;
        let slots = args.slots(self)?;
        let pointers: smallvec::SmallVec<[_; 16]> = slots.iter().map(Slot::pointer).collect();
        let driver = device.driver()?;
        let function = loaded.function(driver, entry)?;
        let _steady = self.stream.enter()?;
        // SAFETY: the caller's promise; buffers are ordered on this stream.
        unsafe { driver.launch(function, config, &pointers, self.raw_stream()) }
    }
}
