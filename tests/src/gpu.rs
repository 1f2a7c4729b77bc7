//! The suite on a GPU: a test program of its own, for which a missing device is no failure.

use crate::outcome::{outcome, required};
use libtest_mimic::{Arguments, Completion, Trial};
use std::process::ExitCode;
use xparray::{BackendKind, Device};

/// Runs the suite. Without a device every case is ignored; `XPARRAY_REQUIRE` naming the backend makes that a failure.
pub fn run(kind: BackendKind) -> ExitCode {
    let cases = crate::cases!(Device);
    let mut arguments = Arguments::from_args();
    // Cases count kernels and bytes of the device, so one runs at a time. Several processes may run different ones.
    arguments.test_threads = Some(1);
    let trials = cases.into_iter().map(|(name, case)| {
        Trial::ignorable_test(name, move || match Device::open(kind, 0) {
            Ok(xp) => Ok(outcome(case, &xp).map(|()| Completion::Completed)?),
            Err(error) if required(&kind.to_string()) => {
                Err(format!("XPARRAY_REQUIRE names {kind}, but: {error}").into())
            }
            Err(error) => Ok(Completion::ignored_with(error)),
        })
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}
