//! Declarations here against AMD's headers: an assertion for each function and constant.

#[path = "../../../crates/backend-rocm/src/sys/c.rs"]
mod c;

use c::{PROLOGUE, complaints, equal, folders, function};
use xparray_hip_on_cuda::runtime::device::{hipDeviceProp_tR0600, places};
use xparray_hip_on_cuda::{Declared, TABLES};

/// What the headers must fulfil, as a program in C.
fn program() -> String {
    let mut source = PROLOGUE.to_owned();
    for table in TABLES {
        for Declared { names, arguments, status } in table.functions {
            // The headers call these as the others.
            let names: Vec<&str> = names.iter().copied().filter(|name| !name.ends_with("_v2")).collect();
            function(&mut source, &names, arguments, status);
        }
        table.constants.iter().copied().flatten().for_each(|&(name, value)| equal(&mut source, name, value));
    }
    for (field, place) in [
        ("name", places::NAME),
        ("totalGlobalMem", places::TOTAL_GLOBAL_MEM),
        ("sharedMemPerBlock", places::SHARED_MEM_PER_BLOCK),
        ("warpSize", places::WARP_SIZE),
        ("maxThreadsPerBlock", places::MAX_THREADS_PER_BLOCK),
        ("multiProcessorCount", places::MULTI_PROCESSOR_COUNT),
        ("gcnArchName", places::GCN_ARCH_NAME),
    ] {
        equal(&mut source, &format!("__builtin_offsetof(hipDeviceProp_tR0600, {field})"), place as i64);
    }
    equal(&mut source, "sizeof(hipDeviceProp_tR0600)", size_of::<hipDeviceProp_tR0600>() as i64);
    source
}

#[test]
#[ignore = "needs AMD's headers: cargo xtask ci hip-headers"]
fn declarations_are_those_of_the_headers() {
    let program = program();
    assert!(program.matches("_Static_assert").count() > 150);
    let wrong =
        [("unsigned int, hipStream_t, void * *", "size_t, hipStream_t, void * *"), ("(HIPBLAS_OP_T) == 112", "1 == 0")];
    for (right, _) in wrong {
        assert!(program.contains(right), "{right}");
    }
    for folder in folders() {
        let complaints = complaints(&program, &folder);
        assert!(complaints.is_empty(), "{folder}:\n{complaints}");
        for (right, wrong) in wrong {
            assert!(!self::complaints(&program.replace(right, wrong), &folder).is_empty(), "{wrong}");
        }
    }
}
