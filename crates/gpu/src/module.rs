//! Raw modules: the user's own device code.

use crate::device::Gpu;
use crate::driver::{Driver, RawModule};
use crate::image::check;
use rustc_hash::FxHashMap;
use std::any::Any;
use std::fmt;
use std::sync::Arc;
use xparray_ir::Result;

/// Loaded device code; clones share it.
pub struct Module<D: Driver>(Arc<Inner<D>>);

struct Inner<D: Driver> {
    raw: RawModule,
    /// Name expressions, and what they are called in the image.
    names: FxHashMap<String, String>,
    gpu: Gpu<D>,
}

/// Up to three lengths, of a grid or a block: `256`, `(16, 16)`, `(8, 8, 8)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dim([u32; 3]);

impl Dim {
    pub(crate) fn lengths(self) -> [u32; 3] {
        self.0
    }
}

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
        self.module_of(image, FxHashMap::default())
    }

    /// Loads compiled code, whose name expressions are called so.
    pub(crate) fn module_of(&self, image: &[u8], names: FxHashMap<String, String>) -> Result<Module<D>> {
        check(image, D::TEXT)?;
        // The native interface takes no length: text ends with a zero byte, which harms no binary.
        let image = [image, &[0]].concat();
        // SAFETY: the device is bound. What the code does, its launches answer for.
        let raw = unsafe { self.driver()?.load(&image)? };
        Ok(Module(Arc::new(Inner { raw, names, gpu: self.clone() })))
    }
}

impl<D: Driver> Module<D> {
    pub(crate) fn gpu(&self) -> &Gpu<D> {
        &self.0.gpu
    }

    pub(crate) fn raw(&self) -> RawModule {
        self.0.raw
    }

    /// What keeps the module loaded.
    pub(crate) fn keeper(&self) -> Arc<dyn Any + Send + Sync> {
        self.0.clone()
    }

    /// The name in the image of a name expression; other names are their own.
    pub(crate) fn lowered<'a>(&'a self, name: &'a str) -> &'a str {
        self.0.names.get(name).map_or(name, String::as_str)
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
