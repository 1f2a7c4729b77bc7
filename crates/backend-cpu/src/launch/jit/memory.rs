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
        let (access, kind) = mapping();
        // SAFETY: a new mapping, where the system likes; nothing else is there.
        let start = unsafe { libc::mmap(ptr::null_mut(), bytes, access, kind, -1, 0) };
        if start == libc::MAP_FAILED {
            return None;
        }
        let executable = Self { start: NonNull::new(start.cast())?, bytes };
        // SAFETY: the mapping has room for the code and is ours; then nobody writes to it any more.
        unsafe { write(code, executable.start.as_ptr()) }.then_some(executable)
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

/// The access that the mapping begins with, and its kind.
fn mapping() -> (i32, i32) {
    let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANON);
    #[cfg(all(target_os = "macos", target_arch = "aarch64"))]
    let (access, kind) = (access | libc::PROT_EXEC, kind | libc::MAP_JIT);
    (access, kind)
}

/// Copies code to where it can be executed from then on, and says whether the system allows that.
///
/// # Safety
/// `to` must be a mapping with that much room, which nothing else uses.
#[cfg(not(all(target_os = "macos", target_arch = "aarch64")))]
unsafe fn write(code: &[u8], to: *mut u8) -> bool {
    // SAFETY: the caller's promise.
    unsafe {
        ptr::copy_nonoverlapping(code.as_ptr(), to, code.len());
        let allowed = libc::mprotect(to.cast(), code.len(), libc::PROT_READ | libc::PROT_EXEC) == 0;
        if allowed {
            synchronise(to, code.len());
        }
        allowed
    }
}

/// On Apple's processors a thread switches such mappings between writing and executing, as Apple's "Porting just-in-time compilers to
/// Apple silicon" describes. Nobody has run this yet.
///
/// # Safety
/// As above.
#[cfg(all(target_os = "macos", target_arch = "aarch64"))]
unsafe fn write(code: &[u8], to: *mut u8) -> bool {
    // SAFETY: the caller's promise; the thread executes nothing of these mappings in between.
    unsafe {
        libc::pthread_jit_write_protect_np(0);
        ptr::copy_nonoverlapping(code.as_ptr(), to, code.len());
        libc::pthread_jit_write_protect_np(1);
        synchronise(to, code.len());
    }
    true
}

/// Instructions are fetched as they were written: x86-64 sees to that itself.
#[cfg(target_arch = "x86_64")]
unsafe fn synchronise(_: *mut u8, _: usize) {}

/// Instructions are fetched as they were written.
///
/// # Safety
/// The bytes must be mapped.
#[cfg(all(target_arch = "aarch64", target_vendor = "apple"))]
unsafe fn synchronise(start: *mut u8, bytes: usize) {
    unsafe extern "C" {
        fn sys_icache_invalidate(start: *mut std::ffi::c_void, bytes: usize);
    }
    // SAFETY: the caller's promise.
    unsafe { sys_icache_invalidate(start.cast(), bytes) };
}

/// Instructions are fetched as they were written: lines of the data cache go to where both caches meet, then those of the instruction
/// cache are forgotten ("Arm Architecture Reference Manual", B2.4.4).
///
/// # Safety
/// The bytes must be mapped.
#[cfg(all(target_arch = "aarch64", not(target_vendor = "apple")))]
unsafe fn synchronise(start: *mut u8, bytes: usize) {
    use std::arch::asm;
    let sizes: u64;
    // SAFETY: systems let programs read this register: the logarithms of the words of a line.
    unsafe { asm!("mrs {}, ctr_el0", out(reg) sizes, options(nomem, nostack, preserves_flags)) };
    let line = |at: u32| 4usize << (sizes >> at & 15);
    let lines = |line: usize| (start.addr() / line * line..start.addr() + bytes).step_by(line);
    for address in lines(line(16)) {
        // SAFETY: the caller's promise; nothing changes.
        unsafe { asm!("dc cvau, {}", in(reg) address, options(nostack, preserves_flags)) };
    }
    // SAFETY: barriers.
    unsafe { asm!("dsb ish", options(nostack, preserves_flags)) };
    for address in lines(line(0)) {
        // SAFETY: as above.
        unsafe { asm!("ic ivau, {}", in(reg) address, options(nostack, preserves_flags)) };
    }
    // SAFETY: as above.
    unsafe { asm!("dsb ish", "isb", options(nostack, preserves_flags)) };
}
