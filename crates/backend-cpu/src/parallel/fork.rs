//! After `fork` the child has the thread that called it and no other: whoever waits for the pool's threads waits for
//! ever. There, work goes to a pool of the child's own.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::cell::Cell;
use std::ptr;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering::Acquire, Ordering::Relaxed, Ordering::Release};

/// Whether the pools of before a fork have lost their threads.
static FORKED: AtomicBool = AtomicBool::new(false);
/// The pool of this process, if it was forked and has used one; it lives as long as the process.
static POOL: AtomicPtr<ThreadPool> = AtomicPtr::new(ptr::null_mut());

thread_local! {
    /// Whether this thread came through a fork: if it belonged to a pool, the others of it are gone.
    static SURVIVED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `f` on a thread whose current rayon pool has its threads.
pub fn in_living_pool(f: &mut (dyn FnMut() + Send)) {
    if is_alive() { f() } else { pool().install(f) }
}

/// Whether the current rayon pool has its threads.
#[inline]
pub fn is_alive() -> bool {
    watch();
    !FORKED.load(Relaxed) || is_of_new_pool()
}

/// Whether the thread belongs to a pool that was made since the fork.
#[cold]
fn is_of_new_pool() -> bool {
    rayon::current_thread_index().is_some() && !SURVIVED.get()
}

#[cold]
fn pool() -> &'static ThreadPool {
    let found = POOL.load(Acquire);
    if !found.is_null() {
        // SAFETY: it was leaked below.
        return unsafe { &*found };
    }
    let new = ThreadPoolBuilder::new().build().expect("the operating system gives a thread");
    let new = Box::into_raw(Box::new(new));
    match POOL.compare_exchange(ptr::null_mut(), new, Release, Acquire) {
        // SAFETY: it is never freed.
        Ok(_) => unsafe { &*new },
        Err(other) => {
            // SAFETY: nobody else has seen `new`; the other is leaked.
            unsafe {
                drop(Box::from_raw(new));
                &*other
            }
        }
    }
}

/// Has forks noticed from now on.
#[inline]
pub fn watch() {
    static WATCHED: Once = Once::new();
    #[cfg(unix)]
    WATCHED.call_once(|| {
        extern "C" fn in_child() {
            FORKED.store(true, Relaxed);
            POOL.store(ptr::null_mut(), Relaxed);
            SURVIVED.set(true);
        }
        // SAFETY: the handler only writes to static memory. Should it not be registered for want of memory, children
        // are as they would be without it.
        unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
    });
    #[cfg(not(unix))]
    let _ = &WATCHED;
}
