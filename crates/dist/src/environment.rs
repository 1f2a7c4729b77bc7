//! Variables that say how to run.

use std::env;

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
