//! Groups of threads, and what lies between each two of them.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};

type Id = [u8; 128];

/// What all members of a group share.
pub struct World {
    pub size: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// By sender and receiver.
    messages: HashMap<(usize, usize), VecDeque<Vec<u8>>>,
    has_ended: bool,
}

/// A group, as one of its members has it.
pub struct Member {
    pub world: Arc<World>,
    pub rank: usize,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An id that no other group has.
pub fn new_id() -> Id {
    static NEXT: Mutex<u64> = Mutex::new(1);
    let mut next = locked(&NEXT);
    let mut id = [0; 128];
    id[..8].copy_from_slice(&next.to_ne_bytes());
    *next += 1;
    id
}

impl World {
    /// The group of this id.
    pub fn of(id: Id, size: usize) -> Arc<Self> {
        static WORLDS: Mutex<Option<HashMap<Id, Weak<World>>>> = Mutex::new(None);
        let mut worlds = locked(&WORLDS);
        let known = worlds.get_or_insert_default().entry(id).or_default();
        known.upgrade().unwrap_or_else(|| {
            let world = Arc::new(Self { size, state: Mutex::default(), changed: Condvar::new() });
            *known = Arc::downgrade(&world);
            world
        })
    }

    /// Lets nobody wait any more.
    pub fn end(&self) {
        locked(&self.state).has_ended = true;
        self.changed.notify_all();
    }
}

impl Member {
    /// The member of this rank, when all are there.
    pub fn new(world: Arc<World>, rank: usize) -> Self {
        let member = Self { world, rank };
        (0..member.world.size).for_each(|to| member.put(to, Vec::new()));
        (0..member.world.size).for_each(|from| drop(member.take(from)));
        member
    }

    pub fn put(&self, to: usize, bytes: Vec<u8>) {
        locked(&self.world.state).messages.entry((self.rank, to)).or_default().push_back(bytes);
        self.world.changed.notify_all();
    }

    /// The next bytes from another member; none once the group has ended.
    pub fn take(&self, from: usize) -> Option<Vec<u8>> {
        let mut state = locked(&self.world.state);
        loop {
            if state.has_ended {
                return None;
            }
            if let Some(bytes) = state.messages.get_mut(&(from, self.rank)).and_then(VecDeque::pop_front) {
                return Some(bytes);
            }
            state = self.world.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
