use xparray_ir::{Error, Result};

/// An error for a code that a library's function returned and that is not 0, success, with its name in the library's
/// headers.
pub fn check(call: &'static str, code: i64, name: impl FnOnce() -> String) -> Result<()> {
    match code {
        0 => Ok(()),
        _ => Err(Error::Library { call, code, name: name() }),
    }
}
