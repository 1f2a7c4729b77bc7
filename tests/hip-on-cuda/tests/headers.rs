//! Declarations here against AMD's headers: a C compiler checks an assertion for each function and constant. C, because
//! C++ headers overload what they declare.

use std::env;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use xparray_hip_on_cuda::runtime::device::{hipDeviceProp_tR0600, places};
use xparray_hip_on_cuda::{Declared, TABLES};

/// With `HIPBLAS_V2`, the headers of ROCm 6 declare the interface that is the only one in ROCm 7: names become those
/// that end in `_v2`.
const PROLOGUE: &str = "\
#define __HIP_PLATFORM_AMD__
#define HIPBLAS_V2
#include <hip/hip_runtime_api.h>
#include <hip/hiprtc.h>
#include <hipblas/hipblas.h>
#include <hipsolver/hipsolver.h>
#include <hipfft/hipfft.h>
#define SAME(f, ...) __builtin_types_compatible_p(__typeof__(&f), __VA_ARGS__)
#define IS(c, v) _Static_assert((long long)(int)(c) == (int)(v), #c)
#define AT(f, p) _Static_assert(__builtin_offsetof(hipDeviceProp_tR0600, f) == p, #f)
";

/// The types that the letters S, D, C and Z stand for, and of the real numbers that they are made of.
const ELEMENTS: [[&str; 2]; 4] =
    [["float", "float"], ["double", "double"], ["hipFloatComplex", "float"], ["hipDoubleComplex", "double"]];

/// C's name of a type.
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
        named => named,
    };
    primitive.to_owned()
}

fn function(source: &mut String, Declared { names, arguments, status }: &Declared) {
    for (name, elements) in names.iter().zip(ELEMENTS).filter(|(name, _)| !name.ends_with("_v2")) {
        let arguments: Vec<_> = arguments.iter().map(|argument| in_c(argument, elements)).collect();
        let arguments = if arguments.is_empty() { "void".to_owned() } else { arguments.join(", ") };
        let strict = format!("{status} (*)({arguments})");
        // Versions differ in whether pointers to pointers are to constant ones, which no caller notices.
        let loose = strict.replace("const * const *", "const * *");
        writeln!(source, "_Static_assert(SAME({name}, {strict}) || SAME({name}, {loose}), \"{name}\");").unwrap();
    }
}

/// What the headers must fulfil, as a program in C.
fn program() -> String {
    let mut source = PROLOGUE.to_owned();
    for table in TABLES {
        table.functions.iter().for_each(|declared| function(&mut source, declared));
        for (name, value) in table.constants.iter().copied().flatten() {
            writeln!(source, "IS({name}, {value});").unwrap();
        }
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
        writeln!(source, "AT({field}, {place});").unwrap();
    }
    let size = size_of::<hipDeviceProp_tR0600>();
    writeln!(source, "IS(sizeof(hipDeviceProp_tR0600), {size});").unwrap();
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

/// The folders that `XPARRAY_HIP_HEADERS` lists are of one version of ROCm each.
#[test]
fn declarations_are_those_of_the_headers() {
    let list = env::var("XPARRAY_HIP_HEADERS").unwrap_or_default();
    if list.is_empty() {
        println!("ignored: XPARRAY_HIP_HEADERS names no folders");
    }
    let program = program();
    assert!(program.matches("_Static_assert").count() > 150);
    for folder in list.split(':').filter(|folder| !folder.is_empty()) {
        let complaints = complaints(&program, folder);
        assert!(complaints.is_empty(), "{folder}:\n{complaints}");
        for (right, wrong) in
            [("unsigned int, hipStream_t, void * *", "size_t, hipStream_t, void * *"), ("OP_T, 112", "OP_T, 1")]
        {
            assert!(program.contains(right), "{right}");
            assert!(!self::complaints(&program.replace(right, wrong), folder).is_empty(), "{wrong}");
        }
    }
}
