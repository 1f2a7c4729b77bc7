//! NVRTC.

use crate::check::{nvrtc, unavailable};
use crate::libraries;
use cudarc::nvrtc::sys::{self, nvrtcProgram, nvrtcResult};
use std::ffi::{CString, c_char};
use std::ptr::{null, null_mut};
use std::sync::OnceLock;
use xparray_core::{Error, Result};

/// Looks for the library, once.
fn require() -> Result<()> {
    static FOUND: OnceLock<Result<(), String>> = OnceLock::new();
    // SAFETY: the library may be loaded at any time.
    let found = FOUND.get_or_init(|| libraries::require("nvrtc", [13, 12], || unsafe { sys::is_culib_present() }));
    found.clone().map_err(unavailable)
}

/// The compiler's name and version.
pub fn version() -> Result<String> {
    require()?;
    let (mut major, mut minor) = (0, 0);
    // SAFETY: the pointers are to live integers.
    unsafe { nvrtc!(nvrtcVersion(&mut major, &mut minor))? };
    Ok(format!("nvrtc {major}.{minor}"))
}

/// Compiles for a compute capability (90 is 9.0), to a binary if the compiler knows it, or else to PTX for the newest
/// that it knows, which the driver compiles on.
pub fn compile(source: &str, capability: i32, options: &[&str]) -> Result<Vec<u8>> {
    require()?;
    let known = capabilities()?;
    let binary = known.contains(&capability);
    let architecture = if binary {
        format!("--gpu-architecture=sm_{capability}")
    } else {
        let newest = known.iter().filter(|&&known| known < capability).max();
        let newest =
            newest.ok_or_else(|| unavailable(format!("{} is for newer devices", version().unwrap_or_default())))?;
        format!("--gpu-architecture=compute_{newest}")
    };
    let text = |text: &str| CString::new(text).map_err(|_| Error::value("compile", "a zero byte in source or options"));
    let options: Vec<CString> =
        [architecture.as_str()].iter().chain(options).map(|option| text(option)).collect::<Result<_>>()?;
    let program = Program::new(&text(source)?)?;
    program.compile(&options, source)?;
    if binary { program.binary() } else { program.ptx() }
}

/// The compute capabilities that the compiler knows.
fn capabilities() -> Result<Vec<i32>> {
    let mut count = 0;
    // SAFETY: the pointer is to a live integer.
    unsafe { nvrtc!(nvrtcGetNumSupportedArchs(&mut count))? };
    let mut list = vec![0; usize::try_from(count).unwrap_or(0)];
    // SAFETY: the list has as many elements as the compiler said.
    unsafe { nvrtc!(nvrtcGetSupportedArchs(list.as_mut_ptr()))? };
    Ok(list)
}

/// A program being compiled.
struct Program(nvrtcProgram);

impl Drop for Program {
    fn drop(&mut self) {
        // SAFETY: the program is alive. A failure would only leak it.
        let _ = unsafe { sys::nvrtcDestroyProgram(&mut self.0) };
    }
}

impl Program {
    fn new(source: &CString) -> Result<Self> {
        let mut program = null_mut();
        // SAFETY: the strings end with zero bytes, and there are no headers.
        unsafe { nvrtc!(nvrtcCreateProgram(&mut program, source.as_ptr(), null(), 0, null(), null()))? };
        Ok(Self(program))
    }

    fn compile(&self, options: &[CString], source: &str) -> Result<()> {
        let pointers: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
        // SAFETY: the program and the options are alive.
        let code = unsafe { sys::nvrtcCompileProgram(self.0, pointers.len() as i32, pointers.as_ptr()) };
        match code {
            nvrtcResult::NVRTC_SUCCESS => Ok(()),
            nvrtcResult::NVRTC_ERROR_COMPILATION | nvrtcResult::NVRTC_ERROR_INVALID_OPTION => {
                Err(Error::Compile { source_code: source.to_owned(), log: self.log()? })
            }
            _ => crate::check::check_nvrtc("nvrtcCompileProgram", code),
        }
    }

    fn log(&self) -> Result<String> {
        let mut size = 0;
        // SAFETY: the program is alive.
        unsafe { nvrtc!(nvrtcGetProgramLogSize(self.0, &mut size))? };
        let mut log = vec![0u8; size];
        // SAFETY: there is room for the size that the compiler said.
        unsafe { nvrtc!(nvrtcGetProgramLog(self.0, log.as_mut_ptr().cast()))? };
        Ok(String::from_utf8_lossy(&log).trim_end_matches('\0').to_owned())
    }

    fn binary(&self) -> Result<Vec<u8>> {
        let mut size = 0;
        // SAFETY: the program is compiled.
        unsafe { nvrtc!(nvrtcGetCUBINSize(self.0, &mut size))? };
        let mut image = vec![0u8; size];
        // SAFETY: there is room for the size that the compiler said.
        unsafe { nvrtc!(nvrtcGetCUBIN(self.0, image.as_mut_ptr().cast()))? };
        Ok(image)
    }

    fn ptx(&self) -> Result<Vec<u8>> {
        let mut size = 0;
        // SAFETY: the program is compiled.
        unsafe { nvrtc!(nvrtcGetPTXSize(self.0, &mut size))? };
        let mut image = vec![0u8; size];
        // SAFETY: there is room for the size that the compiler said.
        unsafe { nvrtc!(nvrtcGetPTX(self.0, image.as_mut_ptr().cast()))? };
        Ok(image)
    }
}

#[cfg(test)]
mod tests {
    use super::{capabilities, compile, version};
    use xparray_core::Error;

    /// The version, unless there is no NVRTC: then the error names it.
    fn nvrtc() -> Option<String> {
        match version() {
            Ok(version) => Some(version),
            Err(error) => {
                assert!(error.to_string().contains("nvrtc"), "{error}");
                println!("ignored: {error}");
                None
            }
        }
    }

    #[test]
    fn binaries_for_known_devices_and_ptx_for_newer_ones() {
        let Some(version) = nvrtc() else { return };
        println!("{version}");
        let source = "extern \"C\" __global__ void f(float *x) { x[threadIdx.x] *= 2; }";
        for capability in capabilities().unwrap() {
            assert_eq!(compile(source, capability, &[]).unwrap()[..4], *b"\x7fELF");
        }
        let ptx = String::from_utf8(compile(source, 999, &["--std=c++17"]).unwrap()).unwrap();
        assert!(ptx.contains(".entry f(") && ptx.ends_with('\0'), "{ptx}");
        assert!(matches!(compile(source, 1, &[]), Err(Error::Unavailable { .. })));
    }

    #[test]
    fn errors_have_the_log() {
        if nvrtc().is_none() {
            return;
        }
        let Err(Error::Compile { log, source_code }) = compile("\nint f() { return x; }", 90, &[]) else { panic!() };
        assert!(log.contains("(2)") && log.contains("\"x\" is undefined"), "{log}");
        assert!(source_code.contains("return x"));
        assert!(matches!(compile("", 90, &["--no-such-option"]), Err(Error::Compile { .. })));
        assert!(matches!(compile("\0", 90, &[]), Err(Error::Value { .. })));
    }
}
