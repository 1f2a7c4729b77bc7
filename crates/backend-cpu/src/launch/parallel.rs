//! Splitting work over the threads of the current rayon pool.

use std::hint::spin_loop;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Acquire, Ordering::Relaxed, Ordering::Release};

/// Waking another thread takes about this long, in tenths of a nanosecond; less work runs at once.
const WORTH_SHARING: usize = 400_000;
/// The least work for one task.
const TASK: usize = 200_000;
/// How often the caller looks whether the others are done before it sleeps: about as long as a task takes.
const SPINS: usize = 2_000;

/// Calls `run` with ranges that cover `0..tasks`, each task costing about `cost` tenths of a nanosecond.
///
/// The caller takes part: it works while the others wake up, which takes longer than many a launch.
pub fn for_ranges(tasks: usize, cost: usize, run: impl Fn(Range<usize>) + Sync) {
    let total = tasks.saturating_mul(cost);
    if tasks == 1 || total < WORTH_SHARING || rayon::current_num_threads() == 1 {
        return run(0..tasks);
    }
    let grain = TASK.div_ceil(cost.max(1)).max(1);
    let parts = tasks.div_ceil(grain);
    let helpers = parts.min(rayon::current_num_threads()) - 1;
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        loop {
            let start = next.fetch_add(1, Relaxed) * grain;
            if start >= tasks {
                break;
            }
            run(start..tasks.min(start + grain));
        }
    };
    rayon::in_place_scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(|_| {
                work();
                done.fetch_add(1, Release);
            });
        }
        work();
        for _ in 0..SPINS {
            if done.load(Acquire) == helpers {
                break;
            }
            spin_loop();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::for_ranges;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    #[test]
    fn every_task_runs_once() {
        for (tasks, cost) in [(0, 1), (1, 1 << 30), (7, 1), (1000, 1000), (1001, 1 << 20)] {
            let counts: Vec<AtomicUsize> = (0..tasks).map(|_| AtomicUsize::new(0)).collect();
            for_ranges(tasks, cost, |range| {
                counts[range].iter().for_each(|count| {
                    count.fetch_add(1, Relaxed);
                })
            });
            assert!(counts.iter().all(|count| count.load(Relaxed) == 1), "{tasks} tasks of {cost}");
        }
    }
}
