//! Profilers that record parts of a program.

use crate::device::Gpu;
use crate::driver::Driver;
use std::fmt;
use std::sync::Weak;
use xparray_ir::Result;

/// A part of a program that profilers record, up to where this is dropped.
#[must_use = "the part ends when this is dropped"]
pub struct Profile<D: Driver>(Gpu<D>);

impl<D: Driver> fmt::Debug for Profile<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Profile").field(&self.0).finish()
    }
}

impl<D: Driver> Drop for Profile<D> {
    fn drop(&mut self) {
        // Errors have nobody to go to; those of kernels stay for who synchronises.
        let streams: Vec<_> = self.0.device().streams().iter().filter_map(Weak::upgrade).collect();
        for stream in streams {
            let _ = stream.finish();
        }
        let _ = self.0.profiler_stop();
    }
}

impl<D: Driver> Gpu<D> {
    /// Lets a profiler that waits for that record from now on (`nsys profile --capture-range=cudaProfilerApi`). Without
    /// one it does nothing.
    ///
    /// # Errors
    /// `Error::Library` if the device is lost, or where the runtime has no such control any more.
    #[doc(alias = "cuProfilerStart")]
    pub fn profiler_start(&self) -> Result<()> {
        self.driver()?.profiler_start()
    }

    /// Lets it pause.
    ///
    /// # Errors
    /// As for [`profiler_start`](Gpu::profiler_start).
    #[doc(alias = "cuProfilerStop")]
    pub fn profiler_stop(&self) -> Result<()> {
        self.driver()?.profiler_stop()
    }

    /// Lets it record what is done from here until the result is dropped, which waits for the device's streams.
    ///
    /// ```no_run
    /// # fn f<D: xparray_gpu::Driver>(xp: xparray_gpu::Gpu<D>) -> xparray_ir::Result<()> {
    /// let profile = xp.profile()?;
    /// // ... what is of interest ...
    /// drop(profile);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`profiler_start`](Gpu::profiler_start).
    pub fn profile(&self) -> Result<Profile<D>> {
        self.profiler_start()?;
        Ok(Profile(self.clone()))
    }
}
