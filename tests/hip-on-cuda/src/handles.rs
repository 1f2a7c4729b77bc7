//! Handles: numbers that are never given twice, so that one that was destroyed, or is of something else, is known as
//! such.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::ptr::without_provenance_mut;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

/// Where numbers of a kind begin: no address, and told apart from each other.
const APART: usize = 1 << 40;

/// What handles of a kind stand for.
pub struct Handles<T> {
    what: &'static str,
    kind: usize,
    live: Mutex<Live<T>>,
}

struct Live<T> {
    given: usize,
    objects: BTreeMap<usize, Arc<T>>,
}

// SAFETY: what handles stand for are CUDA's handles, which any thread may use.
unsafe impl<T> Sync for Handles<T> {}

impl<T> Handles<T> {
    /// None yet. Each kind has its own number.
    pub const fn new(what: &'static str, kind: usize) -> Self {
        Self { what, kind, live: Mutex::new(Live { given: 0, objects: BTreeMap::new() }) }
    }

    fn live(&self) -> MutexGuard<'_, Live<T>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn insert(&self, object: T) -> *mut c_void {
        let mut live = self.live();
        live.given += 1;
        let handle = self.kind * APART + live.given;
        live.objects.insert(handle, Arc::new(object));
        without_provenance_mut(handle)
    }

    pub fn get(&self, handle: *mut c_void) -> Arc<T> {
        let live = self.live();
        match live.objects.get(&handle.addr()) {
            Some(object) => object.clone(),
            None => self.complain(handle, live.given),
        }
    }

    /// As [`Self::get`], of a handle that may have been destroyed.
    pub fn find(&self, handle: *mut c_void) -> Option<Arc<T>> {
        self.live().objects.get(&handle.addr()).cloned()
    }

    pub fn remove(&self, handle: *mut c_void) -> Arc<T> {
        let mut live = self.live();
        match live.objects.remove(&handle.addr()) {
            Some(object) => object,
            None => self.complain(handle, live.given),
        }
    }

    /// Removes all that are of no use any more.
    pub fn retain(&self, keep: impl Fn(&T) -> bool) {
        self.live().objects.retain(|_, object| keep(object));
    }

    #[track_caller]
    fn complain(&self, handle: *mut c_void, given: usize) -> ! {
        let what = self.what;
        let first = self.kind * APART + 1;
        match handle.addr() {
            0 => misuse!("the {what} is null"),
            number if (first..first + given).contains(&number) => misuse!("the {what} {number:#x} was destroyed"),
            number => misuse!("{number:#x} is no {what}"),
        }
    }
}

/// Something that one thread may use at a time.
pub struct Exclusive<T>(Mutex<T>);

impl<T> Exclusive<T> {
    pub fn new(object: T) -> Self {
        Self(Mutex::new(object))
    }

    #[track_caller]
    pub fn lock(&self) -> MutexGuard<'_, T> {
        match self.0.try_lock() {
            Ok(guard) => guard,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => misuse!("two threads use one handle at once"),
        }
    }
}

/// A pointer to which something is written.
#[track_caller]
pub fn out<T>(what: &str, pointer: *mut T) {
    if pointer.is_null() || !pointer.is_aligned() {
        misuse!("the {what} is written to {pointer:p}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ptr::null_mut;

    static ONES: Handles<i32> = Handles::new("one", 1);
    static TWOS: Handles<i32> = Handles::new("two", 2);

    #[test]
    fn handles_are_not_given_twice() {
        let first = ONES.insert(1);
        assert_eq!(*ONES.remove(first), 1);
        let second = ONES.insert(2);
        assert_ne!(first, second);
        assert_eq!(*ONES.get(second), 2);
    }

    #[test]
    #[should_panic(expected = "was destroyed")]
    fn destroyed() {
        let handle = ONES.insert(1);
        ONES.remove(handle);
        ONES.get(handle);
    }

    #[test]
    #[should_panic(expected = "is no two")]
    fn of_another_kind() {
        TWOS.get(ONES.insert(1));
    }

    #[test]
    #[should_panic(expected = "the one is null")]
    fn null() {
        ONES.get(null_mut());
    }

    #[test]
    #[should_panic(expected = "two threads use one handle at once")]
    fn used_twice() {
        let handle = Exclusive::new(0);
        let _first = handle.lock();
        let _second = handle.lock();
    }
}
