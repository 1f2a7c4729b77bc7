//! Work for all cores of the host.

use std::num::NonZero;

/// What a function makes of each item, by as many threads as there are cores; in the items' order.
pub(crate) fn in_parallel<I: Sync, R: Send>(items: &[I], f: impl Fn(&I) -> R + Sync) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get).min(items.len());
    if threads <= 1 {
        return items.iter().map(f).collect();
    }
    std::thread::scope(|scope| {
        let part = |chunk: &'_ [I]| chunk.iter().map(&f).collect::<Vec<R>>();
        let chunks = items.chunks(items.len().div_ceil(threads));
        let workers: Vec<_> = chunks.map(|chunk| scope.spawn(move || part(chunk))).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_else(|e| std::panic::resume_unwind(e))).collect()
    })
}
