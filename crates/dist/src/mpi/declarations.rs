//! The tables against the headers of all kinds of MPI: an assertion for each function and constant.

use super::constants::{HANDLES, MAX_TEXT, MPICH, Numbers, OPEN_MPI, STANDARD};
use super::file::Abi;
use super::functions::{DECLARED, Status};
use crate::c;
use std::env;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The headers that `XPARRAY_MPI_HEADERS` lists.
fn headers() -> Vec<PathBuf> {
    let list = env::var_os("XPARRAY_MPI_HEADERS").unwrap_or_default();
    assert!(!list.is_empty(), "XPARRAY_MPI_HEADERS names no headers");
    env::split_paths(&list).collect()
}

/// Which kind of MPI a header is of.
fn kind(header: &Path) -> Abi {
    let text = std::fs::read_to_string(header).unwrap();
    match () {
        () if header.ends_with("mpi_abi.h") => Abi::Standard,
        () if text.contains("ompi_mpi_comm_world") => Abi::OpenMpi,
        () => Abi::Mpich,
    }
}

/// C's name of a type that MPI declares.
fn named(name: &str) -> String {
    match name {
        "UserFunction" => "MPI_User_function *".into(),
        named => format!("MPI_{}", named.strip_suffix("<H>").unwrap_or(named)),
    }
}

/// What a header must fulfil, as a program in C.
fn program(header: &Path) -> String {
    let mut source = format!("#include \"{}\"\n", header.display());
    source += "#define SAME(f, ...) __builtin_types_compatible_p(__typeof__(&f), __VA_ARGS__)\n";
    for declared in DECLARED {
        let arguments = c::arguments(declared.arguments, &named);
        let (name, kind) = (declared.name, format!("int (*)({arguments})"));
        writeln!(source, "_Static_assert(SAME({name}, {kind}), \"{name}: {kind}\");").unwrap();
    }
    let numbers = match kind(header) {
        Abi::Standard => STANDARD,
        Abi::Mpich => MPICH,
        Abi::OpenMpi => OPEN_MPI,
    };
    equal_numbers(&mut source, numbers);
    for (name, standard, mpich, variable) in HANDLES {
        let condition = match kind(header) {
            Abi::Standard => format!("(long)(MPI_{name:?}) == {standard}"),
            Abi::Mpich => format!("(int)(MPI_{name:?}) == {mpich}"),
            // Of two variables the compiler says that this is no constant.
            Abi::OpenMpi => format!("(void *)MPI_{name:?} == (void *)&{variable}"),
        };
        writeln!(source, "_Static_assert({condition}, \"MPI_{name:?}\");").unwrap();
    }
    source
}

fn equal_numbers(source: &mut String, numbers: Numbers) {
    let rows = [
        ("MPI_SUCCESS", 0),
        ("MPI_THREAD_SERIALIZED", numbers.thread_serialized.into()),
        ("MPI_THREAD_MULTIPLE", numbers.thread_multiple.into()),
        ("MPI_COMM_TYPE_SHARED", numbers.comm_type_shared.into()),
        ("MPI_UNDEFINED", numbers.undefined.into()),
        ("MPI_IN_PLACE", numbers.in_place as i64),
        ("MPI_STATUSES_IGNORE", numbers.statuses_ignore as i64),
    ];
    for (name, value) in rows {
        writeln!(source, "_Static_assert((long)({name}) == {value}, \"{name} == {value}\");").unwrap();
    }
    let (status, text) = (size_of::<Status>(), MAX_TEXT);
    writeln!(source, "_Static_assert(sizeof(MPI_Status) <= {status}, \"room for a status\");").unwrap();
    for name in ["MPI_MAX_ERROR_STRING", "MPI_MAX_LIBRARY_VERSION_STRING"] {
        writeln!(source, "_Static_assert({name} <= {text}, \"room for {name}\");").unwrap();
    }
}

fn complaints(source: &str, header: &Path) -> String {
    c::complaints(source, &[header.parent().unwrap()])
}

#[test]
#[ignore = "needs MPI's headers: cargo xtask ci mpi-headers"]
fn tables_are_those_of_mpi() {
    let headers = headers();
    for wanted in [Abi::Standard, Abi::Mpich, Abi::OpenMpi] {
        assert!(headers.iter().any(|header| kind(header) == wanted), "{wanted:?} has no header");
    }
    for header in headers {
        let program = program(&header);
        assert!(program.matches("_Static_assert").count() > 50);
        let complaints = complaints(&program, &header);
        assert!(complaints.is_empty(), "{}:\n{complaints}", header.display());
    }
}

#[test]
#[ignore = "needs MPI's headers: cargo xtask ci mpi-headers"]
fn a_table_that_differs_is_noticed() {
    for header in headers() {
        let program = program(&header);
        // Other types, a missing argument, another number, another handle.
        let one_constant = match kind(&header) {
            Abi::Standard => ("(long)(MPI_SUM) == 33", "(long)(MPI_SUM) == 34"),
            Abi::Mpich => ("(int)(MPI_SUM) == 1476395011", "(int)(MPI_SUM) == 1476395012"),
            Abi::OpenMpi => ("(void *)&ompi_mpi_op_sum", "(void *)&ompi_mpi_op_prod"),
        };
        let wrong = [
            ("SAME(MPI_Barrier, int (*)(MPI_Comm))", "SAME(MPI_Barrier, int (*)(MPI_Comm *))"),
            ("int, MPI_Datatype, int, MPI_Comm))", "int, MPI_Datatype, MPI_Comm))"),
            ("(long)(MPI_UNDEFINED) == -32766", "(long)(MPI_UNDEFINED) == -32765"),
            one_constant,
        ];
        for (right, wrong) in wrong {
            assert!(program.contains(right), "{right}");
            let complaints = complaints(&program.replace(right, wrong), &header);
            assert!(complaints.contains("static assertion"), "{wrong} in {}: {complaints}", header.display());
        }
    }
}
