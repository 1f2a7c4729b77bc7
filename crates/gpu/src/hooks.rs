//! Callbacks of allocations: who allocated what.

use crate::device::Gpu;
use crate::driver::Driver;
use std::backtrace::Backtrace;
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// A buffer that is made, or goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Allocation {
    /// The device's number.
    pub device: u64,
    /// The number of its stream.
    pub stream: u64,
    /// Its address.
    pub address: u64,
    /// The bytes that were asked for.
    pub bytes: usize,
    /// The bytes of the pool's block.
    pub block_bytes: usize,
}

/// What is called for each buffer of a device's handles, on the thread that makes or drops it. It must allocate nothing
/// on the device itself.
pub trait MemoryHook: Send + Sync + 'static {
    /// A buffer was made.
    fn allocated(&self, allocation: &Allocation);

    /// A buffer goes: its block is back in the pool.
    fn freed(&self, allocation: &Allocation);
}

/// The hook of a device.
#[derive(Default)]
pub(crate) struct Hook {
    /// Whether there is one, to be asked at no cost.
    set: AtomicBool,
    hook: RwLock<Option<Arc<dyn MemoryHook>>>,
}

impl Hook {
    pub fn call(&self, f: impl FnOnce(&dyn MemoryHook)) {
        if self.set.load(Relaxed) {
            // Not called under the lock, so that it may ask for itself.
            let hook = self.hook.read().unwrap_or_else(PoisonError::into_inner).clone();
            if let Some(hook) = hook {
                f(&*hook);
            }
        }
    }

    fn exchange(&self, new: Option<Arc<dyn MemoryHook>>) -> Option<Arc<dyn MemoryHook>> {
        let mut hook = self.hook.write().unwrap_or_else(PoisonError::into_inner);
        self.set.store(new.is_some(), Relaxed);
        std::mem::replace(&mut *hook, new)
    }
}

impl<D: Driver> Gpu<D> {
    /// Lets a hook be called for every buffer of the device from now on, and returns the one that was; `None` ends it.
    ///
    /// ```no_run
    /// # fn f<D: xparray_gpu::Driver>(xp: xparray_gpu::Gpu<D>) {
    /// use std::sync::Arc;
    /// use xparray_gpu::LineProfile;
    /// let profile = Arc::new(LineProfile::default());
    /// xp.set_memory_hook(Some(profile.clone()));
    /// // ...
    /// xp.set_memory_hook(None);
    /// println!("{profile}");
    /// # }
    /// ```
    #[doc(alias = "MemoryHook")]
    pub fn set_memory_hook(&self, hook: Option<Arc<dyn MemoryHook>>) -> Option<Arc<dyn MemoryHook>> {
        self.device().hook.exchange(hook)
    }
}

/// A hook that prints each allocation to the standard error.
#[derive(Clone, Copy, Debug, Default)]
#[doc(alias = "DebugPrintHook")]
pub struct DebugPrint;

impl MemoryHook for DebugPrint {
    fn allocated(&self, allocation: &Allocation) {
        eprintln!("allocated: {allocation:?}");
    }

    fn freed(&self, allocation: &Allocation) {
        eprintln!("freed: {allocation:?}");
    }
}

/// Allocations of one place of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sum {
    count: usize,
    bytes: usize,
}

/// A hook that adds up what each line of the program allocates; it displays as a table, the most bytes first. Lines are
/// known where there is debug information, functions otherwise. It takes a backtrace for each allocation, which is slow.
///
/// What is deferred is allocated where it is computed, so that is the line that counts.
#[derive(Debug, Default)]
#[doc(alias = "LineProfileHook")]
pub struct LineProfile(Mutex<HashMap<String, Sum>>);

impl LineProfile {
    /// Lines with the number of their allocations and bytes, the most bytes first.
    pub fn lines(&self) -> Vec<(String, usize, usize)> {
        let sums = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut lines: Vec<_> = sums.iter().map(|(line, sum)| (line.clone(), sum.count, sum.bytes)).collect();
        lines.sort_by(|a, b| b.2.cmp(&a.2).then_with(|| a.0.cmp(&b.0)));
        lines
    }
}

impl fmt::Display for LineProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines()
            .iter()
            .try_for_each(|(line, count, bytes)| writeln!(f, "{bytes:>15} bytes {count:>9} times  {line}"))
    }
}

impl MemoryHook for LineProfile {
    fn allocated(&self, allocation: &Allocation) {
        let line = caller(&Backtrace::force_capture().to_string());
        let mut sums = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let sum = sums.entry(line).or_default();
        sum.count += 1;
        sum.bytes += allocation.bytes;
    }

    fn freed(&self, _: &Allocation) {}
}

/// The first frame of a backtrace that is neither of this library nor of the language.
fn caller(backtrace: &str) -> String {
    let mut frames = backtrace.lines().map(str::trim).peekable();
    while let Some(line) = frames.next() {
        let Some((number, name)) = line.split_once(": ") else { continue };
        if !number.bytes().all(|b| b.is_ascii_digit()) || is_inside(name) {
            continue;
        }
        let place = frames.peek().and_then(|next| next.strip_prefix("at "));
        return place.map_or_else(|| name.to_owned(), |place| format!("{place} ({name})"));
    }
    "unknown".into()
}

/// Whether a function is of this library or of the language.
fn is_inside(name: &str) -> bool {
    let name = name.trim_start_matches(['<', '&', '[']).trim_start_matches("mut ").trim_start_matches("dyn ");
    [
        "std::",
        "core::",
        "alloc::",
        "xparray::",
        "xparray_core",
        "xparray_ir",
        "xparray_gpu",
        "xparray_cuda",
        "xparray_rocm",
    ]
    .iter()
    .any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::caller;

    #[test]
    fn the_caller_is_the_first_frame_outside() {
        let trace = "\
   0: std::backtrace::Backtrace::create
             at /rustc/x/library/std/src/backtrace.rs:331:13
   1: <xparray_gpu::hooks::LineProfile as xparray_gpu::hooks::MemoryHook>::allocated
   2: <xparray_core::array::Array<f32> as core::ops::Add>::add
             at ./crates/core/src/array.rs:3:1
   3: program::main
             at ./src/main.rs:7:13
   4: core::ops::function::FnOnce::call_once";
        assert_eq!(caller(trace), "./src/main.rs:7:13 (program::main)");
        let stripped = "   0: std::thread::start\n   1: program::work\n   2: main";
        assert_eq!(caller(stripped), "program::work");
        assert_eq!(caller("disabled backtrace"), "unknown");
    }
}
