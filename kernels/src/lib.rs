//! Kernels of the IR as CUDA C++ and HIP source, and plans of how to launch them.
//!
//! [`plan`] looks at the arguments of a launch and chooses a [`Variant`]: what of the layouts the code depends on.
//! [`source`] writes the code of a kernel in a variant, after a prelude (`prelude/*.h`) that has the operations for every
//! element type. [`Plan::call`] is the launch. Nothing here touches a device.

mod grid;
mod library;
mod plan;
mod product;
mod shared;
mod sites;
mod source;
mod space;
mod stages;
mod variant;
#[cfg(feature = "wgsl")]
pub mod wgsl;
mod windows;
mod words;

pub use grid::{folded, most_blocks, parts};
pub use library::{Routine, Small};
pub use plan::{Plan, plan};
pub use product::{ProductCall, ProductPlan, ProductVariant, Tiled, plan_product, prefers_epilogue};
pub use shared::fuses_columns;
pub use source::{product_source, source, staged_source};
pub use stages::{StagedPlan, StagedVariant, plan_stages};
pub use variant::Variant;

use smallvec::SmallVec;
use xparray_ir::Error;

/// Options of NVRTC, besides the architecture, that the source needs: a contracted multiplication and addition would not
/// round as NumPy's do. The last is [`NVRTC_MINIMAL`].
pub const NVRTC_OPTIONS: [&str; 3] = ["--std=c++17", "--fmad=false", NVRTC_MINIMAL];
/// Leaves out of the language what the source has no use for, which saves a tenth of the time to compile; known from 12.4 on.
pub const NVRTC_MINIMAL: &str = "--minimal";
/// Options of hipRTC, likewise, and [`HIPRTC_BARE`]. With instructions on halves of registers, LLVM 21 takes the lower one of two integers of 16 bits for the
/// upper one where each is converted in a branch of its own, on RDNA3: so there are to be none.
pub const HIPRTC_OPTIONS: [&str; 10] = [
    "-std=c++17",
    "-ffp-contract=off",
    "-Xclang",
    "-target-feature",
    "-Xclang",
    "-real-true16",
    HIPRTC_BARE[0],
    HIPRTC_BARE[1],
    HIPRTC_BARE[2],
    HIPRTC_BARE[3],
];
/// Those of them that leave HIP's header out: parsing it takes two thirds of the time that a kernel takes to compile. The first is of
/// some versions only; without all of these the source takes what it needs from the header.
pub const HIPRTC_BARE: [&str; 4] = ["--hiprtc-no-builtin-header", "-nogpuinc", "-D__HIP_PLATFORM_AMD__", "-DXP_BARE"];

/// Threads of a block.
const BLOCK: usize = 256;
/// Blocks of a reduction that a multiprocessor has at a time: one wave of them is merged only once.
const RESIDENT: usize = 4;
/// Likewise where loads are so small that more are needed to have enough bytes on their way, and registers suffice.
const RESIDENT_SMALL: usize = 6;
/// Likewise where threads have several kept elements, whose accumulators need registers.
const RESIDENT_SHARING: usize = 3;
/// Elements along both sides of a tile.
const TILE: usize = 32;

/// What of the device a plan depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Multiprocessors or compute units.
    pub units: u32,
    /// How many elements a thread takes at once, at most: a power of two.
    pub vector: usize,
    /// Whether there are neither windows nor loops that go on with the next element.
    pub plain: bool,
}

/// Device memory that a launch needs besides its operands, by address.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    /// Of as many bytes as the plan says.
    pub scratch: u64,
    /// Of [`Limits::counter_bytes`] bytes, zero before the launch and after it; no other launch uses it meanwhile.
    pub counters: u64,
    /// Of a [`Fault`].
    pub fault: u64,
}

/// How to launch the function of a plan. Its only argument is a struct of these words, by value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Blocks along each axis.
    pub grid: [u32; 3],
    /// Threads of a block along each axis.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared: u32,
    /// The argument.
    pub words: SmallVec<[u64; 32]>,
}

/// Device memory in which a kernel reports an index out of bounds. Zero it before the launch; of several the first is
/// kept.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    /// Not 0 if there was one.
    pub set: u32,
    /// What reported it: a [`FaultOp`].
    pub op: u32,
    /// The index as given.
    pub index: i64,
    /// The length of the axis.
    pub len: i64,
}

/// What reports a fault, as the prelude has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum FaultOp {
    /// Indices in a fused kernel.
    Index,
    /// `take`.
    Take,
    /// `take_along_axis`.
    TakeAlong,
    /// `scatter`.
    Scatter,
    /// A scatter that joins values.
    ScatterJoin,
    /// `bincount`.
    Bincount,
}

impl FaultOp {
    /// The name in errors.
    pub fn name(op: u32) -> &'static str {
        let names = ["index", "take", "take_along_axis", "scatter", "scatter_join", "bincount"];
        names.get(op as usize).copied().unwrap_or("index")
    }
}

fn invalid(message: impl Into<String>) -> Error {
    Error::value("launch", message)
}
