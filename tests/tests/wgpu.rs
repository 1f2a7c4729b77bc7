//! The conformance suite on a GPU that wgpu finds, or a CPU that stands in for one.

use std::process::ExitCode;
use xparray::BackendKind;

fn main() -> ExitCode {
    xparray_tests::gpu::run(BackendKind::Wgpu)
}
