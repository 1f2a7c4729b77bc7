//! hipRTC.

use crate::check::call;
use crate::sys::hiprtc::{Hiprtc, hiprtcResult};
use std::ffi::{c_char, c_int};
use std::ptr::null;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use xparray_gpu::Compiled;
use xparray_gpu::vendor::{Program, RawProgram, RuntimeCompiler};
use xparray_ir::{Error, Result};
use xparray_kernels::HIPRTC_BARE;

/// The compiler's name and version.
pub fn version() -> Result<String> {
    let (mut major, mut minor) = (0, 0);
    // SAFETY: the pointers are to live integers.
    unsafe { call!(Hiprtc::get()?, hiprtcVersion(&mut major, &mut minor))? };
    Ok(format!("hiprtc {major}.{minor}"))
}

/// Compiles for an architecture (`gfx90a:sramecc+:xnack-`).
pub fn compile(source: &str, architecture: &str, options: &[&str], names: &[&str]) -> Result<Compiled> {
    let compiler = Hiprtc::get()?;
    let architecture = format!("--offload-arch={architecture}");
    let attempt =
        |options: &[&str]| Program::compile(compiler, source, &[&[architecture.as_str()], options].concat(), names);
    let program = if options.contains(&HIPRTC_BARE[0]) { bare_or_not(options, attempt)? } else { attempt(options)? };
    // SAFETY: the functions belong together.
    let image = unsafe {
        program.read(|p, n| call!(compiler, hiprtcGetCodeSize(p, n)), |p, x| call!(compiler, hiprtcGetCode(p, x)))?
    };
    Ok(Compiled { image, lowered: program.lowered(names)? })
}

/// Compiles without HIP's header where the compiler can, which not every version does.
fn bare_or_not<T>(options: &[&str], attempt: impl Fn(&[&str]) -> Result<T>) -> Result<T> {
    static HEADER: AtomicBool = AtomicBool::new(false);
    if !HEADER.load(Relaxed) {
        match attempt(options) {
            Err(Error::Compile { log, .. }) if log.contains(HIPRTC_BARE[0]) => HEADER.store(true, Relaxed),
            done => return done,
        }
    }
    let others: Vec<&str> = options.iter().copied().filter(|option| !HIPRTC_BARE.contains(option)).collect();
    attempt(&others)
}

impl RuntimeCompiler for Hiprtc {
    unsafe fn create_program(&self, program: *mut RawProgram, source: *const c_char) -> Result<()> {
        // SAFETY: the caller's promise; there are no headers.
        unsafe { call!(self, hiprtcCreateProgram(program, source, null(), 0, null(), null())) }
    }

    unsafe fn destroy_program(&self, program: *mut RawProgram) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { call!(self, hiprtcDestroyProgram(program)) }
    }

    unsafe fn compile_program(&self, program: RawProgram, n: c_int, options: *const *const c_char) -> Result<bool> {
        // SAFETY: the caller's promise.
        match unsafe { (self.hiprtcCompileProgram)(program, n, options) } {
            hiprtcResult::HIPRTC_ERROR_COMPILATION | hiprtcResult::HIPRTC_ERROR_INVALID_OPTION => Ok(false),
            code => code.check("hiprtcCompileProgram").map(|()| true),
        }
    }

    unsafe fn add_name(&self, program: RawProgram, name: *const c_char) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { call!(self, hiprtcAddNameExpression(program, name)) }
    }

    unsafe fn lowered_name(&self, program: RawProgram, name: *const c_char, lowered: *mut *const c_char) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { call!(self, hiprtcGetLoweredName(program, name, lowered)) }
    }

    unsafe fn log_size(&self, program: RawProgram, size: *mut usize) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { call!(self, hiprtcGetProgramLogSize(program, size)) }
    }

    unsafe fn log(&self, program: RawProgram, log: *mut c_char) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { call!(self, hiprtcGetProgramLog(program, log)) }
    }
}

#[cfg(test)]
mod tests {
    use super::{bare_or_not, compile, version};
    use xparray_ir::Error;
    use xparray_kernels::HIPRTC_BARE;

    /// The architectures that the backend is for: waves of 64 lanes, and of 32.
    const ARCHITECTURES: [&str; 5] = ["gfx90a:sramecc+:xnack-", "gfx942", "gfx950", "gfx1100", "gfx1201"];

    #[test]
    #[ignore = "needs hipRTC: cargo xtask ci hiprtc"]
    fn hiprtc_compiles_for_all_architectures() {
        println!("{}", version().unwrap());
        let source = "extern \"C\" __global__ void f(float *x) { x[threadIdx.x] *= 2; }";
        for architecture in ARCHITECTURES {
            let code = compile(source, architecture, &["-std=c++17"], &[]).unwrap().image;
            assert_eq!(code[..4], *b"\x7fELF", "{architecture}");
        }
    }

    /// What a compiler that does not know the option says of it, and then is asked without it.
    #[test]
    fn compilers_that_need_the_header_have_it() {
        let attempt = |options: &[&str]| match options.iter().find(|option| HIPRTC_BARE.contains(option)) {
            Some(option) => {
                Err(Error::Compile { source_code: String::new(), log: format!("error: unknown argument: '{option}'") })
            }
            None => Ok(options.join(" ")),
        };
        let options = ["-O3"].iter().chain(&HIPRTC_BARE).copied().collect::<Vec<_>>();
        for _ in 0..2 {
            assert_eq!(bare_or_not(&options, attempt).unwrap(), "-O3");
        }
    }

    #[test]
    #[ignore = "needs hipRTC: cargo xtask ci hiprtc"]
    fn errors_of_hiprtc_have_the_log() {
        let Err(Error::Compile { log, source_code }) = compile("\nint f() { return x; }", "gfx942", &[], &[]) else {
            panic!()
        };
        assert!(log.contains(":2:") && log.contains("undeclared identifier 'x'"), "{log}");
        assert!(source_code.contains("return x"));
        let Err(Error::Compile { log, .. }) = compile("int x;", "gfx942", &["--no-such-option"], &[]) else { panic!() };
        assert!(log.contains("--no-such-option"), "{log}");
        assert!(matches!(compile("\0", "gfx942", &[], &[]), Err(Error::Value { .. })));
    }
}
