//! What a device test is: a function of the devices that it needs, which panics or returns an error if it fails.

use crate::backend::{Buffer, NAME, Native, Xp};
use libtest_mimic::{Completion, Failed, Trial};
use std::env;
use xparray_core::backend::{Memory, Streams};
use xparray_core::{Error, Result};

/// The tests of a module, under their names. One that is not listed is never used, which the compiler reports.
macro_rules! tests {
    ($($test:ident),+ $(,)?) => {
        pub fn tests() -> Vec<libtest_mimic::Trial> {
            vec![$($crate::on_device::harness::trial(concat!(module_path!(), "::", stringify!($test)), $test)),+]
        }
    };
}

pub fn trial<Devices>(path: &str, test: impl Test<Devices>) -> Trial {
    // The last module and the function.
    let start = path.rmatch_indices("::").nth(1).map_or(0, |(at, _)| at + 2);
    Trial::ignorable_test(&path[start..], move || test.run())
}

/// A function of no device, of a handle on a stream of the test's own, or of handles on two devices.
pub trait Test<Devices>: Send + 'static {
    fn run(self) -> Result<Completion, Failed>;
}

impl<R: Outcome, F: FnOnce() -> R + Send + 'static> Test<()> for F {
    fn run(self) -> Result<Completion, Failed> {
        self().completion()
    }
}

impl<R: Outcome, F: FnOnce(&Xp) -> R + Send + 'static> Test<Xp> for F {
    fn run(self) -> Result<Completion, Failed> {
        match Xp::new(0).and_then(|xp| xp.on_new_stream()) {
            Ok(xp) => self(&xp).completion(),
            Err(error) => absent(NAME, &error),
        }
    }
}

impl<R: Outcome, F: FnOnce(&Xp, &Xp) -> R + Send + 'static> Test<[Xp; 2]> for F {
    fn run(self) -> Result<Completion, Failed> {
        match Xp::new(0).and_then(|first| Ok((first, Xp::new(1)?))) {
            Ok((first, second)) => self(&first, &second).completion(),
            Err(error) => absent(&format!("{NAME}:1"), &error),
        }
    }
}

/// What drivers say of functions that they look for when these are called, and do not find.
const MISSING: &str = "has no function";

/// What a test returns.
pub trait Outcome {
    fn completion(self) -> Result<Completion, Failed>;
}

impl Outcome for () {
    fn completion(self) -> Result<Completion, Failed> {
        Ok(Completion::Completed)
    }
}

impl Outcome for Completion {
    fn completion(self) -> Result<Completion, Failed> {
        Ok(self)
    }
}

impl Outcome for Result<()> {
    fn completion(self) -> Result<Completion, Failed> {
        match self {
            // A runtime without a function that arrays do not need.
            Err(error @ Error::Unavailable { .. }) if error.to_string().contains(MISSING) => {
                Ok(Completion::ignored_with(error))
            }
            other => Ok(other.map(|()| Completion::Completed)?),
        }
    }
}

fn absent(what: &str, error: &Error) -> Result<Completion, Failed> {
    let required = env::var("XPARRAY_REQUIRE").is_ok_and(|list| list.split(',').any(|name| name == what));
    match required {
        true => Err(format!("XPARRAY_REQUIRE names {what}, but: {error}").into()),
        false => Ok(Completion::ignored_with(error)),
    }
}

pub fn upload(xp: &Xp, bytes: &[u8]) -> Buffer<Native> {
    let mut buffer = xp.alloc(bytes.len()).unwrap();
    xp.upload(bytes, &mut buffer).unwrap();
    buffer
}

pub fn download(xp: &Xp, buffer: &Buffer<Native>, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    xp.download(buffer, 0, &mut bytes).unwrap();
    bytes
}
