//! C's view of declarations: what a C compiler says about assertions over AMD's headers. C, because C++ headers
//! overload what they declare. The tests of `tests/hip-on-cuda`, which declares the same functions, have this module
//! too.

use std::env;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// With `HIPBLAS_V2`, the headers of ROCm 6 declare the interface that is the only one in ROCm 7: names become those
/// that end in `_v2`.
pub const PROLOGUE: &str = "\
#define __HIP_PLATFORM_AMD__
#define HIPBLAS_V2
#include <hip/hip_runtime_api.h>
#include <hip/hiprtc.h>
#include <hipblas/hipblas.h>
#include <hipsolver/hipsolver.h>
#include <hipfft/hipfft.h>
#define SAME(f, ...) __builtin_types_compatible_p(__typeof__(&f), __VA_ARGS__)
";

/// The types that the letters S, D, C and Z stand for, and of the real numbers that they are made of.
const ELEMENTS: [[&str; 2]; 4] =
    [["float", "float"], ["double", "double"], ["hipFloatComplex", "float"], ["hipDoubleComplex", "double"]];

/// C's name of a type, with elements of the types that `T` and `R` stand for.
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
        "hipLimit_t" => "enum hipLimit_t",
        named => named,
    };
    primitive.to_owned()
}

/// Asserts the type of a function, or of those for S, D, C and Z.
pub fn function(source: &mut String, names: &[&str], arguments: &[&str], status: &str) {
    for (name, elements) in names.iter().zip(ELEMENTS) {
        let arguments: Vec<_> = arguments.iter().map(|argument| in_c(argument, elements)).collect();
        let arguments = if arguments.is_empty() { "void".to_owned() } else { arguments.join(", ") };
        let strict = format!("{status} (*)({arguments})");
        // Versions differ in whether pointers to pointers are to constant ones, which no caller notices.
        let loose = strict.replace("const * const *", "const * *");
        writeln!(source, "_Static_assert(SAME({name}, {strict}) || SAME({name}, {loose}), \"{name}: {strict}\");")
            .unwrap();
    }
}

/// Asserts that two integer constants are equal.
pub fn equal(source: &mut String, what: &str, value: impl Into<i64>) {
    // Enumerators have 32 bits, and a sign or none.
    let value = value.into() as i32;
    writeln!(source, "_Static_assert((int)({what}) == {value}, \"{what} == {value}\");").unwrap();
}

/// What a compiler says about a program with the headers of a folder; nothing if all is well.
pub fn complaints(source: &str, headers: &str) -> String {
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
pub fn folders() -> Vec<String> {
    let list = env::var("XPARRAY_HIP_HEADERS").unwrap_or_default();
    assert!(!list.is_empty(), "XPARRAY_HIP_HEADERS names no folders");
    list.split(':').filter(|folder| !folder.is_empty()).map(str::to_owned).collect()
}
