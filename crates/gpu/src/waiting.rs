//! Launches that wait for their code.
//!
//! Code of a kernel takes a tenth of a second and more to compile, when it is not on disk. So a launch without code
//! waits, and so do those of the same stream after it, while the code of all of them is compiled side by side. They are
//! queued before anything else is that the stream is asked for, so nobody sees the difference, but for errors of
//! compilers, which come then. No launch waits on streams that somebody else queues work on, or whose memory is given back
//! by others than the pool: they would not ask.

use crate::args::Slot;
use crate::code::Entry;
use crate::driver::{Config, Driver, RawStream};
use smallvec::{SmallVec, smallvec};
use std::collections::VecDeque;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering::Acquire, Ordering::Release};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use xparray_ir::{Error, Result};

/// What a launch hands over.
pub(crate) trait Arguments: Send + 'static {
    /// Where each argument is, as long as this stays where it is.
    fn pointers(&self) -> SmallVec<[*const c_void; 16]>;
}

/// A struct of words, by value.
impl Arguments for SmallVec<[u64; 32]> {
    fn pointers(&self) -> SmallVec<[*const c_void; 16]> {
        smallvec![self.as_ptr().cast()]
    }
}

impl Arguments for SmallVec<[Slot; 8]> {
    fn pointers(&self) -> SmallVec<[*const c_void; 16]> {
        self.iter().map(Slot::pointer).collect()
    }
}

/// An entry of code with its arguments, to be launched.
struct Launch {
    entry: Entry,
    config: Config,
    arguments: Box<dyn Arguments>,
}

/// What waits on a stream.
pub(crate) struct Waiting {
    stream: RawStream,
    /// Whether there is anything, to be asked at no cost.
    any: AtomicBool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Launch>,
    /// What went wrong, until somebody is told.
    failed: Option<Error>,
}

impl Waiting {
    pub fn new(stream: RawStream) -> Arc<Self> {
        Arc::new(Self { stream, any: AtomicBool::new(false), state: Mutex::default() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether those that come now wait.
    pub fn keeps(&self) -> bool {
        self.any.load(Acquire)
    }

    /// Queues a launch behind those that wait, and what needs to wait no longer.
    ///
    /// # Safety
    /// The arguments are what the entry declares, which stays inside its operands; these are ordered on the stream. Nobody
    /// captures it meanwhile, and only this crate queues work there.
    pub unsafe fn add<D: Driver>(&self, driver: &D, entry: Entry, config: Config, arguments: impl Arguments) {
        let mut state = self.state();
        state.queue.push_back(Launch { entry, config, arguments: Box::new(arguments) });
        self.proceed(driver, &mut state, |launch| launch.entry.code.is_there());
    }

    /// Queues everything that waits, when its code is there.
    pub fn settle<D: Driver>(&self, driver: &D) {
        if self.any.load(Acquire) {
            self.proceed(driver, &mut self.state(), |_| true);
        }
    }

    /// What went wrong in what waited.
    pub fn check(&self) -> Result<()> {
        if !self.any.load(Acquire) {
            return Ok(());
        }
        let mut state = self.state();
        let failed = state.failed.take();
        self.any.store(!state.queue.is_empty(), Release);
        failed.map_or(Ok(()), Err)
    }

    fn proceed<D: Driver>(&self, driver: &D, state: &mut State, goes: impl Fn(&Launch) -> bool) {
        while let Some(launch) = state.queue.pop_front_if(|launch| goes(launch)) {
            let Launch { entry, config, arguments } = launch;
            let queued = entry.function(driver).and_then(|function| {
                // SAFETY: it was promised when the launch came. Memory that was given back since is used again in the stream's
                // order, behind this.
                unsafe { driver.launch(function, config, &arguments.pointers(), self.stream) }
            });
            if let Err(error) = queued {
                state.failed.get_or_insert(error);
                // They would read what it has not written.
                state.queue.clear();
            }
        }
        self.any.store(!state.queue.is_empty() || state.failed.is_some(), Release);
    }
}
