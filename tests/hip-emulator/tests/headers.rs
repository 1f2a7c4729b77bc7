//! Declarations here against AMD's headers: an assertion for each function and constant.

#[path = "../../../crates/backend-rocm/src/sys/c.rs"]
mod c;

use c::{PROLOGUE, complaints, equal, folders, function};
use xparray_hip_emulator::hip::device::{GCN_ARCH_NAME, hipDeviceProp_tR0600};
use xparray_hip_emulator::{Declared, TABLES};

/// What the headers must fulfil, as a program in C.
fn program() -> String {
    let mut source = PROLOGUE.to_owned();
    for table in TABLES {
        for Declared { names, arguments, status } in table.functions {
            // The headers call those of hipBLAS in ROCm 7's types as the others.
            let names: Vec<&str> = names.iter().map(|name| name.strip_suffix("_v2").unwrap_or(name)).collect();
            function(&mut source, &names, arguments, status);
        }
        table.constants.iter().copied().flatten().for_each(|&(name, value)| equal(&mut source, name, value));
    }
    equal(&mut source, "__builtin_offsetof(hipDeviceProp_tR0600, gcnArchName)", GCN_ARCH_NAME as i64);
    equal(&mut source, "sizeof(hipDeviceProp_tR0600)", size_of::<hipDeviceProp_tR0600>() as i64);
    source
}

#[test]
#[ignore = "needs AMD's headers: cargo xtask ci hip-headers"]
fn declarations_are_those_of_the_headers() {
    let program = program();
    assert!(program.matches("_Static_assert").count() > 100);
    let (right, wrong) = ("unsigned int, hipStream_t, void * *", "size_t, hipStream_t, void * *");
    assert!(program.contains(right));
    for folder in folders() {
        let complaints = complaints(&program, &folder);
        assert!(complaints.is_empty(), "{folder}:\n{complaints}");
        assert!(!self::complaints(&program.replace(right, wrong), &folder).is_empty());
    }
}
