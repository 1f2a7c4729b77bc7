//! Threads that compile while others go on.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

type Job = Box<dyn FnOnce() + Send>;

/// Up to so many threads, which end when there is nothing to do.
pub(crate) struct Workers {
    most: usize,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    running: usize,
}

impl Workers {
    /// At most so many threads.
    pub fn new(most: usize) -> Self {
        Self { most, state: Arc::default() }
    }

    /// As many as the machine runs at once.
    pub fn of_machine() -> Self {
        Self::new(thread::available_parallelism().map_or(1, usize::from))
    }

    /// Whether work is done sooner by them than by whoever has it: one thread alone would only be in the way.
    pub fn are_there(&self) -> bool {
        self.most > 1
    }

    /// Does a job some time. One that is not begun when the process ends is dropped.
    pub fn spawn(&self, job: impl FnOnce() + Send + 'static) {
        let mut state = lock(&self.state);
        state.jobs.push_back(Box::new(job));
        if state.running == self.most {
            return;
        }
        state.running += 1;
        drop(state);
        let shared = self.state.clone();
        let thread = thread::Builder::new().name("xparray-compiler".into()).spawn(move || work(&shared));
        if thread.is_err() {
            work(&self.state);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does what there is to do.
fn work(state: &Mutex<State>) {
    loop {
        let mut locked = lock(state);
        let Some(job) = locked.jobs.pop_front() else {
            locked.running -= 1;
            return;
        };
        drop(locked);
        if let Some(_busy) = Busy::begin() {
            job();
        }
    }
}

/// How many jobs are under way in the process, and whether it ends: a compiler's globals go then, and a thread in the
/// middle of them would crash.
static UNDER_WAY: Mutex<(usize, bool)> = Mutex::new((0, false));
static DONE: Condvar = Condvar::new();

/// While it is there, the process does not end.
struct Busy;

impl Busy {
    /// None if it ends already.
    fn begin() -> Option<Self> {
        wait_at_exit();
        let mut under_way = lock(&UNDER_WAY);
        if under_way.1 {
            return None;
        }
        under_way.0 += 1;
        Some(Self)
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        lock(&UNDER_WAY).0 -= 1;
        DONE.notify_all();
    }
}

/// Windows ends other threads before a library's globals go.
#[cfg(not(unix))]
fn wait_at_exit() {}

/// Lets the process's end wait for what is under way.
#[cfg(unix)]
fn wait_at_exit() {
    use std::sync::OnceLock;

    static PROCESS: OnceLock<u32> = OnceLock::new();
    extern "C" fn wait() {
        // A fork has no such threads.
        if PROCESS.get() == Some(&std::process::id()) {
            let mut under_way = lock(&UNDER_WAY);
            under_way.1 = true;
            drop(DONE.wait_while(under_way, |under_way| under_way.0 > 0));
        }
    }
    PROCESS.get_or_init(|| {
        // SAFETY: the function is there as long as the process. What is registered later, as a library's globals are when
        // it is loaded first, is called sooner; a compiler was asked for its version before a job came here.
        unsafe { libc::atexit(wait) };
        std::process::id()
    });
}

#[cfg(test)]
mod tests {
    use super::Workers;
    use std::sync::mpsc::channel;

    #[test]
    fn jobs_run_beside_each_other() {
        let workers = Workers::new(2);
        // Each waits for the other one.
        let (first, second) = (channel(), channel());
        let (sender, done) = (first.0, first.1);
        let (to_second, at_second) = second;
        let (to_end, end) = channel();
        let ended = to_end.clone();
        workers.spawn(move || {
            at_second.recv().unwrap();
            sender.send(()).unwrap();
            to_end.send(1).unwrap();
        });
        workers.spawn(move || {
            to_second.send(()).unwrap();
            done.recv().unwrap();
            ended.send(2).unwrap();
        });
        assert_eq!(end.iter().sum::<i32>(), 3);
    }
}
