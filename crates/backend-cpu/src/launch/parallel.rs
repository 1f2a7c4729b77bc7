//! Splitting work over the threads of the current rayon pool.

use rayon::prelude::*;
use std::ops::Range;

/// Waking another thread takes about this long, in tenths of a nanosecond; less work runs at once.
const WORTH_SHARING: usize = 400_000;
/// The least work for one task.
const TASK: usize = 200_000;

/// Calls `run` with ranges that cover `0..tasks`, each task costing about `cost` tenths of a nanosecond.
pub fn for_ranges(tasks: usize, cost: usize, run: impl Fn(Range<usize>) + Sync) {
    let total = tasks.saturating_mul(cost);
    if tasks == 1 || total < WORTH_SHARING || rayon::current_num_threads() == 1 {
        return run(0..tasks);
    }
    let grain = TASK.div_ceil(cost.max(1)).max(1);
    (0..tasks.div_ceil(grain)).into_par_iter().for_each(|i| {
        let start = i * grain;
        run(start..tasks.min(start + grain));
    });
}
