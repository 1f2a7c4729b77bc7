//! NVRTC and hipRTC, which have the same functions.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use xparray_ir::{Error, Result};

/// A native handle to a program.
pub type RawProgram = *mut c_void;

/// A compiler's functions.
///
/// # Safety
/// As of the functions: programs are alive, and there is room for what is written.
#[allow(missing_docs, clippy::missing_safety_doc)] // Named as in the compilers' documentation.
pub trait RuntimeCompiler {
    /// Without headers.
    unsafe fn create_program(&self, program: *mut RawProgram, source: *const c_char) -> Result<()>;
    unsafe fn destroy_program(&self, program: *mut RawProgram) -> Result<()>;
    /// `false` if the source or the options are not right: then there is a log.
    unsafe fn compile_program(&self, program: RawProgram, n: c_int, options: *const *const c_char) -> Result<bool>;
    /// Before it is compiled.
    unsafe fn add_name(&self, program: RawProgram, name: *const c_char) -> Result<()>;
    /// Of a name that was added, after it was compiled; valid as long as the program is.
    unsafe fn lowered_name(&self, program: RawProgram, name: *const c_char, lowered: *mut *const c_char) -> Result<()>;
    unsafe fn log_size(&self, program: RawProgram, size: *mut usize) -> Result<()>;
    unsafe fn log(&self, program: RawProgram, log: *mut c_char) -> Result<()>;
}

/// A text as compilers take it.
fn text(x: &str) -> Result<CString> {
    CString::new(x).map_err(|_| Error::value("compile", "a zero byte in source, options or names"))
}

/// A compiled program.
pub struct Program<'a, C: RuntimeCompiler> {
    compiler: &'a C,
    raw: RawProgram,
}

impl<C: RuntimeCompiler> Drop for Program<'_, C> {
    fn drop(&mut self) {
        // SAFETY: the program is alive. A failure would only leak it.
        let _ = unsafe { self.compiler.destroy_program(&mut self.raw) };
    }
}

impl<'a, C: RuntimeCompiler> Program<'a, C> {
    /// Compiles source, and the instances of templates that name expressions ask for.
    ///
    /// # Errors
    /// `Error::Compile` with the log; `Error::Value` for zero bytes in source or options.
    pub fn compile(compiler: &'a C, source: &str, options: &[&str], names: &[&str]) -> Result<Self> {
        let options: Vec<CString> = options.iter().map(|option| text(option)).collect::<Result<_>>()?;
        let pointers: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
        let mut raw = null_mut();
        // SAFETY: the text ends with a zero byte.
        unsafe { compiler.create_program(&mut raw, text(source)?.as_ptr())? };
        let this = Self { compiler, raw };
        for name in names {
            // SAFETY: the program is alive, and the text ends with a zero byte.
            unsafe { compiler.add_name(raw, text(name)?.as_ptr())? };
        }
        // SAFETY: the program and the options are alive.
        match unsafe { compiler.compile_program(raw, pointers.len() as c_int, pointers.as_ptr())? } {
            true => Ok(this),
            false => Err(Error::Compile { source_code: source.to_owned(), log: this.log()? }),
        }
    }

    /// What name expressions, with which it was compiled, are called in the code.
    ///
    /// # Errors
    /// Those of the compiler.
    pub fn lowered(&self, names: &[&str]) -> Result<Vec<String>> {
        let lowered = |name: &&str| {
            let (name, mut lowered) = (text(name)?, null());
            // SAFETY: the program is alive and compiled, the name ends with a zero byte, and so does what it gets.
            unsafe {
                self.compiler.lowered_name(self.raw, name.as_ptr(), &mut lowered)?;
                Ok(CStr::from_ptr(lowered).to_string_lossy().into_owned())
            }
        };
        names.iter().map(lowered).collect()
    }

    fn log(&self) -> Result<String> {
        // SAFETY: the functions belong together.
        let log =
            unsafe { self.read(|raw, size| self.compiler.log_size(raw, size), |raw, log| self.compiler.log(raw, log)) };
        Ok(String::from_utf8_lossy(&log?).trim_end_matches('\0').to_owned())
    }

    /// What two functions of the compiler give: the size of something in bytes, and the bytes.
    ///
    /// # Errors
    /// Those of the functions.
    ///
    /// # Safety
    /// The second writes as many bytes as the first said.
    pub unsafe fn read(
        &self,
        size: impl FnOnce(RawProgram, *mut usize) -> Result<()>,
        bytes: impl FnOnce(RawProgram, *mut c_char) -> Result<()>,
    ) -> Result<Vec<u8>> {
        let mut len = 0;
        size(self.raw, &mut len)?;
        let mut contents = vec![0u8; len];
        bytes(self.raw, contents.as_mut_ptr().cast())?;
        Ok(contents)
    }
}
