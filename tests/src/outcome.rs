//! What becomes of a case.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use xparray::backend::Backend;

/// Runs a case on a device; its panic's message if it fails.
pub fn outcome<B: Backend>(case: fn(&B), xp: &B) -> Result<(), String> {
    // A fault that a failed case left behind is not the next one's.
    let _ = xp.synchronize();
    catch_unwind(AssertUnwindSafe(|| case(xp))).map_err(|panic| message(&*panic))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without a message".to_owned())
}

/// Whether `XPARRAY_REQUIRE` names a backend: then its absence is a failure.
pub fn required(backend: &str) -> bool {
    std::env::var("XPARRAY_REQUIRE").is_ok_and(|list| list.split(',').any(|name| name == backend))
}
