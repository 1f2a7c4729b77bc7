//! The conformance suite on an AMD GPU.

use std::process::ExitCode;
use xparray::Rocm;

fn main() -> ExitCode {
    xparray_tests::gpu::run(|| Rocm::new(0), xparray_tests::cases!(Rocm))
}
