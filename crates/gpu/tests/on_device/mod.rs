//! The tests that need a device: one program for each backend (`crate::backend`), which reports as ignored, with the
//! reason, what could not run. `XPARRAY_REQUIRE` naming the backend, or its second device as in `cuda:1`, makes the
//! absence a failure.

#[macro_use]
pub mod harness;
mod dense;
mod device;
mod devices;
mod fft;
mod matrices;
mod primitives;
mod raw_arrays;
mod sparse;
mod sums;
mod tools;

use libtest_mimic::{Arguments, Trial};
use std::process::ExitCode;

/// Runs the tests that all backends have, and the backend's own.
pub fn run(own: Vec<Trial>) -> ExitCode {
    let shared = [
        device::tests(),
        dense::tests(),
        devices::tests(),
        fft::tests(),
        primitives::tests(),
        raw_arrays::tests(),
        sparse::tests(),
        sums::tests(),
        tools::tests(),
    ];
    let mut arguments = Arguments::from_args();
    // Tests count and exhaust what the device has, so one runs at a time.
    arguments.test_threads = Some(1);
    libtest_mimic::run(&arguments, shared.into_iter().flatten().chain(own).collect()).exit_code()
}
