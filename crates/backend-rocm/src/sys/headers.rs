//! The tables against AMD's headers: a C compiler checks an assertion for each function, constant and type. C, because
//! C++ headers overload what they declare.

use super::hip::DeviceProperties;
use super::{Declared, Table, hip, hipblas, hipfft, hiprtc, hipsolver};
use std::env;
use std::fmt::Write as _;
use std::io::Write as _;
use std::mem::offset_of;
use std::process::{Command, Stdio};

const TABLES: [Table; 5] = [hip::TABLE, hiprtc::TABLE, hipblas::TABLE, hipsolver::TABLE, hipfft::TABLE];

/// With `HIPBLAS_V2`, the headers of ROCm 6 declare the interface that is the only one in ROCm 7.
const PROLOGUE: &str = "\
#define __HIP_PLATFORM_AMD__
#define HIPBLAS_V2
#include <hip/hip_runtime_api.h>
#include <hip/hiprtc.h>
#include <hipblas/hipblas.h>
#include <hipsolver/hipsolver.h>
#include <hipfft/hipfft.h>
#define SAME(f, ...) __builtin_types_compatible_p(__typeof__(&f), __VA_ARGS__)
";

/// C's name of the table's type, with elements of the types that `T` and `R` stand for.
fn in_c(name: &str, [element, real]: [&str; 2]) -> String {
    if let Some(to) = name.strip_prefix("*const ") {
        return in_c(to, [element, real]) + " const *";
    }
    if let Some(to) = name.strip_prefix("*mut ") {
        return in_c(to, [element, real]) + " *";
    }
    let primitive = match name {
        "T" => element,
        "R" => real,
        "c_void" => "void",
        "c_char" => "char",
        "c_schar" => "signed char",
        "c_int" => "int",
        "c_uint" => "unsigned int",
        "c_longlong" => "long long",
        "c_ulonglong" => "unsigned long long",
        "usize" => "size_t",
        "i64" => "int64_t",
        "f32" => "float",
        "f64" => "double",
        named => named,
    };
    primitive.to_owned()
}

/// The types that the letters S, D, C and Z stand for.
const ELEMENTS: [[&str; 2]; 4] =
    [["float", "float"], ["double", "double"], ["hipFloatComplex", "float"], ["hipDoubleComplex", "double"]];

fn function(source: &mut String, declared: &Declared) {
    for (name, elements) in declared.names.iter().zip(ELEMENTS) {
        let arguments: Vec<_> = declared.arguments.iter().map(|argument| in_c(argument, elements)).collect();
        let arguments = if arguments.is_empty() { "void".to_owned() } else { arguments.join(", ") };
        let strict = format!("{} (*)({arguments})", declared.status);
        // Versions differ in whether pointers to pointers are to constant ones, which no caller notices.
        let loose = strict.replace("const * const *", "const * *");
        writeln!(source, "_Static_assert(SAME({name}, {strict}) || SAME({name}, {loose}), \"{name}: {strict}\");")
            .unwrap();
    }
}

/// What the headers must fulfil, as a program in C.
fn program() -> String {
    let mut source = PROLOGUE.to_owned();
    for Table { functions, constants, types } in TABLES {
        functions.iter().for_each(|declared| function(&mut source, declared));
        for (name, value) in constants {
            writeln!(source, "_Static_assert({name} == {value}, \"{name} == {value}\");").unwrap();
        }
        for (name, size) in types {
            writeln!(source, "_Static_assert(sizeof({name}) == {size}, \"sizeof({name}) == {size}\");").unwrap();
        }
    }
    let offset = offset_of!(DeviceProperties, gcnArchName);
    writeln!(
        source,
        "_Static_assert(__builtin_offsetof(hipDeviceProp_tR0600, gcnArchName) == {offset}, \"gcnArchName\");"
    )
    .unwrap();
    source
}

/// What a compiler says about a program with the headers of a folder; nothing if all is well.
fn complaints(source: &str, headers: &str) -> String {
    let mut compiler = Command::new(env::var("CC").unwrap_or("cc".into()))
        .args(["-std=gnu11", "-fsyntax-only", "-fmax-errors=0", "-I", headers, "-x", "c", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a C compiler");
    compiler.stdin.take().unwrap().write_all(source.as_bytes()).unwrap();
    let output = compiler.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    let errors: Vec<&str> = text.lines().filter(|line| line.contains("error")).collect();
    assert_eq!(output.status.success(), errors.is_empty(), "{text}");
    errors.join("\n")
}

/// The folders that `XPARRAY_HIP_HEADERS` lists, of one version of ROCm each.
fn folders() -> Vec<String> {
    let list = env::var("XPARRAY_HIP_HEADERS").unwrap_or_default();
    list.split(':').filter(|folder| !folder.is_empty()).map(str::to_owned).collect()
}

#[test]
fn tables_are_those_of_the_headers() {
    let folders = folders();
    if folders.is_empty() {
        println!("ignored: XPARRAY_HIP_HEADERS names no folders");
    }
    let program = program();
    assert!(program.matches("_Static_assert").count() > 300);
    for folder in folders {
        let complaints = complaints(&program, &folder);
        assert!(complaints.is_empty(), "{folder}:\n{complaints}");
    }
}

#[test]
fn a_table_that_differs_is_noticed() {
    let wrong = [
        // A length of 32 bits that has 64, a missing argument, another number, another size, a type of another library.
        ("unsigned int, hipStream_t, void * *", "size_t, hipStream_t, void * *"),
        ("hipfftExecC2C, hipfftResult (*)(hipfftHandle, ", "hipfftExecC2C, hipfftResult (*)("),
        ("hipErrorNotReady == 600", "hipErrorNotReady == 601"),
        ("sizeof(hipDeviceProp_tR0600) == 1472", "sizeof(hipDeviceProp_tR0600) == 1464"),
        ("hipDataType, int, hipblasComputeType_t", "hipDataType, int, hipDataType"),
    ];
    let program = program();
    for folder in folders() {
        for (right, wrong) in wrong {
            assert!(program.contains(right), "{right}");
            let complaints = complaints(&program.replace(right, wrong), &folder);
            assert!(complaints.contains("static assertion failed"), "{wrong} in {folder}: {complaints}");
        }
    }
}
