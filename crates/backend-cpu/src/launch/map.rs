//! Kernels without reductions.

use super::parallel::for_ranges;
use super::space::{Tile, tile_at, tiles};
use super::tile::{Frame, UNIT, with_scratch};
use super::{Job, Shared};
use smallvec::smallvec;

/// Computes every element.
pub fn run(job: &Job<'_>) {
    let body = job.body.section;
    let space = job.space;
    let rank = space.dims.len();
    let n: usize = space.blocks.iter().product();
    let bytes = Frame::bytes(body, n.next_multiple_of(UNIT));
    let job = Shared(job);
    // A single loop streams its operands itself.
    let prefetches = body.steps.len() > 2;
    let count = tiles(&space.dims, &space.blocks);
    for_ranges(count, n * body.cost, |range| {
        let job = job.get();
        with_scratch(bytes, |memory| {
            // SAFETY: the scratch memory is as large as the frame wants.
            let mut frame = unsafe { Frame::new(body, memory, n, job.context.params) };
            let mut tile = Tile { start: smallvec![0; rank], dims: smallvec![0; rank] };
            let mut next = tile.clone();
            for index in range.clone() {
                tile_at(index, &space.dims, &space.blocks, &mut tile, 0);
                if prefetches && index + 1 < range.end {
                    tile_at(index + 1, &space.dims, &space.blocks, &mut next, 0);
                    job.body.prefetch(&next);
                }
                // SAFETY: the launch has checked that every element of the space is in the operands' and
                // outputs' memory; no other tile writes these elements.
                unsafe { job.run_body(&mut frame, &tile) };
            }
        });
    });
}
