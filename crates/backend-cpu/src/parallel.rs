//! Splitting work over the threads of the current rayon pool.
//!
//! Every loop is handed on as `&dyn Fn`, so that rayon's machinery is compiled once, not once for each loop.

mod crew;
mod fork;
mod team;

pub use crew::{Crew, with_crew};

use rayon::prelude::*;
use smallvec::SmallVec;
use std::mem::ManuallyDrop;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Waking another thread takes about this long, in tenths of a nanosecond; less work runs at once.
const WORTH_SHARING: usize = 400_000;
/// A thread that is still awake begins at once; with one, so much work gains by being shared.
const WORTH_AWAKE: usize = 250_000;
/// The least work for one task.
pub const TASK: usize = 100_000;
/// So many parts for each thread are enough for all to be done at about the same time, however long a task takes: costs are estimates, and a
/// part has work of its own, such as to fill the constants of a kernel.
const MOST_PARTS: usize = 256;
/// So few pieces for each thread are stolen one by one.
const FEW: usize = 16;

/// The order in which a worker goes through its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// From the first.
    Forwards,
    /// From the last.
    Backwards,
}

/// The threads that work is shared by.
pub fn threads() -> usize {
    fork::watch();
    rayon::current_num_threads()
}

/// Runs `f` on a thread of the pool, from which work is shared fastest.
pub fn enter<R: Send>(f: impl FnOnce() -> R + Send) -> R {
    let (mut f, mut result) = (Some(f), None);
    enter_dyn(&mut || result = f.take().map(|f| f()));
    result.expect("ran")
}

fn enter_dyn(f: &mut (dyn FnMut() + Send)) {
    fork::in_living_pool(&mut || rayon::scope(|_| f()));
}

/// Runs both, on two threads if one is free.
pub fn join<A: Send, B: Send>(first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B + Send) -> (A, B) {
    let (mut first, mut second) = (Some(first), Some(second));
    let (mut a, mut b) = (None, None);
    join_dyn(&mut || a = first.take().map(|f| f()), &mut || b = second.take().map(|f| f()));
    (a.expect("ran"), b.expect("ran"))
}

fn join_dyn(first: &mut (dyn FnMut() + Send), second: &mut (dyn FnMut() + Send)) {
    fork::in_living_pool(&mut || {
        rayon::join(&mut *first, &mut *second);
    });
}

/// Calls `task(i)` for each `i` below `count`, at least `least` of them, one after the other, on a thread.
pub fn for_each(count: usize, least: usize, task: &(dyn Fn(usize) + Sync)) {
    if count <= least.max(1) {
        return (0..count).for_each(task);
    }
    fork::in_living_pool(&mut || {
        let most = if count <= (FEW * threads()).saturating_mul(least.max(1)) { least.max(1) } else { count };
        (0..count).into_par_iter().with_min_len(least).with_max_len(most).for_each(task);
    });
}

/// [`for_each`] with errors: that of the first task that fails; those after it may be skipped.
pub fn try_for_each<E: Send>(
    count: usize,
    least: usize,
    task: impl Fn(usize) -> Result<(), E> + Sync,
) -> Result<(), E> {
    first_error(task, |task| for_each(count, least, task))
}

/// [`for_ranges`] of single tasks, with errors as of [`try_for_each`]. No task may wait for others of the pool.
pub fn try_for_tasks<E: Send>(
    tasks: usize,
    cost: usize,
    task: impl Fn(usize) -> Result<(), E> + Sync,
) -> Result<(), E> {
    first_error(task, |task| for_ranges(tasks, cost, Order::Forwards, &|range| range.for_each(task)))
}

/// The error of the first task that fails, of those that `for_all` calls.
fn first_error<E: Send>(
    task: impl Fn(usize) -> Result<(), E> + Sync,
    for_all: impl FnOnce(&(dyn Fn(usize) + Sync)),
) -> Result<(), E> {
    let first = AtomicUsize::new(usize::MAX);
    let error = Mutex::new(None);
    for_all(&|i| {
        if i > first.load(Relaxed) {
            return;
        }
        if let Err(found) = task(i) {
            let mut error = error.lock().unwrap_or_else(PoisonError::into_inner);
            if i < first.fetch_min(i, Relaxed) {
                *error = Some(found);
            }
        }
    });
    error.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// The results of `task(i)` for each `i` below `count`, in order.
pub fn map<R: Copy + Send>(count: usize, least: usize, task: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let mut results = Vec::with_capacity(count);
    let room = Room(results.spare_capacity_mut().as_mut_ptr());
    // SAFETY: each task writes its own place, of which there are `count`.
    for_each(count, least, &|i| unsafe {
        (*room.at(i)).write(task(i));
    });
    // SAFETY: every task wrote its result.
    unsafe { results.set_len(count) };
    results
}

/// Calls `task` with each item and its number, at least `least` of them, one after the other, on a thread.
pub fn for_items<X: Send>(items: impl IntoIterator<Item = X>, least: usize, task: impl Fn(usize, X) + Sync) {
    let mut items: SmallVec<[ManuallyDrop<X>; 8]> = items.into_iter().map(ManuallyDrop::new).collect();
    let room = Room(items.as_mut_ptr());
    for_each(items.len(), least, &|i| {
        // SAFETY: each item is there, and is taken once.
        task(i, unsafe { ManuallyDrop::take(&mut *room.at(i)) });
    });
}

/// Memory of which each task uses an element of its own.
struct Room<T>(*mut T);

// SAFETY: tasks use elements of their own, which are sent to their threads.
unsafe impl<T: Send> Sync for Room<T> {}

impl<T> Room<T> {
    fn at(&self, i: usize) -> *mut T {
        self.0.wrapping_add(i)
    }
}

/// Calls `run` with ranges that cover `0..tasks`, each task costing about `cost` tenths of a nanosecond.
///
/// The caller takes part: it works while the others wake up, which takes longer than many a launch. It takes up no other
/// task, so whoever needs what it computes can wait for it.
pub fn for_ranges(tasks: usize, cost: usize, order: Order, run: &(dyn Fn(Range<usize>) + Sync)) {
    let total = tasks.saturating_mul(cost);
    if tasks == 1 || total < WORTH_AWAKE || threads() == 1 || (total < WORTH_SHARING && !team::follows_soon()) {
        return run(0..tasks);
    }
    let grain = TASK.div_ceil(cost.max(1)).max(tasks / (MOST_PARTS * threads())).max(1);
    fork::in_living_pool(&mut || share(tasks, grain, order, run));
}

/// Shares parts of `grain` tasks among the caller and its helpers.
fn share(tasks: usize, grain: usize, order: Order, run: &(dyn Fn(Range<usize>) + Sync)) {
    let parts = tasks.div_ceil(grain);
    let workers = parts.min(threads());
    let helpers = workers - 1;
    // As many for each worker, if tasks can be divided so: one part more than another has is a long wait where there are few.
    let grain = tasks.div_ceil(parts.next_multiple_of(workers));
    let parts = tasks.div_ceil(grain);
    // A worker has parts of its own, the same ones in every launch, so that its core's caches may hold them from
    // the last; when they are done it takes over the others'.
    let first = |worker: usize| parts * worker / workers;
    let next: SmallVec<[AtomicUsize; 32]> = (0..workers).map(|worker| AtomicUsize::new(first(worker))).collect();
    let work = |own: usize| {
        for other in (own..workers).chain(0..own) {
            loop {
                let mut part = next[other].fetch_add(1, Relaxed);
                if part >= first(other + 1) {
                    break;
                }
                if order == Order::Backwards {
                    part = first(other) + first(other + 1) - 1 - part;
                }
                run(part * grain..tasks.min((part + 1) * grain));
            }
        }
    };
    team::work_together(helpers, &work);
}

/// Calls `work(0)` here, and `work(1)`, ... on so many other threads, as they become free.
pub fn with_helpers(helpers: usize, work: &(dyn Fn(usize) + Sync)) {
    if helpers == 0 {
        return work(0);
    }
    fork::in_living_pool(&mut || in_scope(helpers, work));
}

fn in_scope(helpers: usize, work: &(dyn Fn(usize) + Sync)) {
    rayon::in_place_scope(|scope| {
        for helper in 1..=helpers {
            scope.spawn(move |_| work(helper));
        }
        work(0);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(n: usize) -> Vec<AtomicUsize> {
        (0..n).map(|_| AtomicUsize::new(0)).collect()
    }

    #[test]
    fn every_task_runs_once() {
        for (tasks, cost) in [(0, 1), (1, 1 << 30), (7, 1), (1000, 1000), (1001, 1 << 20)] {
            for order in [Order::Forwards, Order::Backwards] {
                let counts = counts(tasks);
                for_ranges(tasks, cost, order, &|range| {
                    counts[range].iter().for_each(|count| {
                        count.fetch_add(1, Relaxed);
                    })
                });
                assert!(counts.iter().all(|count| count.load(Relaxed) == 1), "{tasks} tasks of {cost}");
            }
        }
        for (count, least) in [(0, 0), (1, 0), (5, 1), (1000, 1), (1000, 7), (100_000, 1)] {
            let seen = counts(count);
            for_each(count, least, &|i| {
                seen[i].fetch_add(1, Relaxed);
            });
            assert!(seen.iter().all(|count| count.load(Relaxed) == 1), "{count} tasks, {least} on a thread");
        }
    }

    /// Helpers that stayed awake for the next launch, or are just about to leave, take parts of that one alone.
    #[test]
    fn launches_follow_each_other() {
        for round in 0..2000 {
            let counts = counts(30);
            for_ranges(counts.len(), 10_000, Order::Forwards, &|range| {
                counts[range].iter().for_each(|count| {
                    count.fetch_add(1, Relaxed);
                })
            });
            assert!(counts.iter().all(|count| count.load(Relaxed) == 1), "round {round}");
            if round % 100 == 0 {
                std::thread::sleep(std::time::Duration::from_micros(20));
            }
        }
    }

    #[test]
    fn results_are_in_order() {
        assert_eq!(map(1000, 3, |i| 2 * i), (0..1000).map(|i| 2 * i).collect::<Vec<_>>());
        assert_eq!(join(|| 1, || "two"), (1, "two"));
        assert_eq!(enter(|| 3), 3);
    }

    #[test]
    fn items_are_taken_once() {
        let mut values = vec![0; 1000];
        for_items(values.chunks_mut(7).zip(0..), 1, |i, (chunk, k)| chunk.fill(i + k));
        assert!(values.iter().enumerate().all(|(i, &value)| value == i / 7 * 2));
        let shared = std::sync::Arc::new(());
        for_items(vec![shared.clone(); 100], 1, |_, item| drop(item));
        assert_eq!(std::sync::Arc::strong_count(&shared), 1);
    }

    #[test]
    fn the_first_error_is_reported() {
        for count in [1, 10, 10_000] {
            let fails = |i: usize| if i >= count / 2 { Err(i) } else { Ok(()) };
            assert_eq!(try_for_each(count, 1, fails), Err(count / 2));
        }
        for cost in [1, TASK] {
            let fails = |i: usize| if i >= 300 { Err(i) } else { Ok(()) };
            assert_eq!(try_for_tasks(1000, cost, fails), Err(300));
        }
        assert_eq!(try_for_each(100, 1, |_| Ok::<(), ()>(())), Ok(()));
    }
}
