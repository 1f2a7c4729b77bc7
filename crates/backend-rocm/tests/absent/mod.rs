//! A machine without an AMD GPU: what the backend says depends on whether HIP is there.

use libtest_mimic::Completion;
use xparray_ir::{Error, Result};
use xparray_rocm::Rocm;

tests!(the_error_says_what_is_missing);

/// Why there is no device; nothing if there is one.
fn reason<T>(result: Result<T>) -> Option<String> {
    match result {
        Ok(_) => None,
        Err(Error::Unavailable { backend, reason }) => {
            assert_eq!(backend, "rocm");
            Some(reason)
        }
        Err(error) => panic!("{error:?}"),
    }
}

fn the_error_says_what_is_missing() -> Completion {
    let (Some(opened), Some(counted)) = (reason(Rocm::new(0)), reason(Rocm::count())) else {
        return Completion::ignored_with("there is a device");
    };
    assert_eq!(opened, counted);
    println!("{opened}");
    // Tests that have AMD's real libraries name them so.
    if std::env::var_os("XPARRAY_HIPRTC").is_some() {
        assert!(opened.contains("libamdhip64.so") && opened.contains("hipErrorNoDevice"), "{opened}");
    } else if !opened.contains("hipErrorNoDevice") {
        assert!(opened.contains("no library libamdhip64.so.7 or libamdhip64.so.6"), "{opened}");
        assert!(opened.contains("search path") && opened.contains("/opt/rocm"), "{opened}");
    }
    Completion::Completed
}
