//! What a driver offers for the user's own device code.

use super::{Config, RawFunction, RawModule, RawStream, lacks};
use std::ffi::c_void;
use xparray_ir::Result;
use xparray_kernels::Tiled;

/// What is known of a compiled function, or can be set; the names are CUDA's, without `CU_FUNC_ATTRIBUTE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FunctionAttribute {
    /// The most threads that a block of it can have.
    MaxThreadsPerBlock,
    /// Static shared memory of a block, in bytes.
    SharedSizeBytes,
    /// Constant memory, in bytes.
    ConstSizeBytes,
    /// Local memory of a thread, in bytes.
    LocalSizeBytes,
    /// Registers of a thread.
    NumRegs,
    /// The version of the virtual architecture that it was compiled for, 90 for 9.0.
    PtxVersion,
    /// The version of the architecture that it was compiled for, likewise.
    BinaryVersion,
    /// The most dynamic shared memory that a launch may ask for, in bytes. Can be set.
    MaxDynamicSharedSizeBytes,
    /// How much of the memory that caches share with it is to be shared memory, in percent; -1 leaves it to the driver.
    /// Can be set.
    PreferredSharedMemoryCarveout,
}

/// Compiled code with the names that its templates got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// What can be loaded.
    pub image: Vec<u8>,
    /// The name in the image of each name expression.
    pub lowered: Vec<String>,
}

/// A matrix as the device's copy engine takes tiles of it (`CUtensorMap`), which kernels have as an argument.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct TensorMap(pub [u64; 16]);

/// What a driver offers for the user's own device code. The unsafe methods share the contract of
/// [`Driver`](super::Driver); what a vendor does not have is `Error::Unavailable`.
#[allow(clippy::missing_safety_doc)] // Said there.
pub trait CodeDriver {
    /// Compiles source for this device, with instances of templates that name expressions ask for.
    ///
    /// # Errors
    /// `Error::Compile` with the log.
    fn compile_names(&self, _source: &str, _options: &[&str], _names: &[&str]) -> Result<Compiled> {
        Err(lacks("name expressions"))
    }

    /// The address and the length in bytes of a variable of a module; `None` if there is none of that name.
    unsafe fn global(&self, _module: RawModule, _name: &str) -> Result<Option<(u64, usize)>> {
        Err(lacks("variables of modules"))
    }

    /// What is known of a function.
    unsafe fn function_attribute(&self, _function: RawFunction, _attribute: FunctionAttribute) -> Result<i32> {
        Err(lacks("attributes of functions"))
    }

    /// Changes what can be set of a function.
    unsafe fn set_function_attribute(&self, _: RawFunction, _: FunctionAttribute, _value: i32) -> Result<()> {
        Err(lacks("attributes of functions"))
    }

    /// Queues a launch all of whose blocks run at the same time, so that they can wait for each other.
    unsafe fn launch_cooperative(
        &self,
        _function: RawFunction,
        _config: Config,
        _args: &[*const c_void],
        _stream: RawStream,
    ) -> Result<()> {
        Err(lacks("cooperative launches"))
    }

    /// How many blocks of so many threads and bytes of dynamic shared memory a multiprocessor runs at the same time.
    unsafe fn max_active_blocks(&self, _function: RawFunction, _threads: u32, _shared: u32) -> Result<u32> {
        Err(lacks("occupancy"))
    }

    /// The least number of blocks that fill the device, and how many threads each should have, at most `limit` (0: no
    /// limit).
    unsafe fn max_potential_block_size(&self, _: RawFunction, _shared: u32, _limit: u32) -> Result<(u32, u32)> {
        Err(lacks("occupancy"))
    }

    /// Whether the device has what kernels with products of matrices are written for: clusters of blocks, tensor maps, matrix
    /// instructions of warpgroups (compute capability 9.0).
    fn has_product_kernels(&self) -> bool {
        false
    }

    /// How to copy tiles of a matrix, swizzled in rows of 128 bytes.
    fn tensor_map(&self, _matrix: &Tiled) -> Result<TensorMap> {
        Err(lacks("tensor maps"))
    }
}
