//! Named ranges in the timelines of NVIDIA's profilers.

use libloading::Library;
use std::ffi::{CString, c_char, c_int};
use std::marker::PhantomData;
use std::sync::OnceLock;

/// Where the functions are: in a library of CUDA 12.9 and later, or an older one.
const LIBRARIES: [&str; 2] = ["libnvtx3interop.so.1", "libnvToolsExt.so.1"];

struct Nvtx {
    push: unsafe extern "C" fn(*const c_char) -> c_int,
    pop: unsafe extern "C" fn() -> c_int,
}

impl Nvtx {
    fn load() -> Option<Self> {
        // SAFETY: NVIDIA's libraries may be loaded at any time.
        let library = LIBRARIES.iter().find_map(|name| unsafe { Library::new(*name) }.ok())?;
        // SAFETY: these are the types of the functions, and the library stays loaded.
        unsafe {
            let functions =
                Self { push: *library.get(b"nvtxRangePushA\0").ok()?, pop: *library.get(b"nvtxRangePop\0").ok()? };
            std::mem::forget(library);
            Some(functions)
        }
    }

    /// The functions, if there is a library.
    fn get() -> Option<&'static Self> {
        static NVTX: OnceLock<Option<Nvtx>> = OnceLock::new();
        NVTX.get_or_init(Self::load).as_ref()
    }
}

/// A range of the calling thread, which ends when this is dropped.
#[derive(Debug)]
#[must_use = "the range ends when this is dropped"]
pub struct Range {
    open: bool,
    /// Ranges nest within their thread.
    thread: PhantomData<*const ()>,
}

/// Begins a range with a name, which profilers show beside what the thread does. Without NVIDIA's library for this
/// (`libnvtx3interop`, `libnvToolsExt`), it does nothing.
#[doc(alias("RangePush", "time_range"))]
pub fn range(name: &str) -> Range {
    let open = match Nvtx::get() {
        // SAFETY: the text ends with a zero byte; a name with one inside is cut there.
        Some(nvtx) => unsafe {
            let text = name.split('\0').next().unwrap_or_default();
            CString::new(text).is_ok_and(|text| {
                (nvtx.push)(text.as_ptr());
                true
            })
        },
        None => false,
    };
    Range { open, thread: PhantomData }
}

impl Drop for Range {
    fn drop(&mut self) {
        if let (true, Some(nvtx)) = (self.open, Nvtx::get()) {
            // SAFETY: this thread began the range, and ranges within it have ended.
            unsafe { (nvtx.pop)() };
        }
    }
}
