//! For tests only: the HIP runtime over a GPU of AMD's that is emulated, so that the ROCm backend and AMD's machine code
//! of its kernels run on a machine without a GPU.
//!
//! A link to it with the name of AMD's library, in the folder `lib` of a folder that `ROCM_PATH` names, makes the backend
//! load it; AMD's own hipRTC compiles. `XPARRAY_EMULATED` names the architecture (`gfx942`), `XPARRAY_EMULATED_SEED`
//! chooses the order of waves, and with `XPARRAY_EMULATED_LOG` each launch is written to the standard error.
//!
//! Code objects are read as a driver reads them, disassembled by AMD's own disassembler and decoded from its text once
//! (`instruction`). Then groups run on all cores, waves in turns, each instruction over all lanes (`machine`). What an
//! instruction computes for a lane is in `function`. An instruction that is not known is an error that names it.
//!
//! It is stricter than a device: every access lies in an allocation that is alive, in the group's LDS or in the lane's
//! private memory; atomic operations are aligned; memory, LDS and registers begin as a pattern; loads of device memory
//! that nobody wrote, uses of registers and LDS that nobody wrote (`machine::unwritten`), and races for LDS between
//! barriers, are errors. It can't show timing, caches, or the order in which
//! a device's memory sees accesses.
#![allow(non_camel_case_types, non_upper_case_globals)]
// What C calls has the names, arguments and promises of C's headers.
#![allow(non_snake_case, missing_docs, clippy::missing_safety_doc)]

#[macro_use]
#[allow(unused_macros)]
#[path = "../../hip-on-cuda/src/entry.rs"]
mod entry;
#[allow(dead_code)]
#[path = "../../hip-on-cuda/src/handles.rs"]
mod handles;
#[path = "../../hip-on-cuda/src/types.rs"]
pub mod types;

pub mod code;
pub mod function;
pub mod hip;
pub mod instruction;
pub mod machine;
pub mod vendor;

pub use entry::{Declared, Table};

/// Everything that is compared with AMD's headers.
pub const TABLES: &[Table] = &[
    hip::codes::TABLE,
    hip::device::TABLE,
    hip::memory::TABLE,
    hip::stream::TABLE,
    hip::event::TABLE,
    hip::graph::TABLE,
    hip::module::TABLE,
    types::TABLE,
    vendor::blas::TABLE,
    vendor::solver::TABLE,
    vendor::fft::TABLE,
];
