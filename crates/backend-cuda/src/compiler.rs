//! NVRTC.

use crate::check::{check, nvrtc, unavailable};
use crate::libraries;
use cudarc::nvrtc::sys::{self, nvrtcResult};
use std::ffi::{c_char, c_int};
use std::ptr::null;
use std::sync::OnceLock;
use xparray_gpu::Compiled;
use xparray_gpu::vendor::{Program, RawProgram, RuntimeCompiler};
use xparray_ir::Result;
use xparray_kernels::NVRTC_MINIMAL;

/// The compute capability of Hopper GPUs, 9.0.
pub const HOPPER: i32 = 90;
/// The first version that knows [`NVRTC_MINIMAL`].
const MINIMAL: (c_int, c_int) = (12, 4);

/// Looks for the library, once.
pub fn require() -> Result<()> {
    static FOUND: OnceLock<Result<(), String>> = OnceLock::new();
    // SAFETY: the library may be loaded at any time.
    let found = FOUND.get_or_init(|| libraries::require("nvrtc", [13, 12], || unsafe { sys::is_culib_present() }));
    found.clone().map_err(unavailable)
}

/// The compiler's name and version.
pub fn version() -> Result<String> {
    let (major, minor) = numbers()?;
    Ok(format!("nvrtc {major}.{minor}"))
}

fn numbers() -> Result<(c_int, c_int)> {
    require()?;
    let (mut major, mut minor) = (0, 0);
    // SAFETY: the pointers are to live integers.
    unsafe { nvrtc!(nvrtcVersion(&mut major, &mut minor))? };
    Ok((major, minor))
}

/// Compiles for a compute capability (90 is 9.0), to a binary if the compiler knows it, or else to PTX for the newest
/// that it knows, which the driver compiles on.
pub fn compile(source: &str, capability: i32, options: &[&str], names: &[&str]) -> Result<Compiled> {
    require()?;
    let known = capabilities()?;
    let binary = known.contains(&capability);
    let architecture = if binary {
        // What only devices of this capability have, such as its matrix instructions.
        let own = if capability == HOPPER { "a" } else { "" };
        format!("--gpu-architecture=sm_{capability}{own}")
    } else {
        let newest = known.iter().filter(|&&known| known < capability).max();
        let newest =
            newest.ok_or_else(|| unavailable(format!("{} is for newer devices", version().unwrap_or_default())))?;
        format!("--gpu-architecture=compute_{newest}")
    };
    let mut options = [&[architecture.as_str()], options].concat();
    if numbers()? < MINIMAL {
        options.retain(|&option| option != NVRTC_MINIMAL);
    }
    let program = Program::compile(&Nvrtc, source, &options, names)?;
    // SAFETY: the functions belong together.
    let image = unsafe {
        match binary {
            true => {
                program.read(|p, n| nvrtc!(nvrtcGetCUBINSize(p.cast(), n)), |p, x| nvrtc!(nvrtcGetCUBIN(p.cast(), x)))
            }
            false => program.read(|p, n| nvrtc!(nvrtcGetPTXSize(p.cast(), n)), |p, x| nvrtc!(nvrtcGetPTX(p.cast(), x))),
        }
    }?;
    Ok(Compiled { image, lowered: program.lowered(names)? })
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

/// The compiler, which [`require`] has found.
struct Nvrtc;

impl RuntimeCompiler for Nvrtc {
    unsafe fn create_program(&self, program: *mut RawProgram, source: *const c_char) -> Result<()> {
        // SAFETY: the caller's promise; there are no headers.
        unsafe { nvrtc!(nvrtcCreateProgram(program.cast(), source, null(), 0, null(), null())) }
    }

    unsafe fn destroy_program(&self, program: *mut RawProgram) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { nvrtc!(nvrtcDestroyProgram(program.cast())) }
    }

    unsafe fn compile_program(&self, program: RawProgram, n: c_int, options: *const *const c_char) -> Result<bool> {
        // SAFETY: the caller's promise.
        match unsafe { sys::nvrtcCompileProgram(program.cast(), n, options) } {
            nvrtcResult::NVRTC_ERROR_COMPILATION | nvrtcResult::NVRTC_ERROR_INVALID_OPTION => Ok(false),
            code => check!("nvrtcCompileProgram", code).map(|()| true),
        }
    }

    unsafe fn add_name(&self, program: RawProgram, name: *const c_char) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { nvrtc!(nvrtcAddNameExpression(program.cast(), name)) }
    }

    unsafe fn lowered_name(&self, program: RawProgram, name: *const c_char, lowered: *mut *const c_char) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { nvrtc!(nvrtcGetLoweredName(program.cast(), name, lowered)) }
    }

    unsafe fn log_size(&self, program: RawProgram, size: *mut usize) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { nvrtc!(nvrtcGetProgramLogSize(program.cast(), size)) }
    }

    unsafe fn log(&self, program: RawProgram, log: *mut c_char) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { nvrtc!(nvrtcGetProgramLog(program.cast(), log)) }
    }
}

#[cfg(test)]
mod tests {
    use super::{capabilities, compile, version};
    use xparray_ir::Error;

    #[test]
    #[ignore = "needs NVRTC: cargo xtask ci nvrtc"]
    fn nvrtc_compiles_for_known_devices_and_to_ptx_for_newer_ones() {
        println!("{}", version().unwrap());
        let source = "extern \"C\" __global__ void f(float *x) { x[threadIdx.x] *= 2; }";
        for capability in capabilities().unwrap() {
            assert_eq!(compile(source, capability, &[], &[]).unwrap().image[..4], *b"\x7fELF");
        }
        let ptx = String::from_utf8(compile(source, 999, &["--std=c++17"], &[]).unwrap().image).unwrap();
        assert!(ptx.contains(".entry f(") && ptx.ends_with('\0'), "{ptx}");
        assert!(matches!(compile(source, 1, &[], &[]), Err(Error::Unavailable { .. })));
    }

    #[test]
    #[ignore = "needs NVRTC: cargo xtask ci nvrtc"]
    fn errors_of_nvrtc_have_the_log() {
        let Err(Error::Compile { log, source_code }) = compile("\nint f() { return x; }", 90, &[], &[]) else {
            panic!()
        };
        assert!(log.contains("(2)") && log.contains("\"x\" is undefined"), "{log}");
        assert!(source_code.contains("return x"));
        assert!(matches!(compile("", 90, &["--no-such-option"], &[]), Err(Error::Compile { .. })));
        assert!(matches!(compile("\0", 90, &[], &[]), Err(Error::Value { .. })));
    }
    #[test]
    #[ignore = "needs NVRTC: cargo xtask ci nvrtc"]
    fn templates_have_their_names() {
        let source = "template <typename T> __global__ void scale(T *x) { *x *= 2; }\n__constant__ int limits[2];";
        let compiled = compile(source, 90, &[], &["scale<float>", "&limits"]).unwrap();
        assert!(compiled.lowered[0].contains("scale") && compiled.lowered[0] != "scale<float>", "{compiled:?}");
        assert_eq!(compiled.lowered.len(), 2);
        assert!(matches!(compile(source, 90, &[], &["absent<float>"]), Err(Error::Compile { .. })));
    }
}
