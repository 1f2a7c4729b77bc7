//! For tests only: the entry points of HIP, hipRTC, hipBLAS, hipFFT and hipSOLVER that the ROCm backend calls, in one
//! library that forwards them to CUDA's, so that the backend's own code runs on a machine with an NVIDIA GPU.
//!
//! Links to it with the names of AMD's libraries, in the folder `lib` of a folder that `ROCM_PATH` names, make the
//! backend load it; the system's loader takes links to one file as one library, so handles and memory are known to all
//! of them.
//!
//! What the functions take and return follows AMD's headers, with which a test compares it. It is stricter than either
//! vendor: unknown values of enumerations, null, foreign and destroyed handles, ranges beyond an allocation, other
//! devices' memory and streams, work on threads that chose no device, workspaces too small and the like end the process
//! with a message that names the function. What programs may meet without a mistake, such as a lack of memory, is an
//! error code.
//!
//! It shows that the backend calls HIP as its headers say. It can't show AMD's arithmetic, libraries or scheduling, nor
//! waves of 64 lanes.
#![allow(non_camel_case_types, non_upper_case_globals)]
// What C calls has the names, arguments and promises of C's headers.
#![allow(non_snake_case, missing_docs, clippy::missing_safety_doc)]

#[macro_use]
mod entry;
pub mod blas;
mod cuda;
pub mod fft;
mod handles;
mod matrix;
mod memory;
pub mod rtc;
pub mod runtime;
pub mod solver;
pub mod types;

pub use entry::{Declared, Table};

/// Everything that is compared with AMD's headers.
pub const TABLES: &[Table] = &[
    types::TABLE,
    runtime::codes::TABLE,
    runtime::device::TABLE,
    runtime::memory::TABLE,
    runtime::stream::TABLE,
    runtime::event::TABLE,
    runtime::graph::TABLE,
    runtime::module::TABLE,
    rtc::TABLE,
    blas::TABLE,
    fft::TABLE,
    solver::TABLE,
];
