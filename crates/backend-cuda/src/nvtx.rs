//! Named ranges and marks in the timelines of NVIDIA's profilers.

use libloading::Library;
use std::ffi::{CString, c_char, c_int};
use std::marker::PhantomData;
use std::sync::OnceLock;

/// Where the functions are: in a library of CUDA 12.9 and later, or an older one.
const LIBRARIES: [&str; 2] = ["libnvtx3interop.so.1", "libnvToolsExt.so.1"];

/// Of [`Attributes`]: its version, colours with a part for transparency, and text of bytes.
const VERSION: u16 = 3;
const ARGB: i32 = 1;
const ASCII: i32 = 1;

/// What NVTX takes of a mark or a range.
#[repr(C)]
struct Attributes {
    version: u16,
    size: u16,
    category: u32,
    color_type: i32,
    color: u32,
    payload_type: i32,
    reserved: i32,
    payload: u64,
    message_type: i32,
    message: *const c_char,
}

/// The colour of a mark or a range, with red, green and blue as in `0x76B900`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub u32);

impl Attributes {
    fn new(name: &CString, color: Option<Color>) -> Self {
        Self {
            version: VERSION,
            size: size_of::<Self>() as u16,
            category: 0,
            color_type: if color.is_some() { ARGB } else { 0 },
            color: color.map_or(0, |Color(rgb)| 0xff00_0000 | rgb),
            payload_type: 0,
            reserved: 0,
            payload: 0,
            message_type: ASCII,
            message: name.as_ptr(),
        }
    }
}

struct Nvtx {
    mark: unsafe extern "C" fn(*const Attributes),
    push: unsafe extern "C" fn(*const Attributes) -> c_int,
    pop: unsafe extern "C" fn() -> c_int,
}

impl Nvtx {
    fn load() -> Option<Self> {
        // SAFETY: NVIDIA's libraries may be loaded at any time.
        let library = LIBRARIES.iter().find_map(|name| unsafe { Library::new(*name) }.ok())?;
        // SAFETY: these are the types of the functions, and the library stays loaded.
        unsafe {
            let functions = Self {
                mark: *library.get(b"nvtxMarkEx\0").ok()?,
                push: *library.get(b"nvtxRangePushEx\0").ok()?,
                pop: *library.get(b"nvtxRangePop\0").ok()?,
            };
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

/// A name as C has it; one with a zero byte inside is cut there.
fn text(name: &str) -> CString {
    CString::new(name.split('\0').next().unwrap_or_default()).unwrap_or_default()
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
///
/// ```
/// let _range = xparray_cuda::range("the part of interest");
/// ```
#[doc(alias("RangePush", "time_range"))]
pub fn range(name: &str) -> Range {
    push(name, None)
}

/// [`range`] in a colour.
///
/// ```
/// use xparray_cuda::{Color, range_with_color};
/// let _range = range_with_color("the part of interest", Color(0x76_b9_00));
/// ```
#[doc(alias = "RangePushC")]
pub fn range_with_color(name: &str, color: Color) -> Range {
    push(name, Some(color))
}

fn push(name: &str, color: Option<Color>) -> Range {
    let open = Nvtx::get().is_some_and(|nvtx| {
        let name = text(name);
        // SAFETY: the struct is NVTX's, and the text ends with a zero byte; both live until the call ends.
        unsafe { (nvtx.push)(&Attributes::new(&name, color)) };
        true
    });
    Range { open, thread: PhantomData }
}

/// Marks this moment with a name. Without NVIDIA's library for this, it does nothing.
///
/// ```
/// xparray_cuda::mark("the data are there");
/// ```
#[doc(alias = "Mark")]
pub fn mark(name: &str) {
    put_mark(name, None);
}

/// [`mark`] in a colour.
///
/// ```
/// xparray_cuda::mark_with_color("the data are there", xparray_cuda::Color(0xff_00_00));
/// ```
#[doc(alias = "MarkC")]
pub fn mark_with_color(name: &str, color: Color) {
    put_mark(name, Some(color));
}

fn put_mark(name: &str, color: Option<Color>) {
    if let Some(nvtx) = Nvtx::get() {
        let name = text(name);
        // SAFETY: as in `push`.
        unsafe { (nvtx.mark)(&Attributes::new(&name, color)) };
    }
}

impl Drop for Range {
    fn drop(&mut self) {
        if let (true, Some(nvtx)) = (self.open, Nvtx::get()) {
            // SAFETY: this thread began the range, and ranges within it have ended.
            unsafe { (nvtx.pop)() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Attributes, Color, text};
    use std::mem::offset_of;

    #[test]
    fn attributes_lie_as_nvtx_has_them() {
        assert_eq!((size_of::<Attributes>(), offset_of!(Attributes, payload)), (48, 24));
        assert_eq!((offset_of!(Attributes, message_type), offset_of!(Attributes, message)), (32, 40));
        let name = text("a\0b");
        assert_eq!(name.as_bytes(), b"a");
        let attributes = Attributes::new(&name, Some(Color(0x76_b9_00)));
        assert_eq!((attributes.size, attributes.color), (48, 0xff76_b900));
    }
}
