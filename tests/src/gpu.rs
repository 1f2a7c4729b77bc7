//! The suite on a GPU: a test program of its own, for which a missing device is no failure.

use crate::outcome::{outcome, required};
use libtest_mimic::{Arguments, Completion, Trial};
use std::process::ExitCode;
use xparray::{BackendKind, Device};

/// Cases that a backend cannot pass, as it lacks what they are about.
const SKIPPED: [(BackendKind, &str, &[&str]); 1] = [(
    BackendKind::Wgpu,
    "wgpu's buffers have no addresses",
    &["dlpack::tensors", "dlpack::memory", "dlpack::tensors_of_others", "dlpack::wrong_tensors", "views::bounds"],
)];

/// Why a backend skips a case, if it does.
fn skipped(kind: BackendKind, name: &str) -> Option<&'static str> {
    let found = SKIPPED.iter().find(|(backend, _, cases)| *backend == kind && cases.contains(&name));
    found.map(|(_, reason, _)| *reason)
}

/// Runs the suite. Without a device every case is ignored; `XPARRAY_REQUIRE` naming the backend makes that a failure.
pub fn run(kind: BackendKind) -> ExitCode {
    let cases = crate::cases!(Device);
    let mut arguments = Arguments::from_args();
    // Cases count kernels and bytes of the device, so one runs at a time. Several processes may run different ones.
    arguments.test_threads = Some(1);
    let trials = cases.into_iter().map(|(name, case)| {
        Trial::ignorable_test(name, move || match Device::open(kind, 0) {
            Ok(_) if skipped(kind, name).is_some() => {
                Ok(Completion::ignored_with(skipped(kind, name).unwrap_or_default()))
            }
            Ok(xp) => Ok(outcome(case, &xp).map(|()| Completion::Completed)?),
            Err(error) if required(&kind.to_string()) => {
                Err(format!("XPARRAY_REQUIRE names {kind}, but: {error}").into())
            }
            Err(error) => Ok(Completion::ignored_with(error)),
        })
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}
