//! What a thread remembers of what it has made.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::hash::Hash;
use std::thread::LocalKey;

/// The most things of a kind that a thread remembers.
const MOST: usize = 1024;

/// What was made of each key.
pub(super) type Made<K, V> = LocalKey<RefCell<FxHashMap<K, V>>>;

/// What was made of a key before. A thread that ends remembers nothing any more.
pub(super) fn recall<K: Eq + Hash, V: Clone>(made: &'static Made<K, V>, key: &K) -> Option<V> {
    made.try_with(|made| made.borrow().get(key).cloned()).ok().flatten()
}

/// Keeps what was made of a key. If there is too much, all before goes.
pub(super) fn remember<K: Eq + Hash, V>(made: &'static Made<K, V>, key: K, value: V) {
    // It goes when nobody looks at it any more: what is kept with kernels may make others.
    let _before = made.try_with(|made| {
        let mut made = made.borrow_mut();
        let before = if made.len() < MOST { None } else { Some(std::mem::take(&mut *made)) };
        made.insert(key, value);
        before
    });
}
