//! The conformance suite on an NVIDIA GPU. Without one, every case is ignored; `XPARRAY_REQUIRE=cuda` makes that a
//! failure.

use libtest_mimic::{Arguments, Trial};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use xparray::prelude::*;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Cases count kernels and bytes of the device, so one runs at a time. Several processes may run different ones.
    arguments.test_threads = Some(1);
    let device = Cuda::new(0);
    if let Err(error) = &device {
        let required = std::env::var("XPARRAY_REQUIRE").is_ok_and(|list| list.split(',').any(|name| name == "cuda"));
        if required {
            eprintln!("XPARRAY_REQUIRE names cuda, but: {error}");
            return ExitCode::FAILURE;
        }
        println!("ignored: {error}");
    }
    let absent = device.is_err();
    let trials = xparray_tests::cases!(Cuda).into_iter().map(|(name, case)| {
        let run = move || {
            let xp = Cuda::new(0)?;
            // A fault that a failed case left behind is not the next one's.
            let _ = xp.synchronize();
            catch_unwind(AssertUnwindSafe(|| case(&xp))).map_err(|panic| message(&*panic).into())
        };
        Trial::test(name, run).with_ignored_flag(absent)
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without a message".to_owned())
}
