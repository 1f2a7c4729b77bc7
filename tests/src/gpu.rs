//! The suite on a GPU: a test program of its own, for which a missing device is no failure.

use libtest_mimic::{Arguments, Trial};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use xparray::Result;
use xparray::backend::Backend;

/// Runs cases. Without a device every case is ignored; `XPARRAY_REQUIRE` naming the backend makes that a failure.
pub fn run<B: Backend>(open: fn() -> Result<B>, cases: Vec<(&'static str, fn(&B))>) -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Cases count kernels and bytes of the device, so one runs at a time. Several processes may run different ones.
    arguments.test_threads = Some(1);
    let device = open();
    if let Err(error) = &device {
        if std::env::var("XPARRAY_REQUIRE").is_ok_and(|list| list.split(',').any(|name| name == B::NAME)) {
            eprintln!("XPARRAY_REQUIRE names {}, but: {error}", B::NAME);
            return ExitCode::FAILURE;
        }
        println!("ignored: {error}");
    }
    let absent = device.is_err();
    let trials = cases.into_iter().map(|(name, case)| {
        let run = move || {
            let xp = open()?;
            // A fault that a failed case left behind is not the next one's.
            let _ = xp.synchronize();
            catch_unwind(AssertUnwindSafe(|| case(&xp))).map_err(|panic| message(&*panic).into())
        };
        Trial::test(name, run).with_ignored_flag(absent)
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without a message".to_owned())
}
