//! Threads that take many short steps together.
//!
//! To hand work to a thread of the pool and to hear that it is done takes microseconds, and longer if the thread has gone to
//! sleep meanwhile. A factorisation has thousands of steps of a few microseconds each. So the threads of a crew stay awake
//! between steps: each looks for parts of the next one.

use crate::sync::atomic::{
    AtomicBool, AtomicU64, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};
use crate::sync::{hint::spin_loop, thread::yield_now};
use smallvec::SmallVec;
use std::cell::UnsafeCell;
use std::mem::ManuallyDrop;
use std::sync::{Mutex, PoisonError};

/// How often a thread looks for work before it offers its core to others each time.
const SPINS: usize = if cfg!(loom) { 0 } else { 2_000 };
/// In [`Steps::ticket`]: one step. Below it, its parts that nobody has begun are counted.
const STEP: u64 = 1 << 32;

type Work<'a> = dyn Fn(usize) + Sync + 'a;

/// Runs `f` with a crew of so many threads, of which this is one; the others come as they become free, and do nothing else until
/// it ends. So it must be short, and other means of sharing work find this thread alone meanwhile.
pub fn with_crew<R: Send>(threads: usize, f: impl FnOnce(&mut Crew<'_>) -> R + Send) -> R {
    let steps = Steps::default();
    let (f, result) = (Mutex::new(Some(f)), Mutex::new(None));
    let work = |worker: usize| {
        if worker > 0 {
            return steps.help();
        }
        let _over = Over(&steps);
        let f = f.lock().unwrap_or_else(PoisonError::into_inner).take();
        let ended = f.map(|f| f(&mut Crew(&steps)));
        *result.lock().unwrap_or_else(PoisonError::into_inner) = ended;
    };
    super::fork::in_living_pool(&mut || super::team::work_together(threads.saturating_sub(1), &work));
    result.into_inner().unwrap_or_else(PoisonError::into_inner).expect("ran")
}

/// The threads that take steps together, in the hands of the one that sets out the steps.
pub struct Crew<'a>(&'a Steps);

impl Crew<'_> {
    /// One step: calls `part` with each item and its number, here and on the other threads of the crew.
    pub fn step<X: Send>(&mut self, items: impl IntoIterator<Item = X>, part: impl Fn(usize, X) + Sync) {
        let mut items: SmallVec<[ManuallyDrop<X>; 8]> = items.into_iter().map(ManuallyDrop::new).collect();
        let (count, room) = (items.len(), super::Room(items.as_mut_ptr()));
        // SAFETY: the crew is borrowed exclusively, so no other step is open.
        unsafe {
            self.0.share(count, &|k| {
                // Each item is there, and is taken once.
                part(k, ManuallyDrop::take(&mut *room.at(k)));
            });
        }
    }
}

/// What the threads of a crew share.
#[derive(Default)]
struct Steps {
    /// Which step is open, so that nobody takes a part of one for that of another, and how many of its parts are left.
    ticket: AtomicU64,
    /// Parts of the step that are done.
    done: AtomicUsize,
    /// What a part does; written by the owner while no part is open or being done.
    work: UnsafeCell<Option<*const Work<'static>>>,
    over: AtomicBool,
}

// SAFETY: the work is read by who has begun a part of it, and the owner waits for those before it writes. It can be shared.
unsafe impl Sync for Steps {}

impl Steps {
    /// Calls `work(k)` for each `k` below `parts`.
    ///
    /// # Safety
    /// No other call is running.
    unsafe fn share(&self, parts: usize, work: &Work<'_>) {
        if parts <= 1 {
            return (0..parts).for_each(work);
        }
        let parts = u32::try_from(parts).expect("fewer parts than four billion");
        // SAFETY: no part is open, so nobody reads it. Its lifetime ends after this call, which does not end before every part
        // that was begun is done.
        unsafe { *self.work.get() = Some(std::mem::transmute::<*const Work<'_>, *const Work<'static>>(work)) };
        self.done.store(0, Relaxed);
        let step = (self.ticket.load(Relaxed) / STEP).wrapping_add(1).wrapping_mul(STEP);
        self.ticket.store(step | u64::from(parts), Release);
        let _open = Open { steps: self, parts };
        while self.help_once() {}
    }

    /// Helps the owner until no step follows.
    fn help(&self) {
        let mut idle = 0;
        while !self.over.load(Acquire) {
            if self.help_once() {
                idle = 0;
            } else {
                wait(&mut idle);
            }
        }
    }

    /// Does a part of the step if one is left; false if none is.
    fn help_once(&self) -> bool {
        let ticket = self.ticket.load(Relaxed);
        if ticket.is_multiple_of(STEP) {
            return false;
        }
        if self.ticket.compare_exchange(ticket, ticket - 1, Acquire, Relaxed).is_err() {
            return true;
        }
        let _done = Done(&self.done);
        // SAFETY: the owner wrote it before the ticket that we have taken a part of, and waits for us.
        if let Some(work) = unsafe { *self.work.get() } {
            // SAFETY: the owner's call has not ended.
            unsafe { (*work)(((ticket - 1) % STEP) as usize) };
        }
        true
    }
}

/// Waits a little, for the `n`th time.
fn wait(n: &mut usize) {
    *n += 1;
    if *n <= SPINS { spin_loop() } else { yield_now() }
}

/// A part that is being done, also if it panics.
struct Done<'a>(&'a AtomicUsize);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Release);
    }
}

/// No step follows once this is dropped.
struct Over<'a>(&'a Steps);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.over.store(true, Release);
    }
}

/// A step that is open until this is dropped: then nobody works at it any more.
struct Open<'a> {
    steps: &'a Steps,
    parts: u32,
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        let Self { steps, parts } = self;
        // Parts are left if the owner's panicked.
        let left = steps.ticket.fetch_and(!(STEP - 1), Relaxed) % STEP;
        let begun = *parts as usize - left as usize;
        let mut waited = 0;
        while steps.done.load(Acquire) != begun {
            wait(&mut waited);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::with_crew;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn pool(threads: usize) -> rayon::ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
    }

    /// Each step sees what the one before has written, on any number of threads.
    #[test]
    fn steps_follow_each_other() {
        for threads in [1, 2, 3, 8] {
            let sum = pool(threads).install(|| {
                with_crew(threads, |crew| {
                    let mut values = vec![0u64; 64];
                    for step in 0..2000 {
                        let width = 1 + step % 7;
                        crew.step(values.chunks_mut(width), |k, chunk| chunk.iter_mut().for_each(|x| *x += k as u64));
                        values.rotate_left(1);
                    }
                    values.iter().sum::<u64>()
                })
            });
            let expected: usize = (0..2000).map(|step| (0..64).map(|i| i / (1 + step % 7)).sum::<usize>()).sum();
            assert_eq!(sum, expected as u64, "{threads} threads");
        }
    }

    #[test]
    fn panics_end_the_crew() {
        let pool = pool(2);
        for bad in 0..4 {
            let caught = catch_unwind(AssertUnwindSafe(|| {
                pool.install(|| {
                    with_crew(2, |crew| {
                        for step in 0..100 {
                            crew.step(0..4, |_, k| assert!(step != 50 || k != bad, "part {k}"));
                        }
                    })
                })
            }));
            assert_eq!(caught.unwrap_err().downcast_ref(), Some(&format!("part {bad}")));
        }
        assert_eq!(pool.install(|| with_crew(2, |_| 5)), 5);
    }
}
