//! hipRTC, as far as it is needed here.

use libloading::Library;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::{env, iter};
use xparray_kernels::{HIPRTC_BARE, HIPRTC_OPTIONS};

type Program = *mut c_void;
type Create = unsafe extern "C" fn(
    *mut Program,
    *const c_char,
    *const c_char,
    c_int,
    *const *const c_char,
    *const *const c_char,
) -> c_int;
type Compile = unsafe extern "C" fn(Program, c_int, *const *const c_char) -> c_int;
type Size = unsafe extern "C" fn(Program, *mut usize) -> c_int;
type Read = unsafe extern "C" fn(Program, *mut c_char) -> c_int;

/// Compiles for an architecture: a code object.
pub fn compile(source: &str, architecture: &str) -> Vec<u8> {
    let path = env::var_os("XPARRAY_HIPRTC").expect("XPARRAY_HIPRTC is the path of hipRTC");
    // Only our own sources can do without HIP's header.
    let bare = source.contains("XP_BARE");
    let options = HIPRTC_OPTIONS.into_iter().filter(|option| bare || !HIPRTC_BARE.contains(option));
    let source = CString::new(source).unwrap();
    let options: Vec<CString> = iter::once(format!("--offload-arch={architecture}"))
        .chain(options.map(Into::into))
        .map(|option| CString::new(option).unwrap())
        .collect();
    let options: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
    // SAFETY: the types are those of AMD's header, the texts end with zero bytes, and there is room for what is read.
    unsafe {
        let library = Library::new(path).unwrap();
        let create = library.get::<Create>(b"hiprtcCreateProgram\0").unwrap();
        let compile = library.get::<Compile>(b"hiprtcCompileProgram\0").unwrap();
        let read = |size: &[u8], get: &[u8], program| {
            let mut bytes = 0;
            assert_eq!(library.get::<Size>(size).unwrap()(program, &mut bytes), 0);
            let mut text = vec![0u8; bytes];
            assert_eq!(library.get::<Read>(get).unwrap()(program, text.as_mut_ptr().cast()), 0);
            text
        };
        let mut program = null_mut();
        assert_eq!(create(&mut program, source.as_ptr(), null(), 0, null(), null()), 0);
        if compile(program, options.len() as c_int, options.as_ptr()) != 0 {
            let mut log = read(b"hiprtcGetProgramLogSize\0", b"hiprtcGetProgramLog\0", program);
            log.push(0);
            panic!("{}", CStr::from_bytes_until_nul(&log).unwrap().to_string_lossy());
        }
        let code = read(b"hiprtcGetCodeSize\0", b"hiprtcGetCode\0", program);
        // Its threads do not end before the process does.
        std::mem::forget(library);
        code
    }
}
