//! What solvers allocate in proportion to their matrices comes from the pool, which has limits. Alone in its file, as the
//! allocator counts for the whole process.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use xparray_core::backend::Memory;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};
use xparray_cpu::Cpu;

/// The system's allocator, which counts the bytes of large requests.
struct Counting;
static LARGE: AtomicUsize = AtomicUsize::new(0);

// SAFETY: as the system's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.size() >= 32 << 10 {
            LARGE.fetch_add(layout.size(), Relaxed);
        }
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }
    // The pool asks for zeroed memory.
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

type Solver = fn(&Array<f64, Cpu>) -> Result<()>;

const SOLVERS: [(&str, Solver); 8] = [
    ("inv", |a| a.inv().map(drop)),
    ("solve", |a| a.solve(a).map(drop)),
    ("det", |a| a.det()?.item().map(drop)),
    ("cholesky", |a| a.cholesky().map(drop)),
    ("qr", |a| a.qr().map(drop)),
    ("svd", |a| a.svd().map(drop)),
    ("eigh", |a| a.eigh().map(drop)),
    ("matmul", |a| a.matmul(a).and_then(|c| c.eval())),
];

#[test]
fn solvers_allocate_from_the_pool() {
    let xp = Cpu::new();
    let n = 300;
    let a = (xp.eye::<f64>(n).unwrap() * n as f64 + 1.0).copy();
    a.eval().unwrap();
    for (name, solve) in SOLVERS {
        // Threads and caches are made once.
        solve(&a).unwrap();
        let before = LARGE.load(Relaxed);
        solve(&a).unwrap();
        let large = LARGE.load(Relaxed) - before;
        assert!(large < 256 << 10, "{name} took {large} bytes outside of the pool");
        xp.free_all_blocks();
        xp.set_memory_limit(Some(xp.memory_stats().total_bytes + (64 << 10)));
        assert!(matches!(solve(&a), Err(Error::OutOfMemory { .. })), "{name} within 64 kB");
        xp.set_memory_limit(None);
    }
}
