//! Code of a module, which may be compiled still.

use crate::device::Device;
use crate::driver::{Driver, RawFunction, RawModule};
use smallvec::SmallVec;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use xparray_ir::{Error, Result};

/// Code that is loaded, or will be, or failed to compile.
#[derive(Default)]
pub(crate) struct Code(OnceLock<Result<Loaded>>);

struct Loaded {
    raw: RawModule,
    /// Modules have few entries: a list is the fastest map.
    functions: Mutex<SmallVec<[(&'static str, RawFunction); 3]>>,
}

/// An entry of code.
pub(crate) struct Entry {
    pub code: Arc<Code>,
    name: &'static str,
    found: OnceLock<RawFunction>,
}

/// Who waits for code is not left waiting, whatever becomes of its making.
struct Promise(Arc<Code>);

impl Drop for Promise {
    fn drop(&mut self) {
        let _ = self.0.0.set(Err(Error::value("compile", "the process ended, or a panic ended the compilation")));
    }
}

impl Code {
    /// Whether nobody would wait for it.
    pub fn is_there(&self) -> bool {
        self.0.get().is_some()
    }

    pub fn has_failed(&self) -> bool {
        matches!(self.0.get(), Some(Err(_)))
    }

    /// Compiles source, or finds what it was compiled to, and loads it: beside the calling thread if the device has
    /// threads for that and `aside` allows it.
    pub fn make<D: Driver>(self: &Arc<Self>, device: &Arc<Device<D>>, source: String, aside: bool) {
        let promise = Promise(self.clone());
        if !(aside && device.workers.are_there()) {
            return promise.keep(|| Loaded::new(device.driver()?, &device.compile(&source, D::KERNEL_OPTIONS)?));
        }
        match device.compiled_before(&source, D::KERNEL_OPTIONS) {
            Ok(Some(image)) => promise.keep(|| Loaded::new(device.driver()?, &image)),
            Err(error) => promise.keep(|| Err(error)),
            Ok(None) => {
                let device = device.clone();
                device.clone().workers.spawn(move || {
                    promise.keep(|| Loaded::new(device.driver()?, &device.compile(&source, D::KERNEL_OPTIONS)?));
                });
            }
        }
    }

    /// A function of the module, when it is there.
    fn function<D: Driver>(&self, driver: &D, name: &'static str) -> Result<RawFunction> {
        let loaded = self.0.wait().as_ref().map_err(Error::clone)?;
        let mut functions = loaded.functions.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, function)) = functions.iter().find(|(entry, _)| *entry == name) {
            return Ok(*function);
        }
        // SAFETY: the module is loaded as long as its device is there.
        let function = unsafe { driver.function(loaded.raw, name)? }.ok_or_else(|| no_function(name))?;
        functions.push((name, function));
        Ok(function)
    }

    /// Unloads it.
    ///
    /// # Safety
    /// Nothing of it runs, and nobody uses it again.
    pub unsafe fn unload<D: Driver>(&self, driver: &D) {
        if let Some(Ok(loaded)) = self.0.get() {
            // SAFETY: the caller's promise; errors have nobody to go to.
            let _ = unsafe { driver.unload(loaded.raw) };
        }
    }
}

impl Entry {
    pub fn new(code: Arc<Code>, name: &'static str) -> Self {
        Self { code, name, found: OnceLock::new() }
    }

    /// The function, when its code is there.
    pub fn function<D: Driver>(&self, driver: &D) -> Result<RawFunction> {
        if let Some(found) = self.found.get() {
            return Ok(*found);
        }
        let function = self.code.function(driver, self.name)?;
        Ok(*self.found.get_or_init(|| function))
    }
}

impl Clone for Entry {
    fn clone(&self) -> Self {
        Self::new(self.code.clone(), self.name)
    }
}

impl Promise {
    fn keep(self, make: impl FnOnce() -> Result<Loaded>) {
        if let Ok(made) = catch_unwind(AssertUnwindSafe(make)) {
            let _ = self.0.0.set(made);
        }
    }
}

impl Loaded {
    fn new<D: Driver>(driver: &D, image: &[u8]) -> Result<Self> {
        // SAFETY: the device is bound, and the image comes from its compiler.
        let raw = unsafe { driver.load(image)? };
        Ok(Self { raw, functions: Mutex::default() })
    }
}

pub(crate) fn no_function(name: &str) -> Error {
    Error::value("function", format!("the module has no function {name}"))
}
