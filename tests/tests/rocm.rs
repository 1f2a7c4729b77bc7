//! The conformance suite on an AMD GPU.

use std::process::ExitCode;
use xparray::BackendKind;

fn main() -> ExitCode {
    xparray_tests::gpu::run(BackendKind::Rocm)
}
