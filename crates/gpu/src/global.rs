//! Variables of modules: `__device__` and `__constant__` ones.

use crate::driver::Driver;
use crate::module::Module;
use crate::staging::Staging;
use bytemuck::{AnyBitPattern, NoUninit};
use std::fmt;
use xparray_ir::backend::Streams;
use xparray_ir::{Error, Result};

/// A variable of a module. Copies are queued on the stream of the handle that loaded the module, where its functions run.
pub struct Global<D: Driver> {
    address: u64,
    bytes: usize,
    module: Module<D>,
}

impl<D: Driver> fmt::Debug for Global<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Global({:#x}, {} bytes)", self.address, self.bytes)
    }
}

impl<D: Driver> Module<D> {
    /// Finds a variable, of the name that it has if it is `extern "C"`, or by its name expression.
    ///
    /// ```no_run
    /// # fn f<D: xparray_gpu::Driver>(xp: xparray_gpu::Gpu<D>) -> xparray_ir::Result<()> {
    /// let module = xp.module("extern \"C\" { __constant__ float weights[4]; }")?;
    /// let weights = module.global("weights")?;
    /// weights.write(&[1.0f32, 2.0, 3.0, 4.0])?;
    /// assert_eq!(weights.read::<f32>()?, [1.0, 2.0, 3.0, 4.0]);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// `Error::Value` if there is none of this name.
    #[doc(alias = "get_global")]
    pub fn global(&self, name: &str) -> Result<Global<D>> {
        // SAFETY: the module is loaded.
        let found = unsafe { self.gpu().driver()?.global(self.raw(), self.lowered(name))? };
        let (address, bytes) =
            found.ok_or_else(|| Error::value("global", format!("the module has no variable {name}")))?;
        Ok(Global { address, bytes, module: self.clone() })
    }
}

impl<D: Driver> Global<D> {
    /// Its address on the device, which is valid as long as the module is loaded.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// Its length in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Its bytes, all of them, as values. Waits for what the stream does.
    ///
    /// # Errors
    /// `Error::Value` if the bytes are not a whole number of such values, or while the stream is captured in a graph; what
    /// went wrong in the work that was waited for.
    pub fn read<T: AnyBitPattern>(&self) -> Result<Vec<T>> {
        let gpu = self.module.gpu();
        gpu.refuse_capture("Global::read")?;
        if size_of::<T>() == 0 || !self.bytes.is_multiple_of(size_of::<T>()) {
            let message = format!("{} bytes are not a number of values of {} bytes", self.bytes, size_of::<T>());
            return Err(Error::value("Global::read", message));
        }
        let mut bytes = vec![0u8; self.bytes];
        let steady = gpu.stream.enter()?;
        // SAFETY: the variable has as many bytes, and the stream is synchronised below.
        let copied = unsafe { Staging::download(gpu.device(), self.address, &mut bytes, gpu.raw_stream()) };
        drop(steady);
        let done = gpu.synchronize();
        copied.and(done)?;
        Ok(bytes.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned).collect())
    }

    /// Writes values to its beginning, after what the stream does now.
    ///
    /// # Errors
    /// `Error::Value` if there is not so much room, or while the stream is captured in a graph; `Error::Library` if the
    /// device is lost.
    pub fn write<T: NoUninit>(&self, values: &[T]) -> Result<()> {
        let gpu = self.module.gpu();
        gpu.refuse_capture("Global::write")?;
        let bytes = bytemuck::cast_slice(values);
        if bytes.len() > self.bytes {
            let message = format!("{} bytes for a variable of {}", bytes.len(), self.bytes);
            return Err(Error::value("Global::write", message));
        }
        if bytes.is_empty() {
            return Ok(());
        }
        let _steady = gpu.stream.enter()?;
        // SAFETY: the range is inside the variable.
        unsafe { Staging::upload(gpu.device(), bytes, self.address, gpu.raw_stream()) }
    }
}
