use super::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use super::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::sync::TryLockError;

/// The turns that threads take at the expressions of a device: which are computed, and by whom.
///
/// An expression is of arrays of one device, so one of these for each device is enough, and devices never wait for each
/// other.
///
/// ```
/// use xparray::backend::Evaluation;
/// static EVALUATION: Evaluation = Evaluation::new();
/// let turn = EVALUATION.turn(); // no other thread looks at expressions now
/// turn.announce(); // what changed is seen by those who wait
/// ```
#[derive(Debug, Default)]
pub struct Evaluation {
    turn: Mutex<()>,
    done: Condvar,
    /// How many threads wait for a change; counted in turns. Without any, telling them costs nothing.
    waiting: AtomicUsize,
}

/// The turn of a thread, until this is dropped.
#[derive(Debug)]
pub struct Turn<'a> {
    of: &'a Evaluation,
    guard: MutexGuard<'a, ()>,
}

impl Evaluation {
    /// No thread's turn.
    #[cfg(not(loom))]
    pub const fn new() -> Self {
        Self { turn: Mutex::new(()), done: Condvar::new(), waiting: AtomicUsize::new(0) }
    }

    /// Waits for a turn.
    #[inline]
    pub fn turn(&self) -> Turn<'_> {
        // The lock guards no data of its own.
        Turn { of: self, guard: self.turn.lock().unwrap_or_else(PoisonError::into_inner) }
    }

    /// A turn, if nobody has one.
    ///
    /// ```
    /// use xparray::backend::Evaluation;
    /// static EVALUATION: Evaluation = Evaluation::new();
    /// let turn = EVALUATION.turn();
    /// assert!(EVALUATION.try_turn().is_none());
    /// drop(turn);
    /// assert!(EVALUATION.try_turn().is_some());
    /// ```
    #[inline]
    pub fn try_turn(&self) -> Option<Turn<'_>> {
        match self.turn.try_lock() {
            Ok(guard) => Some(Turn { of: self, guard }),
            Err(TryLockError::Poisoned(guard)) => Some(Turn { of: self, guard: guard.into_inner() }),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

impl Turn<'_> {
    /// Ends the turn, and waits until another thread announces a change.
    pub fn wait(self) {
        self.of.waiting.fetch_add(1, Relaxed);
        let guard = self.of.done.wait(self.guard).unwrap_or_else(PoisonError::into_inner);
        self.of.waiting.fetch_sub(1, Relaxed);
        drop(guard);
    }

    /// Ends the turn, after a change that others may wait for.
    #[inline]
    pub fn announce(self) {
        let waiting = self.of.waiting.load(Relaxed) > 0;
        drop(self.guard);
        if waiting {
            self.of.done.notify_all();
        }
    }
}
