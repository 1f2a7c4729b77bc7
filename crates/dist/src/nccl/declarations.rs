//! The table against the headers of NCCL and RCCL: an assertion for each function and constant.

use super::functions::{DECLARED, ncclUniqueId};
use super::numbers::CONSTANTS;
use crate::c;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;

/// The headers that `XPARRAY_NCCL_HEADERS` lists.
fn headers() -> Vec<PathBuf> {
    let list = env::var_os("XPARRAY_NCCL_HEADERS").unwrap_or_default();
    let headers: Vec<PathBuf> = env::split_paths(&list).collect();
    for name in ["nccl.h", "rccl.h"] {
        assert!(headers.iter().any(|header| header.ends_with(name)), "XPARRAY_NCCL_HEADERS names no {name}");
    }
    headers
}

/// What the headers include of the vendors' others: the types of streams and events are all that they need of these.
const INCLUDED: [(&str, &str); 4] = [
    (
        "cuda_runtime.h",
        "#include <stddef.h>\ntypedef struct CUstream_st *cudaStream_t;\ntypedef struct CUevent_st *cudaEvent_t;",
    ),
    ("cuda_fp16.h", ""),
    ("hip/hip_runtime.h", "#include <stddef.h>\ntypedef struct ihipStream_t *hipStream_t;"),
    ("hip/hip_fp16.h", ""),
];

/// What a compiler says about a program; nothing if all is well.
fn complaints(source: &str, header: &Path) -> String {
    let folder = env::temp_dir().join(format!("xparray-nccl-{}", process::id()));
    fs::create_dir_all(folder.join("hip")).unwrap();
    for (name, text) in INCLUDED {
        fs::write(folder.join(name), text).unwrap();
    }
    c::complaints(source, &[header.parent().unwrap(), &folder])
}

/// What a header must fulfil, as a program in C.
fn program(header: &Path) -> String {
    let stream = if header.ends_with("rccl.h") { "hipStream_t" } else { "cudaStream_t" };
    let mut source = format!("#include \"{}\"\n", header.display());
    source += "#define SAME(f, ...) __builtin_types_compatible_p(__typeof__(&f), __VA_ARGS__)\n";
    let named = |name: &str| match name {
        "Stream" => stream.to_owned(),
        "Text" => "const char *".to_owned(),
        named => named.to_owned(),
    };
    for declared in DECLARED {
        let arguments = c::arguments(declared.arguments, &named);
        let (name, kind) = (declared.name, format!("{} (*)({arguments})", named(declared.result)));
        writeln!(source, "_Static_assert(SAME({name}, {kind}), \"{name}: {kind}\");").unwrap();
    }
    for (name, value) in CONSTANTS.into_iter().chain([("ncclSuccess", 0)]) {
        writeln!(source, "_Static_assert((int)({name}) == {value}, \"{name} == {value}\");").unwrap();
    }
    let size = size_of::<ncclUniqueId>();
    writeln!(source, "_Static_assert(sizeof(ncclUniqueId) == {size}, \"sizeof(ncclUniqueId) == {size}\");").unwrap();
    source
}

#[test]
#[ignore = "needs headers: cargo xtask ci mpi-headers"]
fn tables_are_those_of_nccl() {
    for header in headers() {
        let program = program(&header);
        assert!(program.matches("_Static_assert").count() > 30);
        let complaints = complaints(&program, &header);
        assert!(complaints.is_empty(), "{}:\n{complaints}", header.display());
    }
}

#[test]
#[ignore = "needs headers: cargo xtask ci mpi-headers"]
fn a_table_that_differs_is_noticed() {
    for header in headers() {
        let program = program(&header);
        // Another type, a missing argument, another number, another size.
        let wrong = [
            ("SAME(ncclGroupStart, ncclResult_t (*)(void))", "SAME(ncclGroupStart, int (*)(int))"),
            ("size_t, ncclDataType_t, int, ncclComm_t", "size_t, ncclDataType_t, ncclComm_t"),
            ("(int)(ncclBfloat16) == 9", "(int)(ncclBfloat16) == 8"),
            ("sizeof(ncclUniqueId) == 128", "sizeof(ncclUniqueId) == 64"),
        ];
        for (right, wrong) in wrong {
            assert!(program.contains(right), "{right}");
            let complaints = complaints(&program.replace(right, wrong), &header);
            assert!(complaints.contains("static assertion failed"), "{wrong} in {}: {complaints}", header.display());
        }
    }
}
