//! The tables against AMD's headers: an assertion for each function, constant and type.

use super::c::{PROLOGUE, complaints, equal, folders, function};
use super::hip::DeviceProperties;
use super::{Declared, Table, hip, hip_tools, hipblas, hipfft, hiprtc, hipsolver};
use std::mem::offset_of;

const TABLES: [Table; 6] =
    [hip::TABLE, hip_tools::TABLE, hiprtc::TABLE, hipblas::TABLE, hipsolver::TABLE, hipfft::TABLE];

/// What the headers must fulfil, as a program in C.
fn program() -> String {
    let mut source = PROLOGUE.to_owned();
    for Table { functions, constants, types } in TABLES {
        for Declared { names, arguments, status } in functions {
            function(&mut source, names, arguments, status);
        }
        constants.iter().for_each(|&(name, value)| equal(&mut source, name, value));
        for (name, size) in types {
            equal(&mut source, &format!("sizeof({name})"), *size as i64);
        }
    }
    let name = offset_of!(DeviceProperties, gcnArchName) as i64;
    equal(&mut source, "__builtin_offsetof(hipDeviceProp_tR0600, gcnArchName)", name);
    source
}

#[test]
#[ignore = "needs AMD's headers: cargo xtask ci hip-headers"]
fn tables_are_those_of_the_headers() {
    let program = program();
    assert!(program.matches("_Static_assert").count() > 300);
    for folder in folders() {
        let complaints = complaints(&program, &folder);
        assert!(complaints.is_empty(), "{folder}:\n{complaints}");
    }
}

#[test]
#[ignore = "needs AMD's headers: cargo xtask ci hip-headers"]
fn a_table_that_differs_is_noticed() {
    let wrong = [
        // A length of 32 bits that has 64, a missing argument, another number, another size, a type of another library.
        ("unsigned int, hipStream_t, void * *", "size_t, hipStream_t, void * *"),
        ("hipfftExecC2C, hipfftResult (*)(hipfftHandle, ", "hipfftExecC2C, hipfftResult (*)("),
        ("(hipErrorNotReady) == 600", "(hipErrorNotReady) == 601"),
        ("(sizeof(hipDeviceProp_tR0600)) == 1472", "(sizeof(hipDeviceProp_tR0600)) == 1464"),
        ("hipDataType, int, hipblasComputeType_t", "hipDataType, int, hipDataType"),
    ];
    let program = program();
    for (right, _) in wrong {
        assert!(program.contains(right), "{right}");
    }
    for folder in folders() {
        for (right, wrong) in wrong {
            let complaints = complaints(&program.replace(right, wrong), &folder);
            assert!(complaints.contains("static assertion failed"), "{wrong} in {folder}: {complaints}");
        }
    }
}
