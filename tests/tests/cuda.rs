//! The conformance suite on an NVIDIA GPU.

use std::process::ExitCode;
use xparray::BackendKind;

fn main() -> ExitCode {
    xparray_tests::gpu::run(BackendKind::Cuda)
}
