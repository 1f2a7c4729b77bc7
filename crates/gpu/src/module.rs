//! Raw modules: the user's own device code.

use crate::args::Args;
use crate::device::Gpu;
use crate::driver::{Config, Driver, RawFunction, RawModule};
use crate::image::check;
use crate::modules::no_function;
use std::fmt;
use std::sync::Arc;
use xparray_ir::Result;

/// Loaded device code; clones share it.
pub struct Module<D: Driver>(Arc<Inner<D>>);

struct Inner<D: Driver> {
    raw: RawModule,
    gpu: Gpu<D>,
}

/// A function of a module, launched on the stream of the handle that loaded it.
pub struct Function<D: Driver> {
    raw: RawFunction,
    module: Module<D>,
}

/// Up to three lengths, of a grid or a block: `256`, `(16, 16)`, `(8, 8, 8)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dim([u32; 3]);

impl From<u32> for Dim {
    fn from(x: u32) -> Self {
        Self([x, 1, 1])
    }
}

impl From<(u32, u32)> for Dim {
    fn from((x, y): (u32, u32)) -> Self {
        Self([x, y, 1])
    }
}

impl From<(u32, u32, u32)> for Dim {
    fn from((x, y, z): (u32, u32, u32)) -> Self {
        Self([x, y, z])
    }
}

impl<D: Driver> fmt::Debug for Module<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Module").field(&self.0.gpu).finish()
    }
}

impl<D: Driver> fmt::Debug for Function<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Function").field(&self.module).finish()
    }
}

impl<D: Driver> Clone for Module<D> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<D: Driver> Gpu<D> {
    /// Compiles and loads source; functions are found by their names if they are `extern "C"`.
    ///
    /// # Errors
    /// `Error::Compile` with the compiler's log; `Error::Unavailable` without a compiler.
    #[doc(alias("RawKernel", "RawModule"))]
    pub fn module(&self, source: &str) -> Result<Module<D>> {
        self.module_from_image(&self.compile(source, &[])?)
    }

    /// Loads compiled code: a binary for this device (ELF, or a bundle of such), or assembly text where there is one
    /// (PTX).
    ///
    /// # Errors
    /// `Error::Value` if it is neither, or not all of it; `Error::Compile` or `Error::Library` if it is not for this
    /// device.
    pub fn module_from_image(&self, image: &[u8]) -> Result<Module<D>> {
        check(image, D::TEXT)?;
        // The native interface takes no length: text ends with a zero byte, which harms no binary.
        let image = [image, &[0]].concat();
        // SAFETY: the device is bound. What the code does, its launches answer for.
        let raw = unsafe { self.driver()?.load(&image)? };
        Ok(Module(Arc::new(Inner { raw, gpu: self.clone() })))
    }
}

impl<D: Driver> Module<D> {
    /// Finds a function.
    ///
    /// # Errors
    /// `Error::Value` if there is none of this name.
    pub fn function(&self, name: &str) -> Result<Function<D>> {
        // SAFETY: the module is loaded.
        let raw = unsafe { self.0.gpu.driver()?.function(self.0.raw, name)? }.ok_or_else(|| no_function(name))?;
        Ok(Function { raw, module: self.clone() })
    }
}

impl<D: Driver> Drop for Inner<D> {
    fn drop(&mut self) {
        if let Ok(driver) = self.gpu.driver() {
            // SAFETY: its functions are gone too, and what they launched is waited for; errors have nobody to go to.
            unsafe {
                let _ = self.gpu.stream.finish();
                let _ = driver.unload(self.raw);
            }
        }
    }
}

impl<D: Driver> Function<D> {
    /// Queues a launch of `grid` blocks of `block` threads with `shared` bytes of dynamic shared memory each.
    ///
    /// # Errors
    /// `Error::Value` for buffers of another device; `Error::Library` for a launch that the device does not take.
    ///
    /// # Safety
    /// The arguments are as many and of the types that the function declares, and it stays inside its buffers.
    pub unsafe fn launch(
        &self,
        grid: impl Into<Dim>,
        block: impl Into<Dim>,
        shared: u32,
        args: impl Args<D>,
    ) -> Result<()> {
        let gpu = &self.module.0.gpu;
        gpu.stream.with_capture(|capture| {
            capture.keep(self.module.0.clone());
            Ok(())
        })?;
        let slots = args.slots(gpu)?;
        let pointers: smallvec::SmallVec<[_; 8]> = slots.iter().map(|slot| std::ptr::from_ref(slot).cast()).collect();
        let config = Config { grid: grid.into().0, block: block.into().0, shared, waits: false };
        let _steady = gpu.stream.enter()?;
        // SAFETY: the caller's promise; buffers are ordered on this stream.
        unsafe { gpu.driver()?.launch(self.raw, config, &pointers, gpu.raw_stream()) }
    }
}
