//! Messages that wait for the thread that they were sent to.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use xparray_core::{Error, Result};

/// What a message is sent with: the group, as the splits that lead to it, the sender's rank in it, and the tag.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Address {
    pub group: Arc<[usize]>,
    pub source: usize,
    pub tag: u16,
}

#[derive(Default)]
struct Kept {
    messages: HashMap<Address, VecDeque<Arc<[u8]>>>,
    /// Threads that have ended, by their ranks among all.
    ended: Vec<usize>,
    /// The first that has failed.
    failed: Option<usize>,
}

/// The messages to one thread.
#[derive(Default)]
pub struct Inbox {
    kept: Mutex<Kept>,
    changed: Condvar,
}

impl Inbox {
    fn locked(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn put(&self, address: Address, message: Arc<[u8]>) {
        self.locked().messages.entry(address).or_default().push_back(message);
        self.changed.notify_all();
    }

    /// The next message of this address, from the thread of rank `sender` among all.
    ///
    /// # Errors
    /// [`Error::Value`] if it cannot come any more, or did not in time.
    pub fn take(&self, address: &Address, sender: usize, limit: Option<Duration>) -> Result<Arc<[u8]>> {
        let begin = Instant::now();
        let mut kept = self.locked();
        loop {
            if let Some(queue) = kept.messages.get_mut(address)
                && let Some(message) = queue.pop_front()
            {
                if queue.is_empty() {
                    kept.messages.remove(address);
                }
                return Ok(message);
            }
            if let Some(failed) = kept.failed {
                return Err(Error::value("dist", format!("rank {failed} has failed")));
            }
            if kept.ended.contains(&sender) {
                return Err(Error::value("dist", format!("rank {sender} has ended, while others wait for it")));
            }
            let Some(limit) = limit else {
                kept = self.changed.wait(kept).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let Some(left) = limit.checked_sub(begin.elapsed()) else {
                let message = format!("has waited for rank {sender} longer than XPARRAY_DIST_TIMEOUT");
                return Err(Error::value("dist", message));
            };
            kept = self.changed.wait_timeout(kept, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Lets the thread know that another one sends no more.
    pub fn end(&self, rank: usize, has_failed: bool) {
        let mut kept = self.locked();
        kept.ended.push(rank);
        if has_failed {
            kept.failed.get_or_insert(rank);
        }
        drop(kept);
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(tag: u16) -> Address {
        Address { group: Arc::default(), source: 1, tag }
    }

    #[test]
    fn a_message_that_does_not_come_in_time_is_an_error() {
        let (inbox, begin) = (Inbox::default(), Instant::now());
        inbox.put(address(1), Arc::new([7]));
        let late = inbox.take(&address(2), 1, Some(Duration::from_millis(30))).unwrap_err();
        assert!(late.to_string().contains("has waited for rank 1 longer"), "{late}");
        assert!((30..5000).contains(&begin.elapsed().as_millis()));
        assert_eq!(*inbox.take(&address(1), 1, None).unwrap(), [7]);
    }

    #[test]
    fn messages_of_one_address_stay_in_order() {
        let inbox = Inbox::default();
        [1, 2].into_iter().for_each(|byte| inbox.put(address(0), Arc::new([byte])));
        inbox.end(1, false);
        assert_eq!([1, 2].map(|_| inbox.take(&address(0), 1, None).unwrap()[0]), [1, 2]);
        assert!(inbox.take(&address(0), 1, None).unwrap_err().to_string().contains("rank 1 has ended"));
    }
}
