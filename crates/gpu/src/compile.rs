//! Compiling the user's own source, with options and instances of templates.

use crate::device::{Device, Gpu};
use crate::driver::{Compiled, Driver};
use crate::module::Module;
use xparray_ir::{Error, Result};

/// How [`Gpu::module_with`] compiles.
#[derive(Clone, Debug, Default)]
pub struct ModuleOptions {
    options: Vec<String>,
    names: Vec<String>,
}

impl ModuleOptions {
    /// Without options, and with the functions that are `extern "C"`.
    pub fn new() -> Self {
        Self::default()
    }

    /// An option of the compiler (NVRTC, hipRTC): `-DN=4`, `--use_fast_math`, `-I/some/folder`. What was compiled with
    /// options that name files is not kept on disk, as files change.
    pub fn option(mut self, option: impl Into<String>) -> Self {
        self.options.push(option.into());
        self
    }

    /// A name expression, as C++ has it: `scale<float>`, `&limits`. [`Module::function`] and [`Module::global`] find the
    /// instance of the template, or what is not `extern "C"`, by it.
    #[doc(alias("name_expressions", "AddNameExpression", "GetLoweredName"))]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.names.push(name.into());
        self
    }
}

/// Whether an option of a compiler may name files.
fn names_files(option: &str) -> bool {
    ["-I", "-i", "--i", "--pre-include", "-optf", "--options-file", "@", "-L", "-l", "--use-pch", "-pch", "--pch"]
        .iter()
        .any(|start| option.starts_with(start))
}

/// Compiled code as the cache on disk has it: each name with its length, and their number, before the image.
fn pack(compiled: &Compiled) -> Vec<u8> {
    let word = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes();
    let mut bytes = word(compiled.lowered.len()).to_vec();
    for name in &compiled.lowered {
        bytes.extend(word(name.len()));
        bytes.extend(name.as_bytes());
    }
    bytes.extend(&compiled.image);
    bytes
}

/// What [`pack`] made; nothing if it is damaged.
fn unpack(bytes: &[u8], names: usize) -> Option<Compiled> {
    fn word(bytes: &[u8]) -> Option<(usize, &[u8])> {
        let (word, rest) = bytes.split_first_chunk::<4>()?;
        Some((u32::from_le_bytes(*word) as usize, rest))
    }
    let (count, mut rest) = word(bytes)?;
    let mut lowered = Vec::new();
    for _ in 0..count.min(names) {
        let (len, after) = word(rest)?;
        let (name, after) = after.split_at_checked(len)?;
        lowered.push(String::from_utf8(name.to_vec()).ok()?);
        rest = after;
    }
    (count == names).then(|| Compiled { image: rest.to_vec(), lowered })
}

impl<D: Driver> Device<D> {
    /// Compiles source, or finds what it was compiled to.
    pub fn compile(&self, source: &str, options: &[&str]) -> Result<Vec<u8>> {
        self.cached(source, options, &[], || self.driver()?.compile(source, options))
    }

    fn compile_names(&self, source: &str, options: &[&str], names: &[&str]) -> Result<Compiled> {
        let compile = || self.driver()?.compile_names(source, options, names);
        let bytes = self.cached(source, options, names, || Ok(pack(&compile()?)))?;
        unpack(&bytes, names.len()).map_or_else(compile, Ok)
    }

    fn cached(
        &self,
        source: &str,
        options: &[&str],
        names: &[&str],
        compile: impl FnOnce() -> Result<Vec<u8>>,
    ) -> Result<Vec<u8>> {
        if options.iter().any(|option| names_files(option)) {
            return compile();
        }
        let driver = self.driver()?;
        let (compiler, options, names) = (driver.compiler()?, options.join("\0"), names.join("\0"));
        let mut key = vec![D::NAME, &compiler, driver.architecture(), &options, source];
        if !names.is_empty() {
            key.push(&names);
        }
        self.disk.get_or(&key, compile)
    }
}

impl<D: Driver> Gpu<D> {
    /// Compiles source for the device, or finds what it was compiled to before in the cache on disk.
    ///
    /// # Errors
    /// `Error::Compile` with the compiler's log; `Error::Unavailable` without a compiler.
    pub fn compile(&self, source: &str, options: &[&str]) -> Result<Vec<u8>> {
        self.device().compile(source, options)
    }

    /// Compiles and loads source with options of the compiler and instances of templates.
    ///
    /// ```no_run
    /// # fn f<D: xparray_gpu::Driver>(xp: xparray_gpu::Gpu<D>) -> xparray_ir::Result<()> {
    /// use xparray_gpu::ModuleOptions;
    /// let source = "template <typename T> __global__ void scale(T *x) { x[threadIdx.x] *= FACTOR; }";
    /// let module = xp.module_with(source, &ModuleOptions::new().option("-DFACTOR=3").name("scale<float>"))?;
    /// let scale = module.function("scale<float>")?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// `Error::Compile` with the compiler's log, also for options and names that it does not take; `Error::Unavailable`
    /// without a compiler; `Error::Value` for zero bytes.
    #[doc(alias("RawKernel", "RawModule"))]
    pub fn module_with(&self, source: &str, options: &ModuleOptions) -> Result<Module<D>> {
        let arguments: Vec<&str> = options.options.iter().map(String::as_str).collect();
        let names: Vec<&str> = options.names.iter().map(String::as_str).collect();
        if let Some(text) = arguments.iter().chain(&names).find(|text| text.contains('\0')) {
            return Err(Error::value("module_with", format!("{text:?} has a zero byte")));
        }
        if names.is_empty() {
            return self.module_from_image(&self.compile(source, &arguments)?);
        }
        let Compiled { image, lowered } = self.device().compile_names(source, &arguments, &names)?;
        let lowered = options.names.iter().cloned().zip(lowered).collect();
        self.module_of(&image, lowered)
    }
}

#[cfg(test)]
mod tests {
    use super::{Compiled, names_files, pack, unpack};

    #[test]
    fn compiled_names_survive_the_disk() {
        let compiled = Compiled { image: vec![1, 2, 3], lowered: vec!["_Z1f".into(), String::new()] };
        let bytes = pack(&compiled);
        assert_eq!(unpack(&bytes, 2), Some(compiled));
        assert_eq!(unpack(&bytes, 1), None);
        assert_eq!(unpack(&bytes, 3), None);
        for end in 0..12 {
            assert_eq!(unpack(&bytes[..end], 2), None);
        }
    }

    #[test]
    fn options_that_name_files() {
        assert!(names_files("-I/usr/include") && names_files("--include-path=x") && names_files("-include=a.h"));
        assert!(!names_files("-DI=1") && !names_files("--use_fast_math"));
    }
}
