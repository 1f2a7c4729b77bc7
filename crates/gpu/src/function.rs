//! Functions of modules: what is known of them, and their launches.

use crate::args::{Args, Slot};
use crate::driver::{Config, Driver, FunctionAttribute, RawFunction};
use crate::module::{Dim, Module};
use crate::modules::no_function;
use std::ffi::c_void;
use std::fmt;
use xparray_ir::{Error, Result};

/// A function of a module, launched on the stream of the handle that loaded it.
pub struct Function<D: Driver> {
    raw: RawFunction,
    module: Module<D>,
}

impl<D: Driver> fmt::Debug for Function<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Function").field(&self.module).finish()
    }
}

impl<D: Driver> Module<D> {
    /// Finds a function, of the name that it has if it is `extern "C"`, or by its name expression.
    ///
    /// # Errors
    /// `Error::Value` if there is none of this name.
    pub fn function(&self, name: &str) -> Result<Function<D>> {
        // SAFETY: the module is loaded.
        let raw = unsafe { self.gpu().driver()?.function(self.raw(), self.lowered(name))? };
        Ok(Function { raw: raw.ok_or_else(|| no_function(name))?, module: self.clone() })
    }
}

/// What is known of a function: [`Function::attributes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FunctionAttributes {
    /// The most threads that a block of it can have.
    pub max_threads_per_block: u32,
    /// Static shared memory of a block, in bytes.
    pub shared_size_bytes: usize,
    /// Constant memory, in bytes.
    pub const_size_bytes: usize,
    /// Local memory of a thread, in bytes.
    pub local_size_bytes: usize,
    /// Registers of a thread.
    pub num_regs: u32,
    /// The version of the virtual architecture that it was compiled for, 90 for 9.0.
    pub ptx_version: u32,
    /// The version of the architecture that it was compiled for, likewise.
    pub binary_version: u32,
    /// The most dynamic shared memory that a launch may ask for, in bytes. CUDA's launches here ask for more where they
    /// need it.
    pub max_dynamic_shared_size_bytes: usize,
}

impl<D: Driver> Function<D> {
    /// What is known of the function.
    ///
    /// ```no_run
    /// # fn f<D: xparray_gpu::Driver>(function: xparray_gpu::Function<D>) -> xparray_ir::Result<()> {
    /// let attributes = function.attributes()?;
    /// assert_eq!(attributes.local_size_bytes, 0, "{} registers suffice", attributes.num_regs);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// `Error::Library` if the device is lost.
    #[doc(alias("cuFuncGetAttribute", "num_regs"))]
    pub fn attributes(&self) -> Result<FunctionAttributes> {
        let number = |attribute| Ok::<_, Error>(u32::try_from(self.attribute(attribute)?).unwrap_or(0));
        let bytes = |attribute| Ok::<_, Error>(usize::try_from(self.attribute(attribute)?).unwrap_or(0));
        Ok(FunctionAttributes {
            max_threads_per_block: number(FunctionAttribute::MaxThreadsPerBlock)?,
            shared_size_bytes: bytes(FunctionAttribute::SharedSizeBytes)?,
            const_size_bytes: bytes(FunctionAttribute::ConstSizeBytes)?,
            local_size_bytes: bytes(FunctionAttribute::LocalSizeBytes)?,
            num_regs: number(FunctionAttribute::NumRegs)?,
            ptx_version: number(FunctionAttribute::PtxVersion)?,
            binary_version: number(FunctionAttribute::BinaryVersion)?,
            max_dynamic_shared_size_bytes: bytes(FunctionAttribute::MaxDynamicSharedSizeBytes)?,
        })
    }

    /// One of the function's numbers.
    ///
    /// # Errors
    /// `Error::Library` if the device is lost, or does not know the attribute.
    pub fn attribute(&self, attribute: FunctionAttribute) -> Result<i32> {
        // SAFETY: the function's module is loaded.
        unsafe { self.module.gpu().driver()?.function_attribute(self.raw, attribute) }
    }

    /// Changes one of the function's numbers that can be: `MaxDynamicSharedSizeBytes`, `PreferredSharedMemoryCarveout`.
    ///
    /// # Errors
    /// `Error::Library` for a value that the device does not take, or an attribute that cannot be set; `Error::Unavailable`
    /// where functions of modules have nothing to be set.
    #[doc(alias = "cuFuncSetAttribute")]
    pub fn set_attribute(&self, attribute: FunctionAttribute, value: i32) -> Result<()> {
        // SAFETY: the function's module is loaded.
        unsafe { self.module.gpu().driver()?.set_function_attribute(self.raw, attribute, value) }
    }

    /// How many blocks of so many threads, with `shared` bytes of dynamic shared memory each, a multiprocessor runs at the
    /// same time. As many on each multiprocessor are the most of a cooperative launch.
    ///
    /// # Errors
    /// `Error::Library` for more than the device takes.
    #[doc(alias = "cuOccupancyMaxActiveBlocksPerMultiprocessor")]
    pub fn max_active_blocks(&self, threads: u32, shared: u32) -> Result<u32> {
        // SAFETY: the function's module is loaded.
        unsafe { self.module.gpu().driver()?.max_active_blocks(self.raw, threads, shared) }
    }

    /// The least number of blocks that fill the device, and how many threads each should have for most of them to be
    /// there at the same time, at most `limit` if that is not 0.
    ///
    /// ```no_run
    /// # fn f<D: xparray_gpu::Driver>(function: xparray_gpu::Function<D>, n: u32) -> xparray_ir::Result<()> {
    /// let (_, threads) = function.max_potential_block_size(0, 0)?;
    /// let blocks = n.div_ceil(threads);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// `Error::Library` for more shared memory than the device has.
    #[doc(alias = "cuOccupancyMaxPotentialBlockSize")]
    pub fn max_potential_block_size(&self, shared: u32, limit: u32) -> Result<(u32, u32)> {
        // SAFETY: the function's module is loaded.
        unsafe { self.module.gpu().driver()?.max_potential_block_size(self.raw, shared, limit) }
    }

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
        let config = Config { grid: grid.into().lengths(), block: block.into().lengths(), shared, waits: false };
        self.queue(args, |driver, arguments| {
            // SAFETY: the caller's promise; buffers are ordered on this stream.
            unsafe { driver.launch(self.raw, config, arguments, self.module.gpu().raw_stream()) }
        })
    }

    /// As [`launch`](Function::launch), with all blocks at the same time, so that they can wait for each other
    /// (`cooperative_groups::this_grid().sync()`, or counters in memory).
    ///
    /// # Errors
    /// As for [`launch`](Function::launch); `Error::Library` for more blocks than the device runs at the same time, of
    /// which [`max_active_blocks`](Function::max_active_blocks) says how many each multiprocessor takes.
    ///
    /// # Safety
    /// As for [`launch`](Function::launch).
    #[doc(alias("cuLaunchCooperativeKernel", "enable_cooperative_groups"))]
    pub unsafe fn launch_cooperative(
        &self,
        grid: impl Into<Dim>,
        block: impl Into<Dim>,
        shared: u32,
        args: impl Args<D>,
    ) -> Result<()> {
        let config = Config { grid: grid.into().lengths(), block: block.into().lengths(), shared, waits: false };
        self.queue(args, |driver, arguments| {
            // SAFETY: the caller's promise; buffers are ordered on this stream.
            unsafe { driver.launch_cooperative(self.raw, config, arguments, self.module.gpu().raw_stream()) }
        })
    }

    fn queue(&self, args: impl Args<D>, launch: impl FnOnce(&D, &[*const c_void]) -> Result<()>) -> Result<()> {
        let gpu = self.module.gpu();
        let slots = args.slots(gpu)?;
        gpu.stream.with_capture(|capture| {
            capture.keep(self.module.keeper());
            slots.iter().filter_map(Slot::kept).for_each(|kept| capture.keep(kept));
            Ok(())
        })?;
        let pointers: smallvec::SmallVec<[_; 8]> = slots.iter().map(Slot::pointer).collect();
        let _steady = gpu.stream.enter()?;
        launch(gpu.driver()?, &pointers)
    }
}
