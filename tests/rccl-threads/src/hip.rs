//! HIP's copies.

use libloading::Library;
use std::env;
use std::ffi::{c_int, c_uint, c_void};
use std::path::PathBuf;
use std::sync::OnceLock;

const HOST_TO_DEVICE: c_uint = 1;
const DEVICE_TO_HOST: c_uint = 2;

struct Functions {
    copy: unsafe extern "C" fn(*mut c_void, *const c_void, usize, c_uint, *mut c_void) -> c_int,
    wait: unsafe extern "C" fn(*mut c_void) -> c_int,
}

/// Those of the library that the program uses.
fn functions() -> &'static Functions {
    static FOUND: OnceLock<Functions> = OnceLock::new();
    FOUND.get_or_init(|| {
        let root = PathBuf::from(env::var_os("ROCM_PATH").expect("ROCM_PATH"));
        // SAFETY: it is loaded already; the types are those of its header.
        unsafe {
            let library = Box::leak(Box::new(Library::new(root.join("lib/libamdhip64.so.6")).expect("HIP")));
            Functions {
                copy: *library.get(b"hipMemcpyAsync").expect("hipMemcpyAsync"),
                wait: *library.get(b"hipStreamSynchronize").expect("hipStreamSynchronize"),
            }
        }
    })
}

/// Bytes of the device, after what is queued.
pub unsafe fn read(from: *const c_void, bytes: usize, stream: *mut c_void) -> Vec<u8> {
    let mut read = vec![0; bytes];
    // SAFETY: the caller's promise; there is room.
    unsafe { copy(read.as_mut_ptr().cast(), from, bytes, DEVICE_TO_HOST, stream) };
    read
}

/// Bytes to the device, after what is queued.
pub unsafe fn write(bytes: &[u8], to: *mut c_void, stream: *mut c_void) {
    // SAFETY: the caller's promise.
    unsafe { copy(to, bytes.as_ptr().cast(), bytes.len(), HOST_TO_DEVICE, stream) };
}

unsafe fn copy(to: *mut c_void, from: *const c_void, bytes: usize, kind: c_uint, stream: *mut c_void) {
    let functions = functions();
    // SAFETY: the caller's promise; it is waited for here.
    let codes = unsafe { [(functions.copy)(to, from, bytes, kind, stream), (functions.wait)(stream)] };
    assert_eq!(codes, [0, 0], "a copy of {bytes} bytes");
}
