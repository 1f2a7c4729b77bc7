//! NCCL, for the memory of NVIDIA's GPUs, and RCCL, which has the same functions, for AMD's. They are loaded when a program
//! first needs them, and order their work with the streams that arrays are computed on.

#[cfg(all(test, unix))]
mod declarations;
mod functions;
mod group;
mod library;
mod numbers;
pub(crate) mod watch;

pub(crate) use group::{Call, Group, Memory};
pub(crate) use library::{NOT_DIRECT, Vendor};
pub(crate) use numbers::Reduction;
