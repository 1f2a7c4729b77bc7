//! The library as the backend's loader sees it, on a machine without a GPU.
#![cfg(target_os = "linux")]

use libloading::Library;
use std::env;
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::ptr::null_mut;
use xparray_hip_on_cuda::TABLES;

/// Where cargo puts it: beside the tests.
fn file() -> PathBuf {
    env::current_exe().unwrap().with_file_name("libxparray_hip_on_cuda.so")
}

fn open(path: PathBuf) -> Library {
    // SAFETY: the library does nothing when it is loaded.
    unsafe { Library::new(&path) }.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Functions that the backend's tables name, for which they are read as text: `name(`, `new = old(`, `[s d c z](`.
fn wanted(table: &str) -> Vec<String> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let mut names = Vec::new();
    for (at, _) in table.match_indices('(') {
        let before = table[..at].trim_end();
        match before.strip_suffix(']').and_then(|list| list.rsplit_once('[')) {
            Some((_, list)) => names.extend(list.split_whitespace().map(str::to_owned)),
            None => {
                let start = before.rfind(|c| !word(c)).map_or(0, |at| at + 1);
                names.push(before[start..].to_owned());
                let renamed = before[..start].trim_end().strip_suffix('=').map(str::trim_end);
                names.extend(renamed.and_then(|new| new.rsplit(|c| !word(c)).next()).map(str::to_owned));
            }
        }
    }
    names.retain(|name| name.len() > 3 && name.starts_with("hip"));
    names
}

#[test]
fn it_has_what_the_backend_asks_for() {
    let library = open(file());
    let tables = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../crates/backend-rocm/src/sys");
    let mut count = 0;
    for name in ["hip", "hiprtc", "hipblas", "hipfft", "hipsolver"] {
        let path = tables.join(name).with_extension("rs");
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for function in wanted(&text) {
            // SAFETY: it is not called.
            let found = unsafe { library.get::<unsafe extern "C" fn()>(function.as_bytes()) };
            assert!(found.is_ok(), "{function}, of {}", path.display());
            count += 1;
        }
    }
    assert!(count > 150, "{count}");
}

#[test]
fn it_has_what_it_declares() {
    let library = open(file());
    for name in TABLES.iter().flat_map(|table| table.functions).flat_map(|function| function.names) {
        // SAFETY: it is not called.
        assert!(unsafe { library.get::<unsafe extern "C" fn()>(name.as_bytes()) }.is_ok(), "{name}");
    }
}

type Version = unsafe extern "C" fn(*mut c_int) -> c_int;
type Create =
    unsafe extern "C" fn(*mut *mut c_void, *const c_char, *const c_char, c_int, *const u8, *const u8) -> c_int;
type Destroy = unsafe extern "C" fn(*mut *mut c_void) -> c_int;
type Synchronize = unsafe extern "C" fn(*mut c_void) -> c_int;
type Malloc = unsafe extern "C" fn(*mut *mut c_void, usize) -> c_int;
type Init = unsafe extern "C" fn(c_uint) -> c_int;

/// Links with the names that AMD's libraries have in a folder of this name.
fn links(name: &str, files: &[&str]) -> PathBuf {
    let folder = env::temp_dir().join(format!("xparray-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for link in files {
        symlink(file(), folder.join(link)).unwrap();
    }
    folder
}

/// A handle of one name is known to the other, so handles and memory are those of one library.
#[test]
fn links_are_one_library() {
    let folder = links("hip-links", &["libamdhip64.so.6", "libhiprtc.so.6"]);
    let [first, second] = ["libamdhip64.so.6", "libhiprtc.so.6"].map(|link| open(folder.join(link)));
    fs::remove_dir_all(&folder).unwrap();
    let mut program = null_mut();
    // SAFETY: the types are those of the header; the source ends with a zero byte.
    unsafe {
        let create = first.get::<Create>(b"hiprtcCreateProgram").unwrap();
        let code = create(&mut program, c"".as_ptr(), c"x".as_ptr(), 0, std::ptr::null(), std::ptr::null());
        assert_eq!(code, 0);
        assert_eq!(second.get::<Destroy>(b"hiprtcDestroyProgram").unwrap()(&mut program), 0);
    }
    assert!(program.is_null());
}

#[test]
fn without_a_driver_there_is_no_device() {
    let library = open(file());
    // SAFETY: the types are those of the header.
    unsafe {
        let mut count = -1;
        let code = library.get::<Version>(b"hipGetDeviceCount").unwrap()(&mut count);
        match code {
            0 => assert!(count > 0),
            code => assert_eq!((code, count), (100, 0)),
        }
        assert_eq!(library.get::<Init>(b"hipInit").unwrap()(0), code);
        // What needs no device.
        let mut version = 0;
        assert_eq!(library.get::<Version>(b"hipRuntimeGetVersion").unwrap()(&mut version), 0);
        assert!([6, 7].contains(&(version / 10_000_000)), "{version}");
    }
}

const CASE: &str = "HIP_ON_CUDA_CASE";

/// Runs one test of this program in a process of its own, where it makes a mistake.
fn mistake(test: &str) -> Option<Output> {
    if env::var(CASE).is_ok_and(|case| case == test) {
        return None;
    }
    let mut program = Command::new(env::current_exe().unwrap());
    Some(program.args(["--exact", test, "--nocapture"]).env(CASE, test).output().unwrap())
}

fn ends(test: &str, message: &str, wrong: impl FnOnce(&Library)) {
    match mistake(test) {
        None => wrong(&open(file())),
        Some(output) => {
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(!output.status.success() && text.contains(message), "{}: {text}", output.status);
        }
    }
}

#[test]
fn a_destroyed_stream_ends_the_process() {
    ends("a_destroyed_stream_ends_the_process", "hipStreamSynchronize: 0x7 is no stream", |library| {
        // SAFETY: the function checks its argument.
        let code = unsafe { library.get::<Synchronize>(b"hipStreamSynchronize").unwrap()(7 as *mut c_void) };
        println!("{code}");
    });
}

#[test]
fn memory_without_a_device_ends_the_process() {
    ends("memory_without_a_device_ends_the_process", "hipMalloc: this thread called no hipSetDevice", |library| {
        let mut address = null_mut();
        // SAFETY: the pointer is to a live variable.
        let code = unsafe { library.get::<Malloc>(b"hipMalloc").unwrap()(&mut address, 8) };
        println!("{code}");
    });
}

#[test]
fn null_to_write_to_ends_the_process() {
    ends("null_to_write_to_ends_the_process", "hipRuntimeGetVersion: the version is written to 0x0", |library| {
        // SAFETY: the function checks its argument.
        let code = unsafe { library.get::<Version>(b"hipRuntimeGetVersion").unwrap()(null_mut()) };
        println!("{code}");
    });
}

#[test]
fn tables_are_read_as_they_are_written() {
    let names = wanted("a = lib(\"x\"); fn hipInit(x); hipNew = hipOld(\n y); f = [hipS\n hipD](t: u8); (hip(z))");
    assert_eq!(names, ["hipInit", "hipOld", "hipNew", "hipS", "hipD"]);
}
