//! Steps that a crew takes together. What stands around it, as in `crates/backend-cpu/src/parallel`, is as simple as can be.

#[path = "../../../crates/backend-cpu/src/parallel/crew.rs"]
mod crew;

use crew::with_crew;
use loom::cell::UnsafeCell;

mod fork {
    pub fn in_living_pool(f: &mut dyn FnMut()) {
        f();
    }
}

mod team {
    use loom::thread;

    /// All helpers come, at some time.
    pub fn work_together(helpers: usize, work: &(dyn Fn(usize) + Sync)) {
        // SAFETY: the threads are joined below.
        let lasting = unsafe { std::mem::transmute::<&(dyn Fn(usize) + Sync), &'static (dyn Fn(usize) + Sync)>(work) };
        let threads: Vec<_> = (1..=helpers).map(|worker| thread::spawn(move || lasting(worker))).collect();
        work(0);
        threads.into_iter().for_each(|thread| thread.join().unwrap());
    }
}

struct Room<T>(*mut T);

// SAFETY: tasks use elements of their own.
unsafe impl<T: Send> Sync for Room<T> {}

impl<T> Room<T> {
    fn at(&self, i: usize) -> *mut T {
        self.0.wrapping_add(i)
    }
}

/// A number that loom watches: two threads at once are an error.
struct Number(UnsafeCell<usize>);

// SAFETY: loom sees whether two threads are at it.
unsafe impl Sync for Number {}

impl Number {
    fn add(&self, n: usize) {
        // SAFETY: as above.
        self.0.with_mut(|number| unsafe { *number += n });
    }

    fn get(&self) -> usize {
        // SAFETY: as above.
        self.0.with(|number| unsafe { *number })
    }
}

/// Each part is done once, alone, and sees what the steps before it did.
#[test]
fn steps_follow_each_other() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let numbers = [(); 2].map(|_| Number(UnsafeCell::new(0)));
        with_crew(2, |crew| {
            crew.step(0..2, |_, k: usize| numbers[k].add(1));
            crew.step(0..2, |_, k: usize| numbers[1 - k].add(10 * numbers[1 - k].get()));
        });
        assert!(numbers.iter().all(|number| number.get() == 11));
    });
}
