//! Memory for machine code: written first, executed then, never both at a time.

use std::ptr::{self, NonNull};

/// Machine code that can be called. Nothing changes it any more.
pub struct Executable {
    start: NonNull<u8>,
    bytes: usize,
}

// SAFETY: the memory is only read and executed until it is given back.
unsafe impl Send for Executable {}
// SAFETY: as above.
unsafe impl Sync for Executable {}

impl Executable {
    /// A copy of `code`. `None` if the system has no memory for it, or does not allow code that is made at run time.
    pub fn new(code: &[u8]) -> Option<Self> {
        let bytes = code.len();
        let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANON);
        // SAFETY: a new mapping, where the system likes; nothing else is there.
        let start = unsafe { libc::mmap(ptr::null_mut(), bytes, access, kind, -1, 0) };
        if start == libc::MAP_FAILED {
            return None;
        }
        let executable = Self { start: NonNull::new(start.cast())?, bytes };
        // SAFETY: the mapping has room for the code and is ours; then nobody writes to it any more.
        let refused = unsafe {
            ptr::copy_nonoverlapping(code.as_ptr(), executable.start.as_ptr(), bytes);
            libc::mprotect(start, bytes, libc::PROT_READ | libc::PROT_EXEC)
        };
        (refused == 0).then_some(executable)
    }

    /// Where the code begins.
    pub fn start(&self) -> *const u8 {
        self.start.as_ptr()
    }
}

impl Drop for Executable {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and whoever calls its code borrows it.
        unsafe {
            libc::munmap(self.start.as_ptr().cast(), self.bytes);
        }
    }
}
