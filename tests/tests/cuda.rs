//! The conformance suite on an NVIDIA GPU.

use std::process::ExitCode;
use xparray::Cuda;

fn main() -> ExitCode {
    xparray_tests::gpu::run(|| Cuda::new(0), xparray_tests::cases!(Cuda))
}
