//! A bounded cache of plans.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Maps keys to clonable plans; past its capacity it forgets what was not used for longest.
pub(super) struct Cache<K, V> {
    entries: Mutex<Entries<K, V>>,
    /// The most that the weights may sum to; one heavier plan may still stand alone.
    capacity: usize,
}

struct Entries<K, V> {
    map: HashMap<K, Entry<V>>,
    weight: usize,
    clock: u64,
}

struct Entry<V> {
    plan: V,
    weight: usize,
    used: u64,
}

impl<K: Copy + Eq + Hash, V: Clone> Cache<K, V> {
    pub fn new(capacity: usize) -> Self {
        Self { entries: Mutex::new(Entries { map: HashMap::new(), weight: 0, clock: 0 }), capacity }
    }

    fn lock(&self) -> MutexGuard<'_, Entries<K, V>> {
        // A panic while planning happens outside the lock and leaves the map as it was.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The plan of `key`; `plan` makes it, outside the lock, if it is not there.
    pub fn get(&self, key: K, weight: usize, plan: impl FnOnce() -> V) -> V {
        if let Some(plan) = self.lock().touch(key) {
            return plan;
        }
        let plan = plan();
        self.lock().insert(key, plan, weight, self.capacity)
    }
}

impl<K: Copy + Eq + Hash, V: Clone> Entries<K, V> {
    fn touch(&mut self, key: K) -> Option<V> {
        self.clock += 1;
        let entry = self.map.get_mut(&key)?;
        entry.used = self.clock;
        Some(entry.plan.clone())
    }

    fn insert(&mut self, key: K, plan: V, weight: usize, capacity: usize) -> V {
        // Another thread may have made the same plan meanwhile.
        if let Some(plan) = self.touch(key) {
            return plan;
        }
        while !self.map.is_empty() && self.weight + weight > capacity {
            let oldest = self.map.iter().min_by_key(|(_, entry)| entry.used);
            let Some(key) = oldest.map(|(&key, _)| key) else {
                break;
            };
            if let Some(entry) = self.map.remove(&key) {
                self.weight -= entry.weight;
            }
        }
        self.weight += weight;
        let used = self.clock;
        self.map.insert(key, Entry { plan: plan.clone(), weight, used });
        plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_is_forgotten() {
        let cache = Cache::new(10);
        let mut made = Vec::new();
        let mut get = |key: u32, weight| {
            let plan = cache.get(key, weight, || {
                made.push(key);
                key * 10
            });
            assert_eq!(plan, key * 10);
        };
        get(1, 4);
        get(2, 4);
        get(1, 4); // 2 is now the oldest
        get(3, 4); // forgets 2
        get(1, 4);
        get(2, 4); // forgets 3
        get(9, 99); // forgets all, stands alone
        get(9, 99);
        get(1, 4);
        assert_eq!(made, [1, 2, 3, 2, 9, 1]);
        assert_eq!(cache.lock().weight, 4);
    }
}
