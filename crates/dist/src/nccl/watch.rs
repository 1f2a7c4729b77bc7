//! What goes wrong with groups while nobody asks: errors elsewhere, work that does not end, a program that ends before its work.

use super::group::Group;
use crate::fault;
use crate::watchdog::{Watchdog, Watched};
use std::ffi::{c_int, c_void};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError, Weak};
use std::thread;
use std::time::Duration;
use xparray_core::{Error, Result};

/// How often groups are asked for errors.
const PERIOD: Duration = Duration::from_millis(200);

static GROUPS: Mutex<Vec<Weak<Group>>> = Mutex::new(Vec::new());

/// Watches a group as long as there is one.
pub fn add(group: &Arc<Group>) {
    static STARTED: Once = Once::new();
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::downgrade(group));
    STARTED.call_once(|| {
        // Without the thread, errors are found by the next operation.
        let _ = thread::Builder::new().name("xparray-nccl".into()).spawn(poll);
        // The device's own end of the program, which was asked for before, comes after this.
        fault::at_exit(settle);
    });
}

/// The groups that there are.
fn groups() -> Vec<Arc<Group>> {
    let mut groups = GROUPS.lock().unwrap_or_else(PoisonError::into_inner);
    groups.retain(|group| group.strong_count() > 0);
    groups.iter().filter_map(Weak::upgrade).collect()
}

fn poll() {
    loop {
        thread::sleep(PERIOD);
        for group in groups() {
            if let Err(error) = group.poll() {
                fault::end(&error.to_string());
            }
        }
    }
}

/// Others may still read what this process has queued; if it fails, they end with it.
extern "C" fn settle(code: c_int, _argument: *mut c_void) {
    if code == 0 {
        for group in groups() {
            if let Err(error) = group.settle() {
                fault::end(&error.to_string());
            }
        }
    }
}

fn watchdog() -> Result<Option<&'static Watchdog>> {
    static WATCHDOG: OnceLock<std::result::Result<Option<Watchdog>, String>> = OnceLock::new();
    match WATCHDOG.get_or_init(Watchdog::from_environment) {
        Ok(watchdog) => Ok(watchdog.as_ref()),
        Err(message) => Err(Error::value("nccl", message.clone())),
    }
}

/// A call that begins, if there is a time limit.
pub fn call(name: &'static str) -> Result<Option<Watched<'static>>> {
    Ok(watchdog()?.map(|watchdog| watchdog.watch(name)))
}

/// Holds queued work to the time limit, if there is one; `event` makes what waits for it.
pub fn queued<W: FnOnce() + Send + 'static>(name: &'static str, event: impl FnOnce() -> Result<W>) -> Result<()> {
    type Wait = Box<dyn FnOnce() + Send>;
    static WAITS: OnceLock<Mutex<Sender<(Watched<'static>, Wait)>>> = OnceLock::new();
    let Some(watched) = call(name)? else { return Ok(()) };
    let wait = event()?;
    let waits = WAITS.get_or_init(|| {
        let (sender, receiver) = channel::<(Watched<'static>, Wait)>();
        // Work is waited for in the order in which it was queued, so none seems to last longer than that before it.
        let _ = thread::Builder::new().name("xparray-nccl".into()).spawn(move || {
            receiver.into_iter().for_each(|(watched, wait)| {
                wait();
                drop(watched);
            });
        });
        Mutex::new(sender)
    });
    // Without the thread, the limit is only that of the calls themselves.
    let _ = waits.lock().unwrap_or_else(PoisonError::into_inner).send((watched, Box::new(wait)));
    Ok(())
}
