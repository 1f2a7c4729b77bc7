//! What needs an NVIDIA GPU.

mod backend;
#[macro_use]
#[path = "../../gpu/tests/on_device/mod.rs"]
mod on_device;

// Uses the macro of the module above.
mod cuda;

use std::process::ExitCode;

fn main() -> ExitCode {
    on_device::run(cuda::tests())
}
