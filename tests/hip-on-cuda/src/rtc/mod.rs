//! hipRTC, by NVRTC.

pub mod image;
mod options;

use crate::cuda::devices;
use crate::entry::Table;
use crate::handles::{Exclusive, Handles, out};
use crate::types::*;
use cudarc::driver::sys::{CUdevice_attribute as Attribute, cuDeviceGetAttribute};
use cudarc::nvrtc::sys::{self, nvrtcResult};
use image::Image;
use std::ffi::{CStr, CString, c_char, c_int};
use std::ptr::{copy_nonoverlapping, null, null_mut};
use std::slice;
use std::sync::Arc;

codes! { hiprtcResult {
    HIPRTC_ERROR_COMPILATION = 6;
    HIPRTC_ERROR_INTERNAL_ERROR = 11;
}}

/// What the source may use as if it were HIP.
const DIALECT: &str = include_str!("dialect.h");
/// Where there is no device, code is for this one: nothing can load it.
const DEFAULT: c_int = 90;

struct Program {
    source: String,
    name: String,
    /// When it is compiled, whether or not that succeeded.
    log: Option<CString>,
    /// When it is compiled.
    image: Option<Vec<u8>>,
    /// Name expressions, and what they are called in the image.
    names: Vec<(CString, CString)>,
}

static PROGRAMS: Handles<Exclusive<Program>> = Handles::new("program", 8);

/// The log of an attempt, and its code if it succeeded, with what its name expressions are called there.
type Attempt = (String, Option<Vec<u8>>, Vec<CString>);

fn nvrtc(result: nvrtcResult) -> Result<(), hiprtcResult> {
    if result == nvrtcResult::NVRTC_SUCCESS {
        return Ok(());
    }
    eprintln!("hip-on-cuda: {result:?}");
    Err(HIPRTC_ERROR_INTERNAL_ERROR)
}

/// The compute capability of the first device.
fn capability() -> c_int {
    let Some(device) = devices().ok().and_then(|devices| devices.first()) else { return DEFAULT };
    let attribute = |attribute| {
        let mut value = 0;
        // SAFETY: the driver has started, and the pointer is to a live integer.
        unsafe { cuDeviceGetAttribute(&mut value, attribute, device.raw) };
        value
    };
    10 * attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)
        + attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)
}

/// Whatever a program of NVRTC gives by two functions, for its size and its bytes.
fn read(
    size: impl Fn(*mut usize) -> nvrtcResult,
    bytes: impl Fn(*mut c_char) -> nvrtcResult,
) -> Result<Vec<u8>, hiprtcResult> {
    let mut len = 0;
    nvrtc(size(&mut len))?;
    let mut contents = vec![0u8; len];
    nvrtc(bytes(contents.as_mut_ptr().cast()))?;
    Ok(contents)
}

fn compile(program: &Program, options: &[&str]) -> Result<Attempt, hiprtcResult> {
    let options = match options::translate(options) {
        Ok(options) => options,
        Err(complaint) => return Ok((complaint, None, Vec::new())),
    };
    let Some(architecture) = options.architecture else { misuse!("no architecture") };
    // SAFETY: the library may be loaded at any time.
    if !unsafe { sys::is_culib_present() } {
        eprintln!("hip-on-cuda: no NVRTC");
        return Err(HIPRTC_ERROR_INTERNAL_ERROR);
    }
    let text = |text: String| CString::new(text).unwrap_or_default();
    let source = text(format!("{DIALECT}#line 1 \"{}\"\n{}", program.name, program.source));
    let named = text(program.name.clone());
    let options: Vec<CString> =
        [format!("--gpu-architecture=sm_{}", capability())].into_iter().chain(options.nvrtc).map(text).collect();
    let options: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
    // SAFETY: all that is pointed to lives until the calls end, and there is room for what is written.
    unsafe {
        let mut raw = null_mut();
        nvrtc(sys::nvrtcCreateProgram(&mut raw, source.as_ptr(), named.as_ptr(), 0, null(), null()))?;
        for (name, _) in &program.names {
            nvrtc(sys::nvrtcAddNameExpression(raw, name.as_ptr()))?;
        }
        let result = sys::nvrtcCompileProgram(raw, options.len() as c_int, options.as_ptr());
        let log = read(|n| sys::nvrtcGetProgramLogSize(raw, n), |p| sys::nvrtcGetProgramLog(raw, p))?;
        let log = String::from_utf8_lossy(&log).trim_end_matches('\0').to_owned();
        let image = match result {
            nvrtcResult::NVRTC_SUCCESS => {
                let code = read(|n| sys::nvrtcGetCUBINSize(raw, n), |p| sys::nvrtcGetCUBIN(raw, p))?;
                Some(image::make(&Image { architecture: architecture.as_bytes(), code: &code }))
            }
            nvrtcResult::NVRTC_ERROR_COMPILATION => None,
            other => return nvrtc(other).map(|()| (log, None, Vec::new())),
        };
        let mut lowered = Vec::new();
        for (name, _) in program.names.iter().filter(|_| image.is_some()) {
            let mut text = null();
            nvrtc(sys::nvrtcGetLoweredName(raw, name.as_ptr(), &mut text))?;
            lowered.push(CStr::from_ptr(text).to_owned());
        }
        nvrtc(sys::nvrtcDestroyProgram(&mut raw))?;
        Ok((log, image, lowered))
    }
}

/// Text that C gives.
///
/// # Safety
/// It ends with a zero byte, if it is not null.
unsafe fn text(what: &str, text: *const c_char) -> String {
    if text.is_null() {
        misuse!("the {what} is null");
    }
    // SAFETY: the caller's promise.
    match unsafe { CStr::from_ptr(text) }.to_str() {
        Ok(text) => text.to_owned(),
        Err(error) => misuse!("the {what}: {error}"),
    }
}

/// A program, compiled without errors if its code is wanted.
fn compiled(program: hiprtcProgram) -> Arc<Exclusive<Program>> {
    let found = PROGRAMS.get(program);
    if found.lock().log.is_none() {
        misuse!("the program is not compiled");
    }
    found
}

entries! {
    status hiprtcResult;

    fn hiprtcVersion(major: *mut c_int, minor: *mut c_int) {
        out("major version", major);
        out("minor version", minor);
        (*major, *minor) = (9, 0);
        Ok(())
    }

    fn hiprtcCreateProgram(
        program: *mut hiprtcProgram, source: *const c_char, name: *const c_char,
        headers: c_int, contents: *const *const c_char, names: *const *const c_char,
    ) {
        out("program", program);
        if headers != 0 || !contents.is_null() || !names.is_null() {
            misuse!("{headers} headers: none are taken here");
        }
        let name = if name.is_null() { "CompileSource".to_owned() } else { text("name", name) };
        let source = text("source", source);
        *program = PROGRAMS.insert(Exclusive::new(Program { source, name, log: None, image: None, names: Vec::new() }));
        Ok(())
    }

    fn hiprtcDestroyProgram(program: *mut hiprtcProgram) {
        out("program", program);
        PROGRAMS.remove(*program);
        *program = null_mut();
        Ok(())
    }

    fn hiprtcCompileProgram(program: hiprtcProgram, count: c_int, options: *const *const c_char) {
        let program = PROGRAMS.get(program);
        let mut program = program.lock();
        if program.log.is_some() {
            misuse!("the program is compiled already");
        }
        let count = crate::matrix::length("the number of options", count);
        if count > 0 && options.is_null() {
            misuse!("the options are null");
        }
        let pointers = if count == 0 { &[] } else { slice::from_raw_parts(options, count) };
        let options: Vec<String> = pointers.iter().map(|&option| text("option", option)).collect();
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let (log, image, lowered) = compile(&program, &options)?;
        program.names.iter_mut().zip(lowered).for_each(|((_, name), lowered)| *name = lowered);
        program.log = Some(CString::new(log).unwrap_or_default());
        program.image = image;
        if program.image.is_some() { Ok(()) } else { Err(HIPRTC_ERROR_COMPILATION) }
    }

    fn hiprtcAddNameExpression(program: hiprtcProgram, name: *const c_char) {
        let program = PROGRAMS.get(program);
        let mut program = program.lock();
        if program.log.is_some() {
            misuse!("the program is compiled already");
        }
        let name = CString::new(text("name expression", name)).unwrap_or_default();
        program.names.push((name, CString::default()));
        Ok(())
    }

    fn hiprtcGetLoweredName(program: hiprtcProgram, name: *const c_char, lowered: *mut *const c_char) {
        out("lowered name", lowered);
        let program = compiled(program);
        let program = program.lock();
        let name = text("name expression", name);
        match program.names.iter().find(|(known, _)| known.to_bytes() == name.as_bytes()) {
            // The text stays where it is as long as the program is there.
            Some((_, found)) => *lowered = found.as_ptr(),
            None => misuse!("{name} was not added"),
        }
        Ok(())
    }

    fn hiprtcGetProgramLogSize(program: hiprtcProgram, size: *mut usize) {
        out("size", size);
        let program = compiled(program);
        *size = program.lock().log.as_ref().map_or(0, |log| log.as_bytes_with_nul().len());
        Ok(())
    }

    fn hiprtcGetProgramLog(program: hiprtcProgram, log: *mut c_char) {
        out("log", log);
        let program = compiled(program);
        if let Some(text) = &program.lock().log {
            copy_nonoverlapping(text.as_ptr(), log, text.as_bytes_with_nul().len());
        }
        Ok(())
    }

    fn hiprtcGetCodeSize(program: hiprtcProgram, size: *mut usize) {
        out("size", size);
        let program = compiled(program);
        match &program.lock().image {
            Some(image) => *size = image.len(),
            None => misuse!("the program has errors"),
        }
        Ok(())
    }

    fn hiprtcGetCode(program: hiprtcProgram, code: *mut c_char) {
        out("code", code);
        let program = compiled(program);
        match &program.lock().image {
            Some(image) => copy_nonoverlapping(image.as_ptr().cast(), code, image.len()),
            None => misuse!("the program has errors"),
        }
        Ok(())
    }
}

pub const TABLE: Table = Table { functions: FUNCTIONS, constants: &[CODES] };
