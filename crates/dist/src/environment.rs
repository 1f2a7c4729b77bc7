//! Variables that say how to run.

use std::env;
use std::time::Duration;

/// A variable as a number above zero; none if it is not set.
pub(crate) fn number(name: &str) -> Result<Option<usize>, String> {
    let Ok(text) = env::var(name) else { return Ok(None) };
    match text.trim().parse() {
        Ok(number) if number > 0 => Ok(Some(number)),
        _ => Err(format!("{name} is {text:?}, not a number above zero")),
    }
}

/// Whether a variable is set to anything but nothing or 0.
pub(crate) fn is_set(name: &str) -> bool {
    env::var(name).is_ok_and(|text| !matches!(text.trim(), "" | "0"))
}

/// How long a process waits for another one, by `XPARRAY_DIST_TIMEOUT` in seconds; for ever if it is not set.
pub(crate) fn time_limit() -> Result<Option<Duration>, String> {
    Ok(number("XPARRAY_DIST_TIMEOUT")?.map(|seconds| Duration::from_secs(seconds as u64)))
}
