//! Time limits of calls: who waits longer ends the program, with a message that says for what.

use crate::{environment, fault};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Calls under way, by number, with their names and when they began.
type Calls = Vec<(u64, &'static str, Instant)>;

/// Watches the calls of a process.
pub struct Watchdog {
    calls: Arc<Mutex<Calls>>,
}

/// A call that is watched until this goes.
pub struct Watched<'a> {
    watchdog: &'a Watchdog,
    number: u64,
}

fn locked(calls: &Mutex<Calls>) -> MutexGuard<'_, Calls> {
    calls.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watchdog {
    /// The one that `XPARRAY_DIST_TIMEOUT` asks for.
    pub fn from_environment() -> Result<Option<Self>, String> {
        let Some(limit) = environment::time_limit()? else { return Ok(None) };
        let calls = Arc::<Mutex<Calls>>::default();
        let watched = calls.clone();
        let watch = move || {
            loop {
                thread::sleep(limit.div_f64(10.0).clamp(Duration::from_millis(10), Duration::from_secs(1)));
                let late = locked(&watched).iter().find(|(.., begin)| begin.elapsed() > limit).copied();
                if let Some((_, call, begin)) = late {
                    fault::end(&format!(
                        "{call} has waited for {:.1?}, longer than XPARRAY_DIST_TIMEOUT",
                        begin.elapsed()
                    ));
                }
            }
        };
        let started = thread::Builder::new().name("xparray-dist".into()).spawn(watch);
        started.map(|_| Some(Self { calls })).map_err(|error| format!("no thread for time limits: {error}"))
    }

    /// Watches a call.
    pub fn watch(&self, call: &'static str) -> Watched<'_> {
        let mut calls = locked(&self.calls);
        let number = calls.iter().map(|(number, ..)| number + 1).max().unwrap_or(0);
        calls.push((number, call, Instant::now()));
        Watched { watchdog: self, number }
    }
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        locked(&self.watchdog.calls).retain(|(number, ..)| *number != self.number);
    }
}
