//! Splitting work over the threads of the current rayon pool.

use super::team::work_together;
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Waking another thread takes about this long, in tenths of a nanosecond; less work runs at once.
const WORTH_SHARING: usize = 400_000;
/// The least work for one task.
const TASK: usize = 200_000;

/// The order in which a worker goes through its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// From the first.
    Forwards,
    /// From the last.
    Backwards,
}

/// Calls `run` with ranges that cover `0..tasks`, each task costing about `cost` tenths of a nanosecond.
///
/// The caller takes part: it works while the others wake up, which takes longer than many a launch. It takes up no other
/// task, so whoever needs what it computes can wait for it.
pub fn for_ranges(tasks: usize, cost: usize, order: Order, run: impl Fn(Range<usize>) + Sync) {
    let total = tasks.saturating_mul(cost);
    if tasks == 1 || total < WORTH_SHARING || rayon::current_num_threads() == 1 {
        return run(0..tasks);
    }
    let grain = TASK.div_ceil(cost.max(1)).max(1);
    let parts = tasks.div_ceil(grain);
    let helpers = parts.min(rayon::current_num_threads()) - 1;
    let workers = helpers + 1;
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
    work_together(helpers, &work);
}

#[cfg(test)]
mod tests {
    use super::{Order, for_ranges};
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    #[test]
    fn every_task_runs_once() {
        for (tasks, cost) in [(0, 1), (1, 1 << 30), (7, 1), (1000, 1000), (1001, 1 << 20)] {
            for order in [Order::Forwards, Order::Backwards] {
                let counts: Vec<AtomicUsize> = (0..tasks).map(|_| AtomicUsize::new(0)).collect();
                for_ranges(tasks, cost, order, |range| {
                    counts[range].iter().for_each(|count| {
                        count.fetch_add(1, Relaxed);
                    })
                });
                assert!(counts.iter().all(|count| count.load(Relaxed) == 1), "{tasks} tasks of {cost}");
            }
        }
    }
}
