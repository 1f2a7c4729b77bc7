//! Threads that help another one, and take up nothing else meanwhile.
//!
//! Who waits in a scope of rayon's takes up any task of the pool. That may be one of the program's that evaluates the very
//! array that is being computed here, and so waits for itself. So a thread leaves calls for help in the pool, works,
//! lets nobody begin any more, and waits for those only who have begun: they do nothing but its work.

use std::any::Any;
use std::cell::{Cell, UnsafeCell};
use std::hint::spin_loop;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{
    AtomicU64, AtomicUsize,
    Ordering::{AcqRel, Acquire, Relaxed, Release},
};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Thread, current, park};
use std::time::{Duration, Instant};

/// How often a thread looks whether its helpers are done before it sleeps: about as long as a task takes.
const SPINS: usize = 2_000;
/// So long a helper stays awake for the next work: about as long as waking another one takes.
const STAY: Duration = Duration::from_micros(20);
/// What begins so much later than the work before still follows it: that may take as long by itself.
const SOON: Duration = Duration::from_micros(60);
/// So often it pauses between two looks.
const PAUSES: usize = 4;
/// In [`Team::state`]: whether there is work that helpers may begin.
const OPEN: u64 = 1 << 63;
/// In [`Team::state`]: one helper that may still begin. Below it, those at work are counted.
const SEAT: u64 = 1 << 32;

type Work<'a> = dyn Fn(usize) + Sync + 'a;

/// A thread and its helpers.
struct Team {
    owner: Thread,
    /// Zero if there is no work.
    state: AtomicU64,
    /// The work, while the state is not zero.
    work: UnsafeCell<Option<*const Work<'static>>>,
    /// Calls for help that no thread of the pool has heard yet, and helpers that stay awake. They are there for the next work.
    calls: AtomicUsize,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

// SAFETY: the work is written by the owner while nobody may begin, and can be shared.
unsafe impl Sync for Team {}
// SAFETY: likewise.
unsafe impl Send for Team {}

thread_local! {
    /// When this thread last had work that is worth a helper only if one is awake.
    static LAST: Cell<Option<Instant>> = const { Cell::new(None) };
    static TEAM: Arc<Team> = Arc::new(Team {
        owner: current(),
        state: AtomicU64::new(0),
        work: UnsafeCell::new(None),
        calls: AtomicUsize::new(0),
        panic: Mutex::new(None),
    });
}

/// Calls `work(0)` here, and `work(k)` for some of `1..=helpers` on other threads of the current rayon pool, as these are
/// free; alone, `work(0)` must do everything.
pub fn work_together(helpers: usize, work: &Work<'_>) {
    // Within other work of this thread, its helpers are busy. A thread that ends has none.
    match TEAM.try_with(|team| (team.state.load(Relaxed) == 0).then(|| team.clone())) {
        Ok(Some(team)) if helpers > 0 => team.run(helpers, work),
        _ => work(0),
    }
}

/// Whether this thread asked the same a moment ago, as it does before each launch that is worth a helper only if one is awake: in a loop of
/// such launches one is, or it pays to wake it for those that follow.
pub fn follows_soon() -> bool {
    let now = Instant::now();
    LAST.try_with(|last| last.replace(Some(now))).ok().flatten().is_some_and(|last| now - last < SOON)
}

impl Team {
    fn run(self: &Arc<Self>, helpers: usize, work: &Work<'_>) {
        // SAFETY: nobody reads it while the state is zero. Its lifetime ends after this call, which does not end before
        // everyone who has begun is done.
        unsafe { *self.work.get() = Some(std::mem::transmute::<*const Work<'_>, *const Work<'static>>(work)) };
        self.state.store(OPEN | (helpers as u64 * SEAT), Release);
        let open = Open(self);
        let calls = helpers.saturating_sub(self.calls.load(Relaxed));
        self.calls.fetch_add(calls, Relaxed);
        for _ in 0..calls {
            let team = self.clone();
            rayon::spawn(move || team.help());
        }
        work(0);
        drop(open);
        let panic = self.panic.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
    }

    /// Answers a call: works if there is work, then stays awake for what follows soon, as in a loop of launches.
    fn help(&self) {
        while self.help_once() {
            self.calls.fetch_add(1, Relaxed);
            let since = Instant::now();
            while self.state.load(Relaxed) < OPEN + SEAT && since.elapsed() < STAY {
                (0..PAUSES).for_each(|_| spin_loop());
            }
        }
    }

    /// Takes a seat if one is free, works, and says whether.
    fn help_once(&self) -> bool {
        self.calls.fetch_sub(1, Relaxed);
        let begin = |state: u64| (state >= OPEN + SEAT).then(|| state - SEAT + 1);
        let Ok(state) = self.state.fetch_update(Acquire, Relaxed, begin) else { return false };
        // SAFETY: the owner wrote it before the state, and waits for us.
        if let Some(work) = unsafe { *self.work.get() } {
            // SAFETY: the owner's call has not ended.
            let done = catch_unwind(AssertUnwindSafe(|| unsafe { (*work)(((state - OPEN) / SEAT) as usize) }));
            if let Err(panic) = done {
                *self.panic.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic);
            }
        }
        if self.state.fetch_sub(1, AcqRel) == 1 {
            self.owner.unpark();
        }
        true
    }
}

/// Work that helpers may begin, until this is dropped: then it is done.
struct Open<'a>(&'a Team);

impl Drop for Open<'_> {
    fn drop(&mut self) {
        let state = &self.0.state;
        state.fetch_and(SEAT - 1, AcqRel);
        for _ in 0..SPINS {
            if state.load(Acquire) == 0 {
                return;
            }
            spin_loop();
        }
        while state.load(Acquire) != 0 {
            park();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::work_together;
    use std::cell::Cell;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
    use std::time::Duration;

    /// Tasks of the program that wait in the pool are not taken up by who waits for helpers.
    #[test]
    fn nothing_else_is_taken_up() {
        thread_local!(static WORKING: Cell<bool> = const { Cell::new(false) });
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let (taken, together) = (AtomicBool::new(false), AtomicUsize::new(0));
        pool.scope(|scope| {
            for _ in 0..40 {
                scope.spawn(|_| {
                    taken.fetch_or(WORKING.get(), Relaxed);
                    work_together(2, &|_| {
                        WORKING.set(true);
                        together.fetch_add(1, Relaxed);
                        std::thread::sleep(Duration::from_millis(1));
                        WORKING.set(false);
                    });
                });
            }
        });
        assert!(!taken.into_inner() && together.into_inner() >= 40);
    }

    #[test]
    fn work_within_work_is_done_alone() {
        let count = AtomicUsize::new(0);
        work_together(3, &|worker| {
            if worker == 0 {
                work_together(3, &|_| _ = count.fetch_add(1, Relaxed));
            }
        });
        assert_eq!(count.into_inner(), 1);
    }

    #[test]
    fn panics_of_helpers_are_passed_on() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let begun = AtomicBool::new(false);
        let caught = pool.install(|| {
            std::panic::catch_unwind(|| {
                work_together(1, &|worker| {
                    if worker == 1 {
                        begun.store(true, Relaxed);
                        panic!("of a helper");
                    }
                    while !begun.load(Relaxed) {
                        std::thread::yield_now();
                    }
                })
            })
        });
        assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"of a helper"));
        work_together(1, &|_| ());
    }
}
